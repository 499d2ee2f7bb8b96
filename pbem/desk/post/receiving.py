"""Mail comes in: a signed order mail is acted on exactly once. Letters in answer are asked for, not written here."""

import logging
from hashlib import sha256
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.desk_words import read_words
from pbem.desk.errors import MissingPartError, RefusedError, UsageError
from pbem.desk.evidence import DESK, keep_evidence
from pbem.desk.matches.acting import Played, head_at
from pbem.desk.matches.courtesy import Courtesy, by_mail
from pbem.desk.matches.freezing import meet_notes
from pbem.desk.matches.requests import Addressee, request_letter, request_slip
from pbem.desk.people import Holders
from pbem.desk.phrases import say, tell
from pbem.desk.post.admission import admit, find_place, find_staleness
from pbem.desk.post.enrolment import hear
from pbem.desk.post.rekeying import read_key_order, rekey
from pbem.desk.post.sheets import HandedIn, Taken, take
from pbem.desk.store.store import Player, Transaction
from pbem.games.game import Seat
from pbem.mail.checking import identity as identity_of
from pbem.mail.evidence import Signed
from pbem.mail.kinds import KINDS, PROVIDED, kind_named
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.phrases import tell as tell_unusable
from pbem.mail.safe import Unusable
from pbem.mail.signed import find_signed
from pbem.record.notes import find_notes
from pbem.referee.match import Match
from pbem.referee.sheet import Problem
from pbem.referee.submit import Submission, is_foreign, source_of
from pbem.report.page import Notices
from pbem.report.slip import Slip

log = logging.getLogger("pbem.post")
ANSWERS_AN_HOUR = 20  # to mails of one player that play nothing
HOUR = 3_600


class Received(Struct, frozen=True):
    """What became of a mail, without private words. `ignored` and `known` mails get no answer.

    A sheet that was taken counts as `played`, even if all of it is still to be played.
    """

    verdict: Literal["played", "answered", "refused", "ignored", "known"]
    why: str
    is_kept: bool = False  # nothing of it was played yet

    @property
    def line(self) -> str:
        """The same in one line."""
        return f"{'kept' if self.is_kept else self.verdict}: {self.why}"


class _Arrived(Struct, frozen=True):
    """A signed block, and when it reached the referee."""

    signed: Signed
    came: int


def receive(desk: Desk, raw: bytes, came: int | None = None) -> Received:
    """Act on one mail, exactly once. Only what an enrolled key has signed has any effect.

    `came` is when it reached the referee, as far as its box knows; never later than now.
    MissingPartError if it may be of a player, but what checks his kind of signature is not installed: it must be kept.
    """
    letter = read_letter(raw)
    if isinstance(letter, Unusable):
        return _logged("a stranger", Received("ignored", letter.why))
    # Before anything else: a mail of anybody, signed or not, may prove that our own record lost its end. From then on
    # nothing may be added to that game, not even by this mail.
    texts = letter.plain + letter.html + letter.aside
    for game in meet_notes(desk, (note for text in texts for note in find_notes(text))):
        log.error("%s is frozen: a mail brought a head that this referee signed and this record does not have", game)
    with desk.store.read() as look:
        holders = Holders(look)
        signed = find_signed(letter, holders, now=desk.now(), accepts=KINDS, records=desk.key_record)
        if isinstance(signed, Unusable) and _may_be_of_a_player(look, signed.lacks, letter.header.sender):
            raise MissingPartError(f"a mail waits that may be a player's: {signed.why}")
    is_person = letter.header.origin == "person"
    if isinstance(signed, Unusable):
        player = holders.found.get(signed.signer)
        if player is None:
            return _logged("a stranger", _hear_stranger(desk, letter, signed))
        return _logged(player.name, _answer_unread(desk, signed, player, is_person=is_person))
    player = holders.found[signed.key_id]
    arrived = _Arrived(signed, desk.now() if came is None else min(came, desk.now()))
    act_on = _change_key if signed.block.game == DESK else _act_on
    return _logged(player.name, act_on(desk, arrived, player, is_person=is_person))


def _may_be_of_a_player(look: Transaction, kind: str, sender: str) -> bool:
    """Tell whether a signature of a kind that cannot be checked here may be of somebody who is enrolled."""
    if not kind:
        return False
    key_id = kind_named(kind).key_of_sender(sender)
    return bool(look.holders(key_id) if key_id else look.holders_of_kind(kind))


def _logged(who: str, received: Received) -> Received:
    log.info("mail from %s: %s", who, received.line)
    return received


def _hear_stranger(desk: Desk, letter: Letter, refused: Unusable) -> Received:
    """Let a stranger enrol if that is allowed; whatever else he sends gets no answer."""
    if not desk.settings.mail.enrol:
        return Received("ignored", refused.why)
    heard = hear(desk, letter, refused.why)
    return Received("answered" if heard.is_answered else "ignored", heard.why)


def _answer_unread(desk: Desk, refused: Unusable, player: Player, *, is_person: bool) -> Received:
    """Tell an enrolled player what is wrong with the block he signed."""
    identity = identity_of(refused.signer, refused.signed)
    with desk.store.write() as change:
        if change.is_known_mail(identity):
            return Received("known", "this mail was answered before")
        courtesy = _courtesy(desk, change, player, is_person=is_person)
        change.note_mail(identity, desk.now(), player=player.name, is_answered=courtesy.may_answer)
        if courtesy.may_answer:
            _request_refusal(desk, change, player, (Problem(0, tell_unusable(refused, player.language)),))
    return Received("refused", "the signed block cannot be read; only its player is told why")


def _courtesy(desk: Desk, look: Transaction, player: Player, *, is_person: bool) -> Courtesy:
    """Settle what a player's mail may bring about."""
    has_room = look.answers(player.name, desk.now() - HOUR) < ANSWERS_AN_HOUR
    if not has_room:
        log.warning("%s got %d answers within an hour: silence", player.name, ANSWERS_AN_HOUR)
    return by_mail(is_person=is_person, has_room=has_room)


def _request_refusal(desk: Desk, change: Transaction, player: Player, problems: tuple[Problem, ...]) -> None:
    request_slip(desk, change, Slip(("slip_refused",), problems=problems), player=player)


def _act_on(desk: Desk, arrived: _Arrived, player: Player, *, is_person: bool) -> Received:
    """Play the signed orders, remember the mail and ask for the answers, all in one transaction.

    What is returned is public.
    """
    signed = arrived.signed
    identity = identity_of(signed.key_id, signed.signed_bytes)
    with desk.store.write() as change:
        if change.is_known_mail(identity):
            return Received("known", "these signed orders were acted on before")
        courtesy = _courtesy(desk, change, player, is_person=is_person)
        try:
            taken = _take(desk, change, arrived, player, courtesy)
        except RefusedError as error:
            _look_at_quote(change, signed)
            change.note_mail(identity, desk.now(), player=player.name, is_answered=courtesy.may_answer)
            if courtesy.may_answer:
                _answer_refusal(desk, change, signed, player, error.problems)
            # Why it is refused may hang on what only its player knows.
            return Received("refused", f"{signed.block.game}: the sheet cannot be used; only its player is told why")
        if taken is None:
            return Received("ignored", f"{signed.block.game}: nothing was ordered, and no answer is due")
        is_answer_to_words = courtesy.may_answer and not taken.played
        is_counted = is_answer_to_words or bool(taken.asked.press)  # what is passed on fills mailboxes, too
        change.note_mail(identity, desk.now(), player=player.name, is_answered=is_counted)
    if taken.played is None:
        return Received("answered", f"{taken.match.id}, {taken.seat}: desk words")
    desk.remember(taken.match)  # only now: before the commit it had not happened
    return _said(taken.match, taken.played)


def _said(match: Match, played: Played) -> Received:
    """Say what became of a sheet that was taken, in public words."""
    place = f"{match.id}, {played.seat}"
    if played.seat in match.vacant:
        return Received("played", f"{place}: resigned")
    if moves := ", ".join(_public_moves(played)):
        return Received("played", f"{place}: {moves}")
    return Received("played", f"{place}: {_kept(match, played)}", is_kept=True)


def _kept(match: Match, played: Played) -> str:
    """Say what is kept of a sheet that played nothing."""
    is_start = match.phase == "seating" or any(entry.body["kind"] == "start" for entry in played.decided.entries)
    if is_start:
        return "luck"
    return "a plan" if played.answer.planned else "no plan"


def _take(desk: Desk, change: Transaction, arrived: _Arrived, player: Player, courtesy: Courtesy) -> Taken | None:
    """Take the sheet in a signed block. Desk words that nobody may be answered are left alone, to be sent again."""
    signed = arrived.signed
    match, seat = admit(desk, change, signed, player)
    submission = _submission(arrived, seat, player.language)
    asked = read_words(submission.text, submission.language)
    is_for_nothing = not asked.is_for_play and not asked.problems
    if is_for_nothing and not courtesy.may_answer:
        return None
    faults: tuple[Problem, ...] = ()
    if asked.is_for_play:
        faults = find_staleness(desk, change, match, signed, player)
        if not faults:
            # The proof is kept before the orders are decided, and in the same transaction: no entry ever says that
            # an order was signed unless what was signed can be shown.
            keep_evidence(desk, change, signed, player)
    return take(desk, change, HandedIn(match, player, submission, asked), courtesy=courtesy, faults=faults)


def _look_at_quote(look: Transaction, signed: Signed) -> None:
    """Say loudly in the log that a player quotes a head which this record does not have."""
    seen, game = signed.block.seen, signed.block.game
    if seen and look.standing(game) and is_foreign(seen, head_at(look, game)):
        log.error("%s: a player quotes a head of %d entries that this record does not have", game, seen.size)


def _public_moves(played: Played) -> list[str]:
    moves = (entry.body for entry in played.decided.entries if entry.body["kind"] == "move")
    return [str(move.get("text", "(sealed)")) for move in moves if move["seat"] == played.seat]


def _submission(arrived: _Arrived, seat: Seat, language: str) -> Submission:
    signed = arrived.signed
    return Submission(
        seat=seat,
        text="\n".join(signed.block.orders),
        sign=signed.kind,
        digest=sha256(signed.signed_bytes).hexdigest(),
        language=language,
        seen=signed.block.seen,
        came=arrived.came,
    )


def _answer_refusal(
    desk: Desk, change: Transaction, signed: Signed, player: Player, problems: tuple[Problem, ...]
) -> None:
    """Tell a player everything that is wrong: with the board if he plays there, else alone."""
    told = tuple(problem.quoting(signed.block.orders) for problem in problems)
    try:
        match, seat = find_place(desk, change, signed, player)
    except RefusedError:
        _request_refusal(desk, change, player, told)
        return
    to = Addressee(seat, player.name)
    request_letter(desk, change, match, to, Notices(problems=told, is_refused=True))


def _change_key(desk: Desk, arrived: _Arrived, player: Player, *, is_person: bool) -> Received:
    """Let the old key name the new one; what a provider signs proves no key of a person's own, and cannot."""
    signed = arrived.signed
    block = signed.block
    identity = identity_of(signed.key_id, signed.signed_bytes)
    with desk.store.write() as change:
        if change.is_known_mail(identity):
            return Received("known", "this was acted on before")
        if block.to != desk.settings.referee.name or signed.kind in PROVIDED or not is_person:
            return Received("ignored", "not a change of key that is taken")
        # The signature was checked before this transaction began, and whoever lost the key may have been quicker.
        if not any(holder.name == player.name for holder in change.holders(signed.key_id)):
            return Received("ignored", "the key was taken away meanwhile")
        if not _courtesy(desk, change, player, is_person=is_person).may_answer:
            return Received("ignored", "too many mails within an hour")
        change.note_mail(identity, desk.now(), player=player.name, is_answered=True)
        try:
            keep_evidence(desk, change, signed, player)
            word = source_of(_submission(arrived, Seat(block.seat), player.language))
            told = say("slip_old_key", player.language)
            rekey(desk, change, player, _new_key(block.orders), told, replace(word, seen=None))
        except UsageError as error:
            _request_refusal(desk, change, player, (Problem(0, tell(error, player.language)),))
            return Received("refused", "a change of key that cannot be made; only its player is told why")
    desk.remembered.clear()
    return Received("answered", "a new key")


def _new_key(orders: tuple[str, ...]) -> bytes:
    words = orders[0].split()
    if len(orders) != 1 or words[0].lower() != "newkey":
        raise UsageError("a block for the desk holds one line: `newkey ssh-ed25519 AAAA..`", "desk_one_line")
    if words[1:] and words[1].lower().startswith(PROVIDED):
        raise UsageError("an address is no key: your host enters it", "desk_no_address")
    return read_key_order(words[1:])
