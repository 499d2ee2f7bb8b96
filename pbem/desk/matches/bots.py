"""Bots at the desk. They see what their seat sees and order through the same path as people."""

from collections.abc import Callable, Collection
from random import Random

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.matches.acting import order
from pbem.desk.matches.plans import is_kept, read_plans
from pbem.desk.matches.positions import current
from pbem.desk.matches.requests import request_letter
from pbem.games.bots import bot_named, bot_names
from pbem.referee.match import Match
from pbem.report.page import Notices

Tell = Callable[[Match], None]


def play_bots(  # noqa: PLR0913 - which bots play what, how long, and who hears of it
    desk: Desk, game: str, *, kind: str, seats: Collection[str], random: Random, most: int, tell: Tell
) -> Match:
    """Let bots answer for seats until somebody else is awaited, the game is over, or `most` orders were given.

    Who is played by a bot gets one letter in the end, not one for each of its decisions.
    """
    with desk.store.read() as look:
        match = current(desk, look, game)
        plans = read_plans(look, match)
    if kind not in bot_names(match.game):
        raise UsageError(
            f"there is no bot {kind!r} for {match.terms.rules.key}; there is {', '.join(bot_names(match.game))}"
        )
    bot = bot_named(match.game, kind)
    begun = match.head
    # Who has answered at this head: parallel choices wait for each other.
    told = (match.head, frozenset(seat for seat, plan in plans.items() if is_kept(match, seat, plan)))
    try:
        for _ in range(most):
            answered = told[1] if told[0] == match.head else frozenset()
            asked = [decision.seat for decision in match.waiting() if decision.seat in seats]
            seat = next((seat for seat in asked if seat not in answered), None)
            if seat is None:
                break
            told = (match.head, answered | {seat})
            text = match.game.write(bot(match.game.view(match.state, seat), random), "en")
            match = order(desk, game, match.holders[seat].name, text, sign="bot", untold=seats).decided.match
            tell(match)
    finally:
        if match.head != begun:
            _write_to(desk, match, seats)
    return match


def _write_to(desk: Desk, match: Match, seats: Collection[str]) -> None:
    """Ask for a letter to each seat about everything since its last one."""
    with desk.store.write() as change:
        for seat in match.seats:
            if seat in seats:
                request_letter(desk, change, match, seat=seat, name=match.holders[seat].name, notices=Notices())
