"""Chance of an event: who has entered makes its K, and its secret makes the dice of every table.

Nothing that these depend on can be chosen after the start: neither the id of a game nor the length of its ladder.
"""

from typing import Literal

from msgspec import Struct

from pbem.record.dice.fair import M, T, joint_key, u32
from pbem.record.events.law.kinds import Event, Start

What = Literal["ladder", "hidden"]


class Place(Struct, frozen=True):
    """Where in an event a game is played: which table of which round, and the how-manieth game there."""

    round: int
    table: int
    attempt: int = 1

    def id(self, event: str) -> str:
        """Return the id that the game at this place has."""
        return f"{event}.{self.round}.{self.table}.{self.attempt}"


def secret_commitment(event: str, secret: bytes) -> bytes:
    """Return what `event` publishes of the secret E."""
    return T("event", event, secret)


def event_key(terms: Event, start: Start) -> bytes:
    """Return K of an event: everybody who is drawn goes into it, with his luck, and a public number if there is one."""
    lucks = [bytes.fromhex(luck) for luck in start.luck] or [b""] * len(start.entrants)
    pairs = [*zip(start.entrants, lucks, strict=True)]
    if start.beacon:
        pairs.append(("beacon", start.beacon.encode()))
    return joint_key(terms.game, bytes.fromhex(terms.dice.anchor), bytes.fromhex(terms.secret), pairs)


def table_secret(secret: bytes, what: What, event: str, place: Place) -> bytes:
    """Return the top of a table's ladder, or its hidden secret, that follow from the event's secret E."""
    return M(secret, what, event, u32(place.round), u32(place.table), u32(place.attempt))


def draw_slot(round_: int, attempt: int) -> str:
    """Return the slot of a round's draw."""
    return f"draw {round_}/{attempt}"


LOTS_SLOT = "lots/1"
