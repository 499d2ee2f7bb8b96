"""Games that are not over when their round is."""

from pbem.tournament.director.acts.tables import take_result
from pbem.tournament.director.acts.unfinished import play_out
from tests.tournament.director.hall import Hall, event_terms, form


def test_a_game_is_played_out_by_defaults_that_are_ruled() -> None:
    event = Hall(event_terms("spring", "alea", form("allmeet", 2), players=4, rounds=1))
    event.enter("Ada", "Ben").start().draw().open_all()
    played = event.games["spring.1.1.1"]
    played.play(event.now, most=5)
    event.now = event.event.book.ends[0]
    before = len(played.entries)
    for decided in play_out(played.decided, played.secrets, event.now, reason="the round is over"):
        played.keep(decided)
    assert played.match.phase == "over"
    causes = {entry.body["cause"] for entry in played.entries[before:] if entry.body["kind"] == "move"}
    assert "ruling" in causes
    assert causes <= {"ruling", "default", "forced"}
    event.keep(take_result(event.clerk(), played.entries))
    assert event.entries[-1].body["how"] == "played"


def test_a_game_that_is_over_needs_nothing() -> None:
    event = Hall(event_terms("spring", "alea", form("allmeet", 2), players=4, rounds=1), rungs=256)
    event.enter("Ada", "Ben").start().draw().open_all().adjudicate_all()
    played = event.games["spring.1.1.1"]
    assert list(play_out(played.decided, played.secrets, event.now, reason="the round is over")) == []
