"""Admitting a signed block: it is for this referee, its signer holds the seat, and it was written for this turn."""

from msgspec import Struct, json

from pbem.desk.desk import Desk
from pbem.desk.errors import NotNowError, RefusedError, UsageError
from pbem.desk.matches.acts.settling import settled
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.replies import token_secret
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.people.enrolled import id_in_record
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat
from pbem.mail.block.block import Block
from pbem.mail.evidence import Signed
from pbem.mail.kinds import KINDS
from pbem.referee.acts.tokens import is_fresh, is_over
from pbem.referee.language.problem import Problem
from pbem.referee.match.match import Match


class _Signed(Struct, frozen=True):
    """The latest sheet of a seat's turn that says which it is: the turn's token, and its `n`."""

    token: str
    n: int


class _Entry(Struct, frozen=True):
    """Of an entry, what tells who moved."""

    kind: str
    seat: str = ""


_latest = json.Decoder(_Signed)
_moved = json.Decoder(_Entry)


def admit(desk: Desk, change: Transaction, signed: Signed, player: Member, came: int) -> tuple[Match, Seat]:
    """Return the match and seat that a block orders for; RefusedError if it is not for its signer to order there.

    What was due in that match before the block came is settled first: its signer may have got the seat by that.
    """
    referee = desk.settings.referee.name
    if signed.block.to != referee:
        raise _refuse(player, "desk_other_referee", to=signed.block.to, referee=referee)
    if change.games.find(signed.block.game) is not None:
        settled(desk, change, signed.block.game, came)
    match, seat = find_place(desk, change, signed, player)
    _check_kind(match, signed, player)
    return match, seat


def find_place(desk: Desk, look: Transaction, signed: Signed, player: Member) -> tuple[Match, Seat]:
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
    is_open = match.phase in ("seating", "running")  # an ended game takes no orders, and no new key
    if is_open and not is_recorded:
        # A key that changed while the game was frozen is recorded when it goes on, and then the sheet is good.
        raise NotNowError(_refuse(player, "desk_other_key", game=block.game).problems)
    return match, Seat(block.seat)


def _not_yours(player: Member, seat: str, game: str) -> RefusedError:
    # The same words whether there is such a game or not, or such a seat: who does not play in it need not know, and
    # could otherwise find out by asking.
    return _refuse(player, "desk_not_yours", name=player.name, seat=seat, game=game)


def _refuse(player: Member, key: str, **places: object) -> RefusedError:
    return RefusedError((Problem(0, say(key, player.language, **places)),))


def _check_kind(match: Match, signed: Signed, player: Member) -> None:
    if signed.kind not in match.terms.accepts:
        kinds = ", ".join(kind for kind in match.terms.accepts if kind in KINDS)
        raise _refuse(player, "desk_other_kind", kind=signed.kind, kinds=kinds)


def find_staleness(look: Transaction, match: Match, signed: Signed, player: Member) -> tuple[Problem, ...]:
    """Tell a player that his block was written for an earlier turn: what it says may be no longer what he means."""
    if match.phase in ("over", "void"):
        return ()  # it takes no orders at all, and says so
    secret, block = token_secret(look, match.id), signed.block
    seat = Seat(block.seat)
    if not is_fresh(secret, match, seat, block.token):
        return (Problem(0, say("desk_old_token", player.language)),)
    # Until a seat moves again, the token of its last turn is good for what it plans. Somebody may have held back a
    # sheet that was signed for that turn itself: such a one quotes no head that has all of its moves.
    if is_over(secret, match, seat, block.token) and _has_moved_since(look, match, block):
        return (Problem(0, say("desk_old_turn", player.language)),)
    return ()


def _has_moved_since(look: Transaction, match: Match, block: Block) -> bool:
    """Tell whether a seat has moved since the head that its block quotes, or at all if it quotes none."""
    if block.seen is None:
        return block.seat in match.turns
    entries = map(_moved.decode, look.records.raws(match.id, block.seen.size))
    return any(entry.kind == "move" and entry.seat == block.seat for entry in entries)


def find_earlier(look: Transaction, match: Match, signed: Signed, player: Member) -> tuple[Problem, ...]:
    """Tell a player that his block was signed before one of the same turn that is in force: mails overtake each other.

    Nobody can tell of a block without `n`; of those the one that came last counts.
    """
    block = signed.block
    raw = look.secrets.find(match.id, f"n/{block.seat}")
    if raw is None or block.n is None:
        return ()
    latest = _latest.decode(raw)
    if latest.token != block.token or block.n >= latest.n:
        return ()
    return (Problem(0, say("desk_later_sheet", player.language, n=block.n, latest=latest.n)),)


def keep_number(change: Transaction, signed: Signed) -> None:
    """Remember which sheet of its turn was taken."""
    block = signed.block
    if block.n is not None:
        change.secrets.put(block.game, f"n/{block.seat}", json.encode(_Signed(block.token, block.n)))
