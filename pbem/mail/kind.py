"""What every kind of signature offers, under the same names (`ssh/kind.py`, `pgp/kind.py`, ..).

A new kind is one new folder with a `kind.py`, and an entry in `kinds`. Other code uses only the
methods here.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from pbem.mail import extras
from pbem.mail.block.typed import is_only_sheet
from pbem.mail.evidence import Claim, Evidence, Signed
from pbem.mail.extras import Library
from pbem.mail.keys import EnrolledKey, Keys, Records
from pbem.mail.letter.entity import read_text
from pbem.mail.letter.letter import Letter
from pbem.mail.safe import UnusableError


class Kind(ABC):
    """A kind of signature: its keys, where letters have it, how to verify it, how to publish it."""

    name: str  # the beginning of its key ids (`ssh:..`), and how a record calls it
    signed_by: str  # in the sentence "letters signed by .. are not taken here"
    library: Library | None = None  # which only some desks have
    lookup: Library | None = None  # likewise: by which the keys of providers are looked up
    detached_types: frozenset[str] = frozenset()  # of a signature beside the signed part, in multipart/signed
    opaque_types: frozenset[str] = frozenset()  # of a letter that carries what is signed inside its signature

    # Whether a record may say the key id. One that names a person must be sealed there, for records are published.
    is_id_public: bool = True
    # Whether a key stands in an order as `NAME BASE64`; otherwise as it stands in a file of its own.
    is_key_binary: bool = False
    # Whether evidence may be shown to everybody; if not, the referee attests the order and nothing else is told.
    is_published: bool = False

    def require(self) -> None:
        """Refuse when this desk was installed without what checks such a signature."""
        if self.library is not None:
            extras.load(self.library)

    @abstractmethod
    def is_key(self, raw: bytes, /) -> bool:
        """Return whether a text to be enrolled looks like a key of this kind."""

    @abstractmethod
    def parse_key(self, raw: bytes, now: int, /) -> EnrolledKey:
        """Return a public key.

        Refuse a key that cannot check signatures, or that is not to be trusted `now`.
        """

    def is_record(self, _raw: bytes, /) -> bool:
        """Return whether bytes are a key record of a provider, and not something else."""
        return False

    def key_of_sender(self, _sender: str, /) -> str:
        """Return the id of the key that must have signed a letter of this sender.

        It is empty if the sender says nothing about the key.
        """
        return ""

    def brought_key(self, _claim: Claim, _now: int, /) -> EnrolledKey | None:
        """Return the key that comes with a claim, or None.

        Whether that key signed is not checked here.
        """
        return None

    def count(self, _letter: Letter, /) -> int:
        """Return how many things in a letter look signed in this way. Nothing is verified.

        Letters that are signed as a whole do not count.
        """
        return 0

    def claims(self, _letter: Letter, _records: Records, /) -> Sequence[Claim]:
        """Return the claims that `count` saw, at least one. Refuse those that cannot be valid."""
        raise UnusableError(f"letters are not signed by {self.signed_by} like that")

    def claim_whole(self, _signature: bytes, _signed: bytes | None, /) -> Claim:
        """Return the claim of a letter that is signed as a whole.

        Without `signed`, the signature must contain the signed bytes.
        """
        raise UnusableError(f"whole letters are not signed by {self.signed_by}")

    def holds_nothing_else(self, _letter: Letter, signed: Signed, /) -> bool:
        """Return whether a letter has only the sheet that was read from it.

        It then has no greeting, and no words of others.
        """
        return is_only_sheet(read_text(signed.signed_bytes))

    @abstractmethod
    def settle(self, claim: Claim, keys: Keys, now: int, /) -> Signed:
        """Return the orders of a claim, after verifying it by an enrolled key.

        It does not matter which key the claim names. UnusableError if no enrolled key fits.
        """

    def told_apart_by(self, signed_bytes: bytes, /) -> bytes:
        """Return a value that is equal for signed bytes that mean the same.

        By it, orders that come again are recognised.
        """
        return signed_bytes

    def publish(self, _evidence: Evidence, /) -> bytes | None:
        """Return signed bytes and signature for everybody to see.

        None if they may contain a name.
        """
        return None

    def read_published(self, _raw: bytes, _key_id: str, /) -> Evidence:
        """Return the evidence that `publish` gave for a key.

        Whether it is valid is not checked here; `settle` does that.
        """
        raise UnusableError(f"orders signed by {self.signed_by} are attested only, nothing of them is published")

    def published_key(self, key_id: str, /) -> EnrolledKey:
        """Return the key for published evidence, as far as the id alone gives it.

        UnusableError if the id is not enough.
        """
        raise UnusableError(f"the id {key_id} alone checks no signature")
