"""Pictures of letters: opaque, small, the same at each run, and nothing in them that is hidden from their reader."""

import io
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

import pbem.games.drawing
from pbem.desk.fonts import painter
from pbem.games.drawing.palette import COLOURS, colour
from pbem.games.fortuna import GAME
from pbem.games.game import LANGUAGES, MAIL, AnyGame, Drawing, Look, Seat
from pbem.games.praetor import GAME as PRAETOR
from pbem.report.picture import MOST_BYTES, MOST_PIXELS, SCALE, Painter
from tests.games.contract import all_games
from tests.games.fortuna.hidden import scramble
from tests.games.playing import bot_game

SEATS = tuple(map(Seat, GAME.meta.seats))
NAMES = dict(zip(SEATS, ("Anna", "Bruno", "Chloé", "Dieter"), strict=True))


@cache
def states() -> list[Any]:
    plies = list(bot_game(GAME, SEATS, 3))
    return [*(ply.state for ply in plies), plies[-1].step.state]


def board(at: int, language: str = "en", seat: Seat | None = SEATS[0]) -> Drawing:
    before = GAME.view(states()[max(0, at - 12)], seat)
    return GAME.draw(GAME.view(states()[at], seat), Look(language, MAIL, NAMES, before))


@cache
def cities() -> list[Any]:
    plies = list(bot_game(PRAETOR, tuple(map(Seat, PRAETOR.meta.seats[:5])), 1))
    return [*(ply.state for ply in plies), plies[-1].step.state]


def city(at: int, language: str = "en") -> Drawing:
    before = PRAETOR.view(cities()[max(0, at - 12)], None)
    return PRAETOR.draw(PRAETOR.view(cities()[at], None), Look(language, MAIL, NAMES, before))


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_is_opaque_and_under_120_kb(language: str) -> None:
    for at in range(5, len(states()), 40):
        png = painter().png(board(at, language))
        picture = opened(png)
        assert len(png) < MOST_BYTES
        assert picture.mode == "P"
        assert "transparency" not in picture.info


def test_a_picture_has_double_density_or_as_many_pixels_as_may_be() -> None:
    for at in range(5, len(states()), 40):
        drawing = board(at)
        height = float(drawing.svg.partition(' height="')[2].partition('"')[0])
        picture = opened(painter().png(drawing))
        assert picture.width / MAIL == pytest.approx(min(SCALE, sqrt(MOST_PIXELS / (MAIL * height))), rel=0.01)
        assert picture.width / MAIL == pytest.approx(picture.height / height, rel=0.01)
        assert picture.width > 600  # as wide as it is shown


def test_a_small_drawing_has_double_density() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="500"><rect width="9" height="9"/></svg>'
    assert opened(painter().png(Drawing(svg))).size == (960, 1000)


def test_a_large_drawing_has_no_more_pixels_than_may_be() -> None:
    drawing = Drawing(
        '<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="2000"><rect width="9" height="9"/></svg>'
    )
    picture = opened(painter().png(drawing))
    assert picture.width * picture.height == pytest.approx(MOST_PIXELS, rel=0.01)


def test_the_end_of_a_game_with_all_hands_shown_is_under_120_kb() -> None:
    for seat in SEATS:
        assert len(painter().png(board(len(states()) - 1, "it", seat))) < MOST_BYTES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_city_of_five_is_under_120_kb_to_its_end(language: str) -> None:
    for at in (*range(20, len(cities()), 60), len(cities()) - 1):
        assert len(painter().png(city(at, language))) < MOST_BYTES == 120_000


def test_a_picture_that_would_be_too_large_has_fewer_colours() -> None:
    random = Random(1)
    tints = tuple(COLOURS)
    dots = "".join(
        f'<circle cx="{random.randrange(480)}" cy="{random.randrange(900)}" r="{random.uniform(2, 9):.1f}"'
        f' fill="{colour(random.choice(tints), "light")}"/>'
        for _ in range(6_000)
    )
    png = painter().png(Drawing(f'<svg xmlns="http://www.w3.org/2000/svg" width="480" height="900">{dots}</svg>'))
    few = opened(png).getcolors()
    assert few is not None
    assert len(few) <= 48


def test_the_grounds_of_tiles_are_told_apart_in_a_picture() -> None:
    picture = opened(painter().png(city(len(cities()) - 1))).convert("RGB")
    shades = picture.getcolors(1000) or ()
    for name in ("tile-red", "tile-green", "tile-grey", "tile-none", "surface", "sunken"):
        wanted = tuple(bytes.fromhex(colour(name, "light").removeprefix("#")))
        counts = [
            count
            for count, shade in shades
            if isinstance(shade, tuple) and max(abs(a - b) for a, b in zip(shade, wanted, strict=True)) <= 3
        ]
        assert sum(counts) > 1_000, name


def test_the_same_drawing_gives_the_same_bytes_whoever_paints() -> None:
    fonts = [path.read_bytes() for path in sorted(Path(pbem.games.drawing.__path__[0]).glob("fonts/*.ttf"))]
    first = painter().png(board(60))
    assert painter().png(board(60)) == first
    assert Painter(fonts).png(board(60)) == first


def test_a_picture_is_painted_by_day_on_the_ground_of_the_board() -> None:
    picture = opened(painter().png(board(60))).convert("RGB")
    ground = tuple(bytes.fromhex(colour("ground", "light").removeprefix("#")))
    for corner in ((0, 0), (picture.width - 1, 0), (0, picture.height - 1), (picture.width // 2, 3)):
        found = picture.getpixel(corner)
        assert isinstance(found, tuple)
        assert max(abs(one - other) for one, other in zip(found, ground, strict=True)) <= 6


def test_flat_colours_stay_what_they_are() -> None:
    picture = opened(painter().png(board(60))).convert("RGB")
    counts = {shade: count for count, shade in picture.getcolors(1000) or ()}
    for name in ("ground", "sunken", "surface", "road"):
        wanted = tuple(bytes.fromhex(colour(name, "light").removeprefix("#")))
        near = [
            count
            for shade, count in counts.items()
            if isinstance(shade, tuple) and max(abs(a - b) for a, b in zip(shade, wanted, strict=True)) <= 6
        ]
        assert sum(near) > 5_000, name


def test_words_are_painted_with_the_fonts_that_were_handed_in_and_no_others() -> None:
    drawing = board(60)
    without = Painter([]).png(drawing)
    assert len(without) < len(painter().png(drawing)) * 0.8  # no words at all


def test_pictures_tell_nothing_that_is_hidden_from_their_reader() -> None:
    random, differed = Random(1), 0
    for at in range(10, len(states()), 60):
        for seat in (*SEATS, None):
            other = scramble(GAME, states()[at], seat, random)
            differed += other != states()[at]
            look: Look[Any] = Look("de", MAIL, NAMES)
            pictures = [painter().png(GAME.draw(GAME.view(state, seat), look)) for state in (states()[at], other)]
            assert pictures[0] == pictures[1]
    assert differed


def test_two_seats_who_see_the_same_get_the_same_picture() -> None:
    first = GAME.view(states()[0], None)
    looks = [GAME.draw(first, Look("en", MAIL, NAMES)) for _ in range(2)]
    assert looks[0] == looks[1]


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_the_board_of_every_game_can_be_painted(game: AnyGame) -> None:
    seats = tuple(map(Seat, game.meta.seats[: max(game.meta.players)]))
    plies = list(bot_game(game, seats, 1))
    for state in (plies[0].state, plies[len(plies) // 2].state, plies[-1].step.state):
        picture = opened(painter().png(game.draw(game.view(state, seats[0]), Look("fr", MAIL))))
        assert min(picture.size) > 100
