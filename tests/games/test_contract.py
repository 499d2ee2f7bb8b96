"""The contract that every game keeps: each law of `contract_*` on every game found, and on the toy."""

from collections import deque
from functools import cache
from xml.etree import ElementTree

import pytest

from pbem.games.game import LANGUAGES
from tests.games import (
    broken,
    contract_course,
    contract_moves,
    contract_offers,
    contract_secrets,
    contract_shape,
    contract_text,
)
from tests.games.broken import BROKEN
from tests.games.contract import Case, Law, all_games
from tests.games.toy import Toy

SEEDS = (0, 1, 2)
MODULES = (contract_course, contract_moves, contract_offers, contract_secrets, contract_shape, contract_text)
LAWS = tuple(law for module in MODULES for law in module.LAWS)
GAME_LAWS = (*contract_course.GAME_LAWS, *contract_shape.GAME_LAWS, *contract_text.GAME_LAWS)
TABLES = tuple((key, players) for key, game in all_games().items() for players in game.meta.players)
GAMES = tuple(Case(game, max(game.meta.players), 1) for game in all_games().values())


def name_of(law: Law) -> str:
    return law.__name__


@cache
def case_of(key: str, players: int, seed: int) -> Case:
    return Case(all_games()[key], players, seed)


@pytest.mark.parametrize("law", LAWS, ids=name_of)
@pytest.mark.parametrize(("key", "players"), TABLES)
def test_the_game_keeps_the_law(key: str, players: int, world: int, law: Law) -> None:
    law(case_of(key, players, world))


@pytest.mark.parametrize("law", GAME_LAWS, ids=name_of)
@pytest.mark.parametrize("case", GAMES, ids=str)
def test_the_game_as_a_whole_keeps_the_law(case: Case, law: Law) -> None:
    law(case)


@pytest.mark.parametrize(("law", "toy"), BROKEN, ids=lambda part: part.__name__)
def test_a_broken_game_is_noticed(law: Law, toy: type[Toy]) -> None:
    cases = [Case(toy(), 3, seed) for seed in SEEDS]
    with pytest.raises((AssertionError, LookupError, ValueError, ElementTree.ParseError)):
        deque(map(law, cases))


@pytest.mark.parametrize(
    ("law", "toy", "message"),
    [
        (
            contract_secrets.hidden_things_are_not_heard,
            broken.secrets.ShufflesSomethingElseEachTime,
            r"nothing to compare: options \{\}, \d+ plies, \d+ of them public and quiet",
        ),
        (
            contract_secrets.cards_are_heard_of_by_those_who_see_them,
            broken.secrets.TellsTheTopCardAtSetup,
            "setup tells red which cards it was",
        ),
        (
            contract_course.chance_is_asked_fairly,
            broken.course.CountsShufflesFromOne,
            "straws/1 without straws/0: labels begin at /0",
        ),
        (contract_course.chance_is_asked_fairly, broken.course.RollsInNoTurn, "'who begins' is not written turn/att"),
        (
            contract_moves.any_move_is_judged,
            broken.moves.RefusesWithoutWords,
            r"Move\(kind=.*\) is refused: .* cannot be told in en: messages\.toml lacks no_such_message",
        ),
        (
            contract_shape.sound_tables_can_be_played,
            broken.shape.CountsNoCards,
            "no fault in a table with .*copies = ",
        ),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_who_breaks_a_law_is_told_how(law: Law, toy: type[Toy], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        law(Case(toy(), 3, 0))


def test_a_game_of_private_decisions_alone_has_nothing_to_compare() -> None:
    case = Case(broken.secrets.AsksInPrivate(), 3, 0)
    assert all(decision.private for ply in case.plies for decision in case.game.waiting(ply.state))
    contract_secrets.hidden_things_are_not_heard(case)


def test_every_law_can_be_broken() -> None:
    of_files = {contract_text.words_leave_plans_alone, contract_text.messages_are_whole}
    assert {law for law, _ in BROKEN} == {*LAWS, *GAME_LAWS} - of_files


@pytest.mark.parametrize("phrase", ["fig and salt", "se", "e", "nächster", "wait", "!"])
def test_words_of_plans_are_noticed(phrase: str) -> None:
    with pytest.raises(AssertionError):
        contract_text.assert_words_free({"kinds": {"bid": {"en": [phrase]}}})


def test_pass_may_be_an_order() -> None:
    contract_text.assert_words_free({"fillers": ["and"], "kinds": {"pass": {"en": ["pass"], "it": ["passa"]}}})


@pytest.mark.parametrize(
    "message",
    [
        {"en": "one", "it": "uno", "fr": "un"},
        {"en": "{n} one", "it": "{n} uno", "fr": "{n} un", "de": "{m} eins"},
        {"en": "{n} one", "it": "{n} uno", "fr": "{n} un", "de": "eins"},
    ],
)
def test_messages_with_holes_are_noticed(message: dict[str, str]) -> None:
    whole = dict.fromkeys(LANGUAGES, "{word}")
    contract_text.assert_messages_whole({"two": whole})
    with pytest.raises(AssertionError):
        contract_text.assert_messages_whole({"two": whole, "one": message})


def test_a_game_that_says_in_its_own_words_what_all_say_alike_is_noticed() -> None:
    with pytest.raises(AssertionError, match="the kit's to say"):
        contract_text.assert_messages_whole({"expected": dict.fromkeys(LANGUAGES, "{what}, {word}")})
