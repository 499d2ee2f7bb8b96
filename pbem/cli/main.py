"""The command line itself: its commands are loaded when they are called, so that help comes at once."""

import gc
from pathlib import Path

import click

from pbem.cli.groups import load

_SELDOM = 100_000  # new values between two looks for garbage: what a command loads is none, and looking costs a tenth
_COMMANDS = {
    "init": ("host.desk", "make a desk in a new folder"),
    "demo": ("host.demo", "referee a whole game from signed mails, then say what to look at"),
    "player": ("people.people", "the people at this desk"),
    "key": ("people.keys", "make or show the key you sign orders with (the player's side)"),
    "sign": ("people.sign", "sign a sheet of orders (the player's side)"),
    "game": ("games.game", "open, show, play and rule games"),
    "tournament": ("events.tournament", "hold events: entries, draws, rounds, standings"),
    "order": ("games.order", "take a sheet of orders as text"),
    "mail": ("host.mail", "order mails in, letters out"),
    "run": ("host.running", "poll and send for ever, as a daemon"),
    "tick": ("games.tick", "read mail, do what is due by the clock, send letters; once"),
    "clock": ("games.clock", "show every deadline of a game with its arithmetic"),
    "rulings": ("games.clock", "the rulings of a game, or of all: the club's case law"),
    "report": ("looking.report", "write a turn report for any seat and any entry"),
    "position": ("looking.position", "show any position a game ever had"),
    "try": ("looking.trial", "play on from any position of a game that is over; nothing is recorded"),
    "log": ("records.log", "list the entries of a record"),
    "export": ("records.record", "write a record as files"),
    "verify": ("records.verify", "check a game, or an export, from the first byte to the result"),
    "archive": ("archive.archive", "browse, replay and check finished games"),
    "status": ("host.safety", "one screen for the host: games, letters, the last backup, the disk"),
    "backup": ("host.safety", "write everything into one file, while the desk works"),
    "restore": ("host.safety", "put a desk back from a backup, or from exports and its keys"),
    "move": ("host.safety", "move everything into another database"),
    "check": ("host.safety", "look for damage in everything that the desk keeps"),
    "import": ("records.record", "append what a restored record lacks from an export"),
    "rebuild": ("records.rebuild", "make everything again that follows from the records"),
}

_NAMES = {"import": "import_", "try": "try_"}  # functions cannot be called so

_EPILOG = """\b
A first game:
  pbem init mydesk && cd mydesk
  pbem player add Anna --lang it
  pbem player add Bruno
  pbem game new fortuna --id f1 --seat blue=Anna --seat orange=Bruno
  pbem game show f1 --seat blue
  printf 'reserve none\\n' | pbem order f1 Anna -

\b
Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 3 the desk is broken, 4 cannot be checked here.
"""


class Commands(click.Group):
    """The list of commands; each is imported only when it runs."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the commands in the order they are used."""
        return list(_COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in _COMMANDS:
            return None
        gc.set_threshold(_SELDOM)
        return load(f"{_COMMANDS[cmd_name][0]}:{_NAMES.get(cmd_name, cmd_name)}")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse words that are empty or no text before anything is looked up by them."""
        for word in args:
            if not word or (word.startswith("--") and word.endswith("=")):
                ctx.fail(f"{word!r}: an empty value means nothing here; give one, or leave it out")
            if any("\ud800" <= letter <= "\udfff" for letter in word):
                ctx.fail(f"{word!r} is not UTF-8 text")
        return super().parse_args(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list without loading anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_module, about) in _COMMANDS.items()])


@click.command(cls=Commands, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--desk",
    type=click.Path(file_okay=False, readable=False, path_type=Path),
    envvar="PBEM_DESK",
    default=Path(),
    metavar="DIR",
    help="The folder of the desk; if not given, $PBEM_DESK or else this folder.",
)
@click.version_option(package_name="pbem")
@click.pass_context
def main(ctx: click.Context, desk: Path) -> None:
    """A referee for slow board games that anyone can check."""
    ctx.obj = desk
