"""A game's drawings as part of an HTML page, or as a document of their own; they can neither act nor fetch.

On a page every part (an icon, a token) is defined once, before the drawings that use it, together with the style sheet.
A page with a strict policy puts `page_sheet()` of the kit into its head instead, and takes `defined` and `placed`.
"""

import re
from collections.abc import Sequence

from pbem.games.drawing.sheet import page_sheet
from pbem.games.game import Drawing

_BEFORE = re.compile(r"\A\s*(?:<\?xml[^>]*\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*", re.DOTALL)
_SPACE_NAMES = re.compile(r"\s+xmlns(?::\w+)?=(?:\"[^\"]*\"|'[^']*')")
_ROOT = re.compile(r"<svg\b([^>]*)>")
_CLASS = re.compile(r'\sclass="([^"]*)"')
_WORDS_BETWEEN = re.compile(r">[^<]+<")
_UNWANTED = re.compile(
    r"<script|<style|<foreignobject|<iframe|<image|<!entity|\sstyle\s*=|\son\w+\s*=|javascript:|//|@import",
    re.IGNORECASE,
)
# the same in small letters, each quick to look for; and the letters that a search blind to case takes for others
_SIGNS = ("<script", "<style", "<foreignobject", "<iframe", "<image", "<!entity", "javascript:", "//", "@import")
_ATTRIBUTE = re.compile(r"(?:on\w+|style)\s*=")
_LOOKALIKES = (("\u0130", "i"), ("\u0131", "i"), ("\u017f", "s"), ("\u212a", "k"))
_KINDS = ("d-wide", "d-narrow")


def inline(drawings: Sequence[Drawing]) -> str:
    """Return drawings ready to stand in a page, the wide one and the narrow one; "" for none.

    Two that are alike stand there once. ValueError if one holds what no board needs.
    """
    if not drawings:
        return ""
    kept = list(dict.fromkeys(drawing.svg for drawing in drawings))
    kinds = _KINDS if len(kept) > 1 else ("",)
    boards = "".join(placed(svg, kind) for svg, kind in zip(kept, kinds, strict=True))
    style = f"<style>{page_sheet()}</style>"
    return f'<svg class="d-parts" aria-hidden="true">{style}<defs>{defined(drawings)}</defs></svg>{boards}'


def defined(drawings: Sequence[Drawing]) -> str:
    """Return the parts of some drawings, each once."""
    parts = {name: part for drawing in drawings for name, part in drawing.parts.items()}
    return "".join(_checked(parts[name]) for name in sorted(parts))


def placed(svg: str, kind: str = "") -> str:
    """Return a drawing as an element of a page that fits its width; `kind` says in which windows it is shown."""
    body = _SPACE_NAMES.sub("", _BEFORE.sub("", svg, count=1)).strip()
    if not body.startswith("<svg") or not body.endswith("</svg>"):
        raise ValueError("a drawing must be one SVG document")
    return _ROOT.sub(lambda root: _named(root, kind), _checked(body), count=1)


def document(drawing: Drawing, sheet: str = "") -> str:
    """Return a drawing as a document of its own, with its parts, and a style sheet if one is given."""
    style = f"<style>{sheet}</style>" if sheet else ""
    inside = f"{style}<defs>{''.join(drawing.parts.values())}</defs>"
    return _ROOT.sub(lambda root: root[0] + inside, drawing.svg, count=1)


def _named(root: re.Match[str], kind: str) -> str:
    """Return the opening tag with the classes of a drawing on a page."""
    found = _CLASS.search(root[1])
    classes = " ".join(filter(None, (found[1] if found else "", "d-board", kind)))
    return f'<svg{_CLASS.sub("", root[1])} class="{classes}">'


def _checked(markup: str) -> str:
    if found := _find_unwanted(_WORDS_BETWEEN.sub("><", markup)):
        raise ValueError(f"a drawing must not hold {found[0]!r}")
    return markup


def _find_unwanted(markup: str) -> re.Match[str] | None:
    """Find what no board needs. A search blind to case takes long: it is made where a plain one sees anything.

    Words between tags are no matter: they are escaped, and people may be called anything.
    """
    plain = markup
    if not markup.isascii():
        for letter, taken_for in _LOOKALIKES:
            plain = plain.replace(letter, taken_for)
    plain = plain.lower()
    if any(sign in plain for sign in _SIGNS) or _ATTRIBUTE.search(plain):
        return _UNWANTED.search(markup)
    return None
