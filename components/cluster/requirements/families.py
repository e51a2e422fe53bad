"""Machine families of Compute Engine, as far as sandboxes care."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType


class Processor(StrEnum):
    """Whose processors a family has."""

    INTEL = "Intel"
    AMD = "AMD"
    ARM = "Arm"
    ANY = "Intel or AMD"


class LocalSsd(StrEnum):
    """How local SSDs come to a machine of a family."""

    CHOSEN = "chosen"
    """As many as one asks for."""
    FIXED = "fixed"
    """By the machine type: those with `lssd` in their names have some, the others none."""
    NONE = "none"


@dataclass(frozen=True)
class Family:
    """One machine family.

    processor: whose processors it has.
    gib_per_vcpu: memory by the kind of machine type (`standard`), in GiB for each vCPU; a kind that is not
        here has a size of its own.
    threads_per_core: 2 where a vCPU is a thread, 1 where it is a core.
    local_ssd: how local SSDs come to it.
    nested_virtualization: whether virtual machines run in it; None: sources disagree.
    """

    processor: Processor
    gib_per_vcpu: Mapping[str, float] = field(default_factory=dict[str, float])
    threads_per_core: int = 2
    local_ssd: LocalSsd = LocalSsd.NONE
    nested_virtualization: bool | None = False


USUAL = {"standard": 4, "highmem": 8, "highcpu": 1}
NEWER = {"standard": 4, "highmem": 8, "highcpu": 2}

FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "e2": Family(Processor.ANY, USUAL),
        "n1": Family(
            Processor.INTEL,
            {"standard": 3.75, "highmem": 6.5, "highcpu": 0.9},
            local_ssd=LocalSsd.CHOSEN,
            nested_virtualization=True,
        ),
        "n2": Family(Processor.INTEL, USUAL, local_ssd=LocalSsd.CHOSEN, nested_virtualization=True),
        "n2d": Family(Processor.AMD, USUAL, local_ssd=LocalSsd.CHOSEN),
        "n4": Family(Processor.INTEL, NEWER, nested_virtualization=True),
        "n4d": Family(Processor.AMD, NEWER, nested_virtualization=True),
        "n4a": Family(Processor.ARM, NEWER, threads_per_core=1),
        "c2": Family(Processor.INTEL, {"standard": 4}, local_ssd=LocalSsd.CHOSEN, nested_virtualization=True),
        "c2d": Family(Processor.AMD, NEWER, local_ssd=LocalSsd.CHOSEN),
        "c3": Family(Processor.INTEL, NEWER, local_ssd=LocalSsd.FIXED, nested_virtualization=True),
        "c3d": Family(Processor.AMD, {"standard": 4, "highmem": 8}, local_ssd=LocalSsd.FIXED),
        "c4": Family(
            Processor.INTEL,
            {"standard": 3.75, "highmem": 7.75, "highcpu": 2},
            local_ssd=LocalSsd.FIXED,
            nested_virtualization=True,
        ),
        "c4d": Family(Processor.AMD, local_ssd=LocalSsd.FIXED, nested_virtualization=None),
        "c4a": Family(Processor.ARM, NEWER, threads_per_core=1, local_ssd=LocalSsd.FIXED),
        "t2d": Family(Processor.AMD, {"standard": 4}, threads_per_core=1),
        "t2a": Family(Processor.ARM, {"standard": 4}, threads_per_core=1),
        "h3": Family(Processor.INTEL, {"standard": 4}, threads_per_core=1, nested_virtualization=True),
        "z3": Family(Processor.INTEL, {"highmem": 8}, local_ssd=LocalSsd.FIXED, nested_virtualization=True),
        "g2": Family(Processor.INTEL, {"standard": 4}, local_ssd=LocalSsd.CHOSEN, nested_virtualization=True),
        "a2": Family(Processor.INTEL, local_ssd=LocalSsd.CHOSEN, nested_virtualization=True),
        "a3": Family(Processor.INTEL, local_ssd=LocalSsd.FIXED, nested_virtualization=True),
        "m1": Family(Processor.INTEL, local_ssd=LocalSsd.CHOSEN),
        "m2": Family(Processor.INTEL),
        "m3": Family(Processor.INTEL, local_ssd=LocalSsd.CHOSEN),
    }
)
"""Source: Compute Engine documentation, "Machine families resource and comparison guide" and the pages of the
families; "About Local SSD disks". Nested virtualization: "About nested virtualization" (not E2, not
memory-optimized, not Arm, not AMD but N4D), and what the API names when it refuses a family (A2, A3, C2, C3,
C4, C4D, G2, H3, N1, N2, N4, N4D, Z3; read in October 2026). C4D is in one list alone.
"""

EXCEPTIONS: Mapping[str, int] = MappingProxyType({"n2-highmem-128": 864})
"""Machine types whose memory in GiB does not follow from the family."""

SHARED_CORE: Mapping[str, tuple[str, int, float]] = MappingProxyType(
    {
        "e2-micro": ("e2", 2, 1),
        "e2-small": ("e2", 2, 2),
        "e2-medium": ("e2", 2, 4),
        "f1-micro": ("n1", 1, 0.6),
        "g1-small": ("n1", 1, 1.7),
    }
)
"""Machine types that are a part of a core: family, vCPUs, memory in GiB. Source: Compute Engine
documentation, "General-purpose machine family".
"""
