"""The forms of an event, one file each, found and not listed: each offers a FORM (see `kind`)."""
