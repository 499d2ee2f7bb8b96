"""Plans at work: which line answers a decision, and what can be tried without chance."""
