"""The audit of a record: by the rules, and by the sheets that are known."""
