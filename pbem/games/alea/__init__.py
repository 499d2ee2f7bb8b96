"""Alea Iacta Est: dice placed in five buildings of Rome."""

from pbem.games.alea.game import Alea

GAME = Alea()

__all__ = ["GAME"]
