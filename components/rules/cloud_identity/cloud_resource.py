"""A resource of Google Cloud, by its Pulumi type."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from ..finding import Finding
from ..parameter import Settings
from ..part import Part, Surroundings
from ..reading import Reading

_GCP: Final = "gcp:"

CLUSTER: Final = "container:Cluster"
NODE_POOL: Final = "container:NodePool"


def cloud_type(token: str | None) -> str:
    """Module and name of a type of pulumi_gcp: `container:NodePool` for `gcp:container/nodePool:NodePool`,
    which the engine knows, and for `gcp:container:NodePool`, which programs in YAML say. Empty for any other
    type.
    """
    if token is None or not token.startswith(_GCP):
        return ""
    module, _, name = token.removeprefix(_GCP).partition(":")
    return f"{module.partition('/')[0]}:{name}"


def each_of(
    types: Iterable[str], who: str, judge: Callable[[Part, Settings], Iterable[Finding]]
) -> Callable[[Reading, Settings], Iterator[Finding]]:
    """The rule for a reading, from the rule for a resource of one of these types.

    types: as `cloud_type` gives them.
    who: how a message names the resource.
    """
    wanted = frozenset(types)

    def of_reading(reading: Reading, settings: Settings) -> Iterator[Finding]:
        resource = reading.resource
        if cloud_type(resource.type_token) in wanted:
            yield from judge(Part(who, (), resource.properties, Surroundings(resource.secrets)), settings)

    return of_reading
