"""Sheets for an event: one word of somebody enrolled goes into its record, and is answered."""

import logging
from functools import partial

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import NotNowError, RefusedError
from pbem.desk.events.event_store import why_event_frozen
from pbem.desk.events.letters.telling import NOBODY
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.post.hearing.events.event_words import (
    SaidInEvent,
    say_word,
    tell_refused,
    tell_said,
    tell_waits,
)
from pbem.desk.post.hearing.events.held_words import HeldWord, events_to_hear, held_words, hold
from pbem.desk.post.hearing.members import KNOWN, admit_word, check_key_is_theirs
from pbem.desk.post.hearing.signed_sheet import Heard, Hearing, SignedSheet, UnheardError
from pbem.desk.post.incidents import BROKEN_GAME, line_of
from pbem.desk.post.received import Received
from pbem.desk.signed.word_tokens import renew_pass
from pbem.desk.store.databases.engine import About
from pbem.desk.store.transaction import Transaction
from pbem.referee.language.problem import Problem

log = logging.getLogger("pbem.post")


class Postponed(Struct, frozen=True):
    """A word that waits until its event goes on, and why."""

    why: tuple[Problem, ...]


class EventHearer:
    """Hears one word for an event."""

    known = KNOWN

    def about(self, look: Transaction, sheet: SignedSheet) -> About | None:
        """Return the event and who speaks: a sheet for an event names one, and no seat."""
        if sheet.block.seat != NOBODY or look.events.find(sheet.block.game) is None:
            return None
        return (sheet.block.game, f"player {sheet.player.name}")

    def admit(self, hearing: Hearing) -> Courtesy:
        """Return what a word may bring about; UnheardError if no answer is due."""
        return admit_word(hearing, "a word for an event")

    def take(self, hearing: Hearing) -> SaidInEvent | Postponed:
        """Take a word into the record, or keep it while that is frozen; or RefusedError."""
        try:
            return say_word(hearing, is_passed=hearing.is_passed)
        except NotNowError as error:
            hold(hearing.change, hearing.sheet)
            # It is used up, as by every word that counts.
            renew_pass(hearing.change, hearing.player.name)
            return Postponed(error.problems)

    def answer(self, hearing: Hearing, taken: SaidInEvent | Postponed | RefusedError) -> Heard:
        """Answer by a slip: that the word is recorded, that it waits, or why it cannot be taken."""
        id_ = hearing.sheet.block.game
        match taken:
            case RefusedError():
                tell_refused(hearing, taken.problems)
                why = "a word that cannot be taken; only its sender is told why"
                return Heard(Received("refused", f"{id_}: {why}"))
            case Postponed():
                tell_waits(hearing, taken.why)
                why = "a word that waits until the event goes on"
                return Heard(Received("answered", f"{id_}: {why}", is_kept=True))
        tell_said(hearing, taken)
        remember = partial(hearing.desk.events.put, id_, taken.written.event)
        return Heard(Received("answered", f"{id_}: {taken.word.said}"), remember)


def hear_held_words(desk: Desk) -> None:
    """Act on words that came while their event was frozen, as of then, now that it goes on."""
    for id_ in events_to_hear(desk):
        with desk.store.read() as look:
            found = held_words(look, id_)
        for use, held in found:
            try:
                _hear_held(desk, use, held)
            except BROKEN_GAME as error:
                why = line_of(error)
                log.error("%s: a word that was kept cannot be taken: %s", id_, why)  # noqa: TRY400 - one line


def _hear_held(desk: Desk, use: str, held: HeldWord) -> None:
    id_ = held.signed.block.game
    with desk.store.write((id_, f"player {held.name}")) as change:
        player = change.people.find(held.name)
        if change.secrets.find(id_, use) is None or why_event_frozen(desk, change, id_):
            return  # another worker was quicker
        change.secrets.put(id_, use, None)
        if player is None:
            return
        sheet = SignedSheet(held.signed, player, held.came, is_person=True)
        hearing = Hearing(desk, change, sheet, Courtesy())
        try:
            check_key_is_theirs(hearing)
            said = say_word(hearing, is_passed=True)  # its pass was good when it came
        except UnheardError:
            return
        except RefusedError as error:
            tell_refused(hearing, error.problems)
            return
        tell_said(hearing, said)
    desk.events.put(id_, said.written.event)
