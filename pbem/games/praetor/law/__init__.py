"""The law: which moves are legal and why not."""
