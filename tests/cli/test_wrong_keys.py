"""Keys of another desk: noticed before anything is signed with them, and told in one line."""

import shutil
from pathlib import Path

import pytest

from tests.cli.hosting import done, no
from tests.desk.house import GAME, rows, tamper

NAMES = ("referee.key", "desk.key")


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Another desk."""
    done(tmp_path, "init", tmp_path / "other")
    return tmp_path / "other"


@pytest.mark.parametrize("is_noted", [True, False], ids=["noted", "found in the newest game"])
@pytest.mark.parametrize("words", [("status",), ("check",), ("order", GAME, "Anna"), ("mail", "send"), ("log", GAME)])
@pytest.mark.parametrize("name", NAMES)
def test_a_desk_with_a_key_of_another_is_not_opened(
    running: Path, other: Path, name: str, words: tuple[str, ...], *, is_noted: bool
) -> None:
    if not is_noted:
        assert tamper(running, "DELETE FROM desk WHERE name LIKE '%.key'") == 2
    assert "1 running" in done(running, "status")
    shutil.copy(other / name, running / name)
    before = rows(running)
    said = no(3, running, *words, text="any\n")
    assert said.startswith(f"pbem: {name} is not the key of this desk: ")
    assert len(said.splitlines()) == 1
    assert rows(running) == before


@pytest.mark.parametrize("name", NAMES)
def test_a_new_desk_knows_its_keys_before_it_has_a_game(tmp_path: Path, other: Path, name: str) -> None:
    done(tmp_path, "init", tmp_path / "new")
    shutil.copy(other / name, tmp_path / "new" / name)
    assert f"{name} is not the key of this desk" in no(3, tmp_path / "new", "player", "add", "Eve")


@pytest.mark.parametrize("kind", ["exports", "backup"])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_restored_with_a_wrong_key(running: Path, other: Path, tmp_path: Path, name: str, kind: str) -> None:
    done(running, "export", "--all", tmp_path / "exports")
    done(running, "backup", tmp_path / "backup")
    place = tmp_path / "place"
    place.mkdir(mode=0o700)
    for file in ("pbem.toml", *NAMES):
        shutil.copy((other if file == name else running) / file, place / file)
    said = no(3, tmp_path, "restore", tmp_path / kind, place)
    assert said.startswith(f"pbem: {name} is not the key of this desk: ")
    assert len(said.splitlines()) == 1
    assert sorted(path.name for path in place.iterdir()) == ["desk.key", "pbem.toml", "referee.key"]
    shutil.copy(running / name, place / name)
    assert "restored 1 game" in done(tmp_path, "restore", tmp_path / kind, place)
    shutil.copy(other / name, place / name)
    assert f"{name} is not the key of this desk" in no(3, place, "status")
