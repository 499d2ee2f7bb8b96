"""Acts of the director, a row each: an act becomes an entry with its reason, and nothing is ever deleted.

A new act is a row here, its phrase `event_ruled_<name>` if somebody is told, and its rule in `record/events/law`.
Nothing else is imported with the rows: commands are made from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pbem.act_rows import ActRow, Detail
from pbem.tournament.director.errors import DirectorError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbem.tournament.director.clerk import Clerk, Written

Fields = dict[str, Any]
Tells = Literal["nobody", "player", "table", "appealing", "everybody"]


def _as_given(_clerk: Clerk, given: Fields) -> Fields:
    """Return the fields of a ruling that says just what its act was given."""
    return given


class DirectorAct(ActRow, frozen=True, kw_only=True):
    """What a director can do to an event. Called with a clerk and its values, in their order, it is written down."""

    takes: tuple[str, ...] = ()  # the values of the ruling; a `place` is its round and table
    tells: Tells = "nobody"  # who gets a letter; everybody: one of its own
    is_leaving: bool = False  # whether it is said what becomes of a player who leaves
    has_result: bool = False  # whether it is said what the table came to
    looks_at: Literal["", "mail", "games"] = ""  # what is brought up to date first
    complete: Callable[[Clerk, Fields], Fields] = _as_given

    def __call__(self, clerk: Clerk, *values: Any, reason: str, **named: Any) -> Written:
        """Write the act down; DirectorError if it cannot be done now."""
        given = dict(zip(self.takes, values, strict=False)) | named
        if place := given.pop("place", None):
            given |= {"round": place.round, "table": place.table}
        clerk.append("ruling", act=self.name, reason=reason, **self.complete(clerk, given))
        return clerk.written()


def _result(_clerk: Clerk, given: Fields) -> Fields:
    """Return places in the order of the table's seats, and victory points, if they are known."""
    return given | {"places": list(given["places"]), "points": list(given.get("points", ()))}


def _seat_of(clerk: Clerk, given: Fields) -> Fields:
    """Return who has a seat now; nobody (empty) only where those who stay are enough for a table."""
    event = clerk.event
    seating = event.book.seating(given["round"], given["table"])
    if seating is not None and not given["by"] and len(seating.seats) <= event.form.least:
        raise DirectorError(f"a table takes {event.form.least} players at least")
    return given


def _answered(clerk: Clerk, given: Fields) -> Fields:
    """Return an answer to the appeal in an entry; `said` is what its seal is over, if it is to be laid open."""
    said = given.get("said")
    opens = [] if said is None else [clerk.opening(given["to"], said)]
    return {"to": given["to"], "opens": opens}


def _given_up(clerk: Clerk, given: Fields) -> Fields:
    """Return the end of an event. The secret of its dice is published."""
    return given | {"secret": clerk.secrets.event.hex()}


_TABLE = Detail("place", shown="ROUND.TABLE", reads="table")
_PLAYER = Detail("player")
_ROUND = Detail("round", "round", shown="ROUND")

rule_result = DirectorAct(
    "result",
    "Change the result of a table. A game that is not over is ended with `pbem game result`.",
    "table {place} has another result",
    (
        _TABLE,
        Detail("places", "texts", "NAME=N", "--place", "The place of a player; one for each."),
        Detail("points", "texts", "NAME=N", "--points", "The victory points of a player; for all, or none."),
    ),
    takes=("place", "places", "points"),
    tells="table",
    has_result=True,
    complete=_result,
)
replay = DirectorAct(
    "replay",
    "Let a table be played once more: what it came to so far counts for nothing. `start` opens the game.",
    "table {place} is played again; `pbem tournament start {id}` opens its game",
    (_TABLE,),
    takes=("place",),
    tells="table",
)
discount = DirectorAct(
    "discount",
    "Let a table count for nothing, for good.",
    "table {place} does not count",
    (_TABLE,),
    takes=("place",),
    tells="table",
)
# Once its game is opened, the seat has to be given to the newcomer there too, and its player must not have ordered.
replace_player = DirectorAct(
    "replace",
    """Give PLAYER's seat at a table to BY, who waits or has no table; without BY, the table starts short.

    Mail that waits is read first: nobody is replaced whose orders lie in the inbox.
    """,
    "{by} has the seat of {player} at table {place}",
    (_TABLE, _PLAYER, Detail("by", shown="[BY]", reads="name", absent="nobody")),
    takes=("place", "player", "by"),
    looks_at="mail",
    complete=_seat_of,
)
penalize = DirectorAct(
    "penalty",
    "Take POINTS, such as 1 or 1/2, from PLAYER in a round.",
    "{player} loses {points} in round {round}",
    (_PLAYER, _ROUND, Detail("points", shown="POINTS", reads="parts")),
    takes=("player", "round", "parts"),  # of a point, in 120ths
    tells="player",
)
put_out = DirectorAct(
    "out",
    "Take PLAYER out of the event; it is told what becomes of his games, and of the next draw.",
    "{player} is out",
    (_PLAYER,),
    takes=("player",),
    tells="player",
    is_leaving=True,
)
answer = DirectorAct(
    "answer",
    "Answer the appeal in ENTRY. Its words are laid open, unless you say --private.",
    "the appeal in entry {seq} is answered",
    (
        Detail("seq", "number", "ENTRY"),
        Detail("is_private", "flag", option="--private", help="Do not lay open what was said."),
    ),
    takes=("to", "said"),
    tells="appealing",
    complete=_answered,
)
redraw = DirectorAct(
    "redraw",
    "Let the last round be drawn again, by other chance; only while none of its tables has a game.",
    "round {round} can be drawn again",
    (_ROUND,),
    takes=("round",),
)
cancel = DirectorAct(
    "cancel",
    """Give the event up; everybody in it is told.

    The secret of its dice is published, so games that are open are to be ended first.
    """,
    "given up; `pbem tournament standings {id}` shows how it stood",
    tells="everybody",
    looks_at="games",
    complete=_given_up,
)
extend = DirectorAct(
    "extend",
    "Let a round end later, at TIME such as '2026-12-20 18:00'.",
    "round {round} ends {until}",
    (_ROUND, Detail("until", shown="TIME", reads="instant")),
    takes=("round", "until"),
)

ACTS = {
    act.name: act
    for act in (rule_result, replay, discount, replace_player, penalize, put_out, answer, redraw, cancel, extend)
}
