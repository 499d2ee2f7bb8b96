"""Serving a site: plain files of it, and nothing else, whatever somebody laid into its folder."""

import http.client
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from pbem.desk.archive.site.serving import serve

SECRET = "the secret word is xyzzy"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with two pages, beside a file that is none of it."""
    for name in ("", "de/"):
        (tmp_path / "site" / name).mkdir(exist_ok=True)
        (tmp_path / "site" / name / "index.html").write_text(f"front {name}")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "index.html").write_text(SECRET)
    return tmp_path / "site"


@pytest.fixture
def port(site: Path) -> Iterator[int]:
    """The port of a server of that folder."""
    with serve(site, 0) as server:
        running = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        running.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            running.join()


def asked(port: int, path: str) -> tuple[int, str]:
    """Return with what code and text the server answers."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=5)) as line:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace")


def test_the_front_page_of_a_folder_is_handed_out(port: int) -> None:
    for path, text in (
        ("/", "front "),
        ("/index.html?x=1", "front "),
        ("/de/", "front de/"),
        ("/de/index.html", "front de/"),
    ):
        assert asked(port, path) == (200, text)
    assert asked(port, "/de")[0] == 301
    for path in ("/fr", "/fr/", "/.", "/%ed%a0%80", "/index.html/", "/de/index.html/x"):
        assert asked(port, path)[0] == 404, path


@pytest.mark.parametrize("name", ["index.html", "index.htm", "page.html"])
@pytest.mark.parametrize("kind", ["link", "second name", "pipe", "folder"])
def test_nothing_outside_of_a_site_is_handed_out_and_nobody_waits(site: Path, port: int, name: str, kind: str) -> None:
    place, target = site / "x" / name, site.parent / "home" / "index.html"
    place.parent.mkdir()
    if kind == "link":
        place.symlink_to(target)
    elif kind == "second name":
        place.hardlink_to(target)
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to(target.parent)
    for path in ("/x/", f"/x/{name}", f"/x/{name}/", f"/x/{name}/index.html"):
        code, text = asked(port, path)
        assert (code, SECRET in text) == (404, False), path


def test_a_link_in_the_place_of_the_front_page_or_of_a_folder_is_not_followed(site: Path, port: int) -> None:
    (site / "index.html").unlink()
    (site / "index.html").symlink_to(site.parent / "home" / "index.html")
    (site / "x").symlink_to(site.parent / "home")
    for path in ("/", "/index.html", "/x", "/x/", "/x/index.html"):
        assert asked(port, path)[0] == 404, path
