"""The whole way: Postfix to Dovecot and back to us, and Postfix into `pbem mail receive -`."""

import smtplib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import json

from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.transports.boxes import GivenUpError
from pbem.desk.transports.servers import Smtp
from pbem.desk.transports.smtp import SmtpOutbox
from pbem.mail.compose import Mailbox, Outgoing, compose
from tests.desk.house import BLUE, GAME, PBEM, furnished, legal, opened, signed_mail, surroundings
from tests.desk.transports.account import Account
from tests.mail.players import BLOCK, TEXT, accepted, mail_around
from tests.servers.machine import HOST, need, until
from tests.servers.postfix import DOMAIN, REFEREE, Postfix

LETTER = compose(
    Outgoing(
        sender=Mailbox(REFEREE, "pbem referee"),
        to=Mailbox(f"anna@{DOMAIN}", "Ännchen"),
        subject="fortuna-7: your turn, Ännchen, and a subject that is longer than one line of a mail may be",
        message_id=f"<fortuna-7.blue.1@{DOMAIN}>",
        date=1_700_000_000,
        text="From the referee:\n\n.\n.. board …\ntrailing blanks  \n" + "a long line, " * 200 + "\n",
        html="<p>\u2014 größer è più</p>" + "<b>x</b>" * 2_000,
    )
)


@pytest.fixture
def outbox(postfix: Postfix, tmp_path: Path) -> Iterator[SmtpOutbox]:
    box = SmtpOutbox(Smtp(HOST, postfix.port, tls="none"), tmp_path, sender=REFEREE)
    yield box
    box.close()


class TestToDovecot:
    def test_a_letter_arrives_byte_for_byte(self, outbox: SmtpOutbox, account: Account) -> None:
        inbox = account.inbox()
        assert list(inbox.waiting()) == []
        outbox.deliver("1", f"{account.user}@{DOMAIN}", LETTER)
        inbox.wait(60)
        (mail,) = inbox.waiting()
        assert (mail.raw or b"").endswith(b"\r\n" + LETTER)

    def test_orders_still_verify(self, outbox: SmtpOutbox, account: Account) -> None:
        inbox = account.inbox()
        outbox.deliver("1", f"{account.user}@{DOMAIN}", mail_around(TEXT))
        inbox.wait(60)
        (mail,) = inbox.waiting()
        assert accepted(mail.raw or b"").block == BLOCK

    def test_so_do_orders_in_eight_bits_on_one_long_line(self, postfix: Postfix, account: Account) -> None:
        statements, _, signature = TEXT.partition("-----BEGIN SSH SIGNATURE-----")
        marker, _, orders = statements.partition("\n")
        one_line = orders.replace("\n", " ") + " ; " * 400
        text = f"{marker}\r\n{one_line}\r\n-----BEGIN SSH SIGNATURE-----{signature}".encode()
        head = b'Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: 8bit\r\n\r\n'
        raw = b"From: Marta <marta@example.net>\r\nMIME-Version: 1.0\r\n" + head + text.replace(b"\n", b"\r\n")
        raw = raw.replace(b"\r\r\n", b"\r\n")
        with smtplib.SMTP(HOST, postfix.port) as connection:
            connection.sendmail("marta@example.net", [f"{account.user}@{DOMAIN}"], raw, ["BODY=8BITMIME"])
        inbox = account.inbox()
        inbox.wait(60)
        (mail,) = inbox.waiting()
        assert (mail.raw or b"").endswith(raw.partition(b"\r\n\r\n")[2])
        assert accepted(mail.raw or b"").block == BLOCK

    def test_a_recipient_elsewhere_is_given_up_and_the_next_letter_goes(
        self, outbox: SmtpOutbox, account: Account
    ) -> None:
        with pytest.raises(GivenUpError, match=r"says 550 .*no mail leaves this machine"):
            outbox.deliver("1", "anna@elsewhere.example", LETTER)
        outbox.deliver("2", f"{account.user}@{DOMAIN}", LETTER)
        inbox = account.inbox()
        inbox.wait(60)
        assert len(list(inbox.waiting())) == 1


@pytest.fixture
def folder(tmp_path: Path, postfix: Postfix) -> Iterator[Path]:
    """The folder of a desk behind the gate of Postfix; blue is asked there."""
    desk = furnished("running", tmp_path / "desk")
    postfix.gate.codes.clear()
    postfix.gate.behind = ([str(PBEM), "--desk", str(desk), "mail", "receive", "-"], surroundings())
    yield desk
    postfix.gate.behind = None


def swaks(postfix: Postfix, raw: bytes, file: Path) -> None:
    """Send a mail to the referee as a player would."""
    need("swaks")
    file.write_bytes(raw.replace(b"\r\n", b"\n"))
    server = ["--server", HOST, "--port", str(postfix.port)]
    people = ["--from", f"anna@{DOMAIN}", "--to", REFEREE]
    subprocess.run(["swaks", *server, *people, "--data", f"@{file}"], check=True, capture_output=True)


def order_of(folder: Path) -> tuple[bytes, str]:
    """Return a mail with a legal order of blue, signed by its holder, and the order."""
    with opened(folder) as desk:
        order = legal(desk, BLUE)[0]
        return signed_mail(desk, BLUE, order), order


def moves_of(folder: Path) -> list[tuple[str, str]]:
    """Return the moves in the record, each with its seat."""
    with opened(folder) as desk, desk.store.read() as look:
        entries = [json.decode(raw) for raw in look.records.raws(GAME)]
    return [(entry["seat"], entry.get("text", "")) for entry in entries if entry["kind"] == "move"]


class TestToTheDesk:
    def test_signed_orders_are_played_once_and_stand_in_the_record(self, postfix: Postfix, folder: Path) -> None:
        before = moves_of(folder)
        raw, order = order_of(folder)
        for _ in range(2):
            swaks(postfix, raw, folder.with_name("mail"))
        until(lambda: len(postfix.gate.codes) == 2, "both mails at the gate")
        assert postfix.gate.codes == [0, 0]
        assert moves_of(folder)[len(before)] == (BLUE, order)
        assert moves_of(folder).count((BLUE, order)) == before.count((BLUE, order)) + 1
        with opened(folder) as desk:
            assert verify_game(desk, GAME).ok

    def test_a_stranger_is_not_answered_with_a_bounce(self, postfix: Postfix, folder: Path) -> None:
        before = moves_of(folder)
        swaks(postfix, b"Subject: buy\n\nthis\n", folder.with_name("mail"))
        until(lambda: postfix.gate.codes, "the mail at the gate")
        assert postfix.gate.codes == [0]
        assert moves_of(folder) == before

    def test_a_desk_that_cannot_work_gets_the_mail_again(self, postfix: Postfix, folder: Path) -> None:
        before = moves_of(folder)
        raw, order = order_of(folder)
        away = folder.rename(folder.with_name("away"))
        swaks(postfix, raw, folder.with_name("mail"))
        postfix.wait_for(f"to=<{REFEREE}>", "status=deferred")
        assert postfix.gate.codes == [75]
        away.rename(folder)
        postfix.flush()
        until(lambda: len(postfix.gate.codes) == 2, "the mail at the gate again")
        assert postfix.gate.codes == [75, 0]
        assert moves_of(folder)[len(before)] == (BLUE, order)
