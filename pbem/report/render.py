"""Pages to text and HTML through templates that are handed in. The same page always gives the same bytes."""

from typing import TYPE_CHECKING

from jinja2 import BaseLoader, Environment, StrictUndefined, select_autoescape
from msgspec.structs import replace

from pbem.games.rows import wrap
from pbem.phrases import Phrases
from pbem.report.page import TurnPage
from pbem.report.slip import SlipPage

if TYPE_CHECKING:
    from pbem.report.event import EventPage

COLUMNS = 76
MOST_BYTES = 80_000  # some mail programs cut a longer letter
MOST_DRAWN = 200_000  # a page with drawings is not mailed


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

    Drawings too large for that are left out; the board's text stays.
    """
    whole = _render(env, "turn.html", page)
    if len(whole.encode()) < MOST_DRAWN or not page.board_svg:
        return whole
    return _render(env, "turn.html", replace(page, board_svg=""))


def subject(page: TurnPage) -> str:
    """Return the subject of every letter about this match to this seat: it tells neither news nor whose turn it is."""
    return page.subject


def fold(line: str, first: str = "", rest: str | None = None) -> str:
    """Break a line at blanks into lines of at most 76 columns; `first` opens the first of them, `rest` the others."""
    hang = " " * len(first) if rest is None else rest
    # A command that is broken at a hyphen is another one.
    lines = wrap(line, COLUMNS, first=first, rest=hang, has_hyphens=False)
    return "\n".join(lines) or first.rstrip()


def ruled(heading: str, sign: str = "-") -> str:
    """Return a heading with a rule below it."""
    return f"{heading}\n{sign * len(heading)}"


def _render(env: Environment, template: str, page: "TurnPage | SlipPage | EventPage") -> str:
    phrases = env.globals["phrases"]
    if not isinstance(phrases, Phrases):
        raise TypeError("the environment has no phrases; make it with `environment`")
    return env.get_template(template).render(page=page, say=phrases.spoken(page.language))
