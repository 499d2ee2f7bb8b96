"""The contract that every game keeps: each law of `contract_*` on every game found, and on the toy."""

import pytest

from tests.games import contract_course, contract_moves, contract_secrets, contract_shape, contract_text
from tests.games.contract import Case, Law, all_games

SEEDS = (0, 1)
MODULES = (contract_course, contract_moves, contract_secrets, contract_shape, contract_text)
LAWS = tuple(law for module in MODULES for law in module.LAWS)
GAME_LAWS = (*contract_course.GAME_LAWS, *contract_shape.GAME_LAWS, *contract_text.GAME_LAWS)
CASES = tuple(
    Case(game, players, seed) for game in all_games().values() for players in game.meta.players for seed in SEEDS
)
GAMES = tuple(Case(game, max(game.meta.players), 1) for game in all_games().values())


def name_of(law: Law) -> str:
    return law.__name__


@pytest.mark.parametrize("law", LAWS, ids=name_of)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_game_keeps_the_law(case: Case, law: Law) -> None:
    law(case)


@pytest.mark.parametrize("law", GAME_LAWS, ids=name_of)
@pytest.mark.parametrize("case", GAMES, ids=str)
def test_the_game_as_a_whole_keeps_the_law(case: Case, law: Law) -> None:
    law(case)
