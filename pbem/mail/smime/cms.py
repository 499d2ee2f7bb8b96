"""The edge to asn1crypto, which has no types: the structure of a CMS SignedData (RFC 5652), nothing verified.

BER with indefinite lengths is read, as real mail has it. What could be understood in two ways is refused here: more
or less than one signer, an attribute twice, no signed attributes, content that is not plain data.
"""

from typing import Any

from msgspec import Struct

from pbem.mail import extras
from pbem.mail.extras import Library
from pbem.mail.safe import UnusableError
from pbem.mail.smime.ber import check_shape

LIBRARY = Library(kind="x509", module="asn1crypto", reads="S/MIME", extra="smime")
_CERTIFICATE_LIMIT = 12
_SIZE_LIMIT = 16_384
_ATTRIBUTE_LIMIT = 30
# What asn1crypto is known to raise on hostile input; it parses late, so any access may.
_FAULTS = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    OverflowError,
    RecursionError,
    NotImplementedError,
)


class SignerInfo(Struct, frozen=True):
    """The one signer: hash and algorithm by name, what he signed, and his certificate as it came along."""

    hash_name: str
    algorithm: str
    algorithm_hash: str | None
    salt_length: int | None
    attributes: bytes
    digest: bytes
    signature: bytes
    certificate: bytes


class SignedData(Struct, frozen=True):
    """A SignedData with one signer; `content` is there if the signature is opaque."""

    content: bytes | None
    signer: SignerInfo


def read(raw: bytes) -> SignedData:
    """Read a SignedData; refuse every structure but the plain one."""
    library = extras.load(LIBRARY, "cms")
    check_shape(raw)
    try:
        return _signed_data(library.ContentInfo.load(raw, strict=True))
    except _FAULTS:
        raise UnusableError("the S/MIME signature is damaged") from None


def _signed_data(info: Any) -> SignedData:
    if info["content_type"].native == "enveloped_data":
        raise UnusableError("encrypted letters are not read here, send signed ones")
    if info["content_type"].native != "signed_data":
        raise UnusableError("the S/MIME part is not a signature")
    data = info["content"]
    if data["encap_content_info"]["content_type"].native != "data":
        raise UnusableError("the S/MIME signature is not over a letter")
    if len(data["signer_infos"]) != 1:
        raise UnusableError(f"the letter must bear one S/MIME signature, it has {len(data['signer_infos'])}")
    content = _content(data["encap_content_info"]["content"])
    return SignedData(content, _signer(data, data["signer_infos"][0]))


def _content(carried: Any) -> bytes | None:
    if _is_missing(carried):
        return None
    return bytes(carried.native)


def _signer(data: Any, info: Any) -> SignerInfo:
    attributes = info["signed_attrs"]
    if _is_missing(attributes) or not 2 <= len(attributes) <= _ATTRIBUTE_LIMIT:
        raise UnusableError("the S/MIME signature has no signed attributes")
    if _only(attributes, "content_type").native != "data":
        raise UnusableError("the S/MIME signature was made over another kind of content")
    algorithm = info["signature_algorithm"]
    name = algorithm.signature_algo
    return SignerInfo(
        hash_name=str(info["digest_algorithm"]["algorithm"].native),
        algorithm=str(name),
        algorithm_hash=_algorithm_hash(algorithm),
        salt_length=int(algorithm["parameters"]["salt_length"].native) if name == "rsassa_pss" else None,
        attributes=_as_set(attributes.contents),
        digest=bytes(_only(attributes, "message_digest").native),
        signature=bytes(info["signature"].native),
        certificate=_certificate(data["certificates"], info["sid"]),
    )


def _only(attributes: Any, name: str) -> Any:
    found = [attribute for attribute in attributes if attribute["type"].native == name]
    if len(found) != 1 or len(found[0]["values"]) != 1:
        raise UnusableError(f"the S/MIME signature must have one attribute {name!r}")
    return found[0]["values"][0]


def _algorithm_hash(algorithm: Any) -> str | None:
    """Name the hash that the algorithm itself fixes; none where it leaves the choice to the digest algorithm."""
    if algorithm["algorithm"].native in ("rsassa_pkcs1v15", "ed25519"):
        return None
    if algorithm.signature_algo == "rsassa_pss":
        mask = algorithm["parameters"]["mask_gen_algorithm"]
        if mask["algorithm"].native != "mgf1" or mask["parameters"]["algorithm"].native != algorithm.hash_algo:
            raise UnusableError("the S/MIME signature uses an unusual padding")
    return str(algorithm.hash_algo)


def _certificate(certificates: Any, signer: Any) -> bytes:
    if _is_missing(certificates) or len(certificates) > _CERTIFICATE_LIMIT:
        raise UnusableError("the S/MIME signature must come with its certificate, and few others")
    usual = [
        choice for choice in certificates if choice.name == "certificate" and len(choice.chosen.dump()) <= _SIZE_LIMIT
    ]
    found = {choice.chosen.dump() for choice in usual if _is_of(choice, signer)}
    if len(found) != 1:
        raise UnusableError("the S/MIME signature must come with its one certificate")
    return bytes(found.pop())


def _is_of(choice: Any, signer: Any) -> bool:
    certificate = choice.chosen
    if signer.name == "subject_key_identifier":
        return bool(certificate.key_identifier == signer.chosen.native)
    named = signer.chosen
    return bool(
        certificate.serial_number == named["serial_number"].native
        and certificate.issuer.dump() == named["issuer"].dump()
    )


def _is_missing(value: Any) -> bool:
    # Not by `native`, which converts everything inside.
    return isinstance(value, extras.load(LIBRARY, "core").Void)


def _as_set(contents: bytes) -> bytes:
    """Give the attributes as they were hashed: a SET OF instead of the implicit tag."""
    size = len(contents)
    if size < 0x80:
        return bytes([0x31, size]) + contents
    width = (size.bit_length() + 7) // 8
    return bytes([0x31, 0x80 | width]) + size.to_bytes(width, "big") + contents
