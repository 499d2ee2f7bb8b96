"""A glance at an entry: what a list or a letter needs of it, without reading it whole."""

from msgspec import Struct, json

from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.referee.match.match import Match


class Gist(Struct, rename={"from_": "from"}):
    """What a glance at an entry tells."""

    kind: str
    at: int
    seat: str = ""
    name: str = ""
    act: str = ""
    word: str = ""
    reason: str = ""
    luck: str | dict[str, str] = ""
    from_: int = 0
    to: int = 0
    due: int = 0
    until: int = 0


glance = json.Decoder(Gist).decode


def all_holders(look: Transaction, match: Match) -> dict[Seat, tuple[str, ...]]:
    """Return everybody who held each seat while a match was played, one after the other; "" where nobody did."""
    found: dict[Seat, tuple[str, ...]] = dict.fromkeys(match.seats, ())
    has_started = False
    for gist in map(glance, look.records.raws(match.id)):
        has_started |= gist.kind == "start"
        if gist.kind != "seat":
            continue
        seat = Seat(gist.seat)
        if not has_started:
            found[seat] = (gist.name,)
        elif found[seat][-1:] != (gist.name,):
            found[seat] = (*found[seat], gist.name)
    return found
