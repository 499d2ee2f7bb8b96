"""Words in an event: taken into its record, and answered by slips; while it is frozen they are kept."""

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, RefusedError
from pbem.desk.events.course.entering import check_word, say_in_event
from pbem.desk.events.event_store import current_event, known_event
from pbem.desk.events.event_vocabulary import EventWord, read_event_word
from pbem.desk.events.letters.standing import outlook_lines, own_parts
from pbem.desk.events.letters.telling import leaving_lines
from pbem.desk.matches.letters.requests import request_slip, tell_host
from pbem.desk.post.hearing.members import desk_part
from pbem.desk.post.hearing.signed_sheet import SignedSheet
from pbem.desk.signed.evidence import keep_evidence
from pbem.desk.signed.word_tokens import renew_pass
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.phrases import say
from pbem.referee.language.sheet import Problem
from pbem.report.notice import Part, Slip
from pbem.tournament.director.clerk import Written
from pbem.tournament.director.event import Event

_ANSWERS = {"enter": "entered", "withdraw": "withdrawn", "reveal": "revealed", "appeal": "appealed"}


class SaidInEvent(Struct, frozen=True):
    """A word that stands in the record of an event."""

    word: EventWord
    written: Written


def say_word(desk: Desk, change: Transaction, sheet: SignedSheet, *, is_passed: bool) -> SaidInEvent:
    """Take a word into the record; RefusedError if that cannot be, NotNowError while the event is frozen."""
    try:
        return _say(desk, change, sheet, is_passed=is_passed)
    except RefusedError:
        raise
    except DeskError as error:  # the record says no to something that nobody has thought of
        why = say("event_refused", sheet.player.language, event=sheet.block.game, why=str(error))
        raise RefusedError((Problem(0, why),)) from error


def _say(desk: Desk, change: Transaction, sheet: SignedSheet, *, is_passed: bool) -> SaidInEvent:
    id_, player, source = sheet.block.game, sheet.player, sheet.source
    word = read_event_word(id_, sheet.text)
    if word is None:
        raise RefusedError((Problem(0, say("event_word", player.language, event=id_)),))
    if not is_passed:
        raise RefusedError((Problem(0, say("club_pass", player.language)),))
    check_word(desk, change, id_, player, word, source)
    # The record says that this was signed: what was signed must be there to be shown.
    keep_evidence(desk, change, sheet.signed, player)
    written = say_in_event(desk, change, id_, player, word, source)
    renew_pass(change, player.name)
    return SaidInEvent(word, written)


def tell_waits(desk: Desk, change: Transaction, sheet: SignedSheet, why: tuple[Problem, ...]) -> None:
    """Tell the sender that his word waits until the event goes on."""
    parts = (Part(tuple(problem.text for problem in why)), desk_part(desk, change, sheet.player))
    places = {"event": sheet.block.game}
    request_slip(desk, change, Slip(("slip_event_held",), places, parts=parts), player=sheet.player)


def tell_refused(desk: Desk, change: Transaction, sheet: SignedSheet, problems: tuple[Problem, ...]) -> None:
    """Tell the sender why his word cannot be taken, and how he stands."""
    event = current_event(desk, change, sheet.block.game)
    parts = (*own_parts(desk, change, event, sheet.player), desk_part(desk, change, sheet.player))
    request_slip(desk, change, Slip(("slip_refused",), problems=problems, parts=parts), player=sheet.player)


def tell_said(desk: Desk, change: Transaction, sheet: SignedSheet, said: SaidInEvent) -> None:
    """Tell the sender that his word stands in the record; and the host, if it is an appeal."""
    event, player = said.written.event, sheet.player
    places = {"event": event.id, "title": event.book.terms.title}
    note = desk.note(event.id, event.book.head)
    meaning = _meaning(desk, event, sheet, said.word)
    parts = (*((Part(meaning),) if meaning else ()), desk_part(desk, change, player))
    slip = Slip((f"slip_event_{_ANSWERS[said.word.said]}",), places, note=note, parts=parts)
    request_slip(desk, change, slip, player=player)
    if said.word.said == "appeal":
        seq = str(known_event(change, event.id).head.size - 1)
        tell_host(desk, change, Slip(("slip_event_appeal",), {**places, "player": player.name, "seq": seq}))


def _meaning(desk: Desk, event: Event, sheet: SignedSheet, word: EventWord) -> tuple[str, ...]:
    """Return what follows from a word for its sender."""
    match word.said:
        case "withdraw":
            return leaving_lines(event, sheet.player)
        case "enter" | "reveal":
            return outlook_lines(desk, event, sheet.player)
    return ()
