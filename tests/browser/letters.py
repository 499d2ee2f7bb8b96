"""Letters of every game as mail programs show them: with the style block or without, with pictures or without."""

import base64
import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace
from playwright.sync_api import Browser, Page

from pbem.desk.fonts import painter
from pbem.report.page import TurnPage
from pbem.report.render import html
from tests.report.press import press
from tests.report.test_golden import page_to_read

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_PICTURE = re.compile(r'src="cid:[^"]*"')
_NOT_SHOWN = 'src="data:,"'


class Program(NamedTuple):
    """How somebody's mail program shows a letter."""

    width: int = 600
    scheme: str = "light"
    has_style: bool = True
    has_pictures: bool = True


@cache
def _page(place: str, language: str) -> TurnPage:
    return page_to_read(place, language, is_mailed=True)


@cache
def _picture(place: str, language: str) -> str:
    picture = _page(place, language).picture
    assert picture is not None
    return base64.b64encode(painter().png(picture.drawing)).decode()


def _called(page: TurnPage, names: Sequence[str]) -> TurnPage:
    """Return a letter about people of other names, who have time left; the first of them is away."""
    left = [replace(player, bank="3 T 12 Std. 30 Min.") for player in page.players]
    left[0] = replace(left[0], leave="2026-11-19..2026-11-24")
    return replace(page, players=tuple(replace(player, name=name) for player, name in zip(left, names, strict=False)))


def written(place: str, language: str, program: Program, names: Sequence[str] = ()) -> str:
    """Return a letter as a mail program hands it to its window; the players may have other names than usual."""
    told = _page(place, language)
    page = html(press(), _called(told, names) if names else told)
    if not program.has_style:
        page = _STYLE.sub("", page)
    shown = f'src="data:image/png;base64,{_picture(place, language)}"' if program.has_pictures else _NOT_SHOWN
    page, pictures = _PICTURE.subn(shown, page)
    assert pictures == 1
    return page


def opened(browser: Browser, page: str, program: Program) -> Page:
    """Open a letter in a window of its own; nothing in it can run."""
    context = browser.new_context(
        viewport={"width": program.width, "height": 900},
        color_scheme="dark" if program.scheme == "dark" else "light",
    )
    window = context.new_page()
    window.set_content(page)
    return window
