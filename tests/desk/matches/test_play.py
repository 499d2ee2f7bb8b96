"""Opening games, orders as text, previews, luck and rulings: all of it or nothing."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from freezegun import freeze_time

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, RefusedError, UsageError
from pbem.desk.matches.acts.host.rulings import rule_back, rule_default, rule_substitute, rule_void
from pbem.desk.matches.acts.offers import opening
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.matches.state.replies import reply_lines
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.hearing.games.sheets import take_here
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.records.folders.entries import entries_of
from pbem.desk.safety.checking import check
from pbem.desk.store.shelves.games import Games
from pbem.desk.store.values import Member, Standing
from pbem.record.dice.fair import Rungs, ladder, luck_commitment
from pbem.record.log.entry import Head
from pbem.referee.acts.scribe import MOST_MOVES
from pbem.report.notice import lines_in
from tests import wording
from tests.desk.house import BLUE, GAME, HOLDERS, PLAN, head_of, legal, match_of, opened, play, rows, tamper
from tests.wording import REFEREE

PAIR = {"blue": "Anna", "orange": "Bruno"}


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (NewGame("chess", PAIR), "there is no game 'chess'; there is .*fortuna"),
        (NewGame("../fortuna", PAIR), "there is no game"),
        (NewGame("fortuna", {"blue": "Anna"}), "players|seats"),
        (NewGame("fortuna", {}), "players|seats"),
        (NewGame("fortuna", {**PAIR, "pink": "Carla"}), "has no seat 'pink'; its seats are blue"),
        (NewGame("fortuna", {"blue": "Anna", "orange": "Nobody"}), "there is no player 'Nobody' here"),
        (NewGame("fortuna", {"blue": "Anna", "orange": "anna"}), "cannot hold two seats"),
        (NewGame("fortuna", PAIR, GAME), "there is a game 'f1' already"),
        (NewGame("fortuna", PAIR, "../f2"), "cannot be a game's id"),
        (NewGame("fortuna", PAIR, "x" * 65), "cannot be a game's id"),
        (NewGame("fortuna", PAIR, "-f"), "cannot be a game's id"),
        (NewGame("fortuna", PAIR, options={"setup": "{7*7}"}), "setup"),
        (NewGame("fortuna", PAIR, options={"%s": "x"}), "%s"),
        (NewGame("fortuna", PAIR, table={"version": 1}), "table"),
        (NewGame("fortuna", PAIR, table=[]), "table"),
    ],
)
def test_a_game_that_cannot_be_opened_is_not(fresh: Desk, folder: Path, asked: NewGame, why: str) -> None:
    before = rows(folder)
    with pytest.raises(UsageError, match=why):
        new_game(fresh, asked)
    assert rows(folder) == before


def test_ids_are_made_up_without_clashes(fresh: Desk) -> None:
    new_game(fresh, NewGame("fortuna", PAIR, "fortuna-2"))
    made = [new_game(fresh, NewGame("fortuna", PAIR)).id for _ in range(2)]
    assert made == ["fortuna-1", "fortuna-3"]


@pytest.mark.parametrize("games", [0, 1, 2, 3, 7, 8, 1000])
def test_an_id_is_made_up_in_a_few_looks(fresh: Desk, monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    looks = list[str]()
    find = Games.find

    def counted(games: Games, game: str) -> Standing | None:
        looks.append(game)
        return find(games, game)

    with fresh.store.write() as change:
        for number in range(1, games + 1):
            change.games.put(Standing(f"fortuna-{number}", "fortuna", "over", Head(1, bytes(32)), 0))
    monkeypatch.setattr(Games, "find", counted)
    assert new_game(fresh, NewGame("fortuna", PAIR)).id == f"fortuna-{games + 1}"
    assert len(looks) <= 2 * (games + 1).bit_length() + 2


@freeze_time("2031-02-03 04:05:06")
def test_entries_bear_the_time_of_the_desk(fresh: Desk) -> None:
    match = new_game(fresh, NewGame("fortuna", PAIR, "g2"))
    with fresh.store.read() as look:
        assert {entry.body["at"] for entry in entries_of(look, match.id)} == {1927857906}


WRONG = {
    "empty": "",
    "comments only": "# nothing\n\n;;;\n",
    "unknown word": "fly to the moon",
    "third line": "{good}\n\nsing a song",
    "control characters": "{good}\x1b[31m",
    "bidi": "{good} \u202e",
    "a decision that cannot come up": "{good}\nreserve none",
    "template": "{{{{7*7}}}} %s %(x)s {{0.__class__}}",
    "too long": "x" * 17_000,
    "too many lines": "wait\n" * 300,
    "number without a report": "1",
    "a head of another record": "seen 3 00000000000000000000000000000000\n{good}",
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_sheet_changes_nothing(running: Desk, folder: Path, what: str) -> None:
    text = WRONG[what].format(good=legal(running, BLUE)[0])
    before = rows(folder)
    with pytest.raises(RefusedError):
        order(running, GAME, "Anna", text)
    with pytest.raises(RefusedError):
        take_here(running, GAME, "Anna", text, is_preview=True)
    assert rows(folder) == before


def test_all_problems_are_told_at_once_with_their_lines(running: Desk) -> None:
    with pytest.raises(RefusedError) as caught:
        order(running, GAME, "Anna", f"sing\n{legal(running, BLUE)[0]}\n{{{{7*7}}}}")
    assert [problem.line for problem in caught.value.problems] == [1, 3]
    assert "49" not in str(caught.value)


def test_a_preview_writes_nothing_and_an_order_does_what_it_told(running: Desk, folder: Path) -> None:
    before, text = rows(folder), legal(running, BLUE)[0]
    trial = take_here(running, GAME, "anna", text, is_preview=True).trial
    assert trial
    assert rows(folder) == before
    told = [match_of(running).game.write(act.move, "en") for act in trial.acts]
    played = lines_in(order(running, GAME, "anna", text).answer, "played")
    assert told[0] == text
    assert list(played[: len(told)]) == told


def test_who_does_not_play_cannot_order(running: Desk, folder: Path) -> None:
    before = rows(folder)
    with pytest.raises(UsageError, match="Carla does not play in f1"):
        order(running, GAME, "Carla", "end")
    with pytest.raises(UsageError, match="there is no player 'Eve'"):
        order(running, GAME, "Eve", "end")
    with pytest.raises(UsageError, match="there is no game 'f2'"):
        order(running, "f2", "Anna", "end")
    assert rows(folder) == before


def test_a_plan_is_kept_over_a_restart_and_can_be_cleared(running: Desk, folder: Path) -> None:
    running.close()
    with opened(folder) as desk:
        with desk.store.read() as look:
            assert PLAN.encode() in look.secrets.under(GAME, "plan/")["orange"]
        head = head_of(desk)
        order(desk, GAME, "Bruno", "clear")
        with desk.store.read() as look:
            assert "orange" not in look.secrets.under(GAME, "plan/")
        assert head_of(desk) == head


def test_who_would_undo_a_choice_that_waits_is_told_how_to_drop_it(fresh: Desk) -> None:
    with pytest.raises(RefusedError, match=wording.match_of(REFEREE, "undo_turn")):
        order(fresh, GAME, "Anna", "undo")
    order(fresh, GAME, "Anna", "any")
    with pytest.raises(RefusedError, match=wording.match_of(REFEREE, "undo_kept", word="clear")):
        order(fresh, GAME, "Anna", "undo")
    order(fresh, GAME, "Anna", "clear")
    with pytest.raises(RefusedError, match=wording.match_of(REFEREE, "undo_turn")):
        order(fresh, GAME, "Anna", "undo")


def test_over_means_over(over: Desk, folder: Path) -> None:
    before = rows(folder)
    with pytest.raises(RefusedError, match=wording.match_of(REFEREE, "closed_over")):
        order(over, GAME, "Anna", "reserve none")
    with pytest.raises(RefusedError, match=wording.match_of(REFEREE, "staying_over")):
        order(over, GAME, "Anna", "resign")
    with pytest.raises(DeskError, match="nobody is awaited"):
        rule_default(over, GAME, (), "x")
    with pytest.raises(DeskError, match="over already"):
        rule_void(over, GAME, "x")
    with pytest.raises(DeskError, match="running state"):
        rule_back(over, GAME, 20, "x")
    with pytest.raises(DeskError, match="the game is over"):
        rule_substitute(over, GAME, "blue", "Carla", "x")
    assert rows(folder) == before


@pytest.mark.parametrize("kind", ["", "clever", "__class__"])
def test_there_is_no_bot_by_just_any_name(running: Desk, kind: str) -> None:
    with pytest.raises(UsageError, match="there is no bot"):
        play_bots(running, GAME, Bots(kind, frozenset(HOLDERS), Random(1), 1))


def test_rulings_that_make_no_sense_are_not_made(running: Desk, folder: Path) -> None:
    before = rows(folder)
    with pytest.raises(DeskError, match="nothing is asked of orange"):
        rule_default(running, GAME, ("orange",), "x")
    with pytest.raises(UsageError, match="has no seat 'pink'"):
        rule_default(running, GAME, ("pink",), "x")
    with pytest.raises(UsageError, match="has no entry 9999"):
        rule_back(running, GAME, 9999, "x")
    with pytest.raises(DeskError, match="running state"):
        rule_back(running, GAME, 0, "x")
    with pytest.raises(DeskError, match="plays in f1 already"):
        rule_substitute(running, GAME, "blue", "Bruno", "x")
    with pytest.raises(UsageError, match="there is no player"):
        rule_substitute(running, GAME, "blue", "Nobody", "x")
    assert rows(folder) == before


def test_rulings_stand_in_the_record_and_it_stays_valid(running: Desk) -> None:
    rule_default(running, GAME, (), "no answer for a week")
    rule_substitute(running, GAME, "blue", "Carla", "on holiday")
    rule_back(running, GAME, 100, "a slip of the pen")
    play(running, 6)
    assert match_of(running).holders[BLUE].name == "Carla"
    with running.store.read() as look:
        acts = [entry.body["act"] for entry in entries_of(look, GAME) if entry.body["kind"] == "ruling"]
        assert look.games.seats_in_play("Carla") == [(GAME, "blue")]
        assert look.games.seats_in_play("Anna") == []
    assert acts == ["play", "substitute", "back"]
    found = verify_game(running, GAME)
    assert found.ok, found.first_bad


def test_standing_orders_that_would_never_end_are_stopped_and_any_sheet_goes_on(fresh: Desk) -> None:
    for name in HOLDERS.values():
        played = order(fresh, GAME, name, "always any")
    moves = [entry for entry in played.decided.entries if entry.body["kind"] == "move"]
    assert len(moves) == MOST_MOVES
    asked = match_of(fresh).waiting()[0].seat
    assert [notice.seat for notice in played.decided.notices] == [asked]
    assert order(fresh, GAME, HOLDERS[asked], legal(fresh, asked)[0]).decided.entries
    assert head_of(fresh).size > 2 * MOST_MOVES
    assert verify_game(fresh, GAME).ok


def test_a_void_game_takes_nothing_more(running: Desk, folder: Path) -> None:
    rule_void(running, GAME, "the box is lost")
    before = rows(folder)
    with pytest.raises(RefusedError, match=wording.match_of(REFEREE, "closed_void")):
        order(running, GAME, "Anna", "end")
    with pytest.raises(DeskError, match="void already"):
        rule_void(running, GAME, "again")
    assert rows(folder) == before


def test_luck_is_committed_then_revealed_then_the_game_starts(fresh: Desk) -> None:
    match = new_game(fresh, NewGame("fortuna", PAIR, "g2", luck=True))
    assert match.phase == "seating"
    with fresh.store.read() as look:
        assert len(reply_lines(look, match, BLUE)) == 5
    lucks = {seat: bytes([number]) * 32 for number, seat in enumerate(PAIR)}
    with pytest.raises(RefusedError, match="luck"):
        order(fresh, "g2", "Anna", "reserve none")
    for seat, name in PAIR.items():
        order(fresh, "g2", name, f"luck {luck_commitment('g2', seat, lucks[seat]).hex()}")
    with pytest.raises(RefusedError, match=wording.match_of(REFEREE, "reveal_other")):
        order(fresh, "g2", "Anna", f"reveal {lucks['orange'].hex()}")
    for seat, name in PAIR.items():
        order(fresh, "g2", name, f"reveal {lucks[seat].hex()}")
    assert match_of(fresh, "g2").phase == "running"
    found = verify_game(fresh, "g2")
    assert found.ok
    assert found.chance == "attested"  # all of it was entered at the desk


def test_luck_revealed_first_is_not_shown_to_the_others(fresh: Desk, folder: Path) -> None:
    new_game(fresh, NewGame("fortuna", PAIR, "g2", luck=True))
    luck = bytes(range(32))
    for seat, name in PAIR.items():
        order(fresh, "g2", name, f"luck {luck_commitment('g2', seat, luck).hex()}")
    order(fresh, "g2", "Anna", f"reveal {luck.hex()}")
    assert match_of(fresh, "g2").phase == "seating"
    for path in folder.glob("pbem.db*"):
        assert luck not in path.read_bytes()
        assert luck.hex().encode() not in path.read_bytes()


def test_another_key_in_place_of_the_desks_says_so(running: Desk, folder: Path) -> None:
    running.close()
    (folder / "desk.key").write_text("00" * 32)
    with pytest.raises(DeskError, match=r"desk\.key is not the key of this desk") as caught:
        Desk(folder)
    assert caught.value.exit_code == 3


def test_a_record_is_not_written_over_behind_a_damaged_projection(running: Desk, folder: Path) -> None:
    size = head_of(running).size
    play(running, 1)
    assert tamper(folder, "UPDATE game SET size = ?", size) == 1
    running.remembered.clear()
    before, text = rows(folder), legal(running, BLUE)[0]
    with pytest.raises(DeskError, match=r"(?i)UNIQUE.*pbem rebuild"):
        order(running, GAME, "Anna", text)
    assert rows(folder) == before


def _while_hashing(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Do something while the dice of the next game are being made."""

    def making(game: str, top: bytes) -> Rungs:
        monkeypatch.setattr(opening, "ladder", ladder)
        act()
        return ladder(game, top)

    monkeypatch.setattr(opening, "ladder", making)


def test_nobody_waits_while_the_dice_of_a_new_game_are_made(
    fresh: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(folder) as other:
        _while_hashing(monkeypatch, lambda: add_player(other, Member("Zoe")))
        assert new_game(fresh, NewGame("fortuna", PAIR)).id == "fortuna-1"
    with fresh.store.read() as look:
        assert look.people.find("Zoe")


def test_whoever_is_quicker_has_an_id_and_the_other_the_next(
    fresh: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(folder) as other:
        _while_hashing(monkeypatch, lambda: new_game(other, NewGame("fortuna", PAIR)))
        assert new_game(fresh, NewGame("fortuna", PAIR)).id == "fortuna-2"
        assert match_of(other, "fortuna-1").head.size == match_of(other, "fortuna-2").head.size
    assert check(fresh) == []


def test_whoever_is_slower_does_not_get_the_id_he_named(
    fresh: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(folder) as other:
        _while_hashing(monkeypatch, lambda: new_game(other, NewGame("fortuna", PAIR, "cup")))
        with pytest.raises(UsageError, match="there is a game 'cup' already"):
            new_game(fresh, NewGame("fortuna", PAIR, "cup"))
    assert check(fresh) == []
