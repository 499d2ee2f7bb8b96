"""What the host of a desk rules, and the case law of it."""
