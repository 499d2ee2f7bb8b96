"""Which characters a text may hold: those of Unicode 14, which is what the oldest Python knows that we run on.

A newer Python knows more of them. A signed sheet that one Python reads must be read by all, or a record that is valid
for one is refused by another. Nothing lies below this module.
"""

import re
import unicodedata

# What Unicode 15 to 17 have added, and what lies between. A later one may add more: tests/test_characters.py tells.
_ADDED = """
    88F 897 C5C CDC CF3 ECE 1ACF-1AEB 1B4E-1B4F 1B7F 1C89-1C8A 20C1 2427-2429 2B96 2FFC-2FFF 31E4-31EF A7CB-A7CF
    A7D2 A7D4 A7DA-A7F1 FBC3-FBD2 FD90-FD91 FDC8-FDCE 105C0-105F3 10940-10959 10D40-10D8F 10EC2-10EFF 1123F-11241
    11380-113E2 116D0-116E3 11B00-11BF9 11DB0-11DE9 11F00-11F5A 1342F 13439-143FA 16100-16139 16D40-16D79
    16EA0-16ED3 16FF2-16FF6 187F8-187FF 18CFF 18D09-18DF2 1B132 1B155 1CC00-1CEF0 1D2C0-1D2D3 1DF25-1DF2A
    1E030-1E08F 1E4D0-1E6FF 1F6D8-1F6DC 1F774-1F77F 1F7D9 1F8B2-1F8D8 1FA54-1FA57 1FA75-1FA77 1FA87-1FA8F
    1FAAD-1FAAF 1FABB-1FABF 1FAC6-1FACF 1FADA-1FADF 1FAE8-1FAEF 1FAF7-1FAF8 1FBCB-1FBEF 1FBFA 2B739-2B73F
    2CEA2-2CEAD 2EBF0-2EE5D 31350-33479
"""
_LATER = re.compile(f"[{''.join(re.sub('[0-9A-F]+', lambda code: chr(int(code[0], 16)), _ADDED).split())}]")


def is_printable(text: str) -> bool:
    """Tell whether a text has only characters that can be seen, and no spaces but blanks."""
    return text.isprintable() and (text.isascii() or _LATER.search(text) is None)


def is_hidden(character: str) -> bool:
    """Tell whether nobody sees a character, or not everybody: a control, a mark of format, or one that is too new."""
    return unicodedata.category(character).startswith("C") or _LATER.match(character) is not None
