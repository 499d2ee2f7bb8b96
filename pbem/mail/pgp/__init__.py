"""OpenPGP keys and signatures."""
