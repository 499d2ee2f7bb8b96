"""What a host says of a mail server, and how a connection to it is made safe."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from pbem.desk.errors import BrokenDeskError
from pbem.desk.keys import read_password

if TYPE_CHECKING:
    import ssl

Tls = Literal["tls", "starttls", "none"]
TIMEOUT = 30
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Server(Struct, frozen=True, forbid_unknown_fields=True):
    """A mail server: where it is, how it is spoken to, who logs in. Paths are relative to the desk's folder."""

    host: str
    port: int
    tls: Tls = "tls"
    user: str = ""
    password_file: str = ""
    ca_file: str = ""  # whom to trust instead of the system's list


class Imap(Server, frozen=True, forbid_unknown_fields=True):
    """An IMAP account that orders are sent to. Mails that were dealt with are moved to `done_folder`."""

    folder: str = "INBOX"
    done_folder: str = "pbem-done"


class Smtp(Server, frozen=True, forbid_unknown_fields=True):
    """An SMTP server that letters are handed to."""


def check_server(server: Server) -> None:
    """Refuse to send a password, or mail, in the clear over a network; and a user without a password."""
    if server.tls == "none" and server.host not in _LOOPBACK:
        raise BrokenDeskError(f"{server.host} is not this machine: set tls to 'tls' or 'starttls'")
    if server.user and not server.password_file:
        raise BrokenDeskError(f"{server.user} at {server.host} has no password: set password_file")


def password(server: Server, folder: Path) -> str:
    """Read the password of an account; the file must be its owner's alone."""
    path = folder / server.password_file
    found = read_password(path)
    if not found.isascii():
        raise BrokenDeskError(f"{path}: mail servers take passwords in ASCII only")
    return found


def tls_context(server: Server, folder: Path) -> "ssl.SSLContext":
    """Return the context of a checked connection."""
    import ssl

    try:
        return ssl.create_default_context(cafile=str(folder / server.ca_file) if server.ca_file else None)
    except OSError as error:
        raise BrokenDeskError(f"cannot read {folder / server.ca_file}: {error.strerror}") from None
