"""One entry of an event's record: made at a head, read at a head. Bytes and hashes are those of a game's."""

from pbem.record.events.law.kinds import Content
from pbem.record.log import canonical
from pbem.record.log.entry import Form, Line

FIRST = "event"


class EventEntry(Line[Content], frozen=True):
    """An entry of an event."""


_events: Form[EventEntry, Content] = Form(EventEntry, Content, first=FIRST, free=("cost", "form"))
KINDS = _events.kinds
write, read = _events.write, _events.read


def is_event(raw: bytes) -> bool:
    """Tell whether a record that begins with this line says that it is an event's."""
    try:
        body = canonical.parse(raw)
    except ValueError:
        return False
    return isinstance(body, dict) and body.get("kind") == FIRST
