"""People as holders of seats: how a record names them, which seat is theirs, whether a game takes their kind of key."""

from collections.abc import Mapping

from pbem.desk.errors import UsageError
from pbem.desk.people.enrolled import id_in_record
from pbem.desk.store.values import Member
from pbem.games.game import Seat
from pbem.mail.kinds import KINDS, name_of
from pbem.referee.match.match import Holder, Match
from pbem.referee.match.secrets import Secrets


def takes_kind(match: Match, player: Member) -> bool:
    """Tell whether a game takes what a person's key signs; who has none orders at the desk."""
    kind = name_of(player.key_id)
    return not kind or kind in match.terms.accepts


def holder(player: Member, game: str, secrets: Secrets) -> Holder:
    """Return a person as the holder of a seat of a game."""
    return Holder(player.name, id_in_record(secrets.seal, game, player.key_id))


def seat_of(match: Match, player: Member) -> Seat:
    """Return the seat a person holds in a match."""
    for seat, held in match.holders.items():
        if held.name == player.name:
            return seat
    raise UsageError(f"{player.name} does not play in {match.id}")


def other_kinds(match: Match, player: Member) -> Mapping[str, str]:
    """Return what a person is told whose kind of signature a game does not take; nothing where it takes it."""
    if takes_kind(match, player):
        return {}
    kinds = ", ".join(kind for kind in match.terms.accepts if kind in KINDS)
    return {"kind": name_of(player.key_id), "kinds": kinds}
