"""The edge to pysequoia, which has no types: certificates, signature packets, detached verification.

Its errors carry a backtrace and are never shown. It judges a signature as of the signature's own date: what holds
today is decided in `openpgp`.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from msgspec import Struct

from pbem.mail import extras
from pbem.mail.extras import Library
from pbem.mail.safe import UnusableError

LIBRARY = Library(kind="pgp", module="pysequoia", reads="OpenPGP", extra="pgp")

T = TypeVar("T")


class Subkey(Struct, frozen=True):
    """A key of a certificate, the primary one too: how it is named, and until when it may be used."""

    fingerprint: str
    handle: str
    ends: int | None
    is_revoked: bool


class Certificate(Struct, frozen=True):
    """What an OpenPGP certificate says about itself."""

    fingerprint: str
    ends: int | None
    is_revoked: bool
    keys: tuple[Subkey, ...]
    raw: bytes


class Seal(Struct, frozen=True):
    """What a signature packet says about itself: form `Binary` or `Text`, when it was made, and by which keys."""

    form: str
    version: int
    created: int | None
    issuers: tuple[str, ...]


def read_certificate(raw: bytes) -> Certificate:
    """Read one certificate, binary."""
    return _guarded(lambda library: _certificate(library, raw), "the OpenPGP certificate cannot be read")


def read_seal(packet: bytes) -> Seal:
    """Read one signature packet."""
    return _guarded(lambda library: _seal(library, packet), "the OpenPGP signature cannot be read")


def verify(data: bytes, packet: bytes, certificate: bytes) -> str:
    """Give the fingerprint of the key in the certificate that signed the data; refuse when none did, or weakly."""
    return _guarded(
        lambda library: _verify(library, data=data, packet=packet, certificate=certificate),
        "the signature does not fit the orders: they were changed after signing, or the key may not sign like that",
    )


def _guarded(work: Callable[[Any], T], why: str) -> T:
    library = extras.load(LIBRARY)
    try:
        return work(library)
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException:  # noqa: BLE001  # RuntimeError for everything, and a panic is no Exception
        raise UnusableError(why) from None


def _certificate(library: Any, raw: bytes) -> Certificate:
    found = library.Cert.from_bytes(raw)
    return Certificate(
        fingerprint=str(found.fingerprint),
        ends=_seconds(found.expiration),
        is_revoked=bool(found.is_revoked),
        keys=_subkeys(extras.load(LIBRARY, "packet"), raw),
        raw=bytes(found),
    )


def _subkeys(library: Any, raw: bytes) -> tuple[Subkey, ...]:
    """Read the packets behind each key; a revocation counts whoever wrote it, the latest binding sets the end."""
    keys: list[Subkey] = []
    made, latest = 0, 0
    for packet in library.PacketPile.from_bytes(raw):
        if packet.tag in (library.Tag.PublicKey, library.Tag.PublicSubkey):
            keys.append(Subkey(str(packet.fingerprint), str(packet.key_id), None, is_revoked=False))
            made, latest = _seconds(packet.key_created) or 0, 0
        elif packet.tag == library.Tag.Signature and keys:
            kind, created = packet.signature_type, _seconds(packet.signature_created) or 0
            if kind == library.SignatureType.SubkeyRevocation:
                keys[-1] = Subkey(keys[-1].fingerprint, keys[-1].handle, keys[-1].ends, is_revoked=True)
            elif kind == library.SignatureType.SubkeyBinding and created >= latest:
                period = packet.key_validity_period
                ends = made + int(period.total_seconds()) if period else None
                keys[-1] = Subkey(keys[-1].fingerprint, keys[-1].handle, ends, keys[-1].is_revoked)
                latest = created
    return tuple(keys)


def _seal(library: Any, packet: bytes) -> Seal:
    found = library.Sig.from_bytes(packet)
    issuers = [str(name).lower() for name in (found.issuer_fingerprint, found.issuer_key_id) if name]
    form = str(found.signature_type).rpartition(".")[2]
    return Seal(form, int(found.version), _seconds(found.created), tuple(issuers))


def _verify(library: Any, *, data: bytes, packet: bytes, certificate: bytes) -> str:
    known = library.Cert.from_bytes(certificate)
    signature = library.Sig.from_bytes(packet)
    valid = library.verify(bytes=data, store=lambda _: [known], signature=signature).valid_sigs
    (only,) = valid
    if only.certificate != known.fingerprint:
        raise ValueError
    return str(only.signing_key)


def _seconds(moment: datetime | None) -> int | None:
    return None if moment is None else int(moment.timestamp())
