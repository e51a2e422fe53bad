"""Which tests share what they start."""


def scope_of(test: str) -> str:
    """What a test shares: with engine and control plane all of its folder, else what its file makes.

    test: its id, e.g. `tests/engine/stack/test_commands.py::test_up`.
    """
    file = test.partition("::")[0]
    return file.rpartition("/")[0] if file.startswith("tests/engine/") else file
