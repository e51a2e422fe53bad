"""Where built programs are kept: a folder per set of pins, shared by all checkouts."""

import hashlib
import os
import platform
from pathlib import Path

from tools.catalogue import FOLDERS, link_flags


def cache_root() -> Path:
    """GKE_AGENT_SANDBOX_CACHE, else gke-agent-sandbox under XDG_CACHE_HOME (default ~/.cache)."""
    explicit = os.environ.get("GKE_AGENT_SANDBOX_CACHE")
    if explicit:
        return Path(explicit).expanduser().absolute()
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser().absolute() / "gke-agent-sandbox"


def cache_folder() -> Path:
    """The folder of the present pins: `bin` holds the programs, `share` the modules' own files."""
    pins = hashlib.sha256(f"{platform.system()} {platform.machine()} {link_flags()}".encode())
    for path in (path for folder in FOLDERS for path in sorted(folder.rglob("*")) if path.is_file()):
        pins.update(path.name.encode() + b"\0" + path.read_bytes())
    return cache_root() / "tools" / pins.hexdigest()[:16]
