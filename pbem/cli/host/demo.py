"""`pbem demo`."""

import shutil
import sys
from pathlib import Path

import click

from pbem.cli.host.desk import password_file_option, store_option, stored
from pbem.cli.session import saying_no
from pbem.cli.show import say_waiting
from pbem.demo.script import Demo
from pbem.demo.tournament import TournamentDemo
from pbem.desk.matches.state.positions import current
from pbem.games.found import find


@click.command()
@click.argument("folder", metavar="[DIR]", default="demo", type=click.Path(path_type=Path))
@click.option(
    "--game", "kind", type=click.Choice(list(find())), default="fortuna", show_default=True, help="Which game."
)
@click.option("--tournament", "is_event", is_flag=True, help="Instead: two events of bots, and forgeries of one.")
@store_option
@password_file_option
@saying_no
def demo(folder: Path, kind: str, store: str, password_file: Path | None, *, is_event: bool) -> None:
    """Referee a whole game from signed mails in a new folder DIR (`demo` if not given), then say what to look at."""
    shown = sys.stderr.isatty()

    def progress(text: str) -> None:
        if shown:
            click.echo(f"\r\033[K  {text}" if text else "\r\033[K", nl=False, err=True)

    place = stored(store, password_file, folder / "desk")
    if is_event:
        held = TournamentDemo(folder, store=place, tell=lambda text: click.echo(f"* {text}"), progress=progress)
        held.run()
        held.desk.close()
        click.echo(_NEXT_EVENT.format(folder=folder, pbem="pbem" if shutil.which("pbem") else sys.argv[0]))
        return
    run = Demo(folder, kind, store=place, tell=lambda text: click.echo(f"* {text}"), progress=progress)
    run.run()
    with run.desk.store.read() as look:
        say_waiting(current(run.desk, look, "demo"))
    run.desk.close()
    click.echo(_NEXT.format(folder=folder, pbem="pbem" if shutil.which("pbem") else sys.argv[0]))


_NEXT_EVENT = """
Everything is in {folder}:
  {folder}/swiss, {folder}/allmeet    the events as files; pages/event.en.html is to be looked at in a browser
  {folder}/forged-*                   copies in which a result, a draw and a tie-break are changed
  {folder}/desk                       the desk

Try next:
  {pbem} verify {folder}/swiss
  {pbem} verify {folder}/forged-draw     (it says where and why not)
  python3 tools/verify_event.py {folder}/allmeet
  {pbem} --desk {folder}/desk tournament list
  {pbem} --desk {folder}/desk tournament standings swiss
  {pbem} --desk {folder}/desk tournament ratings"""
_NEXT = """
Everything is in {folder}:
  {folder}/mails      the signed order mails, as they came in
  {folder}/desk       the desk: record, and its mail in the Maildirs desk/inbox and desk/outbox
  {folder}/reports    HTML reports through every seat's eyes: open one in a browser
  {folder}/export     the record as files; {folder}/forged is the copy with a changed move

Try next:
  {pbem} verify {folder}/export
  {pbem} verify {folder}/forged     (it says where and why not)
  python3 tools/verify.py {folder}/export
  {pbem} --desk {folder}/desk verify demo
  {pbem} --desk {folder}/desk log demo
  {pbem} --desk {folder}/desk position demo --at 30 --seat blue
  {pbem} --desk {folder}/desk mail receive {folder}/mails/0020.eml     (a replay: nothing happens)"""
