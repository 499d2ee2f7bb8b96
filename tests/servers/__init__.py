"""Real mail servers on loopback, for tests. Each has its own folder, its own high ports, and ends with the tests."""
