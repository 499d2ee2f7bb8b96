"""An SMTP server as an outbox: everything a server may say or fail to say."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pbem.desk.errors import BrokenDeskError
from pbem.desk.transports.boxes import GivenUpError, UnreachableError
from pbem.desk.transports.servers import Smtp
from pbem.desk.transports.smtp import SmtpOutbox
from tests.desk.transports.office import SENDER, Hasty, Office, Rude

LETTER = b"Subject: x\r\n\r\nbody\r\n.\r\n..dots\r\n"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with ExitStack() as ends:
        yield Office(ends, tmp_path)


def send(outbox: SmtpOutbox, to: str = "anna@example.org", raw: bytes = LETTER) -> None:
    outbox.deliver("name", to, raw)


class TestDelivery:
    def test_a_letter_arrives_byte_for_byte(self, office: Office) -> None:
        send(office.outbox(office.start()))
        assert office.clerk.letters == [(SENDER, "anna@example.org", LETTER)]

    def test_lines_end_as_they_must_whatever_they_ended_with(self, office: Office) -> None:
        send(office.outbox(office.start()), raw=b"Subject: x\n\none\r\ntwo\rthree\n")
        assert office.clerk.letters[0][2] == b"Subject: x\r\n\r\none\r\ntwo\r\nthree\r\n"

    def test_many_letters_go_by_one_connection(self, office: Office) -> None:
        outbox = office.outbox(office.start())
        for number in range(5):
            send(outbox, f"p{number}@example.org")
        assert [to for _, to, _ in office.clerk.letters] == [f"p{number}@example.org" for number in range(5)]
        assert len(office.clerk.connections) == 1

    def test_a_refused_letter_does_not_cost_the_connection(self, office: Office) -> None:
        office.clerk.to_recipient = "550 nobody here"
        outbox = office.outbox(office.start())
        send(outbox)
        with pytest.raises(GivenUpError):
            send(outbox, "nobody@example.org")
        send(outbox)
        assert len(office.clerk.letters) == 2
        assert len(office.clerk.connections) == 1

    def test_a_connection_that_the_server_ended_meanwhile_is_made_anew(self, office: Office) -> None:
        server = office.start()
        outbox = office.outbox(server)
        send(outbox)
        server.stop()
        office.start(port=server.port)
        send(outbox)
        assert len(office.clerk.letters) == 2
        assert len(office.clerk.connections) == 2

    def test_after_closing_it_connects_anew(self, office: Office) -> None:
        outbox = office.outbox(office.start())
        for _ in range(2):
            send(outbox)
            outbox.close()
            outbox.close()
        assert len(office.clerk.letters) == len(office.clerk.connections) == 2


class TestRefusals:
    def test_a_recipient_refused_for_good_is_given_up(self, office: Office) -> None:
        office.clerk.to_recipient = "550 5.1.1 no such user"
        with pytest.raises(GivenUpError, match=r"^127\.0\.0\.1 says 550 5\.1\.1 no such user$"):
            send(office.outbox(office.start()), "nobody@example.org")

    def test_a_recipient_refused_for_now_is_tried_later(self, office: Office) -> None:
        office.clerk.to_recipient = "450 4.2.0 grey"
        with pytest.raises(UnreachableError, match=r"says 450 4\.2\.0 grey"):
            send(office.outbox(office.start()), "nobody@example.org")

    @pytest.mark.parametrize(
        ("said", "kind"), [("554 5.7.1 spam", GivenUpError), ("451 4.3.0 later", UnreachableError)]
    )
    def test_so_is_a_letter(self, office: Office, said: str, kind: type[Exception]) -> None:
        office.clerk.to_letter = said
        outbox = office.outbox(office.start())
        with pytest.raises(kind, match=f"says {said}"):
            send(outbox)
        office.clerk.to_letter = ""
        send(outbox)
        assert len(office.clerk.letters) == 1

    @pytest.mark.parametrize("said", ["553 5.7.1 not you", "530 5.7.0 log in first", "421 4.3.2 closing"])
    def test_what_is_not_about_the_letter_is_never_for_good(self, office: Office, said: str) -> None:
        office.clerk.to_sender = said
        outbox = office.outbox(office.start())
        with pytest.raises(UnreachableError, match=f"cannot be used: {said}"):
            send(outbox)
        office.clerk.to_sender = ""
        send(outbox)
        assert len(office.clerk.letters) == 1

    def test_a_server_that_hangs_up_in_the_middle_of_a_letter_gets_it_again(self, office: Office) -> None:
        server = office.start(Hasty)
        outbox = office.outbox(server)
        with pytest.raises(UnreachableError, match="cannot be used"):
            send(outbox, raw=LETTER * 10_000)
        assert office.clerk.letters == []
        server.stop()
        office.start(port=server.port)
        send(outbox)
        assert len(office.clerk.letters) == 1

    def test_a_server_that_is_not_there_is_tried_later(self, office: Office) -> None:
        server = office.start()
        server.stop()
        with pytest.raises(UnreachableError, match="Connection refused"):
            send(office.outbox(server))

    def test_a_server_that_turns_us_away_at_the_door_is_tried_later(self, office: Office) -> None:
        with pytest.raises(UnreachableError, match="554 go away"):
            send(office.outbox(office.start(Rude)))


class TestSafety:
    def test_plain_text_leaves_this_machine_never(self, tmp_path: Path) -> None:
        with pytest.raises(BrokenDeskError, match=r"mail\.example\.org is not this machine: set tls"):
            SmtpOutbox(Smtp("mail.example.org", 25, tls="none"), tmp_path, sender=SENDER)

    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
    def test_on_this_machine_it_may_be_plain(self, tmp_path: Path, host: str) -> None:
        SmtpOutbox(Smtp(host, 25, tls="none"), tmp_path, sender=SENDER)

    def test_starttls_and_login(self, office: Office) -> None:
        server = office.start(tls_context=office.context(), authenticator=office.clerk.log_in, auth_required=True)
        settings = {"tls": "starttls", "ca_file": "tls/ca.pem", "user": "desk", "password_file": "password"}
        outbox = office.outbox(server, **settings)
        send(outbox)
        send(outbox)
        assert office.clerk.logins == [(b"desk", b"secret")]
        assert [raw for _, _, raw in office.clerk.letters] == [LETTER, LETTER]

    def test_tls_and_login(self, office: Office) -> None:
        server = office.start(context=office.context(), authenticator=office.clerk.log_in, auth_require_tls=False)
        settings = {"tls": "tls", "ca_file": "tls/ca.pem", "user": "desk", "password_file": "password"}
        send(office.outbox(server, **settings))
        assert office.clerk.logins == [(b"desk", b"secret")]
        assert len(office.clerk.letters) == 1

    def test_a_server_without_starttls_gets_neither_password_nor_letter(self, office: Office) -> None:
        server = office.start(authenticator=office.clerk.log_in, auth_require_tls=False)
        outbox = office.outbox(server, tls="starttls", user="desk", password_file="password")
        with pytest.raises(UnreachableError, match="STARTTLS"):
            send(outbox)
        assert not office.clerk.logins
        assert not office.clerk.letters

    @pytest.mark.parametrize("changes", [{}, {"host": "localhost", "ca_file": "tls/ca.pem"}])
    def test_nor_does_one_that_cannot_be_trusted(self, office: Office, changes: dict[str, str]) -> None:
        server = office.start(tls_context=office.context(), authenticator=office.clerk.log_in)
        outbox = office.outbox(server, tls="starttls", user="desk", password_file="password", **changes)
        with pytest.raises(UnreachableError, match="certificate verify failed"):
            send(outbox)
        assert not office.clerk.logins
        assert not office.clerk.letters

    def test_a_wrong_password_gives_up_no_letter(self, office: Office) -> None:
        server = office.start(authenticator=office.clerk.log_in, auth_require_tls=False)
        (office.folder / "password").write_text("guess-7781\n")
        outbox = office.outbox(server, user="desk", password_file="password")
        with pytest.raises(UnreachableError, match="535") as caught:
            send(outbox)
        assert "guess" not in str(caught.value)
        (office.folder / "password").write_text("secret\n")
        with pytest.raises(UnreachableError, match="535"):
            send(outbox)  # in the same round nobody dials again
        outbox.close()
        send(outbox)
        assert len(office.clerk.letters) == 1
