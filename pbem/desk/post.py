"""Mail in and out: a signed order mail is acted on exactly once; letters are rendered from the record when sent."""

import logging
from hashlib import sha256
from typing import Literal

from msgspec import Struct, convert, json
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import RefusedError, UsageError
from pbem.desk.evidence import keep_evidence
from pbem.desk.keeping import request_letter
from pbem.desk.pages import environment, make_page
from pbem.desk.people import id_in_record, keyring
from pbem.desk.play import Played, act
from pbem.desk.positions import current
from pbem.desk.store import Due, Player, Transaction
from pbem.games.game import Seat
from pbem.mail.compose import Mailbox, Outgoing, compose, for_maildir
from pbem.mail.evidence import Signed
from pbem.mail.keys import KINDS, Keyring
from pbem.mail.letter import read_letter
from pbem.mail.safe import Refused
from pbem.mail.signed import find_signed
from pbem.record.errors import IntegrityError
from pbem.referee.match import Match, UnknownRulesError
from pbem.referee.sheet import Problem, Seen
from pbem.referee.submit import Submission
from pbem.referee.tokens import is_fresh
from pbem.report import render
from pbem.report.page import Notices, ProblemLine

log = logging.getLogger("pbem.post")


class Received(Struct, frozen=True):
    """What became of a mail, in one line. `ignored` and `known` mails get no answer."""

    verdict: Literal["played", "refused", "ignored", "known"]
    why: str


def receive(desk: Desk, raw: bytes) -> Received:
    """Act on one mail, exactly once. Only an order block signed by an enrolled key has any effect."""
    letter = read_letter(raw)
    if isinstance(letter, Refused):
        return _logged("a stranger", Received("ignored", letter.why))
    with desk.store.read() as look:
        holders = keyring(look)
    keys = Keyring(key for _player, key in holders.values())
    signed = find_signed(letter, keys, now=desk.now(), accepts=KINDS, records=desk.dkim_records)
    if isinstance(signed, Refused):
        return _logged("a stranger", Received("ignored", signed.why))
    player, _key = holders[signed.key_id]
    return _logged(player.name, _act_on(desk, signed, player, is_answered=letter.head.origin == "person"))


def _logged(who: str, received: Received) -> Received:
    log.info("mail from %s: %s: %s", who, received.verdict, received.why)
    return received


def _act_on(desk: Desk, signed: Signed, player: Player, *, is_answered: bool) -> Received:
    """Play the signed orders, remember the mail and ask for the answers, all in one transaction.

    A refusal is answered only if a person sent the mail: machines would answer back. What is returned is public.
    """
    identity = sha256(signed.key_id.encode() + b"\n" + signed.signed_bytes).hexdigest()
    with desk.store.write() as change:
        if change.is_known_mail(identity):
            return Received("known", "these signed orders were acted on before")
        try:
            match, seat = _place(desk, change, signed, player)
        except UsageError as error:
            return Received("ignored", str(error))
        change.note_mail(identity, desk.now())
        keep_evidence(desk, change, signed, player)
        submission = _submission(signed, seat, player.language)
        try:
            _check_kind(match, signed)
            _check_freshness(change, match, signed, seat)
            played = act(desk, change, match, submission)
        except RefusedError as error:
            if is_answered:
                _answer_refusal(desk, change, match, player, seat, error.problems)
            return Received("refused", f"{match.id}, {seat}: {len(error.problems)} problems; only its player is told")
    desk.remember(played.decided.match)
    orders = ", ".join(_public_moves(played)) or ("luck" if match.phase == "seating" else "kept as a plan")
    return Received("played", f"{match.id}, {seat}: {orders}")


def _public_moves(played: Played) -> list[str]:
    moves = (entry.body for entry in played.decided.entries if entry.body["kind"] == "move")
    return [str(move.get("text", "(sealed)")) for move in moves if move["seat"] == played.seat]


def _place(desk: Desk, look: Transaction, signed: Signed, player: Player) -> tuple[Match, Seat]:
    """Return the match and seat that a block is meant for; UsageError if it is not for its signer to order there."""
    block = signed.block
    if block.to != desk.settings.referee.name:
        raise UsageError(f"the block is addressed to {block.to}, this is {desk.settings.referee.name}")
    match = current(desk, look, block.game)
    holder = match.holders.get(Seat(block.seat))
    if holder is None or holder.name != player.name:
        raise UsageError(f"{player.name} does not hold {block.seat} in {block.game}")
    if holder.key != id_in_record(look.secret(match.id, "seal") or b"", match.id, signed.key_id):
        raise UsageError(f"the record of {block.game} knows another key of {player.name}")
    return match, Seat(block.seat)


def _check_kind(match: Match, signed: Signed) -> None:
    if signed.kind not in match.terms.accepts:
        kinds = ", ".join(kind for kind in match.terms.accepts if kind in KINDS)
        raise RefusedError((Problem(0, f"this game takes no orders signed by {signed.kind}, but by {kinds}"),))


def _check_freshness(look: Transaction, match: Match, signed: Signed, seat: Seat) -> None:
    secret = look.secret(match.id, "seal") or b""
    if not is_fresh(secret, match, seat, signed.block.token):
        raise RefusedError((Problem(0, "the token is of another turn: answer the newest letter"),))


def _submission(signed: Signed, seat: Seat, language: str) -> Submission:
    seen = signed.block.seen
    return Submission(
        seat=seat,
        text="\n".join(signed.block.orders),
        sign=signed.kind,
        digest=sha256(signed.signed_bytes).hexdigest(),
        language=language,
        seen=Seen(seen.size, seen.head) if seen else None,
    )


def _answer_refusal(
    desk: Desk, change: Transaction, match: Match, player: Player, seat: Seat, problems: tuple[Problem, ...]
) -> None:
    lines = tuple(ProblemLine(problem.line, problem.text, problem.nearest) for problem in problems)
    request_letter(desk, change, match, seat=seat, name=player.name, notices=Notices(problems=lines))


def send(desk: Desk) -> int:
    """Put every due letter into the outbox, once, and return how many; one broken game does not hold up the others."""
    with desk.store.read() as look:
        due = look.due_letters()
    sent, broken = 0, None
    for letter in due:
        try:
            sent += _send_one(desk, letter)
        except (IntegrityError, UnknownRulesError) as error:
            broken = broken or error
    if broken:
        raise broken
    return sent


def _send_one(desk: Desk, letter: Due) -> bool:
    """Deliver a letter unless another process did; put there twice after a crash, it keeps its name and is one."""
    with desk.store.read() as look:
        raw = write_letter(desk, look, letter)
    with desk.store.write() as change:
        if not change.note_sent(letter.id, desk.now()):
            return False
        desk.outbox.deliver(f"{letter.at}.{letter.id}.pbem", for_maildir(raw))
    return True


def write_letter(desk: Desk, look: Transaction, due: Due) -> bytes:
    """Render a letter; the same request always gives the same letter."""
    player = look.player(due.player)
    if player is None:
        raise UsageError(f"there is no player {due.player!r} any more")
    page = make_page(
        desk,
        look,
        due.game,
        seat=Seat(due.seat),
        since=due.since,
        upto=due.upto,
        language=player.language,
        notices=convert(json.decode(due.body), Notices),
    )
    referee = desk.settings.referee
    domain = referee.address.rpartition("@")[2]
    thread = f"<{due.game}.{due.seat}@{domain}>"
    return compose(
        Outgoing(
            sender=Mailbox(referee.address, f"pbem {referee.name}"),
            to=Mailbox(player.address, player.name),
            subject=render.subject(page),
            message_id=f"<{due.game}.{due.seat}.{due.id}@{domain}>",
            date=due.at,
            text=render.text(environment(), page),
            html=render.html(environment(), replace(page, board_svg="")),  # some mail programs show a drawing's words
            in_reply_to=thread,
            references=(thread,),
        )
    )
