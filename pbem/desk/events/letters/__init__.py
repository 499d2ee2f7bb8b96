"""The letters of events: what players and directors are told, and when."""
