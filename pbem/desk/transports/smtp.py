"""An SMTP server as an outbox: what it accepted is delivered, everything else is tried again or given up."""

import contextlib
import re
import smtplib
from pathlib import Path

from pbem.desk.transports.boxes import GivenUpError, UnreachableError
from pbem.desk.transports.servers import TIMEOUT, Smtp, check_server, password, tls_context

_NO, _FOR_GOOD = 400, 500
_PATIENCE = 120  # a server that looks through mails answers late; who leaves before is taken to send them twice
_LINE_END = re.compile(rb"\r\n|\r|\n")


class SmtpOutbox:
    """A connection for many letters."""

    def __init__(self, server: Smtp, folder: Path, *, sender: str) -> None:
        check_server(server)
        self._server = server
        self._folder = folder
        self._sender = sender
        self._connection: smtplib.SMTP | None = None
        self._down = ""  # why the server could not be reached

    def deliver(self, _name: str, to: str, raw: bytes, /) -> None:
        """Hand a letter to the server. Only a no to this recipient or this letter is for good."""
        try:
            self._connected().sendmail(self._sender, [to], _LINE_END.sub(b"\r\n", raw))
        except smtplib.SMTPRecipientsRefused as error:
            self._say_no(*error.recipients[to])
        except smtplib.SMTPDataError as error:
            self._say_no(error.smtp_code, error.smtp_error)
        except (smtplib.SMTPException, OSError) as error:
            self._hang_up()
            raise UnreachableError(f"{self._server.host} cannot be used: {_words(error)}") from None

    def _say_no(self, code: int, words: bytes | str) -> None:
        why = f"{self._server.host} says {code} {_text(words)}"
        raise GivenUpError(why) if code >= _FOR_GOOD else UnreachableError(why)

    def close(self) -> None:
        """Say goodbye, if anybody listens; a server that was down is tried anew after this."""
        self._down = ""
        if self._connection is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                self._connection.quit()
            self._hang_up()

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _connected(self) -> smtplib.SMTP:
        if self._connection is not None and not _is_open(self._connection):
            self._hang_up()
        if self._connection is None and self._down:
            raise OSError(self._down)  # to wait for the same silence once a letter would hold up everything
        if self._connection is None:
            try:
                self._connection = self._connect()
            except (smtplib.SMTPException, OSError) as error:
                self._down = _words(error)
                raise
        return self._connection

    def _connect(self) -> smtplib.SMTP:
        with contextlib.ExitStack() as unless_ready:
            connection = self._dial()
            unless_ready.callback(connection.close)
            if self._server.tls == "starttls":
                connection.starttls(context=tls_context(self._server, self._folder))
            if self._server.user:
                connection.login(self._server.user, password(self._server, self._folder))
            if connection.sock is not None:
                connection.sock.settimeout(_PATIENCE)
            unless_ready.pop_all()
        return connection

    def _dial(self) -> smtplib.SMTP:
        server = self._server
        if server.tls != "tls":
            return smtplib.SMTP(server.host, server.port, timeout=TIMEOUT)
        context = tls_context(server, self._folder)
        return smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT, context=context)


def _is_open(connection: smtplib.SMTP) -> bool:
    """Ask whether a kept connection still stands: servers hang up on who is silent for long."""
    try:
        return connection.noop()[0] < _NO
    except (smtplib.SMTPException, OSError):
        return False


def _words(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {_text(error.smtp_error)}"
    return str(error)


def _text(words: bytes | str) -> str:
    return words.decode("ascii", "replace") if isinstance(words, bytes) else words
