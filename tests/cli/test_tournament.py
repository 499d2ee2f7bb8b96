"""`pbem tournament`: a whole event at the command line, and every no in one clear line with nothing changed."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from freezegun import freeze_time

from pbem.cli import main
from tests.record.events.verifiers import by_tool
from tests.wording import DESK, mentions, text_of

PEOPLE = ("Ada", "Ben", "Cleo", "Dan")
Run = Callable[..., Result]


class Hall:
    """A desk under a clock that stands until it is moved."""

    def __init__(self, folder: Path, clock: Any) -> None:
        self.folder = folder
        self.clock = clock

    def __call__(self, *words: str) -> Result:
        return CliRunner().invoke(main, ["--desk", str(self.folder), *words], catch_exceptions=False)

    def does(self, *words: str) -> str:
        done = self(*words)
        assert done.exit_code == 0, done.output
        return done.output

    def refuses(self, *words: str, code: int = 1) -> str:
        """Return the one line by which something is refused; nothing was changed."""
        before = self.events()
        done = self(*words)
        assert done.exit_code == code, done.output
        assert self.events() == before
        (line,) = done.stderr.strip().splitlines()
        return line.removeprefix("pbem: ")

    def events(self) -> str:
        listed = self("tournament", "list").output
        logs = [self("log", line.split()[0], "--json").output for line in listed.splitlines() if line.startswith("cup")]
        return listed + "".join(logs)

    def new(self, *more: str) -> str:
        return self.does("tournament", "new", "cup", "alea", *TERMS, *more)

    def begun(self, *more: str) -> None:
        """Open an event, let four enter, draw and start its first round."""
        self.new(*more)
        self.does("tournament", "enter", "cup", *PEOPLE)
        self.clock.move_to("2026-03-03 09:00")
        self.does("tournament", "draw", "cup")
        self.does("tournament", "start", "cup")

    def tables(self) -> list[list[str]]:
        """Return the tables of the event: number, game, and the rest of the line."""
        lines = self.does("tournament", "status", "cup").splitlines()
        return [line.replace(":", "").split(maxsplit=2) for line in lines if line.startswith("  ")]

    def decide(self, game: str, *, first: str = "grey", second: str = "brown") -> None:
        self.does("game", "result", game, "--place", f"{first}=1", "--place", f"{second}=2", "--reason", "agreed")
        self.does("tick")


TERMS = (
    "--title",
    "The cup",
    "--table",
    "2",
    "--rounds",
    "2",
    "--starts",
    "4",
    "--until",
    "2026-03-03 08:00",
    "--every",
    "10d",
)


# What is said, and what is answered.
LACKING = {
    "": "say how many rounds there are: --rounds",
    "--form heats": "say how many go on after each round: --advance",
    "--form heats --advance 4 --rounds 2": "--rounds says nothing in heats, which takes --advance and --starts",
    "--form heats --advance 0": "--advance: somebody must go on after each round",
    f"--rounds 2 --title {'x' * 201}": "a title is 1 to 200 printable characters",
    "--rounds 2 --players 1..4": "'1..4': an event takes 2 to 256 players, and the smaller number comes first",
    "--rounds 2 --latecomers 3": "people may come until round 3, and the last is 2",
}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with freeze_time("2026-03-02 08:00") as clock:
        found = Hall(tmp_path / "desk", clock)
        assert CliRunner().invoke(main, ["init", str(found.folder)]).exit_code == 0
        for name in PEOPLE:
            found.does("player", "add", name)
        found.does("player", "add", "Eva", "--mail", "eva@example.org", "--lang", "de")
        yield found


def test_a_whole_event(hall: Hall, tmp_path: Path) -> None:
    assert "opened the event cup" in hall.new()
    assert "1 letter to be sent" in hall.does("tournament", "tell", "cup")
    assert hall.does("tournament", "enter", "cup", *PEOPLE).splitlines()[-1] == "4 players of 256"
    hall.clock.move_to("2026-03-03 09:00")
    assert "as it might be" in hall.does("tournament", "draw", "cup", "--dry-run")
    assert "round 1 is drawn" in hall.does("tournament", "draw", "cup")
    assert "round 1 was drawn before" in hall.does("tournament", "draw", "cup")
    assert "2 games opened" in hall.does("tournament", "start", "cup")
    assert hall.does("tournament", "start", "cup") == "cup: all games of round 1 were opened before\n"
    hall.decide("cup.1.1.1")
    status = hall.does("tournament", "status", "cup")
    assert "1.1 cup.1.1.1" in status
    assert "adjudicated" in status
    hall.does("tournament", "rule", "penalty", "cup", "Ada", "1", "1/2", "--reason", "late at the table")
    hall.does("tournament", "extend", "cup", "1", "2026-04-01 08:00", "--reason", "a holiday")
    hall.decide("cup.1.2.1")
    assert "you can draw" in hall.does("tournament", "status", "cup")
    hall.does("tournament", "draw", "cup")
    hall.does("tournament", "start", "cup")
    hall.does("game", "play", "cup.2.1.1", "--bots")
    hall.decide("cup.2.2.1")
    assert "closed at entry" in hall.does("tournament", "close", "cup")
    assert "closed at entry" in hall.does("tournament", "close", "cup")
    rows = hall.does("tournament", "standings", "cup", "--as", "csv").splitlines()
    assert rows[0].startswith("rank,player,points,points_in_120ths")
    assert len(rows) == 5
    told = json.loads(hall.does("tournament", "standings", "cup", "--as", "json"))
    assert [line["rank"] for line in told["standings"]] == [1, 2, 3, 4]
    cross = hall.does("tournament", "standings", "cup", "--as", "csv", "--crosstable").splitlines()
    assert cross[0].split(",")[0] == "player"
    page = hall.does("tournament", "standings", "cup", "--as", "html", "--lang", "it")
    assert mentions(page, DESK, "event_ahead", "it")
    assert "penalty: late at the table" in page
    assert hall.does("tournament", "standings", "cup", "--as", "svg").startswith("<svg")
    hall.does("tournament", "export", "cup", str(tmp_path / "cup"))
    assert "valid: " in hall.does("verify", str(tmp_path / "cup"))
    assert "games      4 of 4 valid" in hall.does("verify", "cup")
    assert "alea, 2 players" in hall.does("tournament", "ratings")
    assert hall.does("tournament", "list").split()[:3] == ["cup", "alea", "closed"]
    assert "round 2: 2 tables" in hall.does("log", "cup")


def test_start_says_what_is_the_case(hall: Hall) -> None:
    hall.new()
    assert hall.refuses("tournament", "start", "cup") == "cup has no draw yet: `pbem tournament draw cup`"
    hall.does("tournament", "enter", "cup", *PEOPLE)
    hall.clock.move_to("2026-03-03 09:00")
    hall.does("tournament", "draw", "cup")
    hall.does("tournament", "rule", "redraw", "cup", "1", "--reason", "rain")
    line = hall.refuses("tournament", "start", "cup")
    assert line == "round 1 of cup is to be drawn again first: `pbem tournament draw cup`"
    hall.does("tournament", "draw", "cup")
    hall.does("tournament", "start", "cup")
    hall.decide("cup.1.1.1")
    hall.decide("cup.1.2.1")
    line = hall.refuses("tournament", "start", "cup")
    assert line == "round 2 of cup is not drawn yet: `pbem tournament draw cup`"
    hall.does("tournament", "draw", "cup")
    hall.does("tournament", "start", "cup")
    hall.decide("cup.2.1.1")
    hall.decide("cup.2.2.1")
    line = hall.refuses("tournament", "start", "cup")
    assert line == "all rounds of cup are played: `pbem tournament close cup`"
    hall.does("tournament", "close", "cup")
    assert hall.refuses("tournament", "start", "cup") == "cup is closed: no games are opened any more"


def test_games_that_have_to_wait_are_told(hall: Hall) -> None:
    words = ("--form", "allmeet", "--table", "2", "--until", "2026-03-03 08:00", "--every", "10d", "--most-games", "1")
    hall.does("tournament", "new", "cup", "alea", *words)
    hall.does("tournament", "enter", "cup", "Ada", "Ben")
    hall.clock.move_to("2026-03-03 09:00")
    hall.does("tournament", "draw", "cup")
    for _ in range(2):
        told = hall.does("tournament", "start", "cup")
        assert told.endswith("cup: 1 table waits until its players have fewer games under way\n")


class TestLeaving:
    def test_while_a_round_is_played(self, hall: Hall) -> None:
        hall.begun()
        (game,) = [words[1] for words in hall.tables() if "Ada" in words[2]]
        told = hall.does("tournament", "withdraw", "cup", "Ada")
        assert "Ada is not drawn from round 2 on" in told
        assert f"Ada still plays {game}" in told
        hall.decide("cup.1.1.1")
        hall.decide("cup.1.2.1")
        assert "Ada" not in hall.does("tournament", "draw", "cup")

    def test_when_the_round_is_played_and_the_next_is_not_drawn(self, hall: Hall) -> None:
        hall.begun()
        hall.decide("cup.1.1.1")
        hall.decide("cup.1.2.1")
        told = hall.does("tournament", "rule", "out", "cup", "Ada", "--reason", "rude")
        assert "Ada may still be drawn in round 2" in told
        assert "Ada" in hall.does("tournament", "draw", "cup")
        assert "Ada" not in hall.does("tournament", "start", "cup")


class TestRunOut:
    """An event that too few are left for."""

    def test_it_is_given_up_and_its_export_is_valid(self, hall: Hall, tmp_path: Path) -> None:
        hall.begun()
        for name in PEOPLE:
            hall.does("tournament", "withdraw", "cup", name)
        hall.decide("cup.1.1.1")
        hall.decide("cup.1.2.1")
        gives_up = "`pbem tournament rule cancel cup --reason TEXT` gives it up"
        assert gives_up in hall.does("tournament", "status", "cup")
        for step in ("draw", "close"):
            line = hall.refuses("tournament", step, "cup")
            assert line == f"cup cannot go on: everybody has left; {gives_up}"
        assert hall.does("tournament", "rule", "cancel", "cup", "--reason", "all have left").startswith("cup: given up")
        assert hall.refuses("tournament", "close", "cup") == "the event was cancelled before: there is nothing to close"
        assert "Ada" in hall.does("tournament", "standings", "cup")
        hall.does("tournament", "export", "cup", str(tmp_path / "cup"))
        told = hall.does("verify", str(tmp_path / "cup"))
        assert "no draw came after, entry" in told
        assert "cancel: all have left" in told
        checks = {check: verdict for check, verdict, _ in by_tool(tmp_path / "cup")}
        assert checks.pop("scores") == "later"  # no standings were published
        assert set(checks.values()) == {"ok"}

    def test_one_who_is_left_is_told_from_none(self, hall: Hall) -> None:
        hall.begun()
        for name in PEOPLE[1:]:
            hall.does("tournament", "withdraw", "cup", name)
        hall.decide("cup.1.1.1")
        hall.decide("cup.1.2.1")
        line = hall.refuses("tournament", "close", "cup")
        assert line.startswith("cup cannot go on: 1 player is left for round 2: a table takes 2 at least; ")

    def test_everybody_leaves_a_round_that_is_drawn(self, hall: Hall, tmp_path: Path) -> None:
        hall.new()
        hall.does("tournament", "enter", "cup", *PEOPLE)
        hall.clock.move_to("2026-03-03 09:00")
        hall.does("tournament", "draw", "cup")
        for name in PEOPLE:
            hall.does("tournament", "withdraw", "cup", name)
        assert hall.refuses("tournament", "start", "cup").startswith("everybody has left cup: ")
        hall.does("tournament", "rule", "cancel", "cup", "--reason", "all have left")
        hall.does("tournament", "export", "cup", str(tmp_path / "cup"))
        assert "valid: " in hall.does("verify", str(tmp_path / "cup"))

    def test_it_is_not_given_up_with_games_open_whose_dice_would_be_known(self, hall: Hall) -> None:
        hall.begun()
        line = hall.refuses("tournament", "rule", "cancel", "cup", "--reason", "rain")
        assert line.startswith("cup has 2 games open, the first is cup.1.1.1: ")
        for game in ("cup.1.1.1", "cup.1.2.1"):
            hall.does("game", "void", game, "--reason", "rain")
        assert hall.does("tournament", "rule", "cancel", "cup", "--reason", "rain").startswith("cup: given up")


class TestRefused:
    def test_too_few_players(self, hall: Hall) -> None:
        hall.new()
        hall.does("tournament", "enter", "cup", "Ada")
        hall.clock.move_to("2026-03-03 09:00")
        line = hall.refuses("tournament", "draw", "cup")
        assert line.startswith("cup cannot go on: 1 player: a table takes 2 at least; ")

    def test_an_event_without_seats_for_all(self, hall: Hall) -> None:
        terms = [word if word != "2" else "5" for word in TERMS[:5]] + list(TERMS[5:])
        line = hall.refuses("tournament", "new", "cup", "fortuna", *terms, code=2)
        assert line == "tables of 5 players: the game takes 2, 3, 4"

    def test_entering_twice(self, hall: Hall) -> None:
        hall.new()
        hall.does("tournament", "enter", "cup", "Ada")
        assert hall.refuses("tournament", "enter", "cup", "Ada") == "'Ada' has entered before"

    def test_a_list_of_which_one_cannot_enter(self, hall: Hall) -> None:
        hall.new()
        hall.does("tournament", "enter", "cup", "Ada")
        line = hall.refuses("tournament", "enter", "cup", "Ben", "Ben", code=2)
        assert line == "Ben is named twice: name everybody once"
        assert hall.refuses("tournament", "enter", "cup", "Ben", "Zoe", code=2).startswith("there is no player 'Zoe'")
        assert hall.refuses("tournament", "enter", "cup", "Ben", "Ada") == "'Ada' has entered before"

    def test_a_luck_that_is_none(self, hall: Hall) -> None:
        hall.new("--checkin", "2026-03-03 12:00")
        assert hall.refuses("tournament", "enter", "cup", "Ada") == "'Ada' commits to no luck where one is asked"
        line = hall.refuses("tournament", "enter", "cup", "Ada", "--luck", "zz", code=2)
        assert line == f"Ada: {text_of(DESK, 'event_no_luck')}"
        hall.does("tournament", "enter", "cup", "Ada", "--luck", "ab" * 32)
        line = hall.refuses("tournament", "enter", "cup", "Ada", "--reveal", "7", code=2)
        assert line == f"Ada: {text_of(DESK, 'event_no_luck')}"

    def test_terms_that_a_form_lacks_or_has_not(self, hall: Hall) -> None:
        usual = ("--until", "2026-03-03 08:00", "--every", "10d")
        for words, line in LACKING.items():
            assert hall.refuses("tournament", "new", "cup", "alea", *usual, *words.split(), code=2) == line

    def test_games_that_would_never_end_by_themselves(self, hall: Hall) -> None:
        line = hall.refuses("tournament", "new", "cup", "fortuna", *TERMS, "--unfinished", "default", code=2)
        assert line.startswith("games of fortuna do not end by their default moves")
        assert "`--unfinished director`" in line

    def test_somebody_who_is_not_here(self, hall: Hall) -> None:
        hall.new()
        assert hall.refuses("tournament", "enter", "cup", "Zoe", code=2).startswith("there is no player 'Zoe' here")

    def test_an_event_that_is_none(self, hall: Hall) -> None:
        for words in (("status",), ("draw",), ("start",), ("close",), ("standings",), ("thaw",)):
            line = hall.refuses("tournament", *words, "none", code=2)
            assert line == "there is no event 'none' here; `pbem tournament list` shows what there is"

    def test_a_result_of_a_table_that_is_not_of_the_event(self, hall: Hall) -> None:
        hall.begun()
        words = ("--place", "Ada=1", "--place", "Ben=2", "--reason", "so")
        line = hall.refuses("tournament", "rule", "result", "cup", "1.9", *words, code=2)
        assert line == "cup has no table 9 in round 1"

    def test_a_result_of_people_who_do_not_sit_there(self, hall: Hall) -> None:
        hall.begun()
        line = hall.refuses("tournament", "rule", "result", "cup", "1.1", "--place", "Eva=1", "--reason", "so", code=2)
        assert line.startswith("'Eva=1' is not of the form NAME=NUMBER; at this table sit ")

    def test_closing_with_games_open(self, hall: Hall) -> None:
        hall.begun()
        line = hall.refuses("tournament", "close", "cup")
        assert line == "cup has 2 games open, the first is cup.1.1.1: nothing is closed"

    def test_drawing_before_the_entries_close(self, hall: Hall) -> None:
        hall.new()
        hall.does("tournament", "enter", "cup", *PEOPLE)
        line = hall.refuses("tournament", "draw", "cup")
        assert line == "the event starts before its entries close, 2026-03-03 08:00 UTC"

    def test_an_id_that_is_taken(self, hall: Hall) -> None:
        hall.new()
        line = hall.refuses("tournament", "new", "cup", "alea", *TERMS, code=2)
        assert line == "there is an event or a game 'cup' already"

    @pytest.mark.parametrize(
        ("words", "line"),
        [
            (("--every", "0s"), "there is no round, or one does not end after the one before"),
            (("--players", "4"), "'4' is not of the form LEAST..MOST, such as 8..16"),
            (("--points", "5;3"), "'5;3' is not of the form --points 5,3,2,1,0"),
            (("--form", "ladder"), "there is no form 'ladder': choose from allmeet, heats, swiss"),
            (("--ties", "wins,dice"), "there is no tie-break 'dice': choose from "),
            (("--until", "tomorrow"), "'tomorrow' is no time: write one such as '2026-12-20 18:00'"),
            (("--until", "2026-03-01 08:00"), "the entries would be closed before anybody can enter"),
        ],
    )
    def test_terms_that_cannot_be(self, hall: Hall, words: tuple[str, ...], line: str) -> None:
        assert hall.refuses("tournament", "new", "cup", "alea", *TERMS, *words, code=2).startswith(line)

    def test_a_penalty_that_cannot_be_counted(self, hall: Hall) -> None:
        hall.begun()
        line = hall.refuses("tournament", "rule", "penalty", "cup", "Ada", "1", "101", "--reason", "so", code=2)
        assert line == "'101' are too many points: a penalty takes 100 at most"
        for points in ("1/7", "0", "-1", "x", "1/0"):
            assert "no points" in hall.refuses(
                "tournament", "rule", "penalty", "cup", "Ada", "1", "--reason", "so", "--", points, code=2
            )

    def test_a_table_that_is_none(self, hall: Hall) -> None:
        hall.begun()
        for table in ("1", "0.1", "a.b", "1.x"):
            line = hall.refuses("tournament", "rule", "replay", "cup", table, "--reason", "so", code=2)
            assert line.startswith(f"{table!r} is no table")

    def test_a_game_of_the_event_cannot_be_replayed_before_it_is_over(self, hall: Hall) -> None:
        hall.begun()
        line = hall.refuses("tournament", "rule", "replay", "cup", "1.1", "--reason", "so")
        assert line == "table 1 of round 1 has no result"
