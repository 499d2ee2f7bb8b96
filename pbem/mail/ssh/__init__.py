"""SSH keys and signatures."""
