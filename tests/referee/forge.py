"""A forger: changes entries of a record and chains them anew, so that only the rules can tell."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.record.log.entry import Entry, Head, write

Body = dict[str, Any]


def chained(bodies: Iterable[Mapping[str, Any]]) -> list[Entry]:
    """Write bodies as a chain; seq and prev are made anew."""
    head, entries = Head.empty, []
    for body in bodies:
        entries.append(write(head, {name: value for name, value in body.items() if name not in ("seq", "prev")}))
        head = entries[-1].head
    return entries


def changed(entries: Iterable[Entry], seq: int, change: Callable[[Body], object] | Mapping[str, Any]) -> list[Entry]:
    """Change the body of one entry."""
    bodies = [dict(entry.body) for entry in entries]
    if callable(change):
        change(bodies[seq])
    else:
        bodies[seq] |= change
    return chained(bodies)


def grown(entries: Iterable[Entry], seq: int, /, **body: Any) -> list[Entry]:
    """Cut a record before an entry and put another in its place."""
    bodies = [dict(entry.body) for entry in entries][:seq]
    first = bodies[0]
    return chained([*bodies, {"at": first["at"], "game": first["game"], **body}])
