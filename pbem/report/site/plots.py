"""Small plots: bars of how much was won, with a line where it would be if nothing mattered."""

from collections.abc import Sequence
from html import escape

from pbem.games.drawing.numbers import written
from pbem.games.drawing.pieces.marks import MARKS, token
from pbem.report.site.counts import Share

_WIDE, _ROW, _LEFT, _RIGHT = 520, 24, 190, 430
MOST_ROWS = 24


def bars(shares: Sequence[Share], names: Sequence[str], *, called: str) -> str:
    """Draw a bar for each share, called by the names that go with them."""
    shown = list(zip(shares, names, strict=True))[:MOST_ROWS]
    height = _ROW * len(shown) + 8
    body = "".join(_bar(share, name, 4 + _ROW * at) for at, (share, name) in enumerate(shown))
    return (
        f'<svg class="plot" viewBox="0 0 {_WIDE} {height}" role="img" aria-label="{escape(called)}">'
        f"<title>{escape(called)}</title>{body}</svg>"
    )


def _bar(share: Share, name: str, y: int) -> str:
    width = (_RIGHT - _LEFT) * share.rate
    fair = _LEFT + (_RIGHT - _LEFT) * share.fair
    middle = y + _ROW / 2
    mark = token(share.name, _LEFT - 16, middle, 18) if share.name in MARKS else ""
    words = _LEFT - (30 if mark else 8)
    told = f"{round(100 * share.rate)} % · {share.count}"
    return (
        f'<text x="{words}" y="{written(middle + 4)}" class="p-name">{escape(name)}</text>{mark}'
        f'<rect x="{_LEFT}" y="{y + 4}" width="{_RIGHT - _LEFT}" height="{_ROW - 8}" class="p-ground"/>'
        f'<rect x="{_LEFT}" y="{y + 4}" width="{written(width)}" height="{_ROW - 8}" class="p-bar"/>'
        f'<path d="M{written(fair)} {y + 1}v{_ROW - 2}" class="p-fair"/>'
        f'<text x="{_RIGHT + 8}" y="{written(middle + 4)}" class="p-n">{told}</text>'
    )
