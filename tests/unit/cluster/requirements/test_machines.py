"""What a machine type is, read off its name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.cluster.requirements import Machine, machine_type, usable_vcpus
from gke_agent_sandbox.cluster.requirements.families import FAMILIES
from gke_agent_sandbox.cluster.requirements.machines import family_of

GIB = 1024


@pytest.mark.parametrize(
    ("name", "vcpus", "mib"),
    [
        ("n2-standard-4", 4, 16 * GIB),
        ("n2-highmem-8", 8, 64 * GIB),
        ("n2-highcpu-16", 16, 16 * GIB),
        ("n2-highmem-128", 128, 864 * GIB),
        ("n2d-standard-224", 224, 896 * GIB),
        ("n1-standard-1", 1, 3840),
        ("n1-highmem-96", 96, 624 * GIB),
        ("e2-standard-32", 32, 128 * GIB),
        ("c2-standard-60", 60, 240 * GIB),
        ("c3-highcpu-4", 4, 8 * GIB),
        ("c3-standard-8-lssd", 8, 32 * GIB),
        ("c4-standard-2", 2, 7 * GIB),
        ("c4-standard-288", 288, 1080 * GIB),
        ("c4-highmem-288", 288, 2232 * GIB),
        ("t2d-standard-60", 60, 240 * GIB),
        ("z3-highmem-14-standardlssd", 14, 112 * GIB),
        ("custom-6-12288", 6, 12288),
        ("n2-custom-6-20480", 6, 20480),
        ("n2-custom-2-65536-ext", 2, 65536),
        ("e2-medium", 2, 4 * GIB),
        ("e2-custom-small-2048", 2, 2048),
        ("f1-micro", 1, 614),
    ],
)
def test_the_size_of_a_machine_type(name: str, vcpus: int, mib: int) -> None:
    found = machine_type(name)
    assert found is not None
    assert (found.name, found.vcpus, found.memory_mib) == (name, vcpus, mib)
    assert found.family == family_of(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "n2",
        "n2-standard",
        "n2-standard-",
        "n2-standard-0",
        "n2-standard-four",
        "n2-mega-4",
        "q9-standard-4",
        "q9-custom-4-8192",
        "n2-custom-4",
        "n2-custom-0-8192",
        "a2-highgpu-1g",
        "m1-megamem-96",
        "c4d-standard-8",
        "N2-STANDARD-4",
        "n2-standard-4 ",
    ],
)
def test_a_size_that_is_not_in_the_name(name: str) -> None:
    assert machine_type(name) is None


@given(st.text(max_size=24))
def test_any_text_is_a_machine_type_or_none(name: str) -> None:
    found = machine_type(name)
    assert found is None or (found.vcpus > 0 and found.memory_mib > 0 and found.family in FAMILIES)


@pytest.mark.parametrize(
    ("name", "gvisor", "threads", "usable"),
    [
        ("n2-standard-4", True, None, 2),
        ("n2-standard-4", False, None, 4),
        ("n2-standard-4", True, 2, 4),
        ("n2-standard-4", False, 1, 2),
        ("c3-standard-8", True, None, 4),
        ("n2d-standard-4", True, None, 4),
        ("n2d-standard-4", True, 1, 2),
        ("e2-standard-4", True, None, 2),
        ("t2d-standard-4", True, None, 4),
        ("t2d-standard-4", True, 1, 4),
        ("c4a-standard-4", True, None, 4),
        ("n1-standard-1", True, None, 1),
    ],
)
def test_how_many_vcpus_pods_can_use(name: str, gvisor: bool, threads: int | None, usable: int) -> None:
    found = machine_type(name)
    assert found is not None
    assert usable_vcpus(found, gvisor, threads) == usable


@given(st.sampled_from(sorted(FAMILIES)), st.integers(1, 512), st.booleans(), st.sampled_from([None, 1, 2]))
def test_gvisor_gives_no_vcpus_and_takes_half_of_them_at_most(
    family: str, vcpus: int, gvisor: bool, threads: int | None
) -> None:
    machine = Machine(f"{family}-custom-{vcpus}-1024", family, vcpus, 1024)
    usable = usable_vcpus(machine, gvisor, threads)
    assert vcpus // 2 <= usable <= vcpus
    assert usable >= 1
    assert usable_vcpus(machine, True, threads) <= usable_vcpus(machine, False, threads)
