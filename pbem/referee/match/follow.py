"""Following a record: each entry carries a match one step on. The same fold rebuilds positions and audits the rules."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from pbem.games.game import Decision, Happening, Seat, Unread
from pbem.record.dice.chance import Replayer
from pbem.record.dice.fair import game_key
from pbem.record.errors import IntegrityError
from pbem.record.log import kinds
from pbem.record.log.entry import Entry
from pbem.referee.match.match import (
    Holder,
    Match,
    asks_of,
    begun_by,
    position_digest,
    result_of,
    taken_back,
    taken_over,
)

Past = Callable[[int], Match]

_IN_PLAY = ("back", "play", "result")


class Following(Struct, frozen=True):
    """What a follower is given: the hidden secret h, the texts of sealed moves, states to go back to, how strict it is.

    A strict follower checks every move by the law and every position; a quick one trusts what was checked before.
    """

    past: Past
    hidden: bytes | None = None
    opened: Callable[[int], str | None] = lambda _seq: None
    is_strict: bool = True


class Followed(Struct, frozen=True):
    """The match after an entry, what happened in it, and which decks it drew from."""

    match: Match
    happenings: tuple[Happening, ...] = ()
    decks: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}  # cards and order of the decks looked into
    move: Any = None  # the move it was, if it was one


def begin(entry: Entry) -> Match:
    """Return the match that an `open` entry begins."""
    if not isinstance(entry.content, kinds.Open):
        raise IntegrityError(entry.seq, "rules", "a record begins with `open`")
    return begun_by(entry.content, entry.head)


def follow(match: Match, entry: Entry, way: Following) -> Followed:
    """Carry a match one entry on; IntegrityError where the rules or the referee's duties are broken."""
    if match.phase in ("over", "void"):
        raise IntegrityError(entry.seq, "rules", f"the game was {match.phase} before this entry")
    if way.is_strict and match.hosting and (why := match.hosting.objection(entry.content)):
        raise IntegrityError(entry.seq, "rules", why)
    followed = _STEPS[type(entry.content)](match, entry, way)
    return replace(followed, match=followed.match.written(entry))


def _open(_match: Match, entry: Entry, _way: Following) -> Followed:
    raise IntegrityError(entry.seq, "rules", "a game is opened once")


def _seat(match: Match, entry: Entry, _way: Following) -> Followed:
    content: Any = entry.content
    _known_seat(match, entry, content.seat)
    holder = Holder(content.name, content.key, content.luck)
    return Followed(replace(match, holders={**match.holders, Seat(content.seat): holder}))


def _start(match: Match, entry: Entry, way: Following) -> Followed:
    content: Any = entry.content
    is_full = all(seat in match.holders and match.holders[seat].name for seat in match.seats)
    if match.phase != "seating" or not is_full:
        raise IntegrityError(entry.seq, "rules", "a game starts once, when every seat is taken")
    if way.is_strict:
        _check_terms(match)
    key = game_key(match.terms, content.luck)
    chance = Replayer(match.id, key, seq=entry.seq, chance=content.chance, hidden=way.hidden)
    step = match.game.setup(seats=match.seats, options=match.terms.options, table=match.terms.table, chance=chance)
    chance.finish()
    started = replace(_rolled(match, content), phase="running", state=step.state, key=key)
    _check_position(started, entry, way)
    _check_asks(started, entry, way)
    return Followed(started, step.happenings, chance.decks)


def _check_terms(match: Match) -> None:
    terms = match.terms
    for fault in match.game.faults(seats=match.seats, options=terms.options, table=terms.table):
        raise IntegrityError(terms.seq, "rules", f"the game cannot be opened like this: {fault}")


def _order(match: Match, entry: Entry, _way: Following) -> Followed:
    content: Any = entry.content
    _known_seat(match, entry, content.seat)
    return Followed(match)


def _move(match: Match, entry: Entry, way: Following) -> Followed:
    content: Any = entry.content
    decision = match.decision_of(content.seat)
    if decision is None:
        raise IntegrityError(entry.seq, "rules", f"nothing was asked of {content.seat}")
    text = way.opened(entry.seq) if content.text is UNSET else content.text
    if text is None:
        raise IntegrityError(entry.seq, "seals", "the sealed move is not opened")
    move = _read_move(match, entry, decision, text, way)
    chance = Replayer(match.id, match.key, seq=entry.seq, chance=content.chance, hidden=way.hidden)
    step = match.game.play(match.state, decision.seat, move, chance)
    chance.finish()
    turns = {**match.turns, decision.seat: decision.turn}
    moved = replace(_rolled(match, content), state=step.state, turns=turns)
    _check_position(moved, entry, way)
    _check_asks(moved, entry, way)
    return Followed(moved, step.happenings, chance.decks, move)


def _read_move(match: Match, entry: Entry, decision: Decision, text: str, way: Following) -> Any:
    game, content = match.game, entry.content
    view = game.view(match.state, decision.seat)
    move = game.parse(view, text)
    if isinstance(move, Unread):
        raise IntegrityError(entry.seq, "rules", f"{text!r} is not an order of this game")
    if not way.is_strict:
        return move
    if game.write(move, "en") != text:
        raise IntegrityError(entry.seq, "rules", f"{text!r} is not the canonical text of the move")
    if refusal := game.check(view, move):
        raise IntegrityError(entry.seq, "rules", f"illegal move {text!r}: {game.say(refusal.saying, 'en')}")
    if game.resolve(view, move) != move:
        raise IntegrityError(entry.seq, "rules", f"{text!r} leaves to the rules what it came to")
    if decision.private != (getattr(content, "text", UNSET) is UNSET):
        raise IntegrityError(entry.seq, "rules", "just the moves of private decisions are sealed")
    _check_cause(match, entry, decision, move)
    return move


def _check_cause(match: Match, entry: Entry, decision: Decision, move: Any) -> None:
    cause = getattr(entry.content, "cause", None)
    view = match.game.view(match.state, decision.seat)
    if cause == "forced" and (decision.forced is None or move != match.game.resolve(view, decision.forced)):
        raise IntegrityError(entry.seq, "rules", "the move was not forced")
    if cause not in ("default", "late", "ruling"):
        return
    if move != match.game.resolve(view, match.game.default(view)):
        raise IntegrityError(entry.seq, "rules", "the move is not the rules' default")
    if cause == "default" and decision.ask and decision.seat not in match.vacant:
        raise IntegrityError(entry.seq, "rules", f"{decision.seat} was to be asked, no default is played")


def _ruling(match: Match, entry: Entry, way: Following) -> Followed:
    content: Any = entry.content
    if content.act == "void":
        return Followed(replace(match, phase="void"))
    if content.seat is not UNSET:
        _known_seat(match, entry, content.seat)
    if content.act in _IN_PLAY and match.phase != "running":
        raise IntegrityError(entry.seq, "rules", f"the game is not running, there is nothing to {content.act}")
    followed = _RULED.get(content.act, _noted)(match, entry, way)
    if content.asks is not UNSET:
        _check_asks(followed.match, entry, way)
    return followed


def _noted(match: Match, _entry: Entry, _way: Following) -> Followed:
    return Followed(match)


def _ruled_back(match: Match, entry: Entry, way: Following) -> Followed:
    return Followed(taken_back(match, _earlier(entry, entry.body["to"], way)))


def _ruled_vacant(match: Match, entry: Entry, _way: Following) -> Followed:
    seat = Seat(entry.body["seat"])
    if match.phase == "seating":
        return Followed(match)  # somebody who had joined thought better of it, and the seat is free again
    step = match.game.vacate(match.state, seat)
    return Followed(replace(match, state=step.state, vacant=match.vacant | {seat}), step.happenings)


def _ruled_seat(match: Match, entry: Entry, _way: Following) -> Followed:
    return Followed(*taken_over(match, Seat(entry.body["seat"])))


def _ruled_result(match: Match, entry: Entry, _way: Following) -> Followed:
    return Followed(replace(match, ruled=entry.body["result"]))


_RULED: dict[str, Callable[[Match, Entry, Following], Followed]] = {
    "back": _ruled_back,
    "vacate": _ruled_vacant,
    "substitute": _ruled_seat,
    "result": _ruled_result,
}


def _earlier(entry: Entry, to: int, way: Following) -> Match:
    earlier = way.past(to) if to < entry.seq else None
    if earlier is None or earlier.phase != "running":
        raise IntegrityError(entry.seq, "rules", f"there is no going back to entry {to}")
    return earlier


def _close(match: Match, entry: Entry, way: Following) -> Followed:
    content: Any = entry.content
    is_ended = match.ruled is not None or not match.waiting()
    if match.phase != "running" or not is_ended:
        raise IntegrityError(entry.seq, "rules", "the game was closed before its end")
    if way.is_strict and content.result != (result_of(match) if match.ruled is None else match.ruled):
        raise IntegrityError(entry.seq, "result", "the result is not what the rules give")
    return Followed(replace(match, phase="over"))


def _known_seat(match: Match, entry: Entry, seat: str) -> None:
    if seat not in match.seats:
        raise IntegrityError(entry.seq, "rules", f"there is no seat {seat!r}")


def _rolled(match: Match, content: Any) -> Match:
    """Note the slots that an entry rolled."""
    if not content.chance:
        return match
    return replace(match, used={**match.used, **{roll.slot: roll.j for roll in content.chance}})


def _check_position(match: Match, entry: Entry, way: Following) -> None:
    if way.is_strict and entry.body["position"] != position_digest(match.game, match.state):
        raise IntegrityError(entry.seq, "position", "the position digest is not that of the position")


def _check_asks(match: Match, entry: Entry, way: Following) -> None:
    if way.is_strict and entry.body["asks"] != asks_of(match):
        raise IntegrityError(entry.seq, "rules", "`asks` does not name those whom the rules wait for")


def _clock(match: Match, entry: Entry, _way: Following) -> Followed:
    content: Any = entry.content
    if match.clocks is None:
        raise IntegrityError(entry.seq, "rules", "there is no pace, and so no clock")
    if content.seat:
        _known_seat(match, entry, content.seat)
    return Followed(match)


_STEPS: dict[type, Callable[[Match, Entry, Following], Followed]] = {
    kinds.Open: _open,
    kinds.Seat: _seat,
    kinds.Start: _start,
    kinds.Order: _order,
    kinds.Move: _move,
    kinds.Clock: _clock,
    kinds.Ruling: _ruling,
    kinds.Close: _close,
}
