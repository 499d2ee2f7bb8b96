"""Several workers on one store: each mail and each letter is one worker's, until he is done or dead."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from freezegun import freeze_time

from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.post.hearing.signed_sheet import SignedSheet
from pbem.desk.post.received import Received
from pbem.desk.post.work import draining
from pbem.desk.post.work.batch import LEASE, MOST, Sent
from pbem.desk.post.work.courier import poll, send
from pbem.desk.transports.boxes import MOST_BYTES, UnreachableError, Waiting
from pbem.desk.transports.maildir import Maildir
from pbem.mail.signed import sign_orders
from pbem.record.errors import IntegrityError
from pbem.report.notice import Slip
from tests.desk.house import BLUE, GAME, KEYS, behind, block_of, furnished, mail, opened, rows, tamper
from tests.desk.post.test_courier import due, inbox, names, plan, put
from tests.desk.post.test_crashes import start, together
from tests.servers.machine import until
from tests.servers.postgres import Postgres

HOLD = """
import sys
from pathlib import Path
from pbem.desk.desk import Desk
from pbem.desk.post.work import courier

def stop(*_):
    print("in hand", flush=True)
    sys.stdin.readline()

courier.drain = stop
desk = Desk(Path(sys.argv[1]))
courier.poll(desk, desk.inbox, is_over=lambda: True)
"""

SEND = """
import sys
from pathlib import Path
from pbem.desk.post.work.courier import send
from pbem.desk.desk import Desk

class Box:
    def deliver(self, name, to, raw):
        print(name, flush=True)
    def close(self):
        pass

desk = Desk(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
send(desk, Box())
"""


@contextmanager
def another_at_work(folder: Path) -> Iterator[Callable[[], None]]:
    """Let another process take the first mail in hand; gives what kills it."""
    process = start(HOLD, folder)
    assert process.stdout
    assert process.stdout.readline() == "in hand\n"

    def kill() -> None:
        process.kill()
        process.wait()

    try:
        yield kill
    finally:
        kill()
        process.communicate()


def heard(desk: Desk, box: Maildir | None = None) -> list[str]:
    found: list[Received] = []
    poll(desk, box or inbox(desk), found.append)
    return [received.verdict for received in found]


def heard_soon(desk: Desk, box: Maildir | None = None) -> list[str]:
    """The same when somebody was killed: a server needs a moment to see that he is gone."""
    found: list[str] = []

    def hear() -> bool:
        found.extend(heard(desk, box))
        return bool(found)

    until(hear, "a mail that was in somebody's hand")
    return found


class TestMails:
    def test_one_that_another_has_in_hand_is_his_until_he_dies(self, running: Desk, folder: Path) -> None:
        put(running, plan(running, 1), plan(running, 2))
        with another_at_work(folder) as kill:
            assert heard(running) == ["played"]
            assert names(running, "new") == ["000"]
            kill()
            assert heard_soon(running) == ["played"]

    def test_a_copy_in_another_box_is_his_too(self, running: Desk, folder: Path, tmp_path: Path) -> None:
        put(running, plan(running, 1))
        other = Maildir.create(tmp_path / "other")
        other.deliver("some name", "", plan(running, 1))
        with another_at_work(folder):
            assert heard(running, other) == []
        assert heard_soon(running, other) == ["played"]
        assert heard(running) == ["known"]

    def test_one_that_is_too_large_likewise(self, running: Desk, folder: Path) -> None:
        put(running, b"x" * (MOST_BYTES + 1), b"y" * (MOST_BYTES + 1))
        with another_at_work(folder):
            assert heard(running) == ["ignored"]
        assert heard_soon(running) == ["ignored"]

    def test_one_that_another_has_finished_since_it_was_seen_is_passed_over(self, running: Desk) -> None:
        put(running, plan(running, 1), plan(running, 2))

        class Overtaken(Maildir):
            def waiting(self) -> Iterator[Waiting]:
                found = list(super().waiting())
                with opened(running.folder) as other:
                    assert heard(other) == ["played", "played"]
                yield from found

        assert heard(running, Overtaken(running.folder / "inbox")) == []
        assert len(names(running, "cur")) == 2

    def test_one_that_cannot_be_acted_on_is_nobodys_when_it_was_tried(
        self, running: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(running, plan(running, 1))

        def break_down(_desk: Desk, _sheets: Sequence[SignedSheet]) -> list[Received]:
            raise IntegrityError(0, "chain", "its game is broken")

        with monkeypatch.context() as patch:
            patch.setattr(draining, "_change", break_down)
            with pytest.raises(IntegrityError):
                heard(running)
        with opened(folder) as other:
            assert heard(other) == ["played"]

    def test_told_to_stop_it_does_not_even_look_at_those_of_others(self, running: Desk, folder: Path) -> None:
        put(running, plan(running, 1), plan(running, 2))
        with another_at_work(folder):
            assert poll(running, inbox(running), is_over=lambda: True) == 0
        assert names(running, "new") == ["000", "001"]

    @pytest.mark.sqlite
    def test_where_none_can_be_taken_in_hand_that_is_said(self, running: Desk, folder: Path) -> None:
        put(running, plan(running, 1))
        (folder / "pbem.db-claims").mkdir()
        with pytest.raises(BrokenDeskError, match=r"pbem.db cannot be used: .*pbem.db-claims"):
            heard(running)
        (folder / "pbem.db-claims").rmdir()
        assert heard(running) == ["played"]

    def test_one_is_acted_on_while_another_game_is_changed(self, cluster: Postgres, folder: Path) -> None:
        with cluster.tidied(), opened(furnished("fresh", folder, cluster)) as desk:
            new_game(desk, NewGame("fortuna", {"grey": "Anna", "blue": "Bruno"}, "g2"))
            put(desk, mail(sign_orders(block_of(desk, BLUE, "clear", game="g2"), KEYS["Bruno"])))
            with desk.store.write(GAME):
                assert heard(desk) == ["played"]


class Box:
    """An outbox that does what a test wants before it accepts a letter."""

    def __init__(self, before: Callable[[int], None] = lambda _number: None) -> None:
        self._before = before
        self.accepted: list[str] = []

    def deliver(self, name: str, to: str, raw: bytes) -> None:
        self._before(len(self.accepted))
        self.accepted.append(name)

    def close(self) -> None:
        pass


def ask_for(desk: Desk, count: int) -> None:
    """Ask for letters, besides those that are due anyway."""
    with desk.store.write() as change:
        anna = change.people.find("Anna")
        assert anna
        for _ in range(count):
            request_slip(desk, change, Slip(("slip_refused",)), player=anna)


@pytest.fixture
def busy(fresh: Desk) -> Desk:
    """A desk where letters are due, more than anybody takes in hand at once."""
    ask_for(fresh, MOST + 6)
    return fresh


class TestLetters:
    def test_of_several_senders_each_has_letters_of_its_own(self, busy: Desk, folder: Path) -> None:
        ask_for(busy, 5 * MOST)
        count = len(due(busy))
        said = together(*(start(SEND, folder) for _ in range(3)))
        every = [name for names in said for name in names]
        assert len(every) == len(set(every)) == count
        assert due(busy) == []

    def test_they_are_taken_in_hand_and_noted_many_at_once(self, busy: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        change, changes = busy.store.database.change, []

        def counted(*args: object) -> object:
            changes.append(args)
            return change(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(busy.store.database, "change", counted)
        with freeze_time():
            assert send(busy, Box()) == Sent(MOST + 8)
        assert len(changes) == 4

    def test_one_that_is_damaged_holds_up_no_other(
        self, busy: Desk, folder: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        last = due(busy)[-1].id
        assert tamper(folder, "UPDATE letter SET locked = ? WHERE id = ?", b"garbled" * 9, last)
        box = Box()
        assert send(busy, box).sent == MOST + 7
        assert f"letter {last} is damaged, and is not sent" in caplog.text
        with behind(folder) as run:
            assert list(run("SELECT id FROM letter WHERE sent = 0")) == [(last,)]

    def test_a_failure_in_the_middle_forgets_none_and_holds_up_none(self, busy: Desk, folder: Path) -> None:
        def fail(number: int) -> None:
            if number == 5:
                raise BrokenDeskError("the outbox is full")

        first, second = Box(fail), Box()
        with freeze_time():
            with pytest.raises(BrokenDeskError):
                send(busy, first)
            with opened(folder) as other:
                assert send(other, second) == Sent(MOST + 8 - 5)
        assert len({*first.accepted, *second.accepted}) == MOST + 8

    def test_told_to_stop_it_lets_go_of_what_it_has_not_begun(self, busy: Desk, folder: Path) -> None:
        first, second = Box(), Box()
        with freeze_time():
            assert send(busy, first, is_over=lambda: len(first.accepted) == 3) == Sent(3)
            with opened(folder) as other:
                assert send(other, second) == Sent(MOST + 8 - 3)
        assert len({*first.accepted, *second.accepted}) == MOST + 8

    def test_a_server_so_slow_that_a_lease_runs_out_gets_none_twice(self, busy: Desk, folder: Path) -> None:
        other = Box()
        with freeze_time() as clock:

            def linger(_number: int) -> None:
                clock.tick(LEASE // 2 - 1)
                with opened(folder) as quick:
                    send(quick, other)

            slow = Box(linger)
            send(busy, slow)
        every = slow.accepted + other.accepted
        assert len(every) == len(set(every)) == MOST + 8
        assert due(busy) == []

    def test_what_was_accepted_a_second_ago_is_noted_though_the_batch_goes_on(self, busy: Desk) -> None:
        noted: list[int] = []
        with freeze_time() as clock:

            def look(_number: int) -> None:
                noted.append(sum(row[-1] > 0 for row in rows(busy.folder)["letter"]))
                clock.tick(1)

            assert send(busy, Box(look)) == Sent(MOST + 8)
        assert noted == list(range(MOST + 8))

    def test_one_that_cannot_be_delivered_holds_up_no_other_of_its_batch(self, busy: Desk) -> None:
        class Choosy(Box):
            def deliver(self, name: str, to: str, raw: bytes) -> None:
                if name.endswith(".1.pbem"):
                    raise UnreachableError("nobody is at home")
                super().deliver(name, to, raw)

        assert send(busy, Choosy()) == Sent(MOST + 7, later=1)
