"""The store: tables, the statements made from them, the driver that runs them, and what is locked away."""
