"""An SMTP server as an outbox: what it accepted is delivered, everything else is tried again or given up."""

import contextlib
import smtplib
from pathlib import Path

from pbem.desk.transports.boxes import GivenUpError, UnreachableError
from pbem.desk.transports.servers import TIMEOUT, Smtp, check_server, password, tls_context

_FOR_GOOD = 500


class SmtpOutbox:
    """A connection for many letters."""

    def __init__(self, server: Smtp, folder: Path, *, sender: str) -> None:
        check_server(server)
        self._server = server
        self._folder = folder
        self._sender = sender
        self._connection: smtplib.SMTP | None = None

    def deliver(self, name: str, to: str, raw: bytes) -> None:
        """Hand a letter to the server."""
        del name
        try:
            self._connected().sendmail(self._sender, [to], raw)
        except smtplib.SMTPRecipientsRefused as error:
            code, words = next(iter(error.recipients.values()))
            self._say_no(code, words)
        except smtplib.SMTPResponseException as error:
            self._say_no(error.smtp_code, error.smtp_error)
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise UnreachableError(f"{self._server.host} cannot be reached: {error}") from None

    def _say_no(self, code: int, words: bytes | str) -> None:
        self.close()
        said = words.decode("ascii", "replace") if isinstance(words, bytes) else words
        why = f"{self._server.host} says {code} {said}"
        raise GivenUpError(why) if code >= _FOR_GOOD else UnreachableError(why)

    def close(self) -> None:
        """Say goodbye, if anybody listens."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                connection.quit()

    def _connected(self) -> smtplib.SMTP:
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _connect(self) -> smtplib.SMTP:
        server = self._server
        if server.tls == "tls":
            context = tls_context(server, self._folder)
            connection: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT, context=context)
        else:
            connection = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT)
        if server.tls == "starttls":
            connection.starttls(context=tls_context(server, self._folder))
        if server.user:
            connection.login(server.user, password(server, self._folder))
        return connection
