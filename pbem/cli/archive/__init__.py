"""The commands of `pbem archive`: they add, list and verify finished games, and build and serve the site."""
