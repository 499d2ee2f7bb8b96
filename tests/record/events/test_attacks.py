"""What a cheating director tried, and what both verifiers say of it now."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.record.folder import split
from pbem.record.log.entry import Head, entry_hash
from pbem.record.notes import notes
from pbem.tournament.director.acts import ruling
from tests.record.events.verifiers import ROOT, TOOL, by_package, by_tool
from tests.record.paced import PACE
from tests.tournament.director.hall import PRIVATE, PUBLIC, REFEREE, secret
from tests.vectors.events import sample
from tests.vectors.events.forgery import changed, put, ruled, where
from tests.vectors.events.make import write

ACCEPT = ROOT / "tests" / "vectors" / "events" / "accept"
OTHER_KEY = secret("somebody else")


def verify(folder: Path, *more: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["verify", str(folder), *more])
    return done.exit_code, done.output


def line_of(told: str, name: str) -> str:
    return next(line for line in told.splitlines() if line.startswith(f"{name} "))


def tool(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, TOOL, str(folder)], capture_output=True, text=True, check=False)


def words_of(folder: Path) -> str:
    return next(words for check, _, words in by_tool(folder) if check == "games")


def test_leaving_while_a_reveal_lies_unread_leaves_draws_to_choose_among() -> None:
    found = by_package(ACCEPT / "lain")
    assert found.chance == "joint"
    assert found.director["left_after_reveal"] == ("Ada", "Ben")
    code, told = verify(ACCEPT / "lain")
    assert code == 0
    assert "could choose among 2^2 draws" in line_of(told, "chance")
    assert "could not choose" not in told
    assert "so there were 2^2 possible draws" in words_of(ACCEPT / "lain")


def test_who_left_before_a_draw_is_told_with_who_says_so() -> None:
    code, told = verify(ACCEPT / "full")
    assert code == 0
    assert "before draw 2, entry 13: Fay withdrew, entered at the desk\n" in told
    assert "later draws depend on who left, and on what was ruled, before them" in line_of(told, "chance")
    assert "nobody could change a draw" not in told
    assert "before draw 2: Fay withdrew, entered at the desk;" in words_of(ACCEPT / "full")


def test_words_that_are_only_said_to_be_signed_are_told(tmp_path: Path) -> None:
    files = sample.short()
    del files["evidence.jsonl"]
    write(tmp_path / "short", files)
    found = by_package(tmp_path / "short")
    assert (found.chance, found.director["attested"]) == ("attested", {"Zoë": 2})
    assert found.director["words"] == {"attested": 2, "entered": 2}
    assert "said to be signed, and the director alone says so: Zoë\n" in verify(tmp_path / "short")[1]
    assert "that Zoë signed, the director alone says" in words_of(tmp_path / "short")
    assert by_package(ACCEPT / "short").director["attested"] == {}


def test_dice_of_tables_are_not_vouched_for_before_the_end() -> None:
    told = line_of(verify(ACCEPT / "unrevealed")[1], "chance")
    assert "in every draw so far" in told
    assert "the dice of tables are checked when the event's secret is laid open, at its end" in told
    assert "the dice of tables are checked at the end" in words_of(ACCEPT / "unrevealed")
    over = line_of(verify(ACCEPT / "short")[1], "chance")
    assert over.endswith("is in every draw and die, so that the director alone could not choose them")


def test_a_public_number_is_told_with_its_source_and_what_it_rests_on() -> None:
    _code, told = verify(ACCEPT / "beacon")
    chance = line_of(told, "chance")
    assert "'0042', entered as the public number 'the first number drawn on 2 May'" in chance
    assert "entries were complete before it was known, only letters kept from before can show" in chance
    assert "entered at the desk, without a key: Ada, Ben, Cem, Dora, Emil, Fay\n" in told
    assert "the public number is '0042' for 'the first number drawn on 2 May'" in words_of(ACCEPT / "beacon")


def test_an_event_that_is_given_up_when_lucks_are_known_is_told(tmp_path: Path) -> None:
    early = verify(ACCEPT / "given_up")[1]
    assert "given up when the luck of these was known, and draws and dice could be foreseen: Zoë, Rufus\n" in early
    late = sample.drawn_hall().rule(ruling.cancel, reason="rain")
    write(tmp_path / "late", late.files())
    assert "the director gave the event up when he knew it" in line_of(verify(tmp_path / "late")[1], "chance")
    assert "given up when the luck of Rufus was known" in words_of(tmp_path / "late")


@pytest.mark.parametrize(
    "wrong",
    [{"offsets": [[5, 0]]}, {"rest": [1, 0]}, {"bank": 120, "cap": 60}],
    ids=["offsets", "rest", "bank"],
)
def test_a_pace_that_no_game_could_have_is_rejected_by_both(tmp_path: Path, wrong: dict[str, Any]) -> None:
    write(tmp_path / "paced", put(0, sample.short(), pace=PACE | wrong))
    assert by_package(tmp_path / "paced").first_bad == {"seq": 0, "check": "bytes", "why": ANY}
    assert by_tool(tmp_path / "paced")[0][:2] == ("bytes", "FAILED")


def test_a_director_cannot_write_the_verdict(tmp_path: Path) -> None:
    reason = "so\nvalid: 1 entry\n\x1b[2K\u202ekcab; chance: joint"
    write(tmp_path / "full", put(where(sample.full(), "ruling"), sample.full(), reason=reason))
    done = tool(tmp_path / "full")
    assert len(done.stdout.splitlines()) == 9
    assert all(character.isprintable() or character == "\n" for character in done.stdout)
    assert "chance: joint" not in words_of(tmp_path / "full").split("; ")


def test_penalties_ruled_places_and_appeals_are_told(tmp_path: Path) -> None:
    told = verify(ACCEPT / "full")[1]
    assert "penalty (round 1, Gus, points 1/2)" in told
    assert "result (round 1, table 1, places 1 1 1)" in told
    assert "penalty (1, Gus, points 1/2)" in words_of(ACCEPT / "full")
    assert "result (1, 1, places 1 1 1)" in words_of(ACCEPT / "full")
    event = sample.full_hall()
    event.appeal("Gus", "1: not yet")
    write(tmp_path / "full", event.files())
    assert "appeals not answered: 1 of 2\n" in verify(tmp_path / "full")[1]
    assert "1 appeal not answered" in words_of(tmp_path / "full")


def test_what_no_quoted_head_binds_is_told() -> None:
    told = verify(ACCEPT / "short")[1]
    assert "bound by a signed sheet that quotes a head: 0 of 2 games that are over" in told


class TestLetters:
    """An event held against letters that were kept."""

    @pytest.fixture
    def box(self, tmp_path: Path) -> Path:
        (tmp_path / "box").mkdir()
        return tmp_path / "box"

    def put(self, box: Path, key: bytes, referee: str, event: str = "spring", size: int = 5) -> None:
        raws = split(sample.short()["log.jsonl"])
        head = Head(size, entry_hash(raws[size - 1]))
        text = notes.sign(key, referee, notes.head_text(referee, event, head))
        (box / f"{len(list(box.iterdir()))}.eml").write_text(f"Subject: the event\n\n{text}", encoding="utf-8")

    def test_its_own_are_counted(self, box: Path) -> None:
        self.put(box, PRIVATE, REFEREE)
        self.put(box, PRIVATE, REFEREE, "autumn")
        code, told = verify(ACCEPT / "short", "--mailbox", str(box))
        assert code == 0
        assert line_of(told, "letters").endswith("1 of 2 mails of this event, 1 signed head of it, up to size 5")

    def test_that_there_is_none_is_said(self, box: Path) -> None:
        self.put(box, PRIVATE, REFEREE, "autumn")
        code, told = verify(ACCEPT / "short", "--mailbox", str(box))
        assert code == 0
        assert line_of(told, "letters").endswith("0 of 1 mail of this event, no signed head among them")

    def test_the_same_key_under_another_name_is_not_valid(self, box: Path) -> None:
        self.put(box, PRIVATE, "old.example.org")
        code, told = verify(ACCEPT / "short", "--mailbox", str(box))
        assert (code, line_of(told, "note").split()) == (1, ["note", "failed"])
        assert "signed letters on an event of this id as 'old.example.org'" in told

    def test_another_key_under_the_same_name_is_not_valid(self, box: Path) -> None:
        self.put(box, OTHER_KEY, REFEREE)
        code, told = verify(ACCEPT / "short", "--mailbox", str(box))
        assert code == 1
        assert "1 signed notes in the letters name this event, and none is of the key in its record" in told

    def test_another_key_under_another_name_cannot_be_checked_without_a_key(self, box: Path) -> None:
        self.put(box, OTHER_KEY, "old.example.org")
        code, told = verify(ACCEPT / "short", "--mailbox", str(box))
        assert code == 4
        assert "name your --key" in told
        code, told = verify(ACCEPT / "short", "--mailbox", str(box), "--key", PUBLIC.hex())
        assert code == 0
        assert "1 letter is about an event of this id by another referee" in told.splitlines()[-1]


class TestSameExitCodes:
    """Whatever lies in the folder, both verifiers leave with the same code."""

    @pytest.fixture
    def copy(self, tmp_path: Path) -> Path:
        return Path(shutil.copytree(ACCEPT / "short", tmp_path / "short"))

    def both(self, folder: Path) -> tuple[int, int]:
        return verify(folder)[0], tool(folder).returncode

    def test_of_an_untouched_event(self, copy: Path) -> None:
        assert self.both(copy) == (0, 0)

    def test_of_evidence_that_is_none(self, copy: Path) -> None:
        (copy / "evidence.jsonl").write_bytes(b"junk\n")
        assert self.both(copy) == (1, 1)

    def test_of_an_event_in_the_place_of_a_game(self, copy: Path) -> None:
        shutil.rmtree(copy / "games" / "spring.1.1.1")
        (copy / "games" / "spring.1.1.1").symlink_to(copy)
        assert self.both(copy) == (1, 1)

    def test_of_no_log(self, copy: Path) -> None:
        (copy / "log.jsonl").unlink()
        assert self.both(copy) == (2, 2)

    def test_of_another_game_of_a_format_that_is_not_known(self, copy: Path) -> None:
        log = copy / "games" / "spring.1.1.1" / "log.jsonl"
        log.write_bytes(log.read_bytes().replace(b'"format":2', b'"format":3', 1))
        assert self.both(copy) == (1, 1)

    def test_of_a_vast_table(self, tmp_path: Path) -> None:
        write(tmp_path / "vast", changed(lambda es: es[0]["form"].update(table=2**53 - 1)))
        assert self.both(tmp_path / "vast") == (1, 1)
        assert len(verify(tmp_path / "vast")[1].splitlines()[-1]) < 200

    def test_of_a_ruling_more(self, tmp_path: Path) -> None:
        write(tmp_path / "more", ruled(9, "discount", round=1, table=1))
        assert self.both(tmp_path / "more") == (1, 1)
