"""The hash-chained record of a game: entries, their chain, seals, dice, signed notes, verification.

Everything here is pure: bytes are the input, values the output. Time and random numbers are
arguments. Nothing here knows the rules of a game.
"""
