"""Click commands: options in, one call, lines and an exit code out. Everything heavy is imported when it is used."""

from pbem.cli.main import main

__all__ = ["main"]
