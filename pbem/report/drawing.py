"""A game's SVG document as part of an HTML page: it scales to the page, and can neither act nor fetch."""

import re

LEAST_WIDTH = 580  # on a smaller screen the drawing is moved sideways

_BEFORE = re.compile(r"\A\s*(?:<\?xml[^>]*\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*", re.DOTALL)
_SPACE_NAMES = re.compile(r"\s+xmlns(?::\w+)?=(?:\"[^\"]*\"|'[^']*')")
_ROOT = re.compile(r"<svg\b([^>]*)>")
_WIDTH = re.compile(r"\swidth=[\"']([0-9]+)")
_SIZE = re.compile(r"\s+(?:width|height|style)=(?:\"[^\"]*\"|'[^']*')")
_UNWANTED = re.compile(
    r"<script|<foreignobject|<iframe|<image|<!entity|\son\w+\s*=|javascript:|//|@import", re.IGNORECASE
)
# the same in small letters, each quick to look for; and the letters that a search blind to case takes for others
_WORDS = ("<script", "<foreignobject", "<iframe", "<image", "<!entity", "javascript:", "//", "@import")
_HANDLER = re.compile(r"on\w+\s*=")
_LOOKALIKES = (("\u0130", "i"), ("\u0131", "i"), ("\u017f", "s"), ("\u212a", "k"))


def inline(svg: str) -> str:
    """Return the drawing ready to stand in a page, or "" for none; ValueError if it holds what no board needs."""
    if not svg:
        return ""
    body = _SPACE_NAMES.sub("", _BEFORE.sub("", svg, count=1)).strip()
    if not body.startswith("<svg") or not body.endswith("</svg>"):
        raise ValueError("a drawing must be one SVG document")
    if found := _find_unwanted(body):
        raise ValueError(f"a drawing must not hold {found[0]!r}")
    return _ROOT.sub(_fit, body, count=1)


def _find_unwanted(body: str) -> re.Match[str] | None:
    """Find what no board needs. A search blind to case takes long: it is made where a plain one sees anything."""
    plain = body
    if not body.isascii():
        for letter, taken_for in _LOOKALIKES:
            plain = plain.replace(letter, taken_for)
    plain = plain.lower()
    if any(word in plain for word in _WORDS) or _HANDLER.search(plain):
        return _UNWANTED.search(body)
    return None


def _fit(root: re.Match[str]) -> str:
    """Let the drawing shrink with the page until its words get too small to read, and never grow."""
    width = _WIDTH.search(root[1])
    least_and_most = f"min-width:{min(LEAST_WIDTH, int(width[1]))}px;max-width:{width[1]}px;" if width else ""
    style = f"display:block;width:100%;{least_and_most}height:auto;margin:0 auto"
    return f'<svg{_SIZE.sub("", root[1])} style="{style}">'
