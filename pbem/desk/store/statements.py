"""Every statement the store runs, built from the tables. SQLAlchemy writes the SQL; the driver runs it.

A statement takes its values by name. What every order runs is found by an index. A running desk imports none of this,
for SQLAlchemy takes longer to load than a whole command to run: `make sql` writes the texts into the folder `sql`.
"""

from typing import Any

from sqlalchemy import bindparam, delete, func, insert, literal_column, or_, select, union, union_all, update
from sqlmodel import SQLModel

from pbem.desk.store.tables import (
    DeadlineRow,
    DeskRow,
    EntryRow,
    EventRow,
    EvidenceRow,
    GameRow,
    KnownByRow,
    LetterRow,
    MailRow,
    PlayerRow,
    ProviderKeyRow,
    SeatRow,
    SecretRow,
    SnapshotRow,
    TallyRow,
    WakeRow,
)


def _table(row: Any) -> Any:
    return row.__table__  # SQLModel adds it, its types do not say so


ENTRY, GAME, SEAT, SNAPSHOT, SECRET = map(_table, (EntryRow, GameRow, SeatRow, SnapshotRow, SecretRow))
PLAYER, MAIL, LETTER, DESK, EVIDENCE = map(_table, (PlayerRow, MailRow, LetterRow, DeskRow, EvidenceRow))
PROVIDER_KEY, TALLIED, KNOWN_BY, WAKE = map(_table, (ProviderKeyRow, TallyRow, KnownByRow, WakeRow))
DEADLINE, EVENT = map(_table, (DeadlineRow, EventRow))


def _insert(table: Any, *, given: str = "") -> Any:
    """Insert a row; the column `given` gets its value from the database."""
    names = [column.name for column in table.columns if column.name != given]
    return insert(table).values({name: bindparam(name) for name in names}).inline()


def _update(table: Any, *names: str) -> Any:
    return update(table).values({name: bindparam(name) for name in names})


def _at_most(most: Any, statement: Any) -> Any:
    return statement.limit(most).offset(literal_column("0"))  # else SQLAlchemy makes it a value without a name


# Of every table all rows, in an order that is the same in every database; and how one is put into another database.
ROWS = {table.name: select(table).order_by(*table.primary_key) for table in SQLModel.metadata.sorted_tables}
PUT_ROW = {table.name: _insert(table) for table in SQLModel.metadata.sorted_tables}

PUT_PLAYER = _insert(PLAYER)
NO_PLAYER = delete(PLAYER).where(PLAYER.c.name == bindparam("name")).returning(PLAYER)
PLAYERS = select(PLAYER).order_by(PLAYER.c.name)
PLAYERS_AFTER = _at_most(
    bindparam("most"), select(PLAYER).where(PLAYER.c.name > bindparam("after")).order_by(PLAYER.c.name)
)
PLAYERS_COUNT = select(func.count()).where(PLAYER.c.name > bindparam("after"))
PLAYER_NAMED = select(PLAYER).where(PLAYER.c.name == bindparam("name"))
PLAYER_BY_KEY = select(PLAYER).where(PLAYER.c.key_id == bindparam("key_id"))
KEY_BETWEEN = _at_most(
    literal_column("1"),
    select(PLAYER.c.key_id).where(PLAYER.c.key_id >= bindparam("first"), PLAYER.c.key_id < bindparam("end")),
)

PUT_KNOWN = _insert(KNOWN_BY)
NOT_KNOWN = delete(KNOWN_BY).where(KNOWN_BY.c.what == bindparam("what"), KNOWN_BY.c.name == bindparam("name"))
KNOWN_OF = select(KNOWN_BY.c.what).where(KNOWN_BY.c.name == bindparam("name"))
PLAYERS_KNOWN_BY = (
    select(PLAYER)
    .where(KNOWN_BY.c.what == bindparam("what"), PLAYER.c.name == KNOWN_BY.c.name)
    .order_by(KNOWN_BY.c.name)
)
KNOWN = select(KNOWN_BY)

APPEND = _insert(ENTRY)
RAWS = (
    select(ENTRY.c.raw)
    .where(ENTRY.c.game == bindparam("game"), ENTRY.c.seq >= bindparam("first"), ENTRY.c.seq < bindparam("end"))
    .order_by(ENTRY.c.seq)
)
HASH = select(ENTRY.c.hash).where(ENTRY.c.game == bindparam("game"), ENTRY.c.seq == bindparam("at"))
MEND_HASH = _update(ENTRY, "hash").where(
    ENTRY.c.game == bindparam("game"), ENTRY.c.seq == bindparam("at"), ENTRY.c.hash != bindparam("hash")
)
GAME_IDS = select(ENTRY.c.game).where(ENTRY.c.seq == literal_column("0")).order_by(ENTRY.c.game)

PUT_GAME = _insert(GAME)
# Phases are in an index, and change seldom: a move that leaves one as it is does not write there.
STAND = _update(GAME, "size", "head", "asked").where(GAME.c.id == bindparam("game"), GAME.c.phase == bindparam("phase"))
STAND_ANEW = _update(GAME, "phase", "size", "head", "asked").where(GAME.c.id == bindparam("game"))
STANDING = select(GAME).where(GAME.c.id == bindparam("game"))
STANDINGS = select(GAME).order_by(GAME.c.opened, GAME.c.id)
COUNTS = select(GAME.c.phase, GAME.c.rules, func.count()).group_by(GAME.c.phase, GAME.c.rules)
_newest = (GAME.c.opened.desc(), GAME.c.id.desc())
NEWEST = _at_most(
    bindparam("most"),
    select(GAME).where(GAME.c.phase == bindparam("phase"), GAME.c.rules == bindparam("rules")).order_by(*_newest),
)
NEWEST_OF = (
    select(GAME).where(GAME.c.id.in_(select(SEAT.c.game).where(SEAT.c.name == bindparam("name")))).order_by(*_newest)
)
HEADS = select(GAME.c.id, GAME.c.size, GAME.c.head).where(GAME.c.phase == bindparam("phase"))
IDS = select(GAME.c.id)
PUT_SEAT = _insert(SEAT)
NO_SEAT = delete(SEAT).where(SEAT.c.game == bindparam("game"), SEAT.c.seat == bindparam("seat"))
SEATS_IN_PLAY = (
    select(SEAT.c.game, SEAT.c.seat)
    .where(
        SEAT.c.name == bindparam("name"),
        GAME.c.id == SEAT.c.game,
        or_(GAME.c.phase == literal_column("'seating'"), GAME.c.phase == literal_column("'running'")),
    )
    .order_by(SEAT.c.game)
)
PUT_SNAPSHOT = _insert(SNAPSHOT)
NO_SNAPSHOT = delete(SNAPSHOT).where(SNAPSHOT.c.game == bindparam("game"), SNAPSHOT.c.seq == bindparam("at"))
SNAPSHOTS_DOWN = (
    select(SNAPSHOT.c.seq, SNAPSHOT.c.hash, SNAPSHOT.c.version, SNAPSHOT.c.locked)
    .where(SNAPSHOT.c.game == bindparam("game"), SNAPSHOT.c.seq <= bindparam("at"))
    .order_by(SNAPSHOT.c.seq.desc())
)
LAST_SNAPSHOT = select(func.max(SNAPSHOT.c.seq)).where(
    SNAPSHOT.c.game == bindparam("game"), SNAPSHOT.c.seq <= bindparam("at")
)
PUT_WAKE = _insert(WAKE)
NO_WAKE = delete(WAKE).where(WAKE.c.game == bindparam("game"))
WAKE_OF = select(WAKE.c.at).where(WAKE.c.game == bindparam("game"))
AWAKE = _at_most(
    bindparam("most"),
    select(WAKE.c.game, WAKE.c.at).where(WAKE.c.at <= bindparam("upto")).order_by(WAKE.c.at, WAKE.c.game),
)
WAKE_ALL = _update(WAKE, "at")
PUT_DEADLINE = _insert(DEADLINE)
NO_DEADLINE = delete(DEADLINE).where(DEADLINE.c.game == bindparam("game"))
DEADLINE_OF = select(DEADLINE.c.due).where(DEADLINE.c.game == bindparam("game"))
_passed = DEADLINE.c.due < bindparam("upto")
DEADLINES = _at_most(bindparam("most"), select(DEADLINE).where(_passed).order_by(DEADLINE.c.due, DEADLINE.c.game))
PASSED = select(func.count()).where(_passed)
PUT_EVENT = _insert(EVENT)
NO_EVENT = delete(EVENT).where(EVENT.c.id == bindparam("event"))
EVENT_OF = select(EVENT).where(EVENT.c.id == bindparam("event"))
EVENTS = select(EVENT).order_by(EVENT.c.opened.desc(), EVENT.c.id.desc())
EVENTS_ON = (
    select(EVENT)
    .where(or_(EVENT.c.phase == literal_column("'entering'"), EVENT.c.phase == literal_column("'running'")))
    .order_by(EVENT.c.opened, EVENT.c.id)
)
_of_event = GAME.c.id > bindparam("first"), GAME.c.id < bindparam("end")  # ids of tables begin with that of their event
GAMES_OF = select(GAME.c.id).where(*_of_event).order_by(GAME.c.id)
ENDED_OF = GAMES_OF.where(or_(GAME.c.phase == literal_column("'over'"), GAME.c.phase == literal_column("'void'")))
PROJECTED_IDS = union(select(GAME.c.id), select(SEAT.c.game), select(SNAPSHOT.c.game), select(EVENT.c.id))
SEATS_IN = select(SEAT).where(SEAT.c.game == bindparam("game")).order_by(SEAT.c.seat)
NO_PROJECTIONS = (
    delete(GAME).where(GAME.c.id == bindparam("game")),
    delete(EVENT).where(EVENT.c.id == bindparam("game")),
    delete(SEAT).where(SEAT.c.game == bindparam("game")),
    delete(SNAPSHOT).where(SNAPSHOT.c.game == bindparam("game")),
    delete(WAKE).where(WAKE.c.game == bindparam("game")),
    delete(DEADLINE).where(DEADLINE.c.game == bindparam("game")),
)

PUT_SECRET = _insert(SECRET)
NO_SECRET = delete(SECRET).where(SECRET.c.game == bindparam("game"), SECRET.c.use == bindparam("use")).returning(SECRET)
SECRET_FOR = select(SECRET.c.locked).where(SECRET.c.game == bindparam("game"), SECRET.c.use == bindparam("use"))
FROZEN = (  # as the index secret_frozen says
    select(SECRET.c.game)
    .where(SECRET.c.use >= literal_column("'frozen'"), SECRET.c.use < literal_column("'frozeo'"))
    .distinct()
)
_of_game = select(SECRET.c.use, SECRET.c.locked).where(SECRET.c.game == bindparam("game"))


def _from_to(first: str, end: str) -> Any:
    return _of_game.where(SECRET.c.use >= literal_column(f"'{first}'"), SECRET.c.use < literal_column(f"'{end}'"))


# What `drawer.py` keeps at hand. Each part is a place in the index: all secrets of a game may be very many.
SECRETS_AT_HAND = union_all(
    *(_of_game.where(SECRET.c.use == literal_column(f"'{use}'")) for use in ("asked", "hidden", "seal")),
    *(_from_to(first, end) for first, end in (("frozen", "frozeo"), ("n/", "n0"), ("plan/", "plan0"))),
)
SECRETS_BETWEEN = select(SECRET.c.use, SECRET.c.locked).where(
    SECRET.c.game == bindparam("game"), SECRET.c.use >= bindparam("first"), SECRET.c.use < bindparam("end")
)

PUT_MAIL = _insert(MAIL)
NO_MAIL = delete(MAIL).where(MAIL.c.digest == bindparam("digest")).returning(MAIL)
KNOWN_MAIL = select(MAIL.c.at).where(MAIL.c.digest == bindparam("digest"))
ANSWERS = select(func.count()).where(
    MAIL.c.player == bindparam("player"), MAIL.c.at > bindparam("since"), MAIL.c.is_answered
)
PUT_EVIDENCE = _insert(EVIDENCE)
NO_EVIDENCE = delete(EVIDENCE).where(EVIDENCE.c.digest == bindparam("digest")).returning(EVIDENCE)
EVIDENCE_BETWEEN = select(EVIDENCE.c.digest).where(
    EVIDENCE.c.digest >= bindparam("first"), EVIDENCE.c.digest < bindparam("end")
)
EVIDENCE_FOR = select(EVIDENCE.c.locked).where(EVIDENCE.c.digest == bindparam("digest"))
PUT_PROVIDER_KEY = _insert(PROVIDER_KEY)
PROVIDER_KEY_AGAIN = _update(PROVIDER_KEY, "last", "until").where(
    PROVIDER_KEY.c.name == bindparam("host"), PROVIDER_KEY.c.record == bindparam("found")
)
PROVIDER_KEYS = (
    select(PROVIDER_KEY)
    .where(PROVIDER_KEY.c.name == bindparam("host"))
    .order_by(PROVIDER_KEY.c.last.desc(), PROVIDER_KEY.c.first.desc())
)

_counted = LETTER.c.game, LETTER.c.locked, LETTER.c.id  # what tallies count of a letter
PUT_LETTER = _insert(LETTER, given="id").returning(*_counted)
_told = select(func.max(LETTER.c.upto)).where(LETTER.c.game == bindparam("game"), LETTER.c.seat == bindparam("seat"))
PUT_NEXT_LETTER = PUT_LETTER.values(since=func.coalesce(_told.scalar_subquery(), literal_column("0")))
_unsent = LETTER.c.sent == literal_column("0")  # as the index letter_due says
_is_free = or_(LETTER.c.due <= bindparam("now"), LETTER.c.due > bindparam("far"))
_as_due = [LETTER.c[name] for name in ("id", "game", "player", "seat", "since", "upto", "at", "locked", "tries")]
DUE = select(*_as_due).where(_unsent, _is_free).order_by(LETTER.c.id)
# What another claims at the same moment is passed over, not waited for. A table of its own is read once: a server that
# looked anew for each row would find others every time, and claim more than was asked for.
_first = (
    _at_most(bindparam("most"), select(LETTER.c.id).where(_unsent, _is_free).order_by(LETTER.c.id))
    .with_for_update(skip_locked=True)
    .cte("first")
)
CLAIM = update(LETTER).values(due=bindparam("until")).where(LETTER.c.id.in_(select(_first.c.id))).returning(*_as_due)
_after = LETTER.c.id > bindparam("after"), LETTER.c.game != literal_column("''")
WRITTEN_TO = select(LETTER.c.game).where(*_after)
NEWEST_LETTER = _at_most(
    literal_column("1"), select(LETTER.c.id, LETTER.c.locked).where(*_after).order_by(LETTER.c.id.desc())
)
LETTER_LOCK = select(LETTER.c.locked).where(LETTER.c.id == bindparam("letter"))
PUT_OFF = _update(LETTER, "tries", "due").where(LETTER.c.id == bindparam("letter"))
UNSENT = select(func.count(), func.min(LETTER.c.at)).where(_unsent)
STUCK = select(func.count()).where(_unsent, LETTER.c.tries > literal_column("0"))
UNSENT_TO = select(func.count()).where(_unsent, LETTER.c.player == bindparam("player"))
_this_unsent = LETTER.c.id == bindparam("letter"), _unsent
NO_LETTER = delete(LETTER).where(*_this_unsent).returning(*_counted)
SENT = _update(LETTER, "sent").where(*_this_unsent).returning(*_counted)

DESK_FACT = select(DESK.c.value).where(DESK.c.name == bindparam("name"))
PUT_DESK_FACT = _insert(DESK)
NO_DESK_FACT = delete(DESK).where(DESK.c.name == bindparam("name")).returning(DESK)

TALLY_OF = select(TALLIED.c.sums).where(TALLIED.c.lane == bindparam("lane")).with_for_update()
TALLY = update(TALLIED).values(sums=bindparam("sums")).where(TALLIED.c.lane == bindparam("lane"))
PUT_TALLY = _insert(TALLIED)
TALLIES = select(TALLIED).order_by(TALLIED.c.lane)
NO_TALLIES = delete(TALLIED)
COUNTED = (  # what tallies count of each table
    select(DESK),
    select(PLAYER),
    select(ENTRY.c.game, ENTRY.c.seq),
    select(SECRET),
    select(MAIL),
    select(EVIDENCE),
    select(PROVIDER_KEY.c.name, PROVIDER_KEY.c.record, PROVIDER_KEY.c.first),
    select(*_counted),
    select(*_counted).where(LETTER.c.sent != literal_column("0")),
    select(TALLIED.c.lane).where(TALLIED.c.lane != literal_column("''")),
)
