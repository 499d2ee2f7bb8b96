"""The log: canonical bytes, entries and their kinds, the chain."""
