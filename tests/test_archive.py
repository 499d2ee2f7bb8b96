"""Published games stay valid for ever, by both verifiers and by the rules."""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.archive.shelf.shelf import CHECKPOINT, Shelf
from pbem.desk.archive.verifying import verify_archive
from pbem.desk.records.checks.game_verdict import verify_files
from pbem.games.found import find, named

ROOT = Path(__file__).parents[1]
DAY = 86_400
PUBLISHED = int(datetime(2026, 11, 20, tzinfo=UTC).timestamp())  # what is added later moves it on
GAMES = sorted(path.parent for path in (ROOT / "archive").glob("*/log.jsonl"))


def entries(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "log.jsonl").read_bytes().splitlines()]


def opening(folder: Path) -> dict[str, Any]:
    return entries(folder)[0]


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_published_game_is_valid_rules_included(folder: Path) -> None:
    found = verify_files(folder)
    assert found.first_bad is None
    assert set(found.checks.values()) == {"ok"}


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_verifier_that_shares_no_code_agrees(folder: Path) -> None:
    ran = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "verify.py"), str(folder)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout
    assert "FAILED" not in ran.stdout


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_published_game_was_played_before_it_was_published_and_for_days(folder: Path) -> None:
    times = [body[name] for body in entries(folder) for name in ("at", "came") if name in body]
    assert max(times) < PUBLISHED
    assert max(times) - min(times) > 7 * DAY


@pytest.mark.parametrize("key", find())
def test_there_is_a_published_game_for_every_number_of_players(key: str) -> None:
    seats = [first["seats"] for first in map(opening, GAMES) if first["rules"]["key"] == key]
    assert {len(taken) for taken in seats} == set(named(key).meta.players)


@pytest.mark.parametrize("key", find())
def test_there_is_a_published_game_by_every_version_of_the_rules(key: str) -> None:
    versions = {game.meta.version for game in (named(key), *named(key).earlier())}
    assert {first["rules"]["version"] for first in map(opening, GAMES) if first["rules"]["key"] == key} == versions


def test_a_published_game_goes_on_with_a_substitute() -> None:
    lines = entries(ROOT / "archive" / "praetor-substitute")
    (taken,) = [at for at, body in enumerate(lines) if body.get("act") == "substitute"]
    assert any(body.get("act") == "vacate" for body in lines[:taken])
    assert any(body["kind"] == "order" and body["seat"] == lines[taken]["seat"] for body in lines[taken:])


def test_a_published_game_asks_for_the_end_of_a_turn_with_older_cards() -> None:
    lines = entries(ROOT / "archive" / "fortuna-older-cards")
    ends = [body for body in lines if body.get("text") == "end"]
    assert {type(body["cause"]) for body in ends} == {int, str}  # asked after a draw, and never asked without


def test_one_published_game_has_joint_dice_and_its_signed_orders() -> None:
    found = verify_files(ROOT / "archive" / "fortuna-joint")
    assert found.chance == "joint"
    assert found.orders is not None
    assert found.orders["checked"] > 100
    assert found.orders["attested"] == 0


def test_published_games_stand_in_a_log_that_their_referee_signed() -> None:
    shelf = Shelf(ROOT / "archive")
    found = verify_archive(shelf, checkpoints=[shelf.read(CHECKPOINT)])
    assert found.is_valid, [game for game in found.games if game.wrong]
    assert found.signed == found.held == len(found.games)
    assert {game.game for game in found.games} <= {folder.name for folder in GAMES}
    assert len(found.games) >= 14
