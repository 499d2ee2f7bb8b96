"""Bots at the desk. They see what their seat sees and order through the same path as people."""

from collections.abc import Callable
from random import Random

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.matches.letters.requests import Addressee, request_letter
from pbem.desk.matches.seats.watching import tell_watchers
from pbem.desk.matches.state.plans import is_kept, read_plans
from pbem.desk.matches.state.positions import current
from pbem.games.kit.bots import bot_named, bot_names
from pbem.referee.match.match import Match
from pbem.report.notice import NOTHING

Tell = Callable[[Match], None]


class Bots(Struct, frozen=True):
    """Which bots play: their kind, their seats, their own dice, and how many orders they give at most."""

    kind: str
    seats: frozenset[str]
    random: Random
    most: int


def play_bots(desk: Desk, game: str, bots: Bots, tell: Tell = lambda _match: None) -> Match:
    """Let bots answer for seats until somebody else is awaited, the game is over, or they gave enough orders.

    Who is played by a bot gets one letter in the end, not one for each of its decisions.
    """
    with desk.store.read() as look:
        match = current(desk, look, game)
        plans = read_plans(look, match)
    names = bot_names(match.game)
    if bots.kind not in names:
        raise UsageError(f"there is no bot {bots.kind!r} for {match.terms.rules.key}; there is {', '.join(names)}")
    bot = bot_named(match.game, bots.kind)
    courtesy = Courtesy(untold=bots.seats)
    begun = match.head
    # Who has answered at this head: parallel choices wait for each other.
    told = (match.head, frozenset(seat for seat, plan in plans.items() if is_kept(match, seat, plan)))
    try:
        for _ in range(bots.most):
            answered = told[1] if told[0] == match.head else frozenset()
            asked = [decision.seat for decision in match.asked_now() if decision.seat in bots.seats]
            seat = next((seat for seat in asked if seat not in answered), None)
            if seat is None:
                break
            told = (match.head, answered | {seat})
            text = match.game.write(bot(match.game.view(match.state, seat), bots.random), "en")
            name = match.holders[seat].name
            match = order(desk, game, name, text, sign="bot", courtesy=courtesy).decided.match
            tell(match)
    finally:
        if match.head != begun:
            _write_to(desk, match, bots.seats)
    return match


def _write_to(desk: Desk, match: Match, seats: frozenset[str]) -> None:
    """Ask for a letter to each seat, and to who watches, about everything since the last one."""
    with desk.store.write(match.id) as change:
        for seat in match.seats:
            if seat in seats:
                request_letter(desk, change, match, Addressee(seat, match.holders[seat].name), NOTHING)
        tell_watchers(desk, change, match)
