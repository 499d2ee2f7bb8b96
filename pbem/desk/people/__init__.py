"""The people at a desk: who is enrolled, which names are taken, and keys of their mail providers."""
