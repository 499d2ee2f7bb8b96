"""Looking at pages: opened from the disk, with everything noted that they complain about or ask for."""

import base64
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Request

Visit = Callable[..., Page]
_DATA = 'id="data">'


class Visitor:
    """Opens pages, and notes what they do that they should not."""

    def __init__(self, browser: Browser, site: Path) -> None:
        self._browser = browser
        self._site = site
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.requests: list[str] = []

    def open(self, name: str, *, width: int = 1200, height: int = 900, has_script: bool = True, **given: Any) -> Page:
        """Open a page of the site, or any file, in a window of its own; a replay is waited for."""
        context = self._browser.new_context(
            viewport={"width": width, "height": height}, java_script_enabled=has_script, **given
        )
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        path, _, fragment = name.partition("#")
        address = (self._site / path).as_uri()
        page.on("request", lambda request: self._note(request, address))
        page.goto(f"{address}#{fragment}" if fragment else address)
        if has_script and path.startswith("games/"):
            page.wait_for_selector("html.ready")
        return page

    def _note(self, request: Request, address: str) -> None:
        is_followed = request.is_navigation_request() and request.url.startswith(self._site.as_uri())
        if (
            request.url.partition("#")[0] != address
            and not is_followed
            and not request.url.startswith(("blob:", "data:"))
        ):
            self.requests.append(request.url)

    def close(self) -> None:
        """Close all windows."""
        for context in self._contexts:
            context.close()


def unpack(html: str) -> dict[str, bytes]:
    """Return what is packed into the page of a replay."""
    start = html.index(_DATA) + len(_DATA)
    text = html[start : html.index("</script>", start)]
    digits = text[1:].translate(str.maketrans(":.", "<&"))
    squeezed = base64.b85decode(digits)
    raw = zlib.decompress(squeezed[: len(squeezed) - int(text[0]) - 8], -15)
    lengths, _, rest = raw.partition(b"\n")
    found, at = {}, 0
    for name, length in json.loads(lengths).items():
        found[name] = rest[at : at + length]
        at += length
    return found


def repack(html: str, parts: dict[str, bytes]) -> str:
    """Return the page of a replay with other things packed into it."""
    from pbem.report.replay.packing import packed

    start = html.index(_DATA) + len(_DATA)
    return html[:start] + packed(parts) + html[html.index("</script>", start) :]


def where(page: Page) -> str:
    """Return the position that the address of a replay names."""
    return str(page.evaluate("location.hash"))


def entry_of(page: Page) -> int:
    """Return the entry that a replay shows."""
    return int(where(page)[1:].partition("/")[0])
