import pytest

from pbem.games.found import named
from pbem.games.game import Seat
from pbem.referee.acts import rulings
from pbem.referee.acts.rulings import RulingError
from pbem.referee.language.plan import Plan, Source
from pbem.referee.match.match import Holder
from tests.referee.bench import GREEN, RED, Bench, install

IDA = Holder("Ida", "desk")


def rolls(bench: Bench, slot: str) -> list[tuple[int, str, list[list[int]]]]:
    found = [roll for entry in bench.entries for roll in entry.body.get("chance", []) if roll["slot"] == slot]
    return [(roll["j"], roll["r"], roll["draws"]) for roll in found]


def test_a_default_is_a_ruling_and_a_move_caused_by_it(reroll: Bench) -> None:
    since = len(reroll.entries)
    reroll.default("red")
    ruling, move = reroll.entries[since : since + 2]
    assert (ruling.body["act"], ruling.body["seat"], ruling.body["reason"]) == ("play", "red", "silence")
    assert (move.body["cause"], move.body["text"]) == ("ruling", "reroll none")
    assert reroll.asked() == [("red", "keep")]
    reroll.default("red")
    assert "seal" in reroll.entries[-2].body
    reroll.assert_sound()


def test_a_default_is_played_for_nobody_who_is_not_asked(reroll: Bench) -> None:
    with pytest.raises(RulingError, match="nothing is asked of green"):
        reroll.default("green")


def test_a_default_leaves_the_plan_but_makes_it_no_answer(reroll: Bench) -> None:
    reroll.play("red", "wait; keep wine")
    reroll.default("red")
    assert reroll.asked() == [("red", "keep")]
    assert not reroll.plans[RED].is_answer


def test_a_substitute_takes_the_seat_without_the_plan_of_the_one_before(bench: Bench) -> None:
    bench.play("red", "bid 2; always any")
    bench.rule(rulings.substitute, rulings.Newcomer(RED, IDA))
    assert bench.plans[RED] == Plan(turn="1", started=True)
    assert bench.match.holders[RED] == IDA
    bench.play("green", "bid 0")
    assert bench.moves() == []
    bench.play("red", "bid 1")
    assert bench.moves()[0] == ("red", "bid 1")
    bench.assert_sound()


def test_a_substitute_takes_a_vacant_seat_and_is_asked_again(bench: Bench) -> None:
    bench.play("red", "resign")
    bench.rule(rulings.substitute, rulings.Newcomer(RED, IDA))
    assert bench.match.vacant == frozenset()
    bench.play("green", "bid 0")
    assert bench.moves() == []
    for seat in ("red", "green"):
        bench.play(seat, "always any")
    ranks = bench.entries[-1].body["result"]["ranks"]
    outcome = bench.game.outcome(bench.match.state)
    assert outcome is not None
    assert ranks == outcome.ranks
    bench.assert_sound()


def test_a_vacant_seat_is_played_by_default_and_ranks_last(bench: Bench) -> None:
    bench.play("red", "resign")
    bench.play("green", "always bid 0; always any")
    assert bench.kinds(4)[:3] == ["order", "ruling", "seat"]
    assert bench.entries[-1].body["result"]["ranks"] == {"green": 1, "red": 2}
    bench.assert_sound()


def test_who_leaves_changes_the_position_and_the_record_agrees() -> None:
    bench = Bench("leaving")
    bench.play("red", "resign")
    bench.play("green", "bid 1")
    assert bench.match.state.public.coins["red"] == 0
    assert "paid" in [happening.saying.key for _seq, happening in bench.told]
    bench.assert_sound()


def test_who_left_stays_away_when_the_game_goes_back() -> None:
    bench = Bench("leaving", ("red", "green", "blue"))
    for seat in ("red", "green", "blue"):
        bench.play(seat, "bid 1")
    bench.play("red", "resign")
    bench.back(5)
    assert bench.match.state.public.coins == {"red": 0, "green": 2, "blue": 2}
    bench.assert_sound()


def test_who_takes_a_seat_over_changes_the_position_and_the_record_agrees() -> None:
    bench = Bench("leaving")
    bench.play("red", "resign")
    bench.play("green", "bid 1")
    coins = bench.match.state.public.coins["red"]
    bench.rule(rulings.substitute, rulings.Newcomer(RED, IDA))
    assert bench.match.state.public.coins["red"] == coins + 1
    told = [(seq, happening.saying.key) for seq, happening in bench.told]
    assert told[-1] == (len(bench.entries) - 2, "noted")
    assert bench.entries[-2].body["act"] == "substitute"
    assert bench.entries[-2].body["asks"] == [["green", "1"]]
    bench.play("green", "any; any; any")
    assert ("red", "bid") in bench.asked()
    bench.assert_sound()


def test_a_substitute_for_somebody_who_plays_changes_nothing_else() -> None:
    bench = Bench("leaving")
    bench.rule(rulings.substitute, rulings.Newcomer(RED, IDA))
    assert bench.match.state.public.coins["red"] == 2
    bench.assert_sound()


def test_who_came_stays_when_the_game_goes_back() -> None:
    bench = Bench("leaving", ("red", "green", "blue"))
    bench.play("red", "resign")
    for seat in ("green", "blue"):
        bench.play(seat, "bid 0")
    target = len(bench.entries) - 1
    coins = bench.match.state.public.coins["red"]
    bench.rule(rulings.substitute, rulings.Newcomer(RED, IDA))
    seat, _kind = bench.asked()[0]
    bench.default(seat)
    bench.back(target)
    assert bench.match.state.public.coins == {"red": coins + 1, "green": 2, "blue": 2}
    assert bench.match.vacant == frozenset()
    bench.assert_sound()


@pytest.mark.parametrize(("version", "fee"), [(2, 1), (1, 0)])
def test_fees_of_a_substitute_in_praetor(monkeypatch: pytest.MonkeyPatch, version: int, fee: int) -> None:
    praetor = named("praetor")
    rules = praetor if version == praetor.meta.version else praetor.earlier()[0]
    install(monkeypatch, rules)
    bench = Bench("praetor", ("blue", "yellow"), options={"rome": "yellow"})
    assert bench.asked() == [("blue", "action")]
    bench.play("yellow", "resign")
    bench.rule(rulings.substitute, rulings.Newcomer(Seat("yellow"), IDA))
    bench.play("blue", "activate GM2 with 1")
    assert bench.match.state.now.players["yellow"].goods.gold == 10 + fee
    assert bench.match.state.now.players["yellow"].vacant == (version == 1)
    install(monkeypatch, praetor)
    bench.assert_sound()


def test_a_void_game_ends_without_a_result(bench: Bench) -> None:
    bench.play("red", "bid 2")
    bench.rule(rulings.void)
    assert (bench.match.phase, bench.kinds()[-1], bench.match.waiting()) == ("void", "ruling", ())
    assert all(plan == Plan() for plan in bench.plans.values())
    for act, args in ((rulings.void, ()), (rulings.substitute, (rulings.Newcomer(RED, IDA),))):
        with pytest.raises(RulingError, match="the game is void"):
            bench.rule(act, *args)
    with pytest.raises(RulingError, match="running state"):
        bench.back(3)
    bench.assert_sound()


def test_a_game_waiting_for_luck_can_be_void_but_has_no_substitutes() -> None:
    bench = Bench(luck=True)
    with pytest.raises(RulingError, match="seating"):
        bench.rule(rulings.substitute, rulings.Newcomer(RED, IDA))
    bench.rule(rulings.void)
    bench.assert_sound()


def test_going_back_keeps_every_entry_and_forgets_every_plan(reroll: Bench) -> None:
    reroll.play("green", "keep fig | any; always gift")
    reroll.play("red", "reroll; keep wine")
    before = reroll.entries[:]
    target = len(before) - 3
    state = reroll.audit()[target].state
    reroll.back(target)
    assert reroll.entries[: len(before)] == before
    assert reroll.entries[-1].body["to"] == target
    assert reroll.match.state == state
    assert all(not plan.lines and not plan.always for plan in reroll.plans.values())
    reroll.assert_sound()


def test_dice_once_rolled_stay_as_they_fell(reroll: Bench) -> None:
    target = len(reroll.entries) - 1
    reroll.play("red", "reroll")
    die = reroll.match.state.public.die
    reroll.back(target)
    reroll.play("red", "reroll none; any; gift none")
    assert rolls(reroll, "1/green/0")[0][0] == 32
    reroll.back(target)
    reroll.play("red", "reroll")
    assert reroll.match.state.public.die == die
    first, again = rolls(reroll, "1/red/1")
    assert first == again
    reroll.assert_sound()


def test_going_back_before_the_bids_lets_them_be_made_anew(reroll: Bench) -> None:
    reroll.back(3)
    assert reroll.asked() == [("red", "bid"), ("green", "bid")]
    reroll.play("red", "bid 2")
    reroll.play("green", "bid 0")
    assert reroll.match.state.public.coins == {"red": 0, "green": 2}
    assert reroll.match.state.public.die == 2
    reroll.assert_sound()


@pytest.mark.parametrize("seq", [0, 1, 2])
def test_there_is_no_going_back_before_the_start(reroll: Bench, seq: int) -> None:
    with pytest.raises(RulingError, match="running state"):
        reroll.back(seq)


def test_a_game_can_go_back_over_a_going_back(reroll: Bench) -> None:
    reroll.back(3)
    back = len(reroll.entries) - 1
    reroll.play("red", "bid 1")
    reroll.play("green", "bid 1")
    reroll.back(back)
    assert reroll.asked() == [("red", "bid"), ("green", "bid")]
    for seat in ("red", "green"):
        reroll.play(seat, "always any")
    assert reroll.match.phase == "over"
    assert GREEN in reroll.match.holders
    reroll.assert_sound()


def test_a_new_key_is_the_old_one_s_word_or_a_ruling() -> None:
    bench = Bench(accepts=("desk", "ssh"))
    bench.play("red", "bid 2")
    first = Holder("Red", "ssh:SHA256:old")
    bench.keep(rulings.rekey(bench.scribe(), RED, first, "it was lost"))
    ruling, seat = bench.entries[-2:]
    assert (ruling.body["act"], ruling.body["reason"], seat.body["by"]) == ("substitute", "it was lost", [ruling.seq])
    assert bench.plans[RED].lines == ()
    holder = Holder("Red", "ssh:SHA256:new")
    word = Source("ssh", "00" * 32, "newkey ssh:SHA256:new")
    bench.keep(rulings.rekey(bench.scribe(), RED, holder, word))
    order, seat = bench.entries[-2:]
    assert (order.body["kind"], order.body["word"], seat.body["by"]) == ("order", "newkey", [order.seq])
    assert bench.match.holders[RED] == holder
    bench.assert_sound()
