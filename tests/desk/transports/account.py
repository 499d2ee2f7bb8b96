"""A player's account at Dovecot, with as many open inboxes as a test wants."""

from pathlib import Path
from types import TracebackType
from typing import Any

from msgspec.structs import replace

from pbem.desk.transports.imap import ImapInbox
from pbem.desk.transports.servers import Imap
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.machine import HOST


class Account:
    """An account; its password is in a file of `folder`."""

    def __init__(self, server: Dovecot, user: str, folder: Path) -> None:
        self.server = server
        self.user = user
        self.folder = folder
        self.password = folder / f"password of {user}"  # its own: another's may be in use
        self.password.touch(mode=0o600)
        self.password.write_text(f"{PASSWORD}\n")
        self._open: list[ImapInbox] = []

    def __enter__(self) -> "Account":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for inbox in self._open:
            inbox.close()

    def settings(self, **changes: Any) -> Imap:
        """Return what a host would write, with some values changed."""
        plain = Imap(HOST, self.server.imap, tls="none", user=self.user, password_file=self.password.name)
        return replace(plain, **changes)

    def inbox(self, **changes: Any) -> ImapInbox:
        """Return an inbox, closed when the test ends."""
        inbox = ImapInbox(self.settings(**changes), self.folder)
        self._open.append(inbox)
        return inbox

    def put(self, *texts: str) -> None:
        """Deliver mails with these texts."""
        self.server.put(self.user, *(b"Subject: orders\r\n\r\n%s\r\n" % text.encode() for text in texts))

    def texts(self, **changes: Any) -> list[str]:
        """Return the texts of what is in a folder, by a connection of its own."""
        return [text_of(mail.raw) for mail in self.inbox(**changes).waiting()]

    def done(self) -> list[str]:
        """Return the texts of the mails that were dealt with."""
        return self.texts(folder="pbem-done", done_folder="rest")


def text_of(raw: bytes | None) -> str:
    """Return what stands below the head of a mail."""
    assert raw is not None
    return raw.partition(b"\r\n\r\n")[2].decode().strip()
