"""An event that was restored from a backup of before its draw: its games come home with it, or it stays frozen."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.safety.checking import check
from tests.cli.hosting import done, no, pbem
from tests.desk.events.arena import CUP, Arena

pytestmark = pytest.mark.sqlite
FIRST = "cup.1.1.1"
UNUSABLE = 4


@pytest.fixture
def again(arena: Arena, tmp_path: Path) -> Path:
    """A desk restored from a backup of before the draw; what came later is exported, in both ways."""
    arena.open()
    arena.enter("Anna", "Bruno")
    desk, folder = arena.desk.folder, tmp_path / "again"
    done(desk, "backup", tmp_path / "backup", "--keys")
    arena.later(days=2)
    done(desk, "tournament", "draw", CUP)
    done(desk, "tournament", "start", CUP)
    done(desk, "tournament", "export", CUP, tmp_path / "cup")
    done(desk, "export", "--all", tmp_path / "all")
    done(folder, "restore", tmp_path / "backup", folder)
    return folder


def test_games_come_home_from_an_export_of_everything(arena: Arena, again: Path, tmp_path: Path) -> None:
    said = done(again, "import", tmp_path / "all" / "events" / CUP)
    assert f"{FIRST}: imported" in said
    with closing(Desk(again)) as desk, desk.store.read() as look, arena.desk.store.read() as first:
        for record in (CUP, FIRST):
            assert look.records.raws(record) == first.records.raws(record)
            assert record in look.secrets.frozen_games()
        assert look.secrets.find(FIRST, "seal") == first.secrets.find(FIRST, "seal")
    done(again, "tournament", "thaw", CUP)
    done(again, "game", "thaw", FIRST)
    assert pbem(again, "verify", CUP).exit_code == 0
    with closing(Desk(again)) as desk:
        assert check(desk) == []
    assert ": imported" not in done(again, "import", tmp_path / "all" / "events" / CUP)


def test_without_their_secrets_they_stay_missing_and_it_stays_frozen(again: Path, tmp_path: Path) -> None:
    said = pbem(again, "import", tmp_path / "cup")
    assert said.exit_code == 1
    assert "cup: 3 entries imported, 6 in all" in said.output
    assert f"not imported: {FIRST}: its secrets are lost" in said.output
    assert f"`pbem import DIR/events/{CUP}`" in said.output
    told = no(1, again, "tournament", "thaw", CUP)
    assert f"cup cannot go on without its games, and these are not here: {FIRST}; `pbem import" in told
    verdict = pbem(again, "verify", CUP)
    assert verdict.exit_code == UNUSABLE
    assert f"games/{FIRST} is missing" in verdict.output
    assert "no game" not in done(again, "tick")
    done(again, "import", tmp_path / "all" / "events" / CUP)
    done(again, "tournament", "thaw", CUP)


def test_another_game_is_not_taken_for_that_of_a_table(again: Path, tmp_path: Path) -> None:
    home = tmp_path / "all" / "events" / CUP / "games"
    log = home / FIRST / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b"Anna", b"Otto"))
    said = pbem(again, "import", home.parent)
    assert said.exit_code == 1
    assert f"not imported: {FIRST}: " in said.output
    shutil.rmtree(home / FIRST)
    assert f"not imported: {FIRST}: its export is missing" in pbem(again, "import", home.parent).output
    with closing(Desk(again)) as desk, desk.store.read() as look:
        assert look.records.raws(FIRST) == []
