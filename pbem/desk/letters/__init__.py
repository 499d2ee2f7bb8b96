"""The letters of games: what each reader is told, and the mails that tell it."""
