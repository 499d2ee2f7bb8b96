"""Evidence: signed bytes, signature and key id, enough to check any kind of signature again without the letter."""

import re
from collections.abc import Callable, Iterable

from msgspec import Struct

from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block
from pbem.mail.block.typed import read_typed
from pbem.mail.dkim import dkimsig
from pbem.mail.keys import Keys, Kind
from pbem.mail.letter.entity import entity_text, is_entity, read_text
from pbem.mail.letter.header import with_line_feeds
from pbem.mail.letter.parts import read_parts
from pbem.mail.pgp import openpgp
from pbem.mail.pgp import packets as pgpwire
from pbem.mail.safe import Refusal, Refused
from pbem.mail.smime import smime
from pbem.mail.ssh import signature as sshsig

_CHANGED = "the signature does not fit the orders: they were changed after signing"
_ADDRESS = re.compile(r"[^\s@]@[^\s@]|mailto:", re.IGNORECASE)
_PLAIN_HEADERS = frozenset({"content-type", "content-transfer-encoding", "content-language"})
_PGP_ARMOR = b"-----BEGIN PGP SIGNATURE-----"
_SSH_ARMOR = sshsig.BEGIN.encode()


class Evidence(Struct, frozen=True, kw_only=True):
    """What was signed, by which key, and the proof.

    `signature` is the armor of an SSH signature, an OpenPGP signature packet, a CMS SignedData or a DKIM-Signature
    field; `record` is the key record that a DKIM signature was checked by, and empty for other kinds.
    """

    kind: Kind
    key_id: str
    signed_bytes: bytes
    signature: bytes
    record: bytes = b""


class Signed(Evidence, frozen=True, kw_only=True):
    """Evidence with the orders that were read from its signed bytes."""

    block: Block

    def evidence(self) -> Evidence:
        """Give the evidence alone."""
        return Evidence(
            kind=self.kind,
            key_id=self.key_id,
            signed_bytes=self.signed_bytes,
            signature=self.signature,
            record=self.record,
        )


def check_evidence(evidence: Evidence, keys: Keys, *, now: int) -> Signed | Refused:
    """Check stored evidence again, exactly these bytes; keys are judged as of `now`, when the letter was taken."""
    try:
        signed = settle(evidence, keys, now=now)
    except Refusal as refusal:
        return refusal.as_value()
    if signed.key_id != evidence.key_id or signed.signed_bytes != evidence.signed_bytes:
        return Refused("the evidence is of another key, or of other bytes, than it says")
    return signed


def settle(claim: Evidence, keys: Keys, *, now: int) -> Signed:
    """Verify the claim by an enrolled key, whatever key it names, and read the orders from what was verified."""
    return _SETTLERS[claim.kind](claim, keys, now)


def settle_ssh(signature: bytes, candidates: Iterable[bytes], keys: Keys) -> Signed:
    """Find the one text among the candidates that an SSH signature fits, and read it."""
    try:
        parsed = sshsig.parse(signature.decode("ascii"))
    except UnicodeDecodeError:
        raise Refusal("the signature is not an SSH signature in armor") from None
    key_id = parsed.key.fingerprint
    if not any(key.kind == "ssh" and key.key_id == key_id for key in keys(key_id)):
        raise Refusal(f"the key {key_id} is not enrolled here")
    text = next((text for text in candidates if parsed.is_over(text)), None)
    if text is None:
        raise Refusal(_CHANGED)
    block = order_block.read(text)
    if isinstance(block, Refused):
        raise Refusal(block.why, signer=key_id, signed=text, saying=block.saying)
    armor = sshsig.write(parsed).encode("ascii")
    return Signed(kind="ssh", key_id=key_id, signed_bytes=text, signature=armor, block=block)


def publishable(evidence: Evidence) -> bytes | None:
    """Give what an export may show of the evidence: signed bytes, then the signature in armor; or nothing.

    Nothing is given where a name, an address or a certificate might come along: S/MIME carries certificates, DKIM
    covers headers, an OpenPGP letter may greet, quote, sign off or name its signer. Those orders are attested only.
    """
    if evidence.kind == "ssh":
        is_plain = not _ADDRESS.search(evidence.signed_bytes.decode("utf-8", "replace"))
        return evidence.signed_bytes + evidence.signature if is_plain else None
    if evidence.kind != "pgp":
        return None
    try:
        packet = openpgp.publishable_signature(evidence.signature) if _is_bare(evidence.signed_bytes) else None
    except Refusal:
        return None
    return None if packet is None else evidence.signed_bytes + b"\n" + pgpwire.armor(packet, "SIGNATURE")


def read_published(raw: bytes, key_id: str) -> Evidence | Refused:
    """Read what `publishable` gave, as evidence for that key; `check_evidence` decides whether it is any."""
    if key_id.startswith("ssh:"):
        signed_bytes, armor, rest = raw.rpartition(_SSH_ARMOR)
        return Evidence(kind="ssh", key_id=key_id, signed_bytes=signed_bytes, signature=armor + rest)
    signed_bytes, _, rest = raw.rpartition(b"\n" + _PGP_ARMOR)
    try:
        packet = pgpwire.read_detached(pgpwire.dearmor(_PGP_ARMOR + rest, "SIGNATURE"))
    except Refusal as refusal:
        return refusal.as_value()
    return Evidence(kind="pgp", key_id=key_id, signed_bytes=signed_bytes, signature=packet)


def _settle_ssh(claim: Evidence, keys: Keys, _now: int) -> Signed:
    return settle_ssh(claim.signature, (claim.signed_bytes,), keys)


def _settle_pgp(claim: Evidence, keys: Keys, now: int) -> Signed:
    verified = openpgp.verify(claim.signed_bytes, claim.signature, keys, now=now)
    return _signed(claim, verified.key_id, verified.data)


def _settle_x509(claim: Evidence, keys: Keys, now: int) -> Signed:
    key_id = smime.verify(claim.signed_bytes, claim.signature, keys, now=now)
    return _signed(claim, key_id, claim.signed_bytes)


def _settle_dkim(claim: Evidence, keys: Keys, now: int) -> Signed:
    key_id = dkimsig.verify(dkimsig.Claim(claim.signed_bytes, claim.signature, claim.record), keys, now=now)
    return _signed(claim, key_id, claim.signed_bytes)


def _signed(claim: Evidence, key_id: str, signed_bytes: bytes) -> Signed:
    """Read what was verified; whatever is wrong with it from here on is told to its signer."""
    try:
        text = entity_text(dkimsig.legible(signed_bytes)) if claim.kind == "dkim" else read_text(signed_bytes)
        block = read_typed(text).block
    except Refusal as refusal:
        raise Refusal(refusal.why, signer=key_id, signed=signed_bytes, saying=refusal.saying) from None
    return Signed(
        kind=claim.kind,
        key_id=key_id,
        signed_bytes=signed_bytes,
        signature=claim.signature,
        record=claim.record,
        block=block,
    )


_SETTLERS: dict[Kind, Callable[[Evidence, Keys, int], Signed]] = {
    "ssh": _settle_ssh,
    "pgp": _settle_pgp,
    "x509": _settle_x509,
    "dkim": _settle_dkim,
}


def _is_bare(signed: bytes) -> bool:
    """Say whether a signed text is nothing but its statements, without headers that tell more than how to read it."""
    text = read_text(signed)
    return (
        read_typed(text).is_bare and not _ADDRESS.search(text) and (not is_entity(signed) or _has_plain_headers(signed))
    )


def _has_plain_headers(signed: bytes) -> bool:
    lines = with_line_feeds(signed)
    (root, *others) = read_parts(lines)
    names = {name.lower() for name in root.message}
    return not others and names <= _PLAIN_HEADERS and b"@" not in lines.partition(b"\n\n")[0]
