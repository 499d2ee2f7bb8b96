"""The pages of an archive beside its replays: lists of games, people, titles, years, and feeds."""
