"""Drawings that never vary: parts in SVG files beside the code, each a `<symbol>` on its own grid.

Their classes are those of the sheet. Blanks between the tags are for readers of the file: a drawing
has none of them.
"""

import re
from pkgutil import get_data

_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>')


def read_parts(package: str, name: str) -> dict[str, str]:
    """Return the parts of a file in the folder of a package by their ids: `read_parts(__package__, "signs.svg")`."""
    text = (get_data(package, name) or b"").decode()
    markup = "".join(line.strip() for line in text.splitlines())
    return {found[1]: found[0] for found in _SYMBOL.finditer(markup)}
