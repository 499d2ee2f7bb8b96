"""Acts of the director at a desk: each goes into the event's record with its reason."""

from collections.abc import Sequence
from functools import partial

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.events.event_store import Act, act_on_event, current_event
from pbem.desk.events.letters.announcing import tell_of_ruling
from pbem.desk.store.transaction import Transaction
from pbem.record.dice.seals import read_order
from pbem.record.events.law.chance import Place
from pbem.record.events.law.kinds import Ruling
from pbem.tournament.director.acts import ruling
from pbem.tournament.director.event import Event


def rule(desk: Desk, id_: str, act: Act) -> Event:
    """Write down an act of the director, and tell those whom it is about."""
    with desk.store.write(id_) as change:
        written = act_on_event(desk, change, id_, act)
        for entry in written.entries:
            if isinstance(entry.content, Ruling):
                tell_of_ruling(desk, change, written.event, entry.content)
    return desk.events.put(id_, written.event)


def rule_places(
    desk: Desk, id_: str, place: Place, places: Sequence[str], points: Sequence[str], *, reason: str
) -> Event:
    """Change the result of a table: `NAME=PLACE` and `NAME=POINTS` of everybody who sits there."""
    with desk.store.read() as look:
        seating = current_event(desk, look, id_).book.seating(place.round, place.table)
    if seating is None:
        raise UsageError(f"{id_} has no table {place.table} in round {place.round}")
    placed, pointed = _of_seats(seating.seats, places), _of_seats(seating.seats, points) if points else []
    return rule(desk, id_, partial(ruling.rule_result, place=place, places=placed, points=pointed, reason=reason))


def _of_seats(seats: Sequence[str], given: Sequence[str]) -> list[int]:
    """Return the numbers of everybody at a table in the order of its seats."""
    found: dict[str, int] = {}
    for text in given:
        name, equals, number = text.rpartition("=")
        if not equals or name not in seats or not number.lstrip("-").isdecimal() or len(number) > 9:
            raise UsageError(f"{text!r} is not of the form NAME=NUMBER; at this table sit {', '.join(seats)}")
        found[name] = int(number)
    if missing := [name for name in seats if name not in found]:
        raise UsageError(f"say a number for {', '.join(missing)} too: everybody at the table has one")
    return [found[name] for name in seats]


def rule_answer(desk: Desk, id_: str, seq: int, *, reason: str, is_private: bool = False) -> Event:
    """Answer the appeal in an entry, whose words are laid open unless that is not wanted."""
    with desk.store.read() as look:
        said = None if is_private else appeal_in(look, id_, seq)
    return rule(desk, id_, partial(ruling.answer, to=seq, said=said, reason=reason))


def appeal_in(look: Transaction, id_: str, seq: int) -> str:
    """Return what the seal of an appeal is over; UsageError if there is none in that entry."""
    kept = look.secrets.find(id_, f"order/{seq}")
    if kept is None:
        raise UsageError(f"entry {seq} of {id_} is no appeal; `pbem tournament status {id_}` lists them")
    return kept.decode()


def appeal_words(look: Transaction, id_: str, seq: int) -> str:
    """Return the words of an appeal, for its director."""
    order = read_order(appeal_in(look, id_, seq))
    return order.sheet if order else ""
