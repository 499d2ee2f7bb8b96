"""Pure rules: the Game contract and one folder per game. No clock, no sockets, no SQL, no files but a game's tables."""
