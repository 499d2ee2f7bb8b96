"""The replay of a game: every key, every eye, links, no script, a phone, paper."""

import json
import re
from html import unescape
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page

from pbem.desk.archive.site.wording import environment
from pbem.desk.records.replaying.export_report import read_past
from pbem.games.found import named
from pbem.games.game import LANGUAGES, NARROW, WIDE, Look, Seat
from pbem.report.replay.rendering import render_replay
from tests.browser.looking import Visit, entry_of, unpack, where
from tests.desk.archive.rooms import pages_of
from tests.wording import SITE, game_text, match_of, mentions, text_of

FORTUNA, PRAETOR, ALEA = "games/fortuna-two.html", "games/praetor-substitute.html", "games/alea-two.html"
SIGNED = "games/fortuna-joint.html"


def steps(site: Path, name: str) -> list[int]:
    story = json.loads(unpack((site / name).read_text(encoding="utf-8"))["story"])
    found: list[int] = story["steps"]
    return found


def shown_rows(page: Page) -> int:
    return int(page.evaluate("document.querySelectorAll('#rows li:not([hidden])').length"))


def test_french_elides_nothing_wrongly(site: Path) -> None:
    told = (site / "fr" / "index.html").read_text(encoding="utf-8")
    titles = ", ".join(named(game).meta.titles["fr"] for game in ("alea", "fortuna", "praetor"))
    assert titles.startswith("Alea")
    assert mentions(unescape(told), SITE, "front_about", "fr", count=4, titles=titles)
    assert "de Alea" not in told


def test_a_replay_begins_with_nothing_told_of_what_is_to_come(visit: Visit) -> None:
    page = visit(FORTUNA)
    assert shown_rows(page) == 1
    assert not page.is_visible(".result")
    assert page.evaluate("+document.getElementById('seen').getAttribute('width')") < 40
    assert game_text(named("fortuna"), "drawn_round", round=1) in page.inner_html("#board")


def test_every_key_goes_where_it_says(visit: Visit, site: Path) -> None:
    page = visit(FORTUNA)
    entries = steps(site, FORTUNA)
    story = json.loads(unpack((site / FORTUNA).read_text(encoding="utf-8"))["story"])
    for key, expected in (
        ("ArrowRight", entries[1]),
        ("ArrowRight", entries[2]),
        ("ArrowLeft", entries[1]),
        ("PageDown", entries[11]),
        ("PageUp", entries[1]),
        ("End", entries[-1]),
        ("Home", entries[0]),
        ("ArrowDown", entries[story["rounds"][1]]),
        ("ArrowDown", entries[story["rounds"][2]]),
        ("ArrowUp", entries[story["rounds"][1]]),
        ("Home", entries[0]),
        (".", entries[story["turns"][1]]),
        (".", entries[story["turns"][2]]),
        (",", entries[story["turns"][1]]),
    ):
        page.keyboard.press(key)
        assert entry_of(page) == expected, key


def test_a_game_plays_by_itself_and_stops(visit: Visit) -> None:
    page = visit(FORTUNA)
    page.select_option("#speed", "8")
    page.focus("body")
    page.evaluate("document.activeElement.blur()")
    before = entry_of(page)
    page.keyboard.press("Space")
    page.wait_for_url(lambda address: int(address.partition("#")[2].partition("/")[0]) > before)
    page.keyboard.press("Space")
    stopped = entry_of(page)
    page.wait_for_timeout(500)
    assert entry_of(page) == stopped
    page.keyboard.press("-")
    assert page.input_value("#speed") == "4"
    page.keyboard.press("+")
    assert page.input_value("#speed") == "8"


def test_help_opens_and_closes_and_shortcuts_of_the_browser_are_left_alone(visit: Visit) -> None:
    page = visit(FORTUNA)
    page.keyboard.press("?")
    assert page.is_visible("#help")
    page.keyboard.press("?")
    assert not page.is_visible("#help")
    before = where(page)
    for key in ("Control+ArrowRight", "Alt+ArrowDown", "Meta+End"):
        page.evaluate(
            "key => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: key.split('+')[1], bubbles: true,"
            " cancelable: true, ctrlKey: key.startsWith('C'), altKey: key.startsWith('A'),"
            " metaKey: key.startsWith('M')}))",
            key,
        )
    assert where(page) == before


def test_every_eye_sees_what_it_knew_then(visit: Visit, site: Path) -> None:
    story = json.loads(unpack((site / FORTUNA).read_text(encoding="utf-8"))["story"])
    step, seat, lines = next(known for known in story["known"] if any("vestals" in line for line in known[2]["en"]))
    page = visit(f"{FORTUNA}#{story['steps'][step]}/public/en")
    public = page.inner_html("#board")
    for number, eye in enumerate(("public", *story["seats"], "all")):
        page.keyboard.press(str(number))
        assert where(page).split("/")[1] == eye
        is_private = page.inner_html("#board") != public
        assert is_private == (eye == seat)
        assert page.is_visible("#known") == (eye == "all")
    assert lines["en"][-1] in page.inner_text(f"#known-{seat}")


def test_a_game_without_secrets_is_seen_alike_by_all(visit: Visit) -> None:
    page = visit(PRAETOR)
    assert page.locator("[name=eye]").count() == 1


@pytest.mark.parametrize("name", [FORTUNA, ALEA, PRAETOR])
def test_drawings_are_restored_to_the_byte(visit: Visit, site: Path, name: str) -> None:
    folder = site / name.removesuffix(".html")
    past = read_past(folder)
    story = json.loads(unpack((site / name).read_text(encoding="utf-8"))["story"])
    page = visit(name)
    game = past.course[-1].match.game
    names = {Seat(seat): called for seat, called in story["names"].items()}
    steps = story["steps"]
    for at in range(1, len(steps), 7):
        for eye, width, language in product(range(len(story["eyes"])), range(2), range(4)):
            seat = Seat(story["eyes"][eye]) if eye else None
            before, now = (game.view(past.at(steps[step]).state, seat) for step in (at - 1, at))
            drawn = game.draw(now, Look(LANGUAGES[language], (WIDE, NARROW)[width], names, before))
            assert page.evaluate(f"drawing({width}, {language}, {eye}, {at})") == drawn.svg


def test_a_page_with_fewer_drawings_shows_those_that_it_has(visit: Visit, tmp_path: Path) -> None:
    bare = tmp_path / "games" / "bare.html"
    bare.parent.mkdir()
    bare.write_text(render_replay(environment(), pages_of("fortuna-two")[-1:]), encoding="utf-8")
    page = visit("games/fortuna-two.html#9/blue/en")
    wide = page.evaluate("drawing(0, 0, 1, 9)")
    bare_page = visit(str(bare), width=380)
    bare_page.wait_for_selector("html.ready")
    bare_page.keyboard.press("l")
    assert bare_page.evaluate("[drawing(0, 0, 1, 9), drawing(1, 3, 1, 9)]") == [wide, wide]
    assert text_of(SITE, "about_left_out", "it") in bare_page.locator("body").inner_text()


def test_links_lead_to_a_position_an_eye_and_a_language(visit: Visit) -> None:
    page = visit(FORTUNA + "#60/orange/de")
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.is_checked("[name=eye][value=orange]")
    assert entry_of(page) <= 60
    assert game_text(named("fortuna"), "drawn_round", "de", round="").strip() in page.inner_html("#board")
    assert page.inner_text("#tab-moves") == text_of(SITE, "tab_moves", "de")


@pytest.mark.parametrize("fragment", ["#999999/blue/en", "#-1//", "#x/y/z", "#<img src=x onerror=alert(1)>/blue/it"])
def test_a_link_to_nowhere_shows_the_game_all_the_same(visit: Visit, fragment: str) -> None:
    page = visit(FORTUNA + fragment)
    assert page.locator("#board svg").count() == 1
    assert page.locator("img").count() == 0
    assert shown_rows(page) == 1
    assert not page.is_visible(".result")


def test_languages_follow_one_another(visit: Visit) -> None:
    page = visit(ALEA + "#30")
    told = set()
    for expected in ("it", "fr", "de", "en"):
        page.keyboard.press("l")
        assert where(page).endswith(f"/{expected}")
        assert page.evaluate("document.documentElement.lang") == expected
        told.add(page.inner_text("#told"))
    assert len(told) == 4


def test_what_happened_is_said_and_rows_and_marks_jump(visit: Visit, site: Path) -> None:
    page = visit(PRAETOR)
    page.keyboard.press("End")
    assert page.get_attribute("#told", "aria-live") == "polite"
    assert page.inner_text("#told") == text_of(SITE, "step_close")
    marks = page.locator(".jumps a")
    assert marks.count() >= 1  # somebody left, and somebody came
    step = int(marks.first.get_attribute("data-step") or "")
    marks.first.click()
    assert entry_of(page) == steps(site, PRAETOR)[step]
    page.locator("#rows li").nth(4).click()
    assert entry_of(page) == steps(site, PRAETOR)[4]


def test_the_list_of_moves_shows_the_move_that_is_shown(visit: Visit, site: Path) -> None:
    page = visit(FORTUNA)
    for key in ("End", *["ArrowLeft"] * 30, "Home", "PageDown", "PageDown", "PageDown"):
        page.keyboard.press(key)
    for _ in range(2):  # with what is to come hidden, and shown
        seen = page.evaluate(
            "(([row, list]) => [row.top >= list.top, row.bottom <= list.bottom])"
            "(['#rows [aria-current]', '#rows'].map(one => document.querySelector(one).getBoundingClientRect()))"
        )
        assert seen == [True, True]
        page.click("label.switch")
    assert page.inner_text("#rows [aria-current] b") == str(entry_of(page)) == str(steps(site, FORTUNA)[30])


def test_a_link_to_an_entry_that_moved_nothing_stays_one(visit: Visit, site: Path) -> None:
    shown = steps(site, SIGNED)
    order = next(seq for seq in range(shown[0] + 20, shown[-1]) if seq not in shown)
    page = visit(f"{SIGNED}#{order}/public/en")
    assert entry_of(page) == order
    assert page.inner_text("#where") == text_of(SITE, "entry_of", n=order, all=335)
    page.click("#tab-entry")
    assert f"{order}, order" in page.inner_text("#entry-facts")
    before = max(seq for seq in shown if seq < order)
    board = page.inner_html("#board")
    page.click("[data-act=ArrowRight]")
    page.click("[data-act=ArrowLeft]")
    assert entry_of(page) == before
    assert page.inner_html("#board") == board


def test_people_are_called_as_they_were_then(visit: Visit) -> None:
    page = visit(PRAETOR, has_script=False)
    told = page.inner_text("#rows")
    resigned = text_of(SITE, "step_word_resign", seat="Anna")
    assert resigned in told
    assert text_of(SITE, "step_word_resign", seat="Elena") not in told
    assert "Elena" in told.partition(resigned)[2]


def test_the_curve_is_a_slider(visit: Visit, site: Path) -> None:
    page = visit(FORTUNA)
    page.focus("#scrub")
    page.keyboard.press("ArrowRight")
    assert entry_of(page) == steps(site, FORTUNA)[1]
    assert mentions(page.get_attribute("#scrub", "aria-valuetext") or "", SITE, "entry_of", all=166)


def test_what_came_since_the_last_turn_is_listed(visit: Visit) -> None:
    page = visit(FORTUNA + "#100/blue/en")
    page.click("#tab-since")
    assert "Anna" in page.inner_text("#since-list p")
    assert page.locator("#since-list li").count() > 0
    before = entry_of(page)
    page.keyboard.press("b")
    assert entry_of(page) < before


def test_an_entry_tells_why_and_proves_its_dice(visit: Visit, site: Path) -> None:
    log = (site / "games" / "fortuna-two" / "log.jsonl").read_bytes().splitlines()
    rolled = next(entry for entry in map(json.loads, log) if entry["kind"] == "move" and entry["chance"])
    page = visit(f"{FORTUNA}#{rolled['seq']}/public/en")
    page.click("#tab-entry")
    facts = page.inner_text("#entry")
    assert rolled["text"] in facts
    assert text_of(SITE, "js_sign_bot") in facts
    assert text_of(SITE, "js_again") in facts
    assert rolled["chance"][0]["r"] in facts


def test_a_signed_sheet_is_shown_with_its_move(visit: Visit) -> None:
    page = visit(SIGNED + "#60/public/en")
    page.click("#tab-entry")
    assert text_of(SITE, "js_sign_ssh") in page.inner_text("#entry")


def test_a_position_is_saved_and_shared(visit: Visit, tmp_path: Path) -> None:
    page = visit(FORTUNA + "#60/blue/en")
    page.click("summary")
    for act, name in (("svg", "fortuna-two"), ("png", "fortuna-two")):
        with page.expect_download() as saving:
            page.click(f"[data-act={act}]")
        path = tmp_path / act
        saving.value.save_as(path)
        assert saving.value.suggested_filename.startswith(name)
        assert path.stat().st_size > 5_000
    assert (tmp_path / "svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "png").read_bytes().startswith(b"\x89PNG")
    page.click("[data-act=link]")
    assert page.input_value("#shared").endswith(where(page))
    page.click("[data-act=embed]")
    assert page.input_value("#shared").startswith("<iframe src=")


@pytest.mark.parametrize("name", [FORTUNA, PRAETOR, ALEA])
def test_an_embedded_game_fits_its_frame(visit: Visit, name: str) -> None:
    page = visit(f"{name}#60")
    page.click("summary >> nth=0")
    page.click("[data-act=embed]")
    found = re.search(r'src="[^#]*(#[^"]*)" width="(\d+)" height="(\d+)"', page.input_value("#shared"))
    assert found
    width, height = int(found[2]), int(found[3])
    frame = visit(name + found[1], width=width, height=height)
    for key in ("Home", "End"):
        frame.keyboard.press(key)
        assert frame.evaluate("document.documentElement.scrollHeight") <= height
    small = visit(name + found[1], width=width, height=500)
    assert small.locator("#play").bounding_box()["y"] < 500  # type: ignore[index]  # it has a box


def test_raw_files_are_saved_from_the_page_alone(visit: Visit, site: Path, tmp_path: Path) -> None:
    page = visit(FORTUNA)
    with page.expect_download() as saving:
        page.click("[data-file='log.jsonl']")
    saving.value.save_as(tmp_path / "log")
    assert (tmp_path / "log").read_bytes() == (site / "games" / "fortuna-two" / "log.jsonl").read_bytes()


def test_without_script_everything_is_there_to_read(visit: Visit) -> None:
    page = visit(FORTUNA, width=390, has_script=False)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.is_visible("#board svg.d")
    assert page.is_visible(".result table")
    assert page.locator("#rows li").count() == 84
    assert page.is_visible("#rows li >> nth=83")
    assert not page.is_visible("#verify")
    assert game_text(named("fortuna"), "turn_began", seat="Anna", round=3) in page.inner_text("#rows")
    page.click("noscript a[lang=de]")
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.locator("ol li").count() == 84
    assert game_text(named("fortuna"), "turn_began", "de", seat="Anna", round=3) in page.inner_text("ol")
    page.click("main p a")
    assert page.url.endswith("games/fortuna-two.html#/public/de")


def test_without_script_what_one_was_told_alone_is_told_of_whom(visit: Visit, site: Path) -> None:
    story = unpack((site / FORTUNA).read_text(encoding="utf-8"))["told"].decode()
    page = visit(FORTUNA, has_script=False)
    alone = page.locator("#rows [data-to]").all_inner_texts()
    assert alone
    told_to = "|".join(match_of(SITE, "heard_alone", names=name) for name in ("Anna", "Bruno"))
    assert {re.match(rf"(?:{told_to}) \S", text) is not None for text in alone} == {True}
    for language in ("it", "fr", "de"):
        begin = f"{text_of(SITE, 'heard_alone', language, names='Anna')} "
        page = visit(f"{language}/{FORTUNA}", has_script=False)
        told = page.locator("li i").all_inner_texts()
        assert len(told) == len(alone)
        assert any(text.startswith(begin) for text in told)
        assert begin not in story
    page = visit(f"{FORTUNA}#0/all/en")
    page.keyboard.press("End")
    assert not mentions(page.inner_text("#rows"), SITE, "heard_alone")


@pytest.mark.parametrize("name", [FORTUNA, ALEA, PRAETOR])
@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_has_to_be_scrolled_sideways_on_a_phone(visit: Visit, name: str, language: str) -> None:
    page = visit(f"{name}#90/public/{language}", width=360, height=740, has_touch=True)
    wide = page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
    assert wide <= 360
    for shown in ("#play", "[data-act=ArrowRight]", ".stage h1"):
        box = page.locator(shown).bounding_box()
        assert box, shown
        assert 0 <= box["y"] <= 740 - box["height"], shown
    assert page.locator("#board svg").get_attribute("viewBox", timeout=1000)


def test_a_phone_gets_the_narrow_board_and_wipes_go_on(visit: Visit) -> None:
    page = visit(FORTUNA, width=390, height=800, has_touch=True)
    assert (page.locator("#board svg").get_attribute("viewBox") or "").startswith("0 0 360 ")
    before = entry_of(page)
    page.evaluate(
        "for (const [type, x] of [['pointerdown', 300], ['pointerup', 180]])"
        " document.getElementById('board').dispatchEvent(new PointerEvent(type,"
        " {pointerType: 'touch', clientX: x, clientY: 300, bubbles: true}))"
    )
    assert entry_of(page) > before


def test_a_finger_on_a_board_goes_on_and_back_and_still_scrolls_the_page(visit: Visit) -> None:
    page = visit(FORTUNA, width=390, height=844, has_touch=True, is_mobile=True)
    hand = page.context.new_cdp_session(page)

    def wipe(*places: tuple[int, int]) -> int:
        for at, (x, y) in enumerate(places):
            kind = "touchMove" if at else "touchStart"
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        return entry_of(page)

    first = entry_of(page)
    box = page.locator("#board").bounding_box()
    assert box
    y = int(box["y"]) + 150
    left = [(x, y + 3) for x in range(330, 90, -20)]
    assert wipe(*left) > first
    assert wipe(*left[::-1]) == first
    assert wipe(*((200, down) for down in range(y + 140, y - 100, -20))) == first
    assert page.evaluate("scrollY") > 0


def test_paper_gets_the_whole_list(visit: Visit) -> None:
    page = visit(FORTUNA + "#0/public/fr")
    page.keyboard.press("End")
    page.emulate_media(media="print")
    assert not page.is_visible("#scrub")
    assert not page.is_visible("#verify")
    assert page.is_visible("#rows li >> nth=83")
    height = page.evaluate("document.getElementById('rows').clientHeight")
    assert height == page.evaluate("document.getElementById('rows').scrollHeight")
    page = visit(FORTUNA + "#20")
    page.emulate_media(media="print")
    assert 1 < shown_rows(page) < 84


@pytest.mark.parametrize("name", [FORTUNA, SIGNED, PRAETOR, ALEA])
def test_everything_that_can_be_used_has_a_name_and_room(visit: Visit, name: str) -> None:
    page = visit(name, width=390, height=800)
    nameless = page.evaluate(
        "[...document.querySelectorAll('button, a[href], input, select, textarea, [role=tab]')]"
        ".filter(one => !one.getAttribute('aria-label') && !one.textContent.trim() && !(one.labels || []).length)"
        ".map(one => one.outerHTML)"
    )
    assert nameless == []
    small = page.evaluate(
        "[...document.querySelectorAll('button, select')].map(one => [one.outerHTML, one.getBoundingClientRect()])"
        ".filter(([, box]) => box.width && (box.width < 24 || box.height < 24)).map(([html]) => html)"
    )
    assert small == []
    twice = page.evaluate(
        "(ids => ids.filter((id, at) => ids.indexOf(id) !== at))"
        "([...document.querySelectorAll('[id]')].map(one => one.id))"
    )
    assert twice == []
