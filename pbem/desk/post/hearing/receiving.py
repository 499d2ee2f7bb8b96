"""Mail comes in: a signed order mail is acted on exactly once. Letters in answer are asked for, not written here."""

import logging
from hashlib import sha256

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import MissingPartError, NotNowError, RefusedError
from pbem.desk.events.letters.telling import NOBODY
from pbem.desk.matches.acts.acting import Played
from pbem.desk.matches.acts.thawing import hear_seat
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.matches.letters.requests import Addressee, request_letter
from pbem.desk.matches.state.freezing import meet_notes, meet_receipts, meets_any
from pbem.desk.matches.state.positions import head_at
from pbem.desk.people.enrolled import Holders
from pbem.desk.people.providers import provider_records
from pbem.desk.post.accounts import account_of, last_of_hour, refusal_of, request_refusal, who_is_told
from pbem.desk.post.hearing.admission import admit, find_earlier, find_place, find_staleness, keep_number
from pbem.desk.post.hearing.desk_sheets import DeskSheet, hear_words
from pbem.desk.post.hearing.event_sheets import hear_event_word, is_for_event
from pbem.desk.post.hearing.newcomers import take_newcomer
from pbem.desk.post.hearing.sheets import HandedIn, Taken, take
from pbem.desk.post.hearing.unplayed import answer_unread, hear_key_change, hear_unknown, warn_of_unread
from pbem.desk.post.keys.succession import is_key_change
from pbem.desk.post.received import Received
from pbem.desk.signed.evidence import DESK, keep_evidence
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.desk_words import read_words
from pbem.games.game import Seat
from pbem.games.kit.order_words import fold
from pbem.mail.checking import identity as identity_of
from pbem.mail.evidence import Signed
from pbem.mail.kinds import KINDS, kind_named
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.safe import Unusable
from pbem.mail.signed import find_signed, holds_nothing_else, not_alone
from pbem.record.log.record_words import word_of
from pbem.record.notes.notes import find_notes
from pbem.record.notes.receipts import find_receipts
from pbem.referee.acts.joining import is_join
from pbem.referee.acts.submit import Submission, is_foreign
from pbem.referee.language.phrases import RETURNED
from pbem.referee.language.sheet import Problem
from pbem.referee.match.match import Match
from pbem.report.page import Notices

log = logging.getLogger("pbem.post")


class Mail(Struct, frozen=True):
    """A mail that was read: its letter, or why it has none. `came` is when it reached the referee, if its box knows."""

    raw: bytes
    letter: Letter | Unusable
    came: int | None = None


class Sheet(Struct, frozen=True):
    """A sheet for a game that an enrolled key has signed: by whom, and how and when it reached the referee."""

    signed: Signed
    player: Member
    came: int
    is_person: bool

    @property
    def game(self) -> str:
        """The game that it names, whether there is one or not."""
        return self.signed.block.game

    @property
    def is_of_newcomer(self) -> bool:
        """Whether its signer asks for a seat."""
        return is_join("\n".join(self.signed.block.orders))

    @property
    def about(self) -> tuple[str, ...]:
        """What it changes: a game, and of who joins his pass."""
        return (self.game, f"player {self.player.name}") if self.is_of_newcomer else (self.game,)

    @property
    def identity(self) -> str:
        """What it is known by, in whatever mail it comes."""
        return identity_of(self.signed.key_id, self.signed.signed_bytes)


class Acted(Struct, frozen=True):
    """What became of a sheet, in public words, and the match that it led to, if it decided anything."""

    received: Received
    match: Match | None = None


def read_mail(raw: bytes, came: int | None = None) -> Mail:
    """Read a mail within hard limits; nobody knows yet whether anything in it is true."""
    return Mail(raw, read_letter(raw), came)


def receive(desk: Desk, raw: bytes, came: int | None = None) -> Received:
    """Act on one mail, exactly once. Only what an enrolled key has signed has any effect.

    MissingPartError if it may be of a player, but what checks his kind of signature is not installed: it must be kept.
    """
    return deal_with(desk, read_mail(raw, came))


def deal_with(desk: Desk, mail: Mail) -> Received:
    """Act on a mail that was read, whatever it brings."""
    letter = mail.letter
    if isinstance(letter, Unusable):
        warn_of_unread(desk, mail.raw)
        return logged("a stranger", Received("ignored", letter.why))
    # Before anything else: a mail of anybody, signed or not, may prove that our own record lost its end. From then on
    # nothing may be added to that game, not even by this mail.
    for game in meet_notes(desk, (note for text in letter.texts for note in find_notes(text))):
        log.error("%s is frozen: a mail brought a head that this referee signed and this record does not have", game)
    for game in meet_receipts(desk, (note for text in letter.texts for note in find_receipts(text))):
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
            return logged("a stranger", hear_unknown(desk, letter, signed, _came(desk, mail)))
        return logged(player.name, answer_unread(desk, signed, player, is_person=is_person))
    player = holders.found[signed.key_id]
    if _is_for_event(desk, signed):
        sheet = DeskSheet(signed, player, _came(desk, mail), is_person)
        return logged(player.name, hear_event_word(desk, sheet))
    if signed.block.game != DESK:
        return logged(player.name, _act_on(desk, _sheet(desk, mail, letter, signed, player)))
    if not holds_nothing_else(letter, signed):
        # What somebody signed together with words of others may not be his own, and a key is too much to lose.
        return logged(player.name, answer_unread(desk, not_alone(signed), player, is_person=is_person))
    if is_key_change(signed):
        return logged(player.name, hear_key_change(desk, signed, player, is_person=is_person, came=_came(desk, mail)))
    sheet = DeskSheet(signed, player, _came(desk, mail), is_person)
    return logged(player.name, hear_words(desk, sheet))


def _is_for_event(desk: Desk, signed: Signed) -> bool:
    if signed.block.seat != NOBODY:
        return False
    with desk.store.read() as look:
        return is_for_event(look, signed.block)


class _AloneError(Exception):
    """A mail can be dealt with only by itself."""


def find_sheet(desk: Desk, look: Transaction, mail: Mail) -> Sheet | None:
    """Return the sheet of a game that a mail brings, if to act on it is all that there is to do; else None."""
    letter = mail.letter
    if isinstance(letter, Unusable):
        return None
    if meets_any(desk, look, letter.texts):
        return None
    holders = Holders(look)
    try:
        signed = find_signed(letter, holders, now=desk.now(), accepts=KINDS, records=_ask_nobody)
    except _AloneError:
        return None
    if isinstance(signed, Unusable) or signed.block.game == DESK or is_for_event(look, signed.block):
        return None
    return _sheet(desk, mail, letter, signed, holders.found[signed.key_id])


def _ask_nobody(_name: str) -> bytes | None:
    """Look up no provider's key: that may take long, and others wait meanwhile."""
    raise _AloneError


def _sheet(desk: Desk, mail: Mail, letter: Letter, signed: Signed, player: Member) -> Sheet:
    return Sheet(signed, player, _came(desk, mail), is_person=letter.header.origin == "person")


def _came(desk: Desk, mail: Mail) -> int:
    return desk.now() if mail.came is None else min(mail.came, desk.now())


def _act_on(desk: Desk, sheet: Sheet) -> Received:
    with desk.store.write(sheet.about) as change:
        acted = act_on(desk, change, sheet)
    if acted.match is not None:
        desk.remember(acted.match)  # only now: before the commit it had not happened
    return acted.received


def act_on(desk: Desk, change: Transaction, sheet: Sheet) -> Acted:
    """Play the signed orders, remember the mail and ask for the answers. When the change commits it has happened."""
    signed, player = sheet.signed, sheet.player
    identity = sheet.identity
    if change.is_known_mail(identity):
        return Acted(Received("known", "these signed orders were acted on before"))
    account = account_of(player, is_ours=signed.block.to == desk.settings.referee.name)
    courtesy = account.courtesy(desk, change, is_person=sheet.is_person, kind=signed.kind)
    try:
        taken = _take(desk, change, sheet, courtesy)
    except RefusedError as error:
        _look_at_quote(change, signed)
        # What is refused for no fault of its own has done nothing, and may be used when it comes again.
        noted = refusal_of(identity, str(error)) if isinstance(error, NotNowError) else identity
        if change.is_known_mail(noted):
            return Acted(Received("known", "these signed orders were refused before, for the same reason"))
        if courtesy.may_answer:
            change.note_mail(noted, desk.now(), player=account.name, is_answered=True)
            last = last_of_hour(courtesy, player.language)
            _answer_refusal(desk, change, signed, player, (*error.problems, *last))
        else:
            account.log_silence(courtesy)
        return Acted(Received("refused", f"{sheet.game}: the sheet cannot be used; {who_is_told(courtesy)}"))
    if taken is None:
        account.log_silence(courtesy)
        return Acted(Received("ignored", f"{sheet.game}: nothing was ordered, and no answer is due"))
    is_answer_to_words = courtesy.may_answer and not taken.played
    is_counted = is_answer_to_words or bool(taken.asked.press)  # what is passed on fills mailboxes, too
    change.note_mail(identity, desk.now(), player=player.name, is_answered=is_counted)
    if taken.played is None:
        return Acted(Received("answered", f"{taken.match.id}, {taken.seat}: desk words"))
    return Acted(_said(taken.match, taken.played), taken.match)


def _said(match: Match, played: Played) -> Received:
    """Say what became of a sheet that was taken, in public words."""
    place = f"{match.id}, {played.seat}"
    if played.seat in match.vacant:
        return Received("played", f"{place}: resigned")
    if moves := ", ".join(_public_moves(played)):
        return Received("played", f"{place}: {moves}")
    return Received("played", f"{place}: {_kept(played)}", is_kept=True)


def _kept(played: Played) -> str:
    """Say what is kept of a sheet that played nothing."""
    words = [word for entry in played.decided.entries if (word := entry.body.get("word"))]
    if words:
        return "luck" if words[0] == "reveal" else words[0]
    if any(entry.body.get("reason") == RETURNED for entry in played.decided.entries):
        return "given back"
    return "a plan" if played.answer.planned else "no plan"


def _public_moves(played: Played) -> list[str]:
    moves = (entry.body for entry in played.decided.entries if entry.body["kind"] == "move")
    return [str(move.get("text", "(sealed)")) for move in moves if move["seat"] == played.seat]


def _take(desk: Desk, change: Transaction, sheet: Sheet, courtesy: Courtesy) -> Taken | None:
    """Take the sheet in a signed block. Desk words that nobody may be answered are left alone, to be sent again."""
    signed, player = sheet.signed, sheet.player
    if sheet.is_of_newcomer:
        return take_newcomer(desk, change, signed, player, came=sheet.came, may_confirm=courtesy.may_confirm)
    match, seat = admit(desk, change, signed, player, sheet.came)
    match = hear_seat(desk, change, match, seat, signed.block, came=sheet.came)
    submission = _submission(sheet, seat)
    asked = read_words(submission.text, submission.language)
    is_for_nothing = not asked.is_for_play and not asked.problems
    if is_for_nothing and not courtesy.may_answer:
        return None
    faults: tuple[Problem, ...] = ()
    is_word = bool(word_of(fold(asked.sheet.strip())))  # it replaces no orders, and none that overtook it
    if asked.is_for_play:
        faults = find_staleness(change, match, signed, player)
        faults = faults or (() if is_word else find_earlier(change, match, signed, player))
        if not faults:
            # The proof is kept before the orders are decided, and in the same transaction: no entry ever says that
            # an order was signed unless what was signed can be shown.
            keep_evidence(desk, change, signed, player)
    taken = take(desk, change, HandedIn(match, player, submission, asked), courtesy=courtesy, faults=faults)
    if asked.is_for_play and not is_word:
        keep_number(change, signed)
    return taken


def _submission(sheet: Sheet, seat: Seat) -> Submission:
    signed = sheet.signed
    return Submission(
        seat=seat,
        text="\n".join(signed.block.orders),
        sign=signed.kind,
        digest=sha256(signed.signed_bytes).hexdigest(),
        language=sheet.player.language,
        seen=signed.block.seen,
        came=sheet.came,
    )


def _look_at_quote(look: Transaction, signed: Signed) -> None:
    """Say loudly in the log that a player quotes a head which this record does not have."""
    seen, game = signed.block.seen, signed.block.game
    if seen and look.standing(game) and is_foreign(seen, head_at(look, game)):
        log.error("%s: a player quotes a head of %d entries that this record does not have", game, seen.size)


def _answer_refusal(
    desk: Desk, change: Transaction, signed: Signed, player: Member, problems: tuple[Problem, ...]
) -> None:
    """Tell a player everything that is wrong: with the board if he plays there, else alone."""
    told = tuple(problem.quoting(signed.block.orders) for problem in problems)
    try:
        match, seat = find_place(desk, change, signed, player)
    except RefusedError:
        request_refusal(desk, change, player, told)
        return
    to = Addressee(seat, player.name)
    request_letter(desk, change, match, to, Notices(problems=told, is_refused=True))


def _may_be_of_a_player(look: Transaction, kind: str, sender: str) -> bool:
    """Tell whether a signature of a kind that cannot be checked here may be of somebody who is enrolled."""
    if not kind:
        return False
    key_id = kind_named(kind).key_of_sender(sender)
    return bool(look.holders(key_id) if key_id else look.has_key_of_kind(kind))


def logged(who: str, received: Received) -> Received:
    """Say in the log what became of a mail."""
    log.info("mail from %s: %s", who, received.line)
    return received
