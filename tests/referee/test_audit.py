"""Every lie about the rules is found at its entry, however well it is chained."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from pbem.record.errors import IntegrityError, LaterError
from pbem.record.log.entry import Entry
from pbem.referee.acts import rulings
from pbem.referee.audit.audit import _Drawn, audit, decks_of, replay
from pbem.referee.match.errors import UnknownRulesError
from pbem.referee.match.follow import Followed
from pbem.referee.match.match import Holder
from tests.referee.bench import RED, Bench
from tests.referee.forge import Body, chained, changed, grown


@pytest.fixture
def done() -> Bench:
    """A whole game: red plays by orders (its bids forced in the end), green left it and is played by default."""
    bench = Bench(seed="1598")
    bench.play("red", "bid 1; reroll; polish else skip; keep wine | any")
    bench.play("green", "bid 0; wait")
    bench.default("green")
    bench.play("green", "resign")
    bench.play("red", "always any")
    assert bench.match.phase == "over"
    bench.assert_sound()
    return bench


def seq_of(bench: Bench, text: str, seat: str = "red") -> int:
    """Return the entry of a seat's first move with a text."""
    return next(
        entry.seq
        for entry in bench.entries
        if entry.body["kind"] == "move"
        and entry.body["seat"] == seat
        and (entry.body.get("text") or bench.sealed[entry.seq]) == text
    )


def kinds_at(bench: Bench, kind: str) -> list[int]:
    return [entry.seq for entry in bench.entries if entry.body["kind"] == kind]


def assert_found(bench: Bench, entries: list[Entry], seq: int, check: str, why: str) -> None:
    with pytest.raises(IntegrityError, match=why) as caught:
        bench.audit(entries, words={})  # by the rules alone
    assert (caught.value.seq, caught.value.check) == (seq, check)


def test_an_honest_record_leads_to_the_match_at_every_entry(done: Bench) -> None:
    matches = done.audit()
    assert len(matches) == len(done.entries)
    assert [match.head.size for match in matches] == list(range(1, len(matches) + 1))
    assert matches[-1] == done.match


def test_a_record_chained_anew_without_a_change_is_the_same(done: Bench) -> None:
    assert [entry.raw for entry in chained(entry.body for entry in done.entries)] == [e.raw for e in done.entries]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("bid 3", "illegal move 'bid 3'"),
        ("keep wine", "illegal move"),
        ("bid  1", "not the canonical text"),
        ("BID 1", "not the canonical text"),
        ("offri 1", "not the canonical text"),
        ("bet 1", "not an order of this game"),
        ("", "not an order of this game"),
        ("any", "not an order of this game"),
    ],
)
def test_a_move_that_is_not_legal_or_not_written_as_it_should_be(done: Bench, text: str, why: str) -> None:
    seq = seq_of(done, "bid 1")
    assert_found(done, changed(done.entries, seq, {"text": text}), seq, "rules", why)


def test_another_legal_move_than_was_made(done: Bench) -> None:
    seq = seq_of(done, "bid 1")
    green = seq_of(done, "bid 0", "green")
    assert_found(done, changed(done.entries, seq, {"text": "bid 2"}), green, "position", "not that of the position")


def test_a_wrong_position(done: Bench) -> None:
    for seq in (3, *kinds_at(done, "move")):
        assert_found(done, changed(done.entries, seq, {"position": "0" * 64}), seq, "position", "position digest")


def test_a_sealed_move_opened_as_another(done: Bench) -> None:
    seq = next(iter(done.sealed))
    done.sealed[seq] = "keep silk"
    assert_found(done, done.entries, seq, "rules", "illegal move 'keep silk'")
    del done.sealed[seq]
    assert_found(done, done.entries, seq, "seals", "not opened")


def test_a_private_move_told_openly(done: Bench) -> None:
    def tell(body: Body) -> None:
        del body["seal"]
        body["text"] = done.sealed[seq]

    seq = next(iter(done.sealed))
    assert_found(done, changed(done.entries, seq, tell), seq, "rules", "private decisions are sealed")


def test_an_open_move_that_is_sealed(done: Bench) -> None:
    def hide(body: Body) -> None:
        done.sealed[seq] = body.pop("text")
        body["seal"] = "0" * 64

    seq = seq_of(done, "bid 1")
    assert_found(done, changed(done.entries, seq, hide), seq, "rules", "private decisions are sealed")


def test_a_move_of_a_seat_that_is_not_asked(done: Bench) -> None:
    seq = seq_of(done, "reroll")
    assert_found(done, changed(done.entries, seq, {"seat": "green"}), seq, "rules", "nothing was asked of green")


def test_a_move_before_the_start(done: Bench) -> None:
    move = {**done.entries[seq_of(done, "bid 1")].body}
    assert_found(done, grown(done.entries, 3, **{**move, "cause": "forced"}), 3, "rules", "nothing was asked of red")


@pytest.mark.parametrize(
    ("cause", "why"),
    [
        ("forced", "the move was not forced"),
        ("default", "not the rules' default"),
        ("ruling", "not the rules' default"),
        (0, "entry 0 is no order of red"),
        (99_999, "entry 99999 is no order of red"),
    ],
)
def test_a_wrong_cause(done: Bench, cause: int | str, why: str) -> None:
    seq = seq_of(done, "bid 1")
    assert_found(done, changed(done.entries, seq, {"cause": cause}), seq, "rules", why)


def test_the_order_of_another_seat_as_a_cause(done: Bench) -> None:
    red, green = seq_of(done, "bid 1"), seq_of(done, "bid 0", "green")
    other = done.entries[red].body["cause"]
    assert_found(done, changed(done.entries, green, {"cause": other}), green, "rules", "no order of green")


def test_a_default_for_a_seat_that_was_to_be_asked(done: Bench) -> None:
    seq = seq_of(done, "bid 0", "green")
    assert_found(done, changed(done.entries, seq, {"cause": "default"}), seq, "rules", "green was to be asked")


def test_a_ruling_without_an_entry_of_its_own(done: Bench) -> None:
    seq = seq_of(done, "bid 0", "green")
    assert_found(done, changed(done.entries, seq, {"cause": "ruling"}), seq, "rules", "no ruling stands before")


def test_a_ruling_that_plays_anything_but_the_default(bench: Bench) -> None:
    bench.play("green", "bid 1")
    bench.play("red", "bid 0")
    seq = seq_of(bench, "bid 1", "green")
    ruled = grown(bench.entries, seq, kind="ruling", act="play", reason="silence", seat="green")
    move = {**bench.entries[seq].body, "cause": "ruling"}
    forged = grown(ruled, seq + 1, **move)
    assert_found(bench, forged, seq + 1, "rules", "not the rules' default")


def test_one_ruling_is_good_for_one_move(done: Bench) -> None:
    ruled = next(seq for seq in kinds_at(done, "move") if done.entries[seq].body["cause"] == "ruling")
    later = next(seq for seq in kinds_at(done, "move") if seq > ruled and done.entries[seq].body["seat"] == "green")
    assert_found(done, changed(done.entries, later, {"cause": "ruling"}), later, "rules", "no ruling stands before")


@pytest.mark.parametrize(
    "change",
    [
        lambda result: result["ranks"].update(red=2, green=1),
        lambda result: result["ranks"].update(green=1),
        lambda result: result["points"]["red"].update(coins=99),
        lambda result: result["points"].pop("green"),
        lambda result: result.update(note="x"),
    ],
)
def test_a_wrong_result(done: Bench, change: Callable[[Any], object]) -> None:
    def lie(body: Body) -> None:
        body["result"] = to_builtins(body["result"])
        change(body["result"])

    seq = len(done.entries) - 1
    assert_found(done, changed(done.entries, seq, lie), seq, "result", "not what the rules give")


def test_a_game_closed_before_its_end(done: Bench) -> None:
    close = done.entries[-1].body
    seq = seq_of(done, "reroll")
    forged = grown(done.entries, seq, **close)
    assert_found(done, forged, seq, "rules", "closed before its end")


def test_an_entry_after_the_end(done: Bench) -> None:
    seq = len(done.entries)
    forged = grown(done.entries, seq, kind="ruling", act="play", reason="late", seat="red")
    assert_found(done, forged, seq, "rules", "the game was over")


def roll(body: Body) -> Any:
    body["chance"] = to_builtins(body["chance"])
    return body["chance"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda body: roll(body).clear(), "the rules roll"),
        (lambda body: roll(body)[0].update(slot="9/red/9"), "the rules roll"),
        (lambda body: roll(body).append({**body["chance"][0], "slot": "more/1"}), "the entry rolls 'more/1'"),
        (lambda body: roll(body)[0].update(draws=[[6, 5]]), "draw 1 of"),
        (lambda body: roll(body)[0]["draws"].append([6, 1]), "were not made"),
        (lambda body: roll(body)[0].update(draws=[]), "absent"),
    ],
)
def test_dice_that_the_rules_do_not_roll(done: Bench, change: Callable[[Body], object], why: str) -> None:
    seq = seq_of(done, "reroll")
    assert done.entries[seq].body["chance"][0]["draws"] != [[6, 5]]
    assert_found(done, changed(done.entries, seq, change), seq, "draws", why)


def test_another_table_than_the_game_was_laid_out_with(done: Bench) -> None:
    table = {**done.entries[0].body["table"], "coins": 3}
    assert_found(done, changed(done.entries, 0, {"table": table}), 3, "position", "position digest")


@pytest.mark.parametrize("change", [{"table": {}}, {"options": {"rounds": "9"}}, {"table": {"goods": {"gold": 1}}}])
def test_terms_the_game_cannot_be_opened_with(done: Bench, change: Body) -> None:
    assert_found(done, changed(done.entries, 0, change), 0, "rules", "cannot be opened like this")


def test_a_record_that_does_not_begin_with_open_or_begins_twice(done: Bench) -> None:
    bodies = [entry.body for entry in done.entries]
    assert_found(done, chained(bodies[1:]), 0, "rules", "begins with `open`")
    assert_found(done, chained([bodies[0], *bodies]), 1, "rules", "opened once")


def test_a_start_that_comes_twice_or_too_early(done: Bench) -> None:
    bodies = [entry.body for entry in done.entries]
    assert_found(done, chained([*bodies[:2], bodies[3]]), 2, "rules", "starts once")
    assert_found(done, chained([*bodies[:4], bodies[3]]), 4, "rules", "starts once")


@pytest.mark.parametrize("kind", ["seat", "order"])
def test_a_seat_the_game_has_not(done: Bench, kind: str) -> None:
    seq = kinds_at(done, kind)[0]
    assert_found(done, changed(done.entries, seq, {"seat": "pink"}), seq, "rules", "there is no seat 'pink'")


@pytest.mark.parametrize(
    "ruling", [{"act": "play"}, {"act": "vacate", "by": [], "asks": []}, {"act": "substitute", "asks": []}]
)
def test_a_ruling_about_a_seat_the_game_has_not(done: Bench, ruling: Body) -> None:
    forged = grown(done.entries, 4, kind="ruling", reason="?", seat="pink", **ruling)
    assert_found(done, forged, 4, "rules", "there is no seat 'pink'")


@pytest.mark.parametrize(
    "ruling",
    [
        {"act": "back", "to": 0, "by": [], "asks": []},
        {"act": "play", "seat": "red"},
        {"act": "result", "result": {}},
    ],
)
def test_a_ruling_before_there_is_a_game(done: Bench, ruling: Body) -> None:
    forged = grown(done.entries, 3, kind="ruling", reason="?", **ruling)
    assert_found(done, forged, 3, "rules", "not running")


@pytest.mark.parametrize("to", [0, 2, 5, 6])
def test_a_way_back_that_leads_nowhere(done: Bench, to: int) -> None:
    forged = grown(done.entries, 5, kind="ruling", act="back", reason="?", to=to, by=[], asks=[])
    assert_found(done, forged, 5, "rules", f"no going back to entry {to}")


def test_an_order_of_before_a_going_back_causes_nothing_after_it(reroll: Bench) -> None:
    old = next(entry.body["cause"] for entry in reroll.entries if entry.body["kind"] == "move")
    reroll.back(3)
    for seat in ("red", "green"):
        reroll.play(seat, "bid 1")
    reroll.assert_sound()
    seq = next(s for s in kinds_at(reroll, "move") if reroll.entries[s].body.get("text") == "bid 1")
    assert_found(reroll, changed(reroll.entries, seq, {"cause": old}), seq, "rules", "that still stands")


def test_an_order_of_who_held_the_seat_before_causes_nothing(reroll: Bench) -> None:
    old = next(entry.body["cause"] for entry in reroll.entries if entry.body["kind"] == "move")
    reroll.rule(rulings.substitute, rulings.Newcomer(RED, Holder("Ida", "desk")))
    reroll.play("red", "reroll none")
    reroll.assert_sound()
    seq = seq_of(reroll, "reroll none")
    assert_found(reroll, changed(reroll.entries, seq, {"cause": old}), seq, "rules", "that still stands")


def test_rules_that_are_not_here(done: Bench) -> None:
    for rules in ({"key": "toy", "version": 2}, {"key": "chess", "version": 1}):
        with pytest.raises(UnknownRulesError):
            done.audit(changed(done.entries, 0, {"rules": rules}))


@pytest.mark.parametrize("is_strict", [True, False])
def test_a_quick_follower_comes_to_the_same_matches(done: Bench, is_strict: bool) -> None:
    steps = replay(done.entries, hidden=done.secrets.hidden, opened=done.sealed.get, is_strict=is_strict)
    followed = [step for _entry, step in steps]
    assert [step.match for step in followed] == list(done.audit())
    told = [(at, happening) for at, step in enumerate(followed) for happening in step.happenings]
    assert told == done.told


def test_every_deck_is_laid_open_once_in_its_order(done: Bench) -> None:
    (deck,) = decks_of(done.entries, hidden=done.secrets.hidden, opened=done.sealed.get)
    assert (deck.deck, len(deck.cards)) == ("goods/0", 20)
    assert sorted(deck.order) == sorted(deck.cards)
    drawn = [card for seq, text in sorted(done.sealed.items()) for card in text.split()[1:]]
    assert all(card in deck.order for card in drawn)


def test_another_hidden_secret_gives_other_cards(done: Bench) -> None:
    with pytest.raises(IntegrityError):
        audit(done.entries, hidden=bytes(32), opened=done.sealed.get)


def test_somebody_else_is_said_to_be_awaited(done: Bench) -> None:
    for seq in (3, *kinds_at(done, "move")[:4]):
        forged = changed(done.entries, seq, {"asks": [["green", "9"]]})
        assert_found(done, forged, seq, "rules", "`asks` does not name those")


def test_who_left_is_not_awaited(done: Bench) -> None:
    (seq,) = (seq for seq in kinds_at(done, "ruling") if done.entries[seq].body["act"] == "vacate")
    ruling = done.entries[seq].body
    assert "green" not in dict(ruling["asks"])
    assert ruling["by"] == [seq - 1]
    assert done.entries[seq - 1].body["word"] == "resign"
    forged = changed(done.entries, seq, {"asks": [["green", "1"]]})
    assert_found(done, forged, seq, "rules", "`asks` does not name those")


def test_a_result_that_was_ruled_closes_a_game_before_its_end(bench: Bench) -> None:
    seq = len(bench.entries)
    result = {"ranks": {"red": 1, "green": 1}, "points": {}}
    ruled = grown(bench.entries, seq, kind="ruling", act="result", reason="the round is over", result=result)
    closed = grown(ruled, seq + 1, kind="close", result=result, hidden=bench.secrets.hidden.hex())
    assert bench.audit(closed)[-1].phase == "over"
    other = grown(ruled, seq + 1, kind="close", result={}, hidden=bench.secrets.hidden.hex())
    assert_found(bench, other, seq + 1, "result", "not what the rules give")


def test_decks_are_compared_with_their_cards_and_in_their_order(done: Bench) -> None:
    (deck,) = decks_of(done.entries, hidden=done.secrets.hidden, opened=done.sealed.get)
    hidden, opened = done.secrets.hidden, done.sealed.get
    audit(done.entries, hidden=hidden, opened=opened, decks=[deck])
    for decks in ([], [deck, deck], [replace(deck, cards=deck.cards[1:])], [replace(deck, deck="goods/1")]):
        with pytest.raises(IntegrityError, match="not those that were drawn from"):
            audit(done.entries, hidden=hidden, opened=opened, decks=decks)


def test_without_the_hidden_secret_the_rules_wait_for_the_first_card(done: Bench) -> None:
    with pytest.raises(LaterError):
        audit(done.entries, hidden=None, opened=done.sealed.get)


def test_two_decks_of_one_label_are_both_known() -> None:
    drawn = _Drawn()
    for cards in (("a", "b"), ("a",), ("a", "b")):
        drawn.read(Followed(Bench().match, decks={"goods/1": (cards, cards)}))
    assert [deck.cards for deck in drawn.decks] == [("a", "b"), ("a",)]
