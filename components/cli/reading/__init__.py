"""From files to resources that can be judged, each with the place of every field."""

from .document import Mark
from .read import Read, Subject, Unjudged, Unread, read_sources
from .sources import Source, sources

__all__ = ["Mark", "Read", "Source", "Subject", "Unjudged", "Unread", "read_sources", "sources"]
