"""The law of a game's record: its book, folded entry by entry, and by topic why an entry may not come next."""
