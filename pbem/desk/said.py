"""What became of an order in the record: how many moves are laid to it, and whether a word did what it says."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from pbem.games.words import fold
from pbem.record import fair, kinds
from pbem.record.entry import Entry
from pbem.record.words import word_of


class Effect(Struct, frozen=True):
    """What a record lays to an order: moves, the luck its seat is bound to, and the key that the seat got by it.

    `bound` is the luck that the seat was bound to by it.
    """

    moves: int = 0
    luck: str = ""
    key: str = ""
    bound: str = ""


def effects_in(entries: Sequence[Entry]) -> dict[int, Effect]:
    """Return what became of every order of a record, by entry."""
    moves: Counter[int | str] = Counter()
    lucks: dict[str, str] = {}
    keys: dict[int, str] = {}
    bound: dict[int, str] = {}
    orders: dict[int, str] = {}
    for entry in entries:
        match entry.content:
            case kinds.Move(cause=cause):
                moves[cause] += 1
            case kinds.Order(seat=seat):
                orders[entry.seq] = seat
            case kinds.Seat(seat=seat, luck=luck, key=key, by=by):
                lucks[seat] = luck
                keys |= dict.fromkeys(by, key)
                bound |= dict.fromkeys(by, luck)
    return {
        seq: Effect(moves[seq], lucks.get(seat, ""), keys.get(seq, ""), bound.get(seq, ""))
        for seq, seat in orders.items()
    }


def word_disagreement(entry: Entry, effect: Effect, orders: Sequence[str]) -> str | None:
    """Say where the sheet of an order is not the word that the record has taken, or did something else."""
    body, sheet = entry.body, "\n".join(orders)
    word, said = body["word"], word_of(fold(sheet))
    if said != word:
        return f"what was signed is {_called(said)}, and was taken as {_called(word)}"
    if word == "luck" and sheet != f"luck {effect.bound}":
        return "another luck was signed than the seat is bound to"
    if word == "reveal" and _revealed(body["game"], body["seat"], sheet) != effect.luck:
        return "another luck was signed than the seat was bound to"
    if word == "join" and not _is_joined(body["seat"], effect, sheet):
        return "another seat or luck was signed than was joined with"
    if word == "newkey" and sheet != f"newkey {effect.key}":
        return "another key was signed than the seat got"
    return None


def _is_joined(seat: str, effect: Effect, sheet: str) -> bool:
    """Tell whether somebody joined as he signed it."""
    from pbem.referee.joining import read_join

    found = read_join(sheet)
    return found is not None and found.seat in ("", seat) and found.luck == effect.bound


def _called(word: str) -> str:
    return f"the word {word!r}" if word else "orders"


def _revealed(game: str, seat: str, sheet: str) -> str | None:
    """Return the commitment to the luck that a sheet reveals."""
    from pbem.referee.luck import read_luck

    found = read_luck(sheet)
    if found is None or found[0] != "reveal":
        return None
    return fair.luck_commitment(game, seat, bytes.fromhex(found[1])).hex()
