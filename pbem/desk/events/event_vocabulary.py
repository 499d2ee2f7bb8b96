"""The words that players say in an event, as they are written."""

from typing import Literal

from msgspec import Struct

Said = Literal["enter", "withdraw", "reveal", "appeal"]


class EventWord(Struct, frozen=True):
    """What somebody says in an event: the word, and what follows it."""

    said: Said
    rest: str = ""


def read_event_word(event: str, text: str) -> EventWord | None:
    """Return the word that a sheet for an event is; None if it is none, or of another event.

    Such words stand in the record and are checked by strangers, so they have one spelling: `enter ID`, `enter ID LUCK`,
    `withdraw ID`, `reveal LUCK`, `appeal WHAT`.
    """
    said, _, rest = text.partition(" ")
    named, _, luck = rest.partition(" ")
    match said.lower():
        case "enter" if named == event and " " not in luck:
            return EventWord("enter", luck)
        case "withdraw" if rest == event:
            return EventWord("withdraw")
        case "reveal" if rest and " " not in rest:
            return EventWord("reveal", rest)
        case "appeal" if rest.strip() and "\n" not in rest:
            return EventWord("appeal", rest)
    return None
