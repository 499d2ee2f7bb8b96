"""The log of a record: canonical bytes, entries and their kinds, and the chain."""
