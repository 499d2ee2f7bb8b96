"""`pbem log`, `export`, `import`, `rebuild` and `verify`: records, and what is said of them."""
