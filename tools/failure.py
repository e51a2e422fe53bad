"""The one error of this room."""


class ToolError(Exception):
    """What went wrong with a program, and what to do about it, in one sentence."""
