"""The upkeep of a database: it is copied whole, and looked through for damage."""
