"""The law of an event's record: kinds of entry, the book that follows from them, and what may not come next."""
