"""Maildirs, for both ways: nothing lost, nothing halved, nothing doubled."""

import os
import stat
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

import pytest

from pbem.desk.errors import BrokenDeskError
from pbem.desk.transports.boxes import MOST_BYTES, UnreachableError, Waiting
from pbem.desk.transports.maildir import Maildir
from tests.servers.machine import PATIENCE

LONG = 600.0


@pytest.fixture
def box(tmp_path: Path) -> Maildir:
    return Maildir.create(tmp_path / "box")


def put(box: Maildir, name: str, raw: bytes = b"mail") -> Path:
    path = box.folder / "new" / name
    path.write_bytes(raw)
    return path


def files(box: Maildir) -> dict[str, list[str]]:
    return {part: sorted(path.name for path in (box.folder / part).iterdir()) for part in ("tmp", "new", "cur")}


def names(mails: Iterator[Waiting]) -> list[str]:
    return [mail.id for mail in mails]


class TestWaitingMails:
    def test_they_come_whole_and_in_the_order_of_their_names(self, box: Maildir) -> None:
        for name in ("3.c", "1.a", "2.b"):
            put(box, name, name.encode() + b"\r\n\xff")
        found = [(mail.id, mail.raw) for mail in box.waiting()]
        assert found == [(name, name.encode() + b"\r\n\xff") for name in ("1.a", "2.b", "3.c")]

    def test_they_came_when_their_file_was_written(self, box: Maildir) -> None:
        os.utime(put(box, "1"), (1_700_000_000, 1_600_000_000))
        (mail,) = box.waiting()
        assert mail.came == 1_600_000_000

    def test_they_wait_until_they_are_done(self, box: Maildir) -> None:
        put(box, "1")
        put(box, "2")
        first, _ = box.waiting()
        box.done(first)
        assert names(box.waiting()) == ["2"]
        assert files(box) == {"tmp": [], "new": ["2"], "cur": ["1:2,S"]}

    def test_one_that_is_too_large_is_told_of_but_not_read(self, box: Maildir) -> None:
        put(box, "1", b"x" * MOST_BYTES)
        with put(box, "2").open("wb") as file:
            file.truncate(10**12)
        first, second = box.waiting()
        assert first.raw == b"x" * MOST_BYTES
        assert (second.id, second.raw) == ("2", None)
        box.done(second)
        assert names(box.waiting()) == ["1"]

    def test_one_that_vanishes_is_passed_over(self, box: Maildir) -> None:
        for name in "123":
            put(box, name)
        mails = box.waiting()
        assert next(mails).id == "1"
        (box.folder / "new" / "2").unlink()
        assert names(mails) == ["3"]

    def test_one_that_cannot_be_read_does_not_hold_up_the_others(self, box: Maildir) -> None:
        put(box, "1")
        (box.folder / "new" / "2").symlink_to("/proc/self/mem")  # a file that even root cannot read from its start
        put(box, "3")
        found: list[str] = []
        with pytest.raises(UnreachableError, match="new/2 cannot be read: Input/output error"):
            found.extend(mail.id for mail in box.waiting())
        assert found == ["1", "3"]

    def test_what_is_no_mail_is_left_alone(self, box: Maildir) -> None:
        put(box, ".hidden")
        (box.folder / "new" / "folder").mkdir()
        os.mkfifo(box.folder / "new" / "fifo")
        put(box, "1")
        assert names(box.waiting()) == ["1"]

    def test_ten_thousand_are_drained_without_holding_them(self, box: Maildir) -> None:
        raw = b"x" * 4096
        for number in range(10_000):
            put(box, f"{number:05}", raw)
        tracemalloc.start()
        try:
            for count, mail in enumerate(box.waiting()):
                assert (mail.id, mail.raw) == (f"{count:05}", raw)
                box.done(mail)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert count == 9_999
        assert peak < 5_000_000  # all of them are 41 MB
        assert names(box.waiting()) == []


class TestTwoPollers:
    def test_both_may_read_and_finish_a_mail(self, box: Maildir) -> None:
        for name in "12":
            put(box, name)
        other = Maildir(box.folder)
        for mine, theirs in zip(box.waiting(), other.waiting(), strict=True):
            box.done(mine)
            other.done(theirs)
        assert files(box) == {"tmp": [], "new": [], "cur": ["1:2,S", "2:2,S"]}

    def test_together_they_miss_none(self, box: Maildir) -> None:
        sent = [f"{number:04}" for number in range(500)]
        for name in sent:
            put(box, name)

        def drain(poller: Maildir) -> list[str]:
            found = []
            for mail in poller.waiting():
                found.append(mail.id)
                poller.done(mail)
            return found

        with ThreadPoolExecutor() as pool:
            found = list(pool.map(drain, [Maildir(box.folder) for _ in range(2)]))
        assert set(found[0]) | set(found[1]) == set(sent)
        assert files(box)["new"] == []
        assert len(files(box)["cur"]) == 500


class TestVanishedFolder:
    @pytest.mark.parametrize("part", ["", "new"])
    def test_an_inbox_without_it_is_told_of_and_found_when_it_is_back(self, box: Maildir, part: str) -> None:
        put(box, "1")
        folder, away = box.folder / part, box.folder.with_name("away")
        folder.rename(away)
        with pytest.raises(UnreachableError, match="cannot be read: No such file"):
            next(box.waiting())
        with pytest.raises(UnreachableError, match="cannot be read: No such file"):
            box.wait(LONG)
        away.rename(folder)
        assert names(box.waiting()) == ["1"]

    def test_a_mail_that_cannot_be_put_away_is_told_of(self, box: Maildir) -> None:
        put(box, "1")
        (mail,) = box.waiting()
        (box.folder / "cur").rmdir()
        with pytest.raises(UnreachableError, match="cannot be changed: No such file"):
            box.done(mail)
        assert files(Maildir.create(box.folder))["new"] == ["1"]

    @pytest.mark.parametrize("part", ["", "tmp", "new"])
    def test_an_outbox_without_it_is_broken(self, box: Maildir, part: str) -> None:
        (box.folder / part).rename(box.folder.with_name("away"))
        with pytest.raises(BrokenDeskError, match="cannot write mail into"):
            box.deliver("1", "anna@example.org", b"letter")
        assert list(box.folder.rglob("1*")) == []


class TestWaiting:
    def test_it_ends_when_a_mail_comes(self, box: Maildir) -> None:
        with ThreadPoolExecutor() as pool:
            waiting = pool.submit(box.wait, LONG)
            box.deliver("1", "", b"mail")
            waiting.result(timeout=PATIENCE)

    def test_it_ends_at_once_for_a_mail_that_came_after_the_last_look(self, box: Maildir) -> None:
        put(box, "1")
        assert names(box.waiting()) == ["1"]
        put(box, "2")
        box.wait(LONG)

    def test_it_does_not_end_for_a_mail_that_was_left(self, box: Maildir) -> None:
        put(box, "1")
        assert names(box.waiting()) == ["1"]
        begun = monotonic()
        box.wait(0.3)
        assert monotonic() - begun >= 0.3


class TestDelivery:
    def test_a_letter_is_there_whole_with_line_feeds_for_its_owner_alone(self, box: Maildir) -> None:
        box.deliver("1.pbem", "anna@example.org", b"Subject: x\r\n\r\nbody\r\n")
        path = box.folder / "new" / "1.pbem"
        assert path.read_bytes() == b"Subject: x\n\nbody\n"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert files(box)["tmp"] == []

    @pytest.mark.parametrize("end", ["", ":2,", ":2,S", ":2,RS", ":2,DFPRST"])
    def test_the_same_name_is_never_there_twice_whoever_took_it(self, box: Maildir, end: str) -> None:
        box.deliver("1.pbem", "", b"letter")
        if end:
            (box.folder / "new" / "1.pbem").rename(box.folder / "cur" / f"1.pbem{end}")
        before = files(box)
        box.deliver("1.pbem", "", b"letter")
        assert files(box) == before

    def test_a_name_that_begins_like_another_is_another(self, box: Maildir) -> None:
        (box.folder / "cur" / "1.pbem2:2,S").touch()
        box.deliver("1.pbem", "", b"letter")
        assert files(box)["new"] == ["1.pbem"]

    def test_file_and_folder_are_synced_in_that_order_with_the_renaming_between(
        self, box: Maildir, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        synced: list[tuple[bool, list[str]]] = []

        def fsync(handle: int) -> None:
            synced.append((stat.S_ISDIR(os.fstat(handle).st_mode), files(box)["new"]))

        monkeypatch.setattr(os, "fsync", fsync)
        box.deliver("1", "", b"letter")
        assert synced == [(False, []), (True, ["1"])]
        box.deliver("1", "", b"letter")  # who renamed it may have died before the folder was synced
        assert synced[2:] == [(True, ["1"])]

    def test_a_disk_that_is_full_leaves_nothing_behind(self, box: Maildir, monkeypatch: pytest.MonkeyPatch) -> None:
        def fsync(handle: int) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as full:
            full.setattr(os, "fsync", fsync)
            with pytest.raises(BrokenDeskError, match="No space left"):
                box.deliver("1", "", b"letter")
        assert files(box) == {"tmp": [], "new": [], "cur": []}
        box.deliver("1", "", b"letter")
        assert files(box)["new"] == ["1"]

    def test_what_a_crash_left_unfinished_is_in_nobodys_way(self, box: Maildir) -> None:
        (box.folder / "tmp" / "1").write_bytes(b"let")
        box.deliver("1", "", b"letter")
        assert (box.folder / "new" / "1").read_bytes() == b"letter"

    def test_two_who_deliver_the_same_letter_make_one_that_is_whole(self, box: Maildir) -> None:
        raw = b"x" * 200_000

        def deliver(number: int) -> None:
            Maildir(box.folder).deliver(f"{number // 4}", "", raw)

        with ThreadPoolExecutor(8) as pool:
            watching = pool.submit(lambda: [mail.raw == raw for _ in range(20) for mail in box.waiting()])
            list(pool.map(deliver, range(40)))
            assert all(watching.result())
        assert files(box) == {"tmp": [], "new": sorted(str(number) for number in range(10)), "cur": []}
        assert all(mail.raw == raw for mail in box.waiting())
