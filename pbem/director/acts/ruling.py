"""Acts of the director: each is an entry with its reason, and nothing is ever deleted."""

from collections.abc import Sequence

from pbem.director.clerk import Clerk, Written
from pbem.director.errors import DirectorError
from pbem.record.events.law.chance import Place


def rule_result(
    clerk: Clerk, place: Place, places: Sequence[int], points: Sequence[int] = (), *, reason: str
) -> Written:
    """Change the result of a table: places in the order of its seats, and victory points, if they are known."""
    fields = {"places": list(places), "points": list(points)}
    return _of_table(clerk, "result", place, reason, **fields)


def replay(clerk: Clerk, place: Place, *, reason: str) -> Written:
    """Let a table be played once more: what it came to so far counts for nothing."""
    return _of_table(clerk, "replay", place, reason)


def discount(clerk: Clerk, place: Place, *, reason: str) -> Written:
    """Let a table count for nothing, for good."""
    return _of_table(clerk, "discount", place, reason)


def replace_player(clerk: Clerk, place: Place, player: str, by: str, *, reason: str) -> Written:
    """Give a seat at a table to somebody who waits or has no table; to nobody (empty): the table plays without it.

    Once the game is opened, its seat has to be given to the newcomer there too, and its player must not have ordered.
    """
    seating = clerk.event.book.seating(place.round, place.table)
    if seating is not None and not by and len(seating.seats) <= clerk.event.form.least:
        raise DirectorError(f"a table takes {clerk.event.form.least} players at least")
    return _of_table(clerk, "replace", place, reason, player=player, by=by)


def _of_table(clerk: Clerk, act: str, place: Place, reason: str, **fields: object) -> Written:
    clerk.append("ruling", act=act, reason=reason, round=place.round, table=place.table, **fields)
    return clerk.written()


def penalize(clerk: Clerk, player: str, round_: int, parts: int, *, reason: str) -> Written:
    """Take 120ths of a point from a player, in a round."""
    clerk.append("ruling", act="penalty", reason=reason, player=player, round=round_, parts=parts)
    return clerk.written()


def put_out(clerk: Clerk, player: str, *, reason: str) -> Written:
    """Take a player out of the event: from the next draw on he is not drawn."""
    clerk.append("ruling", act="out", reason=reason, player=player)
    return clerk.written()


def extend(clerk: Clerk, round_: int, until: int, *, reason: str) -> Written:
    """Let a round end later."""
    clerk.append("ruling", act="extend", reason=reason, round=round_, until=until)
    return clerk.written()


def answer(clerk: Clerk, to: int, *, reason: str, said: str | None = None) -> Written:
    """Answer the appeal in an entry; `said` is what its seal is over, if it is to be laid open."""
    opens = [] if said is None else [clerk.opening(to, said)]
    clerk.append("ruling", act="answer", reason=reason, to=to, opens=opens)
    return clerk.written()


def redraw(clerk: Clerk, round_: int, *, reason: str) -> Written:
    """Let the last round be drawn again, by all that has been since; only while no table of it has a game."""
    clerk.append("ruling", act="redraw", reason=reason, round=round_)
    return clerk.written()


def cancel(clerk: Clerk, *, reason: str) -> Written:
    """Give an event up. The secret of its dice is published."""
    clerk.append("ruling", act="cancel", reason=reason, secret=clerk.secrets.event.hex())
    return clerk.written()
