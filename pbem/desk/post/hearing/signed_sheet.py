"""A signed sheet, whichever door it came in by; its hearing; and what becomes of it."""

from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import RefusedError
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.post.received import Received
from pbem.desk.signed.word_tokens import has_pass
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import say
from pbem.mail.block.block import Block
from pbem.mail.checking import identity
from pbem.mail.evidence import Signed
from pbem.referee.language.plan import Source
from pbem.referee.language.problem import Problem
from pbem.report.notice import Slip


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
        kind, came = self.signed.kind, self.came
        return Source(kind, self.digest, self.text, seen=seen, language=language, came=came)

    def is_to(self, desk: Desk) -> bool:
        """Tell whether it names the referee of a desk."""
        return self.block.to == desk.settings.referee.name


class Hearing(Struct, frozen=True):
    """A sheet that is heard: in which transaction, and what letters it may bring about."""

    desk: Desk
    change: Transaction
    sheet: SignedSheet
    courtesy: Courtesy

    @property
    def player(self) -> Member:
        """Who has signed it."""
        return self.sheet.player

    @property
    def is_passed(self) -> bool:
        """Whether it shows the pass of its signer that is good now."""
        return has_pass(self.desk, self.change, self.player.name, self.sheet.block.token)

    def say(self, key: str, **places: object) -> str:
        """Tell something in the language of its signer."""
        return say(key, self.player.language, **places)

    def refusal(self, key: str, **places: object) -> RefusedError:
        """Say no in the language of its signer."""
        return RefusedError((Problem(0, self.say(key, **places)),))

    def request_slip(self, slip: Slip) -> None:
        """Ask for a letter about no position, to its signer."""
        request_slip(self.desk, self.change, slip, player=self.player)


def _nothing() -> None:
    """Remember nothing."""


class Heard(Struct, frozen=True):
    """What became of a sheet, in public words; `remember` is called when that is durable."""

    received: Received
    remember: Callable[[], object] = _nothing
    is_counted: bool = True  # its answer is one of those that its sender gets within an hour


class UnheardError(Exception):
    """A sheet gets no answer, and has done nothing.

    `is_silence` if that is because there were so many answers.
    """

    def __init__(self, why: str, *, is_silence: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.is_silence = is_silence
