"""The drawn board: everything in its place, in any language, for any number of players, whatever they are called."""

from itertools import product
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from pbem.desk.fonts import painter
from pbem.games.alea import GAME
from pbem.games.alea.course.setup import fix
from pbem.games.alea.picture.pieces.emblems import PARTS
from pbem.games.alea.picture.seats.effects import card_run
from pbem.games.alea.table.table import cards, read, tiles
from pbem.games.drawing.palette import THEMES
from pbem.games.drawing.sheet import RULES
from pbem.games.drawing.text.measure import has_all
from pbem.games.game import LANGUAGES, MAIL, NARROW, WIDE, Drawing, Look
from tests.games.alea.making import A, B, C, D, at_table, begin, parse
from tests.games.alea.sights import (
    LONG,
    NAMES,
    STRANGE,
    WIDTHS,
    dice_of,
    draw,
    full_table,
    give,
    inside,
    positions,
    put,
    view,
)
from tests.games.drawing.painting import paint, spilled
from tests.games.drawing.reading import (
    Spot,
    assert_tidy,
    classes,
    named,
    rect_spots,
    size_of,
    text_spots,
    texts,
    titles,
    use_spots,
    uses,
)
from tests.wording import game_text

PANELS = ("d-panel", "d-asked", "d-won")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_words_collide_and_nothing_leaves_the_board(players: int, language: str) -> None:
    for before, now, seat in positions(players, 4):
        for names, width in product((NAMES, LONG), WIDTHS):
            assert_tidy(draw(GAME.view(now, seat), language, width, names=names, before=GAME.view(before, seat)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_longest_of_everything_fits(language: str, width: int) -> None:
    state = full_table()
    for seat in (A, None):
        now = view(state, seat)
        for before in (view(begin(5), seat), view(put(state, round=state.position.round + 1), seat), now, None):
            assert_tidy(draw(now, language, width, names=LONG, before=before))
    for phase, queue in (("keep", (0, 1, 2, 3, 4)), ("province", (0, 1, 2, 3, 4)), ("patrician", (0, 1) * 3)):
        asked = put(state, phase=phase, active=-1, queue=queue, rolls=((),) * 5)
        assert_tidy(draw(view(asked), language, width, names=LONG, before=view(state)))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_dice_and_pieces_lie_within_their_panels_and_beside_each_other(players: int, width: int) -> None:
    for before, now, seat in positions(players, 6):
        drawing = draw(GAME.view(now, seat), "de", width, before=GAME.view(before, seat))
        _assert_apart(drawing)
    _assert_apart(draw(view(full_table()), "it", width))


def _assert_apart(drawing: Drawing) -> None:
    spots = list(rect_spots(drawing))
    panels = [spot for spot in spots if spot.what in PANELS]
    solid = [spot for spot in spots if spot.what.startswith(("d-die", "d-piece"))]
    for spot in solid:
        assert any(inside(spot, panel) for panel in panels) or "province" in spot.what, spot
    solid += [spot for spot in use_spots(drawing) if spot.what.startswith("#d-seat-")]
    ordered = sorted(solid, key=lambda spot: spot.top)
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other.top >= one.bottom:
                break
            assert not one.hits(other), (one, other)
    assert not any(one.hits(other) for at, one in enumerate(panels) for other in panels[at + 1 :])


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_names_of_people_are_ever_cut(language: str) -> None:
    for width, (before, now, seat) in product(WIDTHS, (*positions(5, 3), *positions(2, 3))):
        drawing = draw(GAME.view(now, seat), language, width, before=GAME.view(before, seat))
        assert not [words for words in texts(drawing) if words.endswith("\u2026")]
    for width in WIDTHS:
        drawing = draw(view(full_table()), language, width)
        assert not [words for words in texts(drawing) if words.endswith("\u2026")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_large_enough_to_be_read(language: str) -> None:
    drawings = [
        draw(GAME.view(now, seat), language, width, before=GAME.view(before, seat))
        for width, (before, now, seat) in product(WIDTHS, (*positions(5, 3), *positions(2, 3)))
    ]
    drawings += [draw(view(full_table()), language, width) for width in WIDTHS]
    assert min(float(element.attrib["font-size"]) for drawing in drawings for element in named(drawing, "text")) >= 9.5


def test_dice_stand_in_buildings_in_the_colours_of_their_owners_with_their_pips() -> None:
    state = at_table(
        4, [4, 5], seat=D, temple={B: (1, 4, 4)}, senate={C: (3, 5)}, castrum="A2x3 C1x6", forum="1B 2A", tokens=3
    )
    drawing = draw(view(put(state, latrine=(2, 0, 0, 1)), D))
    assert [dice_of(drawing, seat) for seat in ("grey", "brown", "blue", "green")] == [2 + 1 + 2, 3 + 1, 3 + 1, 2 + 1]
    pips = [name for name in uses(drawing) if name.startswith("d-pips")]
    assert sorted(pips) == sorted(f"d-pips-{n}" for n in (4, 5, 1, 4, 4, 3, 4, 5, 3, 3, 6, 1, 2))  # none in the Latrine
    assert "= 9" in texts(drawing)
    assert game_text(GAME, "drawn_temple_next", need=4, total=9) in texts(drawing)
    assert game_text(GAME, "drawn_rerolls", count=3) in texts(drawing)


def test_the_forum_is_about_three_fifths_of_a_page_beside_the_castrum() -> None:
    drawing = draw(view(begin(4)))
    panels = [spot for spot in rect_spots(drawing) if spot.what == "d-panel"]
    forum = next(spot for spot in panels if spot.right - spot.left > 400)
    castrum = next(spot for spot in panels if spot.top == forum.top and spot is not forum)
    assert 0.57 < (forum.right - forum.left) / (castrum.right - forum.left) < 0.63


@pytest.mark.parametrize("width", [NARROW, MAIL])
def test_a_phone_has_forum_castrum_temple_senate_latrine_and_players_in_this_order(width: int) -> None:
    drawing = draw(view(begin(4)), width=width)
    at = {spot.what: spot.top for spot in text_spots(drawing)}
    panels_ = ("forum", "castrum", "temple", "senate", "latrine")
    titles_ = [game_text(GAME, f"drawn_{name}") for name in panels_]
    order = [at[name] for name in (*titles_, "Bruno", "Carla", "Dora")]
    assert order == sorted(order)
    panels = [spot for spot in rect_spots(drawing) if spot.what in PANELS]
    assert width == MAIL or len({panel.left for panel in panels}) == 1


def test_players_sit_two_by_two_and_a_fifth_has_the_full_width() -> None:
    for players, rows in ((2, 1), (3, 2), (4, 2), (5, 3)):
        drawing = draw(view(begin(players)))
        tops = {spot.what: spot for spot in text_spots(drawing) if spot.what in NAMES.values()}
        assert len({round(spot.top) for spot in tops.values()}) in (rows, rows + 1)  # the first is named in the tray
        widest = max(spot.right - spot.left for spot in _below(drawing, 300))
        assert (widest > 700) == (players % 2 == 1)


def _below(drawing: Drawing, top: float) -> list[Spot]:
    return [spot for spot in rect_spots(drawing) if spot.what in PANELS and spot.top > top]


def test_pieces_are_sorted_by_province_with_the_tile_before_its_people() -> None:
    held = {"provinces": ("MAC1", "WILD", "AEG2"), "patricians": ("MAC-W1", "AEG-W3", "GAL-M2", "AEG-M1")}
    shown = texts(draw(view(give(begin(2), B, **held), None), "de"))
    codes = ["AEG 2", "AEG 1", "AEG 3", "GAL 2", "MAC 1", "MAC 1", "JOKER"]
    start = shown.index("AEG 2")
    assert shown[start : start + len(codes)] == codes
    assert {"AEG-M1", "AEG-F3", "GAL-M2", "MAC-F1"} <= set(titles(draw(view(give(begin(2), B, **held), None), "de")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_codes_on_offer_are_those_that_orders_name(language: str) -> None:
    state = put(begin(4), phase="patrician", active=-1, queue=(0, 1), rolls=((),) * 4)
    shown = texts(draw(view(state), language))
    for code in state.position.patricians:
        written = GAME.words.say("patricians", code, language).replace("-", " ")
        assert written in shown
        assert GAME.write(parse(state, f"patrician {written}"), "en") == f"patrician {code}"
    for code in state.position.provinces:
        written = next(words for words in shown if words.replace(" ", "") == GAME.words.say("tiles", code, language))
        assert GAME.write(parse(state, f"province {written}"), "en") == f"province {code}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_codes_that_do_not_fit_take_two_lines_all_alike(language: str) -> None:
    offer = ("HIS-M1", "MAC-W3", "BRI-M2", "GAL-W1", "AEG-M3", "GER-W2", "MAC-M1")
    for width, in_two in ((WIDE, False), (NARROW, True), (MAIL, False)):
        shown = texts(draw(view(put(begin(5), patricians=offer)), language, width))
        whole = [GAME.words.say("patricians", code, language).replace("-", " ") for code in offer]
        assert [words for words in whole if words in shown] == ([] if in_two else whole)
        halves = [half for words in whole for half in words.split()]
        assert all(half in shown for half in halves) == in_two


def test_an_empty_building_shrinks_to_its_title() -> None:
    empty = begin(4)
    one = put(empty, senate=((3, 5), (0, 0), (0, 0), (0, 0)))
    for width in (NARROW, WIDE):
        tall = size_of(draw(view(one), width=width))[1]
        assert size_of(draw(view(empty), width=width))[1] <= tall - 25
    nobody, left = game_text(GAME, "drawn_nobody"), game_text(GAME, "drawn_cards", count=19)
    assert f"{nobody} \u00b7 {left}" in texts(draw(view(empty), width=NARROW))
    beside = texts(draw(view(put(empty, temple=((1,), (2, 3), (3, 3, 3), ())))))
    assert {nobody, game_text(GAME, "drawn_hint_senate")} <= set(beside)


def test_panels_grow_with_their_rows() -> None:
    few = begin(4)
    many = give(few, B, provinces=tiles(few.fixed.table)[:12])
    for width in WIDTHS:
        heights = [size_of(draw(view(state), width=width))[1] for state in (few, many)]
        assert heights[1] > heights[0] + 50


def test_who_wins_what_is_shown_beside_runs_and_sets() -> None:
    runs = put(begin(4), senate=((1, 3), (2, 3), (5, 5), (4, 4)))
    assert uses(draw(view(runs))).count("d-latrine") == 1 + 2  # the building, and the runs below two prizes
    sets = put(begin(4), castrum="A3x1 B2x2 C2x1 D1x6 A1x5 B1x4")
    assert uses(draw(view(sets))).count("d-latrine") == 1 + 2


@pytest.mark.parametrize("width", WIDTHS)
def test_a_building_that_was_evaluated_says_so_though_its_dice_leave_ghosts(width: int) -> None:
    before = put(begin(4), temple=((), (1,), (), ()), senate=((3, 5), *((0, 0),) * 3), castrum="C2x4", forum="1D")
    now = put(begin(4), phase="patrician", active=-1, queue=(3,), rolls=((),) * 4, forum="1D")
    shown = texts(draw(view(now), width=width, before=view(before)))
    done = game_text(GAME, "drawn_done")
    assert shown.count(done) == 2
    assert f"{done} \u00b7 {game_text(GAME, 'drawn_cards', count=19)}" in shown
    assert game_text(GAME, "drawn_castrum_order") not in shown


def test_whose_turn_it_is_has_the_panel_of_the_accent_and_a_word() -> None:
    for language in LANGUAGES:
        drawing = draw(view(give(begin(3), A, tokens=2), B), language)
        assert classes(drawing).count("d-asked") == 2  # the tray, and the player
        assert texts(drawing).count(game_text(GAME, "drawn_asked_place", language)) == 1
    assert game_text(GAME, "drawn_asked_place_only") in texts(draw(view(begin(3), B)))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_order_of_picks_stands_in_the_tray(width: int) -> None:
    state = put(begin(5), phase="patrician", active=-1, queue=(2, 0, 2, 4, 1, 1, 3), rolls=((),) * 5)
    drawing = draw(view(state, C), width=width)
    tray = next(spot for spot in rect_spots(drawing) if spot.what == "d-asked")
    tokens = [spot.what for spot in use_spots(drawing) if "#d-seat" in spot.what and inside(spot, tray)]
    seats = ("blue", "blue", "grey", "blue", "yellow", "brown", "brown", "green")  # who is asked, then the order
    assert tokens == [f"#d-seat-{seat}" for seat in seats]
    assert uses(drawing).count("d-next") == 6


def test_dice_rolled_for_later_turns_are_shown_too() -> None:
    state = put(begin(4, {"preroll_lap": "true"}), rolls=((1, 2), (), (3, 3, 3), (6,)))
    drawing = draw(view(state))
    assert [dice_of(drawing, seat) for seat in ("grey", "brown", "blue", "green")] == [2, 0, 3, 1]


def test_discards_reshuffles_the_supply_and_what_is_out_of_the_game_are_shown() -> None:
    state = put(begin(4, {"reroll_supply": "30"}), discard=(1, 1, 3), provinces_removed=("AEG4", "WILD"))
    state = put(state, patricians_removed=("GER-W2",), supply=17)
    drawing = draw(view(state), "de")
    told = titles(drawing)
    away = game_text(GAME, "drawn_away", "de")
    assert told.count(f"{away}: 2") == told.count(f"{away}: 1") == 1
    left = {"drawn_pile": 30, "board_tokens": 17, "board_provinces": 21, "board_patricians": 30}
    assert {f"{game_text(GAME, key, 'de')}: {count}" for key, count in left.items()} <= set(told)
    reshuffled = game_text(GAME, "drawn_reshuffled", "de")
    assert reshuffled not in texts(drawing)
    assert {"AEG4", "JOKER", "GER-F2"} <= set(told)
    assert state.position.fortune is not None
    again = put(state, fortune=replace(state.position.fortune, k=1))
    assert reshuffled in texts(draw(view(again), "de"))


def test_what_cards_bring_is_told_by_the_table_of_the_game() -> None:
    table = GAME.table()
    table["senate"] |= {"border_points": 7, "free_points": 9}
    table["senate"]["border"][0] = ["GER", "AEG"]
    printed = read(table)
    assert card_run("XII-1", printed) == ("#alea-chip-GER", "+", "#alea-chip-AEG", "#arrow", "+7")
    assert card_run("XIII-2", printed) == ("#alea-wheel", "#arrow", "+9")
    for card in cards(printed, 5):
        assert any(term.startswith("#") for term in card_run(card, printed)), card


@pytest.mark.parametrize("width", WIDTHS)
def test_any_sound_table_can_be_drawn(width: int) -> None:
    table = GAME.table()
    rows = table["per_players"]
    rows["rounds"], rows["columns"] = dict.fromkeys("2345", 1), dict.fromkeys("2345", 36)
    rows["temple"], rows["prizes"] = dict.fromkeys("2345", True), dict.fromkeys("2345", 0)
    table["senate"] |= {"border_points": 99, "free_points": 99}
    assert not GAME.faults(seats=begin(2).fixed.seats, options={}, table=table)
    state = begin(3)
    state = replace(state, fixed=fix(state.fixed.seats, state.fixed.options, read(table)))
    every = tuple(GAME.words.ids("patricians"))
    state = put(state, patricians=every, forum=" ".join(f"{1 + n // 6}{'ABC'[n % 3]}" for n in range(36)))
    for phase, queue in (("place", ()), ("patrician", (0, 1, 2) * 12)):
        active = 0 if phase == "place" else -1
        drawing = draw(view(put(state, phase=phase, active=active, queue=queue), B), "de", width)
        assert_tidy(drawing)
        assert sum(dice_of(drawing, seat) for seat in ("grey", "brown", "blue")) >= 36


def test_people_are_called_by_their_names_and_a_vacant_seat_by_its_colour() -> None:
    state = begin(3)
    shown = texts(draw(view(state), "it", names={state.fixed.seats[A]: "Anna", state.fixed.seats[B]: ""}))
    assert "Anna" in shown
    assert {"Marrone", "Blu"} <= set(shown)


@pytest.mark.parametrize("width", WIDTHS)
def test_strange_names_are_shown_as_typed_and_harm_nothing(width: int) -> None:
    drawing = draw(view(begin(5)), width=width, names=STRANGE)
    assert_tidy(drawing)
    shown = " ".join(titles(drawing) + texts(drawing))
    assert "<script>" in shown
    assert "<script>" not in drawing.svg
    assert "" not in texts(drawing)
    assert not [letter for letter in drawing.svg if ord(letter) < 32 or letter in "\u202e\u200f\ufeff"]


def test_a_name_that_is_cut_is_whole_in_its_title() -> None:
    drawing = draw(view(begin(5)), names=LONG)
    assert LONG[begin(5).fixed.seats[A]] in titles(drawing)
    assert any(words.startswith("WWW") and words.endswith("\u2026") for words in texts(drawing))


def test_a_picture_of_a_letter_calls_who_has_no_letters_in_our_fonts_by_his_seat() -> None:
    state = begin(4)
    names = dict(zip(state.fixed.seats, ("\u5f20\u4f1f", "Żółć Łukasz", "Ελένη", "Ђорђе"), strict=True))
    mail, page = (" ".join(texts(draw(view(state), "de", width, names=names))) for width in (MAIL, WIDE))
    assert "\u5f20\u4f1f" in page
    assert "\u5f20\u4f1f" not in mail
    for name in ("Grau", "Żółć Łukasz", "Ελένη", "Ђорђе"):
        assert name in mail


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_of_a_letters_picture_can_be_written_with_our_fonts(language: str) -> None:
    for before, now, seat in positions(5, 5):
        drawing = draw(GAME.view(now, seat), language, MAIL, names=STRANGE, before=GAME.view(before, seat))
        for element in named(drawing, "text"):
            kinds = element.attrib.get("class", "").split()
            face = "serif" if "d-h" in kinds else "bold" if "d-b" in kinds else "sans"
            words = (element.text or "") + "".join(child.tail or "" for child in element)
            assert has_all(words, face), f"{words!r} in {face}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_description_tells_who_is_awaited_and_what_everybody_has(language: str) -> None:
    state = give(at_table(4, [2, 5, 5]), C, provinces=("AEG1", "AEG2", "BRI1"))
    told = GAME.describe(view(state, B), Look(language, names=NAMES))
    for word in ("Anna", "Bruno", "Carla", "Dora", "2 5 5", "3"):
        assert word in told
    assert told.count(".") == 3
    assert len(told) < 350


@pytest.mark.parametrize("name", PARTS)
def test_a_part_of_this_game_stays_in_its_box_and_uses_classes_of_the_sheet(name: str) -> None:
    root = ElementTree.fromstring(PARTS[name])
    assert root.attrib["id"] == name
    for element in root.iter():
        assert all(f".{kind}" in RULES for kind in element.attrib.get("class", "").split()), name
        assert not {"fill", "stroke", "style"} & element.attrib.keys(), "a colour of its own"
    if root.attrib["viewBox"] != "0 0 24 24":
        return
    body = f'<use href="#{name}" width="24" height="24"/>'
    box = 'viewBox="-6 -6 36 36" width="36" height="36" class="d"'
    drawing = Drawing(f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{body}</svg>', {name: PARTS[name]})
    for theme in THEMES:
        assert spilled(paint(drawing, theme, 144)) is None


def test_unchanged_panels_are_drawn_by_the_same_markup() -> None:
    before = at_table(4, [4, 5], temple={B: (1,)}, senate={C: (3, 5)}, castrum="A2x3", forum="1B 2A")
    now = put(before, forum="1B 2A 3A")
    one, other = (draw(view(state)) for state in (before, now))
    panels = [set(_groups(drawing)) for drawing in (one, other)]
    assert len(panels[0] ^ panels[1]) == 2  # the Forum as it was, and as it is


def _groups(drawing: Drawing) -> list[str]:
    found = [element for element in named(drawing, "g") if len(element) > 4]
    return [ElementTree.tostring(element, encoding="unicode") for element in found]


def test_a_drawing_stays_small() -> None:
    for before, now, seat in positions(5, 8):
        for width in WIDTHS:
            drawing = draw(GAME.view(now, seat), "it", width, before=GAME.view(before, seat))
            assert len(drawing.svg) < 52_000
            assert sum(map(len, drawing.parts.values())) < 16_000


def test_the_picture_of_a_letter_is_under_120_kb() -> None:
    for before, now, seat in positions(5, 2):
        assert len(painter().png(draw(GAME.view(now, seat), "de", MAIL, before=GAME.view(before, seat)))) < 120_000
