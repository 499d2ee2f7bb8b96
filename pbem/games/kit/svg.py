"""SVG elements. Words are escaped here and nowhere else, so no name can break out of a drawing.

Attributes are keywords, in the order in which they are written: `font_size=11` is `font-size="11"`,
and `class_` is `class`. An argument `content` is markup. An argument `words` is any text.
"""

from html import escape
from typing import Any

Attribute = str | int


def element(name: str, content: str = "", **attributes: Attribute) -> str:
    """Return an element around markup; without content, an empty element."""
    head = f"<{name}{_written(attributes)}"
    if content:
        return f"{head}>{content}</{name}>"
    return f"{head}/>"


def text(x: int, y: int, words: str, **attributes: Attribute) -> str:
    """Return words at a point."""
    return f'<text x="{x}" y="{y}"{_written(attributes)}>{escaped(words)}</text>'


def title(words: str, **attributes: Attribute) -> str:
    """Return the name of a drawing or of a part of it, for screen readers and pointers."""
    return f"<title{_written(attributes)}>{escaped(words)}</title>"


def desc(words: str, **attributes: Attribute) -> str:
    """Return what a drawing shows, in a sentence."""
    return f"<desc{_written(attributes)}>{escaped(words)}</desc>"


def group(content: str, **attributes: Attribute) -> str:
    """Return a group of elements."""
    return f"<g{_written(attributes)}>{content}</g>"


def document(content: str, **attributes: Attribute) -> str:
    """Return a whole drawing. Its first element must be a title."""
    return f'<svg xmlns="http://www.w3.org/2000/svg"{_written(attributes)}>{content}</svg>'


def escaped(words: str) -> str:
    """Return words escaped for markup."""
    return escape(words, quote=False)


def _written(attributes: dict[str, Any]) -> str:
    return "".join(f' {_name(key)}="{escape(str(value))}"' for key, value in attributes.items())


def _name(key: str) -> str:
    if key == "viewBox":
        return key
    return key.rstrip("_").replace("_", "-")
