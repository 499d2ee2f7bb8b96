"""What leaves the archive: proofs in exports, which verifiers check, and letters to players with the checkpoint."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.desk.archive.shelf.exporting import export_proven
from pbem.desk.archive.shelf.ledger import Ledger, held_against
from pbem.desk.archive.shelf.shelf import CHECKPOINT, PROOF, SITE_LOG, Shelf
from pbem.desk.archive.telling import tell_of_game
from pbem.desk.events.records.event_adding import add_event
from pbem.desk.events.records.event_on_shelf import tell_of_event
from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.records.checks.kept_letters import read_mail
from pbem.desk.records.folders.exporting import export
from pbem.desk.settings import read_settings
from pbem.record.errors import IntegrityError
from pbem.record.notes.notes import game_of
from tests.desk.archive.forging import PUBLISHED
from tests.desk.club.society import Mailed, society
from tests.desk.events.arena import CUP, Arena

FIRST, SECOND = f"{CUP}.1.1.1", f"{CUP}.1.2.1"
PLAYERS = ("Anna", "Bruno", "Carla", "Dieter")


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """A desk whose archive holds an event of four, whose players get letters."""
    with society(tmp_path_factory.mktemp("club") / "desk", None) as club:
        found = Arena(club)
        found.begun(*PLAYERS)
        found.finish()
        add_event(Shelf(found.desk.folder / "archive"), found.desk, CUP)
        club.letters()
        yield found


def shelf_of(arena: Arena) -> Shelf:
    return Shelf(arena.desk.folder / "archive")


def checkpoint_in(letter: Mailed) -> str:
    """Return the checkpoint at the foot of a letter, as a reader would copy it."""
    lines = letter.text.rstrip("\n").splitlines()
    start = max(number for number, line in enumerate(lines) if line.endswith("/archive"))
    return "\n".join(lines[start:]) + "\n"


def test_an_export_of_an_archived_game_is_proven_and_checked(arena: Arena, tmp_path: Path) -> None:
    place = export_proven(arena.desk, FIRST, tmp_path / "out")
    assert (place / PROOF).read_bytes() == shelf_of(arena).proof(FIRST) != b""
    found = verify_files(place)
    assert (found.ok, found.checks["checkpoint"]) == (True, "ok")
    export_proven(arena.desk, FIRST, place)  # over an earlier one


def test_a_proof_of_another_game_is_not_valid(arena: Arena, tmp_path: Path) -> None:
    place = export_proven(arena.desk, FIRST, tmp_path / "out")
    (place / PROOF).write_bytes(shelf_of(arena).proof(SECOND))
    found = verify_files(place)
    assert found.first_bad is not None
    assert (found.ok, found.checks["checkpoint"], found.first_bad["check"]) == (False, "failed", "checkpoint")


@pytest.mark.parametrize(
    "proof", [b"", b"\xff\xfe", b"no proof at all\n", (PUBLISHED / "alea-two" / PROOF).read_bytes()]
)
def test_what_proves_nothing_here_is_passed_over(arena: Arena, tmp_path: Path, proof: bytes) -> None:
    place = export(arena.desk, FIRST, tmp_path / "out")
    assert not (place / PROOF).exists()
    (place / PROOF).write_bytes(proof)
    found = verify_files(place)
    assert found.ok
    assert "checkpoint" not in found.checks


def test_a_game_that_is_not_archived_or_an_archive_that_is_damaged_gives_no_proof(arena: Arena, tmp_path: Path) -> None:
    folder = shelf_of(arena).folder
    shutil.copytree(folder, tmp_path / "whole")
    shelf_of(arena).write(SITE_LOG, "nothing of the kind\n")
    assert not (export_proven(arena.desk, FIRST, tmp_path / "damaged") / PROOF).exists()
    shutil.rmtree(folder)
    assert not (export_proven(arena.desk, FIRST, tmp_path / "gone") / PROOF).exists()
    shutil.copytree(tmp_path / "whole", folder)


def test_everybody_is_told_once_with_the_standings_and_the_checkpoint(arena: Arena) -> None:
    assert tell_of_event(arena.desk, shelf_of(arena), CUP) == len(PLAYERS)
    assert tell_of_event(arena.desk, shelf_of(arena), CUP) == 0
    letters = arena.club.letters()
    assert sorted(letter.to for letter in letters) == sorted(PLAYERS)
    for letter in letters:
        assert checkpoint_in(letter) == shelf_of(arena).read(CHECKPOINT)
        assert "Carla" in letter.text
    assert arena.club.letters() == []


def test_the_letter_is_a_witness_of_the_game_and_of_the_archive(arena: Arena) -> None:
    shelf = shelf_of(arena)
    assert tell_of_game(arena.desk, shelf, FIRST) == 2
    before = shelf.read(SITE_LOG)
    letter = arena.club.letters()[0]
    assert FIRST in map(game_of, read_mail(letter.raw).notes)
    kept = checkpoint_in(letter)
    assert held_against(Ledger(shelf), kept).size == len(Ledger(shelf).records)
    shelf.write(SITE_LOG, "".join(map(str, Ledger(shelf).records[1:])))
    with pytest.raises(IntegrityError, match="dropped"):
        held_against(Ledger(shelf), kept)
    shelf.write(SITE_LOG, before)


def test_a_letter_names_the_page_where_the_address_of_the_site_is_known(arena: Arena) -> None:
    settings = arena.desk.folder / "pbem.toml"
    settings.write_text(
        settings.read_text().replace('# url = "https://example.org/games/"', 'url = "https://games.example"')
    )
    arena.desk.settings = read_settings(arena.desk.folder)
    assert tell_of_game(arena.desk, shelf_of(arena), SECOND) == 2
    for letter in arena.club.letters():
        assert f"https://games.example/games/{SECOND}.html" in letter.flat
