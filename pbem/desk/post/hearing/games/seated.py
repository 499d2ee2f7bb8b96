"""Sheets of people who have a seat: admitted, acted on and kept as they were signed."""

from pbem.desk.matches.acts.thawing import hear_seat
from pbem.desk.post.hearing.games.admission import admit, find_earlier, find_staleness, keep_number
from pbem.desk.post.hearing.games.handed_in import HandedIn, Taken
from pbem.desk.post.hearing.games.sheets import take
from pbem.desk.post.hearing.signed_sheet import Hearing, SignedSheet, UnheardError
from pbem.desk.signed.evidence import keep_evidence
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import read_words
from pbem.games.game import Seat
from pbem.games.kit.order_words import fold
from pbem.record.log.record_words import word_of
from pbem.referee.acts.submit import Submission
from pbem.referee.language.sheet import Problem
from pbem.referee.match.match import Match


def take_seated(hearing: Hearing) -> Taken:
    """Take a sheet; UnheardError if it holds but desk words, and nobody may be answered."""
    desk, change, sheet, courtesy = hearing.desk, hearing.change, hearing.sheet, hearing.courtesy
    signed, player = sheet.signed, sheet.player
    match, seat = admit(desk, change, signed, player, sheet.came)
    match = hear_seat(desk, change, match, seat, signed.block, came=sheet.came)
    asked = read_words(sheet.text, player.language)
    if not asked.is_for_play and not asked.problems and not courtesy.may_answer:
        why = f"{sheet.block.game}: nothing was ordered, and no answer is due"
        raise UnheardError(why, is_silence=True)  # it may be sent again
    handed = HandedIn(match, player, _submission(sheet, seat), asked)
    if not asked.is_for_play:
        return take(desk, change, handed, courtesy=courtesy)
    # A word that is recorded as it is replaces no orders, and none that overtook it.
    is_word = bool(word_of(fold(asked.sheet.strip())))
    faults = _faults(change, match, sheet, is_word=is_word)
    if not faults:
        # The proof is kept before the orders are decided, and in the same transaction: no entry
        # ever says that an order was signed unless what was signed can be shown.
        keep_evidence(desk, change, signed, player)
    taken = take(desk, change, handed, courtesy=courtesy, faults=faults)
    if not is_word:
        keep_number(change, signed)
    return taken


def _faults(look: Transaction, match: Match, sheet: SignedSheet, *, is_word: bool) -> tuple[Problem, ...]:
    """Return what is wrong with orders by when they were signed."""
    stale = find_staleness(look, match, sheet.signed, sheet.player)
    if stale or is_word:
        return stale
    return find_earlier(look, match, sheet.signed, sheet.player)


def _submission(sheet: SignedSheet, seat: Seat) -> Submission:
    return Submission(
        seat=seat,
        text=sheet.text,
        sign=sheet.signed.kind,
        digest=sheet.digest,
        language=sheet.player.language,
        seen=sheet.block.seen,
        came=sheet.came,
    )
