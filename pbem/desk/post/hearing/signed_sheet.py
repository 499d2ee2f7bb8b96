"""A signed sheet on its way through the hearing, whichever door it came in by, and what becomes of it."""

from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.post.received import Received
from pbem.desk.store.values import Member
from pbem.mail.block.block import Block
from pbem.mail.checking import identity
from pbem.mail.evidence import Signed
from pbem.referee.language.plan import Source


class SignedSheet(Struct, frozen=True):
    """A sheet that an enrolled key has signed: by whom, and how and when it reached the referee."""

    signed: Signed
    player: Member
    came: int
    is_person: bool  # no machine has sent it

    @property
    def block(self) -> Block:
        """What was signed, as it is understood."""
        return self.signed.block

    @property
    def text(self) -> str:
        """What it says."""
        return "\n".join(self.block.orders)

    @property
    def identity(self) -> str:
        """What it is known by, in whatever mail it comes."""
        return identity(self.signed.key_id, self.signed.signed_bytes)

    @property
    def digest(self) -> str:
        """The SHA-256 of the signed bytes, hex."""
        return sha256(self.signed.signed_bytes).hexdigest()

    @property
    def source(self) -> Source:
        """Who vouches for it, as a record says that."""
        seen, language = self.block.seen, self.player.language
        return Source(self.signed.kind, self.digest, self.text, seen=seen, language=language, came=self.came)

    def is_to(self, desk: Desk) -> bool:
        """Tell whether it names the referee of a desk."""
        return self.block.to == desk.settings.referee.name


def _nothing() -> None:
    """Remember nothing."""


class Heard(Struct, frozen=True):
    """What became of a sheet, in public words; `remember` is called when that is durable."""

    received: Received
    remember: Callable[[], object] = _nothing
    is_counted: bool = True  # its answer is one of those that its sender gets within an hour


class UnheardError(Exception):
    """A sheet gets no answer, and has done nothing; `is_silence` if that is because there were so many answers."""

    def __init__(self, why: str, *, is_silence: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.is_silence = is_silence
