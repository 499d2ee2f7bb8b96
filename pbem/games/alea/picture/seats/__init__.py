"""What each player has: dice, cards, Fortune tiles, provinces and patricians; at the end the score."""
