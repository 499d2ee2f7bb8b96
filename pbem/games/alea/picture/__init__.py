"""The drawn board: the tray with the roll, the five buildings with their dice and offers, and what everybody has."""
