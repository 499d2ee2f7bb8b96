"""What differs from the reader's last turn is outlined on the drawn board, what left is a ghost, all else is plain."""

import pytest

from pbem.games.alea import GAME
from pbem.games.alea.position.state import State
from pbem.games.game import Drawing
from tests.games.alea.making import A, B, C, D, at_table, begin
from tests.games.alea.sights import WIDTHS, draw, game_of, give, hide, inside, put, view
from tests.games.drawing.reading import Spot, classes, named, rect_spots, use_spots, uses


def table() -> State:
    return at_table(
        4, [4, 5], seat=D, temple={B: (1, 4, 4)}, senate={C: (3, 5)}, castrum="A2x3 C1x6", forum="1B 2A 2A 5C"
    )


def told(before: State, now: State, *, seat: int | None = D, width: int = 760) -> Drawing:
    return draw(view(now, seat), width=width, before=view(before, seat))


def outlined(drawing: Drawing) -> list[Spot]:
    return [spot for spot in rect_spots(drawing) if spot.what == "d-changed"]


def dice(drawing: Drawing) -> list[Spot]:
    return [spot for spot in rect_spots(drawing) if spot.what.startswith("d-die")]


def left(drawing: Drawing) -> list[str]:
    return [name.removeprefix("d-ghost-") for name in uses(drawing) if name.startswith("d-ghost-")]


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_outlined_where_nothing_changed(width: int) -> None:
    drawing = told(table(), table(), width=width)
    assert not {"d-changed", "d-corner", "d-notch", "d-ghost"} & set(classes(drawing))
    assert not left(drawing)
    assert drawing == draw(view(table(), D), width=width)


@pytest.mark.parametrize(
    ("change", "count"),
    [
        ({"temple": ((), (1, 4, 4), (), (2,))}, 1),
        ({"senate": ((1, 2), (0, 0), (3, 5), (0, 0))}, 2),
        ({"castrum": "A2x3 C1x6 D3x1"}, 3),
        ({"forum": "1B 2A 2A 4D 5C"}, 1),
    ],
)
def test_dice_that_came_are_outlined_with_a_corner_and_no_others(change: dict[str, object], count: int) -> None:
    drawing = told(table(), put(table(), **change))
    frame = outlined(drawing)
    assert len(frame) == 1
    assert classes(drawing).count("d-corner") == 1
    assert sum(inside(die, frame[0]) for die in dice(drawing)) == count


def test_of_equal_dice_in_the_forum_the_leftmost_is_the_new_one() -> None:
    drawing = told(table(), put(table(), forum="1B 2A 2A 2A 5C"))
    (frame,) = outlined(drawing)
    columns = sorted((spot for spot in rect_spots(drawing) if spot.what == "d-card"), key=lambda spot: spot.left)
    assert columns[1].left == frame.left


def test_more_dice_in_the_latrine_are_outlined_and_on_a_phone_their_number_is_underlined() -> None:
    now = put(table(), latrine=(table().position.latrine[A] + 1, *table().position.latrine[1:]))
    assert len(outlined(told(table(), now))) == 1
    phone = told(table(), now, width=360)
    assert not outlined(phone)
    assert classes(phone).count("d-corner") == 1


def test_whose_dice_were_driven_out_is_shown_by_ghosts() -> None:
    now = put(table(), temple=((),) * 4, senate=((0, 0),) * 4, castrum="C1x6", forum="1B 2A 2A")
    for width in WIDTHS:
        assert sorted(left(told(table(), now, width=width))) == ["blue", "blue", "brown", "grey"]


def test_a_set_that_grew_has_not_left() -> None:
    drawing = told(table(), put(table(), castrum="A4x3 C1x6"))
    assert not left(drawing)
    assert len(outlined(drawing)) == 1


def test_in_a_later_round_all_dice_are_new_and_none_has_left() -> None:
    now = put(table(), round=2, temple=((),) * 4, castrum="A2x3", senate=((0, 0),) * 4, latrine=(0,) * 4)
    drawing = told(table(), now)
    assert not left(drawing)
    assert len([spot for spot in outlined(drawing) if any(inside(die, spot) for die in dice(drawing))]) == 1 + 4


@pytest.mark.parametrize("width", WIDTHS)
def test_what_somebody_took_is_outlined_at_his_place_and_leaves_a_dashed_one(width: int) -> None:
    offer = begin(4).position
    tile, person = offer.provinces[1], offer.patricians[2]
    now = give(begin(4), B, provinces=(tile,), patricians=(person,))
    now = put(now, provinces=tuple(code for code in offer.provinces if code != tile))
    now = put(now, patricians=tuple(code for code in offer.patricians if code != person))
    kinds = classes(told(begin(4), now, seat=A, width=width))
    assert kinds.count("d-ghost") == 2
    assert kinds.count("d-notch") == kinds.count("d-changed") == 2
    assert "d-ghost" not in classes(draw(view(now, A), width=width))


def test_an_offer_that_was_laid_out_anew_is_shown_whole() -> None:
    now = put(begin(4), provinces=("GER1", "GER2", "GER3", "GER4"))
    before = put(begin(4), provinces=("AEG1", "AEG2", "AEG3", "GER4"))
    drawing = told(before, now)
    assert classes(drawing).count("d-notch") == 3
    assert "d-ghost" not in classes(drawing)
    assert uses(drawing).count("d-GER") >= 4


def test_numbers_that_changed_are_underlined_and_another_beginner_framed() -> None:
    now = give(begin(4), B, tokens=3, hand=5, cards=1)
    assert classes(told(begin(4), now)).count("d-corner") == 3
    assert len(outlined(told(begin(4), put(begin(4), start=2)))) == 1


def test_fortune_tiles_that_came_are_ringed() -> None:
    before = give(begin(4), B, kept=(2,), drawn=1)
    drawing = told(before, give(begin(4), B, kept=(2, 3), drawn=3))
    rings = [circle for circle in named(drawing, "circle") if circle.attrib["class"] == "d-changed"]
    assert len(rings) == 1 + 2


def test_a_senate_card_that_is_new_in_the_hand_is_outlined() -> None:
    before = hide(give(begin(4), B, cards=1), B, cards=("IX",))
    now = hide(give(begin(4), B, cards=2), B, cards=("IX", "I"))
    assert len(outlined(told(before, now, seat=B))) == 1
    assert not outlined(told(before, now, seat=A))


def test_ghosts_and_tokens_are_never_drawn_on_each_other() -> None:
    plies, seen = game_of(5, 1), 0
    for at in range(20, len(plies), 9):
        seat = plies[at].seat
        drawing = draw(GAME.view(plies[at].state, seat), "de", 360, before=GAME.view(plies[at - 15].state, seat))
        spots = [spot for spot in use_spots(drawing) if spot.what.startswith(("#d-seat-", "#d-ghost-"))]
        assert not [(one, two) for i, one in enumerate(spots) for two in spots[i + 1 :] if one.hits(two)]
        seen += len(left(drawing))
    assert seen
