"""What the referee signs: notes on heads, receipts, and checkpoints of a log."""
