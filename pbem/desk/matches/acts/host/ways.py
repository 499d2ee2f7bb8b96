"""How each act of a host is carried out."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.host.host_acts import HostAct
from pbem.desk.matches.acts.host.rulings import (
    rule_answer,
    rule_back,
    rule_default,
    rule_result,
    rule_substitute,
    rule_vacate,
    rule_void,
)
from pbem.desk.matches.acts.host.time_rulings import rule_time
from pbem.referee.match.match import Match

_WAYS: Mapping[str, Callable[..., Match]] = {
    "answer": rule_answer,
    "back": rule_back,
    "default": rule_default,
    "extend": partial(rule_time, act="extend"),
    "pause": partial(rule_time, act="pause"),
    "result": rule_result,
    "resume": partial(rule_time, act="resume"),
    "substitute": rule_substitute,
    "vacate": rule_vacate,
    "void": rule_void,
}


def carry_out(desk: Desk, game: str, act: HostAct, given: Mapping[str, Any], reason: str) -> Match:
    """Rule what an act says with what its details are; DeskError if it cannot be done now."""
    return _WAYS[act.name](desk, game, **given, reason=reason)
