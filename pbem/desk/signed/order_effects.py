"""What became of an order in the record: how many moves are laid to it, and whether a word did what it says."""

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct

from pbem.games.kit.order_words import fold
from pbem.record.dice import fair
from pbem.record.log import kinds
from pbem.record.log.entry import Entry
from pbem.record.log.pace import Pace, Span
from pbem.record.log.record_words import Said, read_said, word_of


class Record(Struct, frozen=True):
    """What words point at: the pace, the start, requests to go back, and acts that can be appealed from."""

    pace: Pace | None = None
    start: int | None = None
    requests: frozenset[int] = frozenset()
    acts: frozenset[int] = frozenset()


class Effect(Struct, frozen=True):
    """What a record lays to an order.

    Moves; the luck that its seat is bound to, by it or by then; the key that the seat got by it; the leave that it
    announced; and the request that led to a takeback by it.
    """

    record: Record
    moves: int = 0
    luck: str = ""
    key: str = ""
    leave: Span | None = None
    request: int | None = None


def effects_in(entries: Sequence[Entry]) -> dict[int, Effect]:
    """Return what became of every order of a record, by entry."""
    reading = _Reading()
    for entry in entries:
        reading.read(entry.content)
    return reading.effects()


class _Reading:
    def __init__(self) -> None:
        self._orders: list[int] = []
        self._moves: Counter[int | str] = Counter()
        self._held: dict[str, str] = {}  # the luck of each seat now
        self._lucks: dict[int, str] = {}
        self._keys: dict[int, str] = {}
        self._leaves: dict[int, Span] = {}
        self._requests: dict[int, int] = {}
        self._undos: set[int] = set()
        self._acts: set[int] = set()
        self._pace: Pace | None = None
        self._start: int | None = None

    def read(self, content: kinds.Content) -> None:
        """Take note of an entry."""
        match content:
            case kinds.Open(pace=pace):
                self._pace = pace
            case kinds.Start(seq=seq):
                self._start = seq
            case kinds.Move(cause=cause):
                self._moves[cause] += 1
            case kinds.Order(seq=seq, seat=seat, word=word):
                self._orders.append(seq)
                self._lucks[seq] = self._held.get(seat, "")
                self._undos |= {seq} if word == "undo" else set()
            case kinds.Seat(seat=seat, luck=luck, key=key, by=by):
                self._held[seat] = luck
                self._lucks |= dict.fromkeys(by, luck)
                self._keys |= dict.fromkeys(by, key)
            case kinds.Clock() | kinds.Ruling():
                self._act(content)

    def _act(self, act: kinds.Clock | kinds.Ruling) -> None:
        self._acts.add(act.seq)
        by = act.by if isinstance(act.by, tuple) else ()
        if isinstance(act, kinds.Ruling):
            self._requests |= dict.fromkeys(by, by[0]) if by and act.act == "back" else {}
        elif isinstance(act.from_, int) and isinstance(act.to, int):
            self._leaves |= dict.fromkeys(by, (act.from_, act.to))

    def effects(self) -> dict[int, Effect]:
        """Return what became of the orders."""
        record = Record(self._pace, self._start, frozenset(self._undos), frozenset(self._acts))
        return {
            seq: Effect(
                record,
                self._moves[seq],
                self._lucks[seq],
                self._keys.get(seq, ""),
                self._leaves.get(seq),
                self._requests.get(seq),
            )
            for seq in self._orders
        }


def word_disagreement(entry: Entry, effect: Effect, orders: Sequence[str]) -> str | None:
    """Say where the sheet of an order is not the word that the record has taken, or did something else."""
    body, sheet = entry.body, "\n".join(orders)
    word, said = body["word"], word_of(fold(sheet))
    if said != word:
        return f"what was signed is {_called(said)}, and was taken as {_called(word)}"
    if word == "luck" and sheet != f"luck {effect.luck}":
        return "another luck was signed than the seat is bound to"
    if word == "reveal" and _revealed(body["game"], body["seat"], sheet) != effect.luck:
        return "another luck was signed than the seat was bound to"
    if word == "newkey" and sheet != f"newkey {effect.key}":
        return "another key was signed than the seat got"
    if word not in _SAYING:
        return None
    told = read_said(fold(sheet))
    if told is None:
        return f"what was signed is not how the word {word!r} is written"
    return _SAYING[word](entry, effect, told)


def _called(word: str) -> str:
    return f"the word {word!r}" if word else "orders"


def _revealed(game: str, seat: str, sheet: str) -> str | None:
    """Return the commitment to the luck that a sheet reveals."""
    from pbem.referee.acts.luck import read_luck

    found = read_luck(sheet)
    if found is None or found[0] != "reveal":
        return None
    return fair.luck_commitment(game, seat, bytes.fromhex(found[1])).hex()


def _agreed(entry: Entry, effect: Effect, said: Said) -> str | None:
    if said.seq not in effect.record.requests or said.seq > entry.seq:
        return f"entry {said.seq}, which was agreed to, is no request to go back"
    is_other = effect.request is not None and effect.request != said.seq
    return f"entry {said.seq} was agreed to, and another request was granted by it" if is_other else None


def _appealed(entry: Entry, effect: Effect, said: Said) -> str | None:
    is_act = said.seq in effect.record.acts and said.seq < entry.seq
    return None if is_act else f"entry {said.seq}, which is appealed from, is no ruling and no deadline"


def _joined(entry: Entry, effect: Effect, said: Said) -> str | None:
    if said.seat not in ("", entry.body["seat"].lower()):
        return "another seat was asked for than was given"
    return None if said.luck == effect.luck else "another luck was signed than the seat is bound to"


def _on_leave(_entry: Entry, effect: Effect, said: Said) -> str | None:
    pace = effect.record.pace
    if pace is None or effect.leave is None:
        return "a leave was announced, and is not in the record"
    first, end = map(pace.midnight, said.days)
    return None if effect.leave == (first, end) else "a leave of other days was announced"


def _left(entry: Entry, effect: Effect, said: Said) -> str | None:
    start = effect.record.start
    is_playing = start is not None and start < entry.seq
    return "who withdraws from a game that is played has not resigned" if said.is_withdrawal and is_playing else None


def _nothing_more(_entry: Entry, _effect: Effect, _said: Said) -> str | None:
    return None


_SAYING: dict[str, Callable[[Entry, Effect, Said], str | None]] = {
    "agree": _agreed,
    "appeal": _appealed,
    "join": _joined,
    "leave": _on_leave,
    "resign": _left,
    "undo": _nothing_more,
}
