"""The referee's acts at a desk: defaults, substitutes, takebacks, ends without a result, and keys that change."""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.matches.acts.caselaw import open_appeals
from pbem.desk.matches.acts.consent import sealed_words, sheet_in
from pbem.desk.matches.acts.host_acts import HostAct
from pbem.desk.matches.acts.settling import settled
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.letters.reply_policy import Telling
from pbem.desk.matches.seats.seating import moment
from pbem.desk.matches.seats.volunteers import why_not
from pbem.desk.matches.state.freezing import check_not_frozen, give_up_lost, why_frozen
from pbem.desk.matches.state.holders import holder
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.positions import position
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.people.enrolled import find_player
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.time_texts import read_zone, written
from pbem.games.game import Seat
from pbem.record.log.chain import is_ranking
from pbem.record.log.record_words import public_appeal
from pbem.referee.acts import rulings
from pbem.referee.acts.appeals import answer, read_appeal
from pbem.referee.acts.scribe import Decided, Scribe
from pbem.referee.language.plan import Source
from pbem.referee.match.match import Match
from pbem.report.notice import NOTHING

log = logging.getLogger("pbem.keys")
Rule = Callable[[Transaction, Scribe], Decided]


def _rule(desk: Desk, game: str, rule: Rule, *, is_last: bool = False) -> Match:
    with desk.store.write(game) as change:
        if not is_last:
            check_not_frozen(desk, change, game)
        match = settled(desk, change, game, desk.now())
        plans = read_plans(change, match)
        scribe = Scribe(match, plans, read_secrets(desk, change, game), desk.now())
        try:
            decided = rule(change, scribe)
        except rulings.RulingError as error:
            raise DeskError(str(error)) from None
        # A ruling concerns everybody; of one that is kept aside nobody else may know.
        told = dict.fromkeys(match.seats, NOTHING) if decided.entries else {}
        keep(desk, change, decided, before=match, plans=plans, telling=Telling(told))
    return desk.remember(decided.match)


def known_seat(match: Match, seat: str) -> Seat:
    """Return a seat of a match; UsageError if there is none of that name."""
    if seat not in match.seats:
        raise UsageError(f"{match.id} has no seat {seat!r}; its seats are {', '.join(match.seats)}")
    return Seat(seat)


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

    return _rule(desk, game, rule)


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

    return _rule(desk, game, rule)


def rule_vacate(desk: Desk, game: str, seat: str, reason: str) -> Match:
    """Take a seat from its holder."""
    return _rule(desk, game, lambda _, scribe: rulings.vacate(scribe, known_seat(scribe.match, seat), reason=reason))


def rule_void(desk: Desk, game: str, reason: str) -> Match:
    """End a game without a result, even a frozen one: then the reason says what its record lacks."""

    def rule(change: Transaction, scribe: Scribe) -> Decided:
        return rulings.void(scribe, reason=reason + give_up_lost(desk, change, game))

    return _rule(desk, game, rule, is_last=True)


def rule_back(desk: Desk, game: str, seq: int, reason: str) -> Match:
    """Take a game back to the state after an entry."""

    def rule(look: Transaction, scribe: Scribe) -> Decided:
        return rulings.go_back(scribe, position(desk, look, game, seq), reason=reason)

    return _rule(desk, game, rule)


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

    return _rule(desk, game, rule)


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

    return _rule(desk, game, rule)


def rule_time(desk: Desk, game: str, reason: str, **fields: Any) -> Match:
    """Pause or resume the clocks of a game, or extend what a seat has; `fields` are those of the ruling."""

    def rule(_: Transaction, scribe: Scribe) -> Decided:
        if "seat" in fields:
            known_seat(scribe.match, fields["seat"])
            _check_later(scribe.match, fields["seat"], fields["due"])
        return rulings.about_time(scribe, reason=reason, **fields)

    return _rule(desk, game, rule)


def _check_later(match: Match, seat: str, due: int) -> None:
    """Refuse to extend what a seat has to less than it has, and say so by the zone of the game."""
    now = match.clocks.due(seat) if match.clocks else None
    if match.clocks and now is not None and due <= now:
        until = written(now, read_zone(match.clocks.pace.zone))
        raise rulings.RulingError(f"{seat} has until {until} already: name a later time")


_WAYS: Mapping[str, Callable[..., Match]] = {
    "answer": rule_answer,
    "back": rule_back,
    "default": rule_default,
    "extend": partial(rule_time, act="extend"),
    "pause": partial(rule_time, act="pause"),
    "result": rule_result,
    "resume": partial(rule_time, act="resume"),
    "substitute": rule_substitute,
    "vacate": rule_vacate,
    "void": rule_void,
}


def carry_out(desk: Desk, game: str, act: HostAct, given: Mapping[str, Any], reason: str) -> Match:
    """Rule what an act says with what its details are; DeskError if it cannot be done now."""
    return _WAYS[act.name](desk, game, **given, reason=reason)


def record_key(  # noqa: PLR0913 - whose key, where, why and when
    desk: Desk, change: Transaction, match: Match, seat: Seat, player: Member, why: Source | str, *, at: int
) -> bool:
    """Write a person's key into the record of a game that is not over; tells whether that was to be done.

    `why` is the old key's own signed word, or else the reason of a ruling; `at` is when that came.
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
        decided = rulings.rekey(Scribe(match, plans, secrets, moment(desk, match, at)), seat, held, why)
    except rulings.RulingError as error:
        raise DeskError(str(error)) from None
    keep(desk, change, decided, before=match, plans=plans)
    return True
