"""Published games stay valid for ever, by both verifiers and by the rules."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.desk.records.verify import verify_files
from pbem.games import find, named

ROOT = Path(__file__).parents[1]
GAMES = sorted(path.parent for path in (ROOT / "archive").glob("*/log.jsonl"))


def opening(folder: Path) -> dict[str, object]:
    first: dict[str, object] = json.loads((folder / "log.jsonl").read_bytes().split(b"\n", 1)[0])
    return first


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


@pytest.mark.parametrize("key", find())
def test_there_is_a_published_game_for_every_number_of_players(key: str) -> None:
    seats = [
        first["seats"]
        for first in map(opening, GAMES)
        if first["rules"] == {"key": key, "version": named(key).meta.version}
    ]
    assert {len(taken) for taken in seats if isinstance(taken, list)} == set(named(key).meta.players)


def test_one_published_game_has_joint_dice_and_its_signed_orders() -> None:
    found = verify_files(ROOT / "archive" / "fortuna-joint")
    assert found.chance == "joint"
    assert found.orders is not None
    assert found.orders["checked"] > 100
    assert found.orders["attested"] == 0
