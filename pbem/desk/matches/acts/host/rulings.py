"""What a host can rule of a game: defaults, substitutes, takebacks, answers, and ends without a result."""

from collections.abc import Callable, Mapping

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.matches.acts.host.caselaw import open_appeals
from pbem.desk.matches.acts.host.ruling import known_seat, rule_game
from pbem.desk.matches.seats.volunteers import why_not
from pbem.desk.matches.state.freezing import give_up_lost
from pbem.desk.matches.state.holders import holder
from pbem.desk.matches.state.positions import position
from pbem.desk.matches.state.sealed_orders import sealed_words, sheet_in
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.people.enrolled import find_player
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.record.log.chain import is_ranking
from pbem.record.log.record_words import public_appeal
from pbem.referee.acts import rulings
from pbem.referee.acts.appeals import answer, read_appeal
from pbem.referee.acts.scribe import Scribe
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match


def rule_default(
    desk: Desk,
    game: str,
    seats: tuple[str, ...],
    reason: str,
    *,
    tell: Callable[[tuple[Seat, ...]], None] = lambda _seats: None,
) -> Match:
    """Play the default move for seats that do not answer (none named: for all that are awaited); `tell` hears which."""

    def rule(_: Transaction, scribe: Scribe) -> Decided:
        chosen = tuple(known_seat(scribe.match, seat) for seat in seats) or _silent(scribe)
        if not chosen:
            raise rulings.RulingError("nobody is awaited")
        tell(chosen)
        return rulings.play_default(scribe, chosen, reason=reason)

    return rule_game(desk, game, rule)


def _silent(scribe: Scribe) -> tuple[Seat, ...]:
    """Return the seats that are awaited and have not answered."""
    match = scribe.match
    waiting = [decision for decision in match.waiting() if not match.has_chosen(decision.seat)]
    silent = [decision for decision in waiting if not rulings.has_answered(match, decision, scribe.plans)]
    return tuple(decision.seat for decision in silent)


def rule_substitute(desk: Desk, game: str, seat: str, name: str, reason: str) -> Match:
    """Give a seat to another player."""

    def rule(look: Transaction, scribe: Scribe) -> Decided:
        match = scribe.match
        player = find_player(look, name)
        chosen = known_seat(match, seat)
        if why := why_not(look, match, player, chosen):
            raise rulings.RulingError(why)
        newcomer = rulings.Newcomer(chosen, holder(player, game, read_secrets(desk, look, game)))
        return rulings.substitute(scribe, newcomer, reason=reason)

    return rule_game(desk, game, rule)


def rule_vacate(desk: Desk, game: str, seat: str, reason: str) -> Match:
    """Take a seat from its holder."""
    return rule_game(
        desk, game, lambda _, scribe: rulings.vacate(scribe, known_seat(scribe.match, seat), reason=reason)
    )


def rule_void(desk: Desk, game: str, reason: str) -> Match:
    """End a game without a result, even a frozen one: then the reason says what its record lacks."""

    def rule(change: Transaction, scribe: Scribe) -> Decided:
        return rulings.void(scribe, reason=reason + give_up_lost(desk, change, game))

    return rule_game(desk, game, rule, is_last=True)


def rule_back(desk: Desk, game: str, seq: int, reason: str) -> Match:
    """Take a game back to the state after an entry."""

    def rule(look: Transaction, scribe: Scribe) -> Decided:
        return rulings.go_back(scribe, position(desk, look, game, seq), reason=reason)

    return rule_game(desk, game, rule)


def rule_result(desk: Desk, game: str, places: Mapping[str, int], points: Mapping[str, int], reason: str) -> Match:
    """End a game by a result that is ruled: the place of every seat, and points where there are any."""

    def rule(_: Transaction, scribe: Scribe) -> Decided:
        match = scribe.match
        for seat in (*places, *points):
            known_seat(match, seat)
        if missing := [seat for seat in match.seats if seat not in places]:
            raise UsageError(f"say which place {', '.join(missing)} has: every seat has one")
        if not is_ranking(dict(places), match.seats):
            given = ", ".join(f"{seat}={places[seat]}" for seat in match.seats)
            raise UsageError(f"{given}: places begin at 1; who ties shares the better one, and the next is left out")
        result = {
            "ranks": {seat: places[seat] for seat in match.seats},
            "points": {seat: {"total": points.get(seat, 0)} for seat in match.seats},
        }
        return rulings.adjudicate(scribe, result, reason=reason)

    return rule_game(desk, game, rule)


def rule_answer(desk: Desk, game: str, number: int, reason: str) -> Match:
    """Answer the appeal in an entry; its words are laid open, unless their writer said no."""

    def rule(look: Transaction, scribe: Scribe) -> Decided:
        words = sealed_words(look, game, number)
        said = read_appeal(sheet_in(words)) if words else None
        if words is None or said is None:
            raise rulings.RulingError(f"entry {number} is no appeal; `pbem rulings {game}` lists them")
        if number not in open_appeals(look, game):
            raise rulings.RulingError(
                f"the appeal in entry {number} is answered already; `pbem rulings {game}` tells how"
            )
        is_readable = public_appeal(sheet_in(words)) is not None  # by everybody, and as a record must have it
        return answer(scribe, number, words if is_readable else None, reason=reason)

    return rule_game(desk, game, rule)
