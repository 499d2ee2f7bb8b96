"""result.json: the result of a game, for people who do not read records.

It repeats the record and proves nothing.
"""

from collections.abc import Iterable
from typing import Any

from pbem.record.log import canonical
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Close, Open, Seat


def write(entries: Iterable[Entry]) -> bytes:
    """Return result.json of a closed game; ValueError if it is not closed.

    `seats` gives each seat the name of its last holder, empty where it is vacant.
    """
    names: dict[str, str] = {}
    said: dict[str, Any] = {"seats": names}
    for entry in entries:
        match entry.content:
            case Open(game=game, seats=seats):
                said |= {"game": game, "rules": entry.body["rules"]}
                names.update(dict.fromkeys(seats, ""))
            case Seat(seat=seat, name=name):
                names[seat] = name
            case Close():
                said["result"] = entry.body["result"]
    if "result" not in said:
        raise ValueError("a game that is not closed has no result")
    return canonical.encode(said)
