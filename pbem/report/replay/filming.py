"""Filming a game: every step drawn through every eye, in every language and width; and what each seat knew besides."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec import Struct

from pbem.games.game import LANGUAGES, NARROW, WIDE, AnyGame, Drawing, Look, Seat
from pbem.report.replay.reel import Packed, Reel
from pbem.report.replay.story import Step

WIDTHS = (WIDE, NARROW)
PUBLIC = ""  # the eye of everybody


class Film(Struct, frozen=True):
    """The drawings of a game: through whose eyes, packed; all parts that they use; and the last one as it stands."""

    eyes: tuple[str, ...]
    packed: Packed
    parts: dict[str, str]
    last: Drawing


class Known(Struct, frozen=True):
    """What a seat knew besides what everybody did, from a step on: the lines of its text board, by language."""

    step: int
    seat: str
    lines: dict[str, tuple[str, ...]]


def film(steps: Sequence[Step], names: Mapping[str, str]) -> Film:
    """Draw all steps. What changed since the step before is marked, as the same eye saw it."""
    match = steps[-1].match
    eyes = (PUBLIC, *match.seats) if match.game.has_secrets else (PUBLIC,)
    reel = Reel(widths=WIDTHS, languages=LANGUAGES, eyes=eyes)
    parts: dict[str, str] = {}
    last = Drawing("")
    called = {Seat(seat): name for seat, name in names.items()}
    views = {eye: [match.game.view(step.match.state, Seat(eye) if eye else None) for step in steps] for eye in eyes}
    for width, language, eye in product(WIDTHS, LANGUAGES, eyes):
        for drawing in _drawn(match.game, views[eye], Look(language, width, called)):
            reel.add(drawing.svg, width=width, language=language, eye=eye)
            if not drawing.parts.keys() <= parts.keys():
                parts |= drawing.parts
            if (width, language, eye) == (NARROW, LANGUAGES[0], PUBLIC):
                last = drawing
    return Film(eyes, reel.packed(), parts, last)


def _drawn(game: AnyGame, views: Sequence[Any], look: Look[Any]) -> Iterator[Drawing]:
    before = None
    for view in views:
        yield game.draw(view, Look(look.language, look.width, look.names, before))
        before = view


def known_alone(steps: Sequence[Step]) -> Iterator[Known]:
    """Yield what each seat knew besides, wherever that changes."""
    match = steps[-1].match
    if not match.game.has_secrets:
        return
    told: dict[Seat, tuple[str, ...]] = {}
    for number, step in enumerate(steps):
        everybody = _lines(match.game, step.match.state, None, LANGUAGES[0])
        for seat in match.seats:
            lines = _besides(everybody, _lines(match.game, step.match.state, seat, LANGUAGES[0]))
            if told.get(seat, ()) != lines:
                told[seat] = lines
                yield Known(number, seat, {language: _known(step, seat, language) for language in LANGUAGES})


def _known(step: Step, seat: Seat, language: str) -> tuple[str, ...]:
    game, state = step.match.game, step.match.state
    return _besides(_lines(game, state, None, language), _lines(game, state, seat, language))


def _lines(game: AnyGame, state: Any, seat: Seat | None, language: str) -> list[str]:
    return [line.strip() for line in game.board(game.view(state, seat), language).splitlines()]


def _besides(everybody: list[str], own: list[str]) -> tuple[str, ...]:
    known = set(everybody)
    return tuple(line for line in own if line and line not in known)
