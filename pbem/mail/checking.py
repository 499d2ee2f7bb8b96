"""Evidence without its letter: checked again, published, and known when it comes a second time."""

import hashlib

from pbem.mail.evidence import Evidence, Signed
from pbem.mail.keys import Keys
from pbem.mail.kinds import kind_named, kind_of
from pbem.mail.safe import Unusable, UnusableError


def check_evidence(evidence: Evidence, keys: Keys, *, now: int) -> Signed | Unusable:
    """Check stored evidence again, exactly these bytes; keys are judged as of `now`, when the letter was taken."""
    try:
        signed = kind_named(evidence.kind).settle(evidence.claim(), keys, now)
    except UnusableError as error:
        return error.value
    # A signature that holds for another key or over other bytes proves nothing of what this evidence says.
    if signed.key_id != evidence.key_id or signed.signed_bytes != evidence.signed_bytes:
        return Unusable("the evidence is of another key, or of other bytes, than it says")
    return signed


def publishable(evidence: Evidence) -> bytes | None:
    """Give what an export may show of the evidence: signed bytes, then the signature in armor; or nothing.

    Nothing is given where a name, an address or a certificate might come along. Those orders are attested only.
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
