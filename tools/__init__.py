"""The programs that the embedded cluster and the tests run: where they come from and how they are built.

What is built, and in which version, is said by the `go.mod` files alone. Order of search: PATH, the
cache, a build.

It needs nothing but Python itself, so that it runs beside the set-up of `.venv`.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        f"This project needs Python 3.11 or newer, and {sys.executable} is {sys.version.split()[0]}.\n"
        "Install one and name it, for example: make PYTHON=python3.11 up"
    )
