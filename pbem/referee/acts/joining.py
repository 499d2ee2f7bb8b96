"""Joining a game that is offered, and withdrawing from it before it starts.

A player joins by signing a sheet that quotes the head of `open`. This is how they agree to the
terms. Their word is in the record just before the seat that they get.
"""

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import Seat
from pbem.games.kit.order_words import fold
from pbem.record.log.kinds import HERE
from pbem.record.log.record_words import ANY, read_said, word_of
from pbem.referee.acts.opening import start
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.submit import HeadAt, Refused, is_foreign
from pbem.referee.language.phrases import RESIGNED, say
from pbem.referee.language.plan import Source
from pbem.referee.language.problem import Problem
from pbem.referee.match.free import free_seats
from pbem.referee.match.match import Holder, Match


class Joining(Struct, frozen=True):
    """What a new player asks for.

    That is a seat (empty: any seat), and the luck that they commit to (empty: none).
    """

    seat: str = ""
    luck: str = ""


def is_join(sheet: str) -> bool:
    """Return whether a sheet asks to join a game."""
    return word_of(_line(sheet)) == "join"


def is_withdrawal(sheet: str) -> bool:
    """Return whether a sheet withdraws from a game before it starts."""
    return word_of(_line(sheet)) == "resign"


def refuse_late_withdrawal(sheet: str, language: str) -> Refused | None:
    """Refuse to withdraw from a game that has started: a player then has to resign."""
    said = read_said(_line(sheet))
    is_withdrawal = said is not None and said.is_withdrawal
    return Refused((Problem(0, say("withdraw_late", language)),)) if is_withdrawal else None


def read_join(sheet: str, above: str = ANY) -> Joining | None:
    """Return what a sheet asks for, with the seat in its header; None if that is not clear."""
    said = read_said(_line(sheet)) if is_join(sheet) else None
    if said is None:
        return None
    named = {seat for seat in (said.seat or ANY, above) if seat != ANY}
    if len(named) > 1:
        return None
    return Joining("".join(named), said.luck)


def _line(sheet: str) -> str:
    return fold(sheet.strip().rstrip(";"))


class Newcomer(Struct, frozen=True):
    """A new player: the name in the record, what they ask for, and their sheet."""

    holder: Holder
    asked: Joining | None  # None: it is not clear what
    source: Source


def take_place(scribe: Scribe, newcomer: Newcomer, head_at: HeadAt, *, has_luck: bool) -> Seat | Refused:
    """Give a free seat to somebody and, when it was the last one, start.

    A game with luck (`has_luck`) starts only when everybody's is committed and revealed.
    """
    asked = newcomer.asked
    if asked is None:
        return Refused((Problem(0, say("join_form", newcomer.source.language)),))
    if why := _why_not(scribe.match, newcomer, asked, head_at, has_luck=has_luck):
        return Refused((Problem(0, why),))
    seat = Seat(asked.seat or free_seats(scribe.match)[0])
    word = scribe.order(seat, newcomer.source, "join")
    scribe.take_seat(seat, replace(newcomer.holder, luck=asked.luck), word)
    if not has_luck and not free_seats(scribe.match):
        start(scribe, {})
    return seat


def _why_not(match: Match, newcomer: Newcomer, asked: Joining, head_at: HeadAt, *, has_luck: bool) -> str | None:
    """Say in his language why somebody cannot join like this, or None."""
    source, language = newcomer.source, newcomer.source.language
    free = free_seats(match)
    own = next((seat for seat, held in match.holders.items() if held.name == newcomer.holder.name), None)
    names = ", ".join(free)
    if own is not None:
        return say("join_twice", language, game=match.id, seat=own)
    if match.phase != "seating" or not free:
        return say("join_gone", language, game=match.id)
    if asked.seat and asked.seat not in match.seats:
        return say("join_no_seat", language, game=match.id, seat=asked.seat, free=names)
    if asked.seat and asked.seat not in free:
        return say("join_taken", language, game=match.id, seat=asked.seat, free=names)
    if asked.luck and not has_luck:
        return say("join_luckless", language, game=match.id)
    return _why_unseen(source, head_at)


def _why_unseen(source: Source, head_at: HeadAt) -> str | None:
    """Say that whoever signs must quote the terms he agrees to."""
    if source.sign in HERE:
        return None
    if source.seen is None or source.seen.size == 0:
        return say("join_unseen", source.language)
    return say("foreign_head", source.language, size=source.seen.size) if is_foreign(source.seen, head_at) else None


def withdraw(scribe: Scribe, seat: Seat, source: Source, *, taken: int, is_revealed: bool) -> Refused | None:
    """Remove a player before the start, with their luck, as if the seat had never had a holder.

    `taken` is the entry by which the player got the seat. A sheet must have been signed after it.
    Nobody can leave after a luck was revealed (`is_revealed`). A player who knows it, and does not
    like the dice, could change them by leaving.
    """
    language = source.language
    if is_revealed:
        return Refused((Problem(0, say("withdraw_revealed", language)),))
    if source.sign not in HERE and (source.seen is None or source.seen.size <= taken):
        return Refused((Problem(0, say("withdraw_unseen", language)),))
    word = scribe.order(seat, source, "resign")
    ruling = scribe.append("ruling", act="vacate", reason=RESIGNED, seat=seat, by=[word], asks=[])
    scribe.append("seat", seat=seat, name="", key="", luck="", by=[ruling.seq])
    scribe.match = replace(scribe.match, holders={**scribe.match.holders, seat: Holder("", "")})
    return None
