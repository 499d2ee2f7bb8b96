"""OpenPGP keys and signatures: what is enrolled, and who signed some data as of a given time."""

from msgspec import Struct

from pbem.mail.keys import EnrolledKey, Keys
from pbem.mail.letter.entity import with_carriage_returns
from pbem.mail.letter.header import with_line_feeds
from pbem.mail.pgp import packets as pgpwire
from pbem.mail.pgp import sequoia
from pbem.mail.pgp.packets import PUBLIC_KEY, SECRET_KEYS
from pbem.mail.safe import UnusableError, clean

LABEL = "PUBLIC KEY BLOCK"
_DAY = 86_400
# A letter may be long under way, a clock may be wrong; a signature older than that says nothing about today.
_OLDEST = 30 * _DAY
_NEWEST = _DAY
_CERTIFICATE_LIMIT = 65_536
_CANDIDATE_LIMIT = 4
_VERSIONS = frozenset({4, 6})


class Verified(Struct, frozen=True):
    """The enrolled key, and the bytes as they were hashed."""

    key_id: str
    data: bytes


def parse_certificate(raw: bytes, *, now: int) -> EnrolledKey:
    """Read one certificate, armored or binary; refuse one that is private, expired, revoked, or not alone."""
    binary = _binary(raw)
    tags = [packet.tag for packet in _certificate_packets(binary)]
    if not SECRET_KEYS.isdisjoint(tags):
        raise UnusableError("this is a private OpenPGP key: keep it to yourself, enrol the public one")
    if tags.count(PUBLIC_KEY) != 1 or tags[0] != PUBLIC_KEY:
        raise UnusableError("an enrolled OpenPGP key is one certificate")
    certificate = sequoia.read_certificate(binary)
    _check_certificate(certificate, now)
    names = [certificate.fingerprint]
    for key in certificate.keys:
        names += [key.fingerprint, key.handle]
    ids = tuple(dict.fromkeys(f"pgp:{name}" for name in names))
    return EnrolledKey(ids[0], "pgp", certificate.raw, ids)


def verify(data: bytes, signature: bytes, keys: Keys, *, now: int) -> Verified:
    """Say which enrolled key signed the data by this one packet; refuse dates, keys and forms that do not count."""
    seal = sequoia.read_seal(signature)
    if seal.version not in _VERSIONS or seal.form not in ("Binary", "Text"):
        raise UnusableError("the OpenPGP signature is not one over a text")
    if seal.created is None or not now - _OLDEST <= seal.created <= now + _NEWEST:
        raise UnusableError("the OpenPGP signature was not made these days, sign again")
    hashed = data
    if seal.form == "Text":
        hashed = with_carriage_returns(with_line_feeds(data))
    errors: list[UnusableError] = []
    for candidate in _candidates(seal, keys):
        try:
            return _verify_by(candidate, hashed, signature, now)
        except UnusableError as error:
            errors.append(error)
    raise errors[0]


def _verify_by(candidate: EnrolledKey, data: bytes, signature: bytes, now: int) -> Verified:
    certificate = sequoia.read_certificate(candidate.public)
    if f"pgp:{certificate.fingerprint}" != candidate.key_id:
        raise UnusableError(f"the certificate kept for {candidate.key_id} is another one")
    _check_certificate(certificate, now)
    signer = sequoia.verify(data, signature, candidate.public)
    key = next((key for key in certificate.keys if key.fingerprint == signer), None)
    if key is None or key.is_revoked or (key.ends is not None and key.ends <= now):
        raise UnusableError("the OpenPGP key that signed has expired or was revoked")
    return Verified(candidate.key_id, data)


def _candidates(seal: sequoia.Seal, keys: Keys) -> list[EnrolledKey]:
    if not seal.issuers:
        raise UnusableError("the OpenPGP signature does not say whose it is")
    found: dict[str, EnrolledKey] = {}
    for name in seal.issuers:
        found |= {key.key_id: key for key in keys(f"pgp:{name}") if key.kind == "pgp"}
    if not found:
        raise UnusableError(f"the key pgp:{clean(seal.issuers[0], 64)} is not enrolled here")
    # Certificates may claim subkeys that are not theirs: each is tried, but not without end.
    return list(found.values())[:_CANDIDATE_LIMIT]


def _check_certificate(certificate: sequoia.Certificate, now: int) -> None:
    if certificate.is_revoked:
        raise UnusableError("the OpenPGP certificate was revoked")
    if certificate.ends is not None and certificate.ends <= now:
        raise UnusableError("the OpenPGP certificate has expired")


def _binary(raw: bytes) -> bytes:
    if len(raw) > _CERTIFICATE_LIMIT:
        raise UnusableError(
            f"the OpenPGP certificate is larger than {_CERTIFICATE_LIMIT // 1024} kB, export a minimal one"
        )
    if b"BEGIN PGP PRIVATE KEY" in raw:
        raise UnusableError("this is a private OpenPGP key: keep it to yourself, enrol the public one")
    if raw.lstrip().startswith(b"-----"):
        return pgpwire.dearmor(with_line_feeds(raw), LABEL)
    return raw


def _certificate_packets(binary: bytes) -> list[pgpwire.Packet]:
    packets = pgpwire.read_packets(binary, limit=500)
    if not packets:
        raise UnusableError("the OpenPGP certificate is empty")
    return packets
