"""What a machine type is, read off its name: `n2-standard-8`, `n2-custom-6-20480`, `e2-medium`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import floor

from .families import EXCEPTIONS, FAMILIES, SHARED_CORE, Family, Processor

PREDEFINED = re.compile(r"(?P<family>[a-z][0-9]+[a-z]?)-(?P<kind>[a-z]+)-(?P<vcpus>[0-9]+)(-[a-z]*lssd)?")
CUSTOM = re.compile(r"((?P<family>[a-z][0-9]+[a-z]?)-)?custom-(?P<vcpus>[0-9]+)-(?P<mib>[0-9]+)(-ext)?")
SHARED_CUSTOM = re.compile(r"e2-custom-(micro|small|medium)-(?P<mib>[0-9]+)")
"""Source: Compute Engine documentation, "Machine families resource and comparison guide", naming; "Create a
VM with a custom machine type": N1 has no family in its name, memory is in MiB, `ext` is extended memory.
"""

MIB_PER_GIB = 1024


@dataclass(frozen=True)
class Machine:
    """A machine type.

    name: e.g. `n2-standard-8`.
    family: e.g. `n2`.
    vcpus: how many vCPUs are paid for.
    memory_mib: its memory, in MiB.
    shared_core: whether it is a part of a core.
    """

    name: str
    family: str
    vcpus: int
    memory_mib: int
    shared_core: bool = False


def family_of(name: str) -> str:
    """The family of a machine type, also of one whose size is not known; `n1` for `custom-4-8192`."""
    if name in SHARED_CORE:
        return SHARED_CORE[name][0]
    first = name.partition("-")[0]
    return "n1" if first == "custom" else first


def is_shared_core(name: str) -> bool:
    """Whether a machine type is a part of a core."""
    return name in SHARED_CORE or SHARED_CUSTOM.fullmatch(name) is not None


def machine_type(name: str) -> Machine | None:
    """The machine type of that name; None when its size cannot be read off the name."""
    if name in SHARED_CORE:
        family, vcpus, gib = SHARED_CORE[name]
        return Machine(name, family, vcpus, floor(gib * MIB_PER_GIB), shared_core=True)
    if match := SHARED_CUSTOM.fullmatch(name):
        return Machine(name, "e2", 2, int(match["mib"]), shared_core=True)
    if match := CUSTOM.fullmatch(name):
        family = match["family"] or "n1"
        return _sized(name, family, int(match["vcpus"]), int(match["mib"]))
    match = PREDEFINED.fullmatch(name)
    if match is None or match["family"] not in FAMILIES:
        return None
    vcpus, ratios = int(match["vcpus"]), FAMILIES[match["family"]].gib_per_vcpu
    if match["kind"] not in ratios:
        return None
    gib = EXCEPTIONS.get(name, memory_gib(match["family"], ratios, match["kind"], vcpus))
    return _sized(name, match["family"], vcpus, floor(gib * MIB_PER_GIB))


def memory_gib(family: str, ratios: Mapping[str, float], kind: str, vcpus: int) -> float:
    """The memory of a predefined machine type. C4 rounds down to whole GiB: c4-standard-2 has 7."""
    gib = ratios[kind] * vcpus
    return floor(gib) if family == "c4" else gib


def _sized(name: str, family: str, vcpus: int, mib: int) -> Machine | None:
    known = family in FAMILIES and vcpus > 0 and mib > 0
    return Machine(name, family, vcpus, mib) if known else None


def usable_vcpus(machine: Machine, gvisor: bool, threads_per_core: int | None = None) -> int:
    """How many vCPUs pods can use; all of them are paid for.

    gvisor: whether the pool has GKE Sandbox on. Where a vCPU is a thread of an Intel core, GKE then switches
        the second thread off, against MDS attacks. E2 may be Intel, and counts as such.
    threads_per_core: the pool's own choice, 1 or 2; None: GKE's.

    Source: GKE documentation, "GKE Sandbox", "SMT may be disabled"; `advanced_machine_features`.
    """
    family: Family = FAMILIES[machine.family]
    if family.threads_per_core == 1:
        return machine.vcpus
    halved = gvisor and family.processor in (Processor.INTEL, Processor.ANY)
    if threads_per_core is not None:
        halved = threads_per_core == 1
    return max(machine.vcpus // 2, 1) if halved else machine.vcpus
