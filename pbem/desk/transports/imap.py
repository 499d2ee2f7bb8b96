"""An IMAP account as an inbox: mails are fetched one at a time and moved away only when they are dealt with."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.desk.errors import BrokenDeskError
from pbem.desk.transports.boxes import MOST_BYTES, UnreachableError, Waiting
from pbem.desk.transports.servers import TIMEOUT, Imap, check_server, password, tls_context

try:
    import imapclient
    from imapclient.exceptions import IMAPClientError
except ImportError:  # an optional part
    imapclient = None

_BROKEN = (OSError, ValueError)


class ImapInbox:
    """A folder of an IMAP account."""

    def __init__(self, server: Imap, folder: Path) -> None:
        if imapclient is None:
            raise BrokenDeskError("this desk cannot read IMAP: install pbem[imap]")
        check_server(server)
        self._server = server
        self._folder = folder
        self._client: Any = None

    def waiting(self) -> Iterator[Waiting]:
        """Yield the mails of the folder, oldest first; the body of one that is too large is not fetched."""
        with self._explained():
            client = self._connected()
            numbers = client.search(["NOT", "DELETED"])
        for number in numbers:
            with self._explained():
                mail = self._fetch(client, number)
            if mail is not None:
                yield mail

    def _fetch(self, client: Any, number: int) -> Waiting | None:
        size = client.fetch([number], [b"RFC822.SIZE"]).get(number, {}).get(b"RFC822.SIZE")
        if size is None:
            return None  # another poller was quicker
        if size > MOST_BYTES:
            return Waiting(str(number), None)
        raw = client.fetch([number], [b"BODY.PEEK[]"]).get(number, {}).get(b"BODY[]")
        return None if raw is None else Waiting(str(number), raw)

    def done(self, mail: Waiting) -> None:
        """Move a mail to the folder of those that were dealt with."""
        with self._explained():
            client = self._connected()
            number = int(mail.id)
            if number not in client.search(["UID", str(number)]):
                return
            if client.has_capability("MOVE"):
                client.move([number], self._server.done_folder)
            else:
                client.copy([number], self._server.done_folder)
                client.delete_messages([number])
                client.expunge([number])

    def wait(self, seconds: float) -> None:
        """Wait for the server's word where it knows IDLE; otherwise as long as asked."""
        with self._explained():
            client = self._connected()
            if not client.has_capability("IDLE"):
                time.sleep(seconds)
                return
            client.idle()
            try:
                client.idle_check(timeout=seconds)
            finally:
                client.idle_done()

    def close(self) -> None:
        """Log out."""
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(Exception):
                client.logout()

    def _connected(self) -> Any:
        if self._client is None:
            self._client = self._connect()
        return self._client

    def _connect(self) -> Any:
        server = self._server
        context = None if server.tls == "none" else tls_context(server, self._folder)
        client = imapclient.IMAPClient(
            server.host, server.port, ssl=server.tls == "tls", ssl_context=context, timeout=TIMEOUT
        )
        if server.tls == "starttls":
            client.starttls(context)
        client.login(server.user, password(server, self._folder))
        if not client.folder_exists(server.done_folder):
            client.create_folder(server.done_folder)
        client.select_folder(server.folder)
        return client

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn a broken connection into one clear line, and connect anew next time."""
        try:
            yield
        except (*_BROKEN, IMAPClientError) as error:
            self.close()
            why = f"the mailbox {self._server.folder} at {self._server.host} cannot be used: {error}"
            raise UnreachableError(why) from None
