"""Praetor: build a Roman city by the wall. Design: Andrei Novac, NSKN Games 2014."""

from pbem.games.praetor.game import Praetor

GAME = Praetor()
