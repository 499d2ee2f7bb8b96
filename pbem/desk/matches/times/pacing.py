"""The pace of a game as its host asks for it, and as a record holds it."""

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.wording.time_texts import offsets_of, read_bank, read_days, read_span, read_zone
from pbem.games.game import AnyGame
from pbem.record.log.pace import DAY, Pace

NONE = "none"


class PaceWish(Struct, frozen=True):
    """What a host asks for; what he leaves out is what a club would choose."""

    bank: str = NONE  # a preset, BANK+ADD<=MOST, or none at all
    rest: str = ""
    zone: str = ""
    grace: str = "12h"
    hold: str = "10m"
    leave: str = "14d"
    late: str = "default"


def make_pace(desk: Desk, game: AnyGame, wish: PaceWish) -> Pace | None:
    """Return the pace that a host asks for; None where nobody has a deadline. UsageError if it cannot be."""
    if wish.bank.lower() == NONE:
        if wish != PaceWish(wish.bank):
            raise UsageError("without a --pace there is nothing to rest from, to leave or to be late for")
        return None
    bank, add, cap = read_bank(wish.bank)
    zone = wish.zone or desk.settings.clock.zone
    leave = read_span(wish.leave)
    if leave % DAY:
        raise UsageError(f"{wish.leave!r}: a leave is of whole days, such as 14d")
    pace = Pace(
        add=add,
        bank=bank,
        cap=cap,
        grace=read_span(wish.grace),
        hold=read_span(wish.hold),
        late="ask" if wish.late == "ask" else "default",
        lates=game.meta.lates,
        leave=leave // DAY,
        offsets=offsets_of(read_zone(zone), desk.now()),
        outage=desk.settings.clock.outage_seconds,
        rest=read_days(wish.rest),
        zone=zone,
    )
    _check(pace)
    return pace


def _check(pace: Pace) -> None:
    """Refuse what would time out everybody at once, or could not be held to."""
    if pace.hold > DAY:
        raise UsageError("an answer is held for a day at the most")
    if pace.bank + pace.grace <= pace.outage:
        raise UsageError(
            "a seat would be late before the referee has read his mail once: "
            "give it more time than `outage` under [clock] in pbem.toml"
        )
    if pace.bank <= pace.hold:
        raise UsageError("a seat has no more time than its answers are held for: shorten --hold")
