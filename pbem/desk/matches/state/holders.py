"""People as holders of seats: how a record names them, and whether a game takes their kind of signature."""

from pbem.desk.people.enrolled import id_in_record
from pbem.desk.store.values import Member
from pbem.mail.kinds import name_of
from pbem.referee.acts.scribe import Secrets
from pbem.referee.match.match import Holder, Match


def takes_kind(match: Match, player: Member) -> bool:
    """Tell whether a game takes what a person's key signs; who has none orders at the desk."""
    kind = name_of(player.key_id)
    return not kind or kind in match.terms.accepts


def holder(player: Member, game: str, secrets: Secrets) -> Holder:
    """Return a person as the holder of a seat of a game."""
    return Holder(player.name, id_in_record(secrets.seal, game, player.key_id))
