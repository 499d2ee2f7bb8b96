"""Ratings and reliability of the people at a desk, worked out from the games of its events. They stand in no record."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from pbem.desk.desk import Desk
from pbem.desk.events.event_store import current_event
from pbem.desk.records.folders.entries import entries_of
from pbem.desk.store.transaction import Transaction
from pbem.record.events.checks.games import facts_of
from pbem.record.events.law.entry import read
from pbem.record.events.law.kinds import Result
from pbem.record.log import kinds
from pbem.record.log.chain import Log
from pbem.record.log.entry import Entry, Head
from pbem.tournament.director.event import Event
from pbem.tournament.ratings.reliability import Reliability
from pbem.tournament.ratings.strength import Game, Ladder, Rating, ratings_of
from pbem.tournament.values import Player


def ratings_here(desk: Desk) -> dict[Ladder, dict[Player, Rating]]:
    """Return what is believed of everybody's strength, by game and number of players."""
    with desk.store.read() as look:
        games = [game for event in _events(desk, look) for game in _rated(look, event)]
    return ratings_of(game for _at, game in sorted(games, key=lambda one: one[0]))


def _events(desk: Desk, look: Transaction) -> list[Event]:
    return [current_event(desk, look, standing.id) for standing in reversed(look.events.all())]


def _rated(look: Transaction, event: Event) -> Iterator[tuple[int, Game]]:
    """Yield the games of an event that count, with when each ended; one that others ended for its players does not."""
    counted = {seating.game: seating for _place, seating in event.book.places() if seating.result}
    head = Head.empty
    for raw in look.records.raws(event.id):
        entry = read(head, raw)
        head = entry.head
        if not isinstance(entry.content, Result):
            continue
        place = entry.content
        seating = counted.get(f"{event.id}.{place.round}.{place.table}.{place.attempt}")
        if seating is None or seating.result is None or seating.result.how != "played" or seating.result.substitutes:
            continue  # whoever was replaced did not play it to its end, nor did his substitute from its beginning
        if _was_played_out(look, seating.game):
            continue
        players = tuple(map(Player, seating.seats))
        title = event.book.terms.rules.key
        yield place.at, Game(how="played", places=seating.result.places, players=players, title=title)


def _was_played_out(look: Transaction, game: str) -> bool:
    """Tell whether the end of a round ended a game: its last move was ruled."""
    moves = [entry.content for entry in entries_of(look, game) if isinstance(entry.content, kinds.Move)]
    return bool(moves) and any(move.cause == "ruling" for move in moves[-1:])


def reliability_here(desk: Desk) -> dict[str, Reliability]:
    """Return how reliable everybody is who has played in an event here."""
    known: dict[str, Reliability] = defaultdict(Reliability)
    with desk.store.read() as look:
        for event in _events(desk, look):
            for game in event.book.games:
                for name, one in _manners(entries_of(look, game)):
                    known[name] += one
    return dict(known)


def _manners(entries: Sequence[Entry]) -> Iterator[tuple[str, Reliability]]:
    """Yield how those who sat down first at a game behaved in it."""
    facts = facts_of(Log(tuple(entries)))
    if facts is None:
        return
    late: dict[str, int] = defaultdict(int)
    for entry in entries:
        if isinstance(entry.content, kinds.Clock) and entry.content.act == "late":
            late[str(entry.content.seat)] += 1
    for seat, names, played, last in zip(facts.terms.seats, facts.names, facts.played, facts.holders, strict=True):
        if not names:
            continue
        is_over, has_stayed = bool(facts.end) and not facts.is_void, last == names[0]
        yield (
            names[0],
            Reliability(
                on_time=sum(name == names[0] for name in played),
                late=late[seat] if has_stayed else min(late[seat], 1),
                finished=int(is_over and has_stayed),
                left=int(not has_stayed),
            ),
        )
