"""Notes that the referee signs: heads, receipts, checkpoints of a log."""
