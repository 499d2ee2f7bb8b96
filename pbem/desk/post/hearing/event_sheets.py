"""Sheets for an event: one word of somebody who is enrolled goes into its record, and is answered by a slip."""

import logging
from hashlib import sha256

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, NotNowError, RefusedError
from pbem.desk.events.course.entering import check_word, say_in_event
from pbem.desk.events.event_store import current_event, known_event, why_event_frozen
from pbem.desk.events.event_vocabulary import EventWord, read_event_word
from pbem.desk.events.letters.standing import outlook_lines, own_parts
from pbem.desk.events.letters.telling import NOBODY, leaving_lines
from pbem.desk.matches.letters.requests import request_slip, tell_host
from pbem.desk.post.accounts import account_of
from pbem.desk.post.hearing.desk_sheets import DeskSheet, desk_part
from pbem.desk.post.hearing.held_words import HeldWord, events_to_hear, held_words, hold
from pbem.desk.post.incidents import BROKEN_GAME, line_of
from pbem.desk.post.received import Received
from pbem.desk.signed.evidence import keep_evidence
from pbem.desk.signed.word_tokens import has_pass, renew_pass
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import say
from pbem.director.clerk import Written
from pbem.director.event import Event
from pbem.mail.block.block import Block
from pbem.mail.checking import identity as identity_of
from pbem.referee.language.plan import Source
from pbem.referee.language.sheet import Problem
from pbem.report.notice import Part, Slip

log = logging.getLogger("pbem.post")
_ANSWERS = {"enter": "entered", "withdraw": "withdrawn", "reveal": "revealed", "appeal": "appealed"}


def is_for_event(look: Transaction, block: Block) -> bool:
    """Tell whether a signed block is for an event: it names one, and no seat."""
    return block.seat == NOBODY and look.event(block.game) is not None


def hear_event_word(desk: Desk, sheet: DeskSheet) -> Received:
    """Act on a sheet for an event, once."""
    signed, player, id_ = sheet.signed, sheet.player, sheet.signed.block.game
    if signed.block.to != desk.settings.referee.name:
        return Received("ignored", "a word that is not for this desk")
    identity = identity_of(signed.key_id, signed.signed_bytes)
    with desk.store.write((id_, f"player {player.name}")) as change:
        if change.is_known_mail(identity):
            return Received("known", "this was acted on before")
        # The signature was checked before this transaction began, and whoever lost the key may have been quicker.
        if not any(holder.name == player.name for holder in change.holders(signed.key_id)):
            return Received("ignored", "the key was taken away meanwhile")
        is_passed = has_pass(desk, change, player.name, signed.block.token)
        account = account_of(player, is_ours=True)
        courtesy = account.courtesy(desk, change, is_person=sheet.is_person, kind=signed.kind)
        if not courtesy.may_answer and not (is_passed and courtesy.may_confirm):
            account.log_silence(courtesy)
            return Received("ignored", "a word for an event, and no answer is due")
        change.note_mail(identity, desk.now(), player=player.name, is_answered=True)
        try:
            word, written = _act(desk, change, sheet, is_passed=is_passed)
        except NotNowError as error:
            _hold(desk, change, sheet, error)
            return Received("answered", f"{id_}: a word that waits until the event goes on", is_kept=True)
        except DeskError as error:
            _refuse(desk, change, sheet, error)
            return Received("refused", f"{id_}: a word that cannot be taken; only its sender is told why")
        _answer(desk, change, sheet, word, written)
    desk.events.put(id_, written.event)
    return Received("answered", f"{id_}: {word.said}")


def hear_held_words(desk: Desk) -> None:
    """Act on words that came while their event was frozen, as of when they came, now that it goes on."""
    for id_ in events_to_hear(desk):
        with desk.store.read() as look:
            found = held_words(look, id_)
        for use, held in found:
            try:
                _hear_held(desk, use, held)
            except BROKEN_GAME as error:
                log.error("%s: a word that was kept cannot be taken: %s", id_, line_of(error))  # noqa: TRY400 - one line


def _hear_held(desk: Desk, use: str, held: HeldWord) -> None:
    id_ = held.signed.block.game
    with desk.store.write((id_, f"player {held.name}")) as change:
        player = change.player(held.name)
        if change.secret(id_, use) is None or why_event_frozen(desk, change, id_):
            return  # another worker was quicker
        change.put_secret(id_, use, None)
        if player is None or not any(holder.name == held.name for holder in change.holders(held.signed.key_id)):
            return  # the key was taken away meanwhile
        sheet = DeskSheet(held.signed, player, held.came, is_person=True)
        try:
            word, written = _act(desk, change, sheet, is_passed=True)  # its pass was good when it came
        except DeskError as error:
            _refuse(desk, change, sheet, error)
            return
        _answer(desk, change, sheet, word, written)
    desk.events.put(id_, written.event)


def _hold(desk: Desk, change: Transaction, sheet: DeskSheet, error: NotNowError) -> None:
    """Keep a word of a frozen event, and say so; its pass is used up, as by every word that counts."""
    hold(change, sheet)
    renew_pass(change, sheet.player.name)
    parts = (Part(tuple(problem.text for problem in error.problems)), desk_part(desk, change, sheet.player))
    places = {"event": sheet.signed.block.game}
    request_slip(desk, change, Slip(("slip_event_held",), places, parts=parts), player=sheet.player)


def _act(desk: Desk, change: Transaction, sheet: DeskSheet, *, is_passed: bool) -> tuple[EventWord, Written]:
    """Take a word into the record; DeskError if that cannot be."""
    signed, player = sheet.signed, sheet.player
    word = read_event_word(signed.block.game, sheet.text)
    if word is None:
        raise RefusedError((Problem(0, say("event_word", player.language, event=signed.block.game)),))
    if not is_passed:
        raise RefusedError((Problem(0, say("club_pass", player.language)),))
    digest = sha256(signed.signed_bytes).hexdigest()
    source = Source(signed.kind, digest, sheet.text, seen=signed.block.seen, language=player.language, came=sheet.came)
    check_word(desk, change, signed.block.game, player, word, source)
    # The record says that this was signed: what was signed must be there to be shown.
    keep_evidence(desk, change, signed, player)
    written = say_in_event(desk, change, signed.block.game, player, word, source)
    renew_pass(change, player.name)
    return word, written


def _refuse(desk: Desk, change: Transaction, sheet: DeskSheet, error: DeskError) -> None:
    problems = error.problems if isinstance(error, RefusedError) else (_unforeseen(sheet, error),)
    event = current_event(desk, change, sheet.signed.block.game)
    parts = (*own_parts(desk, change, event, sheet.player), desk_part(desk, change, sheet.player))
    request_slip(desk, change, Slip(("slip_refused",), problems=problems, parts=parts), player=sheet.player)


def _unforeseen(sheet: DeskSheet, error: DeskError) -> Problem:
    """Return what is told where the record says no to something that nobody has thought of."""
    return Problem(0, say("event_refused", sheet.player.language, event=sheet.signed.block.game, why=str(error)))


def _answer(desk: Desk, change: Transaction, sheet: DeskSheet, word: EventWord, written: Written) -> None:
    """Tell the sender that his word stands in the record; and the host, if it is an appeal."""
    event, player = written.event, sheet.player
    places = {"event": event.id, "title": event.book.terms.title}
    note = desk.note(event.id, event.book.head)
    meaning = _meaning(desk, event, player, word)
    parts = (*((Part(meaning),) if meaning else ()), desk_part(desk, change, player))
    slip = Slip((f"slip_event_{_ANSWERS[word.said]}",), places, note=note, parts=parts)
    request_slip(desk, change, slip, player=player)
    if word.said == "appeal":
        seq = str(known_event(change, event.id).head.size - 1)
        tell_host(desk, change, Slip(("slip_event_appeal",), {**places, "player": player.name, "seq": seq}))


def _meaning(desk: Desk, event: Event, player: Member, word: EventWord) -> tuple[str, ...]:
    """Return what follows from a word for its sender."""
    match word.said:
        case "withdraw":
            return leaving_lines(event, player)
        case "enter" | "reveal":
            return outlook_lines(desk, event, player)
    return ()
