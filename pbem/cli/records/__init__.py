"""The commands `log`, `export`, `import`, `rebuild` and `verify`: records are listed, written, read and checked."""
