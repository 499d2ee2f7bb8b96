"""Pieces and their states, runs and values, dice and plazas."""

from xml.etree import ElementTree

import pytest
from PIL import Image

from pbem.games.drawing.document import KNOWN, finish
from pbem.games.drawing.numbers import written
from pbem.games.drawing.palette import SEATS
from pbem.games.drawing.pieces import plazas
from pbem.games.drawing.pieces.dice import SIDES, die
from pbem.games.drawing.pieces.pieces import card, card_down, changed, free, hatch, notch, panel, private
from pbem.games.drawing.pieces.plazas import KINDS, plaza
from pbem.games.drawing.places import Box, Panel, rect
from pbem.games.drawing.text import runs
from pbem.games.drawing.text.values import Value, value
from pbem.games.drawing.text.values import width as value_width
from pbem.games.game import Look
from tests.games.drawing.painting import AROUND, difference, painted, shade

BOX = Box(10, 20, 100, 40)


def elements(markup: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(f"<g>{markup}</g>"))


def kinds(markup: str) -> list[str]:
    return [
        element.attrib["class"]
        for element in ElementTree.fromstring(f"<g>{markup}</g>").iter()
        if "class" in element.attrib
    ]


@pytest.mark.parametrize(
    ("number", "shown"), [(3, "3"), (3.04, "3"), (2.55, "2.5"), (-0.01, "0"), (10.96, "11"), (-4.5, "-4.5")]
)
def test_numbers_have_one_decimal_at_most(number: float, shown: str) -> None:
    assert written(number) == shown


def test_every_state_of_a_piece_has_a_sign_besides_its_colour() -> None:
    assert kinds(card(BOX)) == ["d-shade", "d-card"]
    assert kinds(card_down(BOX)) == ["d-down", "d-hatch"]
    assert kinds(free(BOX)) == ["d-empty"]
    assert kinds(panel(BOX, is_asked=True)) == ["d-asked"]
    assert kinds(changed(BOX)) == ["d-changed", "d-corner"]
    assert kinds(notch(BOX)) == ["d-changed", "d-corner"]
    assert 'href="#d-eye"' in private(BOX, "blue")
    assert "d-seat-blue" in private(BOX, "blue")


def test_a_hatch_stays_in_its_box() -> None:
    path = elements(hatch(BOX, 7))[0].attrib["d"]
    points = [tuple(map(float, point.split())) for point in path.replace("M", "L").split("L") if point]
    assert len(points) > 20
    for x, y in points:
        assert BOX.x <= x <= BOX.right
        assert BOX.y <= y <= BOX.bottom
    for (x, y), (x2, y2) in zip(points[::2], points[1::2], strict=True):
        assert x2 - x == pytest.approx(y - y2, abs=0.21)
        assert x2 - x > 6.9


def test_columns_fill_their_box() -> None:
    columns = list(BOX.columns(3, 5))
    assert (columns[0].x, round(columns[-1].right, 6)) == (BOX.x, BOX.right)
    assert len({round(column.width, 6) for column in columns}) == 1
    assert rect(columns[0], "d-card", 3) == '<rect x="10" y="20" width="30" height="40" rx="3" class="d-card"/>'


@pytest.mark.parametrize("number", SIDES)
def test_a_die_shows_as_many_pips_as_it_should(number: int) -> None:
    assert KNOWN[f"d-pips-{number}"].count("<circle") == number
    drawn = die(number, 50, 50, 20, seat="yellow")
    assert f'href="#d-pips-{number}"' in drawn
    assert 'class="d-die d-seat-yellow"' in drawn
    assert 'class="d-dark"' in drawn


def test_a_die_that_shows_nothing_is_blank_and_a_plain_one_belongs_to_nobody() -> None:
    assert "use" not in die(0, 9, 9, 9, seat="grey")
    assert "d-die d-paper" in die(3, 9, 9, 9)


def test_a_run_is_as_wide_as_it_is_drawn() -> None:
    run = ("+2", "#wine", runs.BAR, "#water", runs.ARROW, "+1", "#wine")
    drawn = elements(runs.draw(run, 100, 50, size=12))
    last = drawn[-1]
    end = float(last.attrib["x"]) + float(last.attrib["width"])
    assert end == pytest.approx(100 + runs.width(run, 12), abs=0.2)
    assert [element.tag for element in drawn] == ["text", "use", "path", "use", "use", "text", "use"]


def test_a_run_becomes_smaller_and_at_its_least_loses_its_end() -> None:
    run = ("#vestal", *(str(100 + n) for n in range(9)), "#coin")
    assert runs.fitted(run, 1000, 12) == 12
    size = runs.fitted(run, 100, 12)
    assert size == pytest.approx(12 * runs.LEAST)
    kept = runs.cut(run, 100, size)
    assert kept[-1] == "\u2026"
    assert runs.width(kept, size) <= 100
    assert runs.cut(run, 1000, size) == run


def test_two_numbers_of_a_run_do_not_run_together() -> None:
    one, two = (float(element.attrib["x"]) for element in elements(runs.draw(("1", "2"), 0, 0, size=10)))
    assert two - one > 8


def test_nought_is_faint_and_its_icon_too() -> None:
    drawn = value(Value("wine", 0, "wine"), 0, 10)
    assert 'opacity=".38"' in drawn
    assert 'class="d-q"' in drawn
    assert "<title>wine: 0</title>" in drawn
    assert "opacity" not in value(Value("wine", 3), 0, 10)


def test_a_negative_value_has_a_minus_and_a_changed_one_a_bar() -> None:
    assert "\u22122" in value(Value("coin", -2), 0, 10)
    assert "d-corner" in value(Value("coin", 2, is_changed=True), 0, 10)


def test_a_value_that_is_too_wide_for_its_room_is_smaller() -> None:
    many = Value("coin", 1000)
    assert value_width(many) > 40
    size = float(elements(value(many, 0, 10, room=40))[-1].attrib["font-size"])
    assert size < 13


def test_plazas_are_told_apart_in_grey() -> None:
    shown = {kind: shade(painted(f"d-plaza-{kind}-nw", pixels=48)) for kind in KINDS}
    for one in KINDS:
        for other in range(one + 1, 5):
            assert difference(shown[one], shown[other]) > 8, (one, other)


def test_a_plaza_lies_within_the_corner_of_its_tile() -> None:
    for corner, left, top in (("nw", 5, 6), ("ne", -7.5, 6), ("se", -7.5, -6.5), ("sw", 5, -6.5)):
        drawn = plaza(1, 5, 6, 12, corner=corner)
        assert f'href="#d-plaza-1-{corner}" x="{left}" y="{top}" width="12.5" height="12.5"' in drawn


@pytest.mark.parametrize("kind", KINDS)
def test_four_equal_corners_close_to_a_disc(kind: int) -> None:
    whole = painted(f"d-plaza-{kind}-nwnesesw", pixels=144)
    box = whole.getbbox()
    assert box is not None
    low, high = 144 * AROUND / (24 + 2 * AROUND), 144 * (24 + AROUND) / (24 + 2 * AROUND)
    assert all(abs(side - wanted) <= 2 for side, wanted in zip(box, (low, low, high, high), strict=True))
    for turned in (whole.transpose(Image.Transpose.ROTATE_90), whole.transpose(Image.Transpose.ROTATE_180)):
        assert difference(shade(whole), shade(turned)) < 1.5
    part = painted(f"d-plaza-{kind}-nwne", pixels=144)
    assert part.crop((0, 76, 144, 144)).getbbox() == whole.crop((0, 76, 144, 144)).getbbox()
    assert part.crop((0, 0, 144, 68)).getbbox() is None


def test_corners_of_further_kinds_have_their_number() -> None:
    assert all(f">{kind}</text>" in plazas.PARTS[f"d-plaza-{kind}-se"] for kind in plazas.NUMBERED)
    assert not [kind for kind in KINDS if "<text" in plazas.PARTS[f"d-plaza-{kind}-se"]]


def test_a_finished_drawing_names_itself_and_brings_the_parts_it_uses() -> None:
    body = die(3, 20, 20, 20, seat="blue") + private(BOX, "grey")
    drawing = finish([Panel(body)], Look(width=120), height=70.04, called="A <board>", told="It & more.")
    assert list(drawing.parts) == ["d-eye", "d-pips-3"]
    root = ElementTree.fromstring(drawing.svg)
    assert [child.text for child in root][:2] == ["A <board>", "It & more."]
    assert root.attrib["viewBox"] == "0 0 120 70"


def test_a_game_may_bring_parts_of_its_own_and_not_use_what_nobody_knows() -> None:
    own = {"d-market-scale": '<symbol id="d-market-scale"/>'}
    use = '<use href="#d-market-scale"/>'
    assert finish([Panel(use)], Look(width=9), height=9, called="a", told="b", own=own).parts == own
    with pytest.raises(KeyError):
        finish([Panel(use)], Look(width=9), height=9, called="a", told="b")


def test_every_seat_has_all_its_parts() -> None:
    for seat in SEATS:
        assert {f"d-seat-{seat}", f"d-bare-{seat}", f"d-ghost-{seat}"} <= KNOWN.keys()
