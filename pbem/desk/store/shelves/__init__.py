"""The shelves of the store: what a transaction finds and changes, by topic. Values in, values out, never rows."""
