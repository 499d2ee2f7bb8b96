"""The drawn board: the road to Rome, the favours, the four sides with their cards and provinces, and the stock."""
