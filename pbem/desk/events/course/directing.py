"""What a director can do at a desk: every act by its row; those that need more than that have a way of their own."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.events.course.ending import cancel_event
from pbem.desk.events.course.replacing import give_seat
from pbem.desk.events.course.ruling import rule, rule_answer, rule_places
from pbem.tournament.director.acts.ruling import DirectorAct
from pbem.tournament.director.event import Event

_OWN_WAYS: Mapping[str, Callable[..., Event]] = {
    "answer": rule_answer,  # whose words lie in the store
    "cancel": cancel_event,
    "replace": give_seat,  # in the game too
    "result": rule_places,  # by the names at the table
}


def carry_out(desk: Desk, id_: str, act: DirectorAct, given: Mapping[str, Any], *, reason: str) -> Event:
    """Write down an act with what its details are, and tell whom it concerns; DeskError if it cannot be done now."""
    if own_way := _OWN_WAYS.get(act.name):
        return own_way(desk, id_, **given, reason=reason)
    values = [given[detail.name] for detail in act.details]
    return rule(desk, id_, lambda clerk: act(clerk, *values, reason=reason))
