"""What somebody is told beside a report, in parts."""

from typing import Any

import pytest
from msgspec import ValidationError, json

from pbem.referee.language.problem import Problem
from pbem.report.notice import (
    NOTHING,
    TOPICS,
    NoticeProblems,
    NoticeReceipt,
    NoticeReminder,
    Notices,
    NoticeSettled,
    about,
    find_part,
    instead,
    is_refusal,
    lines_in,
    problems_in,
    read_notices,
)

PROBLEM = Problem(2, "not understood", ("sell 1",), "sel 1")
EVERYTHING: Notices = (
    *(part for topic in TOPICS for part in about(topic, f"{topic} 1", f"{topic} 2")),
    NoticeProblems((PROBLEM,), is_refused=True),
    NoticeReceipt("ab" * 32, 9),
    NoticeReminder(8),
    NoticeSettled(is_decided=True),
)


def test_parts_are_read_as_they_were_kept() -> None:
    assert read_notices(json.decode(json.encode(EVERYTHING))) == EVERYTHING
    assert read_notices(json.decode(json.encode(NOTHING))) == NOTHING


def test_lines_on_a_topic_are_told_together_unless_others_are_told_instead() -> None:
    told = (*about("played", "a"), *about("help", "b"), *about("played", "c"))
    assert lines_in(told, "played") == ("a", "c")
    assert instead(told, "played", "d") == (*about("help", "b"), *about("played", "d"))
    assert instead(told, "played") == about("help", "b")


def test_all_problems_are_told_and_one_refusal_is_enough() -> None:
    later = Problem(3, "too late")
    told = (NoticeProblems((PROBLEM,)), NoticeProblems((later,), is_refused=True))
    assert problems_in(told) == (PROBLEM, later)
    assert is_refusal(told)
    assert not is_refusal(told[:1])
    assert find_part(told, NoticeReceipt) is None


@pytest.mark.parametrize(
    ("field", "parts"),
    [
        ({}, NOTHING),
        ({"understood": [], "is_kept": False, "receipt": "", "came": 0, "frozen": ""}, NOTHING),
        ({"understood": ["a", "b"]}, about("understood", "a", "b")),
        ({"frozen": "why"}, about("frozen", "why")),
        ({"problems": [{"line": 3, "text": "too late"}]}, (NoticeProblems((Problem(3, "too late"),)),)),
        ({"is_refused": True}, (NoticeProblems((), is_refused=True),)),
        ({"receipt": "ab", "came": 9}, (NoticeReceipt("ab", 9),)),
        ({"reminder": 8}, (NoticeReminder(8),)),
        ({"is_kept": True}, (NoticeSettled(is_decided=False),)),
        ({"is_decided": True}, (NoticeSettled(is_decided=True),)),
    ],
)
def test_a_letter_that_a_desk_of_before_has_asked_for_says_the_same(field: dict[str, Any], parts: Notices) -> None:
    assert read_notices(field) == parts


@pytest.mark.parametrize("content", ["text", 1, None, [1], [{"type": "unheard"}], {"understood": [1]}, {"receipt": 1}])
def test_what_is_neither_is_refused(content: object) -> None:
    with pytest.raises(ValidationError):
        read_notices(content)
