"""Notes: short texts signed by the referee, in the signed-note layout of C2SP, with Ed25519.

The note that every letter carries states the size and head of a game, so that inboxes become
witnesses.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256

from pbem.record.errors import IntegrityError
from pbem.record.log.entry import Head

_ED25519 = b"\x01"

_head = re.compile(r"pbem/head/1 (?P<referee>\S+)/(?P<game>[^/\s]+)\n(?P<size>0|[1-9][0-9]{0,15})\n(?P<hash>\S{44})\n")
_layout = re.compile(r"(?P<text>(?:.*\n)+)\n— (?P<name>[^\s+]+) (?P<sign>\S+)\n")
# Mail programs quote (> ), indent and fold; the words of a note survive that. Between two words stands what no word
# holds, so that there is one way to read a text, and no time is lost on others.
_gap = r"[>|\s]+"
_words = re.compile(
    _gap.join(
        (
            r"pbem/head/1",
            r"(?P<origin>[^\s>|]+/[^/\s>|]+)",
            r"(?P<size>[0-9]{1,16})",
            r"(?P<hash>[A-Za-z0-9+/]{43}=)",
            r"—",
            r"(?P<name>[^\s+>|]+)",
            r"(?P<sign>[A-Za-z0-9+/]{91}=)",
        )
    )
)


def head_text(referee: str, game: str, head: Head) -> str:
    """Return the text that states a head."""
    return f"pbem/head/1 {referee}/{game}\n{head.size}\n{b64encode(head.hash).decode()}\n"


def sign(private_key: bytes, referee: str, text: str) -> str:
    """Return the text as a note signed by the referee; the text must end its last line."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    if not text.endswith("\n"):
        raise ValueError(f"the text of a note ends with a newline, not with {text[-1:]!r}")
    key = Ed25519PrivateKey.from_private_bytes(private_key)
    public = key.public_key().public_bytes_raw()
    signature = b64encode(key_id(referee, public) + key.sign(text.encode())).decode()
    return f"{text}\n— {referee} {signature}\n"


def open_note(note: str, public_key: bytes, referee: str) -> str:
    """Return the text of a note that the referee signed.

    IntegrityError if the signature is not valid, or if there are other signatures.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    found = _layout.fullmatch(note)
    if found is None:
        raise IntegrityError(None, "note", "a note is a text, an empty line and one signature line")
    raw = base64_bytes(found["sign"], 68)
    if found["name"] != referee or raw[:4] != key_id(referee, public_key):
        raise IntegrityError(None, "note", f"not signed by {referee} with the key that `open` names")
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(raw[4:], found["text"].encode())
    except (InvalidSignature, ValueError):
        raise IntegrityError(None, "note", f"the signature of {referee} is wrong") from None
    return found["text"]


def genuine(notes: Iterable[str], public_key: bytes, referee: str) -> list[str]:
    """Return the notes that the referee signed; anybody can write others beside them."""
    return [note for note in notes if _is_signed(note, public_key, referee)]


def _is_signed(note: str, public_key: bytes, referee: str) -> bool:
    try:
        open_note(note, public_key, referee)
    except IntegrityError:
        return False
    return True


def read(note: str, public_key: bytes, referee: str) -> tuple[str, Head]:
    """Return the game and the head that a signed note states; IntegrityError if it is not the referee's."""
    found = _head.fullmatch(open_note(note, public_key, referee))
    if found is None or found["referee"] != referee:
        raise IntegrityError(None, "note", f"the note states no head of a game of {referee}")
    return found["game"], Head(int(found["size"]), base64_bytes(found["hash"], 32))


def find_notes(text: str) -> Iterator[str]:
    """Yield every head note in the body of a mail, restored to its exact layout however it was quoted or folded."""
    for found in _words.finditer(text):
        head = f"pbem/head/1 {found['origin']}\n{found['size']}\n{found['hash']}\n"
        yield f"{head}\n— {found['name']} {found['sign']}\n"


def game_of(note: str) -> str:
    """Return the game that a note in a mail is about. Its signature is not checked."""
    return note.partition("\n")[0].rpartition("/")[2]


def key_id(referee: str, public_key: bytes) -> bytes:
    """Return the four bytes by which a signature line names a key."""
    return sha256(referee.encode() + b"\n" + _ED25519 + public_key).digest()[:4]


def base64_bytes(text: str, length: int) -> bytes:
    """Return the bytes of a word in base64.

    IntegrityError if it is not base64, or has another length.
    """
    try:
        raw = b64decode(text, validate=True)
    except ValueError:
        raw = b""
    if b64encode(raw).decode() != text or len(raw) != length:
        raise IntegrityError(None, "note", f"{text!r} is not the base64 expected")
    return raw
