"""The check-in by mail: whoever is awaited gets a letter with the lines that reveal his luck, and one reminder."""

from msgspec import Struct, json

from pbem.desk.desk import Desk
from pbem.desk.events.letters.telling import ask, is_told, readers, saying, word_lines
from pbem.desk.matches.state.replies import QUOTED
from pbem.desk.matches.times.reader_times import teller
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.mail.block.block import Seen
from pbem.report.notice import Part
from pbem.tournament.director.acts.checkin import awaited, is_checking_in, reminding
from pbem.tournament.director.event import Event


class _Dated(Struct, frozen=True):
    at: int


_dated = json.Decoder(_Dated)


def head_to_quote(look: Transaction, event: Event) -> Seen:
    """Return the head that whoever checks in quotes: that of the closed entries, the same in all letters.

    A luck is revealed over one head only, so a second letter must not name another one because somebody was quicker.
    """
    book = event.book
    size = book.entered + 1  # a mail that came in time may have been read after the end of the entries
    for raw in look.records.raws(event.id, size):
        if _dated.decode(raw).at > book.terms.entries.until:
            break
        size += 1
    return Seen(size, book.heads[size][:QUOTED])


def checkin_part(desk: Desk, look: Transaction, event: Event, player: Member) -> Part:
    """Return the statements by which somebody reveals his luck, and the command that fills it in."""
    seen = head_to_quote(look, event)
    lines = (*word_lines(desk, look, event, player), f"seen: {seen.size} {seen.head};")
    checkin = teller(player.language, player.zone).at(event.book.terms.checkin)
    told = saying(player)("event_to_reveal", checkin=checkin)
    return Part((told,), (*lines, f"reveal LUCK of {player.name};"))


def ask_for_lucks(desk: Desk, event: Event, now: int) -> None:
    """Ask everybody whose luck is awaited for it, once, and once more before the check-in is over."""
    if not is_checking_in(event, now) or not awaited(event):
        return
    with desk.store.write(event.id) as change:
        for player in readers(change, awaited(event)):
            _ask_for_luck(desk, change, event, player, is_late=now >= reminding(event))


def _ask_for_luck(desk: Desk, change: Transaction, event: Event, player: Member, *, is_late: bool) -> None:
    is_asked = is_told(change, event, f"checkin/{player.name}")
    is_reminded = not is_late or is_told(change, event, f"reminded/{player.name}")
    if is_asked and is_reminded:
        return
    phrase = "slip_event_checkin_again" if is_asked else "slip_event_checkin"
    ask(desk, change, event, player, phrase, checkin_part(desk, change, event, player))
