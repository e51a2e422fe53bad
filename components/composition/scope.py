"""What a stack is called from outside."""

import pulumi


def stack_scope() -> str:
    """What tells this stack from others in the same Google Cloud project, for names that are made here."""
    return f"{pulumi.get_project()}/{pulumi.get_stack()}"
