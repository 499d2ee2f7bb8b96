"""What a host can do is rows: each has a command that asks for its details, and for a reason where it is a ruling."""

import pytest

from pbem.cli.games.rule import RULINGS
from pbem.desk.matches.acts.host.host_acts import ACTS, HostAct

ROWS = [pytest.param(act, id=act.name) for act in ACTS.values()]


@pytest.mark.parametrize("act", ROWS)
def test_an_act_of_the_host_has_a_command_that_asks_for_its_details(act: HostAct) -> None:
    asked = [parameter.name for parameter in RULINGS[act.name].params]
    reason = ["reason"] if act.has_reason else []
    assert asked == ["id_", *(detail.name for detail in act.details), *reason]


@pytest.mark.parametrize("act", ROWS)
def test_the_first_line_of_help_is_a_sentence(act: HostAct) -> None:
    assert act.help.partition("\n")[0].endswith(".")
