"""Text that people chose, made safe to print: nothing that moves the cursor, hides letters or turns the line around."""

import unicodedata

_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})


def clean(text: str, longest: int = 4000) -> str:
    """Return the text on one line without control, format and bidi characters, cut to a length."""
    if text.isascii() and text.isprintable() and len(text) <= longest:
        return " ".join(text.split())
    seen = (" " if letter.isspace() else letter for letter in text if letter.isspace() or not _is_unseen(letter))
    line = " ".join("".join(seen).split())
    return line if len(line) <= longest else line[: longest - 1] + "\N{HORIZONTAL ELLIPSIS}"


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in _UNSEEN
