"""Sheets for a game: admitted, taken apart into orders, words and messages, acted on, and answered."""
