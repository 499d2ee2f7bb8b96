"""The referee's acts at a desk: defaults, substitutes, takebacks, ends without a result, and keys that change."""

import logging
from collections.abc import Callable, Mapping

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.matches.courtesy import Telling
from pbem.desk.matches.freezing import check_not_frozen, give_up_lost, why_frozen
from pbem.desk.matches.keeping import keep, read_secrets
from pbem.desk.matches.opening import holder, takes_kind
from pbem.desk.matches.plans import read_plans
from pbem.desk.matches.positions import current, position
from pbem.desk.people import find_player
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Player
from pbem.games.game import Seat
from pbem.referee import rulings
from pbem.referee.match import Match
from pbem.referee.plan import Plan, Source
from pbem.referee.scribe import Decided, Scribe, Secrets
from pbem.report.page import Notices

log = logging.getLogger("pbem.keys")
Rule = Callable[[Transaction, Match, Mapping[Seat, Plan], Secrets], Decided]


def _rule(desk: Desk, game: str, rule: Rule, *, is_last: bool = False) -> Match:
    with desk.store.write(game) as change:
        match = current(desk, change, game)
        if not is_last:
            check_not_frozen(desk, change, game)
        plans = read_plans(change, match)
        try:
            decided = rule(change, match, plans, read_secrets(desk, change, game))
        except rulings.RulingError as error:
            raise DeskError(str(error)) from None
        told = dict.fromkeys(match.seats, Notices())  # a ruling concerns everybody
        keep(desk, change, decided, before=match, plans=plans, telling=Telling(told))
    return desk.remember(decided.match)


def _known_seat(match: Match, seat: str) -> Seat:
    if seat not in match.seats:
        raise UsageError(f"{match.id} has no seat {seat!r}; its seats are {', '.join(match.seats)}")
    return Seat(seat)


def rule_default(desk: Desk, game: str, seats: tuple[str, ...], reason: str) -> Match:
    """Play the default move for seats that do not answer (none named: for all that are awaited)."""

    def rule(_: Transaction, match: Match, plans: Mapping[Seat, Plan], secrets: Secrets) -> Decided:
        waiting = [decision for decision in match.waiting() if not match.has_chosen(decision.seat)]
        silent = [decision for decision in waiting if not rulings.has_answered(match, decision, plans)]
        chosen = tuple(_known_seat(match, seat) for seat in seats) or tuple(decision.seat for decision in silent)
        if not chosen:
            raise rulings.RulingError("nobody is awaited")
        return rulings.play_default(match, plans, chosen, reason=reason, secrets=secrets, now=desk.now())

    return _rule(desk, game, rule)


def rule_substitute(desk: Desk, game: str, seat: str, name: str, reason: str) -> Match:
    """Give a seat to another player."""

    def rule(look: Transaction, match: Match, plans: Mapping[Seat, Plan], secrets: Secrets) -> Decided:
        player = find_player(look, name)
        if not takes_kind(match, player):
            raise rulings.RulingError(f"{match.id} takes no orders signed by the kind of key that {player.name} has")
        if any(held.name == player.name for held in match.holders.values()):
            raise rulings.RulingError(f"{player.name} plays in {match.id} already")
        newcomer = rulings.Newcomer(_known_seat(match, seat), holder(player, game, secrets))
        return rulings.substitute(match, plans, newcomer, reason=reason, secrets=secrets, now=desk.now())

    return _rule(desk, game, rule)


def rule_void(desk: Desk, game: str, reason: str) -> Match:
    """End a game without a result, even a frozen one: then the reason says what its record lacks."""

    def rule(change: Transaction, match: Match, plans: Mapping[Seat, Plan], secrets: Secrets) -> Decided:
        why = reason + give_up_lost(desk, change, game)
        return rulings.void(match, plans, reason=why, secrets=secrets, now=desk.now())

    return _rule(desk, game, rule, is_last=True)


def rule_back(desk: Desk, game: str, seq: int, reason: str) -> Match:
    """Take a game back to the state after an entry."""

    def rule(look: Transaction, match: Match, plans: Mapping[Seat, Plan], secrets: Secrets) -> Decided:
        earlier = position(desk, look, game, seq)
        return rulings.go_back(match, plans, earlier, reason=reason, secrets=secrets, now=desk.now())

    return _rule(desk, game, rule)


def record_key(desk: Desk, change: Transaction, match: Match, seat: Seat, player: Player, why: Source | str) -> bool:
    """Write a person's key into the record of a game that is not over; tells whether that was to be done.

    `why` is the old key's own signed word, or else the reason of a ruling.
    """
    secrets = read_secrets(desk, change, match.id)
    held = holder(player, match.id, secrets)
    if match.phase not in ("seating", "running") or match.holders[seat].key == held.key:
        return False
    if why_frozen(desk, change, match.id):
        log.warning("%s is frozen: %s gets a new key there when it is not", match.id, seat)
        return False
    if match.has_chosen(seat):
        log.warning("%s is bound in %s: change its key once more when it has moved", seat, match.id)
        return False
    plans = read_plans(change, match)
    try:
        decided = rulings.rekey(Scribe(match, plans, secrets, desk.now()), seat, held, why)
    except rulings.RulingError as error:
        raise DeskError(str(error)) from None
    keep(desk, change, decided, before=match, plans=plans)
    return True
