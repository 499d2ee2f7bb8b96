"""The SQL that a desk runs, a module a database, written by `make sql` from the tables and the statements."""
