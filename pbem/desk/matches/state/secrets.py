"""The referee's secrets of a game, out of the store and into it."""

from pbem.desk.desk import Desk
from pbem.desk.store.transaction import Transaction
from pbem.record.dice.fair import Rungs
from pbem.referee.match.secrets import Secrets


def read_secrets(desk: Desk, look: Transaction, game: str) -> Secrets:
    """Return the referee's secrets of a game. They never change, so they are read once."""
    known = desk.secrets.get(game)
    if known is None:
        rungs, hidden, seal = (look.secrets.find(game, use) or b"" for use in ("rungs", "hidden", "seal"))
        known = desk.secrets.put(game, Secrets(Rungs.decode(rungs), hidden, seal))
    return known


def write_secrets(change: Transaction, game: str, secrets: Secrets) -> None:
    """Keep the referee's secrets of a game."""
    change.secrets.add(game, "rungs", secrets.rungs.encode())
    change.secrets.add(game, "hidden", secrets.hidden)
    change.secrets.add(game, "seal", secrets.seal)
