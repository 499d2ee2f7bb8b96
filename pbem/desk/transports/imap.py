"""An IMAP account as an inbox: mails are fetched one at a time and moved away only when they are dealt with."""

import contextlib
import time
from collections.abc import Iterator
from datetime import datetime
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

_PAUSE = 15  # without IDLE
_SHORTEST_IDLE, _LONGEST_IDLE = 1, 60  # then look: a server's word that comes with its leave to idle goes unheard


class ImapInbox:
    """A folder of an IMAP account."""

    def __init__(self, server: Imap, folder: Path) -> None:
        if imapclient is None:
            raise BrokenDeskError("this desk cannot read IMAP: install pbem[imap]")
        check_server(server)
        if not server.user:
            raise BrokenDeskError(f"nobody logs in at {server.host}: set user")
        self._server = server
        self._folder = folder
        self._client: Any = None
        self._age = 0  # the folder's UIDVALIDITY: uids of another age are other mails
        self._listed = 0  # the highest uid that `waiting` found

    def waiting(self) -> Iterator[Waiting]:
        """Yield the mails of the folder, oldest first; the body of one that is too large is not fetched."""
        with self._talking() as client:
            age, uids = self._age, _uids(client, 1)
            self._listed = max(uids, default=self._listed)
        trouble: UnreachableError | None = None
        for uid in uids:
            try:
                mail = self._fetch(age, uid)
            except UnreachableError as error:
                trouble = trouble or error
                self._connect_again()  # some servers hang up over a single mail; the others are read all the same
                continue
            if mail is not None:
                yield mail
        if trouble:
            raise trouble

    def _connect_again(self) -> None:
        with self._talking():
            pass

    def _fetch(self, age: int, uid: int) -> Waiting | None:
        with self._talking() as client:
            size = client.fetch([uid], [b"RFC822.SIZE"]).get(uid, {}).get(b"RFC822.SIZE")
            if size is None or age != self._age:
                return None  # another poller was quicker
            if size > MOST_BYTES:
                return Waiting(f"{age}.{uid}", None)
            found = client.fetch([uid], [b"BODY.PEEK[]", b"INTERNALDATE"]).get(uid, {})
            raw = found.get(b"BODY[]")
            return None if raw is None else Waiting(f"{age}.{uid}", raw, _came(found.get(b"INTERNALDATE")))

    @property
    def name(self) -> str:
        """The account, and the folder."""
        server = self._server
        return f"imap://{server.user}@{server.host}:{server.port}/{server.folder}"

    def has(self, mail: Waiting) -> bool:
        """Tell whether nobody has moved a mail away yet."""
        age, uid = _place(mail)
        with self._talking() as client:
            return age == self._age and uid in _uids(client, uid)

    def done(self, mail: Waiting) -> None:
        """Move a mail to the folder of those that were dealt with; one that is gone is passed over."""
        age, uid = _place(mail)
        with self._talking() as client:
            if age == self._age:
                client.noop()  # a server says no to moving a mail that it has not yet told us is gone
                try:
                    _move(client, uid, self._server.done_folder)
                except IMAPClientError:
                    if uid in _uids(client, uid):
                        raise  # still there: another poller was not quicker

    def wait(self, seconds: float) -> None:
        """Wait for the server's word where it knows IDLE; otherwise look now and then."""
        end = time.monotonic() + seconds
        patience = _SHORTEST_IDLE
        with self._talking() as client:
            while not _uids(client, self._listed + 1) and (left := end - time.monotonic()) > 0:
                if client.has_capability("IDLE"):
                    _idle(client, min(left, patience))
                    patience = min(2 * patience, _LONGEST_IDLE)
                else:
                    time.sleep(min(left, _PAUSE))

    def close(self) -> None:
        """Log out, if anybody listens."""
        if self._client is not None:
            with contextlib.suppress(OSError, IMAPClientError):
                self._client.logout()
            self._hang_up()

    def _hang_up(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            _shut(client)

    def _connect(self) -> Any:
        server = self._server
        with contextlib.ExitStack() as unless_ready:
            client = self._dial()
            unless_ready.callback(_shut, client)
            if server.tls == "starttls":
                client.starttls(tls_context(server, self._folder))
            client.login(server.user, password(server, self._folder))
            _make_folder(client, server.done_folder)
            age = client.select_folder(server.folder).get(b"UIDVALIDITY", 0)
            unless_ready.pop_all()
        if age != self._age:
            self._age, self._listed = age, 0
        return client

    def _dial(self) -> Any:
        server, is_tls = self._server, self._server.tls == "tls"
        context = tls_context(server, self._folder) if is_tls else None
        return imapclient.IMAPClient(server.host, server.port, ssl=is_tls, ssl_context=context, timeout=TIMEOUT)

    @contextlib.contextmanager
    def _talking(self) -> Iterator[Any]:
        """Give the connection; if it breaks, say so in one clear line and connect anew next time."""
        try:
            if self._client is None:
                self._client = self._connect()
            yield self._client
        except (OSError, ValueError, IMAPClientError) as error:
            self._hang_up()
            why = f"the mailbox {self._server.folder} at {self._server.host} cannot be used: {_words(error)}"
            raise UnreachableError(why) from None
        except BaseException:
            # We were stopped in the middle of a command. The server may still wait for its end (IDLE), so it would not
            # hear a LOGOUT either.
            self._hang_up()
            raise


def _make_folder(client: Any, name: str) -> None:
    """Make a folder, unless it is there or somebody else makes it at this moment."""
    if client.folder_exists(name):
        return
    try:
        client.create_folder(name)
    except IMAPClientError:
        if not client.folder_exists(name):
            raise


def _place(mail: Waiting) -> tuple[int, int]:
    """Return the age of the folder in which a mail was found, and its uid there."""
    age, _, uid = mail.id.partition(".")
    return int(age), int(uid)


def _uids(client: Any, least: int) -> list[int]:
    """Return the uids of the mails that are there, from one on."""
    client.noop()  # a server may search among the mails it told of before, no others
    found = client.search(["NOT", "DELETED", "UID", f"{least}:*"])
    return sorted(uid for uid in found if uid >= least)  # n:* always holds the last mail


def _came(date: datetime | None) -> int | None:
    """Return when a mail came; imapclient tells it in the time of this machine, without a zone."""
    return None if date is None else int(date.timestamp())


def _idle(client: Any, seconds: float) -> None:
    client.idle()
    try:
        client.idle_check(timeout=seconds)
    finally:
        client.idle_done()


def _move(client: Any, uid: int, folder: str) -> None:
    if client.has_capability("MOVE"):
        client.move([uid], folder)
        return
    client.copy([uid], folder)
    client.delete_messages([uid])
    if client.has_capability("UIDPLUS"):
        client.uid_expunge([uid])


def _words(error: Exception) -> str:
    """Return what went wrong; of a refused login imapclient tells the words as Python writes bytes."""
    return str(error).removeprefix("b'").removesuffix("'")


def _shut(client: Any) -> None:
    with contextlib.suppress(OSError):
        client.shutdown()
