"""What the drawn board shows to whom: Fortune tiles and Senate cards to their owner, and at the end all to all."""

from random import Random

import pytest
from msgspec.structs import replace

from pbem.games.alea import GAME
from pbem.games.alea.position.state import Stand, State
from pbem.games.game import LANGUAGES, Drawing, Look
from tests.games.alea.hidden import scramble
from tests.games.alea.making import A, B, C, begin, seats
from tests.games.alea.sights import NAMES, OPENINGS, WIDTHS, draw, give, hide, put, states_of, view
from tests.games.drawing.reading import classes, named, rect_spots, texts, titles, uses
from tests.wording import game_text

ONLOOKERS = (A, C, None)


def shown(drawing: Drawing) -> str:
    return " ".join((*texts(drawing), *titles(drawing)))


def fortune(drawing: Drawing) -> list[str]:
    placed = (use.attrib["href"].removeprefix("#") for use in named(drawing, "use"))
    return [name.removeprefix("d-alea-fortune-") for name in placed if name.startswith("d-alea-fortune-")]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_drawing_is_the_same_whatever_is_hidden_from_its_reader(players: int) -> None:
    random, differed = Random(players), 0
    for seed in range(len(OPENINGS)):
        states = states_of(players, seed)
        for at in random.sample(range(len(states)), 6):
            seat = random.choice((*seats(players), None))
            before = states[max(0, at - 9)]
            others = [scramble(GAME, state, seat, random) for state in (states[at], before)]
            differed += others[0] != states[at]
            language = random.choice(LANGUAGES)
            for width in WIDTHS:
                pictures = [
                    draw(GAME.view(now, seat), language, width, before=GAME.view(then, seat))
                    for now, then in ((states[at], before), (others[0], others[1]))
                ]
                assert pictures[0] == pictures[1]
            told = [GAME.describe(GAME.view(now, seat), Look(language, names=NAMES)) for now in (states[at], others[0])]
            assert told[0] == told[1]
    assert differed


@pytest.mark.parametrize("width", WIDTHS)
def test_senate_cards_are_seen_by_their_owner_alone_with_a_bar_and_an_eye(width: int) -> None:
    state = hide(give(begin(4), B, cards=2), B, cards=("IX", "XII-3"))
    mine = draw(view(state, B), width=width)
    women = game_text(GAME, "drawn_card_IX")
    assert {"IX", "XII-3", women} <= set(texts(mine))
    assert uses(mine).count("d-eye") == 2
    assert any(told.startswith("IX: ") for told in titles(mine))
    for seat in ONLOOKERS:
        other = draw(view(state, seat), width=width)
        assert "d-eye" not in uses(other)
        assert "XII-3" not in shown(other)
        assert women not in shown(other)
        assert f"{game_text(GAME, 'board_cards')}: 2" in titles(other)


@pytest.mark.parametrize("width", WIDTHS)
def test_fortune_tiles_just_drawn_are_hatched_discs_to_all_but_their_owner(width: int) -> None:
    state = hide(give(begin(4), B, drawn=3, kept=(2,)), B, drawn=(1, 3, 3), kept=(2,))
    mine = draw(view(state, B), width=width)
    assert fortune(mine) == ["2", "1", "3", "3"]
    assert uses(mine).count("d-eye") == 1
    piles = uses(mine).count("d-alea-hidden")
    for seat in ONLOOKERS:
        other = draw(view(state, seat), width=width)
        assert fortune(other) == ["2"]
        assert uses(other).count("d-alea-hidden") == piles + 3


def test_tiles_that_are_kept_face_down_are_question_marks_to_all_but_their_owner() -> None:
    state = hide(give(begin(4, {"fortune_kept_hidden": "true"}), B, kept=(0, 0)), B, kept=(3, 1))
    assert fortune(draw(view(state, B))) == ["3", "1"]
    for seat in ONLOOKERS:
        assert fortune(draw(view(state, seat))) == ["0", "0"]


def test_what_somebody_has_chosen_to_keep_is_seen_by_himself_alone() -> None:
    state = put(begin(4), phase="keep", active=-1, queue=(A,), rolls=((),) * 4, temple=((1,), (2, 3), (), ()))
    state = give(state, B, drawn=3)
    chosen = hide(state, B, drawn=(1, 3, 2), keeping=(3,))
    waiting = hide(state, B, drawn=(1, 3, 2))
    assert _faint(draw(view(chosen, B))) == _faint(draw(view(waiting, B))) + 2
    for seat in ONLOOKERS:
        assert draw(view(chosen, seat)) == draw(view(waiting, seat))


def _faint(drawing: Drawing) -> int:
    return sum("opacity" in element.attrib for element in named(drawing, "g"))


@pytest.mark.parametrize("width", WIDTHS)
def test_cards_on_offer_are_shown_to_who_chooses_and_face_down_to_others(width: int) -> None:
    state = put(begin(4), phase="card", active=-1, queue=(B, C), rolls=((),) * 4, shown=3)
    state = replace(state, offer=("X", "V", "XIII-1"))
    mine = draw(view(state, B), width=width)
    offered = game_text(GAME, "drawn_offered")
    assert offered in texts(mine)
    assert {"X", "V", "XIII-1"} <= set(texts(mine))
    assert classes(mine).count("d-ring") == 3 + 1  # and around who picks
    assert "?" not in texts(mine)
    for seat in ONLOOKERS:
        other = draw(view(state, seat), width=width)
        assert texts(other).count("?") == 3
        assert "XIII-1" not in shown(other)
        assert offered not in shown(other)


def sent_out() -> State:
    state = begin(3, {"final_allocation": "manual"})
    state = put(state, phase="assign", active=-1, queue=(A, C), rolls=((),) * 3, provinces=(), patricians=())
    state = give(state, B, provinces=("AEG2",), patricians=("AEG-W3", "AEG-M1", "GAL-M2"), cards=1)
    return hide(state, B, cards=("XI",))


@pytest.mark.parametrize("width", WIDTHS)
def test_whom_somebody_sends_where_is_seen_by_himself_alone_until_the_end(width: int) -> None:
    split = (Stand("AEG-M1", "AEG2"), Stand("AEG-W3", "AEG2", extra=True))
    state = hide(sent_out(), B, split=split)
    mine = draw(view(state, B), width=width)
    assert uses(mine).count("d-eye") == 2  # the card, and the people
    assert "+" in texts(mine)
    assert game_text(GAME, "points_unassigned") in shown(mine)
    for seat in ONLOOKERS:
        assert draw(view(state, seat), width=width) == draw(view(sent_out(), seat), width=width)


@pytest.mark.parametrize("width", WIDTHS)
def test_patricians_who_are_sent_out_lie_beside_their_province_in_one_frame(width: int) -> None:
    split = (Stand("AEG-M1", "AEG2"), Stand("AEG-W3", "AEG2"))
    drawing = draw(view(hide(sent_out(), B, split=split), B), width=width)
    frames = [spot for spot in rect_spots(drawing) if spot.what == "d-card"]
    tile = next(spot for spot in rect_spots(drawing) if spot.what == "d-piece d-province-AEG")
    around = [
        frame
        for frame in frames
        if frame.left <= tile.left < frame.left + 8 and frame.top <= tile.top and frame.bottom >= tile.bottom
    ]
    wide = tile.right - tile.left
    assert len(around) == 1
    assert around[0].right - around[0].left == pytest.approx(3 * wide + 2 * 3 + 2 * 3, abs=1)


@pytest.mark.parametrize("players", [2, 4, 5])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_end_tells_points_ranks_and_everybodys_cards_to_everybody(players: int, width: int) -> None:
    over = states_of(players, 1)[-1]
    scores = over.position.scores
    drawings = [draw(GAME.view(over, seat), "de", width) for seat in (*seats(players), None)]
    assert len({drawing.svg for drawing in drawings}) == 1
    shown_ = texts(drawings[0])
    assert {str(score.total) for score in scores} <= set(shown_)
    assert game_text(GAME, "drawn_over", "de") in shown_
    assert {f"{rank}." for rank in range(1, 3)} <= set(shown_)
    for score in scores:
        assert set(score.cards) <= set(shown_)
    best = max((score.total, score.spare) for score in scores)
    winners = sum((score.total, score.spare) == best for score in scores)
    assert classes(drawings[0]).count("d-won") == 1 + winners
    assert not {"d-asked", "d-ring"} & set(classes(drawings[0]))
    assert "d-eye" not in uses(drawings[0])


def test_who_shares_a_victory_is_named_with_the_other() -> None:
    over = states_of(3, 1)[-1]
    score = over.position.scores[A]
    tied = put(over, scores=(score, score, replace(score, total=score.total - 1)))
    drawing = draw(view(tied, None))
    assert game_text(GAME, "drawn_tied", names="Anna, Bruno") in " ".join(texts(drawing))
    assert [words for words in texts(drawing) if words in {"1.", "2.", "3."}] == ["1.", "1.", "3."]
