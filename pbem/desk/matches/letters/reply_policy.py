"""What may be answered to whom: settled once when a sheet comes in, and handed down to whoever asks for letters."""

from collections.abc import Mapping

from msgspec import Struct

from pbem.games.game import Seat
from pbem.report.notice import Notices

Answers = Mapping[Seat, Notices]


class Courtesy(Struct, frozen=True):
    """Which letters a sheet may bring about, besides those to seats that are asked something new."""

    may_confirm: bool = True  # to its sender: what was understood and played of orders that were taken
    may_answer: bool = True  # to its sender: what desk words ask for, or what is wrong
    may_pass_on: bool = True  # to others: what he tells them
    is_last: bool = False  # of the answers that its sender gets within the hour
    untold: frozenset[str] = frozenset()  # seats that no letter goes to now


AT_THE_DESK = Courtesy(may_answer=False)  # who stands there reads the answer at once


def by_mail(*, is_person: bool, has_room: bool, is_own_hand: bool = False) -> Courtesy:
    """Return what a signed mail may bring about; `has_room`: its player may get one more answer just now."""
    # A machine would answer our letter, and we would answer it again: it gets none, although its orders count. But
    # anybody can make a person's mail look like a machine's on its way, and a sheet by a key of his own is used once:
    # whoever signed it always hears that it was taken. All other letters cost the desk something and the game nothing,
    # so there are only so many an hour, lest somebody lets us fill a mailbox, his own or another's.
    return Courtesy(may_confirm=is_person or is_own_hand, may_answer=is_person and has_room, may_pass_on=has_room)


class Telling(Struct, frozen=True):
    """What seats are told with a decision, although it may not concern them, and which seats get no letter at all."""

    answers: Answers = {}
    untold: frozenset[str] = frozenset()
