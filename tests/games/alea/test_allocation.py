"""The exact assignment against brute force: same points, same tie-break, same text, in every border mode."""

from math import prod
from random import Random

import pytest

from pbem.games.alea.scoring.assignment import refuse_split
from pbem.games.alea.scoring.scoring import Holdings, ScoringTerms, tally
from pbem.games.alea.scoring.split import assign_best
from pbem.games.alea.table.table import COLOURS, SINGLES, borders, cards, patricians, read, shipped, tiles
from tests.games.alea import oracle

TABLE = read(shipped())
MODES = ("couple_per_colour", "mixed_couple", "one_per_colour")
TRIES = 2_000  # at most so many maps of patricians to places for the oracle


def small_hand(random: Random) -> Holdings:
    """A hand that brute force can solve, rich in special provinces."""
    while True:
        shades = random.sample(COLOURS, random.randint(1, 4))
        near = [tile for tile in tiles(TABLE) if tile[:3] in shades or tile == "WILD"]
        people = [patrician for patrician in patricians(TABLE) if patrician[:3] in shades]
        special = [card for card in cards(TABLE, 5) if card not in SINGLES]
        held = random.sample(special, random.randint(0, 4)) + random.sample(SINGLES, random.randint(0, 5))
        hand = Holdings(
            tuple(random.sample(near, min(len(near), random.randint(0, 5)))),
            tuple(random.sample(people, min(len(people), random.randint(0, 7)))),
            tuple(held),
            tuple(random.choices((1, 2, 3), k=random.randint(0, 6))),
            random.randint(0, 5),
        )
        given = ScoringTerms(borders(TABLE))
        if prod(len(oracle.options_of(patrician, hand, given)) for patrician in hand.patricians) <= TRIES:
            return hand


def random_terms(random: Random, mode: str, tiebreak: str) -> ScoringTerms:
    """Terms with other border colours now and then: nothing may depend on the ring."""
    pairs = borders(TABLE)
    if random.random() < 0.3:
        pairs = {border: (one, other) for border in pairs for one, other in [random.sample(COLOURS, 2)]}
    return ScoringTerms(pairs, 3, 1, mode, random.choice((-1, 0)), random.random() < 0.7, tiebreak)


@pytest.mark.parametrize("tiebreak", ["sum", "highest_single"])
@pytest.mark.parametrize("mode", MODES)
def test_the_optimum_is_that_of_brute_force(mode: str, tiebreak: str) -> None:
    random = Random(f"{mode}/{tiebreak}")
    for _ in range(60):
        hand, given = small_hand(random), random_terms(random, mode, tiebreak)
        split = assign_best(hand, given)
        score = tally(hand, split, given)
        found = [(stand.patrician, stand.place + "+" * stand.extra) for stand in split]
        assert refuse_split(hand, split, given) is None
        assert (score.total, score.spare, found) == oracle.solve(hand, given), f"{hand} {given}"


@pytest.mark.parametrize("mode", MODES)
def test_scores_and_refusals_agree_with_the_oracle(mode: str) -> None:
    random = Random(mode)
    for _ in range(12):
        hand, given = small_hand(random), random_terms(random, mode, "sum")
        for spots in oracle.every_split(hand, given):
            split = tuple(oracle.stand(spot) for spot in spots)
            assert refuse_split(hand, split, given) is None
            assert tally(hand, split, given).total == oracle.points(hand, spots, given)


def large_hands(random: Random) -> list[Holdings]:
    """What one of two players could have at most: all provinces, all patricians, a card of each round."""
    held = (
        ("XII-1", "XII-2", "XII-4", "XIII-1", "XIII-2", "XI"),
        ("XII-4", "XII-5", "XII-6", "XIII-1", "XIII-2", "XI"),
        ("XII-1", "XII-3", "XII-5", "XII-6", "XIII-2", "XI"),
        ("XII-1", "XII-2", "XII-3", "XII-5", "XII-6", "XI"),
        ("XII-2", "XII-3", "XII-5", "XIII-1", "II", "XI"),
    )
    made = []
    for cards_ in held:
        people = tuple(random.sample(patricians(TABLE), 24))
        made.append(Holdings((*random.sample(tiles(TABLE)[:-1], 11), "WILD"), people, cards_))
    return made


@pytest.mark.parametrize("mode", MODES)
def test_a_large_hand_cannot_be_bettered_by_one_change(mode: str) -> None:
    """Too large for brute force: no patrician who moves, comes or goes alone makes it better."""
    given = ScoringTerms(borders(TABLE), border_mode=mode)
    for hand in large_hands(Random(2)):
        best = assign_best(hand, given)
        score = tally(hand, best, given)
        for patrician in hand.patricians:
            rest = tuple(stand for stand in best if stand.patrician != patrician)
            for place in oracle.options_of(patrician, hand, given):
                other = (*rest, oracle.stand((patrician, place))) if place else rest
                if refuse_split(hand, other, given) is None:
                    changed = tally(hand, other, given)
                    assert (changed.total, changed.spare) <= (score.total, score.spare)
