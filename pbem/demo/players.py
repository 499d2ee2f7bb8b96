"""The players of the demo: keys and signatures made by the programs that people have, and letters read by them."""

import re
import subprocess
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from msgspec import Struct

from pbem.desk.disk.writing import NEW_PRIVATE, write_file
from pbem.desk.errors import DeskError
from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block, Seen
from pbem.mail.compose import order_mail
from pbem.mail.kinds import kind_named
from pbem.mail.letter.address import parse_sender
from pbem.mail.letter.fields import read_fields, split_head
from pbem.mail.letter.letter import read_letter
from pbem.mail.safe import Unusable, UnusableError
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key

_STATEMENTS = re.compile(
    r"^\s*to: (?P<to>\S+);\n\s*game: (?P<game>\S+);\n\s*seat: (?P<seat>\S+);\n\s*token: (?P<token>\S+);\n"
    r"\s*seen: (?P<size>[0-9]+) (?P<head>[0-9a-f]+);$",
    re.MULTILINE,
)
_LAUNCHES = 5  # on a busy machine gpg does not wait long enough for its agent to start


class Statements(Struct, frozen=True):
    """What a signed answer begins with."""

    to: str
    game: str
    seat: str
    token: str
    seen: Seen

    def block(self, *orders: str) -> Block:
        """Put orders below them."""
        return Block(self.to, self.game, self.seat, self.token, self.seen, orders)


class Delivered(Struct, frozen=True):
    """A letter of the referee as it lies in a mailbox: to whom, and its text."""

    address: str
    text: str

    @classmethod
    def read(cls, raw: bytes) -> "Delivered":
        """Read a letter as a mail program does."""
        letter = read_letter(raw)
        if isinstance(letter, Unusable):
            raise DeskError(f"a letter of the referee cannot be read: {letter.why}")
        head, _ = split_head(letter.lines)
        return cls(parse_sender(read_fields(head).first("to")), letter.plain[0])

    @property
    def statements(self) -> Statements | None:
        """What the letter asks its answer to begin with, if it may be answered."""
        return read_statements(self.text)


def read_statements(text: str) -> Statements | None:
    """Find the statements in a text; the last ones if there are several."""
    found = list(_STATEMENTS.finditer(text))
    if not found:
        return None
    last = found[-1]
    return Statements(last["to"], last["game"], last["seat"], last["token"], Seen(int(last["size"]), last["head"]))


class Envelope(Struct, frozen=True):
    """What stands on a mail: nothing that a referee believes."""

    sender: str
    to: str
    date: int
    number: int

    def around(self, text: str) -> bytes:
        """Put a text into a mail."""
        return order_mail(
            sender=self.sender,
            to=self.to,
            subject="Re: my turn",
            block_text=text,
            date=self.date,
            message_id=f"<{self.number}.{sha256(text.encode()).hexdigest()[:8]}@example.org>",
        )


class Pen(Protocol):
    """A key and what signs with it."""

    how: str  # in words
    public: bytes  # the key as it is enrolled

    def write(self, block: Block, envelope: Envelope) -> bytes:
        """Sign a block and give the mail that carries it."""


class OwnPen:
    """Signs with pbem itself, as `pbem sign` does."""

    how = "signs with pbem"

    def __init__(self, folder: Path, name: str) -> None:
        self._key = Ed25519PrivateKey.generate()
        secret = self._key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())
        write_file(folder / name, secret, NEW_PRIVATE)
        self.public = write_line(public_key(self._key), name).encode()

    def write(self, block: Block, envelope: Envelope) -> bytes:
        """Give a mail with an order block."""
        return envelope.around(sign_orders(block, self._key))


class SshPen:
    """Signs with `ssh-keygen -Y sign`."""

    how = "signs with ssh-keygen"

    def __init__(self, folder: Path, name: str) -> None:
        self._path = folder / name
        _run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(self._path)])
        self.public = self._path.with_suffix(".pub").read_bytes()

    def write(self, block: Block, envelope: Envelope) -> bytes:
        """Give a mail with an order block."""
        text = order_block.write(block)
        signature = _run(["ssh-keygen", "-Y", "sign", "-n", "pbem", "-f", str(self._path)], text)
        return envelope.around((text + signature).decode())


class Gpg:
    """A GnuPG home of its own, and the agent behind it as long as it is open."""

    def __init__(self, home: Path, stack: ExitStack) -> None:
        home.mkdir(mode=0o700)
        # The agent's socket lies in the home, and the path of a socket must be short.
        short = Path(stack.enter_context(TemporaryDirectory(prefix="pbem-demo-"))) / "home"
        short.symlink_to(home.absolute())
        self._home = ("--homedir", str(short))
        stack.callback(_run, ["gpgconf", *self._home, "--kill", "all"])
        launch = ["gpgconf", *self._home, "--launch", "gpg-agent"]
        any(_succeeds(launch) for _ in range(_LAUNCHES))  # if none does, gpg says why

    def run(self, *arguments: str, text: bytes = b"") -> bytes:
        """Run gpg; nobody is asked for anything."""
        quiet = ("--batch", "--quiet", "--no-tty", "--pinentry-mode", "loopback", "--passphrase", "")
        return _run(["gpg", *self._home, *quiet, *arguments], text)


class _PgpPen:
    def __init__(self, gpg: Gpg, name: str) -> None:
        self._gpg = gpg
        self._user = f"{name}@example.org"
        gpg.run("--quick-gen-key", f"{name} <{self._user}>", "ed25519", "sign", "1y")
        self.public = gpg.run("--export", self._user)

    def _sign(self, how: str, text: bytes) -> bytes:
        return self._gpg.run("--armor", "--local-user", self._user, how, text=text)


class ClearPen(_PgpPen):
    """Clearsigns with gpg: the orders as they are typed, and the signature around them."""

    how = "clearsigns with gpg"

    def write(self, block: Block, envelope: Envelope) -> bytes:
        """Give a mail whose text is clearsigned."""
        return envelope.around(self._sign("--clear-sign", _typed(block)).decode())


class MimePen(_PgpPen):
    """Signs whole mails with gpg (PGP/MIME), as mail programs do."""

    how = "signs whole mails with gpg"

    def write(self, block: Block, envelope: Envelope) -> bytes:
        """Give a mail in two parts: what was typed, and the signature over that part."""
        mime = b"MIME-Version: 1.0\r\n"
        head, _, entity = envelope.around(_typed(block).decode()).partition(mime)
        armor = self._sign("--detach-sign", entity).replace(b"\n", b"\r\n")
        mark = b"=_" + sha256(entity).hexdigest()[:32].encode()
        kind = b'Content-Type: multipart/signed; protocol="application/pgp-signature";\r\n boundary="%b"\r\n\r\n' % mark
        signature = b'Content-Type: application/pgp-signature; name="signature.asc"\r\n\r\n' + armor
        return (
            head
            + mime
            + kind
            + b"".join(b"--%b\r\n%b\r\n" % (mark, part) for part in (entity, signature))
            + (b"--%b--\r\n" % mark)
        )


def _typed(block: Block) -> bytes:
    seen = [f"seen: {block.seen.size} {block.seen.head}"] if block.seen else []
    headers = [f"to: {block.to}", f"game: {block.game}", f"seat: {block.seat}", f"token: {block.token}", *seen]
    return "".join(f"{line}\n" for line in (*headers, *block.orders)).encode()


def make_pens(folder: Path, names: Sequence[str], stack: ExitStack, tell: Callable[[str], None]) -> list[Pen]:
    """Give everybody a key, half of them of OpenSSH and half of OpenPGP where there are the programs for it."""
    ssh = SshPen if which("ssh-keygen") else OwnPen
    if ssh is OwnPen:
        tell("there is no ssh-keygen here: pbem itself signs instead of it")
    missing = _missing_for_pgp()
    if missing:
        tell(f"there is no {missing} here: nobody signs with OpenPGP")
        return [ssh(folder, name) for name in names]
    gpg = Gpg(folder / "gnupg", stack)
    makers: list[Callable[[str], Pen]] = [
        lambda name: ssh(folder, name),
        lambda name: ClearPen(gpg, name),
        lambda name: ssh(folder, name),
        lambda name: MimePen(gpg, name),
    ]
    return [makers[number % len(makers)](name) for number, name in enumerate(names)]


def _missing_for_pgp() -> str:
    try:
        kind_named("pgp").require()
    except UnusableError:
        return "pysequoia"
    return "" if which("gpg") and which("gpgconf") else "gpg"


def _succeeds(command: Sequence[str]) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603 - no shell


def _run(command: Sequence[str], text: bytes = b"") -> bytes:
    done = subprocess.run(command, input=text, capture_output=True, check=False)  # noqa: S603 - no shell
    if done.returncode:
        raise DeskError(f"{command[0]} failed: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout
