"""Letters of what the director ruled or entered: each to those whom it is about, with the reason as it was written."""

from collections.abc import Callable, Mapping

from pbem.desk.desk import Desk
from pbem.desk.events.event_store import entries_of_event
from pbem.desk.events.letters.telling import appealing_part, ask, leaving_lines, readers, result_in_words, saying
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.record.events.law.book import Seating
from pbem.record.events.law.kinds import Appeal, Ruling
from pbem.report.notice import Part
from pbem.tournament.director.acts.ruling import ACTS, Tells
from pbem.tournament.director.event import Event
from pbem.tournament.director.showing import points_in_words


def tell_of_ruling(desk: Desk, change: Transaction, event: Event, ruled: Ruling) -> None:
    """Tell those whom a ruling is about what it says, and why."""
    for player in readers(change, _concerned(change, event, ruled)):
        lines = _ruled_lines(event, player, ruled)
        reason = saying(player)("event_ruled_reason", reason=ruled.reason)
        parts = (Part((*lines, reason)), appealing_part(desk, change, event, player))
        ask(desk, change, event, player, "slip_event_ruled", *parts)


def _concerned(look: Transaction, event: Event, ruled: Ruling) -> tuple[str, ...]:
    """Return whom a ruling is about; nobody where everybody learns of it by other letters."""
    found = _CONCERNED.get(ACTS[ruled.act].tells)
    return found(look, event, ruled) if found else ()


def _its_player(_look: Transaction, _event: Event, ruled: Ruling) -> tuple[str, ...]:
    return (str(ruled.player),)


def _its_table(_look: Transaction, event: Event, ruled: Ruling) -> tuple[str, ...]:
    seating = _seating(event, ruled)
    return seating.seats if seating else ()


def _who_appealed(look: Transaction, event: Event, ruled: Ruling) -> tuple[str, ...]:
    appeal = entries_of_event(look, event.id)[int(ruled.to or 0)].content
    return (appeal.player,) if isinstance(appeal, Appeal) else ()


_CONCERNED: Mapping[Tells, Callable[[Transaction, Event, Ruling], tuple[str, ...]]] = {
    "player": _its_player,
    "table": _its_table,
    "appealing": _who_appealed,
}


def _seating(event: Event, ruled: Ruling) -> Seating | None:
    return event.book.seating(int(ruled.round or 0), int(ruled.table or 0))


def _ruled_lines(event: Event, player: Member, ruled: Ruling) -> tuple[str, ...]:
    """Return what a ruling says, to somebody whom it is about."""
    act, told = ACTS[ruled.act], saying(player)
    points = points_in_words(int(ruled.parts or 0))
    first = told(f"event_ruled_{act.name}", round=ruled.round, table=ruled.table, seq=ruled.to, points=points)
    if act.is_leaving:
        return (first, *leaving_lines(event, player))
    seating = _seating(event, ruled)
    return (first, result_in_words(seating, told)) if act.has_result and seating else (first,)


def tell_withdrawn(desk: Desk, change: Transaction, event: Event, player: Member) -> None:
    """Tell somebody whom the director has entered as withdrawn that he was, and what becomes of him."""
    for reader in readers(change, (player.name,)):
        parts = (Part(leaving_lines(event, reader)), appealing_part(desk, change, event, reader))
        ask(desk, change, event, reader, "slip_event_withdrawn_here", *parts)
