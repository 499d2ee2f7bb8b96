"""The drawn board: everything in its place, in any language, for any number of players, whatever they are called."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.games.drawing.text.measure import has_all
from pbem.games.fortuna import GAME
from pbem.games.fortuna.course.setup import rules_of
from pbem.games.fortuna.picture.effects import card_run, favour_run, privilege_run
from pbem.games.fortuna.position.state import Favour, View
from pbem.games.fortuna.table.table import CARDS, PRIVILEGES
from pbem.games.game import LANGUAGES, MAIL, NARROW, WIDE, Drawing, Look, Saying, Seat
from tests.games.drawing.reading import assert_tidy, classes, named, size_of, text_spots, texts, titles, use_spots, uses
from tests.games.fortuna.making import BLUE, GREY, ORANGE, PURPLE, SEATS, Case, read
from tests.games.playing import Ply, bot_game, random_game
from tests.wording import game_text

WIDTHS = (WIDE, NARROW, MAIL)
NAMES = {BLUE: "Anna", GREY: "Bruno", ORANGE: "Carla", PURPLE: "Dora"}
LONG = {
    BLUE: "Maximiliane-Alexandra von Hohenstein",
    GREY: "Bo",
    ORANGE: "Giovanni Battista Della Rovere",
    PURPLE: "W" * 40,
}
STRANGE = {
    BLUE: '<script>alert(1)</script> & "Co"',
    GREY: "\u202eonurB\u200f\x00\x1b[31m \ufeff",
    ORANGE: "a/b {0} %s " * 30,
    PURPLE: "\U0001f3b2 \u5f20\u4f1f",
}
OPENINGS: tuple[dict[str, str], ...] = ({}, {"setup": "expert"}, {"facedown_display": "hidden"})


def draw(view: View, language: str = "en", width: int = WIDE, **look: Any) -> Drawing:
    return GAME.draw(view, Look(language, width, **({"names": NAMES} | look)))


@cache
def game_of(players: int, seed: int) -> tuple[Ply, ...]:
    """Return a whole game: by greedy bots, or at random."""
    play = bot_game if seed % 2 else random_game
    seats = tuple(map(Seat, SEATS[players]))
    return tuple(play(GAME, seats, seed, OPENINGS[seed % len(OPENINGS)]))


def positions(players: int, count: int) -> Iterator[tuple[Any, Any, Seat | None]]:
    """Yield positions of some games, the last ones among them: before, now, and who looks."""
    random = Random(players)
    for seed in range(len(OPENINGS)):
        plies = game_of(players, seed)
        states = [*(ply.state for ply in plies), plies[-1].step.state]
        for at in (0, *random.sample(range(len(states)), count), len(states) - 1):
            yield (
                states[max(0, at - random.randrange(25))],
                states[at],
                random.choice((*map(Seat, SEATS[players]), None)),
            )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_words_collide_and_nothing_leaves_the_board(players: int, language: str) -> None:
    for before, now, seat in positions(players, 6):
        for names, width in product((NAMES, LONG), WIDTHS):
            look = Look(language, width, names, GAME.view(before, seat))
            assert_tidy(GAME.draw(GAME.view(now, seat), look))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_longest_of_everything_fits(language: str, width: int) -> None:
    hand = [card for card in PRIVILEGES for _ in range(2)]
    buildings = ("MARKET", "AQUEDUCT", "BASILICA")
    case = Case().rolled(6, 5, 4)
    for seat in SEATS[4]:
        many = {"money": 20, "reservoir": 14, "aqueduct": 1, "grain": 15, "wine": 15, "dice": 3, "pos": 10}
        case.give(seat, hand=hand, buildings=buildings, married=True, vestals=3, centurions=3, **many)
    for first in range(0, len(CARDS), 3):
        sides = {seat: f"[{CARDS[(first + at) % 12]}]" for seat, at in zip(SEATS[4], range(0, 12, 3), strict=True)}
        case.lay(**sides)
        assert_tidy(draw(case.view(), language, width, names=LONG, before=Case().view("blue")))
    assert_tidy(draw(case.set(step="draft", pool=CARDS).view(), language, width))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_a_card_or_favour_is_cut_even_on_a_phone(language: str) -> None:
    for width, is_used in product(WIDTHS, (False, True)):
        case = Case()
        if is_used:
            case.set(favours=tuple(Favour(is_open=False, by=GREY, reason="blocked") for _ in range(6)))
        for first in CARDS:
            case.lay(blue=f"[{first}]" if is_used else first)
            assert not [words for words in texts(draw(case.view(), language, width)) if words.endswith("\u2026")]


@pytest.mark.parametrize("width", WIDTHS)
def test_any_sound_table_can_be_drawn(width: int) -> None:
    table = GAME.table()
    table["road"] = {"start": 1, "gate": 30, "palace": 41}
    table["caps"] |= {"vestals": 9, "dice": 9}
    table["vestal_prices"] = [100 + n for n in range(9)]
    table["tokens"] |= {"favour": 30, "palace": 11}
    case = Case()
    case.state = replace(case.state, rules=rules_of({}, table))
    case.give("blue", pos=41, dice=9, money=1000, vestals=9).give("grey", pos=30).favours("3+17 4+3").rolled(
        *range(1, 7), 1, 2, 3
    )
    case.set(palace=replace(case.public.palace, tokens=11))
    drawing = draw(case.view("grey"), "de", width)
    numbers = set(texts(drawing))
    assert {str(space) for space in range(1, 42)} <= numbers
    assert {"1000", "17", "11"} <= numbers
    width_drawn, height = size_of(drawing)
    assert all(
        spot.left >= 0 and spot.right <= width_drawn + 1 and spot.bottom <= height for spot in text_spots(drawing)
    )


def test_what_cards_do_is_told_by_the_table_of_the_game() -> None:
    table = GAME.table()
    table["harvest_base"], table["water_card"] = 7, 8
    table["trade"] |= {"wine": 9, "market": 2}
    table["family"] |= {"wedding": 11, "money": 12, "cubes": 13}
    table["bribery"] |= {"money": 14, "fee": 15}
    table["privileges"]["C_MONEY5"] |= {"each": 16, "group": 17}
    case = Case().give("orange", buildings=("MARKET",)).give("grey", married=True)
    case.state = replace(case.state, rules=rules_of({"vestal_prices": "1-2-3"}, table))
    case.give("blue", hand=["C_MONEY5"])
    case.lay(blue="HARVEST WATER VESTALS", orange="WINETRADE", grey="FAMILY BRIBERY", purple="CLERGY")
    shown = texts(draw(case.view("blue")))
    for told in ("+7", "+8", "11", "+13", "+12", "+14", "\u221215", "17", "+16"):
        assert told in shown
    printed = case.state.rules.table
    assert card_run("WINETRADE", printed, case.player("orange")) == ("#wine", "#arrow", "11", "#coin")
    assert card_run("WINETRADE", printed, case.player("blue")) == ("#wine", "#arrow", "9", "#coin")
    assert card_run("VESTALS", printed, None) == ("#vestal", "1", "2", "3", "#coin")
    assert card_run("FAMILY", printed, None) == ("\u221211", "#coin", "#arrow", "#ring")


def test_every_card_favour_and_privilege_has_its_signs() -> None:
    table = Case().state.rules.table
    for run in (
        *(card_run(card, table, None) for card in CARDS),
        *(favour_run(name, table) for name in table.favours),
        *(privilege_run(card, table) for card in PRIVILEGES),
    ):
        assert any(term.startswith("#") for term in run)
    assert favour_run("BATTLE", table) == ("1\u20133", "#centurion", "#arrow", "1\u20133", "#step")
    assert favour_run("SUPPLY", table) == ("#water", "#arrow", "1", "#step")


def test_pawns_stand_on_their_spaces_and_ghosts_where_they_stood() -> None:
    case = Case().give("blue", pos=2).give("grey", pos=7)
    before = case.view("blue")
    drawn = draw(case.give("blue", pos=5).view("blue"), before=before)
    assert [name for name in uses(drawn) if name.startswith("d-ghost")] == ["d-ghost-blue"]
    ghost, pawn = (
        min(spot.left for spot in use_spots(drawn) if spot.what == f"#{name}" and 60 < spot.top < 130)
        for name in ("d-ghost-blue", "d-seat-blue")
    )
    pitch = 728 / 16
    assert 2 <= (ghost - 16) / pitch <= 3
    assert 5 <= (pawn - 16) / pitch <= 6
    assert not [name for name in uses(draw(case.view("blue"))) if name.startswith("d-ghost")]


def test_only_what_changed_is_outlined() -> None:
    case = Case().lay(blue="WATER HARVEST VINTAGE", grey="FAMILY CLERGY BUILDING")
    before = case.view("blue")
    assert "d-changed" not in classes(draw(case.view("blue"), before=before))
    assert "d-corner" not in classes(draw(case.view("blue")))
    case.lay(blue="FAMILY HARVEST VINTAGE", grey="WATER [CLERGY] BUILDING").favours("2-")
    drawn = draw(case.view("blue"), before=before)
    assert classes(drawn).count("d-changed") == 4  # three cards and a favour
    assert classes(drawn).count("d-corner") == 4


def test_changed_numbers_are_underlined_and_new_badges_framed() -> None:
    case = Case()
    before = case.view("blue")
    case.give("grey", money=9, wine=4, married=True, buildings=("MARKET",))
    kinds = classes(draw(case.view("blue"), before=before))
    assert kinds.count("d-corner") == 2
    assert kinds.count("d-changed") == 2


def test_whose_turn_it_is_has_the_panel_of_the_accent_and_a_word() -> None:
    case = Case()
    for language in LANGUAGES:
        drawn = draw(case.view("grey"), language)
        assert classes(drawn).count("d-asked") == 1
        assert texts(drawn).count(game_text(GAME, "drawn_asked", language)) == 1
    assert game_text(GAME, "status_play", name="Anna") in texts(draw(case.view("grey")))
    case.set(step="reserve", reserving=(GREY, PURPLE))
    assert classes(draw(case.view("grey"))).count("d-asked") == 2


def test_dice_just_rolled_are_drawn_in_the_colour_of_who_rolled() -> None:
    drawn = draw(Case(order=("orange", "blue", "grey", "purple")).rolled(2, 5).view("blue"))
    kinds = [rect.attrib["class"] for rect in named(drawn, "rect")]
    assert kinds.count("d-die d-seat-orange") == 2
    assert {"d-pips-2", "d-pips-5"} <= set(uses(drawn))


def test_a_card_face_down_is_hatched_with_a_lock_an_eye_or_a_question_mark() -> None:
    clergy = GAME.messages.name("cards", "CLERGY", "en")
    open_case = Case().lay(grey="[CLERGY]")
    assert "d-lock" in uses(draw(open_case.view("blue")))
    assert clergy in texts(draw(open_case.view("blue")))
    hidden = Case(facedown_display="hidden").lay(grey="[CLERGY]")
    mine, other = draw(hidden.view("grey")), draw(hidden.view("blue"))
    assert clergy in texts(mine)
    assert "d-eye" in uses(mine)
    assert "d-lock" not in uses(mine)
    assert "?" in texts(other)
    assert clergy not in texts(other)
    assert "d-altar" not in uses(other)


def test_the_card_chosen_to_be_turned_is_seen_by_its_owner_alone_until_all_have_chosen() -> None:
    case = Case().lay(grey="CLERGY FAMILY WATER").set(step="reserve", reserving=(BLUE,)).hide(reserves={GREY: "CLERGY"})
    assert "d-eye" in uses(draw(case.view("grey")))
    assert "d-hatch" in classes(draw(case.view("grey")))
    assert "d-hatch" not in classes(draw(case.view("blue")))


def privilege(card: str) -> str:
    """Return the last word of a privilege's name, and its letter, which is never parted from it."""
    return f"{GAME.messages.name('privileges', card, 'en').split()[-1]}\u00a0({card[0]})"


@pytest.mark.parametrize("width", WIDTHS)
def test_only_the_reader_sees_his_privileges_with_a_bar_and_an_eye(width: int) -> None:
    case = Case().give("blue", hand=["C_MARRIAGE", "B_STEP"]).set(step="keep").hide(offered=("A_WINE", "C_WINE"))
    mine = draw(case.view("blue"), width=width)
    shown = " ".join(texts(mine))
    assert all(privilege(card) in shown for card in ("C_MARRIAGE", "B_STEP", "A_WINE", "C_WINE"))
    assert uses(mine).count("d-eye") == 4
    assert classes(mine).count("d-ring") == 3  # two to choose from, and the one at turn
    for seat in ("grey", None):
        view = case.view(seat) if seat else GAME.view(case.state, None)
        others = draw(view, width=width)
        assert "d-eye" not in uses(others)
        assert privilege("C_MARRIAGE") not in texts(others)


def test_a_privilege_that_is_new_in_the_hand_is_outlined() -> None:
    case = Case().give("blue", hand=["B_STEP"])
    before = case.view("blue")
    drawn = draw(case.give("blue", hand=["B_STEP", "B_STEP", "C_WINE"]).view("blue"), before=before)
    assert classes(drawn).count("d-changed") == 2


def test_the_end_tells_points_ranks_and_hands() -> None:
    case = Case(2).give("blue", pos=15, hand=["C_MARRIAGE", "B_STEP"], married=True).give("orange", pos=6, money=9)
    case.set(step="over", shown={BLUE: case.hand("blue")})
    drawn = draw(case.view("orange"), "de")
    over, won = game_text(GAME, "drawn_over", "de"), game_text(GAME, "status_won", "de", name="Anna")
    second = f"2. {game_text(GAME, 'drawn_outside', 'de')}"
    assert {over, won, "18", "6", "1.", second, "+3"} <= set(texts(drawn))
    assert classes(drawn).count("d-won") == 1
    assert "d-asked" not in classes(drawn)
    assert uses(drawn).count("d-laurel") == 2


def test_who_shares_a_victory_is_named_with_the_other() -> None:
    case = Case(2).give("blue", pos=12).give("orange", pos=12)
    case.set(step="over", shown={BLUE: (), ORANGE: ()})
    shared = game_text(GAME, "status_tied", names="Anna, Carla")
    assert shared in " ".join(texts(draw(case.view(), names={BLUE: "Anna", ORANGE: "Carla"})))


def test_a_side_where_nobody_sits_has_cards_and_no_numbers() -> None:
    drawn = draw(Case(2).view())
    assert texts(drawn).count(game_text(GAME, "drawn_empty")) == 2
    assert uses(drawn).count("d-ghost-grey") == uses(drawn).count("d-ghost-purple") == 1
    wine = (f"{game_text(GAME, 'label_wine')}:", f"{GAME.words.say('goods', 'wine', 'en')}:")
    assert sum(title.startswith(wine) for title in titles(drawn)) == 3  # two players and the stock


def test_people_are_called_by_their_names_and_a_vacant_seat_by_its_colour() -> None:
    shown = texts(draw(Case().view(), "it", names={BLUE: "Anna", GREY: ""}))
    assert "Anna" in shown
    assert {"Grigio", "Arancione", "Viola"} <= set(shown)


@pytest.mark.parametrize("width", WIDTHS)
def test_strange_names_are_shown_as_typed_and_harm_nothing(width: int) -> None:
    drawn = draw(Case().view(), width=width, names=STRANGE)
    assert_tidy(drawn)
    shown = " ".join(titles(drawn) + texts(drawn))
    assert "<script>" in shown
    assert "<script>" not in drawn.svg
    assert "" not in texts(drawn)
    assert not [letter for letter in drawn.svg if ord(letter) < 32 or letter in "\u202e\u200f\ufeff"]


def test_a_name_that_is_cut_is_whole_in_its_title() -> None:
    drawn = draw(Case().view(), names=LONG)
    assert LONG[BLUE] in titles(drawn)
    assert any(words.startswith("Maximil") and words.endswith("\u2026") for words in texts(drawn))


def test_a_picture_of_a_letter_calls_who_has_no_letters_in_our_fonts_by_his_seat() -> None:
    names = {BLUE: "\u5f20\u4f1f", GREY: "Żółć Łukasz", ORANGE: "Ελένη", PURPLE: "Ђорђе"}
    mail, page = (" ".join(texts(draw(Case().view(), "de", width, names=names))) for width in (MAIL, WIDE))
    assert "\u5f20\u4f1f" in page
    assert "\u5f20\u4f1f" not in mail
    assert "Blau" in mail
    for name in ("Żółć Łukasz", "Ελένη", "Ђорђе"):
        assert name in mail


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_of_a_letters_picture_can_be_written_with_our_fonts(language: str) -> None:
    for before, now, seat in positions(4, 8):
        look = Look(language, MAIL, STRANGE, GAME.view(before, seat))
        for element in named(GAME.draw(GAME.view(now, seat), look), "text"):
            kinds = element.attrib.get("class", "").split()
            face = "serif" if "d-h" in kinds else "bold" if "d-b" in kinds else "sans"
            words = (element.text or "") + "".join(child.tail or "" for child in element)
            assert has_all(words, face), f"{words!r} in {face}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_description_tells_where_everybody_stands_and_what_goes_on(language: str) -> None:
    case = Case().give("grey", pos=7).favours("2- 5-")
    told = GAME.describe(case.view("blue"), Look(language, names=NAMES))
    for word in ("Anna", "Bruno", "Carla", "Dora", "7", "1, 3, 4, 6"):
        assert word in told
    assert told.count(".") == 3
    assert len(told) < 250


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_things_are_called_on_the_board_can_be_written_in_orders(language: str) -> None:
    view = Case().view()
    for card in CARDS:
        name = GAME.messages.say(Saying(f"card_{card}"), language).replace("\u00ad", "")
        assert GAME.write(read(view, f"draft {name}"), "en") == GAME.write(
            read(view, f"draft {GAME.words.say('cards', card, 'en')}"), "en"
        )
    for number, favour in enumerate(view.rules.table.favours, 1):
        name = GAME.messages.say(Saying(f"favour_{favour}"), language).replace("\u00ad", "")
        assert GAME.write(read(view, f"block {name}"), "en") == f"block {number}"


def test_a_drawing_stays_small() -> None:
    for before, now, seat in positions(4, 10):
        for width in WIDTHS:
            drawn = draw(GAME.view(now, seat), "it", width, before=GAME.view(before, seat))
            assert len(drawn.svg) < 40_000
            assert sum(map(len, drawn.parts.values())) < 16_000


def test_the_drawn_stock_counts_only_what_can_run_out_as_the_written_one_does() -> None:
    tokens = game_text(GAME, "label_tokens")
    for limit, is_counted in (("unlimited", False), ("strict", True)):
        case = Case(token_limit=limit)
        drawn, written = draw(case.view()), GAME.board(case.view(), "en")
        assert any(title.startswith(f"{tokens}:") for title in titles(drawn)) == is_counted
        assert (f"{tokens} \u221e" in written) == (not is_counted)
        assert any(title.startswith("wine:") for title in titles(drawn))
