"""Words in an event: taken into its record, and answered by slips; while it is frozen they wait."""

from msgspec import Struct

from pbem.desk.errors import DeskError, RefusedError
from pbem.desk.events.course.entering import check_word, say_in_event
from pbem.desk.events.event_store import current_event, known_event
from pbem.desk.events.event_vocabulary import EventWord, read_event_word
from pbem.desk.events.letters.standing import outlook_lines, own_parts
from pbem.desk.events.letters.telling import leaving_lines
from pbem.desk.matches.letters.requests import tell_host
from pbem.desk.post.hearing.members import desk_part
from pbem.desk.post.hearing.signed_sheet import Hearing
from pbem.desk.signed.evidence import keep_evidence
from pbem.desk.signed.word_tokens import renew_pass
from pbem.referee.language.problem import Problem
from pbem.report.notice import Part, Slip
from pbem.tournament.director.clerk import Written
from pbem.tournament.director.event import Event

_ANSWERS = {
    "enter": "entered",
    "withdraw": "withdrawn",
    "reveal": "revealed",
    "appeal": "appealed",
}


class SaidInEvent(Struct, frozen=True):
    """A word that stands in the record of an event."""

    word: EventWord
    written: Written


def say_word(hearing: Hearing, *, is_passed: bool) -> SaidInEvent:
    """Take a word into the record; RefusedError if it cannot be, NotNowError while it is frozen."""
    try:
        return _say(hearing, is_passed=is_passed)
    except RefusedError:
        raise
    except DeskError as error:  # the record says no to something that nobody has thought of
        event = hearing.sheet.block.game
        raise hearing.refusal("event_refused", event=event, why=str(error)) from error


def _say(hearing: Hearing, *, is_passed: bool) -> SaidInEvent:
    desk, change, sheet, player = hearing.desk, hearing.change, hearing.sheet, hearing.player
    id_, source = sheet.block.game, sheet.source
    word = read_event_word(id_, sheet.text)
    if word is None:
        raise hearing.refusal("event_word", event=id_)
    if not is_passed:
        raise hearing.refusal("club_pass")
    check_word(desk, change, id_, player, word, source)
    # The record says that this was signed: what was signed must be there to be shown.
    keep_evidence(desk, change, sheet.signed, player)
    written = say_in_event(desk, change, id_, player, word, source)
    renew_pass(change, player.name)
    return SaidInEvent(word, written)


def tell_waits(hearing: Hearing, why: tuple[Problem, ...]) -> None:
    """Tell the sender that his word waits until the event goes on."""
    parts = (Part(tuple(problem.text for problem in why)), desk_part(hearing))
    places = {"event": hearing.sheet.block.game}
    hearing.request_slip(Slip(("slip_event_held",), places, parts=parts))


def tell_refused(hearing: Hearing, problems: tuple[Problem, ...]) -> None:
    """Tell the sender why his word cannot be taken, and how he stands."""
    event = current_event(hearing.desk, hearing.change, hearing.sheet.block.game)
    own = own_parts(hearing.desk, hearing.change, event, hearing.player)
    parts = (*own, desk_part(hearing))
    hearing.request_slip(Slip(("slip_refused",), problems=problems, parts=parts))


def tell_said(hearing: Hearing, said: SaidInEvent) -> None:
    """Tell the sender that his word stands in the record; and the host, if it is an appeal."""
    desk, change, event = hearing.desk, hearing.change, said.written.event
    places = {"event": event.id, "title": event.book.terms.title}
    note = desk.note(event.id, event.book.head)
    meaning = _meaning(hearing, event, said.word)
    parts = (*((Part(meaning),) if meaning else ()), desk_part(hearing))
    phrase = f"slip_event_{_ANSWERS[said.word.said]}"
    hearing.request_slip(Slip((phrase,), places, note=note, parts=parts))
    if said.word.said == "appeal":
        seq = str(known_event(change, event.id).head.size - 1)
        places = {**places, "player": hearing.player.name, "seq": seq}
        tell_host(desk, change, Slip(("slip_event_appeal",), places))


def _meaning(hearing: Hearing, event: Event, word: EventWord) -> tuple[str, ...]:
    """Return what follows from a word for its sender."""
    match word.said:
        case "withdraw":
            return leaving_lines(event, hearing.player)
        case "enter" | "reveal":
            return outlook_lines(hearing.desk, event, hearing.player)
    return ()
