"""The drawn board: everything in its place, in any language, for any number of players and any city."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.games.drawing.text.measure import has_all
from pbem.games.game import LANGUAGES, MAIL, NARROW, WIDE, Drawing, Look, Saying, Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.course.setup import set_up
from pbem.games.praetor.picture.city.corners import equal_corners
from pbem.games.praetor.picture.city.cuts import BARE, COMPACT, FULL, NAMED, SMALL, TITLED, cut_for
from pbem.games.praetor.picture.effects import EMBLEMS, costs, given
from pbem.games.praetor.position.city import sites
from pbem.games.praetor.position.moves import Build
from pbem.games.praetor.position.state import Mark, Placed, State, View, cells
from pbem.games.praetor.table.goods import Goods
from pbem.games.praetor.table.table import TYPES, read
from pbem.report.drawing import inline
from tests.games.drawing.reading import assert_tidy, classes, named, size_of, sizes, text_spots, texts, titles, uses
from tests.games.playing import Ply, bot_game, random_game
from tests.games.praetor.making import EXAMPLE, SEATS, Case
from tests.wording import game_text

WIDTHS = (WIDE, NARROW, MAIL)
NAMES = dict(zip(map(Seat, SEATS), ("Anna", "Bruno", "Carla", "Dora", "Ezio"), strict=True))
LONG = dict(
    zip(
        map(Seat, SEATS),
        ("Maximiliane-Alexandra von Hohenstein", "Bo", "Giovanni Battista Della Rovere", "W" * 40, "i" * 60),
        strict=True,
    )
)
STRANGE = dict(
    zip(
        map(Seat, SEATS),
        (
            '<script>alert(1)</script> & "Co"',
            "\u202eonurB\u200f\x00\x1b[31m \ufeff",
            "a/b {0} %s " * 30,
            "\U0001f3b2 \u5f20\u4f1f",
            "Żółć",
        ),
        strict=True,
    )
)
OPENINGS: tuple[dict[str, str], ...] = (
    {},
    {"sides": "all_B", "mode": "sheet", "temple_cap": "15"},
    {"ask_update": "on", "plaza_diagonal": "off", "no_market": "on", "mode": "single"},
    {"side_blue": "B", "max_tiles": "0", "special_without_workers": "on"},
)


def draw(view: View, language: str = "en", width: int = WIDE, **look: Any) -> Drawing:
    return GAME.draw(view, Look(language, width, **({"names": NAMES} | look)))


@cache
def game_of(players: int, seed: int) -> tuple[Ply, ...]:
    """Return a whole game: by greedy bots, or at random."""
    play = bot_game if seed % 2 else random_game
    options = OPENINGS[seed % len(OPENINGS)] | ({"expert": "on"} if players > 2 and seed else {})
    return tuple(play(GAME, tuple(map(Seat, SEATS[:players])), seed, options))


def positions(players: int, count: int) -> Iterator[tuple[State, State, Seat | None]]:
    """Yield positions of some games, the last ones among them: before, now, and who looks."""
    random = Random(players)
    for seed in range(len(OPENINGS)):
        plies = game_of(players, seed)
        states = [*(ply.state for ply in plies), plies[-1].step.state]
        for at in (0, *random.sample(range(len(states)), count), len(states) - 1):
            before = states[max(0, at - random.randrange(25))]
            yield before, states[at], random.choice((*map(Seat, SEATS[:players]), None))


def line_of(length: int, *, is_tall: bool = False, players: int = 5) -> Case:
    """Return a city with a long row or column of tiles."""
    case = Case(players)
    ids = [tile for tile in case.state.rules.table.tiles if tile not in case.state.now.city]
    for number in range(length):
        x, y = (0, 3 + number) if is_tall else (-2 - number, 0)
        case.lay(ids[number], x, y, owner=SEATS[number % players])
    case.set(display=())
    return case


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_words_collide_and_nothing_leaves_the_board(players: int, language: str) -> None:
    for before, now, seat in positions(players, 4):
        for names, width in product((NAMES, LONG), WIDTHS):
            look = Look(language, width, names, GAME.view(before, seat))
            assert_tidy(GAME.draw(GAME.view(now, seat), look))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("is_tall", [False, True])
def test_cities_of_any_shape_are_seen_whole(width: int, *, is_tall: bool) -> None:
    for length in (1, 6, 10, 15, 22, 33):
        case = line_of(length, is_tall=is_tall)
        drawing = draw(case.view("blue"), "de", width, before=Case(5).view("blue"))
        assert_tidy(drawing)
        shown = texts(drawing)
        assert all(shown.count(tile) == 1 for tile in case.state.now.city)
        assert size_of(drawing)[0] == width


def test_no_word_on_a_tile_is_smaller_than_can_be_read() -> None:
    for width, length in product(WIDTHS, range(9)):
        case = line_of(length, players=4)
        small = {words: size for words, size in sizes(draw(case.view(None), "it", width)) if size < 9.3}
        assert not {words for words in small if words in case.state.now.city}, f"{width} {length}: {small}"
        names = {GAME.messages.say(Saying(f"name_{kind}"), "it").replace("\u00ad", "") for kind in TYPES}
        assert not names & small.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_a_tile_is_cut(language: str) -> None:
    case = Case(5)
    for tile in case.state.rules.table.tiles:
        case.offer(tile)
        for width in WIDTHS:
            assert not [words for words in texts(draw(case.view(None), language, width)) if words.endswith("\u2026")]
    for length in range(1, 7):
        view = line_of(length).view(None)
        assert not [words for words in texts(draw(view, language)) if words.endswith("\u2026")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_most_of_everything_fits(language: str, width: int) -> None:
    case = Case(5, sides="all_B", expert="on")
    walls = tuple(case.state.rules.table.walls)
    for seat in SEATS:
        workers = {"reserve": (5, 5, 5, 5), "placed": (Placed(5, "GM1", built=False),) * 2, "retired": 2}
        case.give(seat, goods=Goods(112, 125, 1000, 99, 88), favour=1234, morale=14, walls=walls, **workers)
        case.give(seat, out=(Placed(6, "GM2", built=True),) * 2, trainees1=4, trainees2=4, passed=True, vacant=True)
    case.offer("TP1", "AR1", "TA1", "SM1", "TV1", "AC1")
    case.set(section="W14", last="wall", turn=14, cycle=10)
    assert_tidy(draw(case.view("blue"), language, width, names=LONG, before=Case(5, sides="all_B").view("blue")))
    lines = dict.fromkeys(("favour", "workers", "morale", "goods", "area", "wall", "citizens"), 1000)
    case.set(phase="over", asked=(), lines={Seat(seat): lines for seat in SEATS})
    assert_tidy(draw(case.view("blue"), language, width, names=LONG, before=Case(5).view("blue")))


@pytest.mark.parametrize("width", WIDTHS)
def test_any_sound_table_can_be_drawn(width: int) -> None:
    table = GAME.table()
    table["designs"] = 9
    for number, row in enumerate(table["tiles"]):
        row["corners"] = [1 + (number + place) % 9 for place in range(4)]
    table["tiles"][9] |= {"id": "ABC99", "cost": {"gold": 10, "wood": 20, "stone": 30, "marble": 40, "weapons": 50}}
    table["tiles"][9] |= {"favour": 1000, "fee": {"gold": 10, "stone": 12}}
    table["boards"]["A"] |= {"morale": [value * 100 for value in range(-20, 5)], "zero": 20}
    table["boards"]["A"]["active"] = [number * 10 for number in range(8)]
    table["walls"][0]["cost"] = {"gold": 10, "wood": 20, "stone": 30, "marble": 40, "weapons": 50}
    assert not GAME.faults(seats=tuple(map(Seat, SEATS)), options={}, table=table)
    case = Case(5)
    step = set_up(tuple(map(Seat, SEATS)), {}, table, case.fate)
    case.state = step.state
    case.set(section="W01")
    case.offer("ABC99", "SQ1")
    case.lay("MQ1", 3, 1, owner="blue")
    drawing = draw(case.view("blue"), "de", width)
    assert_tidy(drawing)
    assert {"ABC99", "1000", "50", "\u22122000", "400"} <= set(texts(drawing))
    case.lay("ABC99", 4, 1, owner="white")
    assert "ABC99" in texts(draw(case.view("blue"), "de", width))
    assert read(table).designs == 9


def test_every_type_of_tile_has_its_emblem_and_all_but_monuments_tell_what_they_give() -> None:
    choices = Case(4).state.rules.choices
    assert set(EMBLEMS) == set(TYPES)
    assert len(set(EMBLEMS.values())) == len(TYPES)
    assert {kind for kind in TYPES if not given(kind, choices)} == {"statue", "arch"}
    pluto = ("#wood", "#stone", "#arrow", "+1", "#laurel")
    assert given("temple_pluto", choices) == (pluto,)
    assert given("temple_pluto", Case(4, temple_cap="15").state.rules.choices) == ((*pluto, "(15)"), pluto)
    assert costs(Goods(0, 2, 0, 1, 3)) == (("2", "#wood"), ("1", "#marble"), ("3", "#sword"))


@pytest.mark.parametrize(
    ("side", "cut"),
    [(92, FULL), (75, FULL), (70, NAMED), (60, TITLED), (57, COMPACT), (45, SMALL), (34, SMALL), (33, BARE)],
)
def test_the_smaller_a_tile_the_less_is_on_it(side: float, cut: Any) -> None:
    assert cut_for(side, is_page=True) == cut
    assert cut_for(side, is_page=False) == (COMPACT if cut in (NAMED, TITLED) else cut)


def test_tiles_are_as_large_as_the_city_allows() -> None:
    sides = [_side_of(draw(line_of(length, players=4).view(None))) for length in range(9)]
    assert sides[0] == 92
    assert sides == sorted(sides, reverse=True)
    assert sides[-1] < 65
    assert all(width * count < 760 for width, count in zip(sides, range(4, 13), strict=True))


def _side_of(drawing: Drawing) -> float:
    name = next(name for name in drawing.parts if name.startswith("d-IO1-"))
    return next(
        float(use.attrib["width"]) for use in named(drawing, "use") if use.attrib["href"].removeprefix("#") == name
    )


def called(kind: str) -> str:
    return game_text(GAME, f"name_{kind}").replace("\u00ad", "")


def test_every_tile_has_code_name_icon_and_the_frame_of_its_owner() -> None:
    case = Case(4)
    case.lay("SA1", -1, 0, owner="white")
    drawn = draw(case.view(None))
    names = [called(kind) for kind in ("sawmill", "outpost", "gold_mine", "market")]
    shown = set(texts(drawn))
    assert "SA1" in shown
    assert all(name in shown or set(name.split()) <= shown for name in names)
    assert "d-sawmill" in uses(drawn)
    frames = [name for name in classes(drawn) if name.startswith("d-seat-")]
    assert {name: frames.count(name) for name in ("d-seat-white", "d-seat-black")} == {
        "d-seat-white": 3,  # two tiles and the marker of morale
        "d-seat-black": 2,
    }
    assert {f"SA1 {called('sawmill')}", f"IO1 {called('outpost')}"} <= set(titles(drawn))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_picture_names_every_tile_and_who_owns_it(language: str, width: int) -> None:
    case = Case(EXAMPLE)
    case.offer("SQ1", "MQ1")
    drawn = draw(case.view(None), language, width)
    assert {*case.state.now.city, *case.state.now.display, "-1,-1"} <= set(texts(drawn))
    names = {words.partition(" ")[0] for words in titles(drawn)}
    assert {*case.state.now.city, *case.state.now.display} <= names
    for seat in EXAMPLE:
        assert uses(drawn).count(f"d-seat-{seat}") == 3  # in the order of play, on a tile, on the board


def test_only_tiles_that_somebody_owns_tell_a_fee() -> None:
    case = Case(2)
    case.offer()
    coins = uses(draw(case.view(None))).count("d-coin")
    case.own("MK1", "blue")
    assert uses(draw(case.view(None))).count("d-coin") == coins + 1


def test_workers_stand_on_tiles_with_their_levels_and_dashed_on_their_board() -> None:
    case = Case(EXAMPLE)
    case.offer("SA1", "SQ1")
    case.to_move("yellow", "purple")
    before = uses(draw(case.view(None)))
    case.order("yellow", "build SA1 with 2 at -1,0 rot 0")
    case.order("purple", "activate SA1 with 3")
    shown = uses(draw(case.view(None)))
    assert before.count("d-level-2-yellow") == shown.count("d-level-2-yellow") == 1
    assert shown.count("d-level-3-purple") == 1
    assert (shown.count("d-away-2-yellow"), shown.count("d-away-3-purple")) == (1, 1)
    assert (before.count("d-hammer"), shown.count("d-hammer")) == (0, 1)
    assert shown.count("d-area-red") == before.count("d-area-red") - 1  # it has left the display, and is in use


@pytest.mark.parametrize(("tile", "area"), [("SA1", "red"), ("WC3", "green"), ("AC1", "grey"), ("ST1", "")])
def test_an_activation_area_is_told_by_its_sign(tile: str, area: str) -> None:
    case = Case(2)
    case.offer()
    before = uses(draw(case.view(None)))
    case.lay(tile, 2, 0, owner="blue")
    after = uses(draw(case.view(None)))
    gained = {
        name for name in ("red", "green", "grey") if after.count(f"d-area-{name}") > before.count(f"d-area-{name}")
    }
    assert gained == ({area} if area else set())


def test_a_special_tile_shows_who_has_used_it() -> None:
    case = Case(3)
    case.lay("LC1", 2, 0, owner="blue")
    for seat in ("yellow", "white"):
        case.give(seat, camps=("LC1",))
    shown = uses(draw(case.view(None)))
    assert (shown.count("d-area-used"), shown.count("d-bare-yellow"), shown.count("d-bare-white")) == (1, 1, 1)


@pytest.mark.parametrize("width", WIDTHS)
def test_equal_corners_close_to_a_plaza(width: int) -> None:
    case = Case(2)
    case.set(city={})
    for tile, x, y in (("SA1", 0, 0), ("SA2", 1, 0), ("SQ1", 0, -1), ("SQ2", 1, -1)):
        case.tile(tile, corners=(3, 3, 3, 3))
        case.lay(tile, x, y, owner="blue")
    drawn = draw(case.view(None), width=width)
    halves = ("nese", "nwne", "nwsw", "sesw")
    assert sorted(filter(_is_disc, uses(drawn))) == sorted(f"d-plaza-3-{around}" for around in (*halves, "nwnesesw"))
    case.tile("SA2", corners=(4, 4, 4, 4))
    case.lay("SA2", 1, 0, owner="blue")
    drawn = draw(case.view(None), width=width)
    assert sorted(filter(_is_disc, uses(drawn))) == [f"d-plaza-3-{around}" for around in ("nwnese", "nwsw", "sesw")]


def _is_disc(name: str) -> bool:
    return name.startswith("d-plaza-") and len(name.rpartition("-")[2]) > 2


def test_corners_are_counted_as_the_rules_count_them() -> None:
    """The favour for plazas grows by one for each pair of equal corners that the drawing closes."""
    for diagonal in ("on", "off"):
        case = Case(4, plaza_diagonal=diagonal)
        pairs = _pairs(case)
        case.offer("SA1")
        case.to_move("blue")
        case.give("blue", goods=Goods(9, 9, 9, 9, 9))
        favour = case.player("blue").favour
        case.play("blue", Build("SA1", 1, -1, 0, 0))
        gained = case.player("blue").favour - favour - 1
        assert gained
        assert _meetings(case, "SA1") == gained
        assert _pairs(case) > pairs


def _pairs(case: Case) -> int:
    return sum(map(_is_disc, uses(draw(case.view(None)))))


def _meetings(case: Case, tile: str) -> int:
    """Count, from the corners that are drawn as one, those that touch a corner of a tile."""
    lot = case.lot(tile)
    found = 0
    for equal in equal_corners(case.state):
        own = [corner for corner in equal if corner.cell == (lot.x, lot.y)]
        found += len(own) * (len(equal) - 1)
    return found


def test_on_phones_only_corners_that_meet_their_like_are_drawn() -> None:
    case = line_of(5)
    case.offer()
    wide, narrow = (uses(draw(case.view(None), width=width)) for width in (WIDE, NARROW))
    singles = [name for name in wide if name.startswith("d-plaza-") and not _is_disc(name)]
    assert len(singles) == 4 * len(case.state.now.city)
    assert not [name for name in narrow if name.startswith("d-plaza-") and not _is_disc(name)]
    assert sorted(filter(_is_disc, wide)) == sorted(filter(_is_disc, narrow))


def test_every_place_to_build_is_marked_and_can_be_named() -> None:
    case = Case(4)
    drawn = draw(case.view(None))
    places = {f"{x},{y}" for x, y in sites(cells(case.state.now))}
    assert places <= set(texts(drawn))
    dashed = next(path for path in named(drawn, "path") if path.attrib.get("class") == "d-empty")
    assert dashed.attrib["d"].count("M") == len(places)
    numbers = set(texts(draw(case.view(None), width=NARROW)))
    assert {"\u22122", "\u22121", "0", "1", "2", "3"} <= numbers


def test_the_offer_tells_cost_favour_fee_and_effect() -> None:
    case = Case(2)
    case.offer("AR1", "TC1")
    drawn = draw(case.view(None))
    assert {"AR1", "13", "TC1", "7", "+2"} <= set(texts(drawn))
    assert all(name in " ".join(texts(drawn)) for name in (called("arch"), called("temple_mercury")))
    spots = {spot.what: spot for spot in text_spots(drawn)}
    assert spots["13"].top > spots["IO1"].bottom


def test_the_wall_tells_its_section_and_what_is_left_and_that_it_was_taken() -> None:
    case = Case(2)
    case.set(section="W09")
    drawn = draw(case.view(None))
    assert {"W09", "11", "6", "2", "13", "+3"} <= set(texts(drawn))
    case.set(section="", wall_back=-1)
    taken = draw(case.view(None))
    assert "W09" not in texts(taken)
    assert "+3" not in texts(taken)
    assert "d-hatch" in classes(taken)


def test_boards_lie_in_turn_order_and_at_the_end_by_rank() -> None:
    case = Case(4)
    case.set(order=tuple(map(Seat, ("white", "blue", "black", "yellow"))))
    assert _order(draw(case.view(None), width=NARROW)) == ["Carla", "Anna", "Dora", "Bruno"]
    for seat, favour in zip(SEATS, (30, 50, 20, 40, 0), strict=False):
        if seat in case.state.now.players:
            case.give(seat, favour=favour)
    case.set(phase="over", asked=())
    assert _order(draw(case.view(None), width=NARROW)) == ["Bruno", "Dora", "Anna", "Carla"]


def _order(drawing: Drawing) -> list[str]:
    spots = sorted((spot for spot in text_spots(drawing) if spot.what in NAMES.values()), key=lambda spot: spot.top)
    return [spot.what for spot in spots]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_boards_lie_two_in_a_row_and_an_odd_one_alone(players: int) -> None:
    panels = [rect for rect in named(draw(Case(players).view(None)), "rect") if _is_panel(rect)]
    wide = [float(rect.attrib["width"]) for rect in panels]
    assert len(wide) == players
    assert [width > 700 for width in wide] == [False] * (players - players % 2) + [True] * (players % 2)


def _is_panel(rect: Any) -> bool:
    return rect.attrib.get("class") in ("d-panel", "d-asked", "d-won")


def test_a_board_tells_goods_tiles_walls_people_and_morale() -> None:
    case = Case(2)
    case.give("yellow", goods=Goods(11, 12, 13, 14, 15), walls=("W01", "W02"), trainees1=1, trainees2=2, citizens=4)
    case.give("yellow", retired=3, out=(Placed(6, "GM1", built=False),), morale=8, favour=77)
    drawn = draw(case.view(None), "de")
    told = set(titles(drawn))
    rows = {"trainees": 1, "citizens": 4, "retired": 3}
    assert {"Gold: 11", "Holz: 12", "Stein: 13", "Marmor: 14", "Waffen: 15"} <= told
    assert {"Abschnitte: 2", "Plättchen: 1", "4"} <= told
    assert {f"{game_text(GAME, f'board_{name}', 'de')}: {count}" for name, count in rows.items()} <= told
    assert {"77", "+2"} <= set(texts(drawn))
    assert "d-away-6-yellow" in uses(drawn)


def test_rates_and_wages_are_told_once_where_all_boards_are_alike_and_else_on_each() -> None:
    alike, free = Case(3), Case(3, side_blue="B")
    assert texts(draw(alike.view(None))).count("3/2") == 2
    assert texts(draw(free.view(None))).count("3/2") == 6
    rates = game_text(GAME, "drawn_rates")
    assert rates in texts(draw(alike.view(None)))
    assert rates not in texts(draw(free.view(None)))
    black = draw(Case(("black", "white"), sides="all_B").view(None))
    assert "0\u00b70\u00b71\u00b71\u00b71\u00b72\u00b72\u00b72" in texts(black)


def test_the_deck_tells_its_era_and_what_a_worker_who_retires_is_worth() -> None:
    case = Case(2)
    assert {"16", game_text(GAME, "drawn_era", era="I"), "+12"} <= set(texts(draw(case.view(None))))
    case.era("II")
    assert {game_text(GAME, "drawn_era", era="II"), "+8"} <= set(texts(draw(case.view(None))))


def test_whose_turn_it_is_has_the_panel_of_the_accent_and_a_word() -> None:
    case = Case(4)
    case.to_move("white")
    for language in LANGUAGES:
        drawn = draw(case.view("blue"), language)
        assert classes(drawn).count("d-asked") == classes(drawn).count("d-ring") == 1
        assert texts(drawn).count(game_text(GAME, "drawn_asked_action", language)) == 1
    assert game_text(GAME, "status_action", "de", name="Carla") in texts(draw(case.view("blue"), "de"))


def test_all_who_are_asked_at_once_are_shown() -> None:
    case = Case(3, mode="sheet")
    drawn = draw(case.view("blue"))
    assert classes(drawn).count("d-asked") == 3
    turn = {"turn": 1, "cycle": 1}
    assert {game_text(GAME, "drawn_turn", **turn), game_text(GAME, "status_ready_all")} <= set(texts(drawn))
    case.set(phase="academy", asked=(Seat("blue"),))
    told = {
        game_text(GAME, "drawn_update", **turn),
        game_text(GAME, "status_academy", name="Anna"),
        game_text(GAME, "drawn_asked_academy"),
    }
    assert told <= set(texts(draw(case.view("blue"))))


def test_who_has_passed_or_left_is_told_so() -> None:
    case = Case(3)
    case.to_move("white")
    case.give("blue", passed=True)
    case.give("yellow", passed=True, vacant=True)
    assert {game_text(GAME, "board_passed"), game_text(GAME, "board_vacant")} <= set(texts(draw(case.view(None))))


def test_nothing_is_marked_where_nothing_changed_or_nothing_was_seen_before() -> None:
    for before, now, seat in positions(4, 2):
        for view in (GAME.view(before, seat), GAME.view(now, seat)):
            kinds = set(classes(draw(view, before=view))) | set(classes(draw(view)))
            assert not {"d-changed", "d-corner"} & kinds
            assert not [name for name in uses(draw(view, before=view)) if name.startswith("d-ghost")]


def test_tiles_that_were_built_or_used_are_outlined_and_no_others() -> None:
    case = Case(EXAMPLE)
    case.offer("SA1", "SQ1")
    case.to_move("yellow", "purple")
    before = case.view("white")
    case.order("yellow", "build SA1 with 2 at -1,0 rot 0")
    case.order("purple", "activate GM2 with 3")
    drawn = draw(case.view("white"), before=before)
    notches = [rect for rect in named(drawn, "rect") if rect.attrib.get("class") == "d-changed"]
    assert len(notches) == 2
    places = {name: _place_of(drawn, name) for name in ("SA1", "GM2", "IO1")}
    for name, is_new in (("SA1", True), ("GM2", True), ("IO1", False)):
        assert any(_is_around(rect, places[name]) for rect in notches) == is_new


def _place_of(drawing: Drawing, tile: str) -> tuple[float, float]:
    use = next(use for use in named(drawing, "use") if use.attrib["href"].startswith(f"#d-{tile}-"))
    return float(use.attrib["x"]), float(use.attrib["y"])


def _is_around(rect: Any, place: tuple[float, float]) -> bool:
    return all(abs(float(rect.attrib[name]) - at) < 2 for name, at in zip("xy", place, strict=True))


def test_where_a_worker_left_a_tile_his_outline_stays() -> None:
    case = Case(2)
    lot = case.lot("GM2")
    case.set(city={**case.state.now.city, "GM2": replace(lot, user=Mark(Seat("blue"), 3))})
    before = case.view("blue")
    case.set(city={**case.state.now.city, "GM2": lot})
    for width in WIDTHS:
        drawn = draw(case.view("blue"), width=width, before=before)
        assert [name for name in uses(drawn) if name.startswith("d-ghost")] == ["d-ghost-blue"]
        assert "d-changed" not in classes(drawn)
    assert "d-ghost-blue" not in uses(draw(case.view("blue")))


def test_new_offers_and_another_wall_section_are_outlined() -> None:
    case = Case(2)
    case.offer("SA1", "SQ1")
    case.set(section="W01")
    before = case.view("blue")
    case.offer("SQ1", "MQ1", "CU1")
    assert classes(draw(case.view("blue"), before=before)).count("d-changed") == 2
    case.set(section="W02")
    assert classes(draw(case.view("blue"), before=before)).count("d-changed") == 3


def test_numbers_that_changed_are_underlined_and_morale_leaves_an_outline() -> None:
    case = Case(2)
    before = case.view("blue")
    case.give("yellow", goods=Goods(1, 4, 3, 2, 1), favour=33, citizens=4, trainees2=1, reserve=(1, 2, 4))
    drawn = draw(case.view("blue"), before=before)
    assert classes(drawn).count("d-corner") == 5
    case.give("yellow", morale=9)
    moved = draw(case.view("blue"), before=before)
    assert classes(moved).count("d-corner") == 5
    assert classes(moved).count("d-ghost") == classes(drawn).count("d-ghost") + 1


def test_the_end_tells_points_and_ranks_and_nothing_more_can_be_built() -> None:
    case = Case(3, expert="on")
    for seat, favour in (("blue", 60), ("yellow", 71), ("white", 8)):
        case.give(seat, favour=favour)
    lines = {"favour": 40, "workers": 9, "morale": -6, "goods": 3, "area": 12, "wall": 18, "citizens": 5}
    case.set(phase="over", asked=(), lines=dict.fromkeys(case.state.now.players, lines))
    drawn = draw(case.view("blue"), "de")
    over, won = game_text(GAME, "drawn_over", "de"), game_text(GAME, "status_won", "de", name="Bruno")
    assert {over, won, "1.", "2.", "3.", "71", "+9", "\u22126", "+18"} <= set(texts(drawn))
    assert classes(drawn).count("d-won") == 1
    assert not {"d-asked", "d-empty", "d-ring"} & set(classes(drawn))


@pytest.mark.parametrize("players", [2, 5])
def test_games_are_drawn_to_their_end(players: int) -> None:
    for seed in range(len(OPENINGS)):
        state = game_of(players, seed)[-1].step.state
        drawn = draw(GAME.view(state, None), "fr")
        outcome = GAME.outcome(state)
        assert outcome is not None
        winner = min(outcome.ranks.items(), key=lambda item: item[1])[0]
        assert game_text(GAME, "status_won", "fr", name=NAMES[winner]) in texts(drawn)


def test_people_are_called_by_their_names_and_a_vacant_seat_by_its_colour() -> None:
    shown = texts(draw(Case(3).view(None), "it", names={Seat("blue"): "Anna", Seat("white"): ""}))
    assert {"Anna", "Giallo", "Bianco"} <= set(shown)


@pytest.mark.parametrize("width", WIDTHS)
def test_strange_names_are_shown_as_typed_and_harm_nothing(width: int) -> None:
    drawn = draw(Case(5).view(None), width=width, names=STRANGE)
    assert_tidy(drawn)
    shown = " ".join(titles(drawn) + texts(drawn))
    assert "<script>" in shown
    assert "<script>" not in drawn.svg
    assert "" not in texts(drawn)
    assert not [letter for letter in drawn.svg if ord(letter) < 32 or letter in "\u202e\u200f\ufeff"]
    assert inline([drawn])


def test_a_name_that_is_cut_is_whole_in_its_title() -> None:
    drawn = draw(Case(4).view(None), names=LONG)
    assert LONG[Seat("black")] in titles(drawn)
    assert any(words.startswith("WWW") and words.endswith("\u2026") for words in texts(drawn))


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_of_a_letters_picture_can_be_written_with_our_fonts(language: str) -> None:
    for before, now, seat in positions(5, 3):
        drawing = GAME.draw(GAME.view(now, seat), Look(language, MAIL, STRANGE, GAME.view(before, seat)))
        for words in texts(drawing):
            assert has_all(words, "bold"), words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_description_tells_favour_and_what_goes_on(language: str) -> None:
    case = Case(4)
    case.to_move("black")
    told = GAME.describe(case.view("blue"), Look(language, names=NAMES))
    for seat, player in case.state.now.players.items():
        assert f"{NAMES[seat]} {player.favour}" in told
    assert str(len(case.state.now.city)) in told
    assert told.count(".") == 3
    assert len(told) < 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_tiles_are_called_on_the_board_can_be_written_in_orders(language: str) -> None:
    case = Case(5)
    for kind in TYPES:
        name = GAME.messages.say(Saying(f"name_{kind}"), language).replace("\u00ad", "")
        tile = next(tile for tile in case.state.rules.table.tiles.values() if tile.type == kind)
        case.offer(tile.id)
        move = case.read("blue", f"build {name} with 1 at 9,9")
        assert isinstance(move, Build)
        assert move.tile == tile.id


@pytest.mark.parametrize("width", WIDTHS)
def test_all_see_the_same_and_no_drawing_holds_what_is_still_in_the_decks(width: int) -> None:
    for before, now, _ in positions(4, 3):
        drawn = draw(GAME.view(now, None), "fr", width, before=GAME.view(before, None))
        for seat in now.rules.seats:
            assert draw(GAME.view(now, seat), "fr", width, before=GAME.view(before, seat)) == drawn
        table, shown = now.rules.table, set(texts(drawn))
        assert shown & table.tiles.keys() == now.now.city.keys() | set(now.now.display)
        assert shown & table.walls.keys() == {now.now.section} - {""}
        undrawn = table.tiles.keys() - now.now.city.keys() - set(now.now.display)
        told = drawn.svg + "".join(drawn.parts.values())
        assert not [tile for tile in undrawn if tile in told]


def test_what_somebody_said_for_the_update_is_not_drawn() -> None:
    case = Case(3)
    before = draw(case.view(None))
    case.give("yellow", wish_academy="AC1", wish_rescue="yes")
    assert draw(case.view("blue")) == before


def test_a_drawing_does_not_depend_on_how_tiles_came_to_lie() -> None:
    """The cards left in the decks are known by their number alone; which ones were taken is no matter."""
    case = Case(4)
    drawn = draw(case.view("blue"))
    rules = case.state.rules
    mixed = replace(rules, early=rules.early[::-1], late=rules.late[::-1], walls=rules.walls[::-1])
    case.state = State(mixed, case.state.now)
    assert draw(case.view("blue")) == drawn


def test_a_tile_that_stays_as_it_is_gives_the_same_part_wherever_the_city_grows() -> None:
    case = Case(4)
    small = draw(case.view(None))
    case.lay("SA1", -2, 1, owner="blue")
    grown = draw(case.view(None))
    for tile in ("GM1", "IO1", "MK1", "WC2"):
        assert _parts_of(small, tile) == _parts_of(grown, tile)


def _parts_of(drawing: Drawing, tile: str) -> dict[str, str]:
    found = {name: part for name, part in drawing.parts.items() if name.startswith(f"d-{tile}-")}
    assert len(found) == 1
    return found


def test_parts_of_one_name_are_one_whatever_language_and_width() -> None:
    known: dict[str, str] = {}
    for before, now, seat in positions(3, 2):
        for language, width in product(LANGUAGES, WIDTHS):
            drawn = draw(GAME.view(now, seat), language, width, before=GAME.view(before, seat))
            for name, part in drawn.parts.items():
                assert known.setdefault(name, part) == part


def test_a_drawing_stays_small() -> None:
    for before, now, seat in positions(5, 5):
        for width in WIDTHS:
            drawn = draw(GAME.view(now, seat), "it", width, before=GAME.view(before, seat))
            assert len(drawn.svg) < 45_000
            assert sum(map(len, drawn.parts.values())) < 95_000
