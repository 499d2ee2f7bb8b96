"""Upkeep of a database: copied whole, and looked through for damage."""
