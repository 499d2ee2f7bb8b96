"""The project on every Python that it is for: where this machine has them, all tests on each, and what each reads."""
