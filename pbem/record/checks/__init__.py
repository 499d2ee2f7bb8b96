"""The checks of a record beyond bytes and chain, one topic a file."""
