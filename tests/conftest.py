"""Hypothesis without limits of time: the first use of a client takes a second, and a machine may be busy."""

from hypothesis import HealthCheck, settings

settings.register_profile("without-clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("without-clock")
