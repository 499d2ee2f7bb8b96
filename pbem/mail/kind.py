"""What a kind of signature offers: the same names in every folder that holds one (`ssh/kind.py`, `pgp/kind.py`, ..).

A new kind is one new folder with a `kind.py`, entered in `kinds`. Everything outside asks these questions only.
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
    """A kind of signature: its keys, where a letter bears it, how it is settled, what may be told of it."""

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
        """Say whether a text to be enrolled looks like a key of this kind."""

    @abstractmethod
    def parse_key(self, raw: bytes, now: int, /) -> EnrolledKey:
        """Read a public key; refuse one that could not check a signature, or that is not to be trusted `now`."""

    def is_record(self, _raw: bytes, /) -> bool:
        """Tell a key record of a provider from whatever else may stand under the same name."""
        return False

    def key_of_sender(self, _sender: str, /) -> str:
        """Give the id of the key that must have signed if this is the sender; empty where a sender tells nothing."""
        return ""

    def brought_key(self, _claim: Claim, _now: int, /) -> EnrolledKey | None:
        """Give the key that a claim brings along, if it does; nothing says yet that it signed it."""
        return None

    def count(self, _letter: Letter, /) -> int:
        """Count the things in a letter that look signed so, but for whole letters; nothing is verified."""
        return 0

    def claims(self, _letter: Letter, _records: Records, /) -> Sequence[Claim]:
        """Give the claims that `count` saw, at least one. Refuse what cannot hold."""
        raise UnusableError(f"letters are not signed by {self.signed_by} like that")

    def claim_whole(self, _signature: bytes, _signed: bytes | None, /) -> Claim:
        """Give the claim of a letter signed as a whole; without `signed` the signature must carry it."""
        raise UnusableError(f"whole letters are not signed by {self.signed_by}")

    def holds_nothing_else(self, _letter: Letter, signed: Signed, /) -> bool:
        """Say whether a letter holds nothing but the sheet that was read from it: no greeting, no word of others."""
        return is_only_sheet(read_text(signed.signed_bytes))

    @abstractmethod
    def settle(self, claim: Claim, keys: Keys, now: int, /) -> Signed:
        """Verify a claim by an enrolled key, whatever key it names, and read the orders from what was verified."""

    def told_apart_by(self, signed_bytes: bytes, /) -> bytes:
        """Give what makes two signed things the same, so that one that comes again is known."""
        return signed_bytes

    def publish(self, _evidence: Evidence, /) -> bytes | None:
        """Give signed bytes and signature as everybody may see them; nothing where a name might come along."""
        return None

    def read_published(self, _raw: bytes, _key_id: str, /) -> Evidence:
        """Read what `publish` gave, as evidence for that key; whether it is any is decided by settling it."""
        raise UnusableError(f"orders signed by {self.signed_by} are attested only, nothing of them is published")

    def published_key(self, key_id: str, /) -> EnrolledKey:
        """Give the key that published evidence is checked by, as far as its id alone tells it."""
        raise UnusableError(f"the id {key_id} alone checks no signature")
