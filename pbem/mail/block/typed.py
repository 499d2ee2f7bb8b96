"""Statements as a player types them into a mail that is signed as a whole.

With the marker line of an order block the text below it is one: only `;` ends a statement, so wrapped lines do no
harm. Without it the statements begin at the first line such as `game: ..`; line ends and `;` both end one, `#` starts
a comment. Either way only the player's own words at the top are read (`own`): whoever signs a whole mail signs the
words of others below them too, and those order nothing.
"""

import re
from collections.abc import Iterable

from pbem.mail.block.block import NAMES, TEXT_LIMIT, Block, canonical, check_visible, order_lines, parse
from pbem.mail.block.marker import BEGIN
from pbem.mail.block.own import OwnWords, below_quotation, split_words, unquoted
from pbem.mail.block.statements import is_message, without_comment
from pbem.mail.phrases import unusable
from pbem.mail.safe import HIDDEN

_STATEMENT = re.compile(rf"\s*({'|'.join(sorted(NAMES))})\s*:", re.IGNORECASE)
# `referee.example.org <http://referee.example.org/>`, as mail programs write a name that they took for a link.
_LINKED = re.compile(
    r"(?<![A-Za-z0-9.@_-])([A-Za-z0-9.@_-]{3,100})\s{0,2}<(?:https?://|mailto:)[^<>]{0,900}?\1[^<>]{0,900}>"
)
_ATTEMPT = 3  # statements by which a text shows that it is meant to order something


def read_typed(text: str) -> Block:
    """Read the statements of a signed text; refuse two blocks, and whatever an order block may not hold."""
    return parse(_statements(_words(text)))


def is_only_sheet(text: str) -> bool:
    """Say whether a text holds statements and orders alone: no greeting, no sign-off, no word of anybody else."""
    words = _words(text)
    first = next((line for line in words.own if line.strip()), "")
    begins = _STATEMENT.match(first) is not None or BEGIN.match(first.strip()) is not None
    return begins and words.is_whole


def is_attempt(text: str) -> bool:
    """Say whether a text that nobody is known to have signed looks as if its writer wanted to order something."""
    own = split_words(HIDDEN.sub("", text[:TEXT_LIMIT]).replace("\r\n", "\n").split("\n")).own
    return BEGIN.search("\n".join(own)) is not None or _names_enough(own)


def without_links(text: str) -> str:
    """Undo the links that a mail program made of names."""
    return _LINKED.sub(r"\1", text)


def _words(text: str) -> OwnWords:
    if len(text) > TEXT_LIMIT:
        raise unusable("text_long", most=TEXT_LIMIT)
    plain = without_links(HIDDEN.sub("", text).replace("\r\n", "\n"))
    return split_words(plain.split("\n"))


def _statements(words: OwnWords) -> bytes:
    """Give the statements as canonical text; a greeting before them is nobody's order."""
    if any(_STATEMENT.match(line) or line.rstrip().endswith(";") for line in unquoted(words.rest)):
        # They may be his own, but nobody can tell: a quoted line that was wrapped looks the same.
        raise unusable("below_quote")
    text = "\n".join(words.own)
    markers = list(BEGIN.finditer(text))
    if len(markers) > 1:
        raise unusable("two_blocks")
    if markers:
        end = markers[0].end()
        _check_visible(text[end:].split("\n"), text.count("\n", 0, end) + 1)
        return canonical(";".join(map(_without_comments, text[end:].split(";"))))
    first = next((number for number, line in enumerate(words.own) if _STATEMENT.match(line)), None)
    if first is None and _names_enough(below_quotation(words.rest)):
        raise unusable("below_quote")
    if first is None:
        raise unusable("no_orders")
    _check_visible(words.own[first:], first + 1)
    lines = order_lines("\n".join(words.own[first:]))
    return canonical("".join(f"{_lower_name(line)};\n" for line in lines))


def _check_visible(lines: Iterable[str], first: int) -> None:
    """Refuse lines with what nobody sees, by the number that they have in the text; comments may hold anything."""
    check_visible("\n".join(map(without_comment, lines)), first)


def _without_comments(statement: str) -> str:
    """Drop the comments of a wrapped statement, each with its line: joined to the next it would swallow an order.

    What is below the first line of a message belongs to that.
    """
    lines = statement.split("\n")
    start = next((number for number, line in enumerate(lines) if is_message(line)), len(lines))
    return "\n".join([*(line.partition("#")[0] for line in lines[:start]), *lines[start:]])


def _names_enough(lines: Iterable[str]) -> bool:
    """Tell whether lines hold so many different statements that somebody wanted to order something."""
    found = (_STATEMENT.match(line) for line in lines)
    return len({name[1].lower() for name in found if name}) >= _ATTEMPT


def _lower_name(line: str) -> str:
    return _STATEMENT.sub(lambda name: name[0].lower(), line, count=1)
