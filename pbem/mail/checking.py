"""Evidence without its letter: check it again, publish it, recognise it."""

import hashlib

from pbem.mail.evidence import Evidence, Signed
from pbem.mail.keys import Keys
from pbem.mail.kinds import kind_named, kind_of
from pbem.mail.safe import Unusable, UnusableError


def check_evidence(evidence: Evidence, keys: Keys, *, now: int) -> Signed | Unusable:
    """Check exactly these stored bytes again.

    Keys are judged as of `now`, the time when the letter was accepted.
    """
    try:
        signed = kind_named(evidence.kind).settle(evidence.claim(), keys, now)
    except UnusableError as error:
        return error.value
    # A signature that holds for another key or over other bytes proves nothing of what this evidence says.
    if signed.key_id != evidence.key_id or signed.signed_bytes != evidence.signed_bytes:
        return Unusable("the evidence is of another key, or of other bytes, than it says")
    return signed


def publishable(evidence: Evidence) -> bytes | None:
    """Return the part of the evidence that an export may show, or None.

    It is the signed bytes and the armored signature. If they may contain a name, an address or a
    certificate, nothing is shown, and the order is only attested.
    """
    return kind_named(evidence.kind).publish(evidence)


def read_published(raw: bytes, key_id: str) -> Evidence | Unusable:
    """Read what `publishable` gave, as evidence for that key; `check_evidence` decides whether it is any."""
    try:
        return kind_of(key_id).read_published(raw, key_id)
    except UnusableError as error:
        return error.value


def identity(key_id: str, signed_bytes: bytes) -> str:
    """Name what a key has signed, so that it is known when it comes again, in whatever envelope."""
    content = kind_of(key_id).told_apart_by(signed_bytes)
    return hashlib.sha256(key_id.encode() + b"\n" + content).hexdigest()
