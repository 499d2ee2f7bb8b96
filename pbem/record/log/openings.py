"""The lines of openings.jsonl: sealed moves and decks, revealed once a game is over."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.json import Decoder

from pbem.record.log import canonical
from pbem.record.log.entry import check_size
from pbem.record.log.kinds import Opening


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck: its label, its cards in table order, and their order in the game, index 0 on top."""

    cards: tuple[str, ...]
    deck: str
    order: tuple[str, ...]


_opening = Decoder(Opening)
_deck = Decoder(Deck)


def write(line: Opening | Deck) -> bytes:
    """Return the line, without its newline."""
    return canonical.encoder.encode(line)


def read(raw: bytes) -> Opening | Deck:
    """Read a line; ValueError unless it is canonical, not too long, and either an opening or a deck."""
    check_size(raw)
    if "deck" in canonical.decode(raw):
        return _deck.decode(raw)
    opening = _opening.decode(raw)
    if why := opening.fault():
        raise ValueError(why)
    return opening


def read_all(raws: Iterable[bytes]) -> tuple[list[Opening], list[Deck]]:
    """Read all lines; ValueError unless each is one, openings in the order of their entries, then decks, none twice."""
    openings: list[Opening] = []
    decks: list[Deck] = []
    for number, raw in enumerate(raws, 1):
        try:
            line = read(raw)
        except (ValueError, TypeError) as error:
            raise ValueError(f"line {number}: {error}") from None
        if isinstance(line, Deck) and any((line.deck, line.cards) == (one.deck, one.cards) for one in decks):
            raise ValueError(f"line {number}: a deck is laid open twice")
        if isinstance(line, Deck):
            decks.append(line)
        elif decks or (openings and line.seq <= openings[-1].seq):
            raise ValueError(f"line {number}: openings come in the order of their entries, each once, before the decks")
        else:
            openings.append(line)
    return openings, decks
