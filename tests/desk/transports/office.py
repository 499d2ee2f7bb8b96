"""A post office of aiosmtpd servers that say what a test wants them to say."""

import ssl
from asyncio import Transport
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session
from msgspec.structs import replace

from pbem.desk.transports.servers import Smtp
from pbem.desk.transports.smtp import SmtpOutbox
from tests.servers.authority import Authority
from tests.servers.machine import HOST, free_ports

# ruff: noqa: N802 - aiosmtpd names its hooks after commands

SENDER = "referee@example.org"


class Clerk:
    """Takes letters, unless told to say something else to a recipient or to a letter."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, str, bytes]] = []
        self.connections: set[Any] = set()
        self.logins: list[tuple[bytes, bytes]] = []
        self.to_sender = self.to_recipient = self.to_letter = ""

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        self.connections.add(session.peer)
        return self.to_sender or "250 fine"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.to_recipient and address.startswith("nobody"):
            return self.to_recipient
        envelope.rcpt_tos.append(address)
        return "250 fine"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.to_letter:
            return self.to_letter
        assert isinstance(envelope.content, bytes)
        self.letters.append((str(envelope.mail_from), envelope.rcpt_tos[0], envelope.content))
        return "250 taken"

    def log_in(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
        self.logins.append((data.login, data.password))
        return AuthResult(success=data.password == b"secret", handled=False)


class Hasty(SMTP):
    """A server that hangs up in the middle of a letter."""

    async def smtp_DATA(self, arg: str) -> None:
        await self.push("354 go on")
        await self._reader.readline()
        assert isinstance(self.transport, Transport)
        self.transport.abort()


class Rude(SMTP):
    """A server that wants nothing to do with us."""

    async def _handle_client(self) -> None:
        await self.push("554 go away")
        assert isinstance(self.transport, Transport)
        self.transport.close()


class Server(Controller):
    """A server in a thread; stopping it twice is no harm."""

    kind: type[SMTP]

    def factory(self) -> SMTP:
        return self.kind(self.handler, **self.SMTP_kwargs)

    def stop(self, no_assert: bool = True) -> None:
        if not self.loop.is_closed():
            super().stop(no_assert)


class Office:
    """Starts servers with one clerk behind them."""

    def __init__(self, ends: ExitStack, folder: Path) -> None:
        self.clerk = Clerk()
        self.folder = folder
        self.authority = Authority(folder / "tls")
        self._ends = ends
        (folder / "password").touch(mode=0o600)
        (folder / "password").write_text("secret\n")

    def start(
        self, kind: type[SMTP] = SMTP, *, port: int = 0, context: ssl.SSLContext | None = None, **more: Any
    ) -> Server:
        """Start a server."""
        server = Server(self.clerk, HOST, port or free_ports(1)[0], ssl_context=context, **more)
        server.kind = kind
        server.start()
        self._ends.callback(server.stop)
        return server

    def context(self) -> ssl.SSLContext:
        """Return what a server shows."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.authority.certificate, self.authority.key)
        return context

    def outbox(self, server: Server, **changes: Any) -> SmtpOutbox:
        """Return an outbox, closed when the test ends."""
        outbox = SmtpOutbox(replace(Smtp(HOST, server.port, tls="none"), **changes), self.folder, sender=SENDER)
        self._ends.callback(outbox.close)
        return outbox
