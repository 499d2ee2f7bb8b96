"""Telling people that their game or event is in the archive: a short letter each, with the checkpoint to keep."""

from collections.abc import Callable, Iterable

from msgspec import Struct, convert
from msgspec.structs import replace

from pbem.desk.archive.shelf.shelf import CHECKPOINT, Shelf
from pbem.desk.desk import Desk
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.matches.state.positions import current
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import phrases
from pbem.games.found import named
from pbem.games.game import Outcome, Seat
from pbem.record.log.entry import Head
from pbem.referee.match.match import Match, result_of
from pbem.report.notice import Part, Slip

_TOLD = "archive told "
_TOTAL = "total"


class News(Struct, frozen=True):
    """What is told of a record in the archive: its page, its head, to whom, and what each reads of how it ended."""

    page: str
    head: Head
    names: tuple[str, ...]
    ended: Callable[[Member], Part]


def tell_once(desk: Desk, shelf: Shelf, id_: str, news: Callable[[Transaction], News]) -> int:
    """Tell everybody who was in a record, once; return how many letters were asked for."""
    with desk.store.write(id_) as change:
        if _is_told(change, id_):
            return 0
        found = news(change)
        slip = _slip(desk, shelf, id_, page=found.page, head=found.head)
        return _send(desk, change, found.names, lambda player: replace(slip, parts=(found.ended(player),)))


def tell_of_game(desk: Desk, shelf: Shelf, game: str) -> int:
    """Tell those who held the seats of a game to its end, once; return how many letters were asked for."""

    def news(look: Transaction) -> News:
        match = current(desk, look, game)
        names = tuple(holder.name for holder in match.holders.values())
        return News(f"games/{game}.html", match.head, names, lambda player: _results(match, player))

    return tell_once(desk, shelf, game, news)


def _is_told(change: Transaction, what: str) -> bool:
    """Tell whether people were told of something; from now on they were."""
    if change.facts.find(_TOLD + what) is not None:
        return True
    change.facts.put(_TOLD + what, "1")
    return False


def _slip(desk: Desk, shelf: Shelf, what: str, *, page: str, head: Head) -> Slip:
    """Return a letter; at its foot stands the checkpoint as it was signed: the archive can be held against it."""
    base = desk.settings.archive.base
    where = ("slip_archived_where",) if base else ()
    note = f"{desk.note(what, head)}\n{shelf.read(CHECKPOINT)}"
    return Slip(("slip_archived", *where, "slip_archived_keep"), {"game": what, "url": base + page}, note=note)


def _send(desk: Desk, change: Transaction, names: Iterable[str], written: Callable[[Member], Slip]) -> int:
    readers = filter(None, map(change.people.find, names))
    return sum(bool(request_slip(desk, change, written(player), player=player)) for player in readers)


def _results(match: Match, player: Member) -> Part:
    """Return what a game came to, the best first."""
    said = phrases().spoken(player.language)
    title = named(match.game.meta.key).meta.titles[player.language]
    if match.phase != "over":
        return Part((f"{title}: {said('event_void')}",))
    outcome = convert(result_of(match), Outcome)
    head = tuple(said(f"event_col_{name}") for name in ("rank", "player", "points"))
    rows = [
        (str(outcome.ranks[seat]), holder.name, str(_points(outcome, seat))) for seat, holder in match.holders.items()
    ]
    return Part((title,), rows=(head, *sorted(rows, key=lambda row: int(row[0]))))


def _points(outcome: Outcome, seat: Seat) -> int:
    points = outcome.points.get(seat, {})
    return points.get(_TOTAL, sum(points.values()))
