"""Takebacks by consent: `undo` asks everybody else who plays, `agree N` consents, and the last consent brings it about.

What was rolled and dealt stays as it fell, so nobody gains new dice. What others chose in secret cannot be unseen:
where such a thing was laid open since, only the host can rule.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from pbem.games.game import AnyGame, Seat
from pbem.record.law.references import LAPSES
from pbem.record.log.kinds import Content, Move
from pbem.referee.acts.rulings import go_back
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.submit import Refused, Submission, source_of
from pbem.referee.language.phrases import AGREED, say
from pbem.referee.language.problem import Problem
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match, Request


class Past(Struct, frozen=True):
    """The past of a match, as far as a takeback needs it."""

    match_at: Callable[[int], Match]
    contents: Callable[[int], Sequence[Content]]  # of all entries from one on


def ask_back(scribe: Scribe, submission: Submission, past: Past) -> Decided | Refused:
    """Ask the others to take back what a seat ordered in its last turn; without others it is done at once."""
    seat, match = submission.seat, scribe.match
    if why := _why_not(match, seat, past):
        return _refuse(submission, why)
    word = scribe.order(seat, source_of(submission), "undo")
    if not _others(match, seat):
        return go_back(scribe, past.match_at(_target(match, seat)), reason=AGREED, by=(word,))
    return scribe.decided()


def refuse_kept(submission: Submission, word: str) -> Refused:
    """Say that a choice which waits for others was not played, and by which word it is dropped."""
    return _refuse(submission, "undo_kept", word=word)


def agree(scribe: Scribe, submission: Submission, number: int | None, past: Past) -> Decided | Refused:
    """Consent to a takeback; the last consent brings it about. Without a number it is told how that is written."""
    seat, match = submission.seat, scribe.match
    if number is None:
        return _refuse(submission, "agree_form")
    request = match.request
    if match.phase != "running" or request is None or request.seq != number:
        return _refuse(submission, "agree_nothing", number=number)
    if submission.came > request.at + LAPSES:
        return _refuse(submission, "agree_late", number=number)
    if seat == request.seat or seat in request.agreed:
        return _refuse(submission, "agree_twice", number=number)
    scribe.order(seat, source_of(submission), "agree")
    asked = scribe.match.request
    if asked is None or set(asked.agreed) != set(_others(match, asked.seat)):
        return scribe.decided()
    earlier = past.match_at(_target(match, asked.seat))
    return go_back(scribe, earlier, reason=AGREED, by=(asked.seq, *asked.agreed.values()))


def learned_since(match: Match, request: Request, past: Past) -> tuple[Match, int]:
    """Return the match that a takeback would lead to, and after which entry that was."""
    target = _target(match, request.seat)
    return past.match_at(target), target


def _others(match: Match, seat: Seat) -> list[Seat]:
    """Return who must agree: everybody else who holds a seat."""
    return [other for other in match.seats if other != seat and match.holders[other].name]


def _target(match: Match, seat: Seat) -> int:
    return match.ordered[seat].seq - 1


def _why_not(match: Match, seat: Seat, past: Past) -> str | None:
    """Return the key of what forbids a seat to ask for a takeback now, or None."""
    if match.phase != "running":
        return f"closed_{match.phase}"
    ordered = match.ordered.get(seat)
    if ordered is None or ordered.turn != match.turns.get(seat) or ordered.is_spread:
        return "undo_turn"
    if match.request is not None:
        return "undo_asked"
    if match.asked_back.get(seat) == ordered.turn:
        return "undo_again"
    if _is_laid_open(match, seat, past):
        return "undo_laid_open"
    return None


def _is_laid_open(match: Match, seat: Seat, past: Past) -> bool:
    """Tell whether something was laid open since that nobody can unsee: what others chose at once, or kept secret."""
    target = _target(match, seat)
    earlier = past.match_at(target)
    if len(earlier.waiting()) > 1:
        return True
    together = False  # whether several were asked when an entry came
    for content in past.contents(target + 1):
        if isinstance(content, Move) and content.seat != seat and together:
            return True
        asks = getattr(content, "asks", None)
        together = len(asks) > 1 if isinstance(asks, tuple) else together
    others = (other for other in match.seats if other != seat)
    return any(_own(match.game, match.state, other) != _own(match.game, earlier.state, other) for other in others)


def _own(game: AnyGame, state: Any, seat: Seat) -> dict[str, Any]:
    """Return what a seat knows alone, by the fields of its view."""
    view, public = game.view(state, seat), game.view(state, None)
    fields = ((name, getattr(view, name)) for name in view.__struct_fields__)
    return {name: value for name, value in fields if value != getattr(public, name)}


def _refuse(submission: Submission, key: str, **places: object) -> Refused:
    return Refused((Problem(0, say(key, submission.language, **places)),))
