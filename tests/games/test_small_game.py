"""The game that docs/games/new-game.md describes stays small."""

from pathlib import Path

from tests.games.contract import all_games

HOME = Path(__file__).parent / "pebbles"
MOST_FILES = 6
MOST_LINES = 250


def test_it_takes_few_files_and_few_lines() -> None:
    files = [path for path in HOME.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert len(files) <= MOST_FILES
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= MOST_LINES


def test_it_keeps_the_contract_as_all_games_do() -> None:
    assert "pebbles" in all_games()
