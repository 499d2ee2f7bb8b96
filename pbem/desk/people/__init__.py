"""The people at a desk: who is enrolled, which names are taken, and the keys of mail providers."""
