"""`pbem report`."""

from __future__ import annotations

from typing import Any

import click

from pbem.cli.looking.moment import AT, LANG, PNG, SEAT, looking
from pbem.cli.session import saying_no, write_text
from pbem.desk.letters.writing import environment
from pbem.report import render


@click.command()
@click.argument("game", metavar="GAME|DIR")
@SEAT
@AT
@click.option("--text", "as_text", is_flag=True, help="Plain text instead of HTML.")
@LANG
@click.option("-o", "--output", metavar="FILE", default="-", help="The file to write; standard output if not given.")
@PNG
@saying_no
def report(game: str, output: str, *, as_text: bool, png: str | None, **asked: Any) -> None:
    """Write the turn report that a seat got, or would have got, after any entry of a GAME or an export DIR."""
    with looking(game, **asked) as moment:
        page = moment.page(has_picture=not as_text)
    if png:
        moment.paint(png)
        if output == "-":
            return
    writer = render.text if as_text else render.html
    write_text(output, writer(environment(moment.folder), page))
    if output != "-":
        click.echo(f"wrote {output}")
