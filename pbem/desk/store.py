"""The store: one transaction at a time reads or writes everything a desk keeps. Values in, values out, never rows."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, String, bindparam, delete, func, insert, literal_column, or_, select, update
from sqlmodel import SQLModel

from pbem.desk import sqlite
from pbem.desk.errors import BrokenDeskError
from pbem.desk.keys import Vault
from pbem.desk.tables import (
    FORMAT,
    DeskRow,
    EntryRow,
    EvidenceRow,
    GameRow,
    LetterRow,
    MailRow,
    PlayerRow,
    SeatRow,
    SecretRow,
    SnapshotRow,
)
from pbem.record.entry import Entry, Head

PROJECTIONS = (GameRow, SeatRow, SnapshotRow)
FAR = 2 * 86_400  # seconds; nobody puts a letter off for longer, so one that is was put off by a clock gone wrong
OWN = ("rungs", "hidden", "seal")  # the secrets that a referee has of every game


class Player(Struct, frozen=True):
    """A person at this desk."""

    name: str
    address: str = ""
    language: str = "en"
    key_id: str = ""  # empty: orders at the desk only
    key: bytes = b""  # the enrolled key, packed
    publishes: bool = True  # whether exports may show the signed orders themselves


class Standing(Struct, frozen=True):
    """Where a game stands."""

    id: str
    rules: str
    phase: str
    head: Head
    opened: int


class Due(Struct, frozen=True):
    """A letter that is due, with what only its reader is told."""

    id: int
    game: str
    player: str
    seat: str
    since: int
    upto: int
    at: int
    body: bytes
    tries: int = 0


def _table(row: Any) -> Any:
    return row.__table__  # SQLModel adds it, its types do not say so


ENTRY, GAME, SEAT, SNAPSHOT, SECRET = map(_table, (EntryRow, GameRow, SeatRow, SnapshotRow, SecretRow))
PLAYER, MAIL, LETTER, DESK, EVIDENCE = map(_table, (PlayerRow, MailRow, LetterRow, DeskRow, EvidenceRow))

# What every order runs is built once: to build a statement takes longer than to run it.
_append = insert(ENTRY)
_raws = (
    select(ENTRY.c.raw)
    .where(ENTRY.c.game == bindparam("id"), ENTRY.c.seq >= bindparam("first"), ENTRY.c.seq < bindparam("end"))
    .order_by(ENTRY.c.seq)
)
_hash = select(ENTRY.c.hash).where(ENTRY.c.game == bindparam("id"), ENTRY.c.seq == bindparam("at"))
_player = select(PLAYER).where(PLAYER.c.name == bindparam("id"))
_by_key = select(PLAYER).where(PLAYER.c.key_id == bindparam("id"))
_by_key_kind = select(PLAYER).where(PLAYER.c.key_id.startswith(bindparam("kind", type_=String)))
_game = select(GAME).where(GAME.c.id == bindparam("at"))
_stand = update(GAME).where(GAME.c.id == bindparam("at"))
_secret = select(SECRET.c.locked).where(SECRET.c.game == bindparam("id"), SECRET.c.use == bindparam("what"))
_secrets = select(SECRET.c.use, SECRET.c.locked).where(
    SECRET.c.game == bindparam("id"), SECRET.c.use.startswith(bindparam("prefix", type_=String))
)
_own_secrets = select(SECRET.c.use, SECRET.c.locked).where(
    SECRET.c.game == bindparam("id"), SECRET.c.use.in_([literal_column(f"'{use}'") for use in OWN])
)
_put_secret = insert(SECRET)
_no_secret = delete(SECRET).where(SECRET.c.game == bindparam("id"), SECRET.c.use == bindparam("what"))
_nearest = (
    select(SNAPSHOT.c.seq, SNAPSHOT.c.hash, SNAPSHOT.c.version, SNAPSHOT.c.locked)
    .where(SNAPSHOT.c.game == bindparam("id"), SNAPSHOT.c.seq <= bindparam("at"))
    .order_by(SNAPSHOT.c.seq.desc())
    .limit(1)
)
_no_snapshot = delete(SNAPSHOT).where(SNAPSHOT.c.game == bindparam("id"), SNAPSHOT.c.seq == bindparam("at"))
_put_snapshot = insert(SNAPSHOT)
_told = select(func.max(LETTER.c.upto)).where(LETTER.c.game == bindparam("id"), LETTER.c.seat == bindparam("who"))
_known_mail = select(MAIL.c.at).where(MAIL.c.digest == bindparam("id"))
_put_mail = insert(MAIL)
_answers = select(func.count()).where(
    MAIL.c.player == bindparam("id"), MAIL.c.at > bindparam("since"), MAIL.c.is_answered
)
_no_evidence = delete(EVIDENCE).where(EVIDENCE.c.digest == bindparam("id"))
_put_evidence = insert(EVIDENCE)
_put_letter = insert(LETTER)
_due = (
    select(LETTER)
    .where(
        LETTER.c.sent == literal_column("0"),  # as the index letter_due says
        or_(LETTER.c.due <= bindparam("now"), LETTER.c.due > bindparam("far")),
    )
    .order_by(LETTER.c.id)
)


class Transaction:
    """One look at the store, or one change to it."""

    def __init__(self, connection: Connection, vault: Vault) -> None:
        self._run = connection.execute
        self._vault = vault

    # Players

    def add_player(self, player: Player) -> None:
        """Enrol a person, or change what is known of one."""
        self._run(delete(PLAYER).where(PLAYER.c.name == player.name))
        self._run(insert(PLAYER), _fields(player))

    def players(self) -> tuple[Player, ...]:
        """Return everybody, by name."""
        return tuple(Player(*row) for row in self._run(select(PLAYER).order_by(PLAYER.c.name)))

    def player(self, name: str) -> Player | None:
        """Return a person by name."""
        row = self._run(_player, {"id": name}).first()
        return Player(*row) if row else None

    def holders(self, key_id: str) -> tuple[Player, ...]:
        """Return the person whose key has this id, if anybody."""
        return tuple(Player(*row) for row in self._run(_by_key, {"id": key_id})) if key_id else ()

    def holders_of_kind(self, kind: str) -> tuple[Player, ...]:
        """Return everybody whose key is of a kind."""
        return tuple(Player(*row) for row in self._run(_by_key_kind, {"kind": f"{kind}:"}))

    # The record

    def append(self, entries: Iterable[Entry]) -> None:
        """Append entries; a unique (game, seq) lets only one of two writers through."""
        rows = [
            {"game": entry.content.game, "seq": entry.seq, "hash": entry.hash, "raw": entry.raw} for entry in entries
        ]
        self._run(_append, rows)

    def raws(self, game: str, first: int = 0, end: int = 2**62) -> list[bytes]:
        """Return the exact bytes of entries first..end-1."""
        return [row[0] for row in self._run(_raws, {"id": game, "first": first, "end": end})]

    def entry_hash(self, game: str, seq: int) -> bytes | None:
        """Return the hash of an entry."""
        found: bytes | None = self._run(_hash, {"id": game, "at": seq}).scalar()
        return found

    def mend_hash(self, entry: Entry) -> bool:
        """Set the stored hash of an entry to that of its bytes; True if it was another."""
        other = update(ENTRY).where(
            ENTRY.c.game == entry.content.game, ENTRY.c.seq == entry.seq, ENTRY.c.hash != entry.hash
        )
        return bool(self._run(other, {"hash": entry.hash}).rowcount)

    def game_ids(self) -> list[str]:
        """Return the games that have a record."""
        return [row[0] for row in self._run(select(ENTRY.c.game).where(ENTRY.c.seq == 0).order_by(ENTRY.c.game))]

    # Projections

    def standing(self, game: str) -> Standing | None:
        """Return where a game stands."""
        row = self._run(_game, {"at": game}).first()
        return _standing(row) if row else None

    def standings(self) -> tuple[Standing, ...]:
        """Return where every game stands, in the order of opening."""
        return tuple(_standing(row) for row in self._run(select(GAME).order_by(GAME.c.opened, GAME.c.id)))

    def put_standing(self, standing: Standing) -> None:
        """Say where a game stands."""
        values = {"phase": standing.phase, "size": standing.head.size, "head": standing.head.hash}
        if not self._run(_stand, {"at": standing.id, **values}).rowcount:
            self._run(insert(GAME), {"id": standing.id, "rules": standing.rules, "opened": standing.opened, **values})

    def put_seat(self, game: str, seat: str, name: str, key_id: str) -> None:
        """Say who holds a seat."""
        self._run(delete(SEAT).where(SEAT.c.game == game, SEAT.c.seat == seat))
        self._run(insert(SEAT), {"game": game, "seat": seat, "name": name, "key_id": key_id})

    def seats_of(self, name: str) -> list[tuple[str, str]]:
        """Return the seats a person holds, as (game, seat)."""
        rows = self._run(select(SEAT.c.game, SEAT.c.seat).where(SEAT.c.name == name).order_by(SEAT.c.game))
        return [(row[0], row[1]) for row in rows]

    def snapshot(self, game: str, seq: int) -> tuple[int, bytes, int, bytes] | None:
        """Return the nearest snapshot at or before an entry: its entry, that entry's hash, rules version, content."""
        row = self._run(_nearest, {"id": game, "at": seq}).first()
        if row is None:
            return None
        return row[0], row[1], row[2], self._vault.unlock(game, f"snapshot/{row[0]}", row[3])

    def put_snapshot(self, game: str, seq: int, *, hash: bytes, version: int, content: bytes) -> None:  # noqa: A002
        """Keep a snapshot."""
        self.drop_snapshot(game, seq)
        locked = self._vault.lock(game, f"snapshot/{seq}", content)
        self._run(_put_snapshot, {"game": game, "seq": seq, "hash": hash, "version": version, "locked": locked})

    def drop_snapshot(self, game: str, seq: int) -> None:
        """Forget a snapshot."""
        self._run(_no_snapshot, {"id": game, "at": seq})

    def drop_projections(self) -> None:
        """Forget everything that can be rebuilt from the records."""
        for row in PROJECTIONS:
            self._run(delete(_table(row)))

    def projections(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return games and seats as they are projected now, for comparison."""
        games = self._run(select(GAME).order_by(GAME.c.id))
        seats = self._run(select(SEAT).order_by(SEAT.c.game, SEAT.c.seat))
        return {"game": [tuple(row) for row in games], "seat": [tuple(row) for row in seats]}

    # Secrets

    def secret(self, game: str, use: str) -> bytes | None:
        """Return a secret of a game."""
        locked = self._run(_secret, {"id": game, "what": use}).scalar()
        return None if locked is None else self._vault.unlock(game, use, locked)

    def own_secrets(self, game: str) -> dict[str, bytes]:
        """Return the referee's own secrets of a game, by use; each is empty where there is none."""
        rows = self._run(_own_secrets, {"id": game})
        return dict.fromkeys(OWN, b"") | {use: self._vault.unlock(game, use, locked) for use, locked in rows}

    def secrets(self, game: str, prefix: str) -> dict[str, bytes]:
        """Return all secrets of a game whose use begins with a prefix (no % and _ in it), by the rest of their use."""
        rows = self._run(_secrets, {"id": game, "prefix": prefix})
        return {use.removeprefix(prefix): self._vault.unlock(game, use, locked) for use, locked in rows}

    def put_secret(self, game: str, use: str, secret: bytes | None) -> None:
        """Keep a secret, or forget it (None)."""
        self._run(_no_secret, {"id": game, "what": use})
        if secret is not None:
            self._run(_put_secret, {"game": game, "use": use, "locked": self._vault.lock(game, use, secret)})

    # Mail

    def is_known_mail(self, digest: str) -> bool:
        """Tell whether a mail was acted on already."""
        return self._run(_known_mail, {"id": digest}).first() is not None

    def note_mail(self, digest: str, at: int, *, player: str = "", is_answered: bool = False) -> None:
        """Remember that a mail was acted on, whose it was, and whether it got an answer without playing anything."""
        self._run(_put_mail, {"digest": digest, "at": at, "player": player, "is_answered": is_answered})

    def answers(self, player: str, since: int) -> int:
        """Count the mails of a person (empty: of strangers) that were answered since a time without playing."""
        count: int = self._run(_answers, {"id": player, "since": since}).scalar_one()
        return count

    def put_evidence(self, digest: str, content: bytes) -> None:
        """Keep the evidence for a signed sheet; the same sheet has the same."""
        self._run(_no_evidence, {"id": digest})
        self._run(_put_evidence, {"digest": digest, "locked": self._vault.lock("", f"evidence/{digest}", content)})

    def evidence(self, digest: str) -> bytes | None:
        """Return the evidence for a signed sheet."""
        locked = self._run(select(EVIDENCE.c.locked).where(EVIDENCE.c.digest == digest)).scalar()
        return None if locked is None else self._vault.unlock("", f"evidence/{digest}", locked)

    def add_letter(self, due: Due) -> None:
        """Ask for a letter."""
        fields = _fields(due)
        del fields["id"], fields["body"]
        locked = self._vault.lock(due.game, f"letter/{due.player}", due.body)
        self._run(_put_letter, {**fields, "locked": locked, "due": 0, "sent": 0})

    def due_letters(self, now: int) -> list[Due]:
        """Return the letters that are to be tried now, oldest first."""
        rows = self._run(_due, {"now": now, "far": now + FAR})
        return [
            Due(row.id, row.game, row.player, row.seat, row.since, row.upto, row.at, self._body(row), row.tries)
            for row in rows
        ]

    def claim(self, letter: int, *, now: int, until: int) -> bool:
        """Take a due letter in hand; False if somebody else has it, or it is sent."""
        is_free = or_(LETTER.c.due <= now, LETTER.c.due > now + FAR)
        free = update(LETTER).where(LETTER.c.id == letter, LETTER.c.sent == 0, is_free)
        return bool(self._run(free, {"due": until}).rowcount)

    def put_off(self, letter: int, *, tries: int, due: int) -> None:
        """Remember that a letter was not accepted, and when to try again."""
        self._run(update(LETTER).where(LETTER.c.id == letter), {"tries": tries, "due": due})

    def give_up(self, letter: int) -> None:
        """Remember that a letter is not tried any more, unless somebody else has sent it."""
        self._run(update(LETTER).where(LETTER.c.id == letter, LETTER.c.sent == 0), {"sent": -1})

    def _body(self, row: Any) -> bytes:
        return self._vault.unlock(row.game, f"letter/{row.player}", row.locked)

    def last_told(self, game: str, seat: str) -> int:
        """Return up to which size of the record a seat has been told."""
        return self._run(_told, {"id": game, "who": seat}).scalar() or 0

    def note_sent(self, letter: int, at: int) -> bool:
        """Remember that a letter was handed over; False if that was noted before."""
        unsent = update(LETTER).where(LETTER.c.id == letter, LETTER.c.sent == 0)
        return bool(self._run(unsent, {"sent": at}).rowcount)

    # The desk

    def format(self) -> str | None:
        """Return the format number of the tables, as it stands there."""
        value: str | None = self._run(select(DESK.c.value).where(DESK.c.name == "format")).scalar()
        return value

    def put_format(self) -> None:
        """Write the format number of the tables."""
        self._run(insert(DESK), {"name": "format", "value": str(FORMAT)})


def _fields(value: Struct) -> dict[str, Any]:
    return {field: getattr(value, field) for field in value.__struct_fields__}


def _standing(row: Any) -> Standing:
    return Standing(row.id, row.rules, row.phase, Head(row.size, row.head), row.opened)


class Store:
    """The database of a desk."""

    def __init__(self, url: str, folder: Path, vault: Vault, *, create: bool = False) -> None:
        if not url.startswith(sqlite.PREFIX):
            raise BrokenDeskError(f"{url!r} is not a database this version knows; it begins with {sqlite.PREFIX!r}")
        self._path = folder / url.removeprefix(sqlite.PREFIX)
        self._vault = vault
        self._engine = sqlite.open_engine(url, folder, create=create)
        if create:
            with sqlite.explained(self._path):
                SQLModel.metadata.create_all(self._engine)
            with self.write() as change:
                change.put_format()
        self._check_format()

    def _check_format(self) -> None:
        with self.read() as look:
            found = look.format()
        if found != str(FORMAT):
            why = f"this desk has table format {found}, this pbem knows {FORMAT}: use the pbem that made it"
            raise BrokenDeskError(why)

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        """Look at one consistent state of everything."""
        with sqlite.explained(self._path), self._engine.connect() as connection:
            yield Transaction(connection, self._vault)

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """Change things: all of it is durable when this ends, or none of it."""
        with (
            sqlite.explained(self._path),
            self._engine.connect().execution_options(writes=True) as connection,
            connection.begin(),
        ):
            yield Transaction(connection, self._vault)

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()
