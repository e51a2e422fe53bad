"""How this library says no: every problem at once, with its place, its reason and what to write instead."""

from .problem import Problem, ProblemsError, refuse

__all__ = ["Problem", "ProblemsError", "refuse"]
