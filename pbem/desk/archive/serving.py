"""Serving a site on this machine, for those who would rather look at it by an address; it only ever reads."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = "127.0.0.1"


class _Reader(SimpleHTTPRequestHandler):
    """Answers with the files of a site, and with headers that let its pages do nothing else."""

    server_version = "pbem"
    sys_version = ""

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
    """Return a server of a site for this machine alone; OSError if the port is taken."""
    return ThreadingHTTPServer((HERE, port), partial(_Reader, directory=str(folder)))
