"""An IMAP account as an inbox, at a real server."""

import re
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient

from pbem.desk.errors import BrokenDeskError
from pbem.desk.transports import imap
from pbem.desk.transports.boxes import MOST_BYTES, UnreachableError, Waiting
from pbem.desk.transports.imap import ImapInbox
from tests.desk.transports.account import Account, text_of
from tests.servers.dovecot import PASSWORD, running_dovecot
from tests.servers.machine import PATIENCE, until

LONG = 600.0


def read(inbox: ImapInbox) -> list[str]:
    return [text_of(mail.raw) for mail in inbox.waiting()]


class TestFetching:
    def test_an_empty_account_has_no_mails(self, account: Account) -> None:
        assert read(account.inbox()) == []

    def test_mails_come_oldest_first_and_byte_for_byte(self, account: Account) -> None:
        raw = b"Subject: x\r\n\r\n8 bits: \xff\xfe\xe9\r\n.\r\n..\r\n" + b"long " * 500 + b"\r\n>From me \t \r\n\r\n"
        account.put("first")
        account.server.put(account.user, raw)
        account.put("third")
        mails = [mail.raw or b"" for mail in account.inbox().waiting()]
        assert [text_of(mail) for mail in mails[::2]] == ["first", "third"]
        assert mails[1].endswith(raw)

    def test_they_came_when_the_server_took_them(self, account: Account) -> None:
        before = int(time.time())
        account.put("a")
        (mail,) = account.inbox().waiting()
        assert mail.came is not None
        assert before - 1 <= mail.came <= int(time.time()) + 1

    def test_they_stay_unread_and_wait_until_they_are_done(self, account: Account) -> None:
        account.put("a", "b")
        inbox = account.inbox()
        assert read(inbox) == read(inbox) == ["a", "b"]
        names = [path.name for path in (account.server.maildir(account.user) / "cur").iterdir()]
        assert len(names) == 2
        assert all(name.endswith(":2,") for name in names)

    def test_a_mail_that_came_after_connecting_is_found_by_the_next_look(self, account: Account) -> None:
        inbox = account.inbox()
        for number in range(3):
            account.put(f"mail {number}")
            assert read(inbox) == [f"mail {before}" for before in range(number + 1)]

    def test_they_are_fetched_one_by_one(self, account: Account) -> None:
        account.put("a", "b", "c")
        mails = account.inbox().waiting()
        assert text_of(next(mails).raw) == "a"
        (gone,) = (mail for mail in account.inbox().waiting() if text_of(mail.raw) == "b")
        account.inbox().done(gone)
        assert [text_of(mail.raw) for mail in mails] == ["c"]

    def test_one_that_is_too_large_is_told_of_but_not_fetched(self, account: Account) -> None:
        account.put("a", "x" * MOST_BYTES, "b")
        inbox = account.inbox()
        mails = list(inbox.waiting())
        assert [mail.raw is None for mail in mails] == [False, True, False]
        for mail in mails:
            inbox.done(mail)
        inbox.close()
        goodbye = re.compile(rf"imap\({account.user}\).*Logged out in=\d+ out=(\d+)")
        until(lambda: goodbye.search(account.server.log.read_text()), "the goodbye in the log")
        (sent,) = goodbye.findall(account.server.log.read_text())
        assert int(sent) < 10_000
        assert read(account.inbox()) == []

    def test_one_of_exactly_the_largest_size_is_fetched(self, account: Account) -> None:
        account.put("")
        (small,) = account.inbox().waiting()
        account.put("x" * (MOST_BYTES - len(small.raw or b"")))
        account.put("x" * (MOST_BYTES - len(small.raw or b"") + 1))
        sizes = [None if mail.raw is None else len(mail.raw) for mail in account.inbox().waiting()]
        assert sizes == [len(small.raw or b""), MOST_BYTES, None]

    def test_one_that_the_server_cannot_read_does_not_hold_up_the_others(self, account: Account) -> None:
        account.put("a", "b", "c")
        inbox = account.inbox()
        assert read(inbox) == ["a", "b", "c"]
        for path in (account.server.maildir(account.user) / "cur").iterdir():
            if path.read_text().endswith("b\n"):
                path.chmod(0)
        for file in account.server.maildir(account.user).glob("dovecot.index.cache"):
            file.unlink()
        found: list[str] = []
        with pytest.raises(UnreachableError, match="FETCH failed"):
            found.extend(text_of(mail.raw) for mail in account.inbox().waiting())
        assert found == ["a", "c"]


class TestDone:
    def test_a_mail_is_moved_away(self, account: Account) -> None:
        account.put("a", "b")
        inbox = account.inbox()
        first = next(inbox.waiting())
        inbox.done(first)
        assert read(inbox) == ["b"]
        assert account.done() == ["a"]

    def test_doing_it_again_is_no_harm(self, account: Account) -> None:
        account.put("a", "b")
        inbox = account.inbox()
        first = next(inbox.waiting())
        inbox.done(first)
        inbox.done(first)
        assert read(inbox) == ["b"]
        assert account.done() == ["a"]

    def test_two_connections_may_fetch_and_finish_the_same_mail(self, account: Account) -> None:
        account.put("a", "b")
        one, other = account.inbox(), account.inbox()
        pairs = list(zip(one.waiting(), other.waiting(), strict=True))
        assert all(first == second for first, second in pairs)
        for first, second in pairs:
            one.done(first)
            other.done(second)
        assert read(one) == read(other) == []
        assert account.done() == ["a", "b"]

    def test_of_a_folder_that_was_made_anew_nothing_is_moved_for_an_old_mail(self, account: Account) -> None:
        account.put("new")
        inbox = account.inbox()
        (new,) = inbox.waiting()
        age, _, uid = new.id.partition(".")
        inbox.done(Waiting(f"{int(age) - 1}.{uid}", b"old"))
        assert read(inbox) == ["new"]

    def test_the_folder_for_it_is_made_again_if_it_vanished(self, account: Account) -> None:
        account.put("a")
        inbox = account.inbox()
        (mail,) = inbox.waiting()
        shutil.rmtree(account.server.maildir(account.user) / ".pbem-done")
        with pytest.raises(UnreachableError, match="INBOX"):
            inbox.done(mail)
        inbox.done(mail)
        assert account.done() == ["a"]


class TestWaiting:
    def test_a_delivery_at_the_moment_of_idling_is_found_soon(
        self, account: Account, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        inbox = account.inbox()
        idle, waited = imap._idle, list[float]()

        def idle_at_a_bad_moment(client: object, seconds: float) -> None:
            if not waited:
                account.put("just now")
            waited.append(seconds)
            idle(client, seconds)

        monkeypatch.setattr(imap, "_idle", idle_at_a_bad_moment)
        inbox.wait(25)
        assert waited[:2] in ([1], [1, 2])
        assert read(inbox) == ["just now"]

    def test_idle_wakes_up_on_a_delivery(self, account: Account) -> None:
        inbox = account.inbox()
        assert read(inbox) == []
        with ThreadPoolExecutor() as pool:
            waiting = pool.submit(inbox.wait, LONG)
            until(lambda: account.server.is_idling(account.user), "IDLE")
            account.put("a")
            waiting.result(timeout=PATIENCE)
        assert read(inbox) == ["a"]

    def test_a_mail_that_came_after_the_last_look_ends_it_at_once(self, account: Account) -> None:
        account.put("a")
        inbox = account.inbox()
        assert read(inbox) == ["a"]
        account.put("b")
        with ThreadPoolExecutor() as pool:
            pool.submit(inbox.wait, LONG).result(timeout=PATIENCE)
        assert read(inbox) == ["a", "b"]

    def test_a_mail_that_was_left_does_not_end_it(self, account: Account) -> None:
        account.put("left")
        inbox = account.inbox()
        assert read(inbox) == ["left"]
        begun = time.monotonic()
        inbox.wait(0.3)
        assert time.monotonic() - begun >= 0.3

    def test_told_to_stop_in_the_middle_of_a_command_it_says_nothing_more(
        self, account: Account, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Stopped(BaseException):
            pass

        def begin_to_idle(client: Any) -> None:
            client._imap._command("IDLE")
            raise Stopped

        def say_goodbye(client: Any) -> None:
            goodbyes.append(client)

        goodbyes: list[Any] = []
        monkeypatch.setattr(IMAPClient, "idle", begin_to_idle)
        monkeypatch.setattr(IMAPClient, "logout", say_goodbye)
        inbox = account.inbox()
        with pytest.raises(Stopped):
            inbox.wait(LONG)
        inbox.close()
        assert goodbyes == []  # the server waits for the end of IDLE, and would not answer
        monkeypatch.undo()
        account.put("a")
        assert read(inbox) == ["a"]

    def test_a_server_that_goes_away_is_told_of(self, account: Account) -> None:
        inbox = account.inbox()
        with ThreadPoolExecutor() as pool:
            waiting = pool.submit(inbox.wait, LONG)
            until(lambda: account.server.is_idling(account.user), "IDLE")
            with account.server.stopped(), pytest.raises(UnreachableError):
                waiting.result(timeout=PATIENCE)
        account.put("a")
        assert read(inbox) == ["a"]


class TestTrouble:
    def test_after_a_restart_it_connects_anew(self, account: Account) -> None:
        account.put("a")
        inbox = account.inbox()
        (mail,) = inbox.waiting()
        with account.server.stopped():
            for _ in range(2):
                with pytest.raises(UnreachableError, match=r"INBOX at 127\.0\.0\.1 cannot be used"):
                    inbox.done(mail)
        inbox.done(mail)
        assert read(inbox) == []
        assert account.done() == ["a"]

    def test_a_connection_lost_between_two_mails_loses_none(self, account: Account) -> None:
        account.put("a", "b")
        inbox = account.inbox()
        mails = inbox.waiting()
        inbox.done(next(mails))
        with account.server.stopped():
            pass
        with pytest.raises(UnreachableError):
            next(mails)
        assert read(inbox) == ["b"]

    def test_a_folder_that_is_not_there_is_told_of(self, account: Account) -> None:
        with pytest.raises(UnreachableError, match="the mailbox Orders at"):
            read(account.inbox(folder="Orders"))

    def test_a_folder_that_vanishes_is_told_of_and_found_when_it_is_back(self, account: Account) -> None:
        inbox = account.inbox(folder="pbem-done", done_folder="rest")
        account.put("a")
        first = account.inbox()
        first.done(next(first.waiting()))
        assert read(inbox) == ["a"]
        folder, away = account.server.maildir(account.user) / ".pbem-done", account.folder / "away"
        folder.rename(away)
        for _ in range(2):
            with pytest.raises(UnreachableError, match="the mailbox pbem-done at"):
                read(inbox)
        away.rename(folder)
        assert read(inbox) == ["a"]

    def test_a_wrong_password_is_told_of_but_not_told(self, account: Account) -> None:
        account.password.write_text("guess-7781\n")
        inbox = account.inbox()
        with pytest.raises(UnreachableError, match=r": \[AUTHENTICATIONFAILED\] Authentication failed\.$") as caught:
            read(inbox)
        assert "guess" not in str(caught.value)
        account.password.write_text(PASSWORD)
        assert read(inbox) == []

    def test_closing_twice_or_unopened_is_no_harm(self, account: Account) -> None:
        inbox = account.inbox()
        inbox.close()
        assert read(inbox) == []
        inbox.close()
        inbox.close()


class TestSettings:
    @pytest.mark.parametrize("tls", ["tls", "starttls"])
    def test_a_server_that_the_authority_knows_is_trusted(self, account: Account, tls: str) -> None:
        account.put("a")
        port = account.server.imaps if tls == "tls" else account.server.imap
        inbox = account.inbox(port=port, tls=tls, ca_file=str(account.server.authority.ca))
        (mail,) = inbox.waiting()
        inbox.done(mail)
        with ThreadPoolExecutor() as pool:
            waiting = pool.submit(inbox.wait, LONG)
            until(lambda: account.server.is_idling(account.user), "IDLE")
            account.put("b")
            waiting.result(timeout=PATIENCE)
        assert read(inbox) == ["b"]

    @pytest.mark.parametrize("tls", ["tls", "starttls"])
    def test_a_server_that_nobody_knows_is_not(self, account: Account, tls: str) -> None:
        port = account.server.imaps if tls == "tls" else account.server.imap
        with pytest.raises(UnreachableError, match="certificate verify failed"):
            read(account.inbox(port=port, tls=tls))

    @pytest.mark.parametrize("tls", ["tls", "starttls"])
    def test_nor_is_one_of_another_name(self, account: Account, tls: str) -> None:
        port = account.server.imaps if tls == "tls" else account.server.imap
        with pytest.raises(UnreachableError, match="mismatch"):
            read(account.inbox(host="localhost", port=port, tls=tls, ca_file=str(account.server.authority.ca)))

    def test_plain_text_leaves_this_machine_never(self, account: Account) -> None:
        with pytest.raises(BrokenDeskError, match=r"mail\.example\.org is not this machine: set tls"):
            account.inbox(host="mail.example.org")

    def test_somebody_must_log_in(self, account: Account) -> None:
        with pytest.raises(BrokenDeskError, match="set user"):
            account.inbox(user="")

    def test_without_the_optional_part_it_says_what_to_install(
        self, account: Account, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(imap, "imapclient", None)
        with pytest.raises(BrokenDeskError, match=r"install pbem\[imap\]"):
            account.inbox()


@pytest.mark.parametrize("can", ["UIDPLUS", ""])
def test_an_old_server_that_can_neither_move_nor_idle_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can: str
) -> None:
    monkeypatch.setattr(imap, "_PAUSE", 0.05)
    with running_dovecot(f"imap_capability = IMAP4rev1 {can}") as server, Account(server, "anna", tmp_path) as account:
        account.put("a", "b")
        inbox = account.inbox()
        first = next(inbox.waiting())
        inbox.done(first)
        inbox.done(Waiting(first.id, None))
        assert read(inbox) == ["b"]
        assert set(account.done()) == {"a"}
        with ThreadPoolExecutor() as pool:
            waiting = pool.submit(inbox.wait, LONG)
            account.put("c")
            waiting.result(timeout=PATIENCE)
        assert read(inbox) == ["b", "c"]
