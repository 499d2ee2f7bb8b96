"""A public key as it is written in an order."""

import base64
import binascii

from pbem.desk.errors import UsageError
from pbem.mail.kinds import KINDS, kind_named


def read_key_order(words: list[str]) -> bytes:
    """Return the public key in `ssh-ed25519 AAAA..`, `pgp BASE64` or `x509 BASE64`; blanks in it do not count."""
    if len(words) < 2:
        raise UsageError("write the public key after the word, such as `newkey ssh-ed25519 AAAA..`", "desk_which_key")
    kind, text = words[0].lower(), "".join(words[1:])
    if kind not in KINDS or not kind_named(kind).is_key_binary:
        return f"{words[0]} {words[1]}".encode()
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise UsageError("the key is not written in base64", "desk_no_base64") from None
