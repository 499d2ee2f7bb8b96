"""What became of an order in the record: how many moves are laid to it, and whether a word did what it says."""

import base64
import binascii
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from pbem.mail.kinds import kind_named, name_of
from pbem.mail.safe import UnusableError
from pbem.record import fair, kinds
from pbem.record.entry import Entry


class Effect(Struct, frozen=True):
    """What a record lays to an order: moves, the luck its seat is bound to, and the key that the seat got by it."""

    moves: int = 0
    luck: str = ""
    key: str = ""


def effects_in(entries: Sequence[Entry]) -> dict[int, Effect]:
    """Return what became of every order of a record, by entry."""
    moves: Counter[int | str] = Counter()
    lucks: dict[str, str] = {}
    keys: dict[int, str] = {}
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
    return {seq: Effect(moves[seq], lucks.get(seat, ""), keys.get(seq, "")) for seq, seat in orders.items()}


def word_disagreement(entry: Entry, effect: Effect, orders: Sequence[str]) -> str | None:
    """Say where a signed word is not the one that the record has taken, or did something else."""
    from pbem.referee.luck import read_luck
    from pbem.referee.submit import alone

    body, sheet = entry.body, "\n".join(orders)
    word = body["word"]
    if word == "resign" and alone(sheet) != "resign":
        return "nobody signed that he resigns"
    if word == "luck" and read_luck(sheet) != ("luck", effect.luck):
        return "another luck was signed than the seat is bound to"
    if word == "reveal" and _revealed(body["game"], body["seat"], sheet) != effect.luck:
        return "another luck was signed than the seat was bound to"
    if word == "newkey" and not _names_key(sheet, effect.key, now=body["at"]):
        return "another key was signed than the seat got"
    return None


def _revealed(game: str, seat: str, sheet: str) -> str | None:
    """Return the commitment to the luck that a sheet reveals."""
    from pbem.referee.luck import read_luck

    found = read_luck(sheet)
    if found is None or found[0] != "reveal":
        return None
    return fair.luck_commitment(game, seat, bytes.fromhex(found[1])).hex()


def _names_key(sheet: str, key_id: str, *, now: int) -> bool:
    """Tell whether a sheet names the key of an id. A key of a kind that cannot be read here is not looked at."""
    from pbem.mail.signed import parse_key

    word, kind, *rest = [*sheet.split(), "", ""]
    if word.lower() != "newkey":
        return False
    if not key_id:
        return True  # the game ended before its seat got the key
    raw = f"{kind} {rest[0]}".encode()
    named = kind_named(name_of(key_id))
    try:
        if named.is_key_binary:
            raw = base64.b64decode("".join(rest), validate=True)
        return parse_key(raw, now=now).key_id == key_id
    except UnusableError as error:
        return bool(error.value.lacks)
    except binascii.Error:
        return False
