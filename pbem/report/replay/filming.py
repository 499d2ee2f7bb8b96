"""Filming a game: every step drawn through every eye, in every language and width; and what each seat knew besides."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec import Struct

from pbem.games.game import LANGUAGES, NARROW, WIDE, AnyGame, Drawing, Look, Seat
from pbem.report.replay.reel import Reel
from pbem.report.replay.story import Step

WIDTHS = (WIDE, NARROW)
PUBLIC = ""  # the eye of everybody
_FIRST = (WIDTHS[0], LANGUAGES[0])


class Film(Struct, frozen=True):
    """The drawings of a game: through whose eyes, on a reel; all parts that they use; and the last one as it stands."""

    eyes: tuple[str, ...]
    reel: Reel
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
    camera = _Camera(match.game, {Seat(seat): name for seat, name in names.items()})
    views = {eye: [match.game.view(step.match.state, Seat(eye) if eye else None) for step in steps] for eye in eyes}
    for width, language, eye in product(WIDTHS, LANGUAGES, eyes):
        for number in range(len(steps)):
            svg = camera.take(views[eye], number, eye=eye, width=width, language=language)
            reel.add(svg, width=width, language=language, eye=eye)
    last = match.game.draw(views[PUBLIC][-1], camera.look(NARROW, LANGUAGES[0], _before(views[PUBLIC], len(steps) - 1)))
    return Film(eyes, reel, camera.parts, last)


class _Camera:
    """Draws a game through all eyes. What an eye sees as everybody does is drawn once.

    It sees the same if the first drawing of a step, in the first language and width, is the same: all others show
    nothing else.
    """

    def __init__(self, game: AnyGame, names: Mapping[Seat, str]) -> None:
        self._game = game
        self._names = names
        self._public: dict[tuple[int, str, int], str] = {}
        self._alike: set[tuple[str, int]] = set()
        self._memories: dict[tuple[int, str], dict[Any, Any]] = defaultdict(dict)
        self.parts: dict[str, str] = {}

    def look(self, width: int, language: str, before: Any) -> Look[Any]:
        """Return how a drawing is to be made."""
        return Look(language, width, self._names, before, self._memories[width, language])

    def take(self, views: Sequence[Any], number: int, *, eye: str, width: int, language: str) -> str:
        """Return the drawing of a step through an eye."""
        kind = (width, language, number)
        if (eye, number) in self._alike:
            return self._public[kind]
        drawing = self._game.draw(views[number], self.look(width, language, _before(views, number)))
        if not drawing.parts.keys() <= self.parts.keys():
            self.parts |= drawing.parts
        if eye == PUBLIC:
            self._public[kind] = drawing.svg
        elif (width, language) == _FIRST and drawing.svg == self._public[kind]:
            self._alike.add((eye, number))
        return drawing.svg


def _before(views: Sequence[Any], number: int) -> Any:
    """Return what the same eye saw a step earlier."""
    return views[number - 1] if number else None


def known_alone(steps: Sequence[Step]) -> Iterator[Known]:
    """Yield what each seat knew besides, wherever that changes."""
    match = steps[-1].match
    if not match.game.has_secrets:
        return
    told: dict[Seat, tuple[str, ...]] = {}
    for number, step in enumerate(steps):
        board = _Board(match.game, step.match.state)
        for seat in match.seats:
            lines = board.besides(seat, LANGUAGES[0])
            if told.get(seat, ()) != lines:
                told[seat] = lines
                yield Known(number, seat, {language: board.besides(seat, language) for language in LANGUAGES})


class _Board:
    """The text board of a step. What everybody sees is written once in each language."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game = game
        self._state = state
        self._public: dict[str, frozenset[str]] = {}

    def besides(self, seat: Seat, language: str) -> tuple[str, ...]:
        """Return the lines that a seat sees and not everybody does."""
        if language not in self._public:
            self._public[language] = frozenset(self._lines(None, language))
        return tuple(line for line in self._lines(seat, language) if line and line not in self._public[language])

    def _lines(self, seat: Seat | None, language: str) -> list[str]:
        return [line.strip() for line in self._game.board(self._game.view(self._state, seat), language).splitlines()]
