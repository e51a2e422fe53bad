"""The day by which exemptions are over or not."""

from datetime import UTC, date, datetime


def current_day() -> date:
    """The day of the clock, in UTC."""
    return datetime.now(UTC).date()
