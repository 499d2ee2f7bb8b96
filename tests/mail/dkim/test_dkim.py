"""DKIM, the lower tier: only a whole letter of the sender's own domain, and only what the domain signed of it."""

import sys

import pytest
from msgspec import structs

from pbem.mail.checking import check_evidence
from pbem.mail.evidence import Evidence
from pbem.mail.keys import Keyring, Keys
from pbem.mail.kinds import KINDS
from pbem.mail.letter.letter import read_letter
from pbem.mail.safe import Unusable, UnusableError
from pbem.mail.signed import find_signed, parse_key
from tests.mail.players import BLOCK, MARTA, NOW, TEXT, ring
from tests.mail.workshop import (
    DKIM_KEY,
    SIGNED_HEADERS,
    TYPED,
    dkim_signed,
    hand_signed,
    record_of,
    records,
    rsa_key,
    taken,
    turned_down,
    webmail,
    weigh,
)

KEYS = Keyring([DKIM_KEY])
DAY = 86_400
ALTERNATIVE = "Content-Type: multipart/alternative; boundary=b"
BOTH = f"--b\nContent-Type: text/plain; charset=utf-8\n\n{TYPED}\n--b\nContent-Type: text/html\n\n<p>hello\n--b--\n"


@pytest.mark.parametrize("form", [("relaxed", "relaxed"), ("relaxed", "simple"), ("simple", "simple")])
def test_a_letter_that_its_domain_signed_is_taken(form: tuple[str, str]) -> None:
    verdict = taken(dkim_signed(webmail(), form=form), KEYS)
    assert (verdict.kind, verdict.key_id, verdict.block) == ("dkim", "dkim:marta@example.net", BLOCK)
    assert verdict.record == records("mail._domainkey.example.net")


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_headers_that_were_added_on_the_way_change_nothing(line_end: bytes) -> None:
    raw = dkim_signed(webmail())
    added = b"Received: by mx.example.org\r\nX-Spam: no\r\n" + raw
    assert taken(added.replace(b"\r\n", line_end), KEYS) == taken(raw, KEYS)


def test_blanks_that_relaxed_signatures_do_not_cover_change_nothing() -> None:
    kind = 'Content-Type: text/plain; charset="utf-8"; format=flowed'
    raw = dkim_signed(webmail(kind=kind))
    joined = raw.replace(b"water 1\r\n", b"water 1 \r\n").replace(b"play harvest", b"play   harvest") + b"\r\n\r\n"
    assert joined != raw
    assert taken(joined, KEYS) == taken(raw, KEYS)
    assert taken(raw, KEYS).block == BLOCK


def test_text_and_html_and_a_reply_with_quotes() -> None:
    assert taken(dkim_signed(webmail(BOTH, kind=ALTERNATIVE)), KEYS).block == BLOCK
    reply = TYPED + "\nOn Mon, Jun 2, 2025 at 10:00 Referee <referee@example.org>\nwrote:\n\n> resign\n"
    assert taken(dkim_signed(webmail(reply)), KEYS).block == BLOCK


def test_the_enrolled_address_is_compared_without_case() -> None:
    raw = dkim_signed(webmail(sender="Marta <Marta@Example.net>"), domain="Example.net")
    assert taken(raw, KEYS).key_id == parse_key(b"dkim:MARTA@example.net", now=NOW).key_id


def test_two_signatures_of_the_domain_one_of_them_in_a_way_we_do_not_read() -> None:
    raw = dkim_signed(webmail())
    other = b"DKIM-Signature: v=1; a=ed25519-sha256; d=example.net; s=ed; h=from; bh=AAAA; b=AAAA\r\n"
    foreign = dkim_signed(webmail(), domain="list.example.org")[: -len(webmail())]
    assert taken(other + foreign + raw, KEYS).block == BLOCK


LACKING = [tuple(name for name in SIGNED_HEADERS if name != gone) for gone in ("Subject", "Date", "Message-ID")]


@pytest.mark.parametrize("headers", LACKING)
def test_a_header_that_must_be_signed_and_is_not(headers: tuple[str, ...]) -> None:
    assert "does not cover" in turned_down(dkim_signed(webmail(), headers=headers), KEYS)


def test_an_encoding_that_is_not_signed_is_refused() -> None:
    headers = SIGNED_HEADERS[:-1]
    coded = webmail().replace(b": 8bit", b": quoted-printable")
    assert "content-transfer-encoding" in turned_down(dkim_signed(coded, headers=headers), KEYS)
    bare = webmail().replace(b"Content-Transfer-Encoding: 8bit\r\n", b"")
    assert taken(dkim_signed(bare, headers=headers), KEYS).block == BLOCK
    added = (
        dkim_signed(bare, headers=headers)
        .replace(b"MIME", b"MIME")
        .replace(b"Subject:", b"Content-Transfer-Encoding: quoted-printable\r\nSubject:", 1)
    )
    assert turned_down(added, KEYS)


@pytest.mark.parametrize("encoding", [b"7bit", b"8bit", b"BINARY"])
def test_an_encoding_that_changes_nothing_need_not_be_signed(encoding: bytes) -> None:
    bare = webmail().replace(b"Content-Transfer-Encoding: 8bit\r\n", b"")
    raw = dkim_signed(bare, headers=SIGNED_HEADERS[:-1])
    field = b"Content-Transfer-Encoding: " + encoding + b"\r\n"
    verdict = taken(raw.replace(b"Content-Type:", field + b"Content-Type:", 1), KEYS)
    assert verdict == taken(raw, KEYS)
    assert check_evidence(verdict.evidence(), KEYS, now=NOW) == verdict
    assert turned_down(raw.replace(b"Content-Type:", field[:-2] + b"x\r\nContent-Type:", 1), KEYS)


NO_KIND = tuple(name for name in SIGNED_HEADERS if name != "Content-Type")
OTHER_PLAIN = "--c\nContent-Type: text/plain\n\n{}\n--c--\n"


def unkind(text: str, kind: str) -> bytes:
    """A letter whose provider signs everything but the Content-Type."""
    bare = webmail(text, kind=kind).replace(b"Content-Transfer-Encoding: 8bit\r\n", b"")
    return dkim_signed(bare, headers=NO_KIND)


@pytest.mark.parametrize(
    ("text", "kind"), [(TYPED, ""), (BOTH, ALTERNATIVE), (BOTH + "\n\n", "Content-Type: multipart/mixed; boundary=b")]
)
def test_a_provider_need_not_sign_the_content_type(text: str, kind: str) -> None:
    raw = unkind(text, kind)
    verdict = taken(raw, KEYS)
    assert verdict.block == BLOCK
    assert b"content-type:text/plain; charset" not in verdict.signed_bytes.lower().partition(b"\r\n\r\n")[0]
    assert check_evidence(verdict.evidence(), KEYS, now=NOW) == verdict


@pytest.mark.parametrize(
    "other",
    [
        b"Content-Type: text/html",
        b"Content-Type: text/plain; charset=iso-8859-2; format=flowed",
        b"Content-Type: multipart/mixed; boundary=c",
        b"Content-Type: multipart/alternative; boundary=other",
        b"X-Nothing: at all",
    ],
)
def test_a_content_type_that_was_not_signed_has_no_say(other: bytes) -> None:
    """Whatever stands there, the letter is refused or means the very same: nobody can choose among its parts."""
    inner = OTHER_PLAIN.format(TYPED.replace("play harvest water 1", "resign"))
    for text, kind in ((TYPED, ""), (BOTH, ALTERNATIVE), (BOTH.replace("<p>hello", f"<p>\n{inner}"), ALTERNATIVE)):
        raw = unkind(text, kind)
        changed = raw.replace((kind or 'Content-Type: text/plain; charset="utf-8"').encode(), other, 1)
        assert changed != raw
        verdict = weigh(changed, KEYS)
        assert isinstance(verdict, Unusable) or verdict == taken(raw, KEYS)
        assert isinstance(verdict, Unusable) or verdict.block == BLOCK


def test_what_a_signature_says_of_the_content_type_counts() -> None:
    raw = dkim_signed(webmail(BOTH, kind="Content-Type: multipart/alternative; boundary=c"))
    assert turned_down(raw, KEYS)
    twice = dkim_signed(webmail()).replace(b"Content-Type:", b"Content-Type: text/html\r\nContent-Type:", 1)
    assert turned_down(twice, KEYS)


def test_a_content_type_smuggled_into_evidence_is_refused() -> None:
    evidence = taken(unkind(BOTH, ALTERNATIVE), KEYS).evidence()
    forged = structs.replace(
        evidence, signed_bytes=b"content-type:multipart/mixed; boundary=c\r\n" + evidence.signed_bytes
    )
    assert isinstance(check_evidence(forged, KEYS, now=NOW), Unusable)


CHANGED = "does not fit the letter: it was changed on its way"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"water 1", b"water 2"),
        (b"Subject: orders", b"Subject: other"),
        (b'"utf-8"', b'"latin1"'),
        (b"marta@example.net>", b"ivo@example.net>"),
        (b"8bit", b"base64"),
        (b"bh=", b"bh=AAAA"),
        (b"relaxed/relaxed", b"simple/simple"),
        (b"s=mail;", b"s=mail; n=none;"),
        (b"Message-ID: <1", b"Message-ID: <2"),
    ],
)
def test_a_letter_that_was_touched(old: bytes, new: bytes) -> None:
    raw = dkim_signed(webmail())
    assert old in raw
    assert CHANGED in turned_down(raw.replace(old, new, 1), KEYS)


def test_a_letter_whose_charset_is_split_is_not_read_though_its_signature_holds() -> None:
    raw = dkim_signed(webmail().replace(b"charset=", b"charset*0="))
    assert "the letter says 'charset' in a form that is not read here" in turned_down(raw, KEYS)


@pytest.mark.parametrize(
    "tags",
    [
        {},
        {"c": "relaxed"},
        {"c": "relaxed/simple"},
        {"c": "simple/simple"},
        {"c": None},
        {"i": "@example.net"},
        {"i": "marta@Example.net"},
        {"q": "dns/txt"},
        {"t": str(NOW + DAY)},
        {"x": str(NOW)},
        {"n": "a tag that nobody knows"},
        {"h": "from:from:subject:date:message-id:content-type:content-transfer-encoding"},
    ],
)
def test_a_signature_with_tags_as_they_may_be_is_taken(tags: dict[str, str | None]) -> None:
    assert taken(hand_signed(webmail(), tags), KEYS).block == BLOCK


ALL_NAMES = "from:subject:date:message-id:content-type:content-transfer-encoding"
NOT_TAKEN = "tag {!r} is not one that is taken here"
RULES: dict[str, tuple[dict[str, str | None], str]] = {
    "a length": ({"l": "10"}, "covers only the beginning of the letter (l=)"),
    "no length at all": ({"l": "0"}, "covers only the beginning of the letter (l=)"),
    "the whole length": ({"l": "100000"}, "covers only the beginning of the letter (l=)"),
    "another version": ({"v": "2"}, NOT_TAKEN.format("v")),
    "no version": ({"v": None}, NOT_TAKEN.format("v")),
    "SHA-1": ({"a": "rsa-sha1"}, NOT_TAKEN.format("a")),
    "a place for a selector": ({"s": "../../etc"}, NOT_TAKEN.format("s")),
    "another selector": ({"s": "other"}, "is not published"),
    "another lookup": ({"q": "http"}, NOT_TAKEN.format("q")),
    "no seconds": ({"t": "soon"}, NOT_TAKEN.format("t")),
    "no seconds at the end": ({"x": "never"}, NOT_TAKEN.format("x")),
    "another domain's person": ({"i": "@other.example"}, "is of another domain than it says"),
    "a part of the domain": ({"i": "marta@mail.example.net"}, "is of another domain than it says"),
    "a domain around it": ({"i": "marta@xexample.net"}, "is of another domain than it says"),
    "a second too old": ({"x": str(NOW - 1)}, "has expired"),
    "a second too new": ({"t": str(NOW + DAY + 1)}, "is dated in the future"),
    "two tags of b": ({"z": "a b=c"}, "the DKIM signature is damaged"),
    "without From": ({"h": ALL_NAMES.replace("from:", "x-from:")}, "does not cover the header 'from'"),
    "without Subject": ({"h": ALL_NAMES.replace("subject:", "")}, "does not cover the header 'subject'"),
    "without Date": ({"h": ALL_NAMES.replace("date:", "")}, "does not cover the header 'date'"),
    "without Message-ID": ({"h": ALL_NAMES.replace("message-id:", "")}, "does not cover the header 'message-id'"),
}


@pytest.mark.parametrize("rule", RULES)
def test_a_signature_that_holds_and_breaks_a_rule(rule: str) -> None:
    tags, why = RULES[rule]
    assert why in turned_down(hand_signed(webmail(), tags), KEYS)


def test_a_form_that_is_none() -> None:
    raw = hand_signed(webmail(), {"c": "nofws"}, form="relaxed/relaxed")
    assert NOT_TAKEN.format("c") in turned_down(raw, KEYS)


def test_a_tag_twice() -> None:
    raw = hand_signed(webmail(), after="; n=1; n=1")
    # Which of them counts is not for us to say: such a signature is nobody's.
    assert "no DKIM signature of its sender's own domain" in turned_down(raw, KEYS)
    assert taken(hand_signed(webmail(), after="; n=1"), KEYS).block == BLOCK


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b"From:", b"From: ivo@example.net\r\nFrom:", "does not name one sender"),
        (b"Subject:", b"Subject: two\r\nSubject:", "the header 'subject' stands twice"),
        (b"Date:", b"Date: Sun, 01 Jun 2025 12:00:01 +0000\r\nDate:", "the header 'date' stands twice"),
        (b"Message-ID:", b"Message-ID: <2@example.net>\r\nMessage-ID:", "the header 'message-id' stands twice"),
        (b"Content-Type:", b"Content-Type: text/html\r\nContent-Type:", "a part has Content-Type twice"),
    ],
)
def test_a_header_that_stands_twice_in_what_was_signed(old: bytes, new: bytes, why: str) -> None:
    name = old.decode().strip(":").lower()
    twice = {"h": f"{ALL_NAMES}:{name}"}
    for tags in ({}, twice):
        assert why in turned_down(hand_signed(webmail().replace(old, new, 1), tags), KEYS)


def test_evidence_has_its_signature_byte_for_byte() -> None:
    """Line ends that a letter may lose on its way change nothing there; evidence that lost them is other evidence."""
    raw = dkim_signed(webmail())
    assert taken(raw.replace(b"\r\n", b"\n"), KEYS) == taken(raw, KEYS)
    evidence = taken(raw, KEYS).evidence()
    for signature in (
        evidence.signature.replace(b"\r\n", b"\n"),
        evidence.signature.removesuffix(b"\r\n"),
        evidence.signature + b"\r\n",
        evidence.signature.replace(b"DKIM-Signature", b"X-Signature"),
    ):
        found = check_evidence(structs.replace(evidence, signature=signature), KEYS, now=NOW)
        assert found == Unusable("the DKIM signature is damaged"), signature


def test_a_length_tag_is_refused_even_when_it_verifies() -> None:
    raw = dkim_signed(webmail(), extra={"length": True})
    assert "only the beginning" in turned_down(raw, KEYS)
    assert "only the beginning" in turned_down(raw + b"resign\r\n", KEYS)


@pytest.mark.parametrize("domain", ["example.org", "net", "mail.example.net", "xexample.net"])
def test_another_domain_proves_nothing(domain: str) -> None:
    assert "own domain" in turned_down(dkim_signed(webmail(), domain=domain), KEYS)


def test_an_address_of_the_same_domain_is_another_person() -> None:
    why = turned_down(dkim_signed(webmail(sender="ivo@example.net")), KEYS)
    assert "not enrolled" in why


@pytest.mark.parametrize(
    "sender",
    [
        '"marta@example.net" <ivo@example.net>',
        "marta@example.net, ivo@example.net",
        "marta@example.net <ivo@example.net>",
    ],
)
def test_senders_in_disguise(sender: str) -> None:
    assert turned_down(dkim_signed(webmail(sender=sender)), KEYS)


def test_without_the_token_nothing_is_ordered() -> None:
    why = turned_down(dkim_signed(webmail(TYPED.replace("token: 9f1c27d0\n", ""))), KEYS)
    assert "'token'" in why


def test_a_replay_is_the_same_evidence_and_keeps_its_old_token() -> None:
    raw = dkim_signed(webmail())
    again = b"Received: again\r\n" + raw
    assert taken(again, KEYS, now=NOW + 5 * DAY).signed_bytes == taken(raw, KEYS).signed_bytes
    assert taken(again, KEYS, now=NOW + 5 * DAY).block.token == "9f1c27d0"


def test_dates_of_a_signature() -> None:
    assert "future" in turned_down(dkim_signed(webmail()), KEYS, now=NOW - 2 * DAY)


def answer(record: bytes | None) -> Unusable | str:
    letter = read_letter(dkim_signed(webmail()))
    assert not isinstance(letter, Unusable)
    verdict = find_signed(letter, KEYS, now=NOW, accepts=KINDS, records=lambda _: record)
    return verdict if isinstance(verdict, Unusable) else "taken"


def test_key_records() -> None:
    good = record_of(rsa_key())
    assert answer(good) == "taken"
    assert answer(good.replace(b"v=DKIM1; k=rsa; ", b"")) == "taken"
    assert answer(record_of(rsa_key(), "s=email", "t=s", "h=sha256", "n=note")) == "taken"
    for record in (
        None,
        b"",
        b"x",
        b"v=DKIM1; p=",
        b"v=DKIM1; p=AAAA",
        b"v=DKIM1; p=" + b"A" * 9_000,
        b"\xff" * 50,
        good.replace(b"DKIM1", b"DKIM2"),
        good.replace(b"k=rsa", b"k=ed25519"),
        record_of(rsa_key(), "t=y"),
        record_of(rsa_key(), "s=tlsrpt"),
        record_of(rsa_key(), "h=sha1"),
        record_of(rsa_key(2048, 1)),
    ):
        assert isinstance(answer(record), Unusable), record


def test_dkim_counts_only_where_accepted_and_only_when_nothing_else_is_signed() -> None:
    raw = dkim_signed(webmail())
    assert weigh(raw, KEYS, accepts=frozenset({"ssh", "pgp"})) == Unusable("the letter holds no order block")
    both: Keys = lambda name: [*KEYS(name), *ring()(name)]  # noqa: E731
    assert taken(dkim_signed(webmail(TEXT)), both).key_id == MARTA
    broken = dkim_signed(webmail(TEXT.replace("water 1", "water 2")))
    assert "changed after signing" in turned_down(broken, both)


@pytest.mark.parametrize(
    "raw",
    [
        lambda: dkim_signed(webmail("x" * 1_000 + "\n" + TYPED)),
        lambda: webmail().replace(b"Subject:", b"DKIM-Signature: " + b" \r\n" * 50 + b" v=1\r\nSubject:"),
        lambda: webmail().replace(b"Subject:", b"DKIM-Signature: d=example.net;" + b" " * 1_500 + b"b=\r\nSubject:"),
        lambda: webmail().replace(
            b"Subject:", b"DKIM-Signature: d=example.net;" + b"\r\n a=b;" * 900 + b"\r\nSubject:"
        ),
        lambda: webmail().replace(b"Subject:", b"DKIM-Signature: " + b"\xff" * 90 + b"\r\nSubject:"),
        lambda: webmail().replace(b"Subject:", b"DKIM-Signature:\r\nSubject:"),
        lambda: webmail().replace(b"Subject:", b"DKIM-Signature: d=example.net; =; ;;\r\nSubject:"),
        lambda: webmail("\n" + " " * 990 + "\n") + (b" " * 990 + b"\r\n") * 200,
    ],
)
def test_bombs_are_refused(raw: object) -> None:
    assert callable(raw)
    assert turned_down(raw(), KEYS)


def test_evidence_keeps_the_record_and_is_checked_without_the_network() -> None:
    verdict = taken(dkim_signed(webmail()), KEYS)
    evidence = verdict.evidence()
    assert check_evidence(evidence, KEYS, now=NOW) == verdict
    for changed in (
        structs.replace(evidence, record=record_of(rsa_key(2048, 1))),
        structs.replace(evidence, record=b""),
        structs.replace(evidence, signed_bytes=evidence.signed_bytes.replace(b"water 1", b"water 2")),
        structs.replace(
            evidence, signed_bytes=b"x-early: 1\r\n" + evidence.signed_bytes.replace(b"subject", b"sub-ject")
        ),
        structs.replace(evidence, signature=evidence.signature.replace(b"s=mail", b"s=male")),
        structs.replace(evidence, signature=evidence.signature + b"From: ivo@example.net\r\n"),
        structs.replace(evidence, signature=b""),
        structs.replace(evidence, key_id="dkim:ivo@example.net"),
    ):
        assert isinstance(check_evidence(changed, KEYS, now=NOW), Unusable)


def test_unsigned_headers_smuggled_into_evidence_are_refused() -> None:
    """What a signature does not cover must not be in the bytes that are read as signed."""
    bare = webmail().replace(b"Content-Transfer-Encoding: 8bit\r\n", b"")
    evidence = taken(dkim_signed(bare, headers=SIGNED_HEADERS[:-1]), KEYS).evidence()
    smuggled = b"content-transfer-encoding:quoted-printable\r\n" + evidence.signed_bytes
    forged = structs.replace(evidence, signed_bytes=smuggled)
    assert isinstance(check_evidence(forged, KEYS, now=NOW), Unusable)
    blanks = structs.replace(evidence, signed_bytes=evidence.signed_bytes.replace(b"water 1\r\n", b"water 1 \r\n"))
    assert isinstance(check_evidence(blanks, KEYS, now=NOW), Unusable)


def test_without_the_library_the_answer_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = dkim_signed(webmail())
    monkeypatch.setitem(sys.modules, "dkim", None)
    assert turned_down(raw, KEYS) == "this desk cannot read DKIM: install pbem[dkim]"


@pytest.mark.parametrize("text", ["", "marta", "a@b, c@d", "Marta <marta@example.net>", "dkim:", "m\0@x.y", "é@x.y"])
def test_what_is_no_address_is_no_key(text: str) -> None:
    with pytest.raises(UnusableError):
        parse_key(text.encode(), now=NOW)


def test_any_evidence_is_checked_or_refused() -> None:
    for signature in (b"\xff", b"DKIM-Signature: \xff\r\n", b"DKIM-Signature: d=\r\n", b"x" * 100_000):
        evidence = Evidence(kind="dkim", key_id="", signed_bytes=b"", signature=signature)
        assert isinstance(check_evidence(evidence, KEYS, now=NOW), Unusable)
