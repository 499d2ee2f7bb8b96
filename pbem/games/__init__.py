"""Pure rules: the Game contract and one folder per game.

No clock, no sockets, no SQL, and no files but the tables of a game.
"""
