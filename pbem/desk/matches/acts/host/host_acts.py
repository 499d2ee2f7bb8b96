"""What a host can do to a game: one row for each act, from which its command is made.

A new act is a row here, its way in `ways`, its rule in `referee/acts/rulings` and its phrase `ruling_<name>`.
Nothing else is imported with the rows: commands are made from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.act_rows import ActRow, Detail

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbem.referee.match.match import Match


def _is_as_before(before: Match, after: Match, _seat: str) -> bool:
    return before.head == after.head


def _is_still_held(_before: Match, after: Match, seat: str) -> bool:
    return seat not in after.vacant


class HostAct(ActRow, frozen=True, kw_only=True):
    """What a host can do to a game. `done` can name what was given, and `chosen`, `holder`, `last` and `size` besides.

    Everybody at the table is told, unless others choose at the same time: then it is kept until all have chosen, and
    nobody but the seat may know.
    """

    kept: str = ""  # what is said instead, where it is kept
    is_kept: Callable[[Match, Match, str], bool] = _is_as_before  # by the game before and after, and the seat
    names_seats: bool = False  # whether it finds seats where none are given
    has_reason: bool = True
    is_shown: bool = True  # whether it is said who is awaited now


_SEAT = Detail("seat")

default = HostAct(
    "default",
    "Rule that the game's own default is played for a seat. For somebody who does not answer.",
    "the rules played for {chosen}",
    (Detail("seats", "texts", "SEAT", "--seat", "A seat to play for; if none, all that have not answered."),),
    names_seats=True,
    kept="the rules play for {chosen} as soon as all have chosen; the others do not know",
)
substitute = HostAct(
    "substitute",
    "Rule that SEAT is played by NAME from now on.",
    "{holder} plays {seat} from now on",
    (_SEAT, Detail("name")),
)
vacate = HostAct(
    "vacate",
    """Rule that nobody plays SEAT any more: the rules' default plays it on.

    While others choose at the same time it is kept until all have chosen.
    """,
    "nobody plays {seat} any more",
    (_SEAT,),
    kept="kept until all have chosen",
    is_kept=_is_still_held,
)
pause = HostAct(
    "pause",
    "Rule that all clocks of a game stand still. Orders are still taken.",
    "the clocks stand still{until}",
    (Detail("until", "text", "TIME", "--until", "When the clocks run again; if not given, by `resume`.", reads="end"),),
    is_shown=False,
)
resume = HostAct("resume", "Rule that the clocks of a paused game run again.", "the clocks run again", is_shown=False)
extend = HostAct(
    "extend",
    """Rule that SEAT has until TIME for what it is asked now, such as '2026-12-20 18:00'.

    The time is that of `zone` under [clock] in pbem.toml, unless it says otherwise (`2026-12-20T18:00+01:00`).
    """,
    "{seat} has until {due}",
    (_SEAT, Detail("due", shown="TIME", reads="instant")),
    is_shown=False,
)
back = HostAct(
    "back",
    "Rule that the game goes back to the state after ENTRY. Nothing is deleted; dice stay as they fell.",
    "went back to the state after entry {seq}; the record grows on from entry {size}",
    (Detail("seq", "number", "ENTRY"),),
)
result = HostAct(
    "result",
    "Rule how a game ends. Seats that tie share the better place, and the next one is left out.",
    "ended by ruling at entry {last}",
    (
        Detail("places", "texts", "SEAT=N", "--place", "The place of a seat; one for each.", reads="places"),
        Detail("points", "texts", "SEAT=N", "--points", "The points of a seat; none if not given.", reads="points"),
    ),
)
void = HostAct(
    "void",
    "Rule that a game ends without a result.",
    "ended without a result at entry {last}; nobody is awaited any more",
    is_shown=False,
)
thaw = HostAct(
    "thaw",
    """Let a frozen game go on by your word that its record lacks nothing.

    All plans are dropped, and everybody is asked anew. Not while the record lacks a head that the referee has signed:
    then import what is missing, or declare the game void.
    """,
    "goes on from entry {last}; everybody is told",
    has_reason=False,
)
answer = HostAct(
    "answer",
    "Answer the appeal in ENTRY. Its words are laid open, unless their writer wrote `private`.",
    "the appeal is answered in entry {last}",
    (Detail("number", "number", "ENTRY"),),
    is_shown=False,
)

ACTS = {act.name: act for act in (default, substitute, vacate, pause, resume, extend, back, result, void, thaw, answer)}
