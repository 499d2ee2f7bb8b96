"""`pbem status`, `pbem backup`, `pbem restore`, `pbem move`, `pbem check`."""

import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click

from pbem.cli.host.desk import password_file_option, stored
from pbem.cli.session import fail, saying_no, with_desk
from pbem.cli.show import counted, told_awaited
from pbem.desk.desk import Desk
from pbem.desk.disk.writing import PRIVATE, write_file
from pbem.desk.records.remaking.rebuild import Progress
from pbem.desk.safety.backup import KEYS, back_up
from pbem.desk.safety.checking import check as check_desk
from pbem.desk.safety.checking import unmarked
from pbem.desk.safety.moving import move as move_desk
from pbem.desk.safety.restoring import restore as restore_desk
from pbem.desk.safety.status import status as look_at
from pbem.desk.settings import StoreSettings
from pbem.desk.store.upkeep.copying import beside, check_copy
from pbem.desk.store.upkeep.inspecting import Damage
from pbem.desk.wording.time_texts import read_zone

_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60
_GIGABYTE = 10**9


@click.command()
@with_desk
def status(desk: Desk) -> None:
    """Show on one screen how the desk stands.

    Games, who is late in them by their records, appeals without an answer, what is frozen; today's mails, letters that
    are not sent; when mail was read last, the last backup, the disk.
    """
    found = look_at(desk)
    phases = ", ".join(f"{count} {phase}" for phase, count in sorted(found.phases.items()))
    click.echo(f"games     {phases or 'none'}")
    zone = read_zone(desk.settings.clock.zone)
    for late in found.late:
        click.echo(f"  late    {late.game}: {told_awaited(late.awaited, zone)}")
    if found.more_late:
        click.echo(f"  late    and {found.more_late} more: `pbem game list --late`")
    for game, number in found.appeals:
        click.echo(f"  appeal  {game}: entry {number} awaits `pbem game answer {game} {number} --reason TEXT`")
    for why in found.frozen:
        click.echo(f"  frozen  {why}")
    for game in found.missing:
        click.echo(f"  missing {game}: it was here before the database was restored")
    waits = f", the oldest for {_ago(desk.now() - found.oldest)}" if found.oldest is not None else ""
    mails = ", ".join(f"{count} {verdict}" for verdict, count in found.mails.items())
    click.echo(f"mails     {mails or 'none'} today")
    stuck = f", {found.stuck} stuck" if found.stuck else ""
    click.echo(f"letters   {found.unsent} unsent{stuck}{waits}")
    for where, why in sorted(found.troubles.items()):
        click.echo(f"  trouble {where}: {why}")
    if found.beat is not None:
        click.echo(f"heartbeat {_ago(desk.now() - found.beat)} ago")
    if found.waits:
        click.echo(f"  waits   {found.waits}")
    click.echo(f"backup    {'none yet' if found.backup is None else f'{_ago(desk.now() - found.backup)} ago'}")
    click.echo(f"disk      {found.size / _GIGABYTE:.2f} GB used, {found.free / _GIGABYTE:.1f} GB free")


def _ago(seconds: int) -> str:
    """Return a span of time in its largest whole unit."""
    for length, one, many in ((_DAY, "day", "days"), (_HOUR, "hour", "hours"), (_MINUTE, "minute", "minutes")):
        if seconds >= length:
            return counted(seconds // length, one, many)
    return counted(max(seconds, 0), "second", "seconds")


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--keys", "with_keys", is_flag=True, help="Put desk.key and referee.key into the file too: guard it well."
)
@click.option("--check", "only_check", is_flag=True, help="Make none: check the backup FILE.")
@click.pass_context
@saying_no
def backup(ctx: click.Context, file: Path, *, with_keys: bool, only_check: bool) -> None:
    """Write everything that the desk keeps into one new FILE; it may go on working meanwhile.

    With --check a backup is read whole and held against its digests and, if its keys are in it or in the desk's folder,
    checked as `pbem check` checks a desk. Exit code 0: whole, 1: damaged.
    """
    folder: Path = ctx.find_root().obj
    if only_check:
        _check_backup(file, folder)
        return
    with closing(Desk(folder)) as desk:
        back_up(desk, file, with_keys=with_keys)
    keys = "its keys in it: guard it well" if with_keys else "without the keys: keep copies of them elsewhere"
    click.echo(f"wrote {file}, {keys}")


def _check_backup(file: Path, folder: Path) -> None:
    damage = check_copy(file)
    kept = beside(file)
    keys = {name: kept.get(name) or _own(folder / name) for name in KEYS}
    if not damage and all(keys.values()):
        damage = _check_inside(file, {name: key for name, key in keys.items() if key})
    elif not damage:
        click.echo("the keys are neither in it nor here: what is locked in it was not opened")
    _say(damage, f"{file} is whole")


def _own(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _check_inside(file: Path, keys: dict[str, bytes]) -> list[Damage]:
    """Check the desk that would come out of a backup, in a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "desk"
        folder.mkdir(mode=0o700)
        for name, key in keys.items():
            write_file(folder / name, key, PRIVATE)
        restore_desk(file, folder, store=StoreSettings())
        with closing(Desk(folder)) as desk:
            return check_desk(desk, _progress())


@click.command()
@click.argument("source", metavar="FILE|DIR", type=click.Path(path_type=Path))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--store", metavar="URL", help="Where to put everything, if not where the settings say: an empty database."
)
@password_file_option
@saying_no
def restore(source: Path, folder: Path, store: str | None, password_file: Path | None) -> None:
    """Restore a desk into a new folder DIR, from a backup FILE or from a folder that `pbem export --all` wrote.

    A folder that has settings and keys but no database may be restored into, too. Every game and event that goes on
    is frozen, and its players are asked whether they know of a longer record.
    """
    place = stored(store, password_file, folder) if store else None
    restored = restore_desk(source, folder, _progress(), store=place)
    for why in restored.lost:
        click.echo(f"lost: {why}")
    events = f" and {counted(restored.events, 'event', 'events')}" if restored.events else ""
    click.echo(f"restored {counted(restored.games, 'game', 'games')}{events} into {folder}")
    for game in restored.frozen:
        click.echo(f"frozen: {game}")
    if restored.frozen:
        click.echo("next: `pbem mail send` asks the players; `pbem import` brings back what they know to be missing")
    sys.exit(1 if restored.lost else 0)


@click.command()
@with_desk
def check(desk: Desk) -> None:
    """Check everything that the desk keeps, and name what is damaged. Exit code 0: nothing, 1: something is."""
    for game in unmarked(desk):
        click.echo(f"no mark: {game}: until its next entry nobody would notice if an older database were put in place")
    _say(check_desk(desk, _progress()), "everything is whole")


@click.command()
@click.option(
    "--to",
    "store",
    metavar="URL",
    required=True,
    help="An empty database: sqlite:///FILE, or postgresql://USER@HOST/NAME.",
)
@password_file_option
@with_desk
def move(desk: Desk, store: str, password_file: Path | None) -> None:
    """Move everything that the desk keeps into another database, and go on there.

    What arrives is compared with what was sent. The old database is left as it is, but no desk opens it any more; stop
    `pbem run` before, and start it afterwards.
    """
    before = desk.store.place
    counts = move_desk(desk, stored(store, password_file, desk.folder), _moving())
    click.echo(
        f"moved {counted(sum(counts.values()), 'row', 'rows')}, and compared them; pbem.toml names the new place"
    )
    click.echo(f"{before} is not used any more: when `pbem check` is content, and you have a backup, remove it")


def _moving() -> Callable[[str, int], None]:
    shown = sys.stderr.isatty()

    def progress(table: str, rows: int) -> None:
        if shown:
            click.echo(f"\r\033[K{table}: {rows} rows ", nl=False, err=True)

    return progress


def _say(damage: list[Damage], whole: str) -> None:
    for found in damage:
        click.echo(f"damaged: {found.line}")
    if damage:
        fail(f"{counted(len(damage), 'thing is', 'things are')} damaged: restore a backup, or see docs/disk.md", 1)
    click.echo(whole)


def _progress() -> Progress:
    shown = sys.stderr.isatty()

    def progress(done: int, of: int) -> None:
        if shown:
            click.echo(f"\r{done}/{of} games ", nl=False, err=True)

    return progress
