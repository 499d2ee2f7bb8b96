"""Letters of what the director ruled or entered: each to those whom it is about, with the reason as it was written."""

from pbem.desk.desk import Desk
from pbem.desk.events.event_store import entries_of_event
from pbem.desk.events.letters.telling import appealing_part, ask, leaving_lines, readers, result_in_words, saying
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.director.event import Event
from pbem.director.showing import points_in_words
from pbem.record.events.law.kinds import Appeal, Ruling
from pbem.report.notice import Part


def tell_of_ruling(desk: Desk, change: Transaction, event: Event, ruled: Ruling) -> None:
    """Tell those whom a ruling is about what it says, and why."""
    for player in readers(change, _concerned(change, event, ruled)):
        lines = _ruled_lines(event, player, ruled)
        reason = saying(player)("event_ruled_reason", reason=ruled.reason)
        parts = (Part((*lines, reason)), appealing_part(desk, change, event, player))
        ask(desk, change, event, player, "slip_event_ruled", *parts)


def _concerned(look: Transaction, event: Event, ruled: Ruling) -> tuple[str, ...]:
    """Return whom a ruling is about; nobody where everybody learns of it by other letters."""
    match ruled:
        case Ruling(act="penalty" | "out", player=str(player)):
            return (player,)
        case Ruling(act="answer", to=int(to)):
            appeal = entries_of_event(look, event.id)[to].content
            return (appeal.player,) if isinstance(appeal, Appeal) else ()
        case Ruling(act="result" | "replay" | "discount", round=int(round_), table=int(table)):
            seating = event.book.seating(round_, table)
            return seating.seats if seating else ()
    return ()


def _ruled_lines(event: Event, player: Member, ruled: Ruling) -> tuple[str, ...]:
    """Return what a ruling says, to somebody whom it is about."""
    told = saying(player)
    match ruled:
        case Ruling(act="penalty", round=int(round_), parts=int(parts)):
            return (told("event_ruled_penalty", round=round_, points=points_in_words(parts)),)
        case Ruling(act="out"):
            return (told("event_ruled_out"), *leaving_lines(event, player))
        case Ruling(act="answer", to=int(to)):
            return (told("event_ruled_answer", seq=to),)
        case Ruling(act=act, round=int(round_), table=int(table)):
            seating = event.book.seating(round_, table)
            result = result_in_words(seating, told) if seating and act == "result" else ""
            return (told(f"event_ruled_{act}", round=round_, table=table), *filter(None, (result,)))
    return ()


def tell_withdrawn(desk: Desk, change: Transaction, event: Event, player: Member) -> None:
    """Tell somebody whom the director has entered as withdrawn that he was, and what becomes of him."""
    for reader in readers(change, (player.name,)):
        parts = (Part(leaving_lines(event, reader)), appealing_part(desk, change, event, reader))
        ask(desk, change, event, reader, "slip_event_withdrawn_here", *parts)
