"""The kinds of record: games and events are told apart by how they begin, and offer the same."""

from pathlib import Path

import pytest

from pbem.desk.archive.shelf.ledger import LogLine
from pbem.desk.archive.shelf.shelf_kinds import kind_of_export, kind_on_shelf
from pbem.desk.records.folders.files import read_files
from pbem.desk.records.record_kinds import kind_in, kind_of

ROOT = Path(__file__).parents[3]
GAME = ROOT / "archive" / "fortuna-two"
EVENT = ROOT / "tests" / "vectors" / "events" / "accept" / "short"


def test_a_game_is_a_record_with_positions_that_stands_for_itself() -> None:
    kind = kind_in(GAME)
    assert (kind.home, kind.called, kind.has_positions) == ("games", "a game", True)
    assert kind.games_of(read_files(GAME)) == ()


def test_an_event_is_a_record_that_names_its_games() -> None:
    kind = kind_in(EVENT)
    assert (kind.home, kind.called, kind.has_positions) == ("events", "an event", False)
    assert sorted(kind.games_of(read_files(EVENT))) == sorted(path.name for path in (EVENT / "games").iterdir())


@pytest.mark.parametrize("first", [b"", b"{", b'{"kind":"open"}', b"\xff", b'["event"]'])
def test_what_is_of_no_other_kind_is_a_games(first: bytes) -> None:
    assert kind_of(first).home == "games"


def test_a_folder_without_a_record_is_taken_for_a_games(tmp_path: Path) -> None:
    assert kind_in(tmp_path).home == "games"


@pytest.mark.parametrize(("place", "export"), [("fortuna-two", GAME), ("events/short", EVENT)])
def test_a_line_of_the_log_and_an_export_are_of_one_kind(place: str, export: Path) -> None:
    assert kind_on_shelf(LogLine(place, bytes(32))) is kind_of_export(export)
