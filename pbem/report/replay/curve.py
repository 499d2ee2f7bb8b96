"""The curve of a game: how far everybody had come at each step, with the ends of rounds and the referee's acts.

It is drawn without words: numbers, marks of seats, signs. Whoever looks at a step moves the line that is drawn over it.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from pbem.games.drawing.numbers import written
from pbem.games.drawing.pieces.marks import token
from pbem.games.game import Seat
from pbem.report.replay.story import Step

WIDE, HIGH = 360, 176
LEFT, RIGHT, TOP, BOTTOM = 30, 332, 18, 152  # of the field in which lines are drawn
_LINES = 4  # at most so many numbers at the side
_TOKEN = 16
_ACTS = ("ruling", "clock", "word")


class Mark(Struct, frozen=True):
    """Something that is marked above the field: a step to jump to, and of what sort it is."""

    step: int
    seq: int
    kind: str


class Curve(Struct, frozen=True):
    """The drawn curve, what is marked in it, and the first step of each round."""

    svg: str
    marks: tuple[Mark, ...]
    has_lines: bool


def draw_curve(steps: Sequence[Step]) -> Curve:
    """Draw the curve of a game."""
    reached = [_reached(step) for step in steps]
    seats = list(reached[-1])
    body = _rounds(steps)
    if seats:
        top = max(1, *(value for row in reached for value in row.values()))
        low = min(0, *(value for row in reached for value in row.values()))
        scale = _Scale(len(steps), low, top)
        body += _grid(scale)
        body += "".join(_line(seat, [row.get(seat, 0) for row in reached], scale) for seat in seats)
        body += "".join(_ends(seats, reached[-1], scale))
    marks = tuple(Mark(at, step.seq, step.kind) for at, step in enumerate(steps) if step.kind in _ACTS)
    return Curve(body, marks, has_lines=bool(seats))


def x_of(step: int, count: int) -> float:
    """Return where a step stands in the field."""
    return LEFT + (RIGHT - LEFT) * step / max(1, count - 1)


class _Scale:
    """Where values stand."""

    def __init__(self, count: int, low: int, top: int) -> None:
        self.count = count
        self.low = low
        self.top = top

    def x(self, step: int) -> str:
        return written(x_of(step, self.count))

    def height(self, value: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.top - self.low)

    def y(self, value: int) -> str:
        return written(self.height(value))


def _reached(step: Step) -> dict[Seat, int]:
    game = step.match.game
    return dict(game.reached(game.view(step.match.state, None)))


def _rounds(steps: Sequence[Step]) -> str:
    """Draw a dotted line where each round begins, and its number below."""
    starts = [at for at, step in enumerate(steps) if step.is_round]
    drawn = ""
    last = -1e9
    for begin, end in zip(starts, (*starts[1:], len(steps)), strict=True):
        x, middle = x_of(begin, len(steps)), x_of((begin + end) // 2, len(steps))
        if begin:
            drawn += f'<path d="M{written(x)} {TOP}V{BOTTOM}" class="c-round"/>'
        if steps[begin].round and middle - last >= 14:
            drawn += f'<text x="{written(middle)}" y="{BOTTOM + 16}" class="c-n c-m">{steps[begin].round}</text>'
            last = middle
    return drawn


def _grid(scale: _Scale) -> str:
    step = _step(scale.top - scale.low)
    first = -(-scale.low // step) * step
    drawn = ""
    for value in range(first, scale.top + 1, step):
        y = scale.y(value)
        drawn += f'<path d="M{LEFT} {y}H{RIGHT}" class="c-grid"/>'
        drawn += f'<text x="{LEFT - 6}" y="{written(scale.height(value) + 4)}" class="c-n c-e">{value}</text>'
    return drawn


def _step(span: int) -> int:
    """Return a round number by which a span is cut into a few parts."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if span <= size * factor * _LINES:
                return size * factor
        size *= 10


def _line(seat: str, values: list[int], scale: _Scale) -> str:
    """Draw a seat's line: in its colour, in a casing that stands out from any ground."""
    path = f"M{scale.x(0)} {scale.y(values[0])}"
    for at, value in enumerate(values):
        if at and value != values[at - 1]:
            path += f"H{scale.x(at)}V{scale.y(value)}"
    path += f"H{scale.x(len(values) - 1)}"
    return f'<path d="{path}" class="c-case"/><path d="{path}" class="c-line c-{seat}"/>'


def _ends(seats: list[Seat], last: dict[Seat, int], scale: _Scale) -> Iterator[str]:
    """Draw everybody's mark at the end of his line, none over another."""
    y = -1e9
    places = []
    for seat in sorted(seats, key=lambda seat: -last[seat]):
        y = max(y + _TOKEN, scale.height(last[seat]))
        places.append((seat, y))
    over = max(0.0, places[-1][1] - (BOTTOM + 2))
    yield from (token(seat, RIGHT + 16, y - over, _TOKEN) for seat, y in places)
