"""How an event begins: what a director decides, and what cannot be held so."""

from collections.abc import Iterator

from msgspec import Struct, to_builtins

from pbem.games.found import named
from pbem.games.game import AnyGame, Data, Seat
from pbem.phrases import counted
from pbem.record.events.law.book_steps import begin
from pbem.record.events.law.chance import secret_commitment
from pbem.record.events.law.entry import write
from pbem.record.events.law.kinds import Entries
from pbem.record.log.entry import Head
from pbem.record.log.kinds import FORMAT
from pbem.record.log.pace import Pace, runs_out
from pbem.tournament.director.clerk import EventSecrets, Written
from pbem.tournament.director.errors import DirectorError
from pbem.tournament.director.event import Event
from pbem.tournament.director.following import form_faults
from pbem.tournament.event import faults
from pbem.tournament.values import Form


class EventTerms(Struct, frozen=True, kw_only=True):
    """What a director decides before an event is opened."""

    id: str
    title: str
    rules: str
    form: Form
    referee: str
    key: str  # the referee's public key, hex
    accepts: tuple[str, ...]
    entries: Entries
    rounds: tuple[int, ...]  # when each ends
    checkin: int = 0  # until when lucks are revealed; 0: none are asked
    beacon: str = ""  # which public number will be entered
    options: dict[str, str] = {}
    table: Data = None  # None: the table the game ships
    pace: Pace | None = None
    most_games: int = 0
    unfinished: str = "default"


def open_event(terms: EventTerms, secrets: EventSecrets, now: int) -> Written:
    """Open an event; DirectorError if it cannot be held like this."""
    game = named(terms.rules)
    if wrong := tuple(_faults(terms, game)):
        raise DirectorError(*wrong)
    try:
        entry = write(Head.empty, _body(terms, secrets, now))
    except ValueError as error:
        raise DirectorError(str(error)) from None
    book = begin(entry)
    if wrong := form_faults(book, terms.form):
        raise DirectorError(*wrong)
    return Written(Event(book, terms.form), (entry,))


def _body(terms: EventTerms, secrets: EventSecrets, now: int) -> dict[str, Data]:
    game = named(terms.rules)
    return {
        "accepts": list(terms.accepts),
        "at": now,
        "beacon": terms.beacon,
        "checkin": terms.checkin or terms.entries.until,
        "dice": {"n": secrets.rungs.n, "anchor": secrets.rungs.anchor.hex()},
        "entries": to_builtins(terms.entries),
        "form": to_builtins(terms.form),
        "format": FORMAT,
        "game": terms.id,
        "key": terms.key,
        "kind": "event",
        "luck": "asked" if terms.checkin else "none",
        "most_games": terms.most_games,
        "options": terms.options,
        "pace": None if terms.pace is None else to_builtins(terms.pace),
        "referee": terms.referee,
        "rounds": list(terms.rounds),
        "rules": {"key": terms.rules, "version": game.meta.version},
        "seats": list(game.meta.seats[: terms.form.table]),
        "secret": secret_commitment(terms.id, secrets.event).hex(),
        "table": _component_table(terms, game),
        "title": terms.title,
        "unfinished": terms.unfinished,
    }


def _component_table(terms: EventTerms, game: AnyGame) -> Data:
    return game.table() if terms.table is None else terms.table


def _faults(terms: EventTerms, game: AnyGame) -> Iterator[str]:
    """Yield why an event cannot be held like this, one line each."""
    allowed = [size for size in range(2, len(game.meta.seats) + 1) if not _seat_faults(terms, game, size)]
    if not allowed:
        yield from _seat_faults(terms, game, terms.form.table)
        return
    yield from faults(terms.form, allowed)
    if terms.entries.until < 1 or not terms.rounds:
        yield "an event says when entries close, and when each round ends"
        return
    if 0 < terms.checkin <= terms.entries.until:
        yield "lucks are revealed when the entries are closed: let the check-in end later than they do"
    if terms.pace is not None:
        yield from _slow_rounds(terms, game, terms.pace)


def _seat_faults(terms: EventTerms, game: AnyGame, size: int) -> tuple[str, ...]:
    """Return why so many cannot play a game by these terms."""
    seats = tuple(map(Seat, game.meta.seats[:size]))
    return game.faults(seats=seats, options=terms.options, table=_component_table(terms, game))


def _slow_rounds(terms: EventTerms, game: AnyGame, pace: Pace) -> Iterator[str]:
    """Yield which rounds are too short for games in which everybody takes all the time he has."""
    begin = terms.checkin or terms.entries.until
    for number, end in enumerate(terms.rounds, 1):
        last = runs_out(pace, begin, longest_game(game, terms.form.table, pace), ())
        if last > end:
            days = -(-(last - end) // 86_400)
            short = counted(days, "day", "days")
            yield f"round {number} is {short} too short for a game in which everybody takes his time at this pace"
        begin = end


def longest_game(game: AnyGame, players: int, pace: Pace) -> int:
    """Return how many seconds a usual game lasts if everybody takes all the time that the pace gives him."""
    turns = game.meta.turns.get(players, 0)
    return players * (pace.bank + max(0, turns - 1) * pace.add)
