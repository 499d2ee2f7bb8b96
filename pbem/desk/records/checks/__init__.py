"""Checking records: a game, an event, and the letters that somebody kept."""
