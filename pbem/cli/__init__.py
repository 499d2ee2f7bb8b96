"""Click commands: options in, one call, lines and an exit code out."""
