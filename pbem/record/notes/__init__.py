"""The texts that the referee signs: notes on heads, receipts, checkpoints of a log."""
