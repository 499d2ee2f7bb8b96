"""Who hears what: every kind of sheet has its hearer; a sheet finds the first that it is for."""

from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.post.hearing.desk_hearer import DeskHearer
from pbem.desk.post.hearing.events.event_hearer import EventHearer
from pbem.desk.post.hearing.games.game_hearer import GameHearer
from pbem.desk.post.hearing.hearing import Hearer, hear
from pbem.desk.post.hearing.key_hearer import KeyHearer
from pbem.desk.post.hearing.signed_sheet import SignedSheet
from pbem.desk.post.received import Received
from pbem.desk.store.databases.engine import About
from pbem.desk.store.transaction import Transaction

GAMES = GameHearer()
HEARERS: tuple[Hearer[Any], ...] = (EventHearer(), GAMES, KeyHearer(), DeskHearer())


def find_hearer(look: Transaction, sheet: SignedSheet) -> tuple[Hearer[Any], About]:
    """Return who hears a sheet, and what it may change."""
    for hearer in HEARERS:
        about = hearer.about(look, sheet)
        if about is not None:
            return hearer, about
    raise ValueError(f"nobody hears a sheet for {sheet.block.game!r}")


def hear_alone(desk: Desk, sheet: SignedSheet, hearer: Hearer[Any], about: About) -> Received:
    """Act on a sheet, in a change of its own."""
    with desk.store.write(about) as change:
        heard = hear(desk, change, sheet, hearer)
    heard.remember()  # only now: before the commit it had not happened
    return heard.received
