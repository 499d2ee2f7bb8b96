"""Offers: people join by a signed word that quotes the terms, or at the desk, and withdraw before the start."""

import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbem.desk.errors import DeskError, RefusedError, UsageError
from pbem.desk.matches.acts.offers.entering import join_here, withdraw_here
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.records.checks.game_verdict import verify_files, verify_game
from pbem.desk.records.folders.exporting import export
from pbem.record.dice.fair import luck_commitment
from pbem.referee.language.phrases import LAPSED
from tests.desk.club.society import GAME, Society
from tests.desk.house import ROOT, rows
from tests.wording import DESK, REFEREE, match_of, mentions, span_text, text_of, time_text

BLUE, GREY = "blue", "grey"


def held(club: Society, game: str = GAME) -> dict[str, str]:
    return {seat: holder.name for seat, holder in club.match(game).holders.items()}


class TestJoining:
    def test_two_people_join_by_mail_and_the_game_starts(self, club: Society) -> None:
        club.offer(pace={"bank": "swift"})
        assert club.join("Bruno") == "kept: g1, blue: join"
        assert held(club) == {BLUE: "Bruno"}
        told = club.letter("Bruno")
        lapses = time_text("2026-03-16 08:00")
        assert mentions(told.flat, DESK, "slip_waiting", game=GAME, seat=BLUE, free=GREY, lapses=lapses)
        assert club.join("Anna").startswith("kept: g1, grey")
        assert held(club) == {BLUE: "Bruno", GREY: "Anna"}
        assert club.match().phase == "running"
        letters = club.letters()
        assert [letter.to for letter in letters] == ["Bruno", "Anna"]
        assert mentions(letters[0].flat, DESK, "sign_first")
        assert verify_game(club.desk, GAME).ok

    def test_the_record_holds_the_word_before_the_seat_and_its_signature_is_checked(self, club: Society) -> None:
        club.offer()
        club.join("Bruno", "join grey", seat=GREY)
        order, seat = club.entries()[1:3]
        assert b'"word":"join"' in order
        assert b'"seen":{"head":"' in order
        assert b'"by":[1]' in seat
        assert b'"name":"Bruno"' in seat
        verdict = verify_game(club.desk, GAME)
        assert verdict.ok
        assert verdict.orders is not None
        assert verdict.orders["checked"] == 1

    def test_a_seat_is_chosen_above_the_word_or_behind_it(self, club: Society) -> None:
        club.offer(4)
        club.join("Anna", "join", seat="orange")
        club.join("Bruno", "JOIN grey", seat="any")
        club.join("Carla", "join", seat="any")
        assert held(club) == {"orange": "Anna", GREY: "Bruno", BLUE: "Carla"}

    def test_the_last_free_seat_is_any(self, club: Society) -> None:
        club.offer(seats={BLUE: "Anna"})
        assert club.join("Bruno", "join", seat="any") == "kept: g1, grey: join"
        assert club.match().phase == "running"

    def test_the_host_seats_some_and_others_join(self, club: Society) -> None:
        match = club.offer(seats={GREY: "Fritz"})
        assert match.phase == "seating"
        club.join("Anna")
        assert held(club) == {GREY: "Fritz", BLUE: "Anna"}
        assert club.match().phase == "running"

    def test_at_the_desk(self, club: Society) -> None:
        club.offer()
        assert join_here(club.desk, GAME, "Fritz", GREY).seat == GREY
        assert join_here(club.desk, GAME, "anna", "").seat == BLUE
        assert club.match().phase == "running"
        assert verify_game(club.desk, GAME).ok

    def test_time_begins_when_the_last_mail_came_however_late_it_is_read(self, club: Society) -> None:
        club.offer(pace={"bank": "swift"})
        club.join("Anna")
        line = club.join_line("Bruno")
        given = {key: value for key, value in line.items() if key != "orders"}
        club.put(club.signed("Bruno", "join", **given))
        came = club.desk.now()
        club.clock.tick(1_000)
        club.tick()
        match = club.match()
        assert match.at == came
        assert match.clocks is not None
        assert {clock.asked for clock in match.clocks.seats.values()} == {came}


REFUSED: dict[str, tuple[dict[str, Any], tuple[str, ...], str]] = {
    "without the terms": ({"seen": None}, ("join",), match_of(REFEREE, "join_unseen")),
    "with terms of nothing": ({"seen": "0 " + "0" * 32}, ("join",), match_of(REFEREE, "join_unseen")),
    "with other terms": ({"seen": "1 " + "a" * 32}, ("join",), match_of(REFEREE, "foreign_head", size="1")),
    "another seat above": ({"seat": BLUE}, ("join grey",), match_of(REFEREE, "join_form")),
    "no such seat": ({}, ("join pink",), match_of(REFEREE, "join_no_seat", game="g1", seat="pink", free="grey")),
    "a seat that is taken": ({}, ("join blue",), match_of(REFEREE, "join_taken", game="g1", seat="blue", free="grey")),
    "with luck that is not asked for": ({}, ("join grey luck " + "a" * 64,), match_of(REFEREE, "join_luckless")),
    "with too much": ({}, ("join grey and hurry",), match_of(REFEREE, "join_form")),
    "without a token": ({"token": "none"}, ("join",), match_of(DESK, "club_pass")),
    "of no game": ({"game": "g7"}, ("join",), match_of(DESK, "club_no_game", game="g7")),
    "for another referee": (
        {"to": "elsewhere.org"},
        ("join",),
        match_of(DESK, "desk_other_referee", to="elsewhere.org"),
    ),
}


class TestRefusals:
    @pytest.mark.parametrize("what", REFUSED)
    def test_one_clear_letter_and_nothing_changed(self, club: Society, what: str) -> None:
        club.offer(seats={BLUE: "Anna"})
        header, orders, why = REFUSED[what]
        line = club.join_line("Bruno")
        before = club.entries()
        assert club.answer("Bruno", line, *orders, **header).startswith("refused: ")
        assert re.search(why, club.letter("Bruno").flat)
        assert club.entries() == before
        assert held(club) == {BLUE: "Anna"}
        # What was refused has used up no token.
        assert club.answer("Bruno", line).startswith("kept: ")

    def test_joining_twice(self, club: Society) -> None:
        club.offer(3)
        club.join("Bruno")
        before = club.entries()
        header = {"game": GAME, "seat": "any", "token": club.token("Bruno"), "seen": None}
        assert club.post("Bruno", "join orange", **header).startswith("refused: ")
        assert mentions(club.letter("Bruno").flat, REFEREE, "join_twice", game="g1", seat="blue")
        assert club.entries() == before

    def test_a_mail_that_was_held_back_does_not_join_again(self, club: Society) -> None:
        club.offer(3)
        line = club.join_line("Bruno")
        given = {key: value for key, value in line.items() if key != "orders"}
        held_back = club.signed("Bruno", "join orange", **given, n=5)
        assert club.answer("Bruno", line).startswith("kept: ")
        withdraw_here(club.desk, GAME, "Bruno")
        club.letters()
        club.put(held_back)
        assert club.tick()[0].startswith("refused: ")
        assert held(club)["blue"] == ""
        assert mentions(club.letter("Bruno").flat, DESK, "club_pass")

    def test_the_same_mail_again(self, club: Society) -> None:
        club.offer(3)
        line = club.join_line("Bruno")
        raw = club.signed("Bruno", "join", **{key: value for key, value in line.items() if key != "orders"}, n=7)
        club.put(raw)
        assert club.tick() == ["kept: g1, blue: join"]
        withdraw_here(club.desk, GAME, "Bruno")
        before = rows(club.desk.folder)
        club.put(raw)
        assert club.tick() == ["known: these signed orders were acted on before"]
        assert rows(club.desk.folder) == before

    def test_a_game_that_was_never_offered_or_has_begun_is_gone(self, club: Society) -> None:
        club.open({BLUE: "Anna", GREY: "Bruno"})
        header = {"game": GAME, "seat": "any", "token": club.token("Carla"), "seen": None}
        assert club.post("Carla", "join", **header).startswith("refused: ")
        assert mentions(club.letter("Carla").flat, REFEREE, "join_gone", "fr", game="g1")

    def test_a_kind_of_key_that_is_not_taken(self, club: Society) -> None:
        club.offer(accepts=("pgp",))
        assert club.join("Bruno").startswith("refused: ")
        assert mentions(club.letter("Bruno").flat, DESK, "desk_other_kind", kind="ssh", kinds="pgp")
        assert held(club) == {}

    def test_the_host_is_refused_in_a_line(self, club: Society) -> None:
        club.offer(seats={BLUE: "Anna"})
        with pytest.raises(RefusedError, match=match_of(REFEREE, "join_taken", seat="blue")):
            join_here(club.desk, GAME, "Bruno", BLUE)
        with pytest.raises(RefusedError, match=match_of(REFEREE, "join_twice", "it", seat="blue")):
            join_here(club.desk, GAME, "Anna", "")
        with pytest.raises(UsageError, match="there is no player 'Nobody'"):
            join_here(club.desk, GAME, "Nobody", "")
        with pytest.raises(UsageError, match="Bruno does not play"):
            withdraw_here(club.desk, GAME, "Bruno")
        club.join("Bruno")
        with pytest.raises(DeskError, match="g1 is running"):
            withdraw_here(club.desk, GAME, "Bruno")


class TestWithdrawing:
    @pytest.mark.parametrize("word", ["withdraw", "resign", "ritiro", "Retrait", "absagen", "aufgeben"])
    def test_a_seat_is_free_again(self, club: Society, word: str) -> None:
        club.offer()
        club.join("Bruno")
        line = club.letter("Bruno").block_for(GAME)
        assert line["orders"] == ("withdraw",)
        assert club.answer("Bruno", line, word) == "kept: g1, blue: resign"
        assert held(club) == {BLUE: ""}
        assert mentions(club.letter("Bruno").flat, DESK, "slip_withdrawn", seat="blue")
        club.join("Carla")
        club.join("Anna")
        assert club.match().phase == "running"
        assert held(club) == {BLUE: "Carla", GREY: "Anna"}
        assert verify_game(club.desk, GAME).ok

    def test_what_was_signed_for_an_earlier_seat_does_not_give_up_a_later_one(self, club: Society) -> None:
        club.offer()
        club.join("Bruno")
        line = club.letter("Bruno").block_for(GAME)
        held_back = club.signed("Bruno", "resign", **{key: line[key] for key in line if key != "orders"}, n=3)
        club.answer("Bruno", line)
        club.join("Bruno")
        club.letters()
        club.put(held_back)
        assert club.tick()[0].startswith("refused: ")
        assert held(club) == {BLUE: "Bruno"}
        assert mentions(club.letter("Bruno").flat, REFEREE, "withdraw_unseen")

    def test_it_stands_alone_on_its_sheet(self, club: Society) -> None:
        club.offer()
        club.join("Bruno")
        line = club.letter("Bruno").block_for(GAME)
        assert club.answer("Bruno", line, "withdraw", "status").startswith("refused: ")
        assert held(club) == {BLUE: "Bruno"}

    def test_after_the_start_it_is_no_order(self, club: Society) -> None:
        club.offer(seats={BLUE: "Anna"})
        club.join("Bruno")
        assert club.order("Bruno", GREY, "ritiro").startswith("refused: ")
        assert mentions(club.letters()[-1].flat, REFEREE, "withdraw_late")
        assert club.match().vacant == frozenset()


class TestLuck:
    def luck(self, name: str, seat: str) -> tuple[str, str]:
        secret = sha256(name.encode()).digest()
        return luck_commitment(GAME, seat, secret).hex(), secret.hex()

    def join(self, club: Society, name: str, seat: str) -> str:
        return club.join(name, f"join {seat} luck {self.luck(name, seat)[0]}", seat="any")

    def test_it_is_committed_with_the_word_and_revealed_when_all_are_there(self, club: Society) -> None:
        club.offer(luck=True)
        assert self.join(club, "Anna", GREY).startswith("kept: ")
        club.letters()
        assert self.join(club, "Bruno", BLUE).startswith("kept: ")
        letters = club.letters()
        assert [letter.to for letter in letters] == ["Bruno", "Anna"]
        for letter, seat in zip(letters, (BLUE, GREY), strict=True):
            assert club.match().phase == "seating"
            secret = self.luck(letter.to, seat)[1]
            assert club.answer(letter.to, letter.block_for(GAME), f"reveal {secret}").startswith("kept: ")
        assert club.match().phase == "running"
        verdict = verify_game(club.desk, GAME)
        assert (verdict.ok, verdict.chance) == (True, "joint")

    def test_who_joins_without_is_asked_when_all_are_there(self, club: Society) -> None:
        club.offer(luck=True)
        club.join("Anna", "join", seat=GREY)
        assert mentions(club.letter("Anna").flat, DESK, "slip_waiting", "it")
        self.join(club, "Bruno", BLUE)
        letters = {letter.to: letter for letter in club.letters()}
        commitment = self.luck("Anna", GREY)[0]
        assert club.answer("Anna", letters["Anna"].block_for(GAME), f"luck {commitment}") == "kept: g1, grey: luck"
        assert [letter.to for letter in club.letters()] == ["Bruno", "Anna"]

    def test_luck_needs_a_seat(self, club: Society) -> None:
        club.offer(luck=True)
        assert club.join("Bruno", "join luck " + "a" * 64, seat="any").startswith("refused: ")
        assert mentions(club.letter("Bruno").flat, REFEREE, "join_form")

    def test_whoever_withdraws_takes_it_along(self, club: Society) -> None:
        club.offer(luck=True)
        self.join(club, "Anna", GREY)
        self.join(club, "Bruno", BLUE)
        line = club.letter("Bruno").block_for(GAME)
        assert club.answer("Bruno", line, "withdraw").startswith("kept: ")
        assert club.match().holders[BLUE].luck == ""  # type: ignore[index]
        # Everybody hears that the game waits again.
        assert [letter.to for letter in club.letters()] == ["Bruno", "Anna"]
        assert club.join("Carla", f"join {BLUE} luck {self.luck('Carla', BLUE)[0]}", seat=BLUE).startswith("kept: ")
        for letter, seat in zip(club.letters(), (BLUE, GREY), strict=True):
            assert club.answer(letter.to, letter.block_for(GAME), f"reveal {self.luck(letter.to, seat)[1]}")
        assert club.match().phase == "running"
        assert verify_game(club.desk, GAME).ok

    def test_nobody_leaves_once_luck_was_revealed(self, club: Society) -> None:
        club.offer(luck=True)
        self.join(club, "Anna", GREY)
        self.join(club, "Bruno", BLUE)
        letters = {letter.to: letter for letter in club.letters()}
        assert club.answer("Anna", letters["Anna"].block_for(GAME), f"reveal {self.luck('Anna', GREY)[1]}")
        assert club.answer("Bruno", letters["Bruno"].block_for(GAME), "withdraw").startswith("refused: ")
        assert mentions(club.letters()[-1].flat, REFEREE, "withdraw_revealed")
        assert held(club) == {GREY: "Anna", BLUE: "Bruno"}


class TestLapsing:
    def test_an_offer_that_nobody_filled_is_void_and_everybody_who_joined_is_told(self, club: Society) -> None:
        club.offer(3, lapse=3 * 86_400)
        club.join("Anna")
        club.join("Bruno")
        club.letters()
        club.later(days=3)
        assert club.match().phase == "seating"
        club.later(hours=1)
        match = club.match()
        assert match.phase == "void"
        assert LAPSED.encode() in club.entries()[-1]
        letters = club.letters()
        assert [letter.to for letter in letters] == ["Anna", "Bruno"]
        assert mentions(letters[0].flat, REFEREE, "reason_lapsed", "it")
        assert mentions(letters[1].flat, REFEREE, "reason_lapsed")
        assert verify_game(club.desk, GAME).ok
        size = match.head.size
        club.later(hours=5)
        assert club.match().head.size == size
        assert club.letters() == []

    def test_whoever_comes_too_late_is_told_though_nobody_has_looked_since(self, club: Society) -> None:
        club.offer(lapse=3_600)
        line = club.join_line("Bruno")
        club.clock.tick(3_601)
        assert club.answer("Bruno", line).startswith("refused: ")
        assert mentions(club.letter("Bruno").flat, REFEREE, "join_gone", game="g1")
        assert club.match().phase == "void"

    def test_in_the_same_second_the_mail_is_first(self, club: Society) -> None:
        club.offer(lapse=3_600)
        line = club.join_line("Bruno")
        club.clock.tick(3_600)
        assert club.answer("Bruno", line).startswith("kept: ")

    def test_a_full_game_has_a_week_for_its_luck(self, club: Society) -> None:
        club.offer(luck=True, lapse=86_400)
        club.join("Anna")
        club.later(hours=23)
        club.join("Bruno")
        club.later(days=6)
        assert club.match().phase == "seating"
        club.later(days=2)
        assert club.match().phase == "void"


def test_the_list_of_offers_tells_all_terms_in_the_readers_words(club: Society) -> None:
    club.offer(
        3,
        seats={BLUE: "Elsa"},
        options={"setup": "expert"},
        luck=True,
        pace={"bank": "slow", "rest": "Sat,Sun", "zone": "Europe/Rome", "leave": "21d"},
    )
    club.letters()
    club.post("Dieter", "spiele")
    told = club.letter("Dieter")
    weekdays = text_of(DESK, "time_weekdays", "de").split()
    spans = {
        name: span_text(hours * 3_600, "de") for name, hours in {"bank": 72, "add": 36, "cap": 240, "grace": 12}.items()
    }
    for words in (
        match_of(DESK, "games_offer", "de", game="g1", title="Fortuna", free="grey, orange"),
        match_of(DESK, "games_taken", "de", names="Elsa (Blau)"),
        match_of(DESK, "games_options", "de", options="setup=expert"),
        match_of(DESK, "games_pace", "de", **spans, leave="21"),
        match_of(DESK, "games_rest", "de", days=", ".join(weekdays[5:]), zone="Europe/Rome"),
        match_of(DESK, "games_hold", "de", hold=span_text(600, "de")),
        match_of(DESK, "games_late", "de", lates="2"),
        match_of(DESK, "games_luck", "de"),
        "ssh, pgp, x509",
        match_of(DESK, "games_lapse", "de", lapses=time_text("2026-03-16 08:00", "de")),
    ):
        assert re.search(words, told.flat)
    assert told.block_for(GAME)["orders"] == ("join",)
    assert re.fullmatch(r"1 [0-9a-f]{32}", told.block_for(GAME)["seen"])


def test_a_stranger_checks_a_game_that_was_joined_by_mail(club: Society, tmp_path: Path) -> None:
    club.offer(pace={"bank": "swift", "hold": "0s"})
    club.join("Bruno")
    club.answer("Bruno", club.letter("Bruno").block_for(GAME))
    club.join("Bruno", "partecipo grey", seat="any")
    club.join("Anna", "join", seat=BLUE)
    club.word("Bruno", "leave 2026-03-10..2026-03-12")
    club.order("Anna", BLUE, "urlaub 2026-03-20")
    club.order("Anna", BLUE)
    club.order("Bruno", GREY)
    play_bots(club.desk, GAME, Bots("greedy", frozenset({BLUE, GREY}), Random(1), 10_000))
    assert club.match().phase == "over"
    export(club.desk, GAME, tmp_path / "out")
    assert verify_files(tmp_path / "out").ok
    checked = subprocess.run(
        [sys.executable, ROOT / "tools" / "verify.py", tmp_path / "out"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout
    assert "FAILED" not in checked.stdout
    shown = (tmp_path / "out" / "evidence.jsonl").read_text(encoding="utf-8")
    for word in ("join;", "partecipo grey;", "withdraw;", "leave 2026-03-10..2026-03-12;", "urlaub 2026-03-20;"):
        assert word in shown
