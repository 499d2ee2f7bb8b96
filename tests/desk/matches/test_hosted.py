"""A host who plays: his seat chooses first, and the others are asked by letters that carry that head."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, RefusedError, UsageError
from pbem.desk.letters.writing import write_letter
from pbem.desk.matches.acts.host.rulings import rule_default, rule_substitute, rule_void
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.matches.acts.restored.asking_anew import ask_anew
from pbem.desk.post.hearing.games.sheets import take_here
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.keys.rekeying import change_key
from pbem.desk.records.checks.game_verdict import verify_files, verify_game
from pbem.desk.records.folders.exporting import export
from pbem.desk.records.remaking.importing import import_entries
from pbem.desk.records.remaking.rebuild import rebuild
from pbem.desk.wording.phrases import say
from pbem.games.found import named
from pbem.mail.signed import sign_orders
from pbem.record.notes.notes import find_notes
from pbem.record.notes.notes import read as read_note
from tests import wording
from tests.cli.hosting import done, no
from tests.desk.house import (
    BLUE,
    GAME,
    HOLDERS,
    KEYS,
    ORANGE,
    REFEREE,
    SteadyDesk,
    block_of,
    enrol,
    legal,
    mail,
    match_of,
    opened,
    signed_mail,
)
from tests.desk.letters.test_letters import body, due
from tests.desk.records.cheating import Crook
from tests.wording import DESK, game_text, mentions


@pytest.fixture
def hosted(folder: Path) -> Iterator[Desk]:
    """A desk with a game that has just begun; blue's player can read the desk."""
    desk = SteadyDesk.create(folder, name=REFEREE, address="referee@example.org")
    enrol(desk)
    seats = {str(seat): name for seat, name in HOLDERS.items()}
    new_game(desk, NewGame("fortuna", seats, GAME, hosted=("blue",)))
    yield desk
    desk.close()


def told(desk: Desk, name: str) -> list[str]:
    """Return all letters to somebody, and forget them."""
    found = []
    for letter in due(desk):
        if letter.player == name:
            with desk.store.read() as look:
                found.append(body(write_letter(desk, look, letter)))
            with desk.store.write() as change:
                change.letters.note_sent(letter.id, 1)
    return found


def test_who_chooses_beside_a_hosted_seat_must_say_what_he_has_seen(hosted: Desk) -> None:
    receive(hosted, signed_mail(hosted, BLUE, legal(hosted, BLUE)[0]))
    choice = legal(hosted, ORANGE)[0]
    blind = replace(block_of(hosted, ORANGE, choice), seen=None)
    assert receive(hosted, mail(sign_orders(blind, KEYS["Bruno"]))).verdict == "refused"
    assert receive(hosted, signed_mail(hosted, ORANGE, choice)).verdict == "played"
    assert verify_game(hosted, GAME).ok


def test_the_others_are_asked_when_the_hosted_seat_has_chosen_by_letters_with_that_head(hosted: Desk) -> None:
    (first,) = told(hosted, "Bruno")
    assert say("not_asked", "en") in first.splitlines()
    assert say("hosted_seats", "en", seats="blue") in " ".join(first.split())
    assert say("hosted_seats", "en", seats="blue") in done(hosted.folder, "game", "show", GAME)
    assert game_text(named("fortuna"), "waits_reserve", "en", {BLUE: "Anna"}, seat="seats/blue") in first
    begun = match_of(hosted).head.size
    choice = legal(hosted, BLUE)[0]
    assert receive(hosted, signed_mail(hosted, BLUE, choice)).verdict == "played"
    assert match_of(hosted).head.size == begun + 1
    (asked,) = told(hosted, "Bruno")
    (note,) = find_notes(asked)
    assert read_note(note, hosted.public_key, REFEREE)[1] == match_of(hosted).head
    assert say("not_asked", "en") not in asked
    assert say("board", "en") in asked
    assert choice not in asked.partition(say("board", "en"))[0]
    assert "Anna (blue): " not in asked
    assert mentions(told(hosted, "Anna")[-1], DESK, "sealed")


def test_a_choice_is_refused_before_and_can_be_made_after(hosted: Desk) -> None:
    early = signed_mail(hosted, ORANGE, legal(hosted, ORANGE)[0])
    assert receive(hosted, early).verdict == "refused"
    assert any(mentions(text, wording.REFEREE, "hosted_first", seats="blue") for text in told(hosted, "Bruno"))
    with pytest.raises(RefusedError):
        take_here(hosted, GAME, "Bruno", legal(hosted, ORANGE)[0])
    order(hosted, GAME, "Anna", legal(hosted, BLUE)[0])
    with pytest.raises(RefusedError):
        order(hosted, GAME, "Anna", legal(hosted, BLUE)[1])
    answered = signed_mail(hosted, ORANGE, legal(hosted, ORANGE)[1])
    assert receive(hosted, answered).verdict == "played"
    assert verify_game(hosted, GAME).ok


def test_whoever_is_bound_can_neither_leave_nor_get_another_key_nor_be_replaced(hosted: Desk) -> None:
    order(hosted, GAME, "Anna", legal(hosted, BLUE)[0])
    with pytest.raises(RefusedError, match=wording.match_of(wording.REFEREE, "hosted_chosen")):
        order(hosted, GAME, "Anna", "resign")
    with pytest.raises(UsageError, match="blue is bound in"):
        change_key(hosted, "Anna", b"", "lost")
    with pytest.raises(DeskError, match="blue has chosen, and is bound"):
        rule_substitute(hosted, GAME, "blue", "Carla", "lost")
    assert receive(hosted, signed_mail(hosted, ORANGE, legal(hosted, ORANGE)[0])).verdict == "played"
    change_key(hosted, "Anna", b"", "lost")
    assert match_of(hosted).holders[BLUE].key == "desk"
    assert verify_game(hosted, GAME).ok


def test_what_bound_a_hosted_seat_comes_home_only_if_it_is_laid_open(
    hosted: Desk, folder: Path, tmp_path: Path
) -> None:
    old = shutil.copytree(folder, tmp_path / "old")
    order(hosted, GAME, "Anna", legal(hosted, BLUE)[0])
    running = export(hosted, GAME, tmp_path / "running")
    order(hosted, GAME, "Bruno", legal(hosted, ORANGE)[0])
    rule_void(hosted, GAME, "enough")
    over = export(hosted, GAME, tmp_path / "over")
    with opened(old) as desk:
        with pytest.raises(DeskError, match="binds blue by a sheet that is lost"):
            import_entries(desk, running)
        import_entries(desk, over)
        assert verify_game(desk, GAME).ok
        again = export(desk, GAME, tmp_path / "again")
        assert (again / "openings.jsonl").read_bytes() == (over / "openings.jsonl").read_bytes()
        assert verify_files(again).ok


def test_a_bound_seat_keeps_its_choice_when_everybody_else_is_asked_anew(hosted: Desk) -> None:
    choice = legal(hosted, BLUE)[0]
    order(hosted, GAME, "Anna", choice)
    with hosted.store.write() as change:
        assert ask_anew(change, match_of(hosted)) == {}
    order(hosted, GAME, "Bruno", legal(hosted, ORANGE)[0])
    assert not match_of(hosted).has_chosen(BLUE)
    assert verify_game(hosted, GAME).ok


def test_the_move_of_a_hosted_seat_is_held_against_what_bound_it(hosted: Desk, tmp_path: Path) -> None:
    first, second = legal(hosted, BLUE)[:2]
    crook = Crook(hosted, BLUE)
    bound = crook.play(crook.sign(first))
    other = Crook(hosted, ORANGE)
    answer = legal(hosted, ORANGE)[0]
    seat = other.play(other.sign(answer))
    crook.lay(second, bound)
    other.lay(answer, seat)
    here = verify_game(hosted, GAME)
    assert here.first_bad is not None
    assert (here.first_bad["seq"], here.first_bad["check"]) == (bound, "orders")
    found = verify_files(crook.publish(tmp_path / "x", []))
    assert found.first_bad is not None
    assert (found.first_bad["seq"], found.first_bad["check"]) == (bound, "orders")


def test_a_ruling_chooses_for_a_hosted_seat_before_others_are_asked(hosted: Desk) -> None:
    size = match_of(hosted).head.size
    rule_default(hosted, GAME, ("orange",), "ill")
    assert match_of(hosted).head.size == size, "it is kept like a choice, and blue still chooses first"
    rule_default(hosted, GAME, ("blue",), "ill too")
    assert match_of(hosted).head.size > size + 2
    assert verify_game(hosted, GAME).ok


@pytest.mark.parametrize("resigns", [True, False])
def test_bots_play_a_hosted_seat_to_the_end_and_the_verdict_names_it(
    hosted: Desk, folder: Path, tmp_path: Path, resigns: bool
) -> None:
    if resigns:
        order(hosted, GAME, "Anna", "resign")
    for _ in range(400):
        if not resigns:
            play_bots(hosted, GAME, Bots("greedy", frozenset({"blue"}), Random(1), 40))
        match = play_bots(hosted, GAME, Bots("random", frozenset({"orange"}), Random(1), 40))
        if match.phase != "running":
            break
    assert match.phase == "over"
    assert rebuild(hosted) == []
    made = export(hosted, GAME, tmp_path / "x")
    found = verify_files(made)
    assert found.ok
    assert found.orders is not None
    assert bool(found.orders["compared"]) != resigns  # what bound the hosted seat is laid open
    assert list(found.host["hosted"]) == ["blue"]
    hosted.close()
    assert "hosted     blue can read the desk" in done(folder, "verify", made)


def test_a_seat_is_hosted_by_command_and_must_be_taken(hosted: Desk, folder: Path) -> None:
    with pytest.raises(UsageError, match="nobody plays 'grey'"):
        new_game(hosted, NewGame("fortuna", {"blue": "Anna", "orange": "Bruno"}, hosted=("grey",)))
    hosted.close()
    seats = ("--seat", "blue=Anna", "--seat", "orange=Bruno")
    done(folder, "game", "new", "fortuna", *seats, "--id", "g2", "--hosted", "orange")
    assert '"hosted":["orange"]' in done(folder, "log", "g2", "--json")
    assert "nobody plays" in no(2, folder, "game", "new", "fortuna", *seats, "--hosted", "green")
