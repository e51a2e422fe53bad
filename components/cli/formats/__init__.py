"""A report as a text: for people, and for programs."""

from .as_json import json_text
from .as_junit import junit_text
from .as_sarif import sarif_text
from .as_text import text, unread_text

__all__ = ["json_text", "junit_text", "sarif_text", "text", "unread_text"]
