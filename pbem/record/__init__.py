"""The hash-chained record of a game: entries, canonical bytes, chain, seals, dice, signed notes, verification.

Pure: bytes in, values out. Time and entropy are handed in; nothing here knows the rules of a game.
"""
