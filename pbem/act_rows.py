"""Acts as rows: what somebody can do by a command is a value, from which the command and its help are made.

Only what every kind of act has is here. What an act does, and who is told of it, is said where the acts are listed.
"""

from typing import Literal

from msgspec import Struct

Shape = Literal["text", "texts", "number", "round", "flag"]


class Detail(Struct, frozen=True):
    """A detail that an act takes: what a command asks for, as an argument or, where it has a name, as an option."""

    name: str  # by which the act gets it
    shape: Shape = "text"
    shown: str = ""  # what help calls it; its name in capitals if empty
    option: str = ""
    help: str = ""  # of an option; an argument is explained by the help of its act
    reads: str = ""  # what the text means, where it is not taken as it is
    absent: str | None = None  # what is said in its place where it is left out; None: it cannot be


class ActRow(Struct, frozen=True):
    """What somebody can do: the name of its command, the help of that, what is said when it is done, what it takes."""

    name: str
    help: str
    done: str
    details: tuple[Detail, ...] = ()
