"""Praetor: build a Roman city by the wall. Design: Andrei Novac, NSKN Games 2014."""

from pbem.games.praetor.rules import Praetor

GAME = Praetor()
