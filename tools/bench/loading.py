"""Filling a desk: the records and rows of its games under other ids, through the store's own statements."""

from collections.abc import Iterator
from typing import NamedTuple

from pbem.desk.store.store import Store
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Due, Standing
from pbem.record.log import canonical
from pbem.record.log.entry import Entry, Head, write
from tools.bench.clock import progress

_BATCH = 200  # games in a transaction


class _Game(NamedTuple):
    """Everything that a desk keeps of a game."""

    bodies: list[dict[str, object]]
    standing: Standing
    seats: dict[str, tuple[str, str]]
    secrets: dict[str, bytes]
    snapshot: tuple[int, bytes, int, bytes] | None
    letters: list[Due]


def load(store: Store, games: int) -> None:
    """Let a desk have so many games, whose others are like those that it has, entry by entry."""
    with store.read() as look:
        known = [_read(look, game) for game in look.records.ids()]
    for first in range(len(known), games, _BATCH):
        progress(f"loading games: {first}/{games}")
        with store.write() as change:
            for number in range(first, min(first + _BATCH, games)):
                _write(change, f"copy-{number}", known[number % len(known)])


def _read(look: Transaction, game: str) -> _Game:
    standing = look.games.find(game)
    if standing is None:
        raise RuntimeError(f"{game} stands nowhere")
    bodies = [canonical.decode(raw) for raw in look.records.raws(game)]
    letters = [due for due in look.letters.due(2**40) if due.game == game]
    last = look.records.snapshot(game, standing.head.size - 1)
    return _Game(bodies, standing, look.games.seats(game), look.secrets.all(game), last, letters)


def _write(change: Transaction, id_: str, game: _Game) -> None:
    entries = list(_chain(id_, game.bodies))
    change.records.append(entries)
    known = game.standing
    change.games.put(Standing(id_, known.rules, known.phase, entries[-1].head, known.opened, known.asked))
    for seat, (name, key_id) in game.seats.items():
        change.games.put_seat(id_, seat, name, key_id)
    for use, secret in game.secrets.items():
        change.secrets.add(id_, use, secret)
    if game.snapshot:
        seq, _hash, version, content = game.snapshot
        change.records.put_snapshot(id_, seq, hash=entries[seq].hash, version=version, content=content)
    for due in game.letters:
        change.letters.add(Due(0, id_, due.player, due.seat, due.since, due.upto, due.at, due.body))
        letter = change.letters.last()
        change.letters.note_sent(letter, due.at)
        change.mails.note(f"{id_} {letter}", due.at, player=due.player)


def _chain(id_: str, bodies: list[dict[str, object]]) -> Iterator[Entry]:
    """Yield entries of another game with the same words, each linked to the one before."""
    head = Head.empty
    for body in bodies:
        entry = write(head, {**body, "game": id_})
        head = entry.head
        yield entry
