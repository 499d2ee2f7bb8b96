"""Letters of every game in every language as they were when somebody read them.

After a wanted change, `make golden` writes them anew and shows what differs: read it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.games.game import LANGUAGES, AnyGame, Seat
from pbem.report.page import TurnPage
from pbem.report.render import text
from tests.report.press import press
from tests.report.test_by_letters import TITLES, letter, walk
from tests.report.test_games import load

HERE = Path(__file__).parent / "golden"
KINDS = [(place, language) for place in TITLES for language in LANGUAGES]


def asked(game: AnyGame, state: Any) -> list[Seat]:
    return [decision.seat for decision in game.waiting(state) if decision.ask]


def page_to_read(place: str, language: str, *, is_mailed: bool = False) -> TurnPage:
    """Return the letter to whoever is asked in the middle of a game, where there is most to choose from."""
    game = load(place)
    moments = [(*moment, seat) for moment in walk(game, 8, 9)[4:10] for seat in asked(game, moment[1])[:1]]
    before, state, news, seat = max(moments, key=lambda one: len(game.grouped(game.view(one[1], one[3]), "en")))
    view = game.view(before, seat)
    return letter(game, state, seat, happenings=news, before=view, language=language, is_mailed=is_mailed)


def golden(place: str, language: str) -> str:
    return text(press(), page_to_read(place, language))


def place_of(place: str, language: str) -> Path:
    return HERE / f"{place.rpartition('.')[2]}-{language}.txt"


def letters() -> Iterator[tuple[Path, str]]:
    """Yield every letter, and where it is kept."""
    for kind in KINDS:
        yield place_of(*kind), golden(*kind)


@pytest.mark.parametrize(("place", "language"), KINDS)
def test_a_letter_is_what_it_was(place: str, language: str) -> None:
    assert golden(place, language) == place_of(place, language).read_text("utf-8")
