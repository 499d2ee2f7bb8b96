"""What guards the store: secrets are encrypted, rows are counted in digests, and marks lie outside the database."""
