"""What is remembered of one drawing for the next changes none: a replay shows what the rules draw."""

from pathlib import Path

import pytest

from pbem.desk.records.replaying.export_report import read_past
from pbem.games.game import NARROW, WIDE, Look, Seat

ARCHIVE = Path(__file__).parents[2] / "archive"


@pytest.mark.parametrize(
    ("game", "width", "language"),
    [
        ("alea-three", WIDE, "de"),  # patricians are sent out by their owners
        ("alea-four", NARROW, "fr"),
        ("fortuna-four", NARROW, "it"),  # with hidden cards
        ("fortuna-older-cards", WIDE, "en"),
        ("praetor-five", WIDE, "fr"),
        ("praetor-substitute", NARROW, "de"),  # with a seat that somebody left
    ],
)
def test_a_drawing_with_a_memory_is_the_same_as_without(game: str, width: int, language: str) -> None:
    matches = [followed.match for followed in read_past(ARCHIVE / game).course if followed.match.state is not None]
    rules, seats = matches[-1].game, matches[-1].seats
    memory: dict[object, object] = {}
    for eye in (None, *seats[:2]):
        views = [rules.view(match.state, Seat(eye) if eye else None) for match in matches]
        for before, now in zip((None, *views), views, strict=False):
            drawn = rules.draw(now, Look(language, width, {}, before))
            assert rules.draw(now, Look(language, width, {}, before, memory)) == drawn
    assert memory
