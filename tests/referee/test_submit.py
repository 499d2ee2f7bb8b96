"""Sheets as they come in: refused whole or adopted, quoted heads, numbers, resigning and clearing."""

import pytest

from pbem.mail.block.block import Seen
from pbem.record.dice.seals import salt, seal
from pbem.record.log.canonical import encode
from pbem.referee.acts import rulings
from pbem.referee.acts.submit import ALONE, Prepared, Refused, prepare, problems_of
from pbem.referee.language.plan import Plan, texts
from tests.games.toy import GAME
from tests.referee.bench import RED, Bench, secret
from tests.wording import REFEREE, game_text, says, text_of

NOT_NOW = game_text(GAME, "not_now", "de")
RESIGN = [word for word, act in ALONE.items() if act == "resign"]
CLEAR = [word for word, act in ALONE.items() if act == "clear"]


def test_a_sheet_whose_third_line_is_wrong_plays_nothing(reroll: Bench) -> None:
    found = reroll.refuse("red", "reroll none\npolish\nkeep silk\ngift")
    (problem,) = found.problems
    assert (problem.line, problem.text) == (3, "'keep silk': you cannot do that now")
    assert "keep wine" in problem.nearest


def test_words_that_are_wrong_do_not_hide_orders_that_are(reroll: Bench) -> None:
    found = reroll.refuse("red", "reroll none\nkeep silk\ngft\nnext\nbid 1 if coin >= 2").problems
    assert [one.line for one in found] == [2, 3, 5]
    assert [one.text.split(":")[0] for one in found[:2]] == ["'keep silk'", "'gft'"]
    assert says(found[2].text, REFEREE, "no_fact", fact="coin")
    assert [one.nearest for one in found] == [("keep fig", "keep wine"), ("gift",), ()]


def test_problems_of_one_line_are_told_apart(reroll: Bench) -> None:
    found = reroll.refuse("red", "reroll none; keep silk; gft; keep fig else jump").problems
    assert [one.line for one in found] == [1] * 3
    jump = text_of(REFEREE, "else_what", words="else jump")
    assert {one.text.split(":")[0] for one in found if one.text != jump} == {"'keep silk'", "'gft'"}
    assert jump in {one.text for one in found}


def test_of_a_sheet_that_is_refused_anyway_the_orders_are_judged_and_words_alone_are_not(reroll: Bench) -> None:
    def lines(text: str) -> list[int]:
        found = problems_of(reroll.match, Plan(), reroll.submission("red", text), reroll.head_at)
        return [problem.line for problem in found]

    assert lines("reroll none\nkeep silk") == [2]
    assert lines("reroll none\nkeep wine") == []
    assert [lines(word) for word in (CLEAR[0], RESIGN[0])] == [[], []]


def test_what_stands_behind_words_that_are_wrong_is_not_judged_by_guessing(reroll: Bench) -> None:
    (found,) = reroll.refuse("red", "rerol\nkeep silk").problems  # the roll would come first
    assert found.line == 1
    found, other = reroll.refuse("red", "xyzzy\nreroll none\nkeep silk").problems
    assert (found.line, other.line) == (1, 3)


def test_a_move_in_between_that_is_wrong_stops_the_trial(keep: Bench) -> None:
    assert [one.line for one in keep.refuse("red", "polich\nkeep silk").problems] == [1]
    assert [one.line for one in keep.refuse("red", "keep silk\npolich").problems] == [1, 2]


def test_prose_does_not_hide_what_is_wrong_either(reroll: Bench) -> None:
    found = reroll.refuse("red", "Hi Ida, nice to play with you\nreroll none\nkeep silk\nbest wishes\nRed").problems
    assert [one.line for one in found] == [1, 3]
    assert says(found[0].text, REFEREE, "prose_lines", lines="1, 4, 5")
    (alone,) = reroll.refuse("red", "reroll none\nkeep fig\nRed").problems
    expected = game_text(GAME, "expected", what="kinds", word="red")
    assert (alone.line, alone.text) == (3, f"'Red': {expected}")


def test_a_plan_of_what_can_never_be_is_refused(reroll: Bench) -> None:
    (found,) = reroll.refuse("green", "keep fig | any\nnext\ngift 7").problems
    assert (found.line, found.text) == (3, "'gift 7': nobody can ever do that")


def test_a_sheet_of_an_older_record_with_what_can_never_be_is_followed(bench: Bench) -> None:
    """Once such sheets were taken: what is laid to them must still be what they order."""
    taken = prepare(bench.match, Plan(), bench.submission("red", "bid 7777 | bid 1"), bench.head_at, is_new=False)
    assert isinstance(taken, Prepared)
    assert isinstance(prepare(bench.match, Plan(), bench.submission("red", "bid 7777 | bid 1"), bench.head_at), Refused)


def test_the_rule_behind_a_refusal_is_named() -> None:
    bench = Bench("freepolish", seed="1598")
    bench.play("green", "bid 0")
    bench.play("red", "bid 0; reroll none")
    assert "(T-R1)" in bench.refuse("red", "keep silk").problems[0].text


def test_a_refusal_speaks_the_players_language(reroll: Bench) -> None:
    found = reroll.refuse("red", "ritira niente; tieni seta", language="it")
    assert found.problems[0].text == "'tieni seta': ora non puoi"
    assert found.problems[0].nearest[0].startswith("tieni")


@pytest.mark.parametrize(
    ("text", "language", "key", "places"),
    [
        ("", "de", "empty", {}),
        ("bid 1 else jump", "it", "else_what", {"words": "else jump"}),
        ("bid 1 if coins >= 9", "fr", "unmet_fact", {"words": "pièces >= 9", "number": 2}),
        ("bid 1 if not coins", "en", "unmet_fact", {"words": "not coins >= 1", "number": 2}),
        ("bid 1 if have 3 3", "it", "unmet_have", {"words": "ho 3 3", "dice": text_of(REFEREE, "nothing", "it")}),
        ("bid 1 if legal keep fig", "de", "unmet_why", {"words": "legal behalte Feige", "why": NOT_NOW}),
        ("bid 1 if not legal bid 1", "en", "unmet_legal", {"words": "not legal bid 1"}),
        ("bid 1 if Muenze", "de", "no_fact", {"fact": "Muenze", "nearest": "Münzen"}),
        ("bid 1 if zeal", "de", "no_such_fact", {"fact": "zeal"}),
        ("7", "fr", "number_unseen", {}),
        ("resign; bid 1", "it", "alone", {"word": "resign"}),
    ],
)
def test_what_the_referee_himself_refuses_is_told_in_the_players_language(
    bench: Bench, text: str, language: str, key: str, places: dict[str, object]
) -> None:
    problem = bench.refuse("red", text, language=language).problems[0]
    assert problem.text == text_of(REFEREE, key, language, **places)


@pytest.mark.parametrize(
    ("text", "language"),
    [("biete 1;;# nichts\nnächster;", "de"), ("bid 0 | keep fig; poliere; next; next; bid 1", "it")],
)
def test_orders_of_any_language_are_taken_from_everybody(bench: Bench, text: str, language: str) -> None:
    bench.play("red", text, language=language)


def test_a_kind_that_cannot_come_up_is_named_in_the_players_language(keep: Bench) -> None:
    (problem,) = keep.refuse("red", "biete 1", language="de").problems
    possible = "Geschenk, behalte, poliere"
    assert problem.text == text_of(REFEREE, "cannot_come_up", "de", kind="biete", possible=possible)


def test_lines_beyond_chance_are_checked_for_words_only(reroll: Bench) -> None:
    assert reroll.refuse("red", "reroll; kep").problems[0].line == 1
    reroll.play("red", "reroll; keep silk")
    assert texts(reroll.plans[RED].lines) == ("keep silk",)


def test_a_stored_sheet_that_fails_when_its_turn_starts_is_dropped_and_told(bench: Bench) -> None:
    bench.play("red", "bid 1; any; any; gift none\nnext\nbid 2\ngift", language="fr")
    bench.play("green", "always any")
    assert bench.asked() == [("red", "bid"), ("green", "bid")]
    (notice,) = bench.notices
    assert (notice.seat, notice.unused) == ("red", ("bid 2", "gift"))
    assert (notice.problems[0].line, notice.problems[0].text) == (3, "'bid 2': impossible maintenant")
    assert bench.plans[RED].lines == ()


def test_a_stored_sheet_that_fails_leaves_later_turns_and_always_lines_alone() -> None:
    bench = Bench(seed="1598", options={"rounds": "3"})
    bench.play("red", "bid 1; always polish if coins >= 9; keep fig | any\nnext\nbid 2\nnext\nbid 1")
    bench.play("green", "always any")
    (notice,) = bench.notices
    assert notice.unused == ("bid 2",)
    assert [texts(block) for block in bench.plans[RED].later] == [("bid 1",)]
    assert len(bench.plans[RED].always) == 1


def test_an_order_is_recorded_with_the_first_move_it_causes_and_once(reroll: Bench) -> None:
    since = len(reroll.entries)
    reroll.play("green", "reroll none; keep fig | any")
    assert len(reroll.entries) == since
    reroll.play("red", "reroll none; keep wine; gift none")
    assert reroll.kinds(since) == ["order", "move", "move", "move", "order", "move", "move", "move"]
    assert [entry.body["cause"] for entry in reroll.entries[since:] if entry.body["kind"] == "move"] == [
        since,
        since,
        since,
        since + 4,
        since + 4,
        "default",
    ]


def test_an_order_says_what_its_signer_had_seen(reroll: Bench) -> None:
    seen = reroll.seen()
    reroll.play("red", "reroll none", seen=seen)
    order = next(entry for entry in reversed(reroll.entries) if entry.body["kind"] == "order")
    assert order.body["seen"] == {"size": seen.size, "head": seen.head}
    assert order.body["sign"] == "desk"
    reroll.assert_sound()


def test_a_head_that_is_not_of_this_record_is_refused(reroll: Bench) -> None:
    size = reroll.match.head.size
    for seen in (Seen(size, "0" * 32), Seen(size + 1, reroll.seen().head), Seen(0, "0" * 64)):
        foreign = text_of(REFEREE, "foreign_head", size=seen.size)
        assert reroll.refuse("red", "reroll none", seen=seen).problems[0].text == foreign
        quote = f"seen {seen.size} {seen.head}\nreroll none"
        assert reroll.refuse("red", quote).problems[0].text == foreign
        assert reroll.refuse("red", "resign", seen=seen).problems[0].text == foreign


def test_a_number_is_taken_with_the_newest_head_only(reroll: Bench) -> None:
    old = Seen(4, (reroll.head_at(4) or "")[:32])
    assert reroll.refuse("red", "1", seen=old).problems[0].text == text_of(REFEREE, "number_stale", size=4)
    assert reroll.refuse("red", "1").problems[0].text == text_of(REFEREE, "number_unseen")
    reroll.play("red", f"seen: {reroll.seen().size} {reroll.seen().head}; 1")
    assert reroll.moves()[-1] == ("red", "reroll none")


@pytest.mark.parametrize("word", RESIGN)
def test_who_resigns_is_played_on_by_default_and_ranks_last(word: str) -> None:
    bench = Bench("toy", ("red", "green", "blue"))
    bench.play("red", f" {word.upper()} ; # sorry\n")
    assert bench.kinds(5) == [], "nobody learns of it before all have chosen"
    assert bench.refuse("red", "bid 1").problems[0].text == text_of(REFEREE, "aside_resign")
    for seat in ("green", "blue"):
        bench.play(seat, "always any")
    assert bench.kinds(5)[:3] == ["order", "ruling", "seat"]
    assert bench.match.vacant == {"red"}
    assert bench.match.holders[RED].name == ""
    result = bench.entries[-1].body["result"]
    assert result["ranks"]["red"] == 3
    moves = [entry.body for entry in bench.entries if entry.body["kind"] == "move"]
    assert {move["cause"] for move in moves if move["seat"] == "red"} == {"default"}
    bench.assert_sound()


def test_lines_of_who_resigned_are_forgotten(bench: Bench) -> None:
    bench.play("red", "bid 2; reroll; always gift")
    bench.play("red", "resign")
    bench.play("green", "bid 0")
    assert bench.moves()[0] == ("red", "bid 0")
    assert bench.plans[RED] == Plan()


def test_nobody_resigns_twice_or_from_nothing(bench: Bench) -> None:
    bench.play("red", "resign")
    assert bench.refuse("red", "resign").problems[0].text == text_of(REFEREE, "aside_resign")
    bench.play("green", "bid 1")
    assert bench.refuse("red", "resign").problems[0].text == text_of(REFEREE, "vacant_already")
    bench.rule(rulings.void)
    assert bench.refuse("green", "resign").problems[0].text == text_of(REFEREE, "staying_void")


def test_a_game_that_everybody_left_is_void(bench: Bench) -> None:
    bench.play("red", "resign")
    bench.play("green", "resign")
    assert bench.match.phase == "void"
    bench.assert_sound()


@pytest.mark.parametrize("word", CLEAR)
def test_clear_drops_every_line_and_leaves_no_entry(bench: Bench, word: str) -> None:
    bench.play("red", "bid 1; always gift\nnext\nbid 1")
    entries = len(bench.entries)
    bench.play("red", f"{word};")
    assert bench.plans[RED] == Plan()
    assert len(bench.entries) == entries


def test_clear_plays_on_where_only_the_plan_made_the_game_wait(keep: Bench) -> None:
    keep.play("red", "keep wine | any; wait; gift")
    assert keep.asked() == [("red", "gift")]
    keep.play("red", "clear")
    assert keep.moves()[-1][0] == "red"
    assert keep.asked() != [("red", "gift")]
    assert keep.plans[RED] == Plan()
    keep.assert_sound()


@pytest.mark.parametrize("word", ALONE)
def test_resign_and_clear_stand_alone_on_a_sheet(bench: Bench, word: str) -> None:
    (problem,) = bench.refuse("red", f"bid 1\n{word.upper()}").problems
    assert problem.line == 2
    assert problem.text == text_of(REFEREE, "alone", word=word.upper())


@pytest.mark.parametrize(("word", "act"), [pair for pair in ALONE.items() if pair[1] != "undo"])
def test_a_preview_of_resign_and_clear_says_which_it_is(bench: Bench, word: str, act: str) -> None:
    bench.play("red", "bid 2")
    before = bench.match, bench.plans
    assert bench.preview("red", word) == act
    assert (bench.match, bench.plans) == before


def test_a_preview_refuses_to_resign_where_nobody_can(bench: Bench) -> None:
    bench.rule(rulings.void)
    refused = bench.preview("red", "resign")
    assert isinstance(refused, Refused)
    assert refused.problems[0].text == text_of(REFEREE, "staying_void")


def test_no_orders_are_taken_before_the_start_and_after_the_end() -> None:
    waiting = Bench(luck=True)
    assert waiting.refuse("red", "bid 1").problems[0].text == text_of(REFEREE, "closed_seating")
    done = Bench()
    for seat in ("red", "green"):
        done.play(seat, "always any")
    assert done.refuse("red", "bid 1").problems[0].text == text_of(REFEREE, "closed_over")


def test_the_same_sheet_again_is_a_new_order(bench: Bench) -> None:
    for _ in range(2):
        bench.play("red", "bid 0; any; any; any")
        bench.play("green", "bid 0; any; any; any")
    assert bench.match.phase == "over"
    assert bench.kinds().count("order") == 4
    bench.assert_sound()


def test_the_same_orders_and_secrets_give_the_same_bytes() -> None:
    def play() -> list[bytes]:
        bench = Bench("secretbids", ("red", "green", "blue"), seed="same")
        for seat in ("blue", "red", "green"):
            bench.play(seat, "always bid 1 | any; always reroll if have 1 | reroll none; always any")
        assert bench.match.phase == "over"
        return [entry.raw for entry in bench.entries]

    assert play() == play()


def test_a_seal_covers_the_digest_and_the_sheet(bench: Bench) -> None:
    bench.play("green", "bid 0")
    bench.play("red", "bid 1")
    seq = bench.kinds().index("order")
    text = encode({"digest": secret("red/bid 1").hex(), "sheet": "bid 1"}).decode()
    game = bench.match.id
    assert bench.entries[seq].body["seal"] == seal(game, seq, salt(bench.secrets.seal, game, seq), text).hex()
    assert bench.entries[seq].body["seat"] == "red"
