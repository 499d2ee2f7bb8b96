"""The kit for games: reading orders, refusals, words, amounts, rows and SVG elements."""
