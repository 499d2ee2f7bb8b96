"""Carrying mail: whatever breaks on the way, no mail and no letter is lost, and none has its effect twice."""

import logging
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from freezegun import freeze_time

from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.post.hearing.signed_sheet import SignedSheet
from pbem.desk.post.received import Received
from pbem.desk.post.work import draining
from pbem.desk.post.work.batch import LEASE, Sent
from pbem.desk.post.work.courier import poll, send
from pbem.desk.post.work.draining import TOO_LARGE
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.store.shelves.letters import FAR
from pbem.desk.store.values import Due
from pbem.desk.transports.boxes import MOST_BYTES, UnreachableError, next_try
from pbem.desk.transports.maildir import Maildir
from pbem.mail.signed import sign_orders
from pbem.record.errors import IntegrityError
from tests.cli.hosting import done, process
from tests.cli.test_disk import disk_with, refused
from tests.desk.house import (
    BLUE,
    EVER,
    GAME,
    KEYS,
    ORANGE,
    block_of,
    garble,
    head_of,
    legal,
    mail,
    rows,
    signed_mail,
    tamper,
)
from tests.desk.post.test_crashes import start, together
from tests.desk.transports.office import Hasty, Office

MINUTE, DAY = 60, 86_400
POLL = """
import sys
from pathlib import Path
from pbem.desk.post.work.courier import poll
from pbem.desk.desk import Desk

desk = Desk(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
poll(desk, desk.inbox, lambda received: print(received.verdict, flush=True))
"""


class Crash(BaseException):
    """The process dies here."""


def inbox(desk: Desk) -> Maildir:
    return Maildir(desk.folder / "inbox")


def put(desk: Desk, *mails: bytes) -> None:
    for number, raw in enumerate(mails):
        inbox(desk).deliver(f"{number:03}", "", raw)


def names(desk: Desk, part: str) -> list[str]:
    return sorted(path.name for path in (desk.folder / "inbox" / part).iterdir())


def plan(desk: Desk, number: int) -> bytes:
    """A mail that is kept as a plan, whatever was kept before."""
    return signed_mail(desk, ORANGE, *["always keep vestal | any"] * (number + 1))


def due(desk: Desk, now: int = EVER) -> list[Due]:
    with desk.store.read() as look:
        return look.letters.due(now)


def told(desk: Desk) -> list[Received]:
    heard: list[Received] = []
    poll(desk, inbox(desk), heard.append)
    return heard


class TestPolling:
    def test_each_mail_is_acted_on_once_and_put_away(self, running: Desk) -> None:
        asked = len(due(running))
        raw = plan(running, 1)
        put(running, raw, plan(running, 2), raw)
        assert [received.verdict for received in told(running)] == ["played", "played", "known"]
        assert names(running, "new") == []
        assert names(running, "cur") == ["000:2,S", "001:2,S", "002:2,S"]
        assert len(due(running)) == asked + 2
        assert told(running) == []

    @pytest.mark.parametrize("moment", ["before the commit", "after the commit"])
    def test_a_mail_that_comes_again_after_a_crash_has_one_effect_and_one_answer(
        self, running: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch, moment: str
    ) -> None:
        put(running, signed_mail(running, BLUE, legal(running, BLUE)[0]))
        asked = len(due(running))

        change = draining._change

        def crash(desk: Desk, sheets: Sequence[SignedSheet]) -> list[Received]:
            if moment == "after the commit":
                change(desk, sheets)
            raise Crash

        with monkeypatch.context() as patch:
            patch.setattr(draining, "_change", crash)
            with pytest.raises(Crash):
                told(running)
        assert names(running, "new") == ["000"]
        (received,) = told(running)
        assert received.verdict == ("known" if moment == "after the commit" else "played")
        assert names(running, "cur") == ["000:2,S"]
        assert len(rows(folder)["mail"]) == 1
        assert [letter.player for letter in due(running)[asked:]].count("Anna") == 1
        assert verify_game(running, GAME).ok

    def test_a_mail_is_acknowledged_only_when_its_effect_can_be_seen_by_others(self, running: Desk) -> None:
        put(running, signed_mail(running, BLUE, legal(running, BLUE)[0]))
        before = head_of(running).size
        seen: list[int] = []

        class Watched(Maildir):
            def done(self, mail: Any) -> None:
                other = Desk(running.folder)
                seen.append(head_of(other).size)
                other.close()
                super().done(mail)

        poll(running, Watched(running.folder / "inbox"))
        assert seen
        assert seen[0] > before

    def test_two_pollers_at_one_maildir_act_on_each_mail_once(self, running: Desk, folder: Path) -> None:
        asked = len(due(running))
        put(running, *(plan(running, number) for number in range(8)))
        said = together(*(start(POLL, folder) for _ in range(2)))
        assert said[0] + said[1] == ["played"] * 8
        assert names(running, "new") == []
        assert len(names(running, "cur")) == 8
        assert [letter.player for letter in due(running)[asked:]] == ["Bruno"] * 8

    def test_one_that_is_too_large_is_put_away_unread(self, running: Desk, folder: Path) -> None:
        put(running, b"Subject: x\n\n" + b"x" * MOST_BYTES, plan(running, 1))
        before = rows(folder)["letter"]
        heard = told(running)
        assert heard[0] == TOO_LARGE
        assert heard[1].verdict == "played"
        assert len(names(running, "cur")) == 2
        assert len(rows(folder)["letter"]) == len(before) + 1

    def test_a_mailbox_that_vanishes_is_told_of_and_read_when_it_is_back(self, running: Desk, folder: Path) -> None:
        put(running, plan(running, 1))
        (folder / "inbox").rename(folder / "away")
        with pytest.raises(UnreachableError, match=r"the Maildir .*inbox cannot be read"):
            told(running)
        assert "inbox cannot be read" in refused(process(folder, "mail", "poll"), 1)
        (folder / "away").rename(folder / "inbox")
        assert [received.verdict for received in told(running)] == ["played"]

    def test_those_that_vanish_while_they_are_acted_on_are_done_all_the_same(self, running: Desk) -> None:
        put(running, plan(running, 1), plan(running, 2))
        heard: list[Received] = []

        def tell(received: Received) -> None:
            heard.append(received)
            shutil.rmtree(running.folder / "inbox" / "new")
            (running.folder / "inbox" / "new").mkdir()

        assert poll(running, inbox(running), tell) == 2
        assert [received.verdict for received in heard] == ["played", "played"]

    def test_a_mail_for_a_broken_game_stays_and_holds_up_no_other(self, fresh: Desk, folder: Path) -> None:
        new_game(fresh, NewGame("fortuna", {"grey": "Anna", "blue": "Bruno"}, "g2"))
        other = mail(sign_orders(block_of(fresh, BLUE, "clear", game="g2"), KEYS["Bruno"]))
        put(fresh, signed_mail(fresh, BLUE, legal(fresh, BLUE)[0]), other)
        garble(folder, b'"seq":0', b'"seq":1', "game = 'f1' AND seq = 0")
        tamper(folder, "DELETE FROM snapshot")
        fresh.remembered.clear()
        heard: list[Received] = []
        with pytest.raises(IntegrityError):
            poll(fresh, inbox(fresh), heard.append)
        assert [received.verdict for received in heard] == ["played"]
        assert names(fresh, "new") == ["000"]
        assert names(fresh, "cur") == ["001:2,S"]

    def test_told_to_stop_it_leaves_the_rest_for_another_time(self, running: Desk) -> None:
        put(running, plan(running, 1), plan(running, 2))
        assert poll(running, inbox(running), is_over=lambda: True) == 1
        assert names(running, "new") == ["001"]

    @pytest.mark.sqlite
    def test_a_full_disk_loses_nothing_and_doubles_nothing(self, running: Desk, folder: Path) -> None:
        put(running, plan(running, 1))
        before = rows(folder)
        said = refused(process(folder, "mail", "poll", preexec_fn=disk_with(100)), 3)
        assert len(said.splitlines()) == 1
        assert "pbem.db" in said
        assert names(running, "new") == ["000"]
        assert rows(folder) == before
        assert done(folder, "mail", "poll").startswith("kept: f1, orange: a plan\n1 mail read\n")
        assert len(rows(folder)["mail"]) == len(before["mail"]) + 1


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with ExitStack() as ends:
        yield Office(ends, tmp_path)


class Shut:
    """An outbox that cannot be reached, or does whatever else a test wants."""

    def __init__(self, fail: Callable[[], None]) -> None:
        self._fail = fail
        self.asked: list[str] = []

    def deliver(self, name: str, to: str, raw: bytes) -> None:
        self.asked.append(name)
        self._fail()

    def close(self) -> None:
        pass


def unreachable() -> None:
    raise UnreachableError("nobody is at home")


def crash() -> None:
    raise Crash


class TestSending:
    def test_a_server_that_hangs_up_in_the_middle_of_a_letter_gets_it_again_later(
        self, fresh: Desk, office: Office
    ) -> None:
        server = office.start(Hasty)
        with freeze_time(tick=True, real_asyncio=True) as clock:
            assert send(fresh, office.outbox(server)) == Sent(later=2)
            server.stop()
            office.start(port=server.port)
            assert send(fresh, office.outbox(server)) == Sent()
            clock.tick(MINUTE + 1)
            assert send(fresh, office.outbox(server)) == Sent(2)
            clock.tick(DAY)
            assert send(fresh, office.outbox(server)) == Sent()
        assert [to for _, to, _ in office.clerk.letters] == ["anna@example.org", "bruno@example.org"]

    def test_each_failure_makes_the_wait_longer_until_it_is_given_up(
        self, fresh: Desk, caplog: pytest.LogCaptureFixture
    ) -> None:
        box = Shut(unreachable)
        with freeze_time("2031-01-01") as clock:
            for failures in range(1, 11):
                assert send(fresh, box) == Sent(later=2)
                again = next_try(failures, fresh.now())
                assert again
                clock.tick(again - fresh.now() - 1)
                assert send(fresh, box) == Sent()
                clock.tick(1)
            assert send(fresh, box) == Sent(given_up=2)
            clock.tick(10 * FAR)
            assert send(fresh, box) == Sent()
        assert len(box.asked) == 22
        assert len(set(box.asked)) == 2
        assert caplog.text.count("is given up: nobody is at home") == 2

    @pytest.mark.parametrize(("said", "outcome"), [("451 later", Sent(later=2)), ("552 no", Sent(given_up=2))])
    def test_a_letter_refused_for_now_is_put_off_and_one_refused_for_good_given_up(
        self, fresh: Desk, office: Office, said: str, outcome: Sent
    ) -> None:
        server = office.start()
        office.clerk.to_letter = said
        with freeze_time(tick=True, real_asyncio=True) as clock:
            assert send(fresh, office.outbox(server)) == outcome
            office.clerk.to_letter = ""
            clock.tick(MINUTE + 1)
            assert send(fresh, office.outbox(server)) == Sent(outcome.later)
        assert len(office.clerk.letters) == outcome.later

    @pytest.mark.parametrize("code", ["450", "550"])
    def test_no_address_is_logged_though_the_server_repeats_it(
        self, fresh: Desk, office: Office, caplog: pytest.LogCaptureFixture, code: str
    ) -> None:
        office.clerk.to_letter = f"{code} 5.1.1 <anna@example.org>: nobody \x1b[2J here"
        with caplog.at_level(logging.DEBUG, "pbem"):
            assert send(fresh, office.outbox(office.start())).sent == 0
        assert f"says {code} 5.1.1 (an address): nobody" in caplog.text
        assert "@" not in caplog.text
        assert "\x1b" not in caplog.text

    def test_one_address_that_is_refused_does_not_hold_up_the_others(
        self, fresh: Desk, office: Office, folder: Path
    ) -> None:
        tamper(folder, "UPDATE player SET address = 'nobody@example.org' WHERE name = 'Anna'")
        office.clerk.to_recipient = "550 no such user"
        assert send(fresh, office.outbox(office.start())) == Sent(1, given_up=1)
        assert [to for _, to, _ in office.clerk.letters] == ["bruno@example.org"]

    def test_what_a_dead_process_had_in_hand_is_taken_up_after_the_lease(self, fresh: Desk, office: Office) -> None:
        with freeze_time(tick=True, real_asyncio=True) as clock:
            with pytest.raises(Crash):
                send(fresh, Shut(crash))
            server = office.start()
            assert send(fresh, office.outbox(server)) == Sent(1)
            clock.tick(LEASE - 30)
            assert send(fresh, office.outbox(server)) == Sent()
            clock.tick(31)
            assert send(fresh, office.outbox(server)) == Sent(1)
        assert len(office.clerk.letters) == 2

    def test_what_may_have_been_accepted_before_a_crash_goes_out_again_under_the_same_id(
        self, fresh: Desk, office: Office, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        server = office.start()
        box = office.outbox(server)
        deliver = box.deliver

        def accept_and_die(name: str, to: str, raw: bytes) -> None:
            deliver(name, to, raw)
            raise Crash

        with freeze_time(tick=True, real_asyncio=True) as clock:
            monkeypatch.setattr(box, "deliver", accept_and_die)
            with pytest.raises(Crash):
                send(fresh, box)
            clock.tick(LEASE + 1)
            assert send(fresh, office.outbox(server)) == Sent(2)
        ids = [message_from_bytes(raw)["Message-ID"] for _, _, raw in office.clerk.letters]
        assert len(ids) == 3
        assert ids[0] == ids[1]

    def test_a_broken_outbox_never_costs_a_letter(self, fresh: Desk, folder: Path) -> None:
        shutil.rmtree(folder / "outbox" / "new")
        for _ in range(30):
            with pytest.raises(BrokenDeskError, match="cannot write mail"):
                send(fresh)
        (folder / "outbox" / "new").mkdir()
        assert send(fresh) == Sent(2)

    def test_a_letter_that_somebody_else_sent_meanwhile_is_not_given_up(self, fresh: Desk) -> None:
        with fresh.store.write() as change:
            one, _two = change.letters.due(EVER)
            assert change.letters.note_sent(one.id, 5)
            change.letters.give_up(one.id)
        assert [row[-1] for row in rows(fresh.folder)["letter"]].count(-1) == 0


class TestClock:
    def test_letters_put_off_by_a_clock_that_was_far_ahead_are_tried_when_it_is_right_again(self, fresh: Desk) -> None:
        with freeze_time("2040-01-01"):
            assert send(fresh, Shut(unreachable)) == Sent(later=2)
        with freeze_time("2031-01-01"):
            assert send(fresh) == Sent(2)
            assert send(fresh) == Sent()

    def test_jumping_back_and_forth_it_sends_each_once(self, fresh: Desk) -> None:
        for date in ("2031-01-05", "1999-01-01", "2031-01-09", "2031-01-01"):
            with freeze_time(date):
                assert send(fresh, Shut(unreachable)) == Sent(later=2)
        for date, count in (("2031-01-02", 2), ("1999-01-01", 0), ("2040-01-01", 0), ("2031-01-02", 0)):
            with freeze_time(date):
                assert send(fresh) == Sent(count)
        assert len(list((fresh.folder / "outbox" / "new").iterdir())) == 2

    def test_an_hour_back_is_waited_for(self, fresh: Desk) -> None:
        with freeze_time("2031-01-01 12:00:00"):
            assert send(fresh, Shut(unreachable)) == Sent(later=2)
        with freeze_time("2031-01-01 11:00:00"):
            assert send(fresh) == Sent()
        with freeze_time("2031-01-01 12:01:01"):
            assert send(fresh) == Sent(2)

    def test_nobody_puts_a_letter_off_so_far_that_it_looks_like_a_wrong_clock(self) -> None:
        waits = [next_try(failures, 0) or 0 for failures in range(1, 20)]
        assert 0 < max(*waits, LEASE) < FAR
