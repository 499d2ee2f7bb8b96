"""Luck before the start: `luck COMMITMENT` from every seat, then `reveal LUCK` from every seat, then it begins."""

import re
from collections.abc import Mapping

from pbem.games.game import Seat
from pbem.referee.acts.opening import check_luck, commit_luck, start
from pbem.referee.acts.scribe import LadderEndError, Scribe
from pbem.referee.acts.submit import HeadAt, Refused, Submission, is_foreign, source_of
from pbem.referee.language.phrases import say
from pbem.referee.language.problem import Problem

_LINE = re.compile(r"(luck|reveal)\s+([0-9a-f]{64})\s*;?")


def luck_answer(
    scribe: Scribe, submission: Submission, revealed: Mapping[str, str], head_at: HeadAt, *, committed: int
) -> dict[Seat, str] | Refused:
    """Act on a sheet before the start; returns the luck to keep aside, if one was revealed and others are missing.

    Either word is recorded as it comes: a host who gives the game up now is seen to have known these lucks. `committed`
    is the size that whoever reveals must have seen, by which all commitments stand in the record: else he could have
    been asked for his luck before the last of them was made.
    """
    language, source = submission.language, source_of(submission)
    if submission.seen and is_foreign(submission.seen, head_at):
        return _refuse(say("foreign_head", language, size=submission.seen.size))
    line = read_luck(submission.text)
    if line is None:
        return _refuse(say("luck_line", language))
    word, luck = line
    if word == "luck":
        if why := commit_luck(scribe, submission.seat, luck, source):
            return _refuse(why)
        return {}
    if why := check_luck(scribe.match, submission.seat, luck, language):
        return _refuse(why)
    if (submission.seen.size if submission.seen else 0) < committed:
        return _refuse(say("reveal_unseen", language))
    if submission.seat not in revealed:
        scribe.order(submission.seat, source, "reveal")
    lucks = {**revealed, submission.seat: luck}
    if len(lucks) == len(scribe.match.seats):
        try:
            start(scribe, {seat: lucks[seat] for seat in scribe.match.seats})
        except LadderEndError as error:
            return _refuse(say("ladder_end", language, rolls=error.rolls))
    return {submission.seat: luck}


def read_luck(text: str) -> tuple[str, str] | None:
    """Return the word of a sheet before the start, `luck` or `reveal`, and what it is about; None if it is no such."""
    line = _LINE.fullmatch(text.strip())
    if line is None:
        return None
    return line[1], line[2]


def _refuse(text: str) -> Refused:
    return Refused((Problem(0, text),))
