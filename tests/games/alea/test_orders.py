"""Orders in words (10.9): four languages, short forms, refusals of what is no order."""

import pytest

from pbem.games.alea import GAME
from pbem.games.alea.position.moves import Assign, Keep, Move, Place, Reroll, TakeCard, TakePatrician, TakeProvince
from pbem.games.alea.position.state import Camp, Stand, State
from pbem.games.game import LANGUAGES, Unread
from tests.games.alea.making import A, B, after, at_table, begin, parse, refused, view
from tests.wording import game_text

ANYWHERE = GAME.view(begin(2), None)


@pytest.mark.parametrize(
    "text",
    [
        "PIAZZA SENATO 2 3 4",
        "PLACER SENAT 2-3-4",
        "poser sénat 4 3 2",
        "setze senat 2,3,4",
        "PLACE SENATUS 2 3 4",
        "senato II III IV",
    ],
)
def test_v137_four_languages(text: str) -> None:
    assert GAME.parse(view(at_table(2, [2, 3, 4, 6])), text) == Place("senate", (2, 3, 4))


def test_v138_without_a_word_the_own_set_grows() -> None:
    state = at_table(2, [4, 6], castrum="A2x4")
    assert GAME.write(parse(state, "PLACE CASTRUM 4"), "en") == "place castrum 4 extend 2x4"
    assert after(state, "PLACE CASTRUM 4").castrum == (Camp(A, 4, 3),)


def test_v139_name_the_set() -> None:
    state = at_table(2, [4, 4], castrum="A1x4 A3x4")
    assert refused(state, "PLACE CASTRUM 4 EXTEND") == "castrum_which"
    assert refused(state, "PLACE CASTRUM 4") == "castrum_which"
    assert after(state, "PLACE CASTRUM 4 EXTEND 1x4").castrum == (Camp(A, 4, 2), Camp(A, 4, 3))
    assert after(state, "PLACE CASTRUM 4 EXTEND 3x4").castrum == (Camp(A, 4, 1), Camp(A, 4, 4))


@pytest.mark.parametrize(
    "text",
    [
        "PATRIZIO GER-D2",
        "PATRICIEN GER-F2",
        "PATRIZIER GER-F2",
        "patrician green woman II",
        "patrizio germania donna 2",
    ],
)
def test_v146_genders_in_four_languages(text: str) -> None:
    assert GAME.parse(ANYWHERE, text) == TakePatrician("GER-W2")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("reroll 1 1", Reroll((1, 1))),
        ("ritira 2x1 5", Reroll((1, 1, 5))),
        ("relance tous", Reroll(how="all")),
        ("Neuwurf außer 4 4", Reroll((4, 4), "except")),
        ("place castrum *4", Place("castrum", every=(4,))),
        ("setze Kaserne 3x5 neu", Place("castrum", (5, 5, 5), "new")),
        ("ergaenze castrum 5", Place("castrum", (5,), "extend")),
        ("ERGANZE castrum 5", Place("castrum", (5,), "extend")),
        ("add senate 3", Place("senate", (3,), "extend")),
        ("place temple low", Place("temple", how="low")),
        ("piazza foro coppia", Place("forum", how="pair")),
        ("forum 1 4", Place("forum", (1, 4))),
        ("keep 3 2", Keep((3, 2))),
        ("tieni migliore", Keep()),
        ("card XII-3", TakeCard("XII-3")),
        ("carta confine 3", TakeCard("XII-3")),
        ("Karte frei 2", TakeCard("XIII-2")),
        ("card 4", TakeCard("IV")),
        ("province germania iv", TakeProvince("GER4")),
        ("provinz joker", TakeProvince("WILD")),
        (
            "assign GER-M3 to GER4, GER-W1 to XII-1 extra",
            Assign((Stand("GER-M3", "GER4"), Stand("GER-W1", "XII-1", True))),
        ),
        ("assegna GER-U3 a GER4", Assign((Stand("GER-M3", "GER4"),))),
        ("AUTO", Assign(auto=True)),
        ("zuweisen niemand", Assign()),
    ],
)
def test_words_are_read_and_written_back(text: str, move: Move) -> None:
    assert GAME.parse(ANYWHERE, text) == move
    for language in LANGUAGES:
        assert GAME.parse(ANYWHERE, GAME.write(move, language)) == move


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("place senate 2 3 castrum 4", "one_building"),
        ("place castrum 4 4 and senate 1", "one_building"),
        ("place castrum 4 4 moon", "surplus"),
        ("place moon 4", "expected"),
        ("place castrum", "expected_end"),
        ("place castrum 7", "expected"),
        ("reroll", "expected_end"),
        ("rerol 4", "expected"),
        ("province GER5", "expected"),
        ("patrician GER", "expected_end"),
        ("patrician GER-X2", "expected"),
        ("card XIV", "expected"),
        ("keep", "expected_end"),
        ("place castrum 4 extend 2x5", "set_of_other_value"),
        ("assign GER-M3", "expected_end"),
        ("44", "expected"),
    ],
)
def test_what_is_no_order(text: str, key: str) -> None:
    unread = GAME.parse(ANYWHERE, text)
    assert isinstance(unread, Unread)
    assert unread.saying.key == key
    assert GAME.say(unread.saying, "it")


def test_near_words_are_offered() -> None:
    unread = GAME.parse(ANYWHERE, "place castrom 4")
    assert isinstance(unread, Unread)
    assert "castrum" in unread.nearest


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("place forum 5", "not_rolled"),
        ("place castrum 2 2 2", "not_rolled"),
        ("place castrum *5", "not_rolled"),
        ("place castrum 1 2", "castrum_mixed"),
        ("add castrum 1", "nothing_to_add_to"),
        ("add senate 1", "nothing_to_add_to"),
        ("add temple 1", "nothing_to_add_to"),
        ("add forum 1", "nothing_is_added"),
        ("add latrine 1", "nothing_is_added"),
        ("place forum 1 new", "how_elsewhere"),
        ("place latrine best", "how_elsewhere"),
        ("place senate 1 best", "choice_and_dice"),
        ("place castrum 2 extend 3x2", "castrum_no_set"),
        ("reroll 1", "reroll_no_token"),
        ("card IV", "asked_other"),
        ("auto", "asked_other"),
    ],
)
def test_refusals_name_the_rule(order: str, reason: str) -> None:
    state = at_table(4, [1, 2, 2, 6])
    refusal = GAME.check(view(state), parse(state, order))
    assert refusal is not None
    assert refusal.saying.key == reason
    assert refusal.rule
    for language in LANGUAGES:
        assert GAME.say(refusal.saying, language)


@pytest.mark.parametrize(
    ("order", "exact"),
    [
        ("place temple low", "place temple 1"),
        ("place temple best", "place temple 6"),
        ("place senate best", "place senate 1 2 3 4"),
        ("place castrum best", "place castrum 4 4 new"),
        ("place castrum *4", "place castrum 4 4 new"),
        ("place forum low", "place forum 1"),
        ("place forum pair", "place forum 1 4"),
    ],
)
def test_choices_become_exact_placements(order: str, exact: str) -> None:
    state = at_table(4, [1, 2, 3, 4, 4, 6])
    assert GAME.write(parse(state, order), "en") == exact
    assert not refused(state, order)


def test_choices_that_fit_nothing() -> None:
    assert refused(at_table(2, [6, 6]), "place forum pair") == "forum_no_pair"
    assert refused(at_table(2, [1, 4], forum="1A 1B 2A 2B"), "place forum pair") == "nothing_fits"
    assert refused(at_table(2, [6, 6], castrum="B1x6 B2x6"), "place castrum best") == "nothing_fits"


@pytest.mark.parametrize("how", ["low", "best"])
@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (at_table(2, [3, 4]), "temple_absent"),
        (at_table(4, [3], temple={B: (1, 2)}), "temple_count"),
        (at_table(4, [1, 1, 3], temple={B: (6, 6)}), "temple_total"),
        (at_table(4, [6], temple={A: (1,)}, options={"temple_self_raise": "false"}), "temple_leader"),
    ],
)
def test_a_choice_in_the_temple_is_refused_for_its_own_reason(state: State, reason: str, how: str) -> None:
    assert refused(state, f"temple {how}") == reason


@pytest.mark.parametrize("text", ["extend 0x3", "extend 9x3", "extend -2x3", "extend *3"])
def test_a_set_to_extend_has_one_to_eight_dice(text: str) -> None:
    unread = GAME.parse(view(at_table(2, [3, 3], castrum="A2x3")), f"place castrum 3 {text}")
    assert isinstance(unread, Unread)
    assert unread.saying.args["what"] == "sets"


def test_a_number_that_is_no_die_is_said_to_be_none() -> None:
    unread = GAME.parse(view(at_table(2, [3, 4])), "place senate 3 4 7")
    assert isinstance(unread, Unread)
    assert (unread.saying.key, unread.saying.args["what"]) == ("expected", "dice")


def test_the_second_pair_if_the_first_is_not_there() -> None:
    assert GAME.write(parse(at_table(2, [2, 3, 4]), "place forum pair"), "en") == "place forum 2 3"


def test_a_short_form_is_no_move_of_its_own() -> None:
    state = at_table(2, [4, 4])
    refusal = GAME.check(view(state), Place("castrum", (4, 4)))
    assert refusal is not None
    assert refusal.saying.key == "not_exact"


def test_facts_by_name() -> None:
    facts = GAME.facts(view(at_table(2, [1, 4, 4], tokens=2, castrum="A2x6", forum="1A 2B")))
    assert facts["die4"] == facts["tokens"] == 2
    assert (facts["hand"], facts["camps"], facts["forum"], facts["forumfree"]) == (3, 1, 1, 2)
    for words, name in (("segnalini", "tokens"), ("wuerfel 4", "die4"), ("tessere ger", "tilesger"), ("de3", "die3")):
        assert GAME.fact(words) == name
    assert GAME.fact("moon") is None


def test_seats_and_points_have_names() -> None:
    assert GAME.called("grey", "de") == "Grau"
    assert GAME.called("unassigned", "it") == game_text(GAME, "points_unassigned", "it")
