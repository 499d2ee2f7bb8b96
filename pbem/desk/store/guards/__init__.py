"""What guards the store: encryption of secrets, digests of rows, and marks outside the database."""
