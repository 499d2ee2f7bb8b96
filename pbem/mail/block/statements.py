"""Cutting order text into statements: one way for a signed block, for what a player types, and for a sheet.

In a message to other players (`tell NAME: ..`, in four languages) neither `;` nor `#` is grammar: its text goes to the
end of its line. In a signed block only `;` ends a statement, so a message has `IN_MESSAGE` there where `;` was typed.
"""

import re
from collections.abc import Iterator

LINE_END = re.compile(r"\r\n|\r|\n")
TELL = ("tell", "scrivi", "dis", "sag")  # in the order of the languages
IN_MESSAGE = "\uff1b"  # the full-width semicolon
_MESSAGE = re.compile(rf"\s*(?:{'|'.join(TELL)})\s+[^:;#\n]{{1,60}}:", re.IGNORECASE)

# `2  play bribe: +2 sesterces; then you have 2`, as a letter lists an order: what it does is no other order
_PRINTED = re.compile(r"\s*[0-9]{1,4}\s+[^\s:;#][^:;#\n]*:\s")


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Cut a text at line ends and `;`, which both end a comment too: each statement with the number of its line."""
    for number, line in enumerate(LINE_END.split(text), 1):
        for statement in pieces(line):
            if words := without_comment(statement):
                yield number, words


def pieces(line: str) -> Iterator[str]:
    """Cut a line at each `;`; what follows the beginning of a message, or of a copied line, belongs to it."""
    rest, is_more = line, True
    while is_more and not is_message(rest) and not _PRINTED.match(rest):
        piece, mark, rest = rest.partition(";")
        is_more = bool(mark)
        yield piece
    if is_more:
        yield rest.rstrip("; \t").replace(";", IN_MESSAGE)


def is_message(statement: str) -> bool:
    """Tell whether a statement is a message to other players."""
    return _MESSAGE.match(statement) is not None


def without_comment(statement: str) -> str:
    """Give a statement up to its `#`, each run of white space as one blank; a message has no comments."""
    if is_message(statement):
        return one_line(statement)
    return one_line(statement.partition("#")[0])


def one_line(text: str) -> str:
    """Give a text with each run of white space as one blank, and none at its ends."""
    return " ".join(text.split())
