"""What is told to whoever leaves an event is what then happens to him."""

from pbem.record.events.law.kinds import Entries
from pbem.tournament.director.acts.leaving import Leaving, leaving
from pbem.tournament.director.acts.ruling import put_out
from tests.tournament.director.hall import AT, DAY, Hall, event_terms, form

NAMES = ("Ada", "Ben", "Cem", "Dora", "Emil", "Fay")


def swiss(**more: object) -> Hall:
    terms = event_terms("spring", "alea", form("swiss", 2, rounds=2, starts=2), players=6, rounds=2, **more)
    return Hall(terms).enter(*NAMES)


def heats() -> Hall:
    terms = event_terms("cup", "alea", form("heats", 3, 2, advance=[4, 2], starts=2), players=6, rounds=3)
    return Hall(terms).enter(*NAMES).start().draw().open_all()


def drawn_next(event: Hall) -> tuple[str, ...]:
    """Return who is at a table, or has a bye, once the next round is drawn."""
    return event.draw().event.book.rounds[-1].busy


def test_before_the_start_nobody_is_drawn_who_leaves() -> None:
    event = swiss()
    assert leaving(event.event, "Ada") == Leaving("open")
    assert leaving(event.withdraw("Ada").event, "Ada") == Leaving("open")
    assert "Ada" not in drawn_next(event.start())


def test_who_waits_leaves_the_waiting_list() -> None:
    event = swiss(entries=Entries(late=0, least=2, most=4, until=AT + DAY)).start().draw()
    assert leaving(event.event, "Fay") == leaving(event.withdraw("Fay").event, "Fay") == Leaving("waiting")


def test_between_draw_and_start_the_seat_is_given_away() -> None:
    event = swiss().start().draw()
    assert leaving(event.event, "Ada") == Leaving("next", 2, is_seated=True)


def test_while_games_are_under_way_they_go_on_and_the_next_round_is_without_him() -> None:
    event = swiss().start().draw().open_all()
    (game,) = [seating.game for _place, seating in event.event.book.open_tables() if "Ada" in seating.seats]
    assert leaving(event.event, "Ada") == Leaving("next", 2, (game,))
    assert leaving(event.withdraw("Ada").event, "Ada") == Leaving("next", 2, (game,))
    assert "Ada" not in drawn_next(event.adjudicate_all())


def test_one_whose_own_game_is_over_is_not_drawn_either_while_others_play() -> None:
    event = swiss().start().draw().open_all()
    first, *_others = event.event.book.rounds[0].tables
    event.adjudicate(first.game, 2, 1)
    assert leaving(event.event, first.seats[0]) == Leaving("next", 2)
    assert first.seats[0] not in drawn_next(event.withdraw(first.seats[0]).adjudicate_all())


def test_after_the_cut_he_is_still_drawn() -> None:
    event = swiss().start().draw().open_all().adjudicate_all()
    assert leaving(event.event, "Ada") == Leaving("still", 2)
    assert leaving(event.rule(put_out, "Ada").event, "Ada") == Leaving("still", 2)
    assert "Ada" in drawn_next(event)


def test_in_the_last_round_nothing_is_drawn_any_more() -> None:
    event = swiss().start().draw().open_all().adjudicate_all().draw().open_all().adjudicate_all()
    assert leaving(event.event, "Ada") == Leaving("last", 3)


def test_who_did_not_go_on_in_heats_was_not_to_be_drawn_anyway() -> None:
    event = heats().adjudicate_all()
    assert leaving(event.event, "Ada").drawing == "still"  # who goes on is known when the round is drawn
    gone_on = drawn_next(event)
    out = next(name for name in NAMES if name not in gone_on)
    assert leaving(event.event, out) == Leaving("out", 3)
    assert leaving(event.withdraw(out).event, out) == Leaving("out", 3)
    assert leaving(event.event, gone_on[0]).drawing == "next"
