"""Header fields and their parameters, and that what Python's own reader makes of them changes nothing."""

import pytest

from pbem.mail.letter.fields import Field, Fields, cut_fields, read_fields, split_head
from pbem.mail.safe import UnusableError


def fields_of(*lines: str) -> Fields:
    return read_fields("".join(f"{line}\n" for line in lines).encode("latin-1"))


def kind_of(value: str) -> str:
    return fields_of(f"Content-Type: {value}").kind()


def said(value: str, name: str) -> str:
    return fields_of(f"Content-Type: text/plain; {value}").parameter("content-type", name)


def test_a_field_goes_on_in_lines_that_begin_with_a_blank() -> None:
    assert cut_fields(b"A: b\n c\n\td\nE:f\n") == [Field(b"A", b" b\n c\n\td\n"), Field(b"E", b"f\n")]
    assert fields_of("A: b", " c", "\td").all("a") == ["b c\td"]


def test_fields_are_as_they_were_before_they_were_cut() -> None:
    head = b"Received: by a;\n\tSun\nSubject : x\n".replace(b" :", b":")
    assert b"".join(field.raw() for field in cut_fields(head)) == head
    assert cut_fields(head.removesuffix(b"\n")) == cut_fields(head)
    assert cut_fields(b"") == []


@pytest.mark.parametrize(
    "head",
    [
        b"no colon\n",
        b": no name\n",
        b" a: begins with a blank\n",
        b"Subject : a blank before the colon\n",
        b"S\xfcbject: x\n",
        b"A: b\nno colon\n c\n",
        b"A: b\n>From: c\n\nD: e\n",
        b"A: b\nFrom someone Sun Jun  1 12:00:00 2025\n",
        b"x" * 101 + b": y\n",
    ],
)
def test_a_line_that_is_no_field_is_refused(head: bytes) -> None:
    with pytest.raises(UnusableError, match="the letter's header is damaged"):
        read_fields(head)


def test_the_line_that_an_mbox_begins_a_mail_with_is_no_field() -> None:
    assert read_fields(b"From marta@example.net Sun Jun  1\nA: b\n").pairs == (("a", "b"),)


def test_head_and_body_are_parted_by_the_first_blank_line() -> None:
    assert split_head(b"A: b\n\nc\n\nd") == (b"A: b\n", b"c\n\nd")
    assert split_head(b"\nno header\n\nat all") == (b"", b"no header\n\nat all")
    assert split_head(b"A: b\n") == (b"A: b\n", b"")


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("TEXT/Html", "text/html"),
        (" text/html ; a=b", "text/html"),
        ("text", "text/plain"),
        ("a/b/c", "text/plain"),
        ("", "text/plain"),
        ('multipart/mixed; boundary="a;b"', "multipart/mixed"),
    ],
)
def test_the_content_type(value: str, kind: str) -> None:
    assert kind_of(value) == kind


def test_what_no_content_type_means_hangs_on_where_the_part_stands() -> None:
    assert fields_of("A: b").kind() == "text/plain"
    assert fields_of("A: b").kind("message/rfc822") == "message/rfc822"


@pytest.mark.parametrize(
    ("value", "charset"),
    [
        ("charset=utf-8", "utf-8"),
        ("CharSet = utf-8 ; a=b", "utf-8"),
        ('a="x; charset=koi8-r"; charset="utf-8"', "utf-8"),
        ('a="x\\"; charset=koi8-r"; charset=utf-8', "utf-8"),
        ('charset="u\\tf-8"', "utf-8"),
        ('a="not closed; charset=koi8-r', ""),
        ('a="ends in a backslash\\', ""),
        ("charset=utf-8; charset=utf-8", "utf-8"),
        (";;; charset=utf-8;", "utf-8"),
        ("charset", ""),
        ("a*=utf-8''x", ""),
    ],
)
def test_a_parameter_of_the_content_type(value: str, charset: str) -> None:
    assert said(value, "charset") == charset


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("charset=utf-8; charset=koi8-r", "the letter says 'charset' twice"),
        ("charset*=utf-8''x", "the letter says 'charset' in a form that is not read here"),
        ("charset*0=utf; charset*1=-8", "the letter says 'charset' in a form that is not read here"),
    ],
)
def test_a_parameter_that_can_be_read_in_two_ways_is_refused(value: str, why: str) -> None:
    with pytest.raises(UnusableError) as refused:
        said(value, "charset")
    assert refused.value.why == why


def test_a_file_may_be_named_in_any_form() -> None:
    fields = fields_of("Content-Disposition: attachment; filename*0*=utf-8''a; filename*1=b")
    assert fields.has_parameter("content-disposition", "filename")
    assert not fields.has_parameter("content-type", "name")
    assert fields.main("content-disposition") == "attachment"
