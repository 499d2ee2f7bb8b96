"""Serving a site on this machine, for those who would rather look at it by an address; it only ever reads."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from pbem.desk.errors import UsageError

HERE = "127.0.0.1"
_CALLED = (HERE, "localhost")  # by another name somebody else's page would be asking


class _Reader(SimpleHTTPRequestHandler):
    """Answers with the files of a site, and with headers that let its pages do nothing else."""

    server_version = "pbem"
    sys_version = ""

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Begin to answer: with a plain file of the site, to somebody who asked this machine for it."""
        if self.headers.get("Host", HERE).partition(":")[0] not in _CALLED or not self._is_of_site():
            self.send_error(404)
            return None
        return super().send_head()

    def _is_of_site(self) -> bool:
        """Tell whether what is asked for lies in the site, and is neither its note nor behind a link."""
        site, asked = Path(self.directory), self.translate_path(self.path)
        if "\0" in asked:
            return False
        inside = Path(asked).relative_to(site)
        is_hidden = any(part.startswith(".") for part in inside.parts)
        return not is_hidden and Path(asked).resolve() == site.resolve() / inside

    def end_headers(self) -> None:
        """Send what every answer carries."""
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def list_directory(self, path: str | bytes | object) -> None:
        """Show no list of a folder."""
        del path
        self.send_error(404)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Keep no log of who looked at what."""


def serve(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a site for this machine alone; UsageError if it cannot listen."""
    try:
        return ThreadingHTTPServer((HERE, port), partial(_Reader, directory=str(folder.absolute())))
    except OSError as error:
        raise UsageError(f"cannot listen on port {port}: {error.strerror}; --port names another") from None
