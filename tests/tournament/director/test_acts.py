"""The acts of a director are rows: each has its rule in the record, its phrase in letters and its command."""

from typing import get_args

import pytest

from pbem.cli.events.direct import rule
from pbem.cli.events.tournament import tournament
from pbem.desk.wording.phrases import phrases
from pbem.phrases import LANGUAGES
from pbem.record.events.law.kinds import Act
from pbem.tournament.director.acts.ruling import ACTS, DirectorAct

ROWS = [pytest.param(act, id=act.name) for act in ACTS.values()]
BY_LETTER = [pytest.param(act, id=act.name) for act in ACTS.values() if act.tells not in ("nobody", "everybody")]


def test_there_is_a_row_for_every_act_that_a_record_takes() -> None:
    assert sorted(ACTS) == sorted(get_args(Act))


@pytest.mark.parametrize("act", BY_LETTER)
def test_who_is_told_of_an_act_reads_what_it_was_in_every_language(act: DirectorAct) -> None:
    assert set(phrases().table[f"event_ruled_{act.name}"]) >= set(LANGUAGES)


@pytest.mark.parametrize("act", ROWS)
def test_an_act_has_a_command_that_asks_for_its_details_and_a_reason(act: DirectorAct) -> None:
    command = rule.commands.get(act.name) or tournament.commands[act.name]
    asked = [parameter.name for parameter in command.params]
    assert asked == ["id_", *(detail.name for detail in act.details), "reason"]
