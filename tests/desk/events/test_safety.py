"""Events are kept as games are: made again, checked, frozen, brought home, and never in the way of games."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.course.rounds import draw_round
from pbem.desk.events.records.event_export import export_event
from pbem.desk.events.records.event_safety import import_event
from pbem.desk.events.records.event_thawing import freeze_event, thaw_event
from pbem.desk.matches.state.freezing import frozen_at, meet_notes
from pbem.desk.records.remaking.rebuild import rebuild
from pbem.desk.safety.bundles import export_all
from pbem.desk.safety.checking import check
from pbem.desk.safety.restoring import restore
from pbem.desk.safety.status import status
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import EventStanding
from pbem.record.log.entry import Head
from tests.desk.events.arena import CUP, MEMBERS, Arena
from tests.desk.events.test_whole import enter_by_mail
from tests.record.events.verifiers import by_package
from tests.wording import DESK, match_of, mentions


def test_a_rebuild_makes_the_projection_again(arena: Arena) -> None:
    arena.begun(*MEMBERS[:4])
    with arena.desk.store.write() as change:
        before = change.events.find(CUP)
        change.games.drop_projections(CUP)
    assert rebuild(arena.desk) == [f"event: {CUP}"]
    with arena.desk.store.read() as look:
        assert look.events.find(CUP) == before


def test_a_desk_with_an_event_is_found_whole(arena: Arena) -> None:
    arena.begun(*MEMBERS[:4])
    assert check(arena.desk) == []
    arena.finish()
    assert check(arena.desk) == []
    assert status(arena.desk).missing == ()


@pytest.mark.sqlite
def test_damage_in_an_event_is_named(arena: Arena) -> None:
    arena.begun(*MEMBERS[:2])
    with arena.desk.store.write() as change:
        change.secrets.put(CUP, "event", b"x" * 32)
    (damage,) = check(arena.desk)
    assert str(damage.what).startswith("cup event: not the secret")


class TestFrozen:
    def test_to_a_frozen_event_nothing_is_added_until_its_director_vouches_for_it(self, arena: Arena) -> None:
        arena.open()
        arena.enter("Anna", "Bruno")
        with arena.desk.store.write(CUP) as change:
            freeze_event(arena.desk, change, CUP)
        size = arena.size()
        letters = arena.letters()
        assert sorted(letters) == ["Anna", "Bruno"]
        assert mentions(letters["Bruno"][0].flat, DESK, "event_restored", size="3")
        assert mentions(letters["Anna"][0].flat, DESK, "event_restored", "it", size="3")
        with pytest.raises(DeskError, match=match_of(DESK, "event_frozen_restored", event=CUP)):
            arena.enter("Carla")
        arena.later(days=2)
        with pytest.raises(DeskError):
            draw_round(arena.desk, CUP)
        assert arena.size() == size
        thaw_event(arena.desk, CUP)
        assert draw_round(arena.desk, CUP).is_new

    def test_a_head_of_ours_that_is_not_here_freezes_it_and_an_export_thaws_it(
        self, arena: Arena, tmp_path: Path
    ) -> None:
        arena.open()
        arena.enter("Anna", "Bruno")
        export = export_event(arena.desk, CUP, tmp_path / "cup")
        note = (export / "head.note").read_text()
        with arena.desk.store.write() as change:
            change._ground.say("DELETE FROM entry WHERE game = 'cup' AND seq = 2")
            change.events.put(_shorter(change))
            change.tally.begin_anew()
        arena.desk.events.clear()
        assert meet_notes(arena.desk, [note]) == [CUP]
        with arena.desk.store.read() as look:
            assert frozen_at(arena.desk, look, CUP) is not None
        with pytest.raises(DeskError, match="`pbem import`"):
            thaw_event(arena.desk, CUP)
        assert import_event(arena.desk, export) == (CUP, 1, 3)
        arena.enter("Carla")
        assert arena.event().book.active() == ["Anna", "Bruno", "Carla"]


def _shorter(change: Transaction) -> EventStanding:
    """Return where the event stood an entry before."""
    standing = change.events.find(CUP)
    assert standing is not None
    return replace(standing, head=Head(2, change.records.hash_of(CUP, 1) or b""), players=1)


@pytest.mark.sqlite
def test_a_desk_is_made_anew_from_exports_with_its_events(arena: Arena, tmp_path: Path) -> None:
    arena.open()
    for name in MEMBERS[:4]:
        enter_by_mail(arena, name)
    arena.later(days=2)
    draw_round(arena.desk, CUP)
    export_all(arena.desk, tmp_path / "all")
    assert by_package(tmp_path / "all" / "events" / CUP).ok
    keys = tmp_path / "again"
    keys.mkdir()
    for name in ("pbem.toml", "referee.key", "desk.key"):
        (keys / name).write_bytes((arena.desk.folder / name).read_bytes())
    for name in ("referee.key", "desk.key"):
        (keys / name).chmod(0o600)
    restored = restore(tmp_path / "all", keys)
    assert restored.lost == ()
    again = Desk(keys)
    with again.store.read() as look, arena.desk.store.read() as first:
        assert look.records.raws(CUP) == first.records.raws(CUP)
        standing = look.events.find(CUP)
        assert standing == first.events.find(CUP)
        assert CUP in look.secrets.frozen_games()
    thaw_event(again, CUP)
    assert check(again) == []
    again.close()
