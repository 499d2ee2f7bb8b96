"""Two sheets of one turn: the one that was signed later counts, whichever came first."""

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import structs

from pbem.desk.desk import Desk
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.records.folders.exporting import export
from pbem.games.game import LANGUAGES
from pbem.mail.signed import sign_orders
from tests.desk.house import BLUE, GAME, KEYS, ORANGE, ROOT, block_of, legal, mail, play
from tests.desk.post.test_answers import new_letters, speak, written

KEEP = ("always keep vestal | any", "always keep step | any")


def numbered(desk: Desk, order: str, n: int | None) -> bytes:
    block = structs.replace(block_of(desk, ORANGE, order), n=n)
    return mail(sign_orders(block, KEYS["Bruno"]))


def planned(desk: Desk) -> bytes:
    with desk.store.read() as look:
        return look.secrets.under(GAME, "plan/")["orange"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_that_was_overtaken_is_not_used(running: Desk, language: str) -> None:
    speak(running.folder, "Bruno", language)
    later, earlier = numbered(running, KEEP[1], 9), numbered(running, KEEP[0], 5)
    assert receive(running, later).verdict == "played"
    new_letters(running)
    assert receive(running, earlier).verdict == "refused"
    (told,) = new_letters(running)
    assert "n: 5" in " ".join(written(running, told).split())
    assert "n: 9" in " ".join(written(running, told).split())
    assert KEEP[1].encode() in planned(running)


@pytest.mark.parametrize(("first", "second"), [(5, 9), (5, 5), (5, None), (None, 5), (None, None), (0, 2**49)])
def test_otherwise_the_one_that_came_last_counts(running: Desk, first: int | None, second: int | None) -> None:
    assert receive(running, numbered(running, KEEP[0], first)).verdict == "played"
    assert receive(running, numbered(running, KEEP[1], second)).verdict == "played"
    assert KEEP[1].encode() in planned(running)


def test_a_sheet_that_was_refused_keeps_no_other_out(running: Desk) -> None:
    assert receive(running, numbered(running, "fly", 9)).verdict == "refused"
    assert receive(running, numbered(running, KEEP[0], 5)).verdict == "played"


def test_the_numbers_of_another_turn_or_seat_do_not_count(running: Desk) -> None:
    assert receive(running, numbered(running, KEEP[0], 9)).verdict == "played"
    block = structs.replace(block_of(running, BLUE, legal(running, BLUE)[0]), n=1)
    assert receive(running, mail(sign_orders(block, KEYS["Anna"]))).verdict == "played"


def test_a_sheet_that_says_its_number_is_published_and_checked_by_both_verifiers(running: Desk, tmp_path: Path) -> None:
    block = structs.replace(block_of(running, BLUE, legal(running, BLUE)[0]), n=1_748_779_200_123)
    assert receive(running, mail(sign_orders(block, KEYS["Anna"]))).verdict == "played"
    play(running, 100_000)
    export(running, GAME, tmp_path / "export")
    assert b"n: 1748779200123;" in (tmp_path / "export" / "evidence.jsonl").read_bytes()
    shown = verify_files(tmp_path / "export")
    assert (shown.ok, shown.orders and shown.orders["checked"]) == (True, 1)
    other = subprocess.run(
        [sys.executable, ROOT / "tools" / "verify.py", tmp_path / "export"], capture_output=True, check=False
    )
    assert other.returncode == 0, other.stdout
    assert b"1 orders checked" in other.stdout
