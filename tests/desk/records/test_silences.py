"""Reminders that somebody kept against a record: nothing had come by then that answers what a seat was asked."""

from pathlib import Path

import pytest

from pbem.desk.records.checks.game_verdict import verify_files
from pbem.desk.records.checks.kept_letters import Kept, read_mail
from pbem.desk.records.checks.verdicts import Verified
from pbem.record.notes.notes import sign
from pbem.record.notes.receipts import Reminder, reminder_text
from tests.cli.hosting import pbem
from tests.record import sample
from tests.record.paced import Paced, paced, paced_back, paced_hosted, time


def reminder(seat: str, size: int, at: str, private: bytes = sample.PRIVATE) -> str:
    return sign(private, sample.REFEREE, reminder_text(sample.REFEREE, Reminder(sample.GAME, seat, size, time(at))))


def written(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir()
    for name, raw in files.items():
        (folder / name).write_bytes(raw)
    return folder


def held(folder: Path, files: dict[str, bytes], *notes: str) -> Verified:
    return verify_files(written(folder, files), mails=[Kept(reminders=notes)])


def caught(found: Verified) -> tuple[int | None, str] | None:
    return (found.first_bad["seq"], found.first_bad["check"]) if found.first_bad else None


@pytest.mark.parametrize(
    ("seat", "size", "at"),
    [
        ("red", 6, "03-29 00:00"),
        ("red", 6, "04-01 13:59"),  # it came a minute later
        ("red", 14, "04-08 00:00"),  # it was late, and the default was played
        ("blue", 8, "04-03 11:00"),
        ("red", 22, "04-10 00:00"),
    ],
)
def test_a_reminder_that_the_record_agrees_with(tmp_path: Path, seat: str, size: int, at: str) -> None:
    found = held(tmp_path / "x", paced(), reminder(seat, size, at))
    assert found.first_bad is None
    assert found.witness is not None
    assert found.witness["reminders"] == 1


@pytest.mark.parametrize("at", ["04-01 14:00", "04-01 14:05", "04-09 00:00"])
def test_a_sheet_that_came_before_somebody_was_reminded_of_it(tmp_path: Path, at: str) -> None:
    found = held(tmp_path / "x", paced(), reminder("red", 6, at))
    assert caught(found) == (6, "note")
    assert found.first_bad is not None
    assert f"came at {time('04-01 14:00')}" in found.first_bad["why"]


def test_a_hosted_seat_that_was_reminded_when_it_had_chosen(tmp_path: Path) -> None:
    right = held(tmp_path / "x", paced_hosted(), reminder("red", 6, "03-28 11:00"))
    wrong = held(tmp_path / "y", paced_hosted(), reminder("red", 6, "03-28 12:00"))
    assert caught(right) is None
    assert caught(wrong) == (6, "note")


def test_a_seat_that_was_reminded_and_not_awaited(tmp_path: Path) -> None:
    assert caught(held(tmp_path / "x", paced(), reminder("blue", 6, "03-29 00:00"))) == (None, "note")
    assert caught(held(tmp_path / "y", paced(), reminder("green", 6, "03-29 00:00"))) == (None, "note")
    assert caught(held(tmp_path / "z", sample.short(), reminder("blue", 4, "03-29 00:00"))) == (None, "note")


def test_a_reminder_of_a_longer_record(tmp_path: Path) -> None:
    found = held(tmp_path / "x", paced(), reminder("red", 99, "03-29 00:00"))
    assert caught(found) == (None, "note")
    assert found.first_bad is not None
    assert "entries are missing" in found.first_bad["why"]


def test_who_was_asked_anew_answers_another_question(tmp_path: Path) -> None:
    assert caught(held(tmp_path / "x", paced_back(), reminder("red", 9, "04-02 00:00"))) is None
    assert caught(held(tmp_path / "y", paced_back(), reminder("red", 14, "04-02 00:00"))) == (14, "note")


def test_a_plan_that_came_before_the_question_is_no_answer_that_was_awaited(tmp_path: Path) -> None:
    table = Paced()
    table.begin_paced()
    order = table.wait("03-27 15:00").order("blue", "go", came=time("03-27 09:30"))
    table.move("blue", order.seq, text="go", asks=[])
    assert caught(held(tmp_path / "x", table.end(), reminder("blue", 4, "03-27 12:00"))) is None


def test_a_reminder_of_somebody_else_is_counted_and_says_nothing(tmp_path: Path) -> None:
    right, wrong = reminder("red", 6, "03-29 00:00"), reminder("red", 6, "04-09 00:00", sample.secret("thief"))
    found = held(tmp_path / "x", paced(), right, wrong)
    assert caught(found) is None
    assert found.witness is not None
    assert (found.witness["reminders"], found.witness["unsigned"]) == (1, 1)


def test_a_reminder_is_found_in_a_mail_and_told(tmp_path: Path) -> None:
    folder = written(tmp_path / "x", paced())
    letter = tmp_path / "reminder.eml"
    letter.write_text(f"Subject: your turn\n\nDear Rufus,\n\n> {reminder('red', 6, '03-29 00:00')}\n", encoding="utf-8")
    assert len(read_mail(letter.read_bytes()).reminders) == 1
    told = pbem(tmp_path, "verify", folder, "--witness", letter).output
    assert "reminders  1 of which the record contradicts none" in told
    letter.write_text(f"Subject: your turn\n\n{reminder('red', 6, '04-01 15:00')}\n", encoding="utf-8")
    assert "NOT VALID: entry 6: the sheet that answers" in pbem(tmp_path, "verify", folder, "--witness", letter).output
