"""The pools in `make status`."""

import pytest

from automation.status import PoolStatus, pool_of, table


def test_absent_numbers_are_zero() -> None:
    item = {"metadata": {"namespace": "demo", "name": "python"}, "spec": {"replicas": 2}}
    assert pool_of(item) == PoolStatus("demo", "python", 2, 0)
    assert pool_of({**item, "status": {"readyReplicas": 1}}).ready == 1


@pytest.mark.parametrize(
    ("pools", "lines"),
    [
        ([], ["no warm pools; deploy them with: make up"]),
        (
            [PoolStatus("demo", "python", 2, 1)],
            ["NAMESPACE  POOL    READY", "demo       python  1/2"],
        ),
    ],
)
def test_the_table(pools: list[PoolStatus], lines: list[str]) -> None:
    assert table(pools).splitlines() == lines
