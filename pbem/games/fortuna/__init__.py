"""Fortuna: governors on the road to Rome."""

from pbem.games.fortuna.game import Fortuna

GAME = Fortuna()

__all__ = ["GAME"]
