"""Events out of the store and into it: where each stands, and what is kept of what was written to its record."""

from collections.abc import Callable

from msgspec import convert

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.matches.state.freezing import frozen
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import EventStanding
from pbem.desk.wording.phrases import say
from pbem.record.dice.fair import Rungs
from pbem.record.events.law.book import Book
from pbem.record.events.law.entry import EventEntry, read
from pbem.record.log.entry import Head
from pbem.tournament.director.clerk import Clerk, EventSecrets, Written
from pbem.tournament.director.due import due
from pbem.tournament.director.errors import DirectorError
from pbem.tournament.director.event import Event
from pbem.tournament.director.following import begin_event, follow
from pbem.tournament.values import Standings

Act = Callable[[Clerk], Written]
_AT_ONCE = 1  # an instant that is always past: something can be done now


def known_event(look: Transaction, id_: str) -> EventStanding:
    """Return where an event stands; UsageError if there is no such event."""
    standing = look.events.find(id_)
    if standing is None:
        raise UsageError(f"there is no event {id_!r} here; `pbem tournament list` shows what there is")
    return standing


def current_event(desk: Desk, look: Transaction, id_: str) -> Event:
    """Return an event as it stands; UsageError if there is no such event."""
    head = known_event(look, id_).head
    event = desk.events.get(id_)
    if event is None or not _is_of(look, event, head):
        event = begin_event(read(Head.empty, look.records.raws(id_, 0, 1)[0]))
    for raw in look.records.raws(id_, event.book.head.size):
        event = follow(event, read(event.book.head, raw, game=id_))
    return event


def _is_of(look: Transaction, event: Event, head: Head) -> bool:
    """Tell whether a remembered event is, or leads to, the record that is here: a change may have come to nothing."""
    known = event.book.head
    return known.size <= head.size and look.records.hash_of(event.id, known.size - 1) == known.hash


def missing_games(look: Transaction, book: Book) -> tuple[str, ...]:
    """Return the games that an event names and that are not here, since a backup is older than they are."""
    return tuple(game for game in book.games if look.games.find(game) is None)


def entries_of_event(look: Transaction, id_: str) -> list[EventEntry]:
    """Return the entries of an event."""
    head, entries = Head.empty, []
    for raw in look.records.raws(id_):
        entries.append(read(head, raw))
        head = entries[-1].head
    return entries


def read_event_secrets(look: Transaction, id_: str) -> EventSecrets:
    """Return the director's secrets of an event."""
    rungs, secret, seal = (look.secrets.find(id_, use) or b"" for use in ("rungs", "event", "seal"))
    return EventSecrets(Rungs.decode(rungs), secret, seal)


def write_event_secrets(change: Transaction, id_: str, secrets: EventSecrets) -> None:
    """Keep the director's secrets of an event."""
    change.secrets.add(id_, "rungs", secrets.rungs.encode())
    change.secrets.add(id_, "event", secrets.event)
    change.secrets.add(id_, "seal", secrets.seal)


def act_on_event(desk: Desk, change: Transaction, id_: str, act: Act, *, at: int | None = None) -> Written:
    """Write to an event inside a transaction; DeskError if that cannot be, and then nothing is changed."""
    check_event_not_frozen(desk, change, id_)
    clerk = Clerk(current_event(desk, change, id_), read_event_secrets(change, id_), desk.now() if at is None else at)
    try:
        written = act(clerk)
    except DirectorError as error:
        raise DeskError("\n".join(error.faults)) from None
    keep_event(change, written)
    return written


def why_event_frozen(desk: Desk, look: Transaction, id_: str, language: str = "en") -> str | None:
    """Say why nothing can be added to an event now, and what to do; None if it is not frozen."""
    found = frozen(desk, look, id_)
    if found is None:
        return None
    if found.head:
        return say("event_frozen", language, event=id_, size=found.head.size)
    return say("event_frozen_restored", language, event=id_)


def check_event_not_frozen(desk: Desk, look: Transaction, id_: str) -> None:
    """Raise DeskError if nothing can be added to an event now."""
    if why := why_event_frozen(desk, look, id_):
        raise DeskError(why)


def keep_event(change: Transaction, written: Written) -> None:
    """Write down what came of a command, in the caller's transaction."""
    event = written.event
    change.records.append(written.entries)
    # What is sealed in the record is kept beside it: without these words no seal could ever be opened.
    for seq, text in written.words.items():
        change.secrets.add(event.id, f"order/{seq}", text.encode())
    change.events.put(event_standing(event))


def event_standing(event: Event) -> EventStanding:
    """Return where an event stands, as it is projected."""
    book = event.book
    playing = [place for place, seating in book.open_tables() if seating.game]
    return EventStanding(
        id=event.id,
        title=book.terms.title,
        rules=book.terms.rules.key,
        phase=book.phase,
        head=book.head,
        opened=book.terms.at,
        players=len(book.active()) if book.phase == "entering" else len(event.entrants),
        playing=len(playing),
        wake=_wake(event, [book.ends[place.round - 1] for place in playing]),
    )


def _wake(event: Event, ends: list[int]) -> int:
    """Return when an event is to be looked at by itself: when entries or rounds end, or games can begin."""
    if event.book.phase == "entering":
        return event.book.terms.entries.until  # where luck is asked, letters ask for it from then on
    if event.book.phase != "running":
        return 0
    is_watched = bool(ends) and event.book.terms.pace is not None and bool(free_players(event))
    if is_watched or (is_under_way(event) and due(event, 0).to_open):
        return _AT_ONCE  # somebody who waits may get a seat; or a game that had to wait can begin
    return min(ends, default=0)


def free_players(event: Event) -> list[str]:
    """Return who could take a seat of the last round: first those who wait, then those who have no table in it."""
    book = event.book
    busy = book.rounds[-1].busy if book.rounds else ()
    return [*book.waiting, *(name for name in book.active() if name not in busy)]


def standings_of(look: Transaction, event: Event) -> Standings:
    """Return the standings that an event was closed with, or how it stands now."""
    if event.book.phase != "closed":
        return event.standings()
    last = read(Head(event.book.head.size - 1, bytes.fromhex(event.book.heads[-2])), look.records.raws(event.id)[-1])
    return convert(last.body["standings"], Standings)


def is_under_way(event: Event) -> bool:
    """Tell whether games of the last round were begun: then those that had to wait follow by themselves."""
    rounds = event.book.rounds
    return bool(rounds) and any(table.game for table in rounds[-1].tables)
