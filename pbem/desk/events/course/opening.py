"""Opening an event: what a director asks for, and what is refused before anything is written."""

from msgspec import Struct

from pbem.characters import is_printable
from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.events.event_store import keep_event, write_event_secrets
from pbem.desk.heartbeat import begin_beating
from pbem.desk.store.transaction import Transaction
from pbem.games.found import find
from pbem.games.game import Data
from pbem.mail.block.block import DESK
from pbem.record.dice.fair import ladder
from pbem.record.events.law.kinds import EVENT_ID, Entries
from pbem.record.log.kinds import HERE
from pbem.record.log.pace import Pace
from pbem.tournament.director.acts.opening import EventTerms, open_event
from pbem.tournament.director.acts.unfinished import ends_by_defaults
from pbem.tournament.director.clerk import EventSecrets, Written
from pbem.tournament.director.errors import DirectorError
from pbem.tournament.director.event import Event
from pbem.tournament.values import Form

_TITLE = 200


class NewEvent(Struct, frozen=True, kw_only=True):
    """What a director asks for when an event is to be opened; instants are unix seconds."""

    id: str
    title: str
    rules: str
    form: Form
    entries: Entries
    rounds: tuple[int, ...]
    checkin: int = 0
    beacon: str = ""
    options: dict[str, str] = {}
    table: Data = None
    pace: Pace | None = None
    most_games: int = 0
    unfinished: str = "director"
    accepts: tuple[str, ...] = ()


def new_event(desk: Desk, asked: NewEvent) -> Event:
    """Open an event; UsageError if it cannot be held like this."""
    if not EVENT_ID.fullmatch(asked.id) or asked.id == DESK:
        allowed = f"letters, digits, _ and -, at most 40, and not {DESK!r}"
        raise UsageError(f"{asked.id!r} cannot be an event's id: {allowed}")
    if not 0 < len(asked.title) <= _TITLE or not is_printable(asked.title):
        raise UsageError(f"a title is 1 to {_TITLE} printable characters")
    if asked.rules not in find():
        raise UsageError(f"there is no game {asked.rules!r}; there is {', '.join(find())}")
    secrets = EventSecrets(ladder(asked.id, desk.entropy()), desk.entropy(), desk.entropy())
    terms = EventTerms(
        id=asked.id,
        title=asked.title,
        rules=asked.rules,
        form=asked.form,
        referee=desk.settings.referee.name,
        key=desk.public_key.hex(),
        accepts=(*asked.accepts, *HERE),
        entries=asked.entries,
        rounds=asked.rounds,
        checkin=asked.checkin,
        beacon=asked.beacon,
        options=asked.options,
        table=asked.table,
        pace=asked.pace,
        most_games=asked.most_games,
        unfinished=asked.unfinished,
    )
    _opened(terms, secrets, desk.now())
    if asked.unfinished == "default" and not ends_by_defaults(terms):
        raise UsageError(
            f"games of {asked.rules} do not end by their default moves, so nothing could be played out: "
            "take `--unfinished director`, and rule what is unfinished"
        )
    with desk.store.write(asked.id) as change:
        _check_free(desk, change, asked.id)
        if asked.entries.until <= desk.now():
            raise UsageError("the entries would be closed before anybody can enter")
        written = _opened(terms, secrets, desk.now())
        write_event_secrets(change, asked.id, secrets)
        if asked.pace is not None:
            begin_beating(desk, change)
        keep_event(change, written)
    return desk.events.put(asked.id, written.event)


def _opened(terms: EventTerms, secrets: EventSecrets, now: int) -> Written:
    try:
        return open_event(terms, secrets, now)
    except DirectorError as error:
        raise UsageError("\n".join(error.faults)) from None


def _check_free(desk: Desk, look: Transaction, id_: str) -> None:
    """Raise UsageError if an id is taken: events, games and the tables of events share their ids."""
    if look.events.find(id_) or look.games.find(id_):
        raise UsageError(f"there is an event or a game {id_!r} already")
    if desk.store.marks.of(id_):  # a second event of that name would be a second history of the first
        raise UsageError(f"there was a record {id_!r} here before the database was restored: choose another id")
    if taken := look.events.games_of(id_):
        raise UsageError(f"a table of {id_!r} could not be called {taken[0]!r}: there is a game of that id")
