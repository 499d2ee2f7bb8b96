"""`pbem archive serve`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.session import saying_no
from pbem.desk.archive.site.serving import HERE
from pbem.desk.archive.site.serving import serve as server_of
from pbem.desk.archive.site.site_files import BUILT
from pbem.desk.errors import UsageError


@click.command()
@click.argument("site", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65_535), default=8_000, show_default=True, help="Where to listen.")
@saying_no
def serve(site: Path, port: int) -> None:
    """Serve a site that was built into OUT, on this machine alone, until it is stopped."""
    if not (site / BUILT).is_file():
        raise UsageError(f"{site} holds no site: make one with `pbem archive build {site}`")
    with server_of(site, port) as server:
        click.echo(f"http://{HERE}:{server.server_address[1]}/index.html")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("")
