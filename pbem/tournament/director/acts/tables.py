"""The tables of an event and their games: which can be opened, by which terms and secrets, and what they came to."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from pbem.games.game import Seat
from pbem.record.dice.fair import ladder
from pbem.record.errors import IntegrityError
from pbem.record.events.checks.games import Facts, check_game, facts_of, how_ended, is_derived, substitutes
from pbem.record.events.law.book import Named
from pbem.record.events.law.chance import Place, table_secret
from pbem.record.log.chain import Log
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import OfEvent
from pbem.referee.acts.opening import OpeningTerms
from pbem.referee.match.match import Holder
from pbem.referee.match.secrets import Secrets
from pbem.tournament.director.clerk import Clerk, EventSecrets, Written
from pbem.tournament.director.errors import DirectorError
from pbem.tournament.director.event import Event


class Sitting(Struct, frozen=True):
    """A table that has no game yet: where it is, which id its game has, and who sits in which seat."""

    place: Place
    id: str
    players: dict[Seat, str]


def sittings(event: Event) -> tuple[Sitting, ...]:
    """Return the tables whose games can be opened now, in order; nobody gets more games at once than the terms say."""
    return tuple(_sittings(event))


def _sittings(event: Event) -> Iterator[Sitting]:
    book = event.book
    most = book.terms.most_games
    busy = Counter({name: book.playing(name) for name in book.players})
    if book.phase != "running":
        return
    for place, seating in book.open_tables():
        if seating.game or (most and any(busy[player] >= most for player in seating.seats)):
            continue
        busy.update(seating.seats)
        seats = zip(book.terms.seats, seating.seats, strict=False)
        yield Sitting(place, place.id(book.id), {Seat(seat): player for seat, player in seats})


def table_terms(
    event: Event, sitting: Sitting, holders: Mapping[str, Holder], hosted: Sequence[Seat] = ()
) -> OpeningTerms:
    """Return the terms of a table's game, which are the event's; `holders` says by which key each player plays."""
    terms, place = event.book.terms, sitting.place
    return OpeningTerms(
        id=sitting.id,
        rules=terms.rules.key,
        holders={seat: holders[player] for seat, player in sitting.players.items()},
        referee=terms.referee,
        key=terms.key,
        accepts=terms.accepts,
        options=terms.options,
        table=terms.table,
        hosted=tuple(hosted),
        pace=terms.pace,
        event=_of_event(event, place),
        event_key=event.book.key.hex(),
    )


def _of_event(event: Event, place: Place) -> OfEvent:
    draw = event.book.rounds[place.round - 1].hash
    return OfEvent(attempt=place.attempt, draw=draw, event=event.id, round=place.round, table=place.table)


def table_secrets(event: Event, sitting: Sitting, secrets: EventSecrets, seal: bytes) -> Secrets:
    """Return the secrets of a table's game: all but its `seal`, 32 random bytes, follow from the event's."""
    top = table_secret(secrets.event, "ladder", event.id, sitting.place)
    hidden = table_secret(secrets.event, "hidden", event.id, sitting.place)
    return Secrets(ladder(sitting.id, top, event.book.terms.dice.n), hidden, seal)


def open_table(clerk: Clerk, entries: Sequence[Entry]) -> Written:
    """Write down that a table has its game, whose entries so far these are; DirectorError if it is not the table's."""
    facts = _facts(entries)
    place = _place(clerk.event, facts)
    fields = {"round": place.round, "table": place.table, "attempt": place.attempt}
    clerk.append("table", id=facts.terms.game, open=facts.open, **fields)
    _check(clerk, facts)
    if not is_derived(facts.terms, clerk.secrets.event):
        raise DirectorError(f"the dice and decks of {facts.terms.game!r} do not follow from the event's secret")
    return clerk.written()


def take_result(clerk: Clerk, entries: Sequence[Entry]) -> Written:
    """Write down what a table's game came to, all of whose entries these are; DirectorError if it is not over."""
    facts = _facts(entries)
    named = _named(clerk.event, facts)
    if not facts.end:
        raise DirectorError(f"game {facts.terms.game!r} is not over")
    if not facts.is_void and not facts.places:
        raise DirectorError(f"game {facts.terms.game!r} was closed with a result that tells no places")
    place = named.place
    is_void = facts.is_void
    clerk.now = max(clerk.now, facts.ended)  # else, where a clock was set back, no result could ever be taken
    clerk.append(
        "result",
        round=place.round,
        table=place.table,
        attempt=place.attempt,
        head=facts.end,
        how=how_ended(facts),
        places=[] if is_void else list(facts.places),
        points=[] if is_void else list(facts.points),
        substitutes=[] if is_void else [list(pair) for pair in substitutes(named.holders, facts)],
    )
    _check(clerk, facts)
    return clerk.written()


def _facts(entries: Sequence[Entry]) -> Facts:
    facts = facts_of(Log(tuple(entries)))
    if facts is None:
        raise DirectorError("a game begins with its opening")
    return facts


def _place(event: Event, facts: Facts) -> Place:
    of = facts.terms.event
    if of is None or of.event != event.id:
        raise DirectorError(f"game {facts.terms.game!r} is not of event {event.id!r}")
    return Place(of.round, of.table, of.attempt)


def _named(event: Event, facts: Facts) -> Named:
    _place(event, facts)
    if facts.terms.game not in event.book.games:
        raise DirectorError(f"no table of event {event.id!r} names game {facts.terms.game!r}")
    return event.book.games[facts.terms.game]


def _check(clerk: Clerk, facts: Facts) -> None:
    """Refuse what has just been written if a verifier would."""
    try:
        check_game(clerk.event.book, facts.terms.game, facts)
    except IntegrityError as error:
        raise DirectorError(error.why) from None
