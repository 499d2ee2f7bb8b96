from pbem.referee.acts.tokens import is_fresh, token
from tests.referee.bench import GREEN, RED, Bench

KEY = b"k" * 32


def test_a_token_is_of_one_seat_and_turn_and_game_secret(bench: Bench) -> None:
    found = token(KEY, bench.match, RED)
    assert len(found) == 16
    assert found != token(KEY, bench.match, GREEN)
    assert found != token(b"x" * 32, bench.match, RED)
    assert is_fresh(KEY, bench.match, RED, found)
    assert not is_fresh(KEY, bench.match, GREEN, found)
    assert not is_fresh(KEY, bench.match, RED, "")


def test_a_token_lasts_for_the_whole_turn(bench: Bench) -> None:
    found = token(KEY, bench.match, RED)
    bench.play("red", "bid 0")
    bench.play("green", "bid 0")
    assert token(KEY, bench.match, RED) == found
    bench.play("red", "reroll none; any; any")
    assert bench.match.decision_of(RED) is None
    assert is_fresh(KEY, bench.match, RED, found)


def test_a_token_of_the_last_turn_is_good_until_the_seat_moves_again() -> None:
    bench = Bench(options={"rounds": "3"})
    first = token(KEY, bench.match, RED)
    bench.play("red", "bid 0; any; any; any")
    bench.play("green", "bid 0; any; any; any")
    assert token(KEY, bench.match, RED) != first
    assert is_fresh(KEY, bench.match, RED, first)
    bench.play("red", "bid 0")
    assert is_fresh(KEY, bench.match, RED, first), "the bid waits for the others, red has not moved yet"
    bench.play("green", "bid 0")
    assert not is_fresh(KEY, bench.match, RED, first)


def test_a_token_of_a_turn_to_come_is_not_fresh(bench: Bench) -> None:
    other = Bench(seed="1598")
    for seat in ("red", "green"):
        other.play(seat, "bid 0; any; any; any")
    assert not is_fresh(KEY, bench.match, RED, token(KEY, other.match, RED))


def test_going_back_makes_the_token_of_that_turn_good_again(bench: Bench) -> None:
    first = token(KEY, bench.match, RED)
    for seat in ("red", "green"):
        bench.play(seat, "bid 0; any; any; any")
    bench.play("red", "bid 0; reroll none")
    bench.play("green", "bid 0")
    assert not is_fresh(KEY, bench.match, RED, first)
    bench.back(3)
    assert is_fresh(KEY, bench.match, RED, first)
