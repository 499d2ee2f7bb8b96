"""OpenPGP keys and signatures: what is enrolled, and who signed some data as of a given time."""

from msgspec import Struct

from pbem.mail.keys import EnrolledKey, Keys
from pbem.mail.letter.header import with_line_feeds
from pbem.mail.pgp import packets as pgpwire
from pbem.mail.pgp import sequoia
from pbem.mail.pgp.packets import PUBLIC_KEY, SECRET_KEYS
from pbem.mail.safe import Refusal, clean

LABEL = "PUBLIC KEY BLOCK"
_DAY = 86_400
# A letter may be long under way, a clock may be wrong; a signature older than that says nothing about today.
_OLDEST = 30 * _DAY
_NEWEST = _DAY
_CERTIFICATE_LIMIT = 65_536
_CANDIDATE_LIMIT = 4
_VERSIONS = frozenset({4, 6})
# Creation time, expiry, issuer, issuer fingerprint: all that a published signature may say about its maker.
_PLAIN_SUBPACKETS = frozenset({2, 3, 16, 33})
_NOTATION = 20
_SALTS = (b"salt@notations.sequoia-pgp.org", b"salt@notations.openpgpjs.org")


class Verified(Struct, frozen=True):
    """The enrolled key, and the bytes as they were hashed."""

    key_id: str
    data: bytes


def parse_certificate(raw: bytes, *, now: int) -> EnrolledKey:
    """Read one certificate, armored or binary; refuse one that is private, expired, revoked, or not alone."""
    binary = _binary(raw)
    tags = [packet.tag for packet in _certificate_packets(binary)]
    if not SECRET_KEYS.isdisjoint(tags):
        raise Refusal("this is a private OpenPGP key: keep it to yourself, enrol the public one")
    if tags.count(PUBLIC_KEY) != 1 or tags[0] != PUBLIC_KEY:
        raise Refusal("an enrolled OpenPGP key is one certificate")
    certificate = sequoia.read_certificate(binary)
    _check_certificate(certificate, now)
    own = f"pgp:{certificate.fingerprint}"
    others = [f"pgp:{name}" for key in certificate.keys for name in (key.fingerprint, key.handle)]
    return EnrolledKey(own, "pgp", certificate.raw, tuple(dict.fromkeys([own, *others])))


def verify(data: bytes, signature: bytes, keys: Keys, *, now: int) -> Verified:
    """Say which enrolled key signed the data by this one packet; refuse dates, keys and forms that do not count."""
    seal = sequoia.read_seal(signature)
    if seal.version not in _VERSIONS or seal.form not in ("Binary", "Text"):
        raise Refusal("the OpenPGP signature is not one over a text")
    if seal.created is None or not now - _OLDEST <= seal.created <= now + _NEWEST:
        raise Refusal("the OpenPGP signature was not made these days, sign again")
    hashed = with_line_feeds(data).replace(b"\n", b"\r\n") if seal.form == "Text" else data
    candidates = _candidates(seal, keys)
    refusals: list[Refusal] = []
    for candidate in candidates:
        try:
            return _verify_by(candidate, hashed, signature, now)
        except Refusal as refusal:
            refusals.append(refusal)
    raise refusals[0]


def publishable_signature(packet: bytes) -> bytes | None:
    """Give the signature packet without its unsigned fields; nothing if a signed field may name a person."""
    body = pgpwire.read_packets(packet)[0].body
    if body[:1] != b"\4" or len(body) < 8:
        return None
    hashed_end = 6 + int.from_bytes(body[4:6], "big")
    fields = _subpackets(body[6:hashed_end])
    if fields is None or not all(_says_nothing(kind, value) for kind, value in fields):
        return None
    if 33 not in {kind for kind, _ in fields}:
        return None  # without the unsigned fields nobody could tell whose signature it is
    unhashed_end = hashed_end + 2 + int.from_bytes(body[hashed_end : hashed_end + 2], "big")
    return pgpwire.frame(pgpwire.Packet(pgpwire.SIGNATURE, body[:hashed_end] + b"\0\0" + body[unhashed_end:]))


def _verify_by(candidate: EnrolledKey, data: bytes, signature: bytes, now: int) -> Verified:
    certificate = sequoia.read_certificate(candidate.public)
    if f"pgp:{certificate.fingerprint}" != candidate.key_id:
        raise Refusal(f"the certificate kept for {candidate.key_id} is another one")
    _check_certificate(certificate, now)
    signer = sequoia.verify(data, signature, candidate.public)
    key = next((key for key in certificate.keys if key.fingerprint == signer), None)
    if key is None or key.is_revoked or (key.ends is not None and key.ends <= now):
        raise Refusal("the OpenPGP key that signed has expired or was revoked")
    return Verified(candidate.key_id, data)


def _candidates(seal: sequoia.Seal, keys: Keys) -> list[EnrolledKey]:
    if not seal.issuers:
        raise Refusal("the OpenPGP signature does not say whose it is")
    found = [key for name in seal.issuers for key in keys(f"pgp:{name}") if key.kind == "pgp"]
    unique = list({key.key_id: key for key in found}.values())
    if not unique:
        raise Refusal(f"the key pgp:{clean(seal.issuers[0], 64)} is not enrolled here")
    return unique[:_CANDIDATE_LIMIT]


def _check_certificate(certificate: sequoia.Certificate, now: int) -> None:
    if certificate.is_revoked:
        raise Refusal("the OpenPGP certificate was revoked")
    if certificate.ends is not None and certificate.ends <= now:
        raise Refusal("the OpenPGP certificate has expired")


def _binary(raw: bytes) -> bytes:
    if len(raw) > _CERTIFICATE_LIMIT:
        raise Refusal(f"the OpenPGP certificate is larger than {_CERTIFICATE_LIMIT // 1024} kB, export a minimal one")
    if b"BEGIN PGP PRIVATE KEY" in raw:
        raise Refusal("this is a private OpenPGP key: keep it to yourself, enrol the public one")
    return pgpwire.dearmor(with_line_feeds(raw), LABEL) if raw.lstrip().startswith(b"-----") else raw


def _certificate_packets(binary: bytes) -> list[pgpwire.Packet]:
    packets = pgpwire.read_packets(binary, limit=500)
    if not packets:
        raise Refusal("the OpenPGP certificate is empty")
    return packets


def _says_nothing(kind: int, value: bytes) -> bool:
    if kind == _NOTATION:
        name = value[8 : 8 + int.from_bytes(value[4:6], "big")]
        return value[:1] == b"\0" and name in _SALTS
    return kind in _PLAIN_SUBPACKETS


def _subpackets(area: bytes) -> list[tuple[int, bytes]] | None:
    found: list[tuple[int, bytes]] = []
    while area:
        if area[0] < 192:
            length, area = area[0], area[1:]
        elif area[0] < 255:
            length, area = (area[0] - 192 << 8) + (area[1] if len(area) > 1 else 0) + 192, area[2:]
        else:
            length, area = int.from_bytes(area[1:5], "big"), area[5:]
        if not 1 <= length <= len(area):
            return None
        found.append((area[0] & 0x7F, area[1:length]))
        area = area[length:]
    return found
