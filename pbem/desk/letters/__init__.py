"""Letters: what each reader is told of a match, and the mails that tell it."""
