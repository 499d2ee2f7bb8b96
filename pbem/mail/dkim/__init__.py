"""DKIM: what a provider signs for its users, a lower tier."""
