"""Hypothesis without a time limit per example: the first use of the Kubernetes client takes a second."""

from hypothesis import settings

settings.register_profile("without-deadline", deadline=None)
settings.load_profile("without-deadline")
