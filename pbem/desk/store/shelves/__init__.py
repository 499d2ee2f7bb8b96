"""The shelves of the store: what a transaction finds and changes, by topic. They give values, never rows."""
