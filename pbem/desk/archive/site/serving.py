"""Serving a site on this machine, for those who would rather look at it by an address; it only ever reads."""

import os
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote, urlsplit

from pbem.desk.disk.folders import entered
from pbem.desk.disk.reading import open_alone
from pbem.desk.errors import DeskError, UsageError

HERE = "127.0.0.1"
_CALLED = (HERE, "localhost")  # by another name somebody else's page would be asking
_FRONT = "index.html"  # of a folder


class _Reader(SimpleHTTPRequestHandler):
    """Answers with the files of a site, and with headers that let its pages do nothing else."""

    server_version = "pbem"
    sys_version = ""

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Begin to answer: with a plain file of the site, to somebody who asked this machine for it."""
        asked = self._asked()
        if asked is None or self.headers.get("Host", HERE).partition(":")[0] not in _CALLED:
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        try:
            return self._begun(asked)
        except (DeskError, OSError, ValueError):  # of no name that a file can have, too
            self._lead_into(asked)
            return None

    def _asked(self) -> Path | None:
        """Return what is asked for, the front page if it is a folder; None if no file of a site can be called so."""
        path = urlsplit(self.path).path or "/"
        asked, site = Path(self.translate_path(path)), Path(self.directory)
        asked = asked / _FRONT if path.endswith("/") else asked
        inside = asked.relative_to(site).parts
        return asked if inside and not any(part.startswith(".") or "\0" in part for part in inside) else None

    def _begun(self, asked: Path) -> BinaryIO:
        """Open a plain file of the site, to which no link leads, and say what it is."""
        with entered(asked.parent, Path(self.directory), is_made=False) as folder:
            file = open_alone(asked, folder)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-type", self.guess_type(asked.name))
        self.send_header("Content-Length", str(os.fstat(file.fileno()).st_size))
        self.end_headers()
        return file

    def _lead_into(self, asked: Path) -> None:
        """Say where the front page of a folder is, if it is one of the site; no list of it is shown."""
        try:
            with entered(asked, Path(self.directory), is_made=False):
                self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        except (DeskError, OSError, ValueError):
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self.send_header("Location", f"./{quote(asked.name)}/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def end_headers(self) -> None:
        """Send what every answer carries."""
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Keep no log of who looked at what."""


def serve(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a site for this machine alone; UsageError if it cannot listen."""
    try:
        return ThreadingHTTPServer((HERE, port), partial(_Reader, directory=str(folder.resolve())))
    except OSError as error:
        raise UsageError(f"cannot listen on port {port}: {error.strerror}; --port names another") from None
