"""What a match says for itself, in a letter or at the desk: how a signed answer begins, and why none is asked for."""

from pbem.desk.matches.state.entry_peek import glance
from pbem.desk.matches.state.freezing import ASKED
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.record.dice.fair import M
from pbem.referee.acts.tokens import token
from pbem.referee.language.phrases import tell_reason
from pbem.referee.match.match import Match

QUOTED = 32  # hex digits of a head: enough to bind it, short enough to survive a mail


def reply_lines(look: Transaction, match: Match, seat: Seat) -> tuple[str, ...]:
    """Return the statements that a signed answer begins with."""
    secret = token_secret(look, match.id)
    return (
        f"to: {match.terms.referee};",
        f"game: {match.id};",
        f"seat: {seat};",
        f"token: {token(secret, match, seat)};",
        f"seen: {match.head.size} {match.head.hash.hex()[:QUOTED]};",
    )


def token_secret(look: Transaction, game: str) -> bytes:
    """Return the secret that the tokens of a game are made with, another one since it was restored last."""
    seal, asked = look.secrets.find(game, "seal") or b"", look.secrets.find(game, ASKED)
    return seal if asked is None else M(seal, "asked", asked)


def why_void(look: Transaction, match: Match, language: str) -> str:
    """Return the reason for which a match is void, or "" if it is not; nothing follows that ruling in its record."""
    if match.phase != "void":
        return ""
    [last] = look.records.raws(match.id, match.head.size - 1, match.head.size)
    return tell_reason(glance(last).reason, language)
