"""The club at the command line: offers, joining, watching, members, leave, who is late; luck to join with."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from freezegun import freeze_time

from tests.cli.hosting import done, no, pbem
from tests.desk.club.society import society
from tests.wording import DESK, REFEREE, match_of, mentions, text_of, time_text

MONDAY = "2026-03-02 08:00:00"
SWIFT = ("--pace", "swift")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Path]:
    """A desk with five people who have keys, and one who has none; it is a Monday, and stays one."""
    folder = tmp_path / "desk"
    with society(folder):
        pass
    with freeze_time(MONDAY):
        yield folder


def offer(desk: Path, *words: str) -> str:
    return done(desk, "game", "offer", "fortuna", "--seats", "2", "--id", "g1", *words)


REFUSED = {
    "too few seats": (("game", "offer", "fortuna", "--seats", "1"), "1 players: it takes 2 to 4"),
    "too many seats": (("game", "offer", "fortuna", "--seats", "7"), "fortuna has 4 seats, and 7 are offered"),
    "a seat beyond": (("game", "offer", "fortuna", "--seats", "2", "--seat", "purple=Anna"), "no seat 'purple'"),
    "no span": (("game", "offer", "fortuna", "--seats", "2", "--lapse", "soon"), "'soon' is no span of time"),
    "a zone that is none": (
        ("game", "offer", "fortuna", "--seats", "2", *SWIFT, "--zone", "Mars/Olympus"),
        "there is no zone",
    ),
    "nobody": (("game", "join", "g1", "Nobody"), "there is no player 'Nobody'"),
    "no game": (("game", "join", "g7", "Anna"), "there is no game 'g7'"),
    "who is not in": (("game", "withdraw", "g1", "Anna"), "Anna does not play in g1"),
}


class TestOffers:
    def test_from_an_offer_to_a_game(self, desk: Path) -> None:
        said = offer(desk, *SWIFT, "--lapse", "3d")
        offered = text_of(DESK, "desk_offered", game="g1", seats="blue, grey")
        assert said == f"offered g1 until 2026-03-05 08:00 UTC\n{offered}\n"
        listed = "g1               fortuna    seating      1  free: blue, grey; lapses 2026-03-05 08:00 UTC\n"
        assert done(desk, "game", "list") == listed
        assert done(desk, "game", "join", "g1", "anna", "grey").startswith("g1: Anna plays grey\n")
        assert done(desk, "game", "withdraw", "g1", "Anna").startswith("g1: Anna plays no longer\n")
        done(desk, "game", "join", "g1", "Bruno")
        assert mentions(done(desk, "game", "join", "g1", "Fritz"), DESK, "desk_awaited", seat="blue", name="Bruno")
        until = "since 2026-03-02 08:00 UTC, until 2026-03-03 08:00 UTC"
        listed = f"g1               fortuna    running     11  blue (Bruno) {until}; grey (Fritz) {until}\n"
        assert done(desk, "game", "list") == listed
        assert "valid: " in done(desk, "verify", "g1")

    def test_seats_that_are_all_given_begin_at_once(self, desk: Path) -> None:
        said = offer(desk, "--seat", "blue=Anna", "--seat", "grey=Bruno")
        assert re.match(rf"opened g1\n{match_of(DESK, 'desk_awaited')}", said)

    @pytest.mark.parametrize("what", REFUSED)
    def test_what_cannot_be_is_said_in_a_line(self, desk: Path, what: str) -> None:
        offer(desk)
        words, why = REFUSED[what]
        assert why in no(2, desk, *words)

    def test_a_refusal_says_that_nothing_was_done(self, desk: Path) -> None:
        offer(desk, "--seat", "blue=Bruno")
        assert no(1, desk, "game", "join", "g1", "Elsa", "blue") == (
            "pbem: nothing was done; Elsa is told:\n"
            f"  {text_of(REFEREE, 'join_taken', seat='blue', game='g1', free='grey')}\n"
        )


class TestPeople:
    def test_what_is_known_of_somebody(self, desk: Path) -> None:
        offer(desk, *SWIFT, "--seat", "blue=Anna")
        done(desk, "player", "lang", "Anna", "fr")
        done(desk, "player", "zone", "Anna", "America/New_York")
        volunteered = done(desk, "player", "volunteer", "Anna")
        assert volunteered == "Anna takes over a seat of any game when somebody is late too often\n"
        shown = done(desk, "player", "show", "anna").splitlines()
        assert shown[:2] == ["name      Anna", "letters   anna@example.org, in fr, times by America/New_York"]
        assert shown[2].startswith("key       ssh:SHA256:")
        assert shown[3:] == ["plays     blue in g1, seating", "stands in any game"]

    def test_somebody_is_enrolled_with_a_zone(self, desk: Path) -> None:
        done(desk, "player", "add", "Gina", "--zone", "Europe/Rome")
        assert "times by Europe/Rome" in done(desk, "player", "show", "Gina")
        assert "there is no zone 'Rome'" in no(2, desk, "player", "add", "Hans", "--zone", "Rome")

    def test_renaming_and_removing(self, desk: Path) -> None:
        offer(desk, "--seat", "blue=Anna")
        assert "Anna plays in g1" in no(1, desk, "player", "rename", "Anna", "Annette")
        assert "Anna plays in g1" in no(1, desk, "player", "remove", "Anna")
        assert "Elsa is called Elisa from now on" in done(desk, "player", "rename", "Elsa", "Elisa")
        assert "there is a player 'Anna' already" in no(2, desk, "player", "rename", "Elisa", "anna")
        assert done(desk, "player", "remove", "Elisa") == "Elisa is not enrolled any more\n"
        assert "there is no player 'Elisa'" in no(2, desk, "player", "show", "Elisa")

    def test_watching(self, desk: Path) -> None:
        done(desk, "game", "new", "fortuna", "--id", "g1", "--seat", "blue=Anna", "--seat", "grey=Bruno")
        assert done(desk, "game", "watch", "g1", "Elsa") == "g1: Elsa gets its public letters from now on\n"
        assert done(desk, "game", "watch", "g1", "Elsa", "--off") == "g1: Elsa gets its public letters no more\n"
        assert mentions(no(1, desk, "game", "watch", "g1", "Anna"), DESK, "watch_own", game="g1")


class TestLeave:
    def test_in_all_games_or_in_one(self, desk: Path) -> None:
        for game in ("g1", "g2"):
            seats = ("--seat", "blue=Anna", "--seat", "grey=Bruno")
            done(desk, "game", "new", "fortuna", "--id", game, *seats, *SWIFT)
        said = done(desk, "player", "leave", "Bruno", "2026-03-10..2026-03-12")
        days = "2026-03-10..2026-03-12"
        assert [mentions(said, DESK, "leave_taken", game=game, dates=days) for game in ("g1", "g2")] == [True, True]
        assert "Bruno is on leave" in done(desk, "player", "leave", "Bruno", "2026-03-20..2026-03-21", "--game", "g2")
        away, assente = (text_of(DESK, "on_leave", language, last=days) for language in ("en", "it"))
        assert f"grey (Bruno): {away}" in done(desk, "game", "show", "g1")
        assert f"grigio (Bruno): {assente}" in done(desk, "game", "show", "g1", "--seat", "blue")
        assert "plays     grey in g2, running, on leave 2026-03-10..2026-03-12" in done(desk, "player", "show", "Bruno")
        done(desk, "player", "leave", "Bruno", "2026-03-10..none", "--game", "g1")
        assert not mentions(done(desk, "game", "show", "g1"), DESK, "on_leave")

    @pytest.mark.parametrize("dates", ["2026-02-30", "tomorrow", "2026-03-12..2026-03-10", "2026-01-01"])
    def test_no_leave(self, desk: Path, dates: str) -> None:
        seats = ("--seat", "blue=Anna", "--seat", "grey=Bruno")
        done(desk, "game", "new", "fortuna", "--id", "g1", *seats, *SWIFT)
        for words in ((), ("--game", "g1")):
            said = no(1, desk, "player", "leave", "Bruno", dates, *words)
            assert said.startswith("pbem: nothing was done; Bruno is told:\n  ")
            assert len(said.splitlines()) == 2


class TestLateness:
    def test_one_screen_and_lists_by_who_is_late(self, desk: Path) -> None:
        seats = ("--seat", "blue=Anna", "--seat", "grey=Bruno")
        done(desk, "game", "new", "fortuna", "--id", "slow", *seats, "--pace", "slow")
        done(desk, "game", "new", "fortuna", "--id", "swift", *seats, *SWIFT)
        done(desk, "game", "new", "fortuna", "--id", "timeless", *seats)
        listed = re.findall(r"^\w+", done(desk, "game", "list", "--late"), re.MULTILINE)
        assert listed == ["swift", "slow"]
        assert done(desk, "game", "list", "--late", "--limit", "1").splitlines()[1] == "and 1 more: see --limit"
        assert done(desk, "game", "list", "--late", "--player", "Carla") == ""
        before = done(desk, "status")
        assert "late" not in before
        assert "mails     none today" in before
        assert "heartbeat 0 seconds ago" in before
        pbem(desk, "mail", "receive", text="From: x@example.net\n\nbuy more\n")
        with freeze_time("2026-03-03 09:00:00"):
            said = done(desk, "status")
            until = "since 2026-03-02 08:00 UTC, until 2026-03-03 08:00 UTC"
            assert f"  late    swift: blue (Anna) {until}; grey (Bruno) {until}\n" in said
            assert "late    slow" not in said
            assert "heartbeat 1 day ago" in said
            assert "mails     none today" in said  # those of yesterday are forgotten
        assert "mails     1 ignored today" in done(desk, "status")

    def test_appeals_are_shown_until_they_are_answered(self, desk: Path) -> None:
        seats = ("--seat", "blue=Anna", "--seat", "grey=Bruno")
        done(desk, "game", "new", "fortuna", "--id", "g1", *seats)
        done(desk, "game", "default", "g1", "--reason", "no answer for a week")
        ruled = re.search(r"^g1/(\d+) ", done(desk, "rulings", "g1"))
        assert ruled is not None
        assert "appeal" not in done(desk, "status")
        done(desk, "order", "g1", "Anna", text=f"appeal {ruled[1]}: I was away")
        shown = re.search(
            r"^  appeal  g1: entry (\d+) awaits `pbem game answer g1 \1 ", done(desk, "status"), re.MULTILINE
        )
        assert shown is not None
        done(desk, "game", "answer", "g1", shown[1], "--reason", "so was the rule")
        assert "appeal" not in done(desk, "status")

    def test_many_that_are_late_are_counted(self, desk: Path) -> None:
        for number in range(12):
            seats = ("--seat", "blue=Anna", "--seat", "grey=Bruno")
            done(desk, "game", "new", "fortuna", "--id", f"g{number}", *seats, *SWIFT)
        with freeze_time("2026-03-03 09:00:00"):
            said = done(desk, "status")
            assert said.count("  late    g") == 10
            assert "  late    and 2 more: `pbem game list --late`" in said

    def test_deadlines_are_shown_wherever_somebody_is_awaited(self, desk: Path) -> None:
        seats = ("--seat", "blue=Anna", "--seat", "grey=Bruno")
        done(desk, "game", "new", "fortuna", "--id", "g1", *seats, *SWIFT, "--zone", "Europe/Rome")
        shown = done(desk, "game", "show", "g1")
        assert mentions(
            shown, DESK, "awaited_time", since=time_text("2026-03-02 08:00"), until=time_text("2026-03-03 08:00")
        )
        shown = done(desk, "game", "show", "g1", "--seat", "blue")
        assert mentions(
            shown,
            DESK,
            "awaited_time",
            "it",
            since=time_text("2026-03-02 08:00", "it", "Europe/Rome"),
            until=time_text("2026-03-03 08:00", "it", "Europe/Rome"),
        )
        told = done(desk, "order", "g1", "Bruno", text="status")
        assert mentions(told, DESK, "awaited_time", until=time_text("2026-03-03 08:00"))
        done(desk, "game", "pause", "g1", "--reason", "holidays")
        assert mentions(done(desk, "game", "show", "g1"), DESK, "awaited_time", until=text_of(DESK, "time_resumed"))
        assert "until" not in done(desk, "game", "list")


def test_who_joins_with_luck_signs_it_with_the_same_command(desk: Path, tmp_path: Path) -> None:
    for name in ("Gina", "Hugo"):
        done(desk, "key", "new", tmp_path / name)
        done(desk, "player", "add", name, "--mail", f"{name}@example.org", "--key", tmp_path / f"{name}.pub")
    offer(desk, "--luck")

    def send(name: str, lines: str, *options: str) -> str:
        block = done(desk, "sign", "--key", tmp_path / name, *options, text=lines)
        (tmp_path / "mail").write_text(f"From: {name}@example.org\nSubject: x\n\n{block}")
        return done(desk, "mail", "receive", tmp_path / "mail")

    def newest(name: str) -> str:
        """The lines to be signed in the newest letter to somebody, of the first block in it."""
        found = []
        for path in (desk / "outbox" / "new").iterdir():
            text = path.read_text(encoding="utf-8", errors="replace")
            if f"<{name}@example.org>" in text:
                found.append((int(path.name.split(".")[1]), text))
        text = max(found)[1]
        lines = re.search(r"(?m)^    to: .*\n(?:    .*\n)+", text)
        assert lines
        return lines[0]

    for name in ("Gina", "Hugo"):
        assert "answered: " in send(name, f"to: {desk_name(desk)}; game: desk; seat: club; token: none; games")
        lines = newest(name)
        assert send(name, lines, "--luck").startswith("kept: g1, ")
    assert [path.name for path in sorted(tmp_path.glob("*.luck.*"))] == ["Gina.luck.g1.blue", "Hugo.luck.g1.grey"]
    for name in ("Gina", "Hugo"):
        assert send(name, newest(name), "--luck").startswith("kept: g1, ")
    assert mentions(done(desk, "game", "show", "g1"), DESK, "desk_awaited", seat="blue", name="Gina")
    assert "chance     joint" in done(desk, "verify", "g1")


def test_luck_to_join_with_needs_a_seat(desk: Path, tmp_path: Path) -> None:
    done(desk, "key", "new", tmp_path / "key")
    lines = "to: r; game: g1; seat: any; token: t; seen: 1 " + "a" * 32 + "; join"
    assert "luck is bound to a seat" in no(2, desk, "sign", "--luck", "--key", tmp_path / "key", text=lines)
    assert list(tmp_path.glob("*.luck.*")) == []


def desk_name(desk: Path) -> str:
    found = re.search(r'name = "(\S+)"', (desk / "pbem.toml").read_text())
    assert found
    return found[1]


def test_a_game_without_deadlines_is_listed_with_those_that_it_waits_for_and_since_its_last_entry(desk: Path) -> None:
    seats = ("--seat", "blue=Anna", "--seat", "grey=Bruno")
    done(desk, "game", "new", "fortuna", "--id", "g1", *seats)
    since = "since 2026-03-02 08:00 UTC"
    assert (
        done(desk, "game", "list")
        == f"g1               fortuna    running      4  blue (Anna) {since}; grey (Bruno) {since}\n"
    )
    with freeze_time("2026-03-03 09:00:00"):
        for player in ("Anna", "Bruno"):
            done(desk, "order", "g1", player, text="any")
    (awaited,) = re.findall(r"  (\w+ \((\w+)\) since 2026-03-03 09:00 UTC)\n", done(desk, "game", "list"))
    with freeze_time("2026-03-04 10:00:00"):
        done(desk, "order", "g1", awaited[1], text="any")
    with freeze_time("2026-03-05 11:00:00"):
        done(desk, "order", "g1", awaited[1], text="undo")
        listed = done(desk, "game", "list")
    assert listed.endswith(" since 2026-03-05 11:00 UTC\n")
