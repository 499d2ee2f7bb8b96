"""Feeds of finished games (Atom): made from cards, the same bytes whenever they are made."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from pbem.report.site.card import Card
from pbem.report.site.frame import Frame, folder_of


class FeedEntry(Struct, frozen=True):
    """A finished game in a feed."""

    title: str
    id: str
    updated: str
    link: str
    summary: str


def feed_values(
    frame: Frame, cards: Sequence[Card], titles: Mapping[str, Mapping[str, str]], *, url: str
) -> dict[str, Any]:
    """Return what the template of a feed is filled with. Without an address links lead from where the feed lies."""
    return {
        "id": url + frame.place if url else f"urn:pbem:archive:{frame.language}",
        "updated": _instant(max((card.at for card in cards), default=0)),
        "base": url + folder_of(frame.language),
        "entries": [_entry(frame, card, titles, url) for card in cards],
    }


def _entry(frame: Frame, card: Card, titles: Mapping[str, Mapping[str, str]], url: str) -> FeedEntry:
    came = ", ".join(f"{one.rank}. {one.name or one.seat} {one.total}" for one in card.ranked if one.rank)
    names = ", ".join(one.name or one.seat for one in card.ranked)
    return FeedEntry(
        title=f"{titles[card.rules][frame.language]}: {names}",
        id=f"urn:sha256:{card.head}",
        updated=_instant(card.at),
        link=(url + card.page + frame.hash) if url else frame.game(card),
        summary=came,
    )


def _instant(at: int) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%SZ}"
