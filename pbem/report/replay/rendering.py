"""The page of a replay as HTML: one file that asks nobody for anything, under a policy that lets it do nothing else."""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from jinja2 import Environment
from msgspec import Struct

from pbem.games.drawing.sheet import page_sheet
from pbem.games.game import LANGUAGES
from pbem.report.replay.curve import Mark, x_of
from pbem.report.replay.packing import packed_script
from pbem.report.replay.page import ReplayPage

MARKING = 'document.documentElement.classList.add("js")'  # the first script: style may then rely on the others
# A page that was cut off or damaged has no script that begins: it says so, and shows what can be read without one.
GUARDING = (
    f'{MARKING};addEventListener("DOMContentLoaded",()=>'
    '{if(!window.begin)document.documentElement.classList.replace("js","broken")})'
)
MOST_BYTES = 300_000
_MARK = 24  # as wide as a mark that can be hit
_LOADER = "site/load.js"
_SCRIPTS = ("site/check.js", "site/replay.js")
_STYLES = ("site/site.css", "site/replay.css")
_PLAIN_STYLES = ("site/site.css", "site/moves.css")


class PlacedMark(Struct, frozen=True):
    """A mark above the curve, and where it stands."""

    step: int
    seq: int
    x: float


def render_replay(env: Environment, pages: Iterable[ReplayPage], most: int = MOST_BYTES) -> str:
    """Return the first of some pages, of which each has less than the one before, that is no larger than 300 kB.

    Where none is that small, it is the last.
    """
    whole = ""
    for page in pages:
        whole = _render(env, page)
        if len(whole.encode()) <= most:
            break
    return whole


def _render(env: Environment, page: ReplayPage) -> str:
    script = script_of(env)
    loader = loader_of(env, script)
    style = "".join(one_line(env.get_template(name).render(page=page, languages=LANGUAGES)) for name in _STYLES)
    sheet = page_sheet()
    return env.get_template("site/replay.html").render(
        page=page,
        board=page.has_board,
        languages=LANGUAGES,
        sheet=sheet,
        style=style,
        script=loader,
        marking=GUARDING,
        marks=list(_placed(page.curve.marks, len(page.steps))),
        policy=policy(scripts=(GUARDING, loader, script), styles=(sheet, style)),
    )


def render_moves(env: Environment, page: ReplayPage, language: str) -> str:
    """Return the moves of a game as a list in a language, for those who look at it without script."""
    phrases: Any = env.globals["phrases"]
    style = "".join(one_line(source_of(env, name)) for name in _PLAIN_STYLES)
    sheet = page_sheet()
    return env.get_template("site/moves.html").render(
        page=page,
        language=language,
        say=phrases.spoken(language),
        sheet=sheet,
        style=style,
        policy=policy(scripts=(), styles=(sheet, style)),
    )


def script_of(env: Environment) -> str:
    """Return player and verifier as they were written, which is how a page runs them."""
    return "".join(source_of(env, name) for name in _SCRIPTS)


def loader_of(env: Environment, script: str) -> str:
    """Return the script that a page is shipped with: it holds another one, deflated, and runs it."""
    return f'const PACKED="{packed_script(script)}";\n{source_of(env, _LOADER)}'


def policy(*, scripts: tuple[str, ...], styles: tuple[str, ...]) -> str:
    """Return what a page may do: run and wear just what it carries, show what it makes itself, and ask nobody."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {' '.join(map(_digest, scripts))}",
            f"style-src {' '.join(map(_digest, styles))}",
            "img-src data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _digest(source: str) -> str:
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"


def source_of(env: Environment, name: str) -> str:
    """Return a script or a style sheet as it was written."""
    loader: Any = env.loader
    text: str = loader.get_source(env, name)[0]
    return text


def one_line(style: str) -> str:
    """Return a style sheet on one line."""
    return "".join(line.strip() for line in style.splitlines())


def _placed(marks: Iterable[Mark], count: int) -> Iterator[PlacedMark]:
    """Yield marks with their places; of several that would stand over each other the first one."""
    last = float("-inf")
    for mark in marks:
        x = round(x_of(mark.step, count), 1)
        if x - last >= _MARK:
            yield PlacedMark(mark.step, mark.seq, x)
            last = x
