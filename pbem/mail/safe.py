"""What may be echoed: refusals and cleaned text. Everything that came in by mail and goes out again passes here."""

import re
import unicodedata

from msgspec import Struct

from pbem.games.game import Saying

ECHO_LIMIT = 80
WHY_LIMIT = 240

# Format characters: zero-width, soft hyphen, bidi marks, tags. They change what a reader sees, never what is meant.
HIDDEN = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
# Terminal sequences go as a whole, so that no `[31m` stays behind.
_ESCAPE = re.compile(r"(?:\x1b\[|\x9b)[0-?]{0,40}[ -/]{0,8}[@-~]?|\x1b\][^\x07\x1b\n]{0,200}(?:\x07|\x1b\\)?|\x1b.?")
_SCAN_FACTOR = 16


class Refused(Struct, frozen=True):
    """Nothing in this letter is acted on; `why` is one plain sentence that is safe to mail back.

    `signer` is the key id whose signature held, although what it `signed` cannot be used; mostly both are empty.
    `saying` is the same reason for any language. `lacks` is the kind of signature that this desk has no library for, so
    that nobody knows whether it holds.
    """

    why: str
    signer: str = ""
    signed: bytes = b""
    saying: Saying | None = None
    lacks: str = ""


class Refusal(Exception):  # noqa: N818  # it is the answer "no", not an error of ours
    """Raised inside this package for any input it will not take; `why` is clean."""

    def __init__(
        self, why: str, *, signer: str = "", signed: bytes = b"", saying: Saying | None = None, lacks: str = ""
    ) -> None:
        """Clean the sentence, whoever made it."""
        self.why = clean(why, WHY_LIMIT)
        self.signer = signer
        self.signed = signed
        self.saying = saying
        self.lacks = lacks
        super().__init__(self.why)

    def as_value(self) -> Refused:
        """Give the refusal as a value, for the callers who answer instead of stopping."""
        return Refused(self.why, self.signer, self.signed, self.saying, self.lacks)


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


def _shown(character: str) -> str:
    if character.isspace():
        return " "
    return "" if unicodedata.category(character).startswith("C") else character
