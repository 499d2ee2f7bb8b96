"""Final scoring (10.8): totals of the best assignment, what may stand where, ranks."""

import pytest
from msgspec.structs import replace

from pbem.games.alea import GAME
from pbem.games.alea.course.rounds import begin_end
from pbem.games.alea.position.scene import Scene
from pbem.games.alea.position.state import Score, Stand, State
from pbem.games.alea.scoring.assignment import refuse_split
from pbem.games.alea.scoring.scoring import Holdings, ScoringTerms, tally
from pbem.games.alea.scoring.split import assign_best
from pbem.games.game import LANGUAGES, Refusal, Seat
from tests.games.alea.making import A, B, asked, begin, by_default, do, hand, refused, terms, view
from tests.games.fate import Fate

P0 = ("GER4 GER2 HIS3 AEG1", "GER-M3 GER-W2 GER-M1 HIS-W3 HIS-W1 MAC-M2")
V105 = ("GER4 GER2", "GER-M3 GER-W2")
V109 = ("GER4", "GER-M3 GER-W2 GER-M1 GER-W1")
GREEN = "GER-M1 GER-M2 GER-M3 GER-W1 GER-W2 GER-W3"
HIS_MAC = terms(XII_1=("HIS", "MAC"))
MAC_AEG = terms(XII_1=("MAC", "AEG"))
BRI_GAL = terms(XII_1=("BRI", "GAL"))
V134 = hand(
    "GER4 GER1 BRI3 MAC2 WILD",
    "GER-M3 GER-M2 GER-W1 BRI-W3 BRI-M1 MAC-W2 HIS-M2 AEG-W1",
    "XIII-1 XII-3 V IX",
    (2, 3, 1),
    3,
)


def best(holdings: Holdings, given: ScoringTerms) -> Score:
    return tally(holdings, assign_best(holdings, given), given)


@pytest.mark.parametrize(
    ("holdings", "total", "given"),
    [
        pytest.param(hand(*P0), 18, terms(), id="V85"),
        pytest.param(hand(*P0, "I"), 21, terms(), id="V86"),
        pytest.param(hand(*P0, "II"), 20, terms(), id="V87"),
        pytest.param(hand(*P0, "III"), 20, terms(), id="V88"),
        pytest.param(hand(*P0, "IV", (1, 2, 2, 3, 3)), 32, terms(), id="V89"),
        pytest.param(hand(*P0, "IV", (3, 3)), 25, terms(), id="V90"),
        pytest.param(hand(*P0, "IV", (1, 1, 2, 2, 3, 3)), 35, terms(), id="V91"),
        pytest.param(hand(*P0, "V"), 20, terms(), id="V92"),
        pytest.param(hand(*P0, "VI"), 20, terms(), id="V93"),
        pytest.param(hand(*P0, "VII"), 21, terms(), id="V94"),
        pytest.param(hand(*P0, "VIII"), 21, terms(), id="V95"),
        pytest.param(hand(*P0, "IX"), 20, terms(), id="V96"),
        pytest.param(hand(*P0, "X"), 20, terms(), id="V97"),
        pytest.param(hand(*P0, "XI"), 18, terms(), id="V98"),
        pytest.param(hand(*P0, "XII-1"), 24, HIS_MAC, id="V99"),
        pytest.param(hand(*P0, "XII-1"), 20, MAC_AEG, id="V100"),
        pytest.param(hand(*P0, "XII-1"), 18, BRI_GAL, id="V101"),
        pytest.param(hand(*P0, "XIII-1"), 21, terms(), id="V102"),
        pytest.param(hand(*P0, "XIII-1 XIII-2"), 23, terms(), id="V103"),
        pytest.param(hand(P0[0] + " WILD", P0[1]), 20, terms(), id="V104"),
        pytest.param(hand(*V105), 11, terms(), id="V105"),
        pytest.param(hand(*V105, "V"), 12, terms(), id="V106"),
        pytest.param(hand(*V105, "VIII"), 13, terms(), id="V107"),
        pytest.param(hand("GER4 GER2", "GER-M3 GER-W2 GER-M1", "V XI"), 14, terms(), id="V108"),
        pytest.param(hand(*V109), 9, terms(), id="V109"),
        pytest.param(hand(*V109, "XI"), 10, terms(), id="V110"),
        pytest.param(hand("GER4 GER2", GREEN, "XI"), 18, terms(), id="V111"),
        pytest.param(hand("", "HIS-M2 MAC-W1 HIS-W3 MAC-M3", "XII-1 XI"), 12, HIS_MAC, id="V112"),
        pytest.param(
            hand("", "HIS-M2 MAC-W1 HIS-W3 MAC-M3", "XII-1 XI"),
            11,
            terms({"border_mode": "mixed_couple"}, XII_1=("HIS", "MAC")),
            id="V112-mixed",
        ),
        pytest.param(hand("", "BRI-M1 BRI-W2 BRI-W3", "XIII-1 XI"), 7, terms(), id="V113"),
        pytest.param(hand("", "HIS-M1 MAC-W1", "XII-1"), 5, HIS_MAC, id="V114"),
        pytest.param(hand("", "HIS-M3", "XII-1"), 3, HIS_MAC, id="V115"),
        pytest.param(hand("", "HIS-M3 HIS-W3", "XII-1"), 3, HIS_MAC, id="V116"),
        pytest.param(hand("", "HIS-M3 MAC-M2", "XII-1"), 8, HIS_MAC, id="V117"),
        pytest.param(
            hand("", "HIS-M3 MAC-M2", "XII-1"),
            3,
            terms({"border_mode": "mixed_couple"}, XII_1=("HIS", "MAC")),
            id="V117-mixed",
        ),
        pytest.param(hand("", "HIS-M3 HIS-W2 MAC-M2 MAC-W1", "XII-1"), 11, HIS_MAC, id="V118"),
        pytest.param(
            hand("", "HIS-M3 HIS-W2 MAC-M2 MAC-W1", "XII-1"),
            7,
            terms({"border_mode": "mixed_couple"}, XII_1=("HIS", "MAC")),
            id="V118-mixed",
        ),
        pytest.param(
            hand("", "HIS-M3 HIS-W2 MAC-M2 MAC-W1", "XII-1"),
            8,
            terms({"border_mode": "one_per_colour"}, XII_1=("HIS", "MAC")),
            id="V118-one",
        ),
        pytest.param(hand("HIS1", "HIS-M3 MAC-W1", "XII-1"), 7, HIS_MAC, id="V119"),
        pytest.param(hand("", "GER-M3", "XII-1"), 0, HIS_MAC, id="V120"),
        pytest.param(hand("WILD"), -1, terms(), id="V121"),
        pytest.param(hand("WILD"), 0, terms({"wild_vacant": "0"}), id="V121-mild"),
        pytest.param(hand("WILD", "MAC-W1 HIS-M3"), 3, terms(), id="V122"),
        pytest.param(hand("WILD GER1", "MAC-W1 GER-M1", "VIII"), 5, terms(), id="V123"),
        pytest.param(
            hand("WILD GER1", "MAC-W1 GER-M1", "VIII"), 4, terms({"card_viii_counts_wild": "false"}), id="V123-no"
        ),
        pytest.param(hand("GER3", "GER-M2 HIS-M1 MAC-W1 BRI-W2", "XIII-1 XII-1 VIII"), 14, HIS_MAC, id="V124"),
        pytest.param(hand("GER2", "", "XIII-1 XII-1 VII"), 5, BRI_GAL, id="V125"),
        pytest.param(hand("GER2 WILD", "", "XIII-1 XIII-2 VII"), 2, terms(), id="V126"),
        pytest.param(hand("GER2", "HIS-M1", "XIII-1 VII"), 5, terms(), id="V127"),
        pytest.param(hand("GER2", "GER-M1 GER-M2", "XIII-1 VII"), 7, terms(), id="V128"),
        pytest.param(hand("GER4 WILD AEG2", "", "XIII-1 XII-1 I"), 6, terms(), id="V129"),
        pytest.param(hand("GER4 HIS2", "GER-M1 GER-W1 HIS-M1", "II"), 10, terms(), id="V130"),
        pytest.param(hand("GER1", "GER-W3 GER-W2 BRI-W1", "XIII-1 VI"), 8, terms(), id="V132"),
        pytest.param(hand(tokens=5), 2, terms(), id="V133"),
        pytest.param(V134, 41, terms(), id="V134"),
        pytest.param(V134, 42, terms({"border_mode": "mixed_couple"}), id="V134-mixed"),
    ],
)
def test_the_best_total(holdings: Holdings, total: int, given: ScoringTerms) -> None:
    assert best(holdings, given).total == total


def test_v85_in_detail() -> None:
    score = best(hand(*P0), terms())
    assert (score.provinces, score.patricians, score.spare) == (9, 9, 3)


def test_v109_unassigned() -> None:
    assert best(hand(*V109), terms()).spare == 2


def test_v131_card_iii_counts_every_card() -> None:
    assert best(hand(cards="III V XII-1 XIII-2"), terms()).cards["III"] == 5


def test_v132_the_second_objective() -> None:
    score = best(hand("GER1", "GER-W3 GER-W2 BRI-W1", "XIII-1 VI"), terms())
    assert Stand("BRI-W1", "XIII-1") in score.split
    assert score.spare == 2


def test_v134_by_category() -> None:
    score = best(V134, terms({"border_mode": "mixed_couple"}))
    assert (score.provinces, score.patricians, score.fortune, score.rerolls, score.spare) == (10, 15, 6, 1, 0)
    assert score.cards == {"V": 2, "IX": 4, "XII-3": 3, "XIII-1": 1}


def _with_scores(*pairs: tuple[int, int]) -> State:
    state = begin(len(pairs))
    scores = tuple(
        Score(
            provinces=total, patricians=0, cards={}, fortune=0, rerolls=0, total=total, spare=spare, split=(), kept=()
        )
        for total, spare in pairs
    )
    return replace(state, position=replace(state.position, phase="over", scores=scores))


@pytest.mark.parametrize(
    ("pairs", "ranks"),
    [
        pytest.param([(40, 3), (40, 5)], [2, 1], id="V135"),
        pytest.param([(40, 5), (40, 5)], [1, 1], id="V136"),
        pytest.param([(30, 9), (40, 5), (40, 5), (41, 0)], [4, 2, 2, 1], id="shared"),
    ],
)
def test_ranks(pairs: list[tuple[int, int]], ranks: list[int]) -> None:
    outcome = GAME.outcome(_with_scores(*pairs))
    assert outcome is not None
    assert list(outcome.ranks.values()) == ranks


@pytest.mark.parametrize(("option", "spare"), [("sum", 6), ("highest_single", 3)])
def test_the_tiebreak_by_option(option: str, spare: int) -> None:
    assert best(hand("GER1", "HIS-M3 HIS-W3 GER-M1"), terms({"tiebreak": option})).spare == spare


@pytest.mark.parametrize(
    ("stands", "reason"),
    [
        ("GER-M3 GER4", ""),
        ("GER-M3 GER4, GER-W2 GER4, GER-M1 GER4+", ""),
        ("GER-M3 GER4, GER-W2 GER4, GER-M1 GER4+, GER-W1 GER4+", "assign_no_couple"),
        ("GER-M3 GER4, GER-M1 GER4", "assign_gender"),
        ("HIS-W3 GER4", "assign_colour"),
        ("HIS-W3 WILD, MAC-M2 WILD", "assign_one_colour"),
        ("HIS-W3 WILD", ""),
        ("HIS-W3 XII-1, HIS-M1 XII-1", "assign_border_one"),
        ("HIS-W3 XII-1, HIS-M1 XII-1, MAC-M2 XII-1", ""),
        ("HIS-W3 XII-1, HIS-M1 XII-1, MAC-M2 XII-1, HIS-W1 XII-1+", ""),
        ("HIS-W3 XII-1, HIS-W1 XII-1, MAC-M2 XII-1", "assign_border_couple"),
        ("GER-M3 XII-1", "assign_colour"),
        ("GER-M3 GER4, GER-M3 WILD", "assign_twice"),
        ("AEG-M3 WILD", "assign_not_yours"),
        ("GER-M3 GER3", "assign_not_yours"),
        ("GER-M3 XI", "assign_not_yours"),
        ("HIS-W3 XIII-1, HIS-M1 XIII-1, HIS-W1 XIII-1+", ""),
        ("HIS-W3 XIII-1, HIS-W1 XIII-1+", "assign_no_couple"),
    ],
)
def test_what_may_stand_where(stands: str, reason: str) -> None:
    holdings = hand("GER4 WILD", "GER-M3 GER-M1 GER-W2 GER-W1 HIS-W3 HIS-W1 HIS-M1 MAC-M2", "XI XII-1 XIII-1")
    split = tuple(
        Stand(who, where.rstrip("+"), where.endswith("+"))
        for who, where in (pair.split() for pair in stands.split(", "))
    )
    refusal = refuse_split(holdings, split, HIS_MAC)
    assert (refusal.saying.key if refusal else "") == reason


@pytest.mark.parametrize(
    ("mode", "stands", "fits"),
    [
        ("mixed_couple", "HIS-W3 MAC-M2", True),
        ("mixed_couple", "HIS-M1 MAC-M2", False),
        ("one_per_colour", "HIS-M1 MAC-M2", True),
        ("one_per_colour", "HIS-M1 HIS-W3 MAC-M2", False),
        ("couple_per_colour", "HIS-M1 HIS-W3 MAC-M2", True),
    ],
)
def test_a_border_by_option(mode: str, stands: str, fits: bool) -> None:
    assert (border_refusal(mode, stands) is None) == fits


def border_refusal(mode: str, stands: str) -> Refusal | None:
    split = tuple(Stand(who, "XII-1") for who in stands.split())
    given = terms({"border_mode": mode}, XII_1=("HIS", "MAC"))
    return refuse_split(hand("", stands, "XII-1"), split, given)


@pytest.mark.parametrize(
    ("mode", "stands", "key"),
    [
        ("couple_per_colour", "GER-M1", "assign_colour"),
        ("couple_per_colour", "HIS-M1 HIS-M3 MAC-W1", "assign_border_couple"),
        ("couple_per_colour", "HIS-M1 HIS-W3", "assign_border_one"),
        ("mixed_couple", "HIS-M1 MAC-M2", "assign_border_mixed"),
        ("mixed_couple", "HIS-M1 HIS-W2", "assign_border_mixed"),
        ("one_per_colour", "HIS-M1 HIS-W3 MAC-M2", "assign_border_each"),
    ],
)
def test_a_border_is_refused_for_its_own_reason(mode: str, stands: str, key: str) -> None:
    refusal = border_refusal(mode, stands)
    assert refusal is not None
    assert refusal.rule == "A-R26"
    assert (refusal.saying.key, refusal.saying.args["place"]) == (key, "cards/XII-1")
    if key in ("assign_colour", "assign_border_one"):
        assert refusal.saying.args["colours"] == ["HIS", "MAC"]
    assert len({GAME.say(refusal.saying, language) for language in LANGUAGES}) == 4


def test_what_is_not_owned_is_named() -> None:
    for who, where, piece in (
        ("GER-W3", "GER4", "patricians/GER-W3"),
        ("GER-M1", "HIS2", "tiles/HIS2"),
        ("GER-M1", "Rome", "-"),
    ):
        refusal = refuse_split(hand("GER4", "GER-M1"), (Stand(who, where),), terms())
        assert refusal is not None
        assert (refusal.saying.key, refusal.saying.args["piece"]) == ("assign_not_yours", piece)


def test_without_card_xi_no_extra() -> None:
    split = tuple(Stand(who, "GER4", who == "GER-M1") for who in ("GER-M3", "GER-W2", "GER-M1"))
    refusal = refuse_split(hand(*V109), split, terms())
    assert refusal is not None
    assert refusal.saying.key == "assign_no_xi"


def _at_the_end(option: str) -> State:
    state = begin(2, final_allocation=option)
    players = (
        replace(state.position.players[A], provinces=("GER4", "GER2"), patricians=("GER-M3", "GER-W2", "HIS-M1")),
        replace(state.position.players[B], provinces=("AEG1",)),
    )
    made = replace(state, position=replace(state.position, active=-1, round=6, players=players))
    scene = Scene(made, Fate(1))
    begin_end(scene)
    return scene.state


def test_the_end_by_option() -> None:
    auto = _at_the_end("auto")
    assert auto.position.phase == "over"
    assert auto.position.scores[A].total == 11
    manual = _at_the_end("manual")
    assert asked(manual) == [A]  # B has nobody to send
    assert refused(manual, "assign HIS-M1 to GER4") == "assign_colour"
    poor = do(manual, "assign GER-M3 to GER4, GER-W2 to GER4")
    assert poor.state.position.scores[A].total == 10
    assert {"total": 10, "best": 11} in [news.saying.args for news in poor.happenings if news.is_known_to(Seat("grey"))]
    assert do(manual, "auto").state.position.scores == auto.position.scores
    assert do(manual, "assign nobody").state.position.scores[A].patricians == 0
    assert by_default(manual, "over").position.scores == auto.position.scores
    assert "11" in GAME.board(view(manual), "en")
