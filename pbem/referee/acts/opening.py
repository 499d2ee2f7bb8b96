"""How a match begins: it is opened, its seats are taken, luck is committed and revealed, it starts."""

from collections.abc import Mapping

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pbem.games.found import named
from pbem.games.game import Data, Seat
from pbem.record.dice.fair import EVENT, game_key, hidden_commitment, luck_commitment
from pbem.record.log.entry import Head, write
from pbem.record.log.kinds import FORMAT, OfEvent
from pbem.record.log.pace import Pace
from pbem.referee.acts.scribe import Scribe
from pbem.referee.language.phrases import say
from pbem.referee.language.plan import Source
from pbem.referee.match.decided import Decided
from pbem.referee.match.follow import begin
from pbem.referee.match.free import free_seats, uncommitted
from pbem.referee.match.match import Holder, Match, asks_of, position_digest
from pbem.referee.match.secrets import Secrets


class OpeningTerms(Struct, frozen=True):
    """What a host decides before a game is opened."""

    id: str
    rules: str
    holders: dict[Seat, Holder]
    referee: str
    key: str  # the referee's public key, hex
    accepts: tuple[str, ...]
    options: dict[str, str] = {}
    table: Data = None  # None: the table the game ships
    luck: bool = False  # every seat commits luck before the start
    hosted: tuple[Seat, ...] = ()  # seats whose players can read what the desk keeps secret
    pace: Pace | None = None  # None: nobody has a deadline
    seats: tuple[Seat, ...] = ()  # of an offer, also those that nobody holds yet; empty: just those that are held
    event: OfEvent | None = None  # the table of an event that the game is
    event_key: str = ""  # K of that event, hex: the luck of all who entered goes into the dice of each table


class BadTermsError(ValueError):
    """A game cannot be opened like this; `faults` says why, one line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def open_match(terms: OpeningTerms, secrets: Secrets, now: int) -> Decided:
    """Open a game, seat its players and, unless luck is asked of them first, start it."""
    game = named(terms.rules)
    table = game.table() if terms.table is None else terms.table
    named_seats = {*terms.seats, *terms.holders}
    seats = tuple(Seat(seat) for seat in game.meta.seats if seat in named_seats)
    if unknown := named_seats - set(seats):
        raise BadTermsError(tuple(f"there is no seat {seat!r}" for seat in sorted(unknown)))
    if faults := game.faults(seats=seats, options=terms.options, table=table):
        raise BadTermsError(faults)
    body = {
        "at": now,
        "game": terms.id,
        "kind": "open",
        "rules": {"key": terms.rules, "version": game.meta.version},
        "table": table,
        "options": terms.options,
        "seats": list(seats),
        "referee": terms.referee,
        "key": terms.key,
        "dice": {"n": secrets.rungs.n, "anchor": secrets.rungs.anchor.hex()},
        "hidden": hidden_commitment(terms.id, secrets.hidden).hex(),
        "accepts": list(terms.accepts),
        "format": FORMAT,
        "hosted": list(terms.hosted),
        "pace": None if terms.pace is None else to_builtins(terms.pace),
        "event": None if terms.event is None else to_builtins(terms.event),
    }
    entry = write(Head.empty, body)
    scribe = Scribe(begin(entry), {}, secrets, now)
    scribe.entries.append(entry)
    for seat in seats:
        if seat in terms.holders:
            scribe.take_seat(seat, terms.holders[seat])
    if not terms.luck and not free_seats(scribe.match):
        start(scribe, {} if terms.event is None else {EVENT: terms.event_key})
    return scribe.decided()


def commit_luck(scribe: Scribe, seat: Seat, commitment: str, source: Source) -> str | None:
    """Take a seat's luck commitment into the record; or say in its player's language why not."""
    holder = scribe.match.holders[seat]
    if scribe.match.phase != "seating":
        return say("luck_late", source.language)
    if holder.luck:
        return say("luck_twice", source.language)
    word = scribe.order(seat, source, "luck")
    scribe.take_seat(seat, replace(holder, luck=commitment), word)
    return None


def check_luck(match: Match, seat: Seat, luck: str, language: str) -> str | None:
    """Say in a language why a revealed luck cannot be taken, or None."""
    if match.phase != "seating":
        return say("reveal_late", language)
    if missing := uncommitted(match):
        return say("reveal_early", language, missing=", ".join(match.game.called(seat, language) for seat in missing))
    if luck_commitment(match.id, seat, bytes.fromhex(luck)).hex() != match.holders[seat].luck:
        return say("reveal_other", language)
    return None


def start(scribe: Scribe, luck: Mapping[str, str]) -> None:
    """Lay out the game with everybody's luck, and play on as far as nobody must be asked."""
    match = scribe.match
    scribe.match = replace(match, key=game_key(match.terms, luck))
    roller = scribe.roller()
    step = match.game.setup(seats=match.seats, options=match.terms.options, table=match.terms.table, chance=roller)
    position = position_digest(match.game, step.state)
    scribe.match = replace(scribe.match, phase="running", state=step.state, used=roller.used)
    scribe.append("start", luck=dict(luck), chance=roller.log, position=position, asks=asks_of(scribe.match))
    scribe.tell(step.happenings)
    scribe.run()
