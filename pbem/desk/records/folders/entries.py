"""The entries of a record as values, and what is sealed in it and laid open after the end."""

from collections.abc import Iterable, Mapping

from pbem.desk.store.transaction import Transaction
from pbem.record.dice.seals import salt
from pbem.record.log.entry import Entry, Head, read
from pbem.record.log.kinds import Opening
from pbem.record.time.hosting import binding

CHOICE = "choice/"  # what bound a hosted seat, where the order was imported and is not kept itself


def entries_of(look: Transaction, game: str) -> list[Entry]:
    """Return all entries of a game."""
    return read_all(look.records.raws(game))


def read_all(raws: Iterable[bytes]) -> list[Entry]:
    """Read a record from its first entry on."""
    head, entries = Head.empty, []
    for raw in raws:
        entries.append(read(head, raw))
        head = entries[-1].head
    return entries


def sealed_moves(look: Transaction, game: str) -> dict[int, str]:
    """Return the texts of a game's sealed moves, by entry."""
    return {int(seq): text.decode() for seq, text in look.secrets.under(game, "move/").items()}


def hosted_choices(look: Transaction, game: str, entries: Iterable[Entry]) -> dict[int, str]:
    """Return what the orders are sealed over by which hosted seats were bound, by entry."""
    found = {}
    for order in binding(entry.content for entry in entries):
        text = look.secrets.find(game, f"order/{order.seq}") or look.secrets.find(game, f"{CHOICE}{order.seq}") or b""
        found[order.seq] = text.decode()
    return found


def opened_seals(game: str, secret: bytes, texts: Mapping[int, str]) -> list[Opening]:
    return [Opening(seq=seq, salt=salt(secret, game, seq).hex(), text=text) for seq, text in sorted(texts.items())]
