"""How the tests run: without limits of time, and beside each other."""

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

from tests.scope import scope_of

# The first use of a client takes a second, and a machine may be busy.
settings.register_profile("without-clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("without-clock")


class ByScope(LoadScopeScheduling):
    """Gives all tests of a scope to one worker."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByScope:
    """The scheduler. Marks of groups have no effect with pytest 9.2, whose ids of tests xdist 3.8 cannot
    change.
    """
    # In the order of their collection: what runs the engine takes longest, and comes first.
    config.option.loadscopereorder = False
    return ByScope(config, log)
