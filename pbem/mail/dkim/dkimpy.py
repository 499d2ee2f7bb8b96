"""The edge to dkimpy, which has no types: tag lists, canonical forms, verification with a key record in hand.

dkimpy's own checks of dates ask the clock and its own lookups ask the network; neither is used.
"""

import logging

from pbem.mail import extras
from pbem.mail.extras import Library
from pbem.mail.letter.fields import Field
from pbem.mail.safe import UnusableError

LIBRARY = Library(kind="dkim", module="dkim", reads="DKIM", extra="dkim")
LOOKUP = Library(kind="dkim", module="dns", reads="key records from DNS", extra="dkim")
_QUIET = logging.getLogger("pbem.dkimpy")
_QUIET.addHandler(logging.NullHandler())
_QUIET.propagate = False


def read_tags(value: bytes) -> dict[str, str]:
    """Read a list of tags; refuse a tag twice, and what is not ASCII."""
    library = extras.load(LIBRARY, "util")
    try:
        return {key.decode("ascii"): tag.decode("ascii") for key, tag in library.parse_tag_value(value).items()}
    except (library.InvalidTagValueList, ValueError, IndexError):
        raise UnusableError("the DKIM signature is damaged") from None


def canonical(fields: list[Field], body: bytes, form: str) -> bytes:
    """Give fields and body as they are hashed under a `c=` such as `relaxed/simple`."""
    library = extras.load(LIBRARY, "canonicalization")
    policy = library.CanonicalizationPolicy.from_c_value(form.encode("ascii"))
    headers = policy.canonicalize_headers([(field.name, field.value) for field in fields])
    text: bytes = policy.canonicalize_body(body)
    return b"".join(bytes(name) + b":" + bytes(value) for name, value in headers) + b"\r\n" + text


def verify(signature: Field, tags: dict[str, str], signed: bytes, record: bytes) -> bool:
    """Say whether the signature field is over these canonical bytes by the key in the record."""
    library = extras.load(LIBRARY)
    raw_tags = {key.encode("ascii"): value.encode("ascii") for key, value in tags.items()}
    names = [name.strip().lower().encode("ascii") for name in tags["h"].split(":")]
    try:
        letter = library.DKIM(signature.raw() + signed, logger=_QUIET)
        field = (signature.name, signature.value)
        return bool(letter.verify_sig(raw_tags, names, field, lambda _name, timeout: record))  # noqa: ARG005
    except (library.DKIMException, ValueError, TypeError, KeyError, IndexError, AssertionError):
        return False
