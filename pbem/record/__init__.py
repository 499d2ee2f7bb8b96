"""Entries, canonical bytes, chain, seals, dice ladder, signed notes, verify. No rules of any game."""
