"""From the decoded bytes of one part to text: character sets, format=flowed, HTML. Linear in time on any input."""

import html
import re
from functools import lru_cache
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
    **{f"iso-8859-{number}": f"iso-8859-{number}" for number in (3, 4, 5, 7, 9, 10, 13, 14, 16)},
    **{f"windows-{number}": f"cp{number}" for number in (1251, 1253, 1254, 1257)},
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
}
# A label, but for sets in which the same bytes mean something else than in ASCII.
_LABEL = re.compile(
    r"(?!utf-?7|.*utf-7|utf-?16|utf-?32|ucs|hz|iso-2022|.*ebcdic|ibm|cp0?(?:37|500|875|1026|1140))[a-z0-9][a-z0-9._:+-]{0,39}"
)
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
    """Decode by an allowed character set; refuse any other, among them UTF-7, unless the text is plain ASCII."""
    label = charset.strip().lower()
    codec = _CHARSETS.get(label)
    if codec is None and _LABEL.fullmatch(label) and raw.isascii() and b"\x1b" not in raw:
        codec = "ascii"  # mail programs name the set that their user writes in, whatever he has written
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


@lru_cache(maxsize=256)  # most tags of a page are the same few
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
