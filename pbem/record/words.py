"""Words: sheets that change the record itself, told from orders by their text alone, so that a stranger can."""

import re
from typing import cast, get_args

from pbem.record.kinds import Word

# Whoever leaves, or withdraws before the start, may say so in his language, and nothing else.
_RESIGN = "resign|abbandono|abandon|aufgeben|withdraw|ritiro|retrait|absagen"
_SAID = "|".join(word for word in get_args(Word) if word not in ("", "resign"))
_sheet = re.compile(rf"({_RESIGN})|({_SAID})(?: .*)?", re.ASCII | re.IGNORECASE)


def word_of(sheet: str) -> Word:
    """Return the word that a sheet is; empty if it holds orders. It is one line, and begins with the word."""
    found = _sheet.fullmatch(sheet)
    if found is None:
        return ""
    return "resign" if found[1] else cast("Word", found[2].lower())
