"""Games that are opened or offered, and who joins them."""
