"""SSH signatures as a kind: they stand under an order block, bring their key along, and may be shown to everybody."""

import re
from collections.abc import Iterator, Sequence

from pbem.mail.block.block import TEXT_LIMIT, canonical
from pbem.mail.block.block import parse as parse_block
from pbem.mail.block.marker import BEGIN
from pbem.mail.evidence import Claim, Evidence, Signed
from pbem.mail.keys import EnrolledKey, Keys, Records
from pbem.mail.kind import Kind
from pbem.mail.letter.letter import Letter
from pbem.mail.safe import UnusableError
from pbem.mail.ssh import key as sshkey
from pbem.mail.ssh import signature as sshsig
from pbem.mail.ssh.passage import (
    Passage,
    as_it_stands,
    find_files,
    find_passages,
    has_ssh_signature,
    is_one_block,
)

_NAME = "ssh"
_LINE = re.compile(r"(?:ssh|ecdsa|sk)-[a-z0-9@.-]+\s")
_ARMOR = sshsig.BEGIN.encode()
_ADDRESS = re.compile(r"[^\s@]@[^\s@]|mailto:", re.IGNORECASE)


class _Ssh(Kind):
    name = _NAME
    signed_by = "an SSH key"
    is_published = True

    def is_key(self, raw: bytes, /) -> bool:
        """Say whether the text begins like the line of a `.pub` file, and holds no key in armor."""
        return b"-----BEGIN" not in raw and _LINE.match(_text(raw)) is not None

    def parse_key(self, raw: bytes, _now: int, /) -> EnrolledKey:
        """Read one line; such a key has no date on which it could end."""
        key = sshkey.parse_line(_text(raw))
        return EnrolledKey(key.fingerprint, _NAME, sshkey.write_line(key).encode("ascii"), (key.fingerprint,))

    def count(self, letter: Letter, /) -> int:
        """Count any number of SSH signatures as one: a text, its HTML and what they quote may show the same."""
        return int(has_ssh_signature(letter))

    def claims(self, letter: Letter, _records: Records, /) -> Sequence[Claim]:
        """Find the order blocks that count, and files with a signature beside them."""
        if "multipart/encrypted" in letter.kinds:
            raise UnusableError("encrypted letters are not read here, send signed ones")
        files = tuple(_claim_file(armor, text) for armor, text in find_files(letter))
        try:
            blocks = tuple(map(_claim_block, find_passages(letter)))
        except UnusableError:
            if not files:
                raise
            return files
        return (*blocks, *files)

    def holds_nothing_else(self, letter: Letter, _signed: Signed, /) -> bool:
        """Say whether each text is the block, or blank."""
        texts = [text for text in letter.plain + letter.html if text.strip()]
        return not letter.attached and all(map(is_one_block, texts))

    def settle(self, claim: Claim, keys: Keys, _now: int, /) -> Signed:
        """Find the one text that the signature fits, and read it; an enrolled fingerprint vouches for the key in it."""
        signature = _parse(claim.signature)
        key_id = signature.key.fingerprint
        if not any(key.kind == _NAME and key.key_id == key_id for key in keys(key_id)):
            raise UnusableError(f"the key {key_id} is not enrolled here")
        text = next((text for text in claim.texts if signature.is_over(text)), None)
        if text is None:
            raise UnusableError("the signature does not fit the orders: they were changed after signing")
        try:
            block = parse_block(text)
        except UnusableError as error:
            raise error.signed_by(key_id, text) from None
        # Written anew, so that one signature is kept in one form however the mail has laid it out.
        armor = sshsig.write(signature).encode("ascii")
        return Signed(kind=_NAME, key_id=key_id, signed_bytes=text, signature=armor, block=block)

    def publish(self, evidence: Evidence, /) -> bytes | None:
        """Give the block as it was sent, unless an address stands in it: then somebody might be named."""
        if _ADDRESS.search(evidence.signed_bytes.decode("utf-8", "replace")):
            return None
        return evidence.signed_bytes + evidence.signature

    def read_published(self, raw: bytes, key_id: str, /) -> Evidence:
        """Cut a block from the signature below it."""
        signed_bytes, armor, rest = raw.rpartition(_ARMOR)
        return Evidence(kind=_NAME, key_id=key_id, signed_bytes=signed_bytes, signature=armor + rest)

    def published_key(self, key_id: str, /) -> EnrolledKey:
        """Give a key by its fingerprint alone: the signature brings the key itself."""
        return EnrolledKey(key_id, _NAME, b"", (key_id,))


def _claim_block(passage: Passage) -> Claim:
    armor = passage.armor.encode("utf-8")
    return Claim(kind=_NAME, signature=armor, texts=passage.candidates(), is_quoted=passage.depth > 0)


def _claim_file(armor: str, text: str) -> Claim:
    return Claim(kind=_NAME, signature=armor.encode("utf-8"), texts=_file_texts(text))


def _file_texts(text: str) -> Iterator[bytes]:
    """Give what a file may have been that a signature beside it is over."""
    yield from as_it_stands(text.rstrip("\n"))
    yield from as_it_stands(text.removesuffix("\n"))
    marker = BEGIN.search(text)
    if marker is not None and len(text) <= TEXT_LIMIT:
        yield canonical(text[marker.end() :])


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").strip()


def _parse(armor: bytes) -> sshsig.Signature:
    try:
        return sshsig.parse(armor.decode("ascii"))
    except UnicodeDecodeError:
        raise UnusableError("the signature is not an SSH signature in armor") from None


KIND: Kind = _Ssh()
