"""How a game stands at a desk: its position, plans, secrets and wakeups, and whether it is frozen."""
