"""The verdict on a game's record: what verification found, whose chance it was, and what the host did."""
