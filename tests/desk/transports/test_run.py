"""`pbem run` as the process it is: on a Maildir and on a real IMAP server, with letters out by SMTP."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

from pbem.desk.post.work.draining import TOO_LARGE
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.records.remaking.rebuild import rebuild
from pbem.desk.transports.boxes import MOST_BYTES
from pbem.desk.transports.maildir import Maildir
from tests.desk.house import BLUE, EVER, GAME, ORANGE, PBEM, furnished, legal, opened, rows, signed_mail, surroundings
from tests.desk.post.test_courier import POLL
from tests.desk.post.test_crashes import start, together
from tests.desk.transports.account import Account
from tests.desk.transports.office import Office
from tests.servers.machine import HOST, PATIENCE, free_ports, until
from tests.servers.postfix import Postfix

LONG = 600  # longer than anybody waits for a test


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a desk where blue is asked; every letter of its past was sent."""
    desk = furnished("running", tmp_path / "desk")
    with opened(desk) as opened_desk, opened_desk.store.write() as change:
        for letter in change.letters.due(EVER):
            change.letters.note_sent(letter.id, 1)
    return desk


def configure(folder: Path, *, account: Account | None = None, smtp: int = 0) -> None:
    """Write the servers of a desk into its settings."""
    text = ""
    if account:
        text += f'[mail.imap]\nhost = "{HOST}"\nport = {account.server.imap}\ntls = "none"\n'
        text += f'user = "{account.user}"\npassword_file = "{account.password}"\n'
    if smtp:
        text += f'[mail.smtp]\nhost = "{HOST}"\nport = {smtp}\ntls = "none"\n'
    with (folder / "pbem.toml").open("a") as file:
        file.write(text)


class Run:
    """A running daemon and what it has said so far."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.said = ""
        self._listener = Thread(target=self._listen)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.said += line

    def wait_for(self, words: str, count: int = 1) -> None:
        with suppress(TimeoutError):
            until(lambda: self.said.count(words) >= count or self.process.poll() is not None, f"{words!r}")
        assert self.said.count(words) >= count, self.said

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        self._listener.join()
        return code


@contextmanager
def running(folder: Path, *, every: float = LONG, workers: int = 1) -> Iterator[Run]:
    """Run a daemon for a while; it ends well when it is told to."""
    command = [str(PBEM), "--desk", str(folder), "run", "--every", str(every), "--workers", str(workers)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=surroundings(PYTHONUNBUFFERED="1")
    )
    run = Run(process)
    try:
        run.wait_for("running at")
        yield run
        assert run.end(signal.SIGTERM) == 0, run.said
        assert run.said.endswith("stopped\n")
        assert "Traceback" not in run.said
    finally:
        process.kill()
        process.wait()
        run._listener.join()
        assert process.stdout
        process.stdout.close()


def order(folder: Path) -> bytes:
    with opened(folder) as desk:
        return signed_mail(desk, BLUE, legal(desk, BLUE)[0])


def plan(folder: Path, number: int) -> bytes:
    with opened(folder) as desk:
        return signed_mail(desk, ORANGE, *["always keep vestal | any"] * (number + 1))


def is_sound(folder: Path) -> bool:
    """Tell whether the records verify, what is derived from them agrees, and every letter was sent."""
    with opened(folder) as desk, desk.store.read() as look:
        return verify_game(desk, GAME).ok and rebuild(desk) == [] and look.letters.due(EVER) == []


def are_sent(folder: Path) -> bool:
    with opened(folder) as desk, desk.store.read() as look:
        return look.letters.due(EVER) == []


class TestMaildir:
    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_a_mail_that_is_dropped_in_is_played_and_answered(self, folder: Path, number: int) -> None:
        with running(folder) as run:
            Maildir(folder / "inbox").deliver("1", "", order(folder))
            until(lambda: list((folder / "outbox" / "new").iterdir()), "the answer")
            run.wait_for("played: f1, blue: ")
            until(lambda: are_sent(folder), "all letters")
            assert run.end(number) == 0
            assert run.said.count("played: ") == 1
        assert [path.name for path in (folder / "inbox" / "cur").iterdir()] == ["1:2,S"]
        answers = [path.read_text() for path in (folder / "outbox" / "new").iterdir()]
        assert len([text for text in answers if "To: Anna" in text]) == 1
        assert is_sound(folder)

    def test_a_mail_that_is_too_large_is_logged(self, folder: Path) -> None:
        with running(folder, every=0.1) as run:
            Maildir(folder / "inbox").deliver("1", "", b"x" * (MOST_BYTES + 1))
            run.wait_for(TOO_LARGE.line)

    def test_it_survives_a_mailbox_that_goes_away_and_comes_back(self, folder: Path) -> None:
        with running(folder, every=0.1) as run:
            (folder / "inbox").rename(folder / "away")
            run.wait_for("cannot be read")
            (folder / "away").rename(folder / "inbox")
            Maildir(folder / "inbox").deliver("1", "", order(folder))
            run.wait_for("played: f1, blue: ")
            until(lambda: are_sent(folder), "its letters")  # who is told to stop sends no more than the letter in hand
        assert is_sound(folder)

    def test_a_broken_outbox_stops_no_orders(self, folder: Path) -> None:
        (folder / "outbox" / "new").rmdir()
        with running(folder, every=0.1) as run:
            for number in range(2):
                Maildir(folder / "inbox").deliver(str(number), "", plan(folder, number))
            run.wait_for("kept: ", 2)
            run.wait_for("cannot write mail into")
            (folder / "outbox" / "new").mkdir()
            until(lambda: len(list((folder / "outbox" / "new").iterdir())) == 2, "both answers")
        assert is_sound(folder)


class TestImap:
    def test_a_delivery_wakes_it_and_the_answer_goes_out_by_smtp(
        self, folder: Path, account: Account, office: Office
    ) -> None:
        configure(folder, account=account, smtp=office.start().port)
        with running(folder) as run:
            until(lambda: account.server.is_idling(account.user), "IDLE")
            account.server.put(account.user, order(folder))
            run.wait_for("played: f1, blue: ")
            until(lambda: "anna@example.org" in [to for _, to, _ in office.clerk.letters], "the answer")
            until(lambda: account.server.is_idling(account.user), "IDLE again")
        assert [to for _, to, _ in office.clerk.letters].count("anna@example.org") == 1
        assert len(account.done()) == 1
        assert list(account.inbox().waiting()) == []
        assert is_sound(folder)

    def test_the_answer_arrives_through_postfix(self, folder: Path, account: Account, postfix: Postfix) -> None:
        configure(folder, account=account, smtp=postfix.port)
        with running(folder) as run, Account(account.server, "anna", folder.parent) as anna:
            inbox = anna.inbox()
            account.server.put(account.user, order(folder))
            run.wait_for("played: f1, blue: ")
            until(lambda: list(inbox.waiting()), "the answer in the player's inbox")
            (answer,) = inbox.waiting()
            assert b"\r\nSubject: " in (answer.raw or b"")
            until(lambda: are_sent(folder), "all letters")
        assert is_sound(folder)

    def test_it_survives_servers_that_go_away_and_come_back(
        self, folder: Path, account: Account, office: Office
    ) -> None:
        (port,) = free_ports(1)
        configure(folder, account=account, smtp=port)
        with running(folder, every=0.2) as run:
            with account.server.stopped():
                run.wait_for("the mailbox INBOX at 127.0.0.1 cannot be used")
            account.server.put(account.user, plan(folder, 1))
            run.wait_for("kept: ")
            run.wait_for("is tried again later: 127.0.0.1 cannot be used")
            office.start(port=port)
            with opened(folder) as desk, desk.store.write() as change:
                (letter,) = change.letters.due(EVER)
                change.letters.put_off(letter.id, tries=letter.tries, due=0)  # as if a minute were over
            until(lambda: office.clerk.letters, "the answer")
        assert [to for _, to, _ in office.clerk.letters] == ["bruno@example.org"]
        assert is_sound(folder)

    def test_two_pollers_of_one_account_act_on_each_mail_once(self, folder: Path, account: Account) -> None:
        configure(folder, account=account)
        account.server.put(account.user, *(plan(folder, number) for number in range(6)))
        said = together(*(start(POLL, folder) for _ in range(2)))
        assert said[0] + said[1] == ["played"] * 6
        assert list(account.inbox().waiting()) == []
        assert len(account.done()) == 6
        assert len(rows(folder)["mail"]) == 6
