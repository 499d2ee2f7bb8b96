"""What is kept of a match: positions, plans, secrets, wakeups, and whether it is frozen."""
