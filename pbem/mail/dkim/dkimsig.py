"""DKIM as a lower tier: it proves a domain, not a person, so it counts only with the turn's token in the text.

Only headers that the domain signed exist here: the letter is rebuilt from them and the body in canonical form, and
orders are read from that alone. Blanks at line ends, which a relaxed signature does not cover, are gone by then. So is
a Content-Type that was not signed, as large providers leave it: then the signed body itself says what it is. An
encoding that was not signed is gone too if it changes nothing; any other is refused.
"""

import base64
import binascii
import re

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

from pbem.mail import extras
from pbem.mail.dkim import dkimpy
from pbem.mail.evidence import Claim
from pbem.mail.keys import Keys, Records
from pbem.mail.letter.fields import Field, cut_fields
from pbem.mail.letter.header import parse_header, with_line_feeds
from pbem.mail.safe import UnusableError

NAME = "dkim"
_DAY = 86_400
_SIGNATURE_LIMIT = 3
_LOOKED_AT = 10  # signatures, among which those of the sender's own domain must be
_FIELDS_LIMIT = 1_000
_FIELD_LIMIT = 4_000
_RECORD_LIMIT = 4_000
_LINE_LIMIT = 998
_RSA_BITS = range(1024, 4097)
_RSA_EXPONENTS = range(3, 2**32, 2)
_MUST_SIGN = frozenset({"from", "subject", "date", "message-id"})
_KIND = "content-type"
_ENCODING = "content-transfer-encoding"
_IDENTITIES = frozenset({b"7bit", b"8bit", b"binary"})
# What decides how a body is read: signed, or not there.
_MEANING = frozenset({*_MUST_SIGN, _KIND, _ENCODING})
_KIND_FIELD = re.compile(rb"^content-type:", re.IGNORECASE | re.MULTILINE)
_FIRST_DELIMITER = re.compile(rb"--([A-Za-z0-9'()+_,./:=?-]{1,70})\r\n")
_ANY = re.compile(rb"^dkim-signature:", re.IGNORECASE | re.MULTILINE)
_B_TAG = re.compile(rb"(?:\A|[;\s])b\s*=")
_BLANKS = re.compile(rb"[ \t]{20,}")
_BLANKS_LIMIT = 4_000_000  # the sum of their squares
_LONG_BLANK = re.compile(rb"\s{80}")
_TAG_FORMS = {
    "v": re.compile(r"1"),
    "a": re.compile(r"rsa-sha256"),
    "c": re.compile(r"(?:simple|relaxed)(?:/(?:simple|relaxed))?"),
    "d": re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?"),
    "s": re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,100}[A-Za-z0-9])?"),
    "h": re.compile(r"[A-Za-z0-9-]+(?:\s*:\s*[A-Za-z0-9-]+){0,100}"),
    "b": re.compile(r"[A-Za-z0-9+/=\s]+"),
    "bh": re.compile(r"[A-Za-z0-9+/=\s]+"),
    "q": re.compile(r"dns/txt"),
    "t": re.compile(r"[0-9]{1,12}"),
    "x": re.compile(r"[0-9]{1,12}"),
}
_NEEDED = ("v", "a", "d", "s", "h", "b", "bh")


def key_id_of(address: str) -> str:
    """Name the key of somebody whose domain signs for him: by his address."""
    return f"{NAME}:{address.lower()}"


def is_record(raw: bytes) -> bool:
    """Say whether a text is a key record, be it of a key that was withdrawn."""
    tags = {name.strip(): value.strip() for name, _, value in (tag.partition(b"=") for tag in raw.split(b";"))}
    return tags.get(b"v", b"DKIM1") == b"DKIM1" and b"p" in tags


def is_signed(lines: bytes) -> bool:
    """Say whether a letter with line feeds bears any DKIM signature."""
    return _ANY.search(lines.partition(b"\n\n")[0]) is not None


def find_claims(lines: bytes, records: Records) -> list[Claim]:
    """Give the signatures by the sender's own domain, few; refuse when there is none or its key is not found.

    Each claim is over the canonical letter, and bears the signature's field and the key record found.
    """
    extras.load(dkimpy.LIBRARY)
    fields, body = _split(lines)
    domain = parse_header(lines).sender.lower().rpartition("@")[2]
    found = [field for field in fields if field.name.lower() == b"dkim-signature"]
    own = [field for field in found[:_LOOKED_AT] if _is_aligned(field, domain)]
    if not own:
        raise UnusableError("the letter bears no DKIM signature of its sender's own domain")
    claims, errors = [], []
    for field in own[:_SIGNATURE_LIMIT]:
        try:
            claims.append(_claim(field, fields, body, records))
        except UnusableError as error:  # a domain may sign twice, in a way that we read and in one that we do not
            if error.value.lacks:
                raise  # nobody knows whether this one holds: the letter must be looked at again
            errors.append(error)
    if not claims:
        raise errors[0]
    return claims


def verify(claim: Claim, keys: Keys, *, now: int) -> str:
    """Give the id of the enrolled address whose domain signed exactly this letter."""
    field = _only_field(claim.signature)
    tags = _tags(field)
    signed = claim.text
    if _canonical(*_split(with_line_feeds(signed)), tags) != signed:
        raise UnusableError("the letter holds more than its DKIM signature covers")
    sender = parse_header(with_line_feeds(signed)).sender.lower()
    if sender.rpartition("@")[2] != tags["d"].lower():
        raise UnusableError("the DKIM signature is of another domain than the sender's")
    _check_dates(tags, now)
    _check_record(claim.record)
    if not dkimpy.verify(field, tags, signed, claim.record):
        raise UnusableError("the DKIM signature does not fit the letter: it was changed on its way")
    key_id = key_id_of(sender)
    if not any(key.kind == NAME and key.key_id == key_id for key in keys(key_id)):
        raise UnusableError("the sender's address is not enrolled for DKIM here")
    return key_id


def legible(signed: bytes) -> bytes:
    """Give a canonical letter as it is to be read: without a signed Content-Type its body decides.

    A body that begins with a delimiter and ends with the closing one is in parts; any other is plain text.
    """
    head, blank, body = signed.partition(b"\r\n\r\n")
    first = _FIRST_DELIMITER.match(body)
    if first is None or _KIND_FIELD.search(head) or not body.rstrip().endswith(b"\n--%b--" % first[1]):
        return signed
    return b'%b\r\nContent-Type: multipart/alternative; boundary="%b"%b%b' % (head, first[1], blank, body)


def _split(lines: bytes) -> tuple[list[Field], bytes]:
    head, _, body = lines.partition(b"\n\n")
    fields = [Field(field.name, field.value.replace(b"\n", b"\r\n")) for field in cut_fields(head)]
    if len(fields) > _FIELDS_LIMIT:
        raise UnusableError(f"the letter has more than {_FIELDS_LIMIT} header fields")
    # The canonical form takes time quadratic in blanks that stand together.
    if any(len(line) > _LINE_LIMIT for line in body.split(b"\n")):
        raise UnusableError(f"a letter signed by DKIM alone may have no line over {_LINE_LIMIT} bytes")
    if sum(len(blanks) ** 2 for blanks in _BLANKS.findall(body)) > _BLANKS_LIMIT:
        raise UnusableError("a letter signed by DKIM alone may not be made of blanks")
    return fields, body.replace(b"\n", b"\r\n")


def _claim(field: Field, fields: list[Field], body: bytes, records: Records) -> Claim:
    tags = _tags(field)
    signed = _canonical(fields, body, tags)
    record = records(f"{tags['s']}._domainkey.{tags['d']}".lower())
    if record is None:
        raise UnusableError("the key of the DKIM signature is not published")
    return Claim(kind=NAME, signature=field.raw(), texts=(signed,), record=record)


def _canonical(fields: list[Field], body: bytes, tags: dict[str, str]) -> bytes:
    return dkimpy.canonical(_signed_fields(fields, tags), body, tags.get("c", "simple/simple"))


def _only_field(raw: bytes) -> Field:
    fields, _ = _split(with_line_feeds(raw))
    if len(fields) != 1 or fields[0].raw() != raw or fields[0].name.lower() != b"dkim-signature":
        raise UnusableError("the DKIM signature is damaged")
    return fields[0]


def _is_aligned(field: Field, domain: str) -> bool:
    try:
        tags = dkimpy.read_tags(field.value[:_FIELD_LIMIT])
    except UnusableError:
        return False
    return tags.get("d", "").lower() == domain


def _tags(field: Field) -> dict[str, str]:
    if len(field.value) > _FIELD_LIMIT or _LONG_BLANK.search(field.value) or len(_B_TAG.findall(field.value)) != 1:
        raise UnusableError("the DKIM signature is damaged")
    tags = dkimpy.read_tags(field.value)
    if "l" in tags:
        raise UnusableError("the DKIM signature covers only the beginning of the letter (l=)")
    wrong = next((name for name, form in _TAG_FORMS.items() if name in tags and not form.fullmatch(tags[name])), None)
    missing = next((name for name in _NEEDED if name not in tags), None)
    if wrong or missing:
        raise UnusableError(f"the DKIM signature's tag {wrong or missing!r} is not one that is taken here")
    if "i" in tags and tags["i"].rpartition("@")[2].lower() != tags["d"].lower():
        raise UnusableError("the DKIM signature is of another domain than it says")
    unsigned = sorted(_MUST_SIGN - set(_names(tags)))
    if unsigned:
        raise UnusableError(f"the DKIM signature does not cover the header {unsigned[0]!r}")
    return tags


def _names(tags: dict[str, str]) -> list[str]:
    return [name.strip().lower() for name in tags["h"].split(":")]


def _signed_fields(fields: list[Field], tags: dict[str, str]) -> list[Field]:
    """Give the fields that the signature covers, in their order; refuse one that matters twice or uncovered."""
    names = _names(tags)
    left = {name: names.count(name) for name in names if name != "dkim-signature"}
    chosen: list[Field] = []
    seen: set[str] = set()
    for field in reversed(fields):  # a name covers the lowest field first
        name = field.name.decode("ascii").strip().lower()
        if name not in left and (name == _KIND or (name == _ENCODING and _is_identity(field))):
            continue
        if name in _MEANING and (name in seen or name not in left):
            raise UnusableError(f"the header {name!r} stands twice, or is not covered by the DKIM signature")
        seen.add(name)
        if left.get(name, 0):
            left[name] -= 1
            chosen.append(field)
    return chosen[::-1]


def _is_identity(field: Field) -> bool:
    """Say whether an encoding changes nothing, so that the body is the same without it."""
    return field.value.strip().lower() in _IDENTITIES


def _check_dates(tags: dict[str, str], now: int) -> None:
    if "t" in tags and int(tags["t"]) > now + _DAY:
        raise UnusableError("the DKIM signature is dated in the future")
    if "x" in tags and int(tags["x"]) < now:
        raise UnusableError("the DKIM signature has expired")


def _check_record(record: bytes) -> None:
    if len(record) > _RECORD_LIMIT:
        raise UnusableError("the DKIM key record is too long")
    tags = dkimpy.read_tags(record)
    flags = [flag.strip() for flag in tags.get("t", "").split(":")]
    services = [service.strip() for service in tags.get("s", "*").split(":")]
    hashes = [name.strip() for name in tags.get("h", "sha256").split(":")]
    if tags.get("v", "DKIM1") != "DKIM1" or tags.get("k", "rsa") != "rsa" or "y" in flags:
        raise UnusableError("the DKIM key record is not one that is taken here")
    if not {"*", "email"} & set(services) or "sha256" not in hashes:
        raise UnusableError("the DKIM key record is not for mail")
    _check_strength(tags.get("p", ""))


def _check_strength(text: str) -> None:
    try:
        key = load_der_public_key(base64.b64decode("".join(text.split()), validate=True))
    except (ValueError, TypeError, binascii.Error, UnsupportedAlgorithm):
        raise UnusableError("the DKIM key cannot be read, or was withdrawn") from None
    if not isinstance(key, RSAPublicKey) or key.key_size not in _RSA_BITS:
        raise UnusableError("the DKIM key is too short, or not an rsa key")
    if key.public_numbers().e not in _RSA_EXPONENTS:
        raise UnusableError("the DKIM key has an unusual exponent")
