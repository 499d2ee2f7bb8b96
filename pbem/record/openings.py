"""The lines of openings.jsonl: sealed moves opened, and decks laid open, once a game is closed."""

from msgspec import Struct
from msgspec.json import Decoder

from pbem.record import canonical
from pbem.record.kinds import Opening


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck: its cards in table order, its label, and the order they lay in, index 0 on top."""

    cards: tuple[str, ...]
    deck: str
    order: tuple[str, ...]


_opening = Decoder(Opening)
_deck = Decoder(Deck)


def write(line: Opening | Deck) -> bytes:
    """Return the line, without its newline."""
    return canonical.encoder.encode(line)


def read(raw: bytes) -> Opening | Deck:
    """Read a line; ValueError unless it is canonical and either an opening or a deck."""
    if "deck" in canonical.decode(raw):
        return _deck.decode(raw)
    opening = _opening.decode(raw)
    if why := opening.fault():
        raise ValueError(why)
    return opening
