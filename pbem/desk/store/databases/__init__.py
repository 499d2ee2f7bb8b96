"""The databases: what every one promises, and what is peculiar to SQLite and to PostgreSQL."""
