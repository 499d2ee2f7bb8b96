"""The store of a desk: its tables, the statements on them, and the transactions that run these."""
