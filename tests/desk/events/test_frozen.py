"""A frozen event: everybody is told that it is, nothing is offered that cannot be done, and no word is lost."""

from contextlib import closing
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.events.event_store import entries_of_event
from pbem.desk.events.records.event_thawing import freeze_event, thaw_event
from pbem.desk.post.work.courier import send
from tests.cli.hosting import done, no, pbem
from tests.desk.club.society import Mailed
from tests.desk.events.arena import CUP, Arena
from tests.desk.events.test_whole import enter_by_mail
from tests.wording import DESK, mentions

pytestmark = pytest.mark.sqlite
UNUSABLE = 4


def freeze(arena: Arena) -> None:
    with arena.desk.store.write(CUP) as change:
        freeze_event(arena.desk, change, CUP)
    arena.letters()


def test_words_are_kept_until_it_goes_on_and_count_as_of_when_they_came(arena: Arena) -> None:
    arena.open()
    enter_by_mail(arena, "Carla")
    seen, token = f"1 {arena.event().book.heads[1][:32]}", arena.club.token("Bruno")
    entering = arena.club.signed("Bruno", "enter cup", game=CUP, seat="none", token=token, seen=seen)
    leaving = arena.club.signed("Carla", "withdraw cup", game=CUP, seat="none", token=arena.club.token("Carla"))
    freeze(arena)
    came, size = arena.desk.now(), arena.size()
    for raw in (entering, leaving):
        arena.club.put(raw)
    assert arena.club.tick() == ["kept: cup: a word that waits until the event goes on"] * 2
    told = arena.club.letters()
    assert {one.to for one in told} == {"Bruno", "Carla"}
    assert mentions(next(one.flat for one in told if one.to == "Bruno"), DESK, "slip_event_held", event="cup")
    assert mentions(next(one.flat for one in told if one.to == "Carla"), DESK, "slip_event_held", "fr", event="cup")
    arena.club.put(entering)
    assert arena.club.tick() == ["known: this was acted on before"]
    arena.later(days=2)  # the entries are closed meanwhile
    assert arena.size() == size
    thaw_event(arena.desk, CUP)
    arena.club.tick()
    with arena.desk.store.read() as look:
        said = [
            (entry.body["kind"], entry.body["player"], entry.body["came"]) for entry in entries_of_event(look, CUP)[2:]
        ]
    assert sorted(said) == [("entry", "Bruno", came), ("withdraw", "Carla", came)]
    letters = arena.letters()
    assert mentions(letters["Bruno"][0].flat, DESK, "slip_event_entered", event="cup", title="The cup")
    assert mentions(letters["Carla"][0].flat, DESK, "slip_event_withdrawn", "fr", event="cup", title="The cup")
    arena.club.tick()
    assert (arena.size(), arena.letters()) == (size + 2, {})


def test_a_kept_word_that_cannot_be_taken_is_answered_when_it_goes_on(arena: Arena) -> None:
    arena.open()
    leaving = arena.club.signed("Dieter", "withdraw cup", game=CUP, seat="none", token=arena.club.token("Dieter"))
    freeze(arena)
    arena.club.put(leaving)
    assert arena.club.tick()[0].startswith("kept: ")
    thaw_event(arena.desk, CUP)
    arena.letters()
    arena.club.tick()
    assert mentions(arena.club.letter("Dieter").flat, DESK, "event_not_in", "de", event="cup")
    assert arena.size() == 1


def test_nothing_is_offered_that_cannot_be_done(arena: Arena) -> None:
    arena.open()
    arena.enter("Anna", "Bruno")
    arena.later(days=2)
    desk = arena.desk.folder
    assert "you can draw" in done(desk, "tournament", "status", CUP)
    assert pbem(desk, "verify", CUP).exit_code == 0
    freeze(arena)
    shown = done(desk, "tournament", "status", CUP)
    assert "you can draw" not in shown
    assert mentions(shown, DESK, "event_frozen_restored", event="cup")
    assert "`pbem tournament thaw`" in shown
    (line,) = done(desk, "tournament", "list").splitlines()
    assert line.split()[:3] == [CUP, "fortuna", "frozen"]
    assert f"`pbem tournament thaw {CUP}`" in done(desk, "status")
    assert mentions(no(1, desk, "tournament", "tell", CUP), DESK, "event_frozen_restored", event="cup")
    verdict = pbem(desk, "verify", CUP)
    assert verdict.exit_code == UNUSABLE
    assert "CANNOT CHECK: the record was restored" in verdict.output
    for word in ("enter cup", "withdraw cup", "events"):
        arena.letters()
        assert arena.club.post("Bruno", word).startswith("answered")
        told = arena.club.letter("Bruno")
        assert mentions(told.flat, DESK, "event_frozen_restored", event="cup")
        assert [block for block in told.blocks if block["game"] == CUP] == []
    done(desk, "tournament", "thaw", CUP)
    assert "you can draw" in done(desk, "tournament", "status", CUP)
    assert pbem(desk, "verify", CUP).exit_code == 0


def test_a_restored_desk_counts_its_events_and_asks_their_players(arena: Arena, tmp_path: Path) -> None:
    arena.open()
    arena.enter("Anna", "Bruno")
    backup, again = tmp_path / "backup", tmp_path / "again"
    done(arena.desk.folder, "backup", backup, "--keys")
    said = done(again, "restore", backup, again)
    assert f"restored 0 games and 1 event into {again}" in said
    assert f"frozen: {CUP}" in said
    with closing(Desk(again)) as desk:
        send(desk)
    letters = [Mailed(path.read_bytes()) for path in (again / "outbox" / "new").iterdir()]
    asked = {one.to: one.flat for one in letters}
    assert mentions(asked["Bruno"], DESK, "event_restored")
    assert set(asked) == {"Anna", "Bruno"}
