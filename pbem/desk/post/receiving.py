"""Mail comes in: a signed order mail is acted on exactly once. Letters in answer are asked for, not written here."""

import logging
from hashlib import sha256
from typing import Literal

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.desk_words import read_words
from pbem.desk.errors import MissingPartError, RefusedError, UsageError
from pbem.desk.evidence import keep_evidence
from pbem.desk.matches.acting import Played, head_at
from pbem.desk.matches.freezing import meet_notes, meet_receipts
from pbem.desk.matches.keeping import read_secrets
from pbem.desk.matches.opening import DESK
from pbem.desk.matches.positions import current
from pbem.desk.matches.requests import request_letter, request_slip
from pbem.desk.matches.thawing import hear_seat
from pbem.desk.people import Holders, id_in_record
from pbem.desk.phrases import say, tell
from pbem.desk.post.enrolment import TAKEN, hear
from pbem.desk.post.rekeying import read_key_order, rekey
from pbem.desk.post.sheets import Taken, take
from pbem.desk.store.store import Player, Transaction
from pbem.games.game import Seat
from pbem.mail.evidence import Signed
from pbem.mail.keys import KINDS
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.safe import Refused
from pbem.mail.signed import find_signed
from pbem.mail.words import tell as tell_refused
from pbem.record.notes import find_notes
from pbem.record.receipts import find_receipts
from pbem.referee.match import Match
from pbem.referee.sheet import Problem, Seen
from pbem.referee.submit import Submission, is_foreign
from pbem.referee.tokens import is_fresh
from pbem.report.page import Notices, ProblemLine
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


def receive(desk: Desk, raw: bytes) -> Received:
    """Act on one mail, exactly once. Only what an enrolled key has signed has any effect.

    MissingPartError if it may be of a player, but what checks his kind of signature is not installed: it must be kept.
    """
    letter = read_letter(raw)
    if isinstance(letter, Refused):
        return _logged("a stranger", Received("ignored", letter.why))
    texts = letter.plain + letter.html + letter.aside
    for game in meet_notes(desk, (note for text in texts for note in find_notes(text))):
        log.error("%s is frozen: a mail brought a head that this referee signed and this record does not have", game)
    for game in meet_receipts(desk, (note for text in texts for note in find_receipts(text))):
        log.error("%s is frozen: a mail brought a receipt that this referee signed for a sheet that is not here", game)
    with desk.store.read() as look:
        holders = Holders(look)
        signed = find_signed(letter, holders, now=desk.now(), accepts=KINDS, records=desk.dkim_records)
        if isinstance(signed, Refused) and _may_be_of_a_player(look, signed.lacks, letter.head.sender):
            raise MissingPartError(f"a mail waits that may be a player's: {signed.why}")
    is_person = letter.head.origin == "person"
    if isinstance(signed, Refused):
        return _hear_others(desk, letter, signed, holders.found.get(signed.signer))
    player = holders.found[signed.key_id]
    act_on = _change_key if signed.block.game == DESK else _act_on
    return _logged(player.name, act_on(desk, signed, player, is_person=is_person))


def _may_be_of_a_player(look: Transaction, kind: str, sender: str) -> bool:
    """Tell whether a signature of a kind that cannot be checked here may be of somebody who is enrolled."""
    if kind == "dkim":  # which most mail of strangers bears too
        return bool(look.holders(f"dkim:{sender.lower()}"))
    return bool(kind and look.holders_of_kind(kind))


def _logged(who: str, received: Received) -> Received:
    log.info("mail from %s: %s", who, received.line)
    return received


def _hear_others(desk: Desk, letter: Letter, refused: Refused, player: Player | None) -> Received:
    """Tell an enrolled player what is wrong with the block he signed; let a stranger enrol if that is allowed."""
    if player:
        identity = _identity(refused.signer, refused.signed)
        with desk.store.write() as change:
            if change.is_known_mail(identity):
                return _logged(player.name, Received("known", "this mail was answered before"))
            is_answered = letter.head.origin == "person" and _may_answer(desk, change, player)
            change.note_mail(identity, desk.now(), player=player.name, is_answered=is_answered)
            if is_answered:
                problem = ProblemLine(0, tell_refused(refused, player.language))
                request_slip(desk, change, Slip(("slip_refused",), problems=(problem,)), player=player)
        return _logged(player.name, Received("refused", "the signed block cannot be read; only its player is told why"))
    why = hear(desk, letter, refused.why) if desk.settings.mail.enrol else refused.why
    is_answered = why in ("challenged", "enrolled", TAKEN)
    return _logged("a stranger", Received("answered" if is_answered else "ignored", why))


def _may_answer(desk: Desk, look: Transaction, player: Player) -> bool:
    """Tell whether a player may get one more answer to a mail that plays nothing."""
    if look.answers(player.name, desk.now() - HOUR) < ANSWERS_AN_HOUR:
        return True
    log.warning("%s got %d answers within an hour: silence", player.name, ANSWERS_AN_HOUR)
    return False


def _identity(key_id: str, signed_bytes: bytes) -> str:
    """Name what was signed, so that it is known when it comes again.

    A provider may sign one mail twice (DKIM), over other headers or blanks: there the words of its body alone count.
    """
    is_dkim = key_id.startswith("dkim:")
    content = b" ".join(signed_bytes.partition(b"\r\n\r\n")[2].split()) if is_dkim else signed_bytes
    return sha256(key_id.encode() + b"\n" + content).hexdigest()


def _act_on(desk: Desk, signed: Signed, player: Player, *, is_person: bool) -> Received:
    """Play the signed orders, remember the mail and ask for the answers, all in one transaction.

    Machines get no answer: they would answer back. What is returned is public.
    """
    identity = _identity(signed.key_id, signed.signed_bytes)
    with desk.store.write() as change:
        if change.is_known_mail(identity):
            return Received("known", "these signed orders were acted on before")
        may_tell = _may_answer(desk, change, player)
        is_answered = is_person and may_tell
        try:
            taken = _take(desk, change, signed, player, may_tell=may_tell, is_person=is_person)
        except RefusedError as error:
            _look_at_quote(change, signed)
            change.note_mail(identity, desk.now(), player=player.name, is_answered=is_answered)
            if is_answered:
                _answer_refusal(desk, change, signed, player, error.problems)
            return Received("refused", f"{signed.block.game}: the sheet cannot be used; only its player is told why")
        if taken is None:
            return Received("ignored", f"{signed.block.game}: nothing was ordered, and no answer is due")
        is_counted = (is_answered and not taken.played) or bool(taken.asked.press)
        change.note_mail(identity, desk.now(), player=player.name, is_answered=is_counted)
    if taken.played is None:
        return Received("answered", f"{taken.match.id}, {taken.seat}: desk words")
    desk.remember(taken.match)
    return _said(taken.match, taken.played)


def _said(match: Match, played: Played) -> Received:
    """Say what became of a sheet that was taken, in public words."""
    place = f"{match.id}, {played.seat}"
    if played.seat in match.vacant:
        return Received("played", f"{place}: resigned")
    if moves := ", ".join(_public_moves(played)):
        return Received("played", f"{place}: {moves}")
    is_start = match.phase == "seating" or any(entry.body["kind"] == "start" for entry in played.decided.entries)
    what = "luck" if is_start else "a plan" if played.answer.planned else "no plan"
    return Received("played", f"{place}: {what}", is_kept=True)


def _take(
    desk: Desk, change: Transaction, signed: Signed, player: Player, *, may_tell: bool, is_person: bool
) -> Taken | None:
    """Take the sheet in a signed block. Desk words that nobody may be answered are left alone, to be sent again."""
    if signed.block.to != desk.settings.referee.name:
        raise _refuse(player, "desk_other_referee", to=signed.block.to, referee=desk.settings.referee.name)
    is_answered = is_person and may_tell
    match, seat = _place(desk, change, signed, player)
    _check_kind(match, signed, player)
    hear_seat(desk, change, match, seat, _seen(signed))
    submission = _submission(signed, seat, player.language)
    asked = read_words(submission.text, submission.language)
    if not is_answered and not asked.problems and (not asked.has_orders or "preview" in asked.words):
        return None
    problems: tuple[Problem, ...] = ()
    if asked.has_orders and "preview" not in asked.words:
        problems = _staleness(desk, change, match, signed, player)
        if not problems:
            keep_evidence(desk, change, signed, player)
    return take(
        desk,
        change,
        match,
        player,
        submission,
        is_letter_due=is_answered,
        is_answered=is_person,
        may_tell=may_tell,
        problems=problems,
    )


def _look_at_quote(look: Transaction, signed: Signed) -> None:
    """Say loudly in the log that a player quotes a head which this record does not have."""
    seen, game = _seen(signed), signed.block.game
    if seen and look.standing(game) and is_foreign(seen, head_at(look, game)):
        log.error("%s: a player quotes a head of %d entries that this record does not have", game, seen.size)


def _public_moves(played: Played) -> list[str]:
    moves = (entry.body for entry in played.decided.entries if entry.body["kind"] == "move")
    return [str(move.get("text", "(sealed)")) for move in moves if move["seat"] == played.seat]


def _place(desk: Desk, look: Transaction, signed: Signed, player: Player) -> tuple[Match, Seat]:
    """Return the match and seat that a block is meant for; refuse one that is not for its signer to order there."""
    block = signed.block
    try:
        match = current(desk, look, block.game)
    except UsageError:
        raise _not_yours(player, block.seat, block.game) from None
    held = match.holders.get(Seat(block.seat))
    if held is None or held.name != player.name:
        raise _not_yours(player, block.seat, block.game)
    is_recorded = held.key == id_in_record(read_secrets(desk, look, match.id).seal, match.id, signed.key_id)
    if not is_recorded and match.phase in (
        "seating",
        "running",
    ):  # an ended game takes no orders, and no new key
        raise _refuse(player, "desk_other_key", game=block.game)
    return match, Seat(block.seat)


def _not_yours(player: Player, seat: str, game: str) -> RefusedError:
    # The same words whether there is such a game or not: who does not play in it need not know.
    return _refuse(player, "desk_not_yours", name=player.name, seat=seat, game=game)


def _refuse(player: Player, key: str, **places: object) -> RefusedError:
    return RefusedError((Problem(0, say(key, player.language, **places)),))


def _check_kind(match: Match, signed: Signed, player: Player) -> None:
    if signed.kind not in match.terms.accepts:
        kinds = ", ".join(kind for kind in match.terms.accepts if kind in KINDS)
        raise _refuse(player, "desk_other_kind", kind=signed.kind, kinds=kinds)


def _staleness(desk: Desk, look: Transaction, match: Match, signed: Signed, player: Player) -> tuple[Problem, ...]:
    if match.phase in ("over", "void"):
        return ()  # it takes no orders at all, and says so
    secret = read_secrets(desk, look, match.id).seal
    if is_fresh(secret, match, Seat(signed.block.seat), signed.block.token):
        return ()
    return (Problem(0, say("desk_old_token", player.language)),)


def _submission(signed: Signed, seat: Seat, language: str) -> Submission:
    return Submission(
        seat=seat,
        text="\n".join(signed.block.orders),
        sign=signed.kind,
        digest=sha256(signed.signed_bytes).hexdigest(),
        language=language,
        seen=_seen(signed),
    )


def _seen(signed: Signed) -> Seen | None:
    seen = signed.block.seen
    return Seen(seen.size, seen.head) if seen else None


def _answer_refusal(
    desk: Desk, change: Transaction, signed: Signed, player: Player, problems: tuple[Problem, ...]
) -> None:
    """Tell a player everything that is wrong: with the board if he plays there, else alone."""
    lines = tuple(_told(problem, signed.block.orders) for problem in problems)
    try:
        match, seat = _place(desk, change, signed, player)
    except RefusedError:
        request_slip(desk, change, Slip(("slip_refused",), problems=lines), player=player)
        return
    request_letter(desk, change, match, seat=seat, name=player.name, notices=Notices(problems=lines, is_refused=True))


def _told(problem: Problem, orders: tuple[str, ...]) -> ProblemLine:
    """Return a problem with the words of its line, which its number alone would not tell in a mail."""
    words = orders[problem.line - 1] if problem.line else ""
    return ProblemLine(problem.line, problem.text, problem.nearest, "" if words in problem.text else words)


def _change_key(desk: Desk, signed: Signed, player: Player, *, is_person: bool) -> Received:
    """Let the old key name the new one; DKIM cannot, for it proves no key of a person's own."""
    block = signed.block
    with desk.store.write() as change:
        if change.is_known_mail(_identity(signed.key_id, signed.signed_bytes)):
            return Received("known", "this was acted on before")
        if block.to != desk.settings.referee.name or signed.kind == "dkim" or not is_person:
            return Received("ignored", "not a change of key that is taken")
        if not any(holder.name == player.name for holder in change.holders(signed.key_id)):
            return Received("ignored", "the key was taken away meanwhile")
        if not _may_answer(desk, change, player):
            return Received("ignored", "too many mails within an hour")
        change.note_mail(
            _identity(signed.key_id, signed.signed_bytes), desk.now(), player=player.name, is_answered=True
        )
        try:
            keep_evidence(desk, change, signed, player)
            rekey(desk, change, player, _new_key(block.orders), say("slip_old_key", player.language))
        except UsageError as error:
            problems = (ProblemLine(0, tell(error, player.language)),)
            request_slip(desk, change, Slip(("slip_refused",), problems=problems), player=player)
            return Received("refused", "a change of key that cannot be made; only its player is told why")
    desk.remembered.clear()
    return Received("answered", "a new key")


def _new_key(orders: tuple[str, ...]) -> bytes:
    words = orders[0].split()
    if len(orders) != 1 or words[0].lower() != "newkey":
        raise UsageError("a block for the desk holds one line: `newkey ssh-ed25519 AAAA..`", "desk_one_line")
    if words[1:] and words[1].lower().startswith("dkim"):
        raise UsageError("an address is no key: your host enters it", "desk_no_address")
    return read_key_order(words[1:])
