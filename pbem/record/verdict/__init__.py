"""The verdict on a game's record: what is wrong, who contributed to the dice, what the host did."""
