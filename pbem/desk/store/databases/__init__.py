"""The two databases: what both promise, and what is peculiar to SQLite and to PostgreSQL."""
