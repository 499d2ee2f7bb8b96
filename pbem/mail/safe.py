"""Texts that may be sent back: why a letter cannot be used, and cleaned text.

All text that came by mail and is sent out again goes through here.
"""

import re

from msgspec import Struct
from msgspec.structs import replace

from pbem.characters import is_hidden
from pbem.games.contract.game_values import Saying

LETTER_LIMIT = 262_144  # bytes of a whole letter
ECHO_LIMIT = 80
WHY_LIMIT = 240

# Format characters: zero-width, soft hyphen, bidi marks, tags. They change what a reader sees, never what is meant.
HIDDEN = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_DASH = "-\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d"
_ARMOR = re.compile(rf"[{_DASH}]{{2,}}(?=\s{{0,8}}(?:BEGIN|END)\b)", re.IGNORECASE)
_NOTE = re.compile(r"\bpbem/(?=[a-z])", re.IGNORECASE)
# Terminal sequences go as a whole, so that no `[31m` stays behind.
_ESCAPE = re.compile(r"(?:\x1b\[|\x9b)[0-?]{0,40}[ -/]{0,8}[@-~]?|\x1b\][^\x07\x1b\n]{0,200}(?:\x07|\x1b\\)?|\x1b.?")
_SCAN_FACTOR = 16


class Unusable(Struct, frozen=True):
    """Why no part of a letter is acted on.

    * `why` is one plain sentence that is safe to mail back. `saying` is the same for any language.
    * `signer` is the key whose signature is valid, although the bytes in `signed` cannot be used.
      Usually both are empty.
    * `lacks` is the kind of signature that this desk has no library for. So nobody knows whether it
      is valid.
    """

    why: str
    signer: str = ""
    signed: bytes = b""
    saying: Saying | None = None
    lacks: str = ""


class UnusableError(Exception):
    """Raised inside this package for all input that it refuses.

    Its `value` is what the public functions return instead.
    """

    def __init__(self, why: str, *, saying: Saying | None = None, lacks: str = "") -> None:
        """Clean the sentence, whoever made it."""
        self.value = Unusable(clean(why, WHY_LIMIT), saying=saying, lacks=lacks)
        super().__init__(self.value.why)

    @property
    def why(self) -> str:
        """The sentence alone."""
        return self.value.why

    def signed_by(self, signer: str, signed: bytes) -> "UnusableError":
        """Return the same error with a signer, so that the signer can be answered."""
        told = UnusableError(self.why)
        told.value = replace(self.value, signer=signer, signed=signed)
        return told


def clean(text: str, limit: int = ECHO_LIMIT, *, cut: str = "...") -> str:
    """Give the text on one line: no control, escape, bidi or other invisible character, at most `limit` characters.

    `cut` is what a longer text ends with.
    """
    if len(text) <= limit and text.isascii() and text.isprintable():
        return " ".join(text.split())  # as most texts are: nothing in it can be invisible
    visible = HIDDEN.sub("", _ESCAPE.sub("", text[: limit * _SCAN_FACTOR]))
    words = "".join(_shown(character) for character in visible).split()
    line = " ".join(words)
    return line if len(line) <= limit else line[: limit - len(cut)] + cut


def defused(text: str) -> str:
    """Return a text changed so that no line looks like a signed block or a note of the referee.

    Letters are quoted in answers, and kept as witnesses. Text of others in them must not be
    mistaken for either. It stays readable: of the dashes before BEGIN or END one is left, and the
    slash in the name of a note gets spaces around it.
    """
    return _NOTE.sub("pbem / ", _ARMOR.sub("-", text))


def _shown(character: str) -> str:
    if character.isspace():
        return " "
    return "" if is_hidden(character) else character
