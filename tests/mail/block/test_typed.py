"""Statements typed into a mail that is signed as a whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.block.block import MARKER, TEXT_LIMIT, parse
from pbem.mail.block.typed import read_typed
from pbem.mail.safe import UnusableError
from tests.mail.players import BLOCK
from tests.mail.workshop import TYPED
from tests.wording import MAIL, match_of

HEADERS = "to: r.example.org\ngame: g-1\nseat: blue\ntoken: 9f\n"


def orders(text: str) -> tuple[str, ...]:
    return read_typed(text).orders


def test_typed_lines_are_the_block() -> None:
    assert read_typed(TYPED) == BLOCK
    assert read_typed(TYPED.replace("\n", "\r\n")) == BLOCK
    assert read_typed(TYPED.replace("\n", ";\n")) == BLOCK
    assert read_typed(TYPED.replace("\n", ";")) == BLOCK
    assert read_typed(TYPED.replace("game:", "Game :").replace("to:", "TO:")) == BLOCK


def test_below_a_marker_only_a_semicolon_ends_a_statement() -> None:
    text = f"Hello,\n{MARKER}\n{HEADERS}".replace("\n", ";\n").replace(f"{MARKER};", MARKER)
    assert orders(text + "swap a |\nswap b; pass;\n") == ("swap a | swap b", "pass")
    assert orders(text + "play # as agreed\nharvest; pass;\n") == ("play harvest", "pass")


@pytest.mark.parametrize(
    "end",
    [
        "-- \n",
        "--\n",
        "-----END PBEM ORDERS-----\n",
        "________________________________\n",
        "-----Original Message-----\n",
        "-------- Original Message --------\n",
        "-----Messaggio originale-----\n",
        "-----Message d'origine-----\n",
        "-----Message d\u2019origine-----\n",
        "-------- Message original --------\n",
        "-----Ursprüngliche Nachricht-----\n",
        "---------- Forwarded message ---------\n",
        "-------- Messaggio Inoltrato --------\n",
        "-------- Message transféré --------\n",
        "-------- Weitergeleitete Nachricht --------\n",
        "From: Referee <r@example.org>\nSent: Monday, June 2, 2025 10:00\nTo: Marta\n",
        "*From:* Referee\n*Sent:* Monday\n",
        "Da: Referee\nInviato: lunedì 2 giugno 2025 10:00\nA: Marta\n",
        "De : Referee\nEnvoyé : lundi 2 juin 2025 10:00\nÀ : Marta\n",
        "De\u00a0: Referee\nDate\u00a0: lundi 2 juin 2025\n",
        "Von: Referee\nGesendet: Montag, 2. Juni 2025 10:00\nAn: Marta\n",
    ],
)
def test_a_delimiter_ends_the_orders(end: str) -> None:
    assert orders(f"{HEADERS}pass\n{end}Marta\nresign\n") == ("pass",)
    assert orders(f"{HEADERS}pass\n\n{end}{HEADERS}resign\n".replace("\n", "\r\n")) == ("pass",)
    assert orders(f"{HEADERS}pass\n{end}") == ("pass",)
    with pytest.raises(UnusableError, match=match_of(MAIL, "no_orders")):
        read_typed(f"Nothing today.\n{end}{HEADERS}resign\n")


@pytest.mark.parametrize(
    "line", ["_________", "--- Original ---", "Original Message", "From: Ivo", "-" * 30, "a ____________"]
)
def test_what_only_looks_like_a_delimiter_ends_nothing(line: str) -> None:
    assert orders(f"{line}\n{HEADERS}pass\n") == ("pass",)


@pytest.mark.parametrize(
    "around",
    [
        "Dear referee,\n\n{}",
        "{}> resign\n> game: other\n",
        "{}\nOn Monday the referee wrote:\n> resign\n",
        "{}\nOn Mon, Jun 2, 2025 at 10:00 Referee <referee@example.org>\nwrote:\n\n> resign\n> -- \n",
        "{}\nLe lun. 2 juin 2025, 10:00, Arbitre\na écrit :\n> resign\n",
        "{}\n # only a remark\n",
    ],
)
def test_greetings_and_quotes_are_no_orders(around: str) -> None:
    assert orders(around.format(HEADERS + "pass\n")) == ("pass",)


@pytest.mark.parametrize(
    "text",
    [
        "> resign\n" + HEADERS + "pass\n",
        "> On Sunday Ivo wrote:\n>> to: nobody\n\n" + HEADERS + "pass\n",
        HEADERS + "pass\n> resign\nbuild market;\n",
        "| resign\n" + HEADERS + "pass\n",
        "On Mon, Jun 2, 2025 at 10:00 Referee <referee@example.org> wrote:\n> your turn\n\n" + HEADERS + "pass\n",
        "Am Mo., 2. Juni 2025 um 10:00 schrieb Referee <r@example.org>:\n> du\n" + HEADERS + "pass\n",
        "-----Original Message-----\nFrom: Referee\nSent: Monday\n\n> your turn\n\n" + HEADERS + "pass\n",
        "> a line that Ivo made so long that it is wrapped here\nto: r.example.org\n> game: g-1\n",
    ],
)
def test_orders_below_a_quotation_are_not_read_but_told_of(text: str) -> None:
    with pytest.raises(UnusableError, match=match_of(MAIL, "below_quote")):
        read_typed(text)


def test_a_message_holds_whatever_is_typed_up_to_the_end_of_its_line() -> None:
    assert orders(HEADERS + "tell Anna: table #3; at 8;\npass # x\n") == ("tell Anna: table #3\uff1b at 8", "pass")
    block = f"{MARKER}\n{HEADERS}".replace("\n", ";\n").replace(f"{MARKER};", MARKER)
    told = "# only a remark\ntell Anna: table\n #3 at 8;\npass # x\n;"
    assert orders(block + told) == ("tell Anna: table #3 at 8", "pass")


@pytest.mark.parametrize("head", ["Dear referee,\n\n" + HEADERS, "Dear referee,\n" + MARKER + "\n" + HEADERS])
def test_what_nobody_sees_is_told_with_its_line_and_its_number(head: str) -> None:
    line = head.count("\n") + 1
    with pytest.raises(UnusableError, match=match_of(MAIL, "invisible", line=line, code="U+001B")):
        read_typed(head + "pa\x1bss;\n")
    with pytest.raises(UnusableError, match=match_of(MAIL, "invisible", line=3, code="U+202E")):
        parse(f"{MARKER}\nto: r;\npass\u202e;\n".encode())


def test_a_letter_that_is_quoted_alone_is_said_to_hold_no_orders() -> None:
    with pytest.raises(UnusableError, match=match_of(MAIL, "no_orders")):
        read_typed("On Mon, Jun 2, 2025 at 10:00 Referee <referee@example.org> wrote:\n> your turn\n\nthanks\n")


@pytest.mark.parametrize("mark", [">", "|", "> ", "| ", " |  "])
def test_quoted_lines_are_no_orders_however_they_are_marked(mark: str) -> None:
    below = "".join(f"{mark}{line}\n" for line in ("resign", "game: other", "build market;"))
    assert orders(f"{HEADERS}pass\n\nIvo wrote:\n{below}") == ("pass",)
    assert orders(f"{HEADERS}pass\n\n{below}") == ("pass",)


def test_a_bar_at_the_beginning_of_a_line_may_go_on_with_an_order() -> None:
    text = f"{MARKER}\n{HEADERS}".replace("\n", ";\n").replace(f"{MARKER};", MARKER)
    assert orders(text + "swap a\n| swap b;\n") == ("swap a | swap b",)


def test_an_order_above_an_announcement_is_not_swallowed() -> None:
    assert orders(HEADERS + "play harvest water 1\nMarta wrote:\n> x\n") == ("play harvest water 1",)
    assert orders(HEADERS + "play 1, 2;\nshe wrote:\n> x\n") == ("play 1, 2",)


def test_whatever_is_not_recognised_stays_an_order_to_complain_about() -> None:
    assert orders(HEADERS + "pass\nCheers, Marta\n") == ("pass", "Cheers, Marta")


@pytest.mark.parametrize(
    ("text", "key", "places"),
    [
        ("", "no_orders", {}),
        ("pass\n", "no_orders", {}),
        ("> " + HEADERS.replace("\n", "\n> ") + "pass", "no_orders", {}),
        (HEADERS, "order_count", {"count": 0}),
        (HEADERS.replace("token: 9f\n", "") + "pass", "missing", {"name": "'token'"}),
        (HEADERS + "token: aa\npass", "twice", {}),
        (HEADERS + "pass\ngame: other\n", "late_statement", {"name": "'game'"}),
        (HEADERS + "luck: 1\npass\n", "unknown_statement", {"name": "'luck'"}),
        (f"{MARKER}\n{MARKER}\n", "two_blocks", {}),
        (HEADERS + "x" * TEXT_LIMIT, "text_long", {"most": TEXT_LIMIT}),
        (HEADERS + "a" + "\u0301" * 40, "many_marks", {}),
        (HEADERS.replace("9f", "9f\x1b[2J") + "pass", "invisible", {"line": 4, "code": "U+001B"}),
    ],
)
def test_what_is_no_block_is_refused(text: str, key: str, places: dict[str, object]) -> None:
    with pytest.raises(UnusableError, match=match_of(MAIL, key, **places)):
        read_typed(text)


@pytest.mark.parametrize(
    "text",
    [f"\n{TYPED}\n", "Hello\n" + TYPED, TYPED + "-- \nMarta", TYPED + "\nIvo wrote:\n> x"],
)
def test_what_stands_around_the_statements_is_no_order(text: str) -> None:
    assert read_typed(text) == BLOCK


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, HEADERS + text, f"{MARKER}\n{text}"):
        try:
            block = read_typed(whole)
        except UnusableError:
            continue
        assert block.token


@pytest.mark.parametrize(
    "bomb",
    [
        "> x:\n" * 6_000,
        "x:\n\n> " * 4_000,
        "\n" * 32_000 + ">",
        "\n>" * 16_000,
        "#" * 32_000,
        "1,<" * 9_000,
        "_" * 32_000 + "x",
        "-" * 32_000,
        " " * 32_000 + "_",
        "From:\n" * 5_000,
    ],
)
def test_bombs_are_read_in_a_single_pass(bomb: str) -> None:
    with pytest.raises(UnusableError):
        read_typed(bomb)
