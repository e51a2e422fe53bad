"""The version of what is installed."""

from typing import Final

NAME: Final = "gke-agent-sandbox"


def version() -> str:
    """The version of the installed distribution; 0.0.0 in a checkout that is not installed."""
    from importlib import metadata  # slow to load, and most runs print no version

    try:
        return metadata.version(NAME)
    except metadata.PackageNotFoundError:
        return "0.0.0"
