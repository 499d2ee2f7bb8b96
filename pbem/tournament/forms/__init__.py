"""The forms of an event, one in a file: each offers a `FORM` (see `kind`), and is found by its name."""
