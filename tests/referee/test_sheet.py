import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.block.block import Seen
from pbem.referee.language.problem import Problem
from pbem.referee.language.sheet import (
    MAX_CHARACTERS,
    MAX_CONDITIONS,
    MAX_LINES,
    MAX_ORDERS,
    MAX_PROBLEMS,
    MAX_STANDING,
    Alternative,
    Condition,
    OrderLine,
    Sheet,
    read_sheet,
)
from tests.wording import REFEREE, says, text_of


def sheet(text: str) -> Sheet:
    read = read_sheet(text)
    assert isinstance(read, Sheet), read
    return read


def line(text: str) -> OrderLine:
    (found,) = sheet(text).lines
    return found


def alternatives(text: str) -> tuple[Alternative, ...]:
    return line(text).alternatives


def condition(text: str) -> Condition:
    ((found,),) = (alternative.conditions for alternative in alternatives(f"go if {text}"))
    return found


def problems(text: str) -> tuple[Problem, ...]:
    read = read_sheet(text)
    assert isinstance(read, tuple), read
    return read


def test_a_line_is_one_order() -> None:
    assert sheet("play harvest water 1") == Sheet(
        ((OrderLine(1, "play harvest water 1", (Alternative(("play harvest water 1",)),)),),)
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", ";", "; \n ;", "\n\n"])
def test_line_ends_and_semicolons_end_a_line(end: str) -> None:
    assert [one.text for one in sheet(f"bid 1{end}keep fig").lines] == ["bid 1", "keep fig"]


def test_lines_are_numbered_as_an_editor_numbers_them() -> None:
    assert [one.number for one in sheet("\n a; b\r\n\r\n# c\n d").lines] == [2, 2, 5]


def test_a_comment_ends_with_its_line_or_at_a_semicolon() -> None:
    assert [one.text for one in sheet("bid 1 # cheap; keep fig # not wine\n#all\nreroll").lines] == [
        "bid 1",
        "keep fig",
        "reroll",
    ]


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\t", "   "])
def test_blanks_of_all_kinds_part_words(space: str) -> None:
    assert line(f"{space}bid{space}1{space}|{space}any{space}").alternatives == (
        Alternative(("bid 1",)),
        Alternative(("any",)),
    )


def test_a_byte_order_mark_in_front_is_dropped() -> None:
    assert line("\ufeffbid 1").text == "bid 1"


@pytest.mark.parametrize("letter", ["\0", "\x07", "\x0b", "\x0c", "\x1b", "\x1e", "\x85", "\u2028", "\u200b", "\ud800"])
def test_control_characters_are_refused_with_their_line(letter: str) -> None:
    (problem,) = problems(f"bid 1\nkeep{letter}fig\nbad |")
    assert problem == Problem(2, text_of(REFEREE, "control"))


@pytest.mark.parametrize("text", ["", " \n;; \n", "# nothing\n", "next", "seen 4 " + "0" * 32])
def test_an_empty_sheet_is_a_problem(text: str) -> None:
    (problem,) = problems(text)
    assert problem == Problem(0, text_of(REFEREE, "empty"))


def test_a_sheet_of_the_greatest_length_is_read_and_a_longer_one_is_not() -> None:
    text = "bid 1 " + "#" * (MAX_CHARACTERS - 6)
    assert line(text).text == "bid 1"
    (problem,) = problems(text + "#")
    assert problem == Problem(0, text_of(REFEREE, "too_long", count=MAX_CHARACTERS + 1, most=MAX_CHARACTERS))


@pytest.mark.parametrize("end", ["\n", ";"])
@pytest.mark.parametrize("statement", ["bid 1", "next"])
def test_a_sheet_of_too_many_lines_is_refused(statement: str, end: str) -> None:
    assert isinstance(read_sheet((statement + end) * (MAX_LINES - 1) + "bid 1"), Sheet)
    (problem,) = problems((statement + end) * MAX_LINES + "bid 1")
    assert problem == Problem(0, text_of(REFEREE, "too_many_lines", most=MAX_LINES))


@pytest.mark.parametrize("between", ["|", " then ", ";", " if a|"])
def test_a_sheet_of_too_many_orders_is_refused(between: str) -> None:
    most = MAX_ORDERS if between != ";" else MAX_LINES
    assert isinstance(read_sheet("bid 1" + f"{between}bid 1" * (most - 1)), Sheet)
    (problem,) = problems("bid 1" + f"{between}bid 1" * MAX_ORDERS)
    key = "too_many_orders" if between != ";" else "too_many_lines"
    assert problem == Problem(0, text_of(REFEREE, key, most=most))


@pytest.mark.parametrize("between", [" and ", "|bid 1 if "])
def test_a_sheet_of_too_many_conditions_is_refused(between: str) -> None:
    text = "bid 1 if a" + f"{between}a" * (MAX_CONDITIONS - 1)
    assert isinstance(read_sheet(text), Sheet)
    (problem,) = problems(text + " and a")
    assert problem == Problem(0, text_of(REFEREE, "too_many_conditions", most=MAX_CONDITIONS))


def test_alternatives_stand_between_bars() -> None:
    assert alternatives("keep vestal|keep step | any") == (
        Alternative(("keep vestal",)),
        Alternative(("keep step",)),
        Alternative(("any",)),
    )


def test_a_chain_is_joined_by_then() -> None:
    assert alternatives("reroll then polish then keep fig | any") == (
        Alternative(("reroll", "polish", "keep fig")),
        Alternative(("any",)),
    )


def test_conditions_belong_to_their_alternative() -> None:
    assert alternatives("a if x >= 2 and not legal b | c if have 3 3 5 | d") == (
        Alternative(("a",), (Condition("fact", "x", ">=", 2), Condition("legal", "b", negated=True))),
        Alternative(("c",), (Condition("have", "3 3 5"),)),
        Alternative(("d",)),
    )


@pytest.mark.parametrize("sign", [">=", "<=", "!=", "==", "=", ">", "<"])
@pytest.mark.parametrize("blank", ["", " "])
def test_every_operator_compares(sign: str, blank: str) -> None:
    assert condition(f"open 3{blank}{sign}{blank}12") == Condition("fact", "open 3", sign, 12)


def test_a_fact_alone_asks_for_one_at_least() -> None:
    assert condition("not married") == Condition("fact", "married", ">=", 1, negated=True)


@pytest.mark.parametrize("text", ["x >=", "x >= y", "x >= -1", "x >= 1234567890", ">= =", "x >= 4 5", "= 1 x"])
def test_a_comparison_that_is_none_is_a_problem(text: str) -> None:
    (problem,) = problems(f"go if {text}")
    assert problem == Problem(1, text_of(REFEREE, "condition_form", words=text))


@pytest.mark.parametrize("dice", ["0", "7", "3,3", "three", "1 2 66"])
def test_have_is_followed_by_dice(dice: str) -> None:
    (problem,) = problems(f"go if have {dice}")
    assert problem == Problem(1, text_of(REFEREE, "have_what", words=dice))


def test_legal_and_have_alone_are_names_of_facts() -> None:
    assert condition("legal") == Condition("fact", "legal")
    assert condition("have") == Condition("fact", "have")


@pytest.mark.parametrize(
    "text", ["|", "a |", "| a", "a || b", "then a", "a then", "a then then b", "if x", "always", "else wait", "a|if x"]
)
def test_a_missing_order_is_a_problem(text: str) -> None:
    (problem,) = problems(f"fine\n{text}")
    assert problem == Problem(2, text_of(REFEREE, "order_missing"))


@pytest.mark.parametrize("text", ["a if", "a if x and", "a if and x", "a if not", "a if x | b if"])
def test_a_missing_condition_is_a_problem(text: str) -> None:
    (problem,) = problems(text)
    assert problem == Problem(1, text_of(REFEREE, "condition_missing"))


@pytest.mark.parametrize(("word", "otherwise"), [("wait", "wait"), ("pass", "pass"), ("skip", "skip")])
def test_else_says_what_is_done_where_nothing_fits(word: str, otherwise: str) -> None:
    assert line(f"always a | b else {word}") == OrderLine(
        1,
        f"always a | b else {word}",
        (Alternative(("a",)), Alternative(("b",))),
        otherwise,  # type: ignore[arg-type]
        always=True,
    )
    assert line("a").otherwise == "wait"


@pytest.mark.parametrize("text", ["a else", "a else b", "a else wait b", "a else wait else skip", "a else wait | b"])
def test_after_else_comes_one_of_three_words(text: str) -> None:
    (problem,) = problems(text)
    assert problem == Problem(1, text_of(REFEREE, "else_what", words=" ".join(text.split()[-2:])))


def test_a_bare_wait_is_a_line_without_orders_and_goes_with_no_always() -> None:
    assert line("WAIT").is_wait
    assert not line("a else wait").is_wait
    (problem,) = problems("always wait")
    assert problem == Problem(1, text_of(REFEREE, "always_wait"))


def test_next_begins_the_block_of_the_following_turn() -> None:
    blocks = sheet("a\nnext\nb; c\nnext; next\nd").blocks
    assert [[one.text for one in block] for block in blocks] == [["a"], ["b", "c"], [], ["d"]]


def test_seen_quotes_size_and_head_and_the_last_one_counts() -> None:
    text = f"seen: 3 {'A' * 32}\nbid 1\nSeen 57 {'0f' * 32}"
    assert sheet(text).seen == Seen(57, "0f" * 32)
    assert sheet("bid 1").seen is None


@pytest.mark.parametrize(
    "quote", ["seen 57", "seen 57 " + "0" * 31, "seen 57 " + "0" * 65, "seen 1234567890 " + "0" * 32]
)
def test_a_quote_that_is_none_stays_an_order_to_be_misunderstood(quote: str) -> None:
    assert line(quote).alternatives == (Alternative((quote,)),)


WORDS = {
    "en": "always if and not legal have else wait pass skip then any next",
    "it": "sempre se e non legale ho altrimenti aspetta passa salta poi qualsiasi prossimo",
    "fr": "toujours si et pas legal ai sinon attends passe saute puis importe suivant",
    "de": "immer wenn und nicht legal habe sonst warte passe überspringe dann egal nächster",
}


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("case", [str.lower, str.upper, str.title])
def test_keywords_are_read_in_four_languages_in_any_case(language: str, case: type[str]) -> None:
    words = WORDS[language].split()
    always, if_, and_, not_, legal, have, else_, *otherwise, then, any_, next_ = map(case, words)
    for meant, word in zip(("wait", "pass", "skip"), otherwise, strict=True):
        text = f"{always} a {then} b {if_} x > 2 {and_} {not_} {legal} c {and_} {have} 4 | {any_} {else_} {word}"
        first, last = alternatives(text)
        assert first == Alternative(
            ("a", "b"),
            (Condition("fact", "x", ">", 2), Condition("legal", "c", negated=True), Condition("have", "4")),
        )
        assert last.is_any
        assert (line(text).always, line(text).otherwise) == (True, meant)
    assert len(sheet(f"a\n{next_}\nb").blocks) == 2
    assert line(otherwise[0]).is_wait


@pytest.mark.parametrize("word", ["naechster", "nachster", "NÄCHSTER"])
def test_umlauts_may_be_spelled_out(word: str) -> None:
    assert len(sheet(f"a;{word};b").blocks) == 2


def test_only_a_lone_any_without_condition_takes_everything() -> None:
    taken = [alternative.is_any for alternative in alternatives("any | any if x | any then a | anything | a then any")]
    assert taken == [True, False, False, False, False]


def test_keywords_inside_words_are_no_keywords() -> None:
    assert alternatives("play fife then-some elsewhere") == (Alternative(("play fife then-some elsewhere",)),)


def test_all_mistakes_are_told_at_once_with_their_lines() -> None:
    found = problems("a |\nfine; b then\n\nc if\nd else e; always wait")
    assert [problem.line for problem in found] == [1, 2, 4, 5, 5]


def test_more_mistakes_than_anybody_reads_are_counted() -> None:
    found = problems("|;" * MAX_LINES)
    assert len(found) == MAX_PROBLEMS + 1
    assert found[-1] == Problem(0, text_of(REFEREE, "more_problems", count=MAX_LINES - MAX_PROBLEMS))


@pytest.mark.parametrize("dice", ["3x4", "3 x 4", "3X4", "3\u00d74", "3*4", "4 4 4", "2x4 4", "4 2x4"])
@pytest.mark.parametrize("words", ["if have", "se ho", "si ai", "wenn habe"])
def test_dice_may_be_counted(words: str, dice: str) -> None:
    (alternative,) = alternatives(f"a {words} {dice}")
    assert alternative.conditions == (Condition("have", "4 4 4"),)


@pytest.mark.parametrize("dice", ["3x7", "9x4", "x4", "3x", "3x4x5", "0x4", "33x4"])
def test_what_does_not_count_dice_is_refused(dice: str) -> None:
    (problem,) = problems(f"a if have {dice}")
    assert problem == Problem(1, text_of(REFEREE, "have_what", words=dice))


@given(st.text(max_size=200))
def test_any_text_is_either_read_or_refused(text: str) -> None:
    read = read_sheet(text)
    if isinstance(read, Sheet):
        assert all(
            one.is_wait or all(part.moves and all(part.moves) for part in one.alternatives) for one in read.lines
        )
    else:
        assert read
        assert all(0 <= problem.line <= text.count("\n") + text.count("\r") + 1 for problem in read)


_NAMES = st.sampled_from(["play harvest", "keep step", "any", "bid 1"])
_CONDITIONS = st.builds(
    Condition,
    st.just("fact"),
    st.sampled_from(["money", "tokens6"]),
    st.sampled_from([">=", "<", "!="]),
    st.integers(0, 10**9 - 1),
    st.booleans(),
)
_ALTERNATIVES = st.builds(
    Alternative,
    st.lists(_NAMES, min_size=1, max_size=3).map(tuple),
    st.lists(_CONDITIONS, max_size=2).map(tuple),
)


def _write(one: Alternative) -> str:
    tests = [f"{'not ' * c.negated}{c.words} {c.operator} {c.number}" for c in one.conditions]
    return " then ".join(one.moves) + (f" if {' and '.join(tests)}" if tests else "")


@given(st.lists(_ALTERNATIVES, min_size=1, max_size=4), st.sampled_from(["wait", "pass", "skip"]), st.booleans())
def test_what_is_written_by_the_grammar_is_read_back(found: list[Alternative], otherwise: str, always: bool) -> None:
    text = f"{'always ' * always}{' | '.join(map(_write, found))} else {otherwise}"
    read = line(text)
    assert (read.alternatives, read.otherwise, read.always) == (tuple(found), otherwise, always)


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (Problem(2, "nothing comes up"), "bid 2"),
        (Problem(2, "'bid 2': nothing comes up"), ""),  # its text quotes the line already
        (Problem(0, "the sheet is empty"), ""),
    ],
)
def test_a_problem_brings_the_words_of_its_line_unless_it_quotes_them(problem: Problem, words: str) -> None:
    assert problem.quoting(("bid 1", "bid 2")) == Problem(problem.line, problem.text, words=words)


@pytest.mark.parametrize("piece", ["bid 1", "bid 1 then any", "any if coins"])
def test_what_is_tried_at_every_decision_is_counted_by_itself(piece: str) -> None:
    weight = 1 if piece == "bid 1" else 2
    most = MAX_STANDING // weight
    sheet("always " + "|".join([piece] * most))
    sheet("|".join([piece] * (most + 1)))
    for text in ("always " + "|".join([piece] * (most + 1)), f"always {piece}\n" * (most + 1)):
        (problem,) = problems(text)
        assert problem == Problem(0, text_of(REFEREE, "too_many_standing", most=MAX_STANDING))


@pytest.mark.parametrize("sign", ["\ufdfa", "\u3300"])
def test_a_sheet_that_grows_too_long_when_it_is_compared_is_refused(sign: str) -> None:
    (problem,) = problems(sign * (MAX_CHARACTERS // 2))
    assert says(problem.text, REFEREE, "too_long", most=MAX_CHARACTERS)
