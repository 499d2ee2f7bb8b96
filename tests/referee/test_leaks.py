"""Nothing leaks: what others see of a game does not depend on what a seat hides, nor on a plan before it acts."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.games.fortuna import GAME as FORTUNA
from pbem.games.game import Seat
from tests.games.toy import GAME as TOY
from tests.referee.bench import GREEN, RED, Bench, install, secret
from tests.referee.variants import VARIANTS

# What may be written ahead. Conditions test public facts alone; `polish if legal keep fig` would be a choice to tell.
STATEMENTS = (
    "bid 0",
    "bid 1",
    "bid 2",
    "bid 2 if coins >= 2 | bid 0",
    "reroll",
    "reroll none",
    "reroll if have 1 | reroll none",
    "reroll then polish then keep wine",
    "reroll then any",
    "polish",
    "polish else skip",
    "keep wine",
    "keep wine | any",
    "keep silk | keep fig else pass",
    "keep salt else skip",
    "gift",
    "gift if points >= 3 else skip",
    "any",
    "wait",
    "next",
    "always polish",
    "always polish if coins >= 2",
    "always keep wine",
    "always keep silk | any",
    "always keep salt else skip",
    "always reroll if coins >= 9",
    "always any",
)
CHOICES = ("keep salt else skip",)  # with what follows it, a choice to tell for one who knows the cards
SHEETS = st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=7).map("\n".join)
KNOWING = st.lists(st.sampled_from(sorted({*STATEMENTS} - {*CHOICES})), min_size=1, max_size=7).map("\n".join)


@pytest.fixture(autouse=True, scope="module")
def _games() -> Iterator[None]:
    """Hypothesis wants its games in place for many examples at once."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        install(monkeypatch, TOY, FORTUNA, *VARIANTS)
        yield


def public(bench: Bench, start: int) -> list[dict[str, Any]]:
    """Return what the record tells since an entry, but for hashes and seals, which are random to everybody."""
    told = []
    for entry in bench.entries[start:]:
        body = {name: value for name, value in entry.body.items() if name not in ("prev", "hidden", "result")}
        told.append({name: "?" if name == "seal" else value for name, value in body.items()})
    return told


def heard(bench: Bench, seat: Seat | None) -> list[tuple[int, Any]]:
    """Return what a seat or the public heard."""
    return [(seq, happening) for seq, happening in bench.told if happening.is_known_to(seat)]


def deal(bench: Bench, deal: str) -> Bench:
    """From now on other cards lie in the decks, and nothing else is different."""
    bench.secrets = replace(bench.secrets, hidden=secret(deal))
    return bench


@settings(max_examples=80, deadline=None)
@given(red=SHEETS, green=SHEETS, rules=st.sampled_from(["toy", "secretbids"]), deals=st.tuples(st.text(), st.text()))
def test_orders_given_ahead_tell_nothing_of_the_cards(red: str, green: str, rules: str, deals: tuple[str, str]) -> None:
    one, two = (deal(Bench(rules, seed="leak"), name) for name in deals)
    for seat, text in (("red", red), ("green", green), ("red", "always any"), ("green", "always any")):
        answers = [bench.order(seat, text) for bench in (one, two)]
        assert type(answers[0]) is type(answers[1])
        assert public(one, 4) == public(two, 4)
        assert one.asked() == two.asked()
        assert heard(one, None) == heard(two, None)


@settings(max_examples=80, deadline=None)
@given(
    sheets=st.lists(st.tuples(st.sampled_from(["red", "green"]), KNOWING), min_size=2, max_size=8),
    deals=st.tuples(st.text(), st.text()),
)
def test_sheets_that_are_taken_tell_nothing_of_the_cards(sheets: list[tuple[str, str]], deals: tuple[str, str]) -> None:
    one, two = (deal(Bench(seed="leak"), name) for name in deals)
    for seat, text in (("red", "bid 0"), ("green", "bid 1"), *sheets):
        answers = [bench.order(seat, text) for bench in (one, two)]
        if type(answers[0]) is not type(answers[1]):
            break  # its sender hears what fails with its cards; nobody else hears anything
        assert public(one, 4) == public(two, 4)
        assert one.asked() == two.asked()
        assert heard(one, None) == heard(two, None)


@settings(max_examples=60, deadline=None)
@given(sheets=st.tuples(SHEETS, SHEETS), rules=st.sampled_from(["toy", "secretbids"]))
def test_a_plan_tells_nothing_before_it_acts(sheets: tuple[str, str], rules: str) -> None:
    one, two = (Bench(rules, seed="leak") for _ in sheets)
    for bench, text in zip((one, two), sheets, strict=True):
        bench.order("red", text)
    assert [entry.raw for entry in one.entries] == [entry.raw for entry in two.entries]
    assert (one.match, one.plans.get(GREEN)) == (two.match, two.plans.get(GREEN))
    assert {notice.seat for notice in (*one.notices, *two.notices)} <= {RED}
    for text in ("bid 1; reroll; keep fig | any", "bid 9", "gibberish"):
        assert one.preview("green", text) == two.preview("green", text)


@pytest.mark.parametrize("hands", [("fig", "wine"), ("silk", "salt"), ("salt", "salt")])
def test_where_red_is_asked_to_keep_does_not_depend_on_what_it_drew(hands: tuple[str, str]) -> None:
    bench = Bench(seed="1598")
    bench.play("red", "bid 0; wait; keep wine")
    bench.play("green", "bid 0")
    secrets = replace(bench.match.state.secret, drawn=hands)
    bench.set_state(replace(bench.match.state, secret=secrets))
    bench.default("red")
    assert bench.asked() == [("red", "keep")]


PRIVATE = ("keep", "palace")


def fortuna(deals: str, seed: int) -> Bench:
    """Play Fortuna among seats that plan their private choices ahead and choose openly by lot."""
    bench = deal(Bench("fortuna", ("blue", "grey", "orange"), seed="leak", rolls=8192), deals)
    random = Random(seed)
    sheet = "always keep step | any; always palace step | any; always end; always military none"
    for seat in bench.match.seats:
        bench.play(seat, sheet)
    for _ in range(400):
        for decision in bench.match.waiting():
            assert decision.kind not in PRIVATE, "a private decision was not answered ahead"
            view = bench.game.view(bench.match.state, decision.seat)
            offered = [move for move in bench.game.moves(view) if bench.game.kind(move) == decision.kind]
            bench.play(decision.seat, bench.game.write(random.choice(offered), "en"))
    return bench


@pytest.mark.parametrize("seed", range(3))
def test_fortuna_planned_ahead_tells_nothing_of_the_privileges_kept(seed: int) -> None:
    """The cards not kept lie open by the rules, so positions differ; who did what, when and why does not."""
    one, two = (fortuna(deals, seed) for deals in ("one", "two"))
    course = [[{**body, "position": "?"} for body in public(bench, 5)] for bench in (one, two)]
    assert one.sealed.keys() == two.sealed.keys()
    assert one.sealed != two.sealed, "other cards were kept"
    assert course[0] == course[1]
    assert one.asked() == two.asked()
