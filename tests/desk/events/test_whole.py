"""A whole event at a desk, entered by signed mail: drawn, played, closed, exported, and valid by both verifiers."""

from pathlib import Path

from click.testing import CliRunner

from pbem.cli import main
from pbem.desk.events.rounds import draw_round, start_round
from tests.desk.events.arena import CUP, MEMBERS, Arena
from tests.record.events.verifiers import by_package, by_tool


def enter_by_mail(arena: Arena, name: str) -> str:
    """Let somebody ask for events, and sign the lines of the answer."""
    arena.club.letters()
    assert arena.club.post(name, "events").startswith("answered")
    return arena.club.answer(name, arena.club.letter(name).block_for(CUP))


def test_an_event_by_mail_is_valid_by_both_verifiers(arena: Arena, tmp_path: Path) -> None:
    arena.open()
    for name in MEMBERS[:5]:
        assert enter_by_mail(arena, name) == "answered: cup: enter"
    arena.enter("Fritz")
    arena.later(days=2)
    assert draw_round(arena.desk, CUP).is_new
    assert len(start_round(arena.desk, CUP)) == 3
    first, *others = arena.playing()
    arena.play(first)
    for game in others:
        arena.decide(game)
    arena.club.tick()
    assert arena.playing() == []
    event = arena.finish()
    assert event.book.phase == "closed"
    folder = arena.export(tmp_path / "cup")
    found = by_package(folder)
    assert (found.ok, found.first_bad, found.cannot) == (True, None, None)
    assert found.checks["evidence"] == "ok"
    assert len(found.games) == 6
    assert {verdict for _, verdict, _ in by_tool(folder)} == {"ok"}
    done = CliRunner().invoke(main, ["--desk", str(arena.desk.folder), "verify", str(folder)])
    assert done.exit_code == 0, done.output
    assert (folder / "pages" / "event.de.html").read_text().startswith("<!DOCTYPE html>")
