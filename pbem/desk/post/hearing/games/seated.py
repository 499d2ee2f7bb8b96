"""Sheets of people who have a seat: admitted, taken apart, and kept as they were signed."""

from msgspec.structs import replace

from pbem.desk.matches.acts.restored.thawing import hear_seat
from pbem.desk.post.hearing.games.admission import admit, find_earlier, find_staleness
from pbem.desk.post.hearing.games.handed_in import HandedIn
from pbem.desk.post.hearing.signed_sheet import Hearing, SignedSheet, UnheardError
from pbem.desk.signed.evidence import keep_evidence
from pbem.desk.wording.desk_words import read_words
from pbem.games.game import Seat
from pbem.referee.acts.submit import Submission
from pbem.referee.language.problem import Problem


def hand_in(hearing: Hearing) -> HandedIn:
    """Take a sheet apart; UnheardError if it holds but desk words, and nobody may be answered.

    RefusedError if its signer may not order there.
    """
    desk, change, sheet, player = hearing.desk, hearing.change, hearing.sheet, hearing.player
    match, seat = admit(desk, change, sheet.signed, player, sheet.came)
    match = hear_seat(desk, change, match, seat, sheet.block, came=sheet.came)
    asked = read_words(sheet.text, player.language)
    if not asked.is_for_play and not asked.problems and not hearing.courtesy.may_answer:
        why = f"{sheet.block.game}: nothing was ordered, and no answer is due"
        raise UnheardError(why, is_silence=True)  # it may be sent again
    handed = HandedIn(match, player, _submission(sheet, seat), asked)
    if not asked.is_for_play:
        return handed
    handed = replace(handed, faults=_faults(hearing, handed))
    if not handed.faults:
        # The proof is kept before the orders are decided, and in the same transaction: no entry
        # ever says that an order was signed unless what was signed can be shown.
        keep_evidence(desk, change, sheet.signed, player)
    return handed


def _faults(hearing: Hearing, handed: HandedIn) -> tuple[Problem, ...]:
    """Return what is wrong with orders by when they were signed."""
    look, signed = hearing.change, hearing.sheet.signed
    stale = find_staleness(look, handed.match, signed, handed.player)
    if stale or not handed.replaces_orders:
        return stale
    return find_earlier(look, handed.match, signed, handed.player)


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
