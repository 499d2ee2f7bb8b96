"""Events that ask for luck, by mail alone: what the letters give is signed by `pbem sign --luck`, and nothing else."""

import re
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pbem.desk.events.course.rounds import draw_round
from pbem.record.events.law.kinds import Entries
from tests.cli.hosting import done, no
from tests.desk.club.society import Mailed, key_of
from tests.desk.events.arena import CUP, DAY, Arena
from tests.desk.house import mail
from tests.record.events.verifiers import by_package, by_tool
from tests.wording import DESK, match_of, mentions

pytestmark = pytest.mark.sqlite
PLAYERS = ("Anna", "Bruno", "Carla", "Dieter")
TWO_DAYS = 2 * DAY


def sheet_in(letter: Mailed, word: str) -> str:
    """Return the lines of a letter that a word for the event stands in, as its reader copies them."""
    found = re.findall(r"^    to: \S+;\n(?:      ?\S.*\n|    \S.*\n)*", letter.text, re.MULTILINE)
    (lines,) = [block for block in found if f"game: {CUP};" in block and f"\n    {word} " in block]
    return str(lines)


class Desks:
    """Where each player has his key, and signs."""

    def __init__(self, arena: Arena, home: Path) -> None:
        self.arena = arena
        self.home = home

    def key(self, name: str) -> Path:
        path = self.home / name.lower()
        if not path.exists():
            path.write_bytes(key_of(name).private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
        return path

    def sign(self, name: str, sheet: str) -> str:
        return done(self.home, "sign", "--luck", "--key", self.key(name), text=sheet)

    def send(self, name: str, sheet: str) -> str:
        """Let somebody sign what a letter gives, and send it; returns what became of it."""
        self.arena.club.put(mail(self.sign(name, sheet), sender=f"{name.lower()}@example.org"))
        (said,) = self.arena.club.tick()
        return said

    def asked(self, name: str, word: str) -> Mailed:
        """Let somebody send a word to the desk, and return the answer."""
        self.arena.letters()
        assert self.arena.club.post(name, word).startswith("answered")
        return self.arena.club.letter(name)

    def enter(self, *names: str) -> None:
        for name in names:
            assert self.send(name, sheet_in(self.asked(name, f"enter {CUP}"), "enter")) == "answered: cup: enter"


@pytest.fixture
def desks(arena: Arena, tmp_path: Path) -> Desks:
    home = tmp_path / "homes"
    home.mkdir()
    arena.open(checkin=arena.desk.now() + 4 * DAY)
    return Desks(arena, home)


def test_a_whole_event_with_luck_is_played_by_the_lines_of_its_letters(desks: Desks, tmp_path: Path) -> None:
    arena = desks.arena
    for name in PLAYERS:
        assert desks.send(name, sheet_in(desks.asked(name, "events"), "enter")) == "answered: cup: enter"
    assert mentions(arena.club.letter("Dieter").flat, DESK, "event_luck_later", "de")
    arena.later(days=1, hours=1)
    letters = arena.letters()
    assert set(letters) >= set(PLAYERS)
    for name, language in {"Anna": "it", "Bruno": "en", "Carla": "fr", "Dieter": "de"}.items():
        (letter,) = letters[name]
        assert mentions(letter.flat, DESK, "slip_event_checkin", language)
        assert "`pbem sign --luck FILE`" in letter.flat
        assert desks.send(name, sheet_in(letter, "reveal")) == "answered: cup: reveal"
    assert len(re.findall(match_of(DESK, "event_checked_in"), arena.letters()["Bruno"][-1].flat)) == 1
    assert "everybody has revealed" in done(arena.desk.folder, "tournament", "status", CUP)
    arena.later(days=4)
    draw_round(arena.desk, CUP)
    assert set(arena.event().book.players) == set(PLAYERS)
    folder = arena.export(tmp_path / "export")
    found = by_package(folder)
    assert (found.ok, found.chance) == (True, "joint")
    assert found.director["luck"] == dict.fromkeys(PLAYERS, "checked")
    assert "FAILED" not in [verdict for _check, verdict, _words in by_tool(folder)]


def test_letters_ask_once_and_remind_once_and_quote_one_head(desks: Desks) -> None:
    arena = desks.arena
    desks.enter("Anna", "Bruno", "Carla")
    arena.letters()
    arena.later(days=1, hours=1)
    arena.club.tick()
    first = arena.letters()
    assert {name: len(letters) for name, letters in first.items()} == {"Anna": 1, "Bruno": 1, "Carla": 1}
    asked = {name: sheet_in(letters[0], "reveal") for name, letters in first.items()}
    assert desks.send("Carla", asked["Carla"]) == "answered: cup: reveal"
    arena.later(days=1, hours=10)
    assert "Bruno" not in arena.letters()
    arena.later(hours=15)
    again = arena.letters()
    assert {name for name in again if name in PLAYERS} == {"Anna", "Bruno"}
    assert mentions(again["Bruno"][0].flat, DESK, "slip_event_checkin_again")
    seen = re.compile(r"seen: (.+);")
    assert seen.findall(sheet_in(again["Bruno"][0], "reveal")) == seen.findall(asked["Bruno"])
    arena.later(hours=1)
    assert "Bruno" not in arena.letters()
    assert desks.send("Bruno", asked["Bruno"]) == "answered: cup: reveal"
    assert desks.sign("Bruno", sheet_in(again["Bruno"][0], "reveal"))  # the same luck, over the same head


def test_only_a_line_that_reveals_gives_a_luck_away(desks: Desks) -> None:
    arena = desks.arena
    asked = sheet_in(desks.asked("Bruno", "enter cup"), "enter")
    first = desks.sign("Bruno", asked)
    luck = (desks.home / "bruno.luck.cup.none").read_text().split()[0]
    newer = re.sub(r"token: \S+;", "token: 00112233445566778;", asked)
    again = desks.sign("Bruno", newer)
    entry = re.compile(r"^enter cup [0-9a-f]{64};$", re.MULTILINE)
    assert entry.findall(first) == entry.findall(again) != []
    assert luck not in first + again
    key = desks.key("Bruno")
    leaving = asked.replace("enter cup LUCK of Bruno", "withdraw cup")
    told = no(2, desks.home, "sign", "--luck", "--key", key, text=leaving)
    assert "sign everything else without --luck" in told
    assert "withdraw cup;" in done(desks.home, "sign", "--key", key, text=leaving)
    assert "sign it with --luck" in no(2, desks.home, "sign", "--key", key, text=asked)
    other = asked.replace("LUCK of Bruno", "LUCK of Anna")
    assert "is kept for" in no(2, desks.home, "sign", "--luck", "--key", key, text=other)
    revealing = asked.replace("enter cup LUCK", "reveal LUCK")
    assert luck in desks.sign("Bruno", revealing)
    later = re.sub(r"seen: \d+", "seen: 9", revealing)
    assert "this luck was revealed before" in no(2, desks.home, "sign", "--luck", "--key", key, text=later)
    assert "was revealed before" in no(2, desks.home, "sign", "--luck", "--key", key, text=asked)
    assert "--again goes with --luck" in no(2, desks.home, "sign", "--again", "--key", key, text=later)
    assert arena.size() == 1


def test_who_revealed_too_early_checks_in_when_he_is_asked(desks: Desks) -> None:
    arena = desks.arena
    early = sheet_in(desks.asked("Bruno", "enter cup"), "enter").replace("enter cup LUCK", "reveal LUCK")
    desks.enter("Bruno", "Anna")
    luck = (desks.home / "bruno.luck.cup.none").read_text().split()[0]
    early = re.sub(r"token: \S+;", f"token: {arena.club.token('Bruno')};", early)
    arena.letters()
    assert desks.send("Bruno", early).startswith("refused: ")
    assert "pbem sign --luck --again" in arena.club.letter("Bruno").flat
    arena.later(days=1, hours=1)
    arena.club.tick()
    asked = sheet_in(arena.letters()["Bruno"][0], "reveal")
    key = desks.key("Bruno")
    told = no(2, desks.home, "sign", "--luck", "--key", key, text=asked)
    assert "this luck was revealed before" in told
    assert "sign with --luck --again" in told
    signed = done(desks.home, "sign", "--luck", "--again", "--key", key, text=asked)
    assert luck in signed
    arena.club.put(mail(signed, sender="bruno@example.org"))
    assert arena.club.tick() == ["answered: cup: reveal"]
    assert desks.sign("Bruno", asked)  # it is the head that is remembered now
    assert arena.event().book.players["Bruno"].revealed


def test_who_reveals_too_early_is_told_so_and_the_others_can_enter(desks: Desks) -> None:
    arena = desks.arena
    desks.enter("Bruno")
    head = arena.event().book.head
    token = arena.club.token("Bruno")
    luck = (desks.home / "bruno.luck.cup.none").read_text().split()[0]
    seen = f"{head.size} {head.hash.hex()[:32]}"
    said = arena.club.post("Bruno", f"reveal {luck}", game=CUP, seat="none", token=token, seen=seen)
    assert said.startswith("refused: ")
    told = arena.club.letter("Bruno")
    assert mentions(told.flat, DESK, "event_too_soon", event="cup")
    assert arena.size() == 2
    desks.enter("Dieter")
    assert arena.event().book.active() == ["Bruno", "Dieter"]


def test_who_asks_to_enter_is_told_how_he_stands(desks: Desks) -> None:
    arena = desks.arena
    desks.enter("Bruno", "Dieter")
    told = desks.asked("Bruno", "enter cup")
    assert mentions(told.flat, DESK, "event_on_in")
    assert mentions(told.flat, DESK, "event_can_leave", event="cup", word="withdraw")
    assert "enter cup LUCK" not in told.text
    assert "reveal LUCK" not in told.text
    arena.later(days=1, hours=1)
    assert mentions(desks.asked("Elsa", "enter cup").flat, DESK, "event_late", event="cup")
    asked = desks.asked("Bruno", "enter cup")
    assert desks.send("Bruno", sheet_in(asked, "reveal")) == "answered: cup: reveal"
    assert "reveal LUCK" not in desks.asked("Bruno", "enter cup").text
    shown = done(arena.desk.folder, "tournament", "status", CUP)
    assert "1 luck is awaited" in shown
    assert "  checked in: Bruno\n  not checked in: Dieter\n" in shown
    arena.later(days=4)
    assert "1 luck is missing" in done(arena.desk.folder, "tournament", "status", CUP)
    assert mentions(desks.asked("Dieter", "enter cup").flat, DESK, "event_unrevealed", "de")


def test_who_did_not_check_in_is_told_that_it_begins_without_him(desks: Desks) -> None:
    arena = desks.arena
    desks.enter("Anna", "Bruno", "Dieter")
    arena.later(days=1, hours=1)
    letters = arena.letters()
    for name in ("Anna", "Bruno"):
        assert desks.send(name, sheet_in(letters[name][-1], "reveal")) == "answered: cup: reveal"
    arena.later(days=4)
    arena.letters()
    assert "1 luck is missing" in done(arena.desk.folder, "tournament", "status", CUP)
    draw_round(arena.desk, CUP)
    drawn = arena.letters()
    assert sorted(drawn) == ["Anna", "Bruno", "Dieter"]
    (told,) = drawn["Dieter"]
    assert mentions(told.flat, DESK, "slip_event_missed", "de", event="cup", title="The cup")
    assert mentions(told.flat, DESK, "event_missed", "de")
    assert mentions(desks.asked("Dieter", "enter cup").flat, DESK, "event_missed", "de")


def test_a_word_with_an_old_token_is_answered_with_the_lines_that_count_now(desks: Desks) -> None:
    desks.enter("Bruno", "Dieter")
    desks.arena.later(days=1, hours=1)
    old = sheet_in(desks.arena.letters()["Bruno"][-1], "reveal")
    assert desks.arena.club.post("Bruno", "withdraw cup").startswith("answered")
    stale = re.sub(r"token: \S+;", "token: 0011223344556677;", old)
    desks.arena.letters()
    assert desks.send("Bruno", stale).startswith("refused: ")
    assert desks.send("Bruno", sheet_in(desks.arena.club.letter("Bruno"), "reveal")) == "answered: cup: reveal"


class TestNoRoom:
    """Who finds no room is told so, with his place, and again at the draw."""

    def test_without_luck(self, arena: Arena, tmp_path: Path) -> None:
        arena.open(entries=Entries(late=0, least=2, most=2, until=arena.desk.now() + DAY))
        for name in ("Anna", "Bruno", "Carla", "Dieter"):
            arena.letters()
            assert arena.club.answer(name, Desks(arena, tmp_path).asked(name, "enter cup").block_for(CUP)) == (
                "answered: cup: enter"
            )
        told = arena.club.letter("Dieter").flat
        assert mentions(told, DESK, "event_waits", "de", place="2", most="2")
        arena.later(days=1, hours=1)
        arena.letters()
        draw_round(arena.desk, CUP)
        letters = arena.letters()
        assert not mentions(letters["Dieter"][0].flat, DESK, "slip_event_tables", "de")
        assert mentions(letters["Dieter"][0].flat, DESK, "event_waits_seat", "de", event="cup", place="2")
        assert mentions(letters["Carla"][0].flat, DESK, "event_waits_seat", "fr", event="cup", place="1")
        waiting = Desks(arena, tmp_path).asked("Dieter", "enter cup").flat
        assert mentions(waiting, DESK, "event_waits_seat", "de", event="cup", place="2")

    def test_with_luck(self, arena: Arena, tmp_path: Path) -> None:
        now = arena.desk.now()
        arena.open(checkin=now + TWO_DAYS, entries=Entries(late=0, least=2, most=2, until=now + DAY))
        desks = Desks(arena, tmp_path)
        desks.enter("Anna", "Carla", "Bruno")
        assert mentions(arena.club.letter("Bruno").flat, DESK, "event_waits_luck", place="1")
        arena.later(days=1, hours=1)
        letters = arena.letters()
        for name in ("Bruno", "Carla", "Anna"):
            assert desks.send(name, sheet_in(letters[name][-1], "reveal")) == "answered: cup: reveal"
        told = arena.letters()["Bruno"][-1].flat
        assert mentions(told, DESK, "event_waits_luck", place="1")
        arena.later(days=2)
        arena.letters()
        draw_round(arena.desk, CUP)
        assert mentions(arena.letters()["Bruno"][0].flat, DESK, "event_waits_seat", event="cup", place="1")


def test_who_has_left_is_told_that_he_cannot_come_back(arena: Arena, tmp_path: Path) -> None:
    arena.open()
    desks = Desks(arena, tmp_path)
    lines = desks.asked("Bruno", "enter cup").block_for(CUP)
    assert arena.club.answer("Bruno", lines) == "answered: cup: enter"
    leaving = desks.asked("Bruno", "withdraw cup").block_for(CUP)
    assert arena.club.answer("Bruno", leaving) == "answered: cup: withdraw"
    told = desks.asked("Bruno", "enter cup")
    assert mentions(told.flat, DESK, "event_gone", event="cup")
    assert "enter cup;" not in told.text
    said = arena.club.answer("Bruno", lines, token=arena.club.token("Bruno"))
    assert said.startswith("refused: ")
    assert mentions(arena.club.letter("Bruno").flat, DESK, "event_gone")
    assert mentions(desks.asked("Bruno", "events").flat, DESK, "event_gone")
