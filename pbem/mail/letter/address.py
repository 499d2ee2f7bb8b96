"""Mail addresses and message ids: which ones we take, and the one that a From line names."""

import re

from pbem.mail.safe import UnusableError

SENDER_LIMIT = 400
_ADDRESS_LIMIT = 254
_MAILBOX = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,188}[A-Za-z0-9])?"
_ADDRESS = re.compile(_MAILBOX)
_SENDER = re.compile(rf'(?:("[^"\\]*" ?|[^"<>@,;:()\\]*)<({_MAILBOX})>|({_MAILBOX})(?:\s*\([^()@<>]*\))?)')
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")


def is_address(text: str) -> bool:
    """Say whether the text is one bare address, in ASCII."""
    return len(text) <= _ADDRESS_LIMIT and _ADDRESS.fullmatch(text) is not None


def parse_sender(value: str) -> str:
    """Give the one address of a From line; refuse several, groups, and a name that looks like another address."""
    if len(value) > SENDER_LIMIT:
        raise UnusableError("the letter does not name one sender")
    found = _SENDER.fullmatch(" ".join(value.split()))
    if found is None:
        raise UnusableError("the letter does not name one sender")
    address = found[2] or found[3]
    name = (found[1] or "").strip().strip('"')
    if "@" in name and name.lower() != address.lower():
        raise UnusableError("the sender's name looks like another address")
    if not is_address(address):
        raise UnusableError("the sender's address is too long")
    return address


def is_message_id(text: str) -> bool:
    """Say whether the text is one message id in its angle brackets."""
    return _MESSAGE_ID.fullmatch(text) is not None
