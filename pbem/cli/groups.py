"""Groups whose commands lie in modules of their own: a command is loaded when it is called, and so starts at once."""

import importlib
from collections.abc import Mapping
from typing import Any

import click


def load(place: str) -> click.Command:
    """Return the command of a place such as `games.offer:join`: a module of this package, and the name in it."""
    module, _, name = place.partition(":")
    command: click.Command = getattr(importlib.import_module(f"pbem.cli.{module}"), name)
    return command


class LateGroup(click.Group):
    """A group that knows where its commands lie; `late` has the place of each. Help of the group loads them all."""

    def __init__(self, *given: Any, late: Mapping[str, str], **more: Any) -> None:
        super().__init__(*given, **more)
        self._late = late

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, as help lists them."""
        return sorted({*super().list_commands(ctx), *self._late})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None if there is none of that name."""
        if cmd_name in self._late:
            return load(self._late[cmd_name])
        return super().get_command(ctx, cmd_name)
