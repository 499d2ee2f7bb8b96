"""The pages of an archive around its replays: lists of games, people, titles, years and events, and feeds."""
