"""Verify in the page: what is sound is found sound, and the first thing that was tampered with is named."""

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from pbem.desk.archive.site.wording import environment
from pbem.record.notes.checkpoints import read_key
from pbem.report.replay.rendering import script_of
from tests.browser.looking import Visit, repack, unpack
from tests.desk.archive.forging import put
from tests.wording import SITE, mentions, says, text_of

Files = dict[str, bytes]
SIGNED = "fortuna-joint"


def verdict(page: Page) -> str:
    page.keyboard.press("v")
    page.wait_for_selector("#verify.good, #verify.bad", timeout=120_000)
    return page.inner_text("#verify")


def say(key: str, **places: object) -> str:
    """Return what a phrase of the page says."""
    return text_of(SITE, key, **places)


def entries(files: Files) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files["log.jsonl"].splitlines()]


def written(values: list[dict[str, Any]]) -> bytes:
    lines = (json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for value in values)
    return "".join(f"{line}\n" for line in lines).encode()


def relinked(values: list[dict[str, Any]]) -> bytes:
    """Return a log in which every entry names the one before, whatever was changed."""
    head = "0" * 64
    for value in values:
        value["prev"] = head
        line = written([value])[:-1]
        head = hashlib.sha256(b"\0" + line).hexdigest()
    return written(values)


@pytest.mark.parametrize("game", ["fortuna-two", "alea-two", "praetor-substitute", SIGNED])
def test_a_sound_game_is_found_sound(visit: Visit, site: Path, game: str) -> None:
    page = visit(f"games/{game}.html")
    assert page.inner_text("#verify") == say("js_verify")  # nothing is claimed before this browser checked
    assert says(verdict(page), SITE, "js_good")
    told = page.inner_text("#verdict")
    for check in ("bytes", "chain", "ladder", "draws", "seals", "decks", "note", "result", "proof"):
        assert f"{say(f'js_check_{check}')}: " in told
    key = read_key((site / "site.key").read_text())[1].hex()[:16]
    assert mentions(told, SITE, "js_did_proof", name="referee.example/archive", key=key)
    assert not any(mentions(told, SITE, f"js_cannot_{why}") for why in ("file", "crypto", "other"))
    assert mentions(page.inner_text("#check"), SITE, "js_rules")  # which names what else to check, and with what


def test_signatures_of_players_are_checked(visit: Visit) -> None:
    page = visit(f"games/{SIGNED}.html")
    verdict(page)
    assert mentions(page.inner_text("#verdict"), SITE, "js_did_evidence", n=161)


def a_move(files: Files, has: Callable[[dict[str, Any]], object]) -> int:
    found: int = next(entry["seq"] for entry in entries(files) if entry["kind"] == "move" and has(entry))
    return found


def change_a_move(files: Files) -> str:
    at = a_move(files, lambda entry: entry.get("text", "").startswith("play"))
    log = entries(files)
    log[at]["text"] = "play family marry"
    files["log.jsonl"] = written(log)
    return say("js_at_entry", n=at + 1)  # which does not follow from it any more


def change_bytes(files: Files) -> str:
    lines = files["log.jsonl"].splitlines()
    lines[7] = lines[7].replace(b'":', b'": ', 1)
    files["log.jsonl"] = b"\n".join(lines) + b"\n"
    return say("js_at_entry", n=7)


def change_a_die(files: Files) -> str:
    at = a_move(files, lambda entry: entry["chance"])
    log = entries(files)
    drawn = log[at]["chance"][0]["draws"][0]
    drawn[1] = (drawn[1] + 1) % drawn[0]
    for entry in log:
        entry.pop("seen", None)
    files["log.jsonl"] = relinked(log)
    return say("js_at_entry", n=at)


def change_a_rung(files: Files) -> str:
    at = a_move(files, lambda entry: entry["chance"])
    log = entries(files)
    log[at]["chance"][0]["r"] = "ab" * 32
    for entry in log:
        entry.pop("seen", None)
    files["log.jsonl"] = relinked(log)
    return say("js_at_entry", n=at)


def change_a_seal(files: Files) -> str:
    opened = [json.loads(line) for line in files["openings.jsonl"].splitlines()]
    opened[0]["text"] = "keep nothing"
    files["openings.jsonl"] = written(opened)
    return say("js_at_entry", n=opened[0]["seq"])


def change_a_deck(files: Files) -> str:
    opened = [json.loads(line) for line in files["openings.jsonl"].splitlines()]
    deck = next(one for one in opened if "deck" in one)
    deck["order"][:2] = deck["order"][1::-1]
    files["openings.jsonl"] = written(opened)
    return say("js_check_decks")


def change_the_note(files: Files) -> str:
    note = files["head.note"].decode()
    files["head.note"] = (note[:-8] + ("A" if note[-8] != "A" else "B") + note[-7:]).encode()
    return say("js_check_note")


def change_the_result(files: Files) -> str:
    files["result.json"] = files["result.json"].replace(b"Anna", b"Otto")
    return say("js_check_result")


def change_a_signature(files: Files) -> str:
    shown = [json.loads(line) for line in files["evidence.jsonl"].splitlines()]
    shown[5]["signed"] = (
        shown[4]["signed"][: shown[4]["signed"].index("-----BEGIN SSH")]
        + shown[5]["signed"][shown[5]["signed"].index("-----BEGIN SSH") :]
    )
    files["evidence.jsonl"] = written(shown)
    return say("js_at_entry", n=shown[5]["seq"])


def forge_a_signature(files: Files) -> str:
    shown = [json.loads(line) for line in files["evidence.jsonl"].splitlines()]
    lines = shown[5]["signed"].split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("-----END SSH")) - 1
    lines[at] = ("A" if lines[at][0] != "A" else "B") + lines[at][1:]
    shown[5]["signed"] = "\n".join(lines)
    files["evidence.jsonl"] = written(shown)
    return say("js_at_entry", n=shown[5]["seq"])


def change_the_proof(files: Files) -> str:
    lines = files["archive.tlog-proof"].decode().split("\n")
    lines[2] = "A" * 43 + "="
    files["archive.tlog-proof"] = "\n".join(lines).encode()
    return say("js_check_proof")


def cut_the_log(files: Files) -> str:
    files["log.jsonl"] = files["log.jsonl"][:-20]
    return say("js_check_bytes")


@pytest.mark.parametrize(
    "tamper",
    [
        change_a_move,
        change_bytes,
        change_a_die,
        change_a_rung,
        change_a_seal,
        change_a_deck,
        change_the_note,
        change_the_result,
        change_a_signature,
        forge_a_signature,
        change_the_proof,
        cut_the_log,
    ],
)
def test_what_was_tampered_with_is_named(
    visit: Visit, site: Path, tmp_path: Path, tamper: Callable[[Files], str]
) -> None:
    html = (site / "games" / f"{SIGNED}.html").read_text(encoding="utf-8")
    parts = unpack(html)
    named = tamper(parts)
    forged = tmp_path / "games.html"
    forged.write_text(repack(html, parts), encoding="utf-8")
    page = visit(str(forged))
    page.wait_for_selector("html.ready")
    told = verdict(page)
    assert told == f"{say('js_bad')}: {named}"
    assert "good" not in (page.get_attribute("#verify", "class") or "")


def longer(files: Files) -> None:
    log = entries(files)
    head = hashlib.sha256(b"\0" + files["log.jsonl"].splitlines()[-1]).hexdigest()
    files["log.jsonl"] += written([{**log[-1], "seq": len(log), "prev": head}])


def forked(files: Files) -> None:
    change_a_die(files)


def shorter(files: Files) -> None:
    files["log.jsonl"] = b"".join(files["log.jsonl"].splitlines(keepends=True)[:120])
    del files["head.note"]


def lacking(*names: str) -> Callable[[Files], None]:
    def lack(files: Files) -> None:
        for name in names:
            del files[name]

    return lack


def cut_in_a_line(files: Files) -> None:
    lines = files["log.jsonl"].splitlines(keepends=True)
    files["log.jsonl"] = b"".join(lines[:61]) + lines[61][:40]


def junk(files: Files) -> None:
    files["log.jsonl"] = b"nothing of the kind\n"


def of_another_format(files: Files) -> None:
    files["log.jsonl"] = files["log.jsonl"].replace(b'"format":2', b'"format":3')


RAW = ("log.jsonl", "openings.jsonl", "head.note", "result.json", "evidence.jsonl")


def test_other_files_are_called_what_they_are(visit: Visit, site: Path, tmp_path: Path) -> None:
    page = visit(f"games/{SIGNED}.html")
    page.click("#tab-check")

    def checked(game: str, change: Callable[[Files], object], names: tuple[str, ...] = RAW) -> tuple[str, str, str]:
        files = {name: (site / "games" / game / name).read_bytes() for name in names}
        change(files)
        place = put(tmp_path / str(len(list(tmp_path.iterdir()))), files)  # a browser that knows a file asks no more
        page.evaluate("document.getElementById('verify').className = ''")
        page.set_input_files("#others", [str(place / name) for name in files])
        page.wait_for_selector("#verify.good, #verify.bad, #verify.open", timeout=60_000)
        kind = (page.get_attribute("#verify", "class") or "").removeprefix("badge ")
        return kind, page.inner_text("#verify"), page.inner_text("#verdict")

    same = checked(SIGNED, lambda _: None)
    assert same[:2] == ("good", say("js_good", n=336))
    other = checked("fortuna-two", lambda _: None, (*RAW[:4], "archive.tlog-proof"))
    assert other[:2] == ("open", say("js_kin_other", name="fortuna-two"))
    assert say("js_itself", n=167) in other[2]
    assert say("js_cannot_other") in other[2]
    assert not mentions(other[2], SITE, "js_good")
    cut = checked(SIGNED, shorter)
    assert cut[:2] == ("bad", say("js_kin_shorter", n=120, m=336))
    bare = checked(SIGNED, lacking("head.note", "evidence.jsonl"))
    assert bare[:2] == ("open", say("js_kin_lacks", name="head.note, evidence.jsonl"))
    assert say("js_cannot_file") in bare[2]
    assert not mentions(bare[2], SITE, "js_good")
    unopened = checked(SIGNED, lacking("openings.jsonl"))
    assert unopened[0] == "open"
    assert f"{say('js_check_decks')}: {say('js_cannot_file')}" in unopened[2]
    fork = checked(SIGNED, forked)
    assert fork[0] == "bad"
    assert says(fork[1], SITE, "js_kin_differs")
    more = checked(SIGNED, longer)
    assert more[:2] == ("bad", say("js_kin_longer", n=337, m=336))
    broken = checked("fortuna-two", cut_the_log, RAW[:4])
    assert broken[:2] == ("bad", say("js_kin_other", name="fortuna-two"))
    cut_off = f"{say('js_check_bytes')}: {say('js_why_not_unended', name='log.jsonl')}"
    assert f"{say('js_bad')}: {say('js_beside')}: {cut_off}" in broken[2]
    torn = checked(SIGNED, cut_in_a_line)
    assert torn[:2] == ("bad", say("js_kin_shorter", n=62, m=336))
    assert f"{say('js_bad')}: {say('js_beside')}: {cut_off}" in torn[2]
    nonsense = checked(SIGNED, junk)
    assert nonsense[:2] == ("bad", say("js_kin_other", name="?"))
    assert "{" not in nonsense[2]
    newer = checked("fortuna-two", of_another_format, RAW[:4])
    assert newer[:2] == ("open", say("js_kin_other", name="fortuna-two"))
    why = f"{say('js_at_entry', n=0)}: {say('js_check_bytes')}: {say('js_why_not_format')}"
    assert f"{say('js_unknown')}: {why}" in newer[2]
    assert say("js_bad") not in newer[2]


def test_what_is_not_checked_is_named(visit: Visit) -> None:
    told = visit("games/alea-two.html").text_content("#check") or ""
    assert mentions(told, SITE, "js_rules")


def no_range(parts: Files) -> None:
    log = entries(parts)
    roll = next(roll for entry in log for roll in entry.get("chance") or ())
    roll["draws"][0] = [0, 0]
    parts["log.jsonl"] = relinked([{key: value for key, value in entry.items() if key != "seen"} for entry in log])


def test_a_die_with_no_sides_is_no_riddle_without_end(visit: Visit, site: Path, tmp_path: Path) -> None:
    html = (site / "games" / "fortuna-two.html").read_text(encoding="utf-8")
    parts = unpack(html)
    no_range(parts)
    forged = tmp_path / "games.html"
    forged.write_text(repack(html, parts), encoding="utf-8")
    page = visit(str(forged))
    page.wait_for_selector("html.ready")
    assert verdict(page).startswith(f"{say('js_bad')}: ")


def cut_short(html: str) -> str:
    return html[: html.index('id="data">') + 50_000]


def cut_inside(html: str) -> str:
    at = html.index('id="data">') + 50_000
    return html[:at] + html[at + 1_000 :]


def cut_unevenly(html: str) -> str:
    at = html.index('id="data">') + 50_000
    return html[:at] + html[at + 3 :]


def change_a_digit(html: str) -> str:
    at = html.index('id="data">') + 50_000
    return html[:at] + ("A" if html[at] != "A" else "B") + html[at + 1 :]


def change_the_script(html: str) -> str:
    at = html.rindex("<script>") + 5_000
    return html[:at] + ("A" if html[at] != "A" else "B") + html[at + 1 :]


def change_the_loader(html: str) -> str:
    at = html.rindex("PACKED")
    return html[:at] + "PACKET" + html[at + 6 :]


def cut_frames(html: str) -> str:
    parts = unpack(html)
    return repack(html, {**parts, "frames": parts["frames"][:-100]})


@pytest.mark.parametrize(
    "damage", [cut_short, cut_inside, cut_unevenly, change_a_digit, change_the_script, change_the_loader, cut_frames]
)
def test_a_damaged_page_says_so(browser: Browser, site: Path, tmp_path: Path, damage: Callable[[str], str]) -> None:
    html = (site / "games" / "fortuna-two.html").read_text(encoding="utf-8")
    (tmp_path / "damaged.html").write_text(damage(html), encoding="utf-8")
    page = browser.new_page()
    page.goto((tmp_path / "damaged.html").as_uri())
    page.wait_for_selector("html.broken")
    assert all(mentions(page.inner_text("#broken"), SITE, "damaged", language) for language in ("en", "de"))
    assert page.is_visible("#rows li >> nth=80")  # what can be read without script still can
    assert not page.is_visible("#verify")
    page.close()


def test_verdicts_are_told_in_every_language(visit: Visit) -> None:
    page = visit("games/alea-two.html#10/public/de")
    assert verdict(page) == text_of(SITE, "js_good", "de", n=246)
    page.keyboard.press("l")
    assert page.inner_text("#verify") == say("js_good", n=246)


def test_what_runs_is_the_script_as_it_was_written(visit: Visit) -> None:
    page = visit("games/fortuna-two.html")
    script = script_of(environment())
    ran = page.evaluate("[...document.scripts].map(one => one.textContent)")
    assert ran[-1] == script
    assert len(ran) == 4  # what marks the page, its data, the loader, and what that unpacked
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert digest in page.evaluate("document.querySelector('meta[http-equiv]').content")
