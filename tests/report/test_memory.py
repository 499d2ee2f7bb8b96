"""A referee writes letters for years: what one took is free again when it is sent."""

import gc
import tracemalloc
from itertools import cycle, islice
from typing import Any

from pbem.games.game import LANGUAGES, AnyGame, Seat
from pbem.report.render import html, text
from tests.report.press import press
from tests.report.test_by_letters import TITLES, letter, walk
from tests.report.test_games import load

LETTERS = 240
MOST = 60_000  # bytes: what is measured itself takes some 45,000, so nothing is left that is as long as a line
Kind = tuple[AnyGame, Any, Seat, str]


def kinds() -> list[Kind]:
    """Return a letter of every game in every language."""
    found: list[Kind] = []
    for place in TITLES:
        game = load(place)
        _, state, _ = walk(game, 8, 9)[5]
        found += [(game, state, game.waiting(state)[0].seat, language) for language in LANGUAGES]
    return found


def write(kind: Kind) -> int:
    game, state, seat, language = kind
    page = letter(game, state, seat, language=language, is_mailed=True)
    return len(html(press(), page)) + len(text(press(), page))


def test_hundreds_of_letters_leave_nothing_behind() -> None:
    every = kinds()
    for kind in every * 2:  # templates and what games remember by value
        write(kind)
    gc.collect()
    tracemalloc.start()
    try:
        written = sum(map(write, islice(cycle(every), LETTERS)))
        gc.collect()
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert written > 20_000 * LETTERS
    assert left < MOST
