"""Cutting order text into statements: one way for a signed block, for what a player types, and for a sheet."""

import re
from collections.abc import Iterator

LINE_END = re.compile(r"\r\n|\r|\n")


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Cut a text at line ends and `;`, which both end a comment too: each statement with the number of its line."""
    for number, line in enumerate(LINE_END.split(text), 1):
        for statement in line.split(";"):
            if words := without_comment(statement):
                yield number, words


def without_comment(statement: str) -> str:
    """Give a statement up to its `#`, each run of white space as one blank."""
    return one_line(statement.partition("#")[0])


def one_line(text: str) -> str:
    """Give a text with each run of white space as one blank, and none at its ends."""
    return " ".join(text.split())
