"""Types and data sources by their token.

Reading them from pulumi_gcp's classes takes some seconds, and the stand-in starts anew for each operation of
the engine, so what was read is kept on disk, for this very pulumi_gcp and this very code.
"""

import os
import pickle
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

from . import reflection, shapes
from .shapes import Shape, Type

KEPT = Path(__file__).parents[3] / ".local" / "fakes" / "gcp"
READERS = (Path(reflection.__file__), Path(shapes.__file__))

T = TypeVar("T")


@cache
def type_of(token: str) -> Type:
    """The type that is called so, as `gcp:container/nodePool:NodePool`.

    Errors: AttributeError and ModuleNotFoundError for a type that pulumi_gcp does not have.
    """
    return kept(token, reflection.read_type)


@cache
def result_of(token: str) -> Shape:
    """What a data source gives, as `gcp:container/getCluster:getCluster`."""
    return kept(token, reflection.read_result)


@cache
def arguments_of(token: str) -> frozenset[str]:
    """What a data source is asked with."""
    return kept(token, reflection.read_arguments)


def kept(token: str, read: Callable[[str], T]) -> T:
    """What lies on disk for a token, and is read and put there when nothing does."""
    # A pickle names the module of its classes, and the stand-in is a package of another name than in tests.
    file = folder() / f"{Shape.__module__}.{read.__name__}.{token.replace('/', '.').replace(':', '.')}"
    try:
        return pickle.loads(file.read_bytes())
    except FileNotFoundError:
        found = read(token)
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as partial:
        partial.write(pickle.dumps(found))
    os.replace(partial.name, file)
    return found


@cache
def folder() -> Path:
    """Where things lie that were read by this code, of the installed pulumi_gcp."""
    digest = sha256(b"".join(each.read_bytes() for each in READERS)).hexdigest()[:12]
    return KEPT / f"{version('pulumi-gcp')}-{digest}"
