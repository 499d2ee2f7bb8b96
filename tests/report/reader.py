"""A strict reader of the pages."""

import re
from html.parser import HTMLParser

VOID = {"meta", "br", "img"}


class Reader(HTMLParser):
    """Reads a page strictly: every tag must be closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.headings: list[str] = []
        self.words = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def assert_stands_alone(written: str) -> None:
    """The page is whole, runs nothing, fetches nothing and has one title."""
    read = Reader(written)
    assert read.open == []
    assert written.startswith("<!DOCTYPE html>")
    assert not read.tags & {"script", "link", "img", "image", "iframe", "object", "embed", "form", "base"}
    assert not {name for name, _ in read.attributes if name.startswith("on")}
    fetched = [
        value for name, value in read.attributes if name in {"src", "href", "xlink:href", "background", "action"}
    ]
    assert all(value.startswith("#") for value in fetched)
    assert not re.search(r"https?:|url\((?!#)|@import", written)
    assert (read.headings[0], read.headings.count("h1")) == ("h1", 1)
