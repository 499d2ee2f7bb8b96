"""The referee's secrets of a match."""

from msgspec import Struct

from pbem.record.dice.fair import Rungs


class Secrets(Struct, frozen=True):
    """The referee's secrets: the dice ladder, the secret h of decks, the secret s of seals."""

    rungs: Rungs
    hidden: bytes
    seal: bytes
