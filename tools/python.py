"""Says in one sentence when this Python is too old. Runs on any Python 3."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "This project needs Python 3.11 or newer, and %s is %d.%d. Install one and name it, for example: "  # noqa: UP031
        "make PYTHON=python3.11 up" % (sys.executable, sys.version_info[0], sys.version_info[1])
    )
