"""From the decoded bytes of one part to text: character sets, format=flowed, HTML. Linear in time on any input."""

import html
import re
from itertools import islice

from pbem.mail.safe import UnusableError, clean

# What mail in our four languages is written in. Latin-1 is read as windows-1252, as everybody does.
_CHARSETS = {
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "windows-1252": "cp1252",
    "cp1252": "cp1252",
    "iso-8859-15": "iso-8859-15",
    "iso-8859-2": "iso-8859-2",
    "windows-1250": "cp1250",
    "macintosh": "mac-roman",
}
_FALLBACK = "cp1252"
_TAG = re.compile(r"<([^<>]*)>")
_BREAKING = frozenset({"br", "p", "div", "tr", "li", "pre", "blockquote", "table", "ul", "ol", "hr", "h1", "h2", "h3"})
_UNSHOWN = frozenset({"script", "style", "head", "title", "template"})
_NAME = re.compile(r"/?([A-Za-z][A-Za-z0-9]{0,15})")
# Of a page with more than that nothing is lost but beauty: the rest stays as it is.
_TAG_LIMIT = 16_000
_ENTITY_LIMIT = 16_000
_SIGNATURE_MARK = "-- "


def decode(raw: bytes, charset: str) -> str:
    """Decode by an allowed character set; refuse any other, among them UTF-7."""
    codec = _CHARSETS.get(charset.strip().lower())
    if codec is None:
        raise UnusableError(f"the character set {clean(charset, 40)!r} is not read here, send UTF-8")
    try:
        return raw.decode(codec)
    except UnicodeDecodeError:
        return raw.decode(_FALLBACK, "replace")


def unflow(text: str, *, del_space: bool) -> str:
    """Join the lines that format=flowed (RFC 3676) has broken, within one depth of quoting."""
    pieces: list[str] = []
    open_depth = -1
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        flows = content.endswith(" ") and content != _SIGNATURE_MARK
        if depth != open_depth:
            pieces.append("\n" + _quote(depth))
        if flows and del_space:
            content = content[:-1]
        pieces.append(content)
        open_depth = depth if flows else -1
    return "".join(pieces)[1:]


def strip_tags(source: str) -> str:
    """Give the text of an HTML page: no comments, scripts or styles, a line end where a browser would break."""
    page = _without_comments(source)
    pieces: list[str] = []
    skipping, position = "", 0
    unescape = _unescape if page.count("&") <= _ENTITY_LIMIT else str
    for tag in islice(_TAG.finditer(page), _TAG_LIMIT):
        name = _name(tag[1])
        if not skipping:
            pieces.append(unescape(page[position : tag.start()]))
            if name in _BREAKING:
                pieces.append("\n")
        skipping = _skip(skipping, name, closes=tag[1].startswith("/"))
        position = tag.end()
    if not skipping:
        pieces.append(unescape(page[position:]))
    return "".join(pieces)


def _quote(depth: int) -> str:
    return ">" * depth + " " if depth else ""


def _skip(skipping: str, name: str, *, closes: bool) -> str:
    """Give the element whose content is not shown from this tag on, if any."""
    if not skipping and name in _UNSHOWN and not closes:
        return name
    if name == "body" or (closes and name == skipping):
        return ""
    return skipping


def _name(tag: str) -> str:
    found = _NAME.match(tag)
    return found[1].lower() if found else ""


def _without_comments(source: str) -> str:
    first, *others = source.split("<!--")
    return "".join([first, *(piece.partition("-->")[2] for piece in others)])


def _unescape(text: str) -> str:
    try:
        return html.unescape(text)
    except ValueError:  # a character number of thousands of digits
        return text
