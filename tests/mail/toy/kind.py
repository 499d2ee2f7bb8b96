"""A kind of signature for tests: a last line `wax HEX`, the digest of the lines above it under the signer's name."""

import hashlib
import re
from collections.abc import Sequence

from pbem.mail.evidence import Claim, Signed, signed_as_typed
from pbem.mail.keys import EnrolledKey, Keys, Records
from pbem.mail.kind import Kind
from pbem.mail.letter.letter import Letter
from pbem.mail.safe import UnusableError

_WAX = re.compile(r"^wax ([a-z]+) ([0-9a-f]{64})$", re.MULTILINE)


def wax(text: str, name: str) -> str:
    """Sign a text in the toy's way."""
    return f"{text}wax {name} {_digest(text.encode(), name)}\n"


def _digest(text: bytes, name: str) -> str:
    return hashlib.sha256(name.encode() + text).hexdigest()


class _Toy(Kind):
    name = "toy"
    signed_by = "wax"

    def is_key(self, raw: bytes, /) -> bool:
        return raw.startswith(b"wax of ")

    def parse_key(self, raw: bytes, _now: int, /) -> EnrolledKey:
        key_id = f"toy:{raw.removeprefix(b'wax of ').decode()}"
        return EnrolledKey(key_id, "toy", raw, (key_id,))

    def count(self, letter: Letter, /) -> int:
        return sum(len(_WAX.findall(text)) for text in letter.plain)

    def claims(self, letter: Letter, _records: Records, /) -> Sequence[Claim]:
        text, mark, seal = letter.plain[0].rpartition("wax ")
        return (Claim(kind="toy", signature=(mark + seal).strip().encode(), texts=(text.encode(),)),)

    def settle(self, claim: Claim, keys: Keys, _now: int, /) -> Signed:
        _wax, name, digest = claim.signature.decode().split()
        if not keys(f"toy:{name}"):
            raise UnusableError("nobody here seals like that")
        if digest != _digest(claim.text, name):
            raise UnusableError("the wax is broken")
        return signed_as_typed(claim, f"toy:{name}", claim.text)


KIND: Kind = _Toy()
