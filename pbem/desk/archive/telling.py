"""Telling people that their game or event is in the archive: a short letter each, with the checkpoint to keep."""

from collections.abc import Callable, Iterable

from msgspec import convert
from msgspec.structs import replace

from pbem.desk.archive.shelf.shelf import CHECKPOINT, Shelf
from pbem.desk.desk import Desk
from pbem.desk.events.event_store import current_event, standings_of
from pbem.desk.events.letters.telling import standings_part
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.matches.state.positions import current
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import phrases
from pbem.director.showing import with_moves
from pbem.games.found import named
from pbem.games.game import Outcome, Seat
from pbem.record.log.entry import Head
from pbem.referee.match.match import Match, result_of
from pbem.report.notice import Part, Slip
from pbem.report.site.events import place_of_event

_TOLD = "archive told "
_TOTAL = "total"


def tell_of_game(desk: Desk, shelf: Shelf, game: str) -> int:
    """Tell those who held the seats of a game to its end, once; return how many letters were asked for."""
    with desk.store.write(game) as change:
        if _is_told(change, game):
            return 0
        match = current(desk, change, game)
        slip = _slip(desk, shelf, game, page=f"games/{game}.html", head=match.head)
        names = [holder.name for holder in match.holders.values()]
        return _send(desk, change, names, lambda player: replace(slip, parts=(_results(match, player),)))


def tell_of_event(desk: Desk, shelf: Shelf, id_: str) -> int:
    """Tell everybody who was in an event, once; return how many letters were asked for."""
    with desk.store.write(id_) as change:
        if _is_told(change, id_):
            return 0
        event = current_event(desk, change, id_)
        lines = with_moves(event, standings_of(change, event))
        slip = _slip(desk, shelf, id_, page=place_of_event(id_), head=event.book.head)
        names = [entrant.player for entrant in event.entrants]
        return _send(desk, change, names, lambda player: replace(slip, parts=(standings_part(player, lines),)))


def _is_told(change: Transaction, what: str) -> bool:
    """Tell whether people were told of something; from now on they were."""
    if change.fact(_TOLD + what) is not None:
        return True
    change.put_fact(_TOLD + what, "1")
    return False


def _slip(desk: Desk, shelf: Shelf, what: str, *, page: str, head: Head) -> Slip:
    """Return a letter; at its foot stands the checkpoint as it was signed: the archive can be held against it."""
    base = desk.settings.archive.base
    where = ("slip_archived_where",) if base else ()
    note = f"{desk.note(what, head)}\n{shelf.read(CHECKPOINT)}"
    return Slip(("slip_archived", *where, "slip_archived_keep"), {"game": what, "url": base + page}, note=note)


def _send(desk: Desk, change: Transaction, names: Iterable[str], written: Callable[[Member], Slip]) -> int:
    readers = filter(None, map(change.player, names))
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
