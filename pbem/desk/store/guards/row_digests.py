"""Tallies: how many rows a desk keeps, and which, so that one is missed that is gone, changed, or put back from before.

A tally counts rows and adds up a keyed digest of each, and has a keyed digest itself: nobody can make one without the
desk's key. Every game has one, written by the transaction that writes the game's rows. What belongs to no game is
counted in the tally that the transaction writes anyway, else in the desk's own: nobody waits for another game's writer.
Projections are not counted, for they are made again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hmac import compare_digest
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from msgspec import msgpack

from pbem.desk.errors import BrokenDeskError
from pbem.desk.store.databases.engine import Cursor, Run
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.sql import COUNTED, Count, Sql, counted

TABLE = "tally"
_DESK = ""  # the desk's own tally: no game is called so
_SENT = "sent"  # counted like rows: letters that are not tried any more
_SHARED = "desk/"  # before the name of a table: its rows that belong to no game
_NAMES = {_SENT: "letter"}
_MODULUS = 1 << 128
_WIDTH = 16
Place = TypeVar("Place")


@cache
def _of_games() -> frozenset[str]:
    """Return the things that belong to games."""
    return frozenset(thing for thing, columns in counted().items() if columns[0] == "game")


@cache
def _given(thing: str) -> Callable[[Any], tuple[Any, ...]]:
    """Return what picks what counts from values by name."""
    return itemgetter(*counted()[thing])


class Missed(NamedTuple):
    """What is not as it was counted: in which table, in words, and whether there are as many rows as should be."""

    table: str
    what: str
    is_changed: bool = False

    @property
    def line(self) -> str:
        """The same in one line."""
        return f"{self.table}: {self.what}"


Sum = tuple[int, int]  # how many rows, and their digests added up
Sums = dict[str, Sum]  # by table, or `desk/` and a table
_Found = dict[tuple[str, str], Sum]  # by game, or none, and table
_NOTHING: Sum = (0, 0)
_encode = msgpack.Encoder().encode
_decode = msgpack.Decoder(dict[str, tuple[int, bytes]]).decode


class Tally:
    """Runs the statements of one transaction, and counts what they add and remove."""

    def __init__(self, run: Run, sql: Sql, vault: Vault) -> None:
        self._run = run
        self._statements = sql.statements
        self._vault = vault
        self._changed: dict[str, Sums] = {}  # by game; what belongs to none under ""
        self._unread: list[tuple[Count, Cursor]] = []  # answers that say what is to be counted
        self._last: dict[str, tuple[Any, ...]] = {}  # by table, the last row that was read of an answer

    def run(self, name: str, values: Any = ()) -> Cursor:
        """Run a statement of the store; where its answer says what is to be counted, that is read here."""
        statement = self._statements[name]
        done = self._run(statement.text, values)
        count = statement.count
        if count is None:
            return done
        if not count.is_given:
            self._unread.append((count, done))
            return done
        cells = _given(count.thing)
        for one in values if isinstance(values, list) else (values,):
            self._note(count, cells(one))
        return done

    def each(self, name: str, values: Sequence[Mapping[str, Any]]) -> list[list[Any]]:
        """Run a statement that changes nothing for each of some values, all at once; returns the rows each gave."""
        return self._run.each(self._statements[name].text, values)

    def last(self, table: str) -> tuple[Any, ...]:
        """Return the last row that an answer about a table gave."""
        self._read()
        return self._last[table]

    def _read(self) -> None:
        """Read the answers that were not read yet: who waits for them here waits for all of them at once."""
        unread, self._unread = self._unread, []
        for count, rows in unread:
            for row in rows:
                self._last[count.thing] = row
                self._note(count, row)

    def _note(self, count: Count, cells: tuple[Any, ...]) -> None:
        table = count.thing
        game = cells[0] if table in _of_games() else _DESK
        sums = self._changed.setdefault(game, {})
        _add(sums, table if game else _SHARED + table, _counted(self._vault, table, cells), count.sign)

    def write(self) -> None:
        """Write the tallies of all games anew whose rows were changed, always in the same order.

        A tally that cannot be opened stays as it is: no game stands still for it, and `pbem check` names it.
        """
        self._read()
        changed, self._changed = self._changed, {}
        shared = changed.pop(_DESK, {})
        games = sorted(changed)
        if shared and games:
            changed[games[0]].update(shared)
            shared = {}
        for game, found in zip(games, self.each("tally_of", _lanes(*games)), strict=True):
            if self._write_one(game, changed[game], found):
                _add(shared, _SHARED + TABLE, _counted(self._vault, TABLE, [game]))
        if shared:
            self._write_one(_DESK, shared, *self.each("tally_of", _lanes(_DESK)))

    def _write_one(self, lane: str, changes: Sums, found: list[tuple[bytes]]) -> bool:
        """Bring a tally up to date, as it was found; True if there was none."""
        try:
            sums = _open(self._vault, lane, found[0][0]) if found else {}
        except BrokenDeskError:
            return False
        for name, change in changes.items():
            _add(sums, name, change)
        self.run("tally" if found else "put_tally", {"lane": lane, "sums": _close(self._vault, lane, sums)})
        return not found

    def missed(self) -> Iterator[Missed]:
        """Yield what is not as it was counted."""
        kept, closed = self._kept()
        for lane in closed:
            yield Missed(TABLE, f"{lane or 'the desk'}: not what was written there, or with another desk.key")
        here = self._here()
        for game, table in sorted({*kept, *here}):
            if game in closed or (closed and not game):
                continue  # nobody knows what should be there
            found, counted = here.get((game, table), _NOTHING), kept.get((game, table), _NOTHING)
            if found != counted:
                yield _missed(game, table, found[0], counted[0])

    def _kept(self) -> tuple[_Found, list[str]]:
        """Return what was counted, and the tallies that cannot be opened."""
        kept: _Found = {}
        closed = []
        for lane, closed_sums in list(self.run("tallies")):
            text_of(lane, TABLE)
            try:
                sums = _open(self._vault, lane, closed_sums)
            except BrokenDeskError:
                closed.append(lane)
                continue
            for name, one in sums.items():
                place = (_DESK, name.removeprefix(_SHARED)) if name.startswith(_SHARED) else (lane, name)
                _add(kept, place, one)
        return kept, closed

    def _here(self) -> _Found:
        """Count everything that is here now."""
        found: _Found = {}
        for table in counted():
            for cells in self.run(COUNTED + table):
                place = (text_of(cells[0], _NAMES.get(table, table)) if table in _of_games() else _DESK, table)
                _add(found, place, _counted(self._vault, table, cells))
        return found

    def begin_anew(self) -> None:
        """Take the rows as they are: from now on these are the ones that were counted."""
        self.run("no_tallies")
        self._read()
        self._changed.clear()
        for (game, table), one in self._here().items():
            self._changed.setdefault(game, {})[table if game else _SHARED + table] = one


def text_of(value: Any, table: str) -> str:
    """Return a text that stands in a table; BrokenDeskError if something else does, which SQLite lets happen."""
    if isinstance(value, str):
        return value
    # What it is is not said: it may be of a person, and this line may be logged.
    raise BrokenDeskError(f"the table {table} holds something that is no text: `pbem check`, or restore a backup")


def _lanes(*lanes: str) -> list[dict[str, str]]:
    return [{"lane": lane} for lane in lanes]


def _counted(vault: Vault, table: str, cells: Iterable[Any]) -> Sum:
    """Return a row as it counts. Databases differ in how they give truth values back."""
    plain = [int(cell) if cell is True or cell is False else cell for cell in cells]
    return 1, int.from_bytes(vault.digest(_encode((table, plain))))


def _add(sums: dict[Place, Sum], place: Place, one: Sum, sign: int = 1) -> None:
    """Add to a sum, or take away from it (-1)."""
    rows, total = sums.get(place, _NOTHING)
    sums[place] = rows + sign * one[0], (total + sign * one[1]) % _MODULUS


def _close(vault: Vault, lane: str, sums: Sums) -> bytes:
    """Return sums as they are kept: not hidden, but such that nobody can make them without the desk's key."""
    packed = _encode({name: (rows, total.to_bytes(_WIDTH)) for name, (rows, total) in sums.items()})
    return _seal(vault, lane, packed) + packed


def _open(vault: Vault, lane: str, closed: bytes) -> Sums:
    """Return sums that were kept; BrokenDeskError if they are not the desk's."""
    is_ours = isinstance(closed, bytes) and compare_digest(closed[:_WIDTH], _seal(vault, lane, closed[_WIDTH:]))
    if not is_ours:
        raise BrokenDeskError(f"the tally of {lane or 'the desk'} is not what was written")
    return {name: (rows, int.from_bytes(total)) for name, (rows, total) in _decode(closed[_WIDTH:]).items()}


def _seal(vault: Vault, lane: str, packed: bytes) -> bytes:
    return vault.digest(b"%s\n%s\n%s" % (TABLE.encode(), lane.encode(), packed))


def _missed(game: str, table: str, found: int, counted: int) -> Missed:
    what = "letters are said to be sent" if table == _SENT else "rows are there"
    said = f"{found} {what}, and {counted} should be"
    if found == counted:
        said = "what is there is not what was written"
    return Missed(_NAMES.get(table, table), f"{game}: {said}" if game else said, is_changed=found == counted)
