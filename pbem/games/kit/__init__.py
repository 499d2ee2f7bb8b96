"""The kit that games are made with: reading orders, refusals, words, amounts, rows and SVG elements."""
