"""Instants of an event's record as people read them."""

from datetime import UTC, datetime

_LAST = 253_402_300_799  # of the year 9999: no calendar here shows a later one


def on_calendar(at: int) -> str:
    """Return an instant as a day and a time of UTC, to the second where that counts."""
    shown = datetime.fromtimestamp(min(at, _LAST), UTC)
    return f"{shown:%Y-%m-%d %H:%M:%S} UTC" if at % 60 else f"{shown:%Y-%m-%d %H:%M} UTC"
