"""Mail comes in: a signed order mail is acted on exactly once. Letters in answer are asked for, not written here."""

import logging
from hashlib import sha256

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.desk_words import read_words
from pbem.desk.errors import MissingPartError, NotNowError, RefusedError, UsageError
from pbem.desk.evidence import DESK, keep_evidence
from pbem.desk.matches.acting import Played, head_at
from pbem.desk.matches.courtesy import Courtesy, by_mail
from pbem.desk.matches.freezing import meet_notes, meet_receipts
from pbem.desk.matches.requests import Addressee, request_letter, request_slip
from pbem.desk.matches.thawing import hear_seat
from pbem.desk.people import Holders
from pbem.desk.phrases import tell
from pbem.desk.post.accounts import Account, account_of, names_referee
from pbem.desk.post.admission import admit, find_earlier, find_place, find_staleness, keep_number
from pbem.desk.post.enrolment import hear
from pbem.desk.post.received import Received
from pbem.desk.post.sheets import HandedIn, Taken, take
from pbem.desk.post.succession import hear_new_key, hear_old_key, is_answered
from pbem.desk.providers import provider_records
from pbem.desk.store.knowing import reached_at
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Player
from pbem.games.game import Seat
from pbem.mail.block.typed import is_attempt
from pbem.mail.checking import identity as identity_of
from pbem.mail.evidence import Signed
from pbem.mail.kinds import KINDS, PROVIDED, kind_named
from pbem.mail.letter.header import parse_header, with_line_feeds
from pbem.mail.letter.letter import Letter, glimpse, read_letter
from pbem.mail.phrases import tell as tell_unusable
from pbem.mail.safe import LETTER_LIMIT, Unusable, UnusableError
from pbem.mail.signed import find_signed, holds_nothing_else, is_pieced, not_alone
from pbem.record.notes import find_notes
from pbem.record.receipts import find_receipts
from pbem.referee.match import Match
from pbem.referee.sheet import Problem
from pbem.referee.submit import Submission, is_foreign
from pbem.report.page import Notices
from pbem.report.slip import Slip

log = logging.getLogger("pbem.post")
_DAY = 86_400


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
        _warn_of_unread(desk, raw)
        return _logged("a stranger", Received("ignored", letter.why))
    # Before anything else: a mail of anybody, signed or not, may prove that our own record lost its end. From then on
    # nothing may be added to that game, not even by this mail.
    texts = letter.plain + letter.html + letter.aside
    for game in meet_notes(desk, (note for text in texts for note in find_notes(text))):
        log.error("%s is frozen: a mail brought a head that this referee signed and this record does not have", game)
    for game in meet_receipts(desk, (note for text in texts for note in find_receipts(text))):
        log.error("%s is frozen: a mail brought a receipt that this referee signed for a sheet that is not here", game)
    with desk.store.read() as look:
        holders = Holders(look)
        records = provider_records(desk, look, letter.header.sender)
        signed = find_signed(letter, holders, now=desk.now(), accepts=KINDS, records=records)
        if isinstance(signed, Unusable) and _may_be_of_a_player(look, signed.lacks, letter.header.sender):
            raise MissingPartError(f"a mail waits that may be a player's: {signed.why}")
    is_person = letter.header.origin == "person"
    if isinstance(signed, Unusable):
        player = holders.found.get(signed.signer)
        if player is None:
            return _logged("a stranger", _hear_unknown(desk, letter, signed))
        return _logged(player.name, _answer_unread(desk, signed, player, is_person=is_person))
    player = holders.found[signed.key_id]
    if signed.block.game != DESK:
        arrived = _Arrived(signed, desk.now() if came is None else min(came, desk.now()))
        return _logged(player.name, _act_on(desk, arrived, player, is_person=is_person))
    if not holds_nothing_else(letter, signed):
        # What somebody signed together with words of others may not be his own, and a key is too much to lose.
        return _logged(player.name, _answer_unread(desk, not_alone(signed), player, is_person=is_person))
    return _logged(player.name, _change_key(desk, signed, player, is_person=is_person))


def _may_be_of_a_player(look: Transaction, kind: str, sender: str) -> bool:
    """Tell whether a signature of a kind that cannot be checked here may be of somebody who is enrolled."""
    if not kind:
        return False
    key_id = kind_named(kind).key_of_sender(sender)
    return bool(look.holders(key_id) if key_id else look.has_key_of_kind(kind))


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
    """Tell an enrolled player what is wrong with the block he signed, or with the mail around it.

    What he signed counts as answered, not as acted on: in another mail it may be good.
    """
    identity = identity_of(refused.signer, refused.signed)
    refusal = _refusal_of(identity, refused.why)
    with desk.store.write(f"player {player.name}") as change:
        if change.is_known_mail(identity) or change.is_known_mail(refusal):
            return Received("known", "this mail was answered before")
        is_ours = names_referee(desk, refused.signed) and not is_pieced(refused)
        account = account_of(player, is_ours=is_ours)
        courtesy = _courtesy(desk, change, account, is_person=is_person)
        if courtesy.may_answer:
            change.note_mail(refusal, desk.now(), player=account.name, is_answered=True)
            _request_refusal(desk, change, player, (Problem(0, tell_unusable(refused, player.language)),))
        else:
            _log_silence(account, courtesy)
    return Received("refused", "the signed block cannot be used as it came; only its player is told why")


def _refusal_of(identity: str, why: str) -> str:
    """Name a refusal for no fault of the sheet: told once, and yet the sheet may be used when the reason is gone."""
    return sha256(f"{identity}\n{why}".encode()).hexdigest()


def _courtesy(desk: Desk, look: Transaction, account: Account, *, is_person: bool, kind: str = "") -> Courtesy:
    """Settle what a player's mail may bring about; `kind` is that of a signature over a sheet which can be used."""
    is_own_hand = kind in KINDS and kind not in PROVIDED
    return by_mail(is_person=is_person, has_room=account.has_room(desk, look), is_own_hand=is_own_hand)


def _log_silence(account: Account, courtesy: Courtesy) -> None:
    """Say in the log that a mail gets no answer because there were so many; a machine gets none anyway."""
    if not courtesy.may_pass_on:
        log.warning("%s got %d answers within %s: silence", account.name, account.most, account.span)


def _request_refusal(desk: Desk, change: Transaction, player: Player, problems: tuple[Problem, ...]) -> None:
    request_slip(desk, change, Slip(("slip_refused",), problems=problems), player=player)


def _act_on(desk: Desk, arrived: _Arrived, player: Player, *, is_person: bool) -> Received:
    """Play the signed orders, remember the mail and ask for the answers, all in one transaction.

    What is returned is public.
    """
    signed = arrived.signed
    identity = identity_of(signed.key_id, signed.signed_bytes)
    with desk.store.write(signed.block.game) as change:
        if change.is_known_mail(identity):
            return Received("known", "these signed orders were acted on before")
        account = account_of(player, is_ours=signed.block.to == desk.settings.referee.name)
        courtesy = _courtesy(desk, change, account, is_person=is_person, kind=signed.kind)
        try:
            taken = _take(desk, change, arrived, player, courtesy)
        except RefusedError as error:
            _look_at_quote(change, signed)
            # What is refused for no fault of its own has done nothing, and may be used when it comes again.
            noted = _refusal_of(identity, str(error)) if isinstance(error, NotNowError) else identity
            if change.is_known_mail(noted):
                return Received("known", "these signed orders were refused before, for the same reason")
            if courtesy.may_answer:
                change.note_mail(noted, desk.now(), player=account.name, is_answered=True)
                _answer_refusal(desk, change, signed, player, error.problems)
            else:
                _log_silence(account, courtesy)
            # Why it is refused may hang on what only its player knows.
            return Received("refused", f"{signed.block.game}: the sheet cannot be used; only its player is told why")
        if taken is None:
            _log_silence(account, courtesy)
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
    match, seat = admit(desk, change, signed, player, arrived.came)
    hear_seat(desk, change, match, seat, signed.block)
    submission = _submission(arrived, seat, player.language)
    asked = read_words(submission.text, submission.language)
    is_for_nothing = not asked.is_for_play and not asked.problems
    if is_for_nothing and not courtesy.may_answer:
        return None
    faults: tuple[Problem, ...] = ()
    if asked.is_for_play:
        faults = find_staleness(change, match, signed, player) or find_earlier(change, match, signed, player)
        if not faults:
            # The proof is kept before the orders are decided, and in the same transaction: no entry ever says that
            # an order was signed unless what was signed can be shown.
            keep_evidence(desk, change, signed, player)
    taken = take(desk, change, HandedIn(match, player, submission, asked), courtesy=courtesy, faults=faults)
    if asked.is_for_play:
        keep_number(change, signed)
    return taken


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


def _change_key(desk: Desk, signed: Signed, player: Player, *, is_person: bool) -> Received:
    """Let the old key ask for a new one; what a provider signs proves no key of a person's own, and cannot."""
    identity = identity_of(signed.key_id, signed.signed_bytes)
    with desk.store.write() as change:
        if change.is_known_mail(identity):
            return Received("known", "this was acted on before")
        if signed.block.to != desk.settings.referee.name or signed.kind in PROVIDED or not is_person:
            return Received("ignored", "not a change of key that is taken")
        # The signature was checked before this transaction began, and whoever lost the key may have been quicker.
        if not any(holder.name == player.name for holder in change.holders(signed.key_id)):
            return Received("ignored", "the key was taken away meanwhile")
        account = account_of(player, is_ours=True)
        courtesy = _courtesy(desk, change, account, is_person=is_person)
        # Whoever stole the key may use up the answers of every hour; the answer with the token is not his.
        if not courtesy.may_answer and not is_answered(desk, change, signed, player):
            _log_silence(account, courtesy)
            return Received("ignored", "too many mails within an hour")
        change.note_mail(identity, desk.now(), player=player.name, is_answered=True)
        try:
            became = hear_old_key(desk, change, signed, player)
        except UsageError as error:
            _request_refusal(desk, change, player, (Problem(0, tell(error, player.language)),))
            return Received("refused", "a change of key that cannot be made; only its player is told why")
    desk.remembered.clear()
    return Received("answered", became)


def _hear_unknown(desk: Desk, letter: Letter, refused: Unusable) -> Received:
    """Act on a mail that no enrolled key has signed."""
    became = hear_new_key(desk, letter) if letter.header.origin == "person" else None
    if became is not None:
        desk.remembered.clear()
        return Received("answered", became)
    received = _hear_stranger(desk, letter, refused)
    if received.verdict == "ignored" and letter.header.origin == "person":
        texts = letter.plain + letter.html + letter.aside
        _warn_of_unsigned(desk, letter.header.sender, texts or (glimpse(letter.lines),))
    return received


def _warn_of_unread(desk: Desk, raw: bytes) -> None:
    """Warn likewise of a mail that is damaged, or in a form that is not read here, if its header can be read."""
    lines = with_line_feeds(raw[:LETTER_LIMIT])
    try:
        header = parse_header(lines)
    except UnusableError:
        return
    if header.origin == "person":
        _warn_of_unsigned(desk, header.sender, (glimpse(lines),))


def _warn_of_unsigned(desk: Desk, sender: str, texts: tuple[str, ...]) -> None:
    """Tell an enrolled address that orders came in its name which nobody's signature fits.

    Anybody can write such a mail in his name, so he hears of it once a day, and nothing that is not in it.
    """
    if not any(map(is_attempt, texts)):
        return
    with desk.store.write(f"address {sender.casefold()}") as change:
        named = change.known_by(reached_at(sender))
        if not named:
            return
        player, use = named[0], f"warned/{named[0].name}"
        last = change.secret("", use)
        if last is not None and int(last) > desk.now() - _DAY:
            return
        change.put_secret("", use, str(desk.now()).encode())
        request_slip(desk, change, Slip(("slip_refused", "slip_unsigned")), player=player)
