"""The commands: each reads its options, makes one call, prints lines and ends with an exit code.

A command is loaded when it is called.
"""

from pbem.cli.main import main

__all__ = ["main"]
