"""Volunteers: who takes over the seat of somebody who is late too often, in the order in which they offered to."""

from collections.abc import Iterator
from typing import Literal

from pbem.desk.desk import Desk
from pbem.desk.matches.seats.volunteering import ALL, USE
from pbem.desk.matches.state.entry_peek import glance
from pbem.desk.matches.state.holders import holder, takes_kind
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.people.enrolled import all_names
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.games.game import Seat
from pbem.referee.acts.scribe import Volunteers
from pbem.referee.match.match import Holder, Match

_EVER = 2**53
Hindrance = Literal["kind", "plays", "held"]
_WHY_NOT: dict[Hindrance, str] = {
    "kind": "{game} takes no orders signed by the kind of key that {name} has",
    "plays": "{name} plays in {game} already",
    "held": "{name} has held another seat of {game}, and knows more than a newcomer may",
}


def volunteers_for(desk: Desk, look: Transaction, match: Match) -> Volunteers:
    """Return how whoever would take over a seat of a match, and has never held one in it, is found, the first first.

    They are looked for when one is needed, by the time at which the seat was lost.
    """

    def at(instant: int) -> Iterator[Holder]:
        for player in offered(look, match.id, upto=instant):
            if hindrance(look, match, player) is None:
                yield holder(player, match.id, read_secrets(desk, look, match.id))

    return at


def offered(look: Transaction, game: str, *, upto: int = _EVER) -> list[Member]:
    """Return whoever would take over a seat of a game and said so up to an instant, the first first."""
    said: dict[str, int] = {}
    for place in (ALL, game):
        for name, at in look.secrets.under("", f"{USE}{place}/").items():
            if int(at) <= upto:
                said[name] = min(int(at), said.get(name, int(at)))
    people = (look.people.find(name) for name in sorted(said, key=lambda name: (said[name], name)))
    return [player for player in people if player is not None]


def hindrance(look: Transaction, match: Match, player: Member, seat: Seat | None = None) -> Hindrance | None:
    """Tell why somebody cannot take a seat over, or any: whoever held another one of that game knows too much."""
    if not takes_kind(match, player):
        return "kind"
    if any(held.name == player.name for held in match.holders.values()):
        return "plays"
    names = all_names(look, player.name)
    gists = map(glance, look.records.raws(match.id))
    others = {gist.seat for gist in gists if gist.kind == "seat" and gist.name in names}
    return "held" if others - {seat} else None


def why_not(look: Transaction, match: Match, player: Member, seat: Seat | None = None) -> str | None:
    """Say to a host why somebody cannot take a seat over."""
    found = hindrance(look, match, player, seat)
    return None if found is None else _WHY_NOT[found].format(game=match.id, name=player.name)
