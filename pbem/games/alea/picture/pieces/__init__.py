"""Provinces, patricians and Fortune tiles, large and small."""
