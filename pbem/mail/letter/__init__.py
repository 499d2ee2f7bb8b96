"""How a mail is read: bytes become a header and texts, within hard limits. Nothing here is evidence."""
