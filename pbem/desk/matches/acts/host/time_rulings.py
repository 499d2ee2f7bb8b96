"""What a host can rule of time: pauses, and more of it for a seat."""

from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.host.ruling import known_seat, rule_game
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.time_texts import read_zone, written
from pbem.referee.acts import rulings
from pbem.referee.acts.scribe import Scribe
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match


def rule_time(desk: Desk, game: str, reason: str, **fields: Any) -> Match:
    """Pause or resume the clocks of a game, or extend what a seat has; `fields` are those of the ruling."""

    def rule(_: Transaction, scribe: Scribe) -> Decided:
        if "seat" in fields:
            known_seat(scribe.match, fields["seat"])
            _check_later(scribe.match, fields["seat"], fields["due"])
        return rulings.about_time(scribe, reason=reason, **fields)

    return rule_game(desk, game, rule)


def _check_later(match: Match, seat: str, due: int) -> None:
    """Refuse to extend what a seat has to less than it has, and say so by the zone of the game."""
    now = match.clocks.due(seat) if match.clocks else None
    if match.clocks and now is not None and due <= now:
        until = written(now, read_zone(match.clocks.pace.zone))
        raise rulings.RulingError(f"{seat} has until {until} already: name a later time")
