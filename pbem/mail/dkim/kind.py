"""DKIM as a kind: the provider of an address signs what its users send. It proves no key of a person's own.

The key of such a player is his address, so that a record seals its id, and nothing of his letters is published: the
signature covers their headers.
"""

from collections.abc import Sequence

from pbem.mail.dkim import dkimpy, dkimsig
from pbem.mail.evidence import Claim, Signed, signed_as_typed
from pbem.mail.keys import EnrolledKey, Keys, Records
from pbem.mail.kind import Kind
from pbem.mail.letter.address import is_address
from pbem.mail.letter.entity import entity_text
from pbem.mail.letter.letter import Letter


class _Dkim(Kind):
    name = dkimsig.NAME
    signed_by = "DKIM alone"
    library = dkimpy.LIBRARY
    lookup = dkimpy.LOOKUP
    is_id_public = False

    def is_key(self, raw: bytes, /) -> bool:
        """Say whether it is a mail address, bare or as `dkim:ADDRESS`."""
        return is_address(_address(raw))

    def parse_key(self, raw: bytes, _now: int, /) -> EnrolledKey:
        """Take the address for the key: whose mail a domain signs is found by it."""
        address = _address(raw)
        key_id = self.key_of_sender(address)
        return EnrolledKey(key_id, self.name, address.encode("ascii"), (key_id,))

    def is_record(self, raw: bytes, /) -> bool:
        """Say whether a text is a key record; wildcards answer for every name, with records of other uses."""
        return dkimsig.is_record(raw)

    def key_of_sender(self, sender: str, /) -> str:
        """Name the key by the address; most mail of strangers is signed too, so that the kind alone says little."""
        return dkimsig.key_id_of(sender)

    def count(self, letter: Letter, /) -> int:
        """Count all its signatures as one."""
        return int(dkimsig.is_signed(letter.lines))

    def claims(self, letter: Letter, records: Records, /) -> Sequence[Claim]:
        """Give the signatures by the sender's own domain."""
        return dkimsig.find_claims(letter.lines, records)

    def settle(self, claim: Claim, keys: Keys, now: int, /) -> Signed:
        """Verify by the key record that was found, and read what the domain has signed and nothing else."""
        key_id = dkimsig.verify(claim, keys, now=now)
        return signed_as_typed(claim, key_id, claim.text, lambda signed: entity_text(dkimsig.legible(signed)))

    def told_apart_by(self, signed_bytes: bytes, /) -> bytes:
        """Give the words of the body alone: a provider may sign one mail twice, over other headers or blanks."""
        body = signed_bytes.partition(b"\r\n\r\n")[2]
        return b" ".join(body.split())


def _address(raw: bytes) -> str:
    text = raw.decode("utf-8", "replace").strip()
    return text.removeprefix(f"{dkimsig.NAME}:").lower()


KIND: Kind = _Dkim()
