"""Sheets for an event: a word goes into its record, or is kept while it is frozen."""
