"""Pages to text and HTML through templates that are handed in. The same page always gives the same bytes."""

import re
from typing import TYPE_CHECKING

from jinja2 import BaseLoader, Environment, StrictUndefined, select_autoescape
from markupsafe import Markup, escape
from msgspec.structs import replace

from pbem.games.drawing.text.measure import SOFT_HYPHEN
from pbem.games.kit.rows import columns_of, flush_left, flush_right, wrap
from pbem.phrases import Phrases
from pbem.report.fitted_names import above_column, in_row
from pbem.report.notice import SlipPage
from pbem.report.page import TurnPage
from pbem.report.story import FACES, summed

if TYPE_CHECKING:
    from pbem.report.event import EventPage

COLUMNS = 76
MOST_BYTES = 80_000  # some mail programs cut a longer letter
MOST_DRAWN = 200_000  # a page with drawings is not mailed
_NUMBERS = {ord(face): str(number) for number, face in FACES.items()}
_DIE = '<b class="die" style="border:1px solid #2a231e;border-radius:4px;padding:0 4px">{}</b>'
_DRAWN = {face: _DIE.format(number) for face, number in _NUMBERS.items()}
_BEFORE_UNIT, _GLUE = re.compile(r"(?<=\d) "), "\u00a0"
_QUOTED = re.compile("`([^`]+)`")
_CODE = r"""<code style="font-family:Menlo,Consolas,'DejaVu Sans Mono',monospace">\1</code>"""


def environment(loader: BaseLoader, phrases: Phrases) -> Environment:
    """Return the environment of all pages; the desk says where templates and phrases come from."""
    env = Environment(
        loader=loader,
        autoescape=select_autoescape(enabled_extensions=("html",), disabled_extensions=("txt",), default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    env.filters["fold"] = fold
    env.filters["ruled"] = ruled
    env.filters["faces"] = faces
    env.filters["numbers"] = numbers
    env.filters["undivided"] = undivided
    env.filters["units"] = units
    env.filters["left"] = flush_left
    env.filters["right"] = flush_right
    env.filters["coded"] = coded
    env.filters["above_column"] = above_column
    env.filters["in_row"] = in_row
    env.globals["phrases"] = phrases
    return env


def text(env: Environment, page: TurnPage) -> str:
    """Write the page as plain text of at most 76 columns (the signed note alone keeps its own lines)."""
    return _render(env, "turn.txt", page)


def slip_text(env: Environment, page: SlipPage) -> str:
    """Write a slip as plain text of at most 76 columns."""
    return _render(env, "slip.txt", page)


def slip_html(env: Environment, page: SlipPage) -> str:
    """Write a slip as one HTML document."""
    return _render(env, "slip.html", page)


def event_html(env: Environment, page: "EventPage") -> str:
    """Write the page of an event as one HTML document."""
    return _render(env, "event.html", page)


def html(env: Environment, page: TurnPage) -> str:
    """Write the page as one HTML document under 80 kB, or 200 kB where it is drawn.

    What is too large for that is told in fewer words: a line for each turn alone, drawings are left out, and what is
    longest ago stands in the text alone. Acts of the referee always stay.
    """
    whole = _render(env, "turn.html", page)
    if len(whole.encode()) < (MOST_DRAWN if page.board_svg else MOST_BYTES):
        return whole
    page = replace(page, board_svg="", chapters=summed(page.chapters))
    while len((whole := _render(env, "turn.html", page)).encode()) >= MOST_BYTES and len(page.chapters) > 1:
        page = replace(page, chapters=page.chapters[len(page.chapters) // 2 :], is_cut=True)
    return whole


def subject(page: TurnPage) -> str:
    """Return the subject of every letter about this match to this seat: it tells neither news nor whose turn it is."""
    return page.subject


def fold(line: str, first: str = "", rest: str | None = None) -> str:
    """Break a line at blanks into lines of at most 76 columns; `first` opens the first of them, `rest` the others."""
    hang = " " * columns_of(first) if rest is None else rest
    # A command that is broken at a hyphen is another one.
    lines = wrap(line, COLUMNS, first=first, rest=hang, has_hyphens=False)
    return "\n".join(lines) or first.rstrip()


def ruled(heading: str, sign: str = "-") -> str:
    """Return a heading with a rule below it."""
    return f"{heading}\n{sign * columns_of(heading)}"


def faces(text: str) -> Markup:
    """Return a text as HTML in which dice are drawn: a number in a small square."""
    return Markup(escape(text).translate(_DRAWN))  # noqa: S704 - escaped before


def coded(text: str) -> Markup:
    """Return a text as HTML in which words to be typed look so; in plain text they stand between backquotes."""
    return Markup(_QUOTED.sub(_CODE, str(escape(text))))  # noqa: S704 - escaped before


def undivided(text: str) -> str:
    """Return a text without soft hyphens: plain text shows them, or counts them."""
    return text.replace(SOFT_HYPHEN, "")


def units(text: str) -> str:
    """Return a text in which no line ends between a number and its unit."""
    return _BEFORE_UNIT.sub(_GLUE, text)


def numbers(text: str) -> str:
    """Return a text in which dice are written as numbers."""
    return text.translate(_NUMBERS)


def _render(env: Environment, template: str, page: "TurnPage | SlipPage | EventPage") -> str:
    phrases = env.globals["phrases"]
    if not isinstance(phrases, Phrases):
        raise TypeError("the environment has no phrases; make it with `environment`")
    return env.get_template(template).render(page=page, say=phrases.spoken(page.language))
