"""Mails that bring no sheet that can be heard: what cannot be read, and what strangers send."""

from pbem.desk.desk import Desk
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.post.accounts import account_of, last_of_hour, names_referee, refusal_of, request_refusal, who_is_told
from pbem.desk.post.hearing.stranger_hearer import hear_stranger
from pbem.desk.post.keys.succession import hear_new_key
from pbem.desk.post.received import Received
from pbem.desk.store.knowing import reached_at
from pbem.desk.store.values import Member
from pbem.mail.block.typed import is_attempt
from pbem.mail.checking import identity as identity_of
from pbem.mail.letter.header import parse_header, with_line_feeds
from pbem.mail.letter.letter import Letter, glimpse
from pbem.mail.phrases import tell as tell_unusable
from pbem.mail.safe import LETTER_LIMIT, Unusable, UnusableError
from pbem.mail.signed import is_pieced
from pbem.referee.language.problem import Problem
from pbem.report.notice import Slip

_DAY = 86_400


def answer_unread(desk: Desk, refused: Unusable, player: Member, *, is_person: bool) -> Received:
    """Tell an enrolled player what is wrong with the block he signed, or with the mail around it.

    What he signed counts as answered, not as acted on: in another mail it may be good.
    """
    identity = identity_of(refused.signer, refused.signed)
    refusal = refusal_of(identity, refused.why)
    with desk.store.write(f"player {player.name}") as change:
        if change.mails.is_known(identity) or change.mails.is_known(refusal):
            return Received("known", "this mail was answered before")
        is_ours = names_referee(desk, refused.signed) and not is_pieced(refused)
        account = account_of(player, is_ours=is_ours)
        courtesy = account.courtesy(desk, change, is_person=is_person)
        if courtesy.may_answer:
            change.mails.note(refusal, desk.now(), player=account.name, is_answered=True)
            why = Problem(0, tell_unusable(refused, player.language))
            request_refusal(desk, change, player, (why, *last_of_hour(courtesy, player.language)))
        else:
            account.log_silence(courtesy)
    return Received("refused", f"the signed block cannot be used as it came; {who_is_told(courtesy)}")


def hear_unknown(desk: Desk, letter: Letter, refused: Unusable, came: int, *, is_key_awaited: bool) -> Received:
    """Act on a mail that no enrolled key has signed; `is_key_awaited`: it may be a new key of somebody enrolled."""
    if is_key_awaited and letter.header.origin == "person":
        became = hear_new_key(desk, letter, came)
        if became is not None:
            desk.remembered.clear()
            return Received("answered", became)
    received = _hear_stranger(desk, letter, refused, came)
    if received.verdict == "ignored" and letter.header.origin == "person":
        _warn_of_unsigned(desk, letter.header.sender, letter.texts or (glimpse(letter.lines),))
    return received


def _hear_stranger(desk: Desk, letter: Letter, refused: Unusable, came: int) -> Received:
    """Let a stranger enrol if that is allowed; whatever else he sends gets no answer."""
    if not desk.settings.mail.enrol:
        return Received("ignored", refused.why)
    return hear_stranger(desk, letter, refused.why, came)


def warn_of_unread(desk: Desk, raw: bytes) -> None:
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
        named = change.people.known_by(reached_at(sender))
        if not named:
            return
        player, use = named[0], f"warned/{named[0].name}"
        last = change.secrets.find("", use)
        if last is not None and int(last) > desk.now() - _DAY:
            return
        change.secrets.put("", use, str(desk.now()).encode())
        request_slip(desk, change, Slip(("slip_refused", "slip_unsigned")), player=player)
