"""The tables of a desk. Rows never leave the store: these classes accept wrong types silently.

They are the source of `schema.sql`: whoever changes them writes the same there, and a test holds it.
"""

from typing import Any

from sqlalchemy import BigInteger, Column, Index, Integer, String, text
from sqlalchemy.ext.compiler import compiles
from sqlmodel import Field, SQLModel


@compiles(Integer, "postgresql")
def _wide(_type: Any, _compiler: Any, **_options: Any) -> str:
    """Sizes and times are whole numbers of any size, in SQLite by nature."""
    return "BIGINT"


@compiles(String, "postgresql")
def _in_order_of_bytes(_type: Any, _compiler: Any, **_options: Any) -> str:
    """Texts are sorted by their bytes, as in SQLite: else those with a common beginning do not stand together."""
    return 'TEXT COLLATE "C"'


class DeskRow(SQLModel, table=True):
    """Facts about the desk itself."""

    __tablename__ = "desk"
    name: str = Field(primary_key=True)
    value: str


class PlayerRow(SQLModel, table=True):
    """A person at this desk. The address never enters a record."""

    __tablename__ = "player"
    # For no search: what is written twice lets `pbem check` see when a byte of it is not what it was.
    # PostgreSQL keeps checksums of its own, and cannot index a long key.
    __table_args__ = (
        Index("player_twice", "address", "language", "publishes", "zone", "key", info={"only": "sqlite"}),
    )
    name: str = Field(primary_key=True)
    address: str
    language: str
    key_id: str = Field(index=True)
    key: bytes
    publishes: bool
    zone: str  # of the clock by which he reads times


class KnownByRow(SQLModel, table=True):
    """Projection: what a person is looked up by, see `knowing.py`."""

    __tablename__ = "known_by"
    what: str = Field(primary_key=True)
    name: str = Field(primary_key=True, index=True)


class EntryRow(SQLModel, table=True):
    """An entry: the exact bytes are the truth."""

    __tablename__ = "entry"
    game: str = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    hash: bytes
    raw: bytes


class GameRow(SQLModel, table=True):
    """Projection: where each game stands."""

    __tablename__ = "game"
    __table_args__ = (Index("game_listed", "phase", "rules", "opened", "id"),)
    id: str = Field(primary_key=True)
    rules: str
    phase: str
    size: int
    head: bytes
    opened: int
    asked: str  # the seats that are waited for, with blanks between; everybody may know them


class WakeRow(SQLModel, table=True):
    """Projection: when something is to be done in a game although nobody writes; there are deadlines, and reminders."""

    __tablename__ = "wake"
    game: str = Field(primary_key=True)
    at: int = Field(index=True)


class DeadlineRow(SQLModel, table=True):
    """Projection: the first deadline of a game by its record alone, whoever has answered; for lists of who is late."""

    __tablename__ = "deadline"
    game: str = Field(primary_key=True)
    due: int = Field(index=True)


class SeatRow(SQLModel, table=True):
    """Projection: who holds which seat."""

    __tablename__ = "seat"
    game: str = Field(primary_key=True)
    seat: str = Field(primary_key=True)
    name: str = Field(index=True)
    key_id: str


class EventRow(SQLModel, table=True):
    """Projection: where each event stands."""

    __tablename__ = "event"
    id: str = Field(primary_key=True)
    title: str
    rules: str
    phase: str = Field(index=True)
    size: int
    head: bytes
    opened: int
    players: int  # who have entered and not left
    playing: int  # games whose results are awaited
    wake: int  # when something is to be done although nobody writes; 0: nothing is


class SnapshotRow(SQLModel, table=True):
    """Projection, thrown away at will: the match after an entry, encrypted."""

    __tablename__ = "snapshot"
    game: str = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    hash: bytes
    version: int
    locked: bytes


class SecretRow(SQLModel, table=True):
    """The referee's secrets of a game, encrypted.

    Uses are `rungs`, `hidden`, `seal`, `luck/SEAT`, `move/SEQ`, `order/SEQ` and `plan/SEAT`; `choice/SEQ`, what bound a
    hosted seat by an order that was imported; `n/SEAT`, which of its sheets a seat signed last; `frozen` and what
    begins so, see `matches/freezing.py`; `anew`, the size at which everybody was asked anew; `sheet/DIGEST`, a sheet
    entered at the desk that its player has a receipt for. The game "" is the desk itself: `enrol/KEY` are people who
    asked by mail to be enrolled and have not proved their address yet, `newkey/NAME/KEY` changes of key under way,
    `warned/NAME` when somebody was last told of unsigned orders, `volunteer/GAME/NAME` who would take over a seat,
    `pass/NAME` and `asked` what tokens for words to the desk are made with, `watching/NAME/GAME` who watches what,
    `once/NAME` what somebody was called before, `outage/BEGIN` when no mail was read, `trouble/GAME` what goes wrong.
    Of an offer there are `offer`, until when people may join, and `offer/luck`; of a game that is watched `watch/NAME`,
    up to where that person was told; `bounced/LETTER`, that a letter did not reach its seat. Of an event there are
    `rungs`, `event` (the secret that the dice of its tables follow from), `seal`, and `order/SEQ`, what somebody said
    in it, and `told/WHAT`, of what its director was told.
    """

    __tablename__ = "secret"
    __table_args__ = (  # which games are frozen
        Index(
            "secret_frozen",
            "use",
            "game",
            sqlite_where=text("use >= 'frozen' AND use < 'frozeo'"),
            postgresql_where=text("use >= 'frozen' AND use < 'frozeo'"),
        ),
    )
    game: str = Field(primary_key=True)
    use: str = Field(primary_key=True)
    locked: bytes


class MailRow(SQLModel, table=True):
    """What was acted on already, by the digest of its content."""

    __tablename__ = "mail"
    __table_args__ = (  # how many answers somebody got lately
        Index(
            "mail_answers",
            "player",
            "at",
            sqlite_where=text("is_answered = 1"),
            postgresql_where=text("is_answered"),
        ),
    )
    digest: str = Field(primary_key=True)
    at: int
    player: str  # who signed it; empty: a stranger
    is_answered: bool  # it played nothing and was answered all the same


class EvidenceRow(SQLModel, table=True):
    """What was signed, by which key, and the proof, encrypted; named by the digest of the signed bytes, and the key."""

    __tablename__ = "evidence"
    digest: str = Field(primary_key=True)
    locked: bytes


class ProviderKeyRow(SQLModel, table=True):
    """A key record that a mail provider has published, with the times at which DNS first and last gave it.

    Providers change their keys. What was signed stays checkable by the record of its time.
    """

    __tablename__ = "provider_key"
    name: str = Field(primary_key=True)
    record: bytes = Field(primary_key=True)
    first: int
    last: int
    until: int  # DNS need not be asked again before


class LetterRow(SQLModel, table=True):
    """A letter that is due: to whom, about which part of which record; rendered when it is sent.

    Without a seat it is a slip, which is about no position; without a player it goes to the address it holds.
    """

    __tablename__ = "letter"
    __table_args__ = (
        Index("letter_told", "game", "seat", "upto"),  # an order asks for the last letter to each seat
        Index("letter_due", "id", sqlite_where=text("sent = 0"), postgresql_where=text("sent = 0")),
    )
    id: int | None = Field(
        default=None, sa_column=Column(BigInteger().with_variant(Integer(), "sqlite"), primary_key=True)
    )
    game: str
    player: str
    seat: str
    since: int
    upto: int
    at: int
    tries: int = 0
    due: int = 0  # when to try next; while somebody tries, when to give him up
    locked: bytes
    sent: int = 0


class TallyRow(SQLModel, table=True):
    """How many rows there are and which: of a game, or (lane "") of the desk; see `tallies.py`."""

    __tablename__ = "tally"
    lane: str = Field(primary_key=True)
    sums: bytes
