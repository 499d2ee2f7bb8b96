"""Plans that are played: which line answers a decision, and what can be tried without dice."""
