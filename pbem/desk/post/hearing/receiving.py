"""Mail comes in: what is signed in it is heard, exactly once. Letters in answer are not written here."""

import logging

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import MissingPartError
from pbem.desk.matches.state.freezing import meet_notes, meet_receipts, meets_any
from pbem.desk.people.enrolled import Holders
from pbem.desk.people.providers import provider_records
from pbem.desk.post.hearing.hearers import GAMES, find_hearer, hear_alone
from pbem.desk.post.hearing.signed_sheet import SignedSheet
from pbem.desk.post.hearing.unplayed import answer_unread, hear_unknown, warn_of_unread
from pbem.desk.post.keys.key_changes import is_new_key_awaited
from pbem.desk.post.received import Received
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.mail.block.block import DESK
from pbem.mail.evidence import Signed
from pbem.mail.kinds import KINDS, kind_named
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.safe import Unusable
from pbem.mail.signed import find_signed, holds_nothing_else, not_alone
from pbem.record.notes.notes import find_notes
from pbem.record.notes.receipts import find_receipts

log = logging.getLogger("pbem.post")

_BROUGHT = "%s is frozen: a mail brought"
_LACKS_HEAD = f"{_BROUGHT} a head that this referee signed and this record does not have"
_LACKS_SHEET = f"{_BROUGHT} a receipt that this referee signed for a sheet that is not here"


class Mail(Struct, frozen=True):
    """A mail that was read: its letter, or why it has none.

    `came` is when it reached the referee, if its box knows.
    """

    raw: bytes
    letter: Letter | Unusable
    came: int | None = None


def read_mail(raw: bytes, came: int | None = None) -> Mail:
    """Read a mail within hard limits; nobody knows yet whether anything in it is true."""
    return Mail(raw, read_letter(raw), came)


def receive(desk: Desk, raw: bytes, came: int | None = None) -> Received:
    """Act on one mail, exactly once. Only what an enrolled key has signed has any effect.

    MissingPartError if it may be of a player, but what checks his kind of signature is not
    installed: it must be kept.
    """
    return deal_with(desk, read_mail(raw, came))


def deal_with(desk: Desk, mail: Mail) -> Received:
    """Act on a mail that was read, whatever it brings."""
    letter = mail.letter
    if isinstance(letter, Unusable):
        warn_of_unread(desk, mail.raw)
        return logged("a stranger", Received("ignored", letter.why))
    is_person = letter.header.origin == "person"
    with desk.store.read() as look:
        _meet_signed(desk, look, letter)
        holders = Holders(look)
        signed = _find_signed(desk, look, letter, holders)
        if isinstance(signed, Signed):
            sheet = _sheet(desk, mail, letter, signed, holders.found[signed.key_id])
            hearer, about = find_hearer(look, sheet)
        is_key_awaited = isinstance(signed, Unusable) and is_new_key_awaited(look)
    if isinstance(signed, Signed):
        return logged(sheet.player.name, hear_alone(desk, sheet, hearer, about))
    player = holders.found.get(signed.signer)
    if player is None:
        heard = hear_unknown(desk, letter, signed, _came(desk, mail), is_key_awaited=is_key_awaited)
        return logged("a stranger", heard)
    return logged(player.name, answer_unread(desk, signed, player, is_person=is_person))


def _meet_signed(desk: Desk, look: Transaction, letter: Letter) -> None:
    """Freeze each game of which a mail of anybody proves that our own record lost its end.

    This comes before anything else: from then on nothing may be added to that game, not even by
    this mail.
    """
    if not meets_any(desk, look, letter.texts):
        return
    for game in meet_notes(desk, (note for text in letter.texts for note in find_notes(text))):
        log.error(_LACKS_HEAD, game)
    for game in meet_receipts(desk, (note for text in letter.texts for note in find_receipts(text))):
        log.error(_LACKS_SHEET, game)


def _find_signed(desk: Desk, look: Transaction, letter: Letter, holders: Holders) -> Signed | Unusable:
    """Return what an enrolled key has signed in a letter, or why nothing of it can be used.

    MissingPartError if it may be of a player, and cannot be checked now.
    """
    records = provider_records(desk, look, letter.header.sender)
    signed = find_signed(letter, holders, now=desk.now(), accepts=KINDS, records=records)
    if isinstance(signed, Unusable):
        if _may_be_of_a_player(look, signed.lacks, letter.header.sender):
            raise MissingPartError(f"a mail waits that may be a player's: {signed.why}")
        return signed
    # What somebody signed together with words of others may not be his own, and a key is too much
    # to lose.
    is_own = signed.block.game != DESK or holds_nothing_else(letter, signed)
    return signed if is_own else not_alone(signed)


class _AloneError(Exception):
    """A mail can be dealt with only by itself."""


def find_sheet(desk: Desk, look: Transaction, mail: Mail) -> SignedSheet | None:
    """Return the sheet of a game that a mail brings; None if there is more to do than to act on it."""
    letter = mail.letter
    if isinstance(letter, Unusable) or meets_any(desk, look, letter.texts):
        return None
    holders = Holders(look)
    try:
        signed = find_signed(letter, holders, now=desk.now(), accepts=KINDS, records=_ask_nobody)
    except _AloneError:
        return None
    if isinstance(signed, Unusable):
        return None
    sheet = _sheet(desk, mail, letter, signed, holders.found[signed.key_id])
    hearer, _about = find_hearer(look, sheet)
    return sheet if hearer is GAMES else None


def _ask_nobody(_name: str) -> bytes | None:
    """Look up no provider's key: that may take long, and others wait meanwhile."""
    raise _AloneError


def _sheet(desk: Desk, mail: Mail, letter: Letter, signed: Signed, player: Member) -> SignedSheet:
    is_person = letter.header.origin == "person"
    return SignedSheet(signed, player, _came(desk, mail), is_person=is_person)


def _came(desk: Desk, mail: Mail) -> int:
    return desk.now() if mail.came is None else min(mail.came, desk.now())


def _may_be_of_a_player(look: Transaction, kind: str, sender: str) -> bool:
    """Tell whether a signature of a kind that cannot be checked here may be of somebody enrolled."""
    if not kind:
        return False
    key_id = kind_named(kind).key_of_sender(sender)
    return bool(look.people.with_key(key_id) if key_id else look.people.has_key_of_kind(kind))


def logged(who: str, received: Received) -> Received:
    """Say in the log what became of a mail."""
    log.info("mail from %s: %s", who, received.line)
    return received
