"""What a host says of a mail server: passwords are kept from others, strangers are not trusted."""

from pathlib import Path

import pytest
from msgspec import ValidationError, convert

from pbem.desk.errors import BrokenDeskError
from pbem.desk.transports.servers import Imap, Server, Smtp, check_server, password, tls_context

SERVER = Server("mail.example.org", 993, user="desk", password_file="secret", ca_file="ca.pem")


def keep(folder: Path, raw: bytes, mode: int = 0o600) -> None:
    (folder / "secret").write_bytes(raw)
    (folder / "secret").chmod(mode)


@pytest.mark.parametrize("raw", [b"pass word ", b"pass word \n", b"pass word \r\n"])
def test_a_password_is_a_line_of_a_file(tmp_path: Path, raw: bytes) -> None:
    keep(tmp_path, raw)
    assert password(SERVER, tmp_path) == "pass word "


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o601, 0o644, 0o777])
def test_a_file_that_others_can_open_is_refused(tmp_path: Path, mode: int) -> None:
    keep(tmp_path, b"hidden-7781", mode)
    with pytest.raises(BrokenDeskError, match="secret can be read by others: chmod 600 it") as caught:
        password(SERVER, tmp_path)
    assert "hidden" not in str(caught.value)


def test_a_missing_file_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(BrokenDeskError, match=r"cannot read .*secret: No such file"):
        password(SERVER, tmp_path)


def test_a_password_that_no_server_takes_is_told_of(tmp_path: Path) -> None:
    keep(tmp_path, "schlüssel".encode())
    with pytest.raises(BrokenDeskError, match="in ASCII only"):
        password(SERVER, tmp_path)


def test_a_user_needs_a_password() -> None:
    with pytest.raises(BrokenDeskError, match=r"desk at mail\.example\.org has no password: set password_file"):
        check_server(Smtp("mail.example.org", 465, user="desk"))


@pytest.mark.parametrize("host", ["mail.example.org", "192.0.2.1", "127.0.0.1.example.org", "0.0.0.0", ""])
def test_plain_text_is_for_this_machine_only(host: str) -> None:
    with pytest.raises(BrokenDeskError, match="is not this machine"):
        check_server(Server(host, 25, tls="none"))


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_an_authority_that_cannot_be_read_is_told_of(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "ca.pem").write_text(content)
    with pytest.raises(BrokenDeskError, match=r"cannot read .*ca\.pem"):
        tls_context(SERVER, tmp_path)


@pytest.mark.parametrize(
    "table", [{"host": "h"}, {"host": "h", "port": 1, "tls": "maybe"}, {"host": "h", "port": 1, "passwort": "x"}]
)
def test_settings_that_make_no_sense_are_refused(table: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        convert(table, Imap)


def test_settings_are_safe_unless_said_otherwise() -> None:
    assert convert({"host": "h", "port": 993, "user": "u"}, Imap).tls == "tls"
    assert convert({"host": "h", "port": 465}, Smtp).tls == "tls"
