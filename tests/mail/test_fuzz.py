"""Mutated mails: never an exception, never an order that its player did not sign."""

import functools
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.block.block import Block, write
from pbem.mail.evidence import Signed
from pbem.mail.safe import Unusable, clean
from tests.mail.block.test_survival import MAILS, as_alternative, as_divs
from tests.mail.mutants import campaign, keys, mutants, seeds, unsound
from tests.mail.players import BLOCK, MARTA, TEXT, judge, mail_around
from tests.mail.workshop import weigh

SEEDS = (*MAILS.values(), as_alternative(TEXT, as_divs(TEXT)))
SNIPPETS = st.sampled_from(
    [
        b"\r\n",
        b"\n",
        b"\r",
        b"\n\n",
        b";",
        b">",
        b"\n> ",
        b" ",
        b"\0",
        b"=",
        b"=\n",
        b"=3B",
        b"\xc2\xa0",
        b"\xcd\xbe",
        b"-----BEGIN PBEM ORDERS-----",
        b"-----BEGIN SSH SIGNATURE-----",
        b"-----END SSH SIGNATURE-----",
        b"--",
        b"Content-Type: text/html\n",
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\n",
        b"Content-Transfer-Encoding: base64\n",
        b"charset*0*=utf-7''x",
        b"resign;",
        b"<!--",
        b"<style>",
        b"&#59;",
        b"\xe2\x80\xae",
    ]
)
EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 30), st.one_of(SNIPPETS, st.binary(max_size=4))), min_size=1, max_size=6
)


def edited(raw: bytes, edits: list[tuple[float, int, bytes]]) -> bytes:
    for where, length, snippet in edits:
        place = int(where * len(raw))
        raw = raw[:place] + snippet + raw[place + length :]
    return raw


def expect_sound(verdict: Signed | Unusable) -> None:
    if isinstance(verdict, Unusable):
        assert verdict.why == clean(verdict.why, 240)
    else:
        assert (verdict.block, verdict.signed_bytes, verdict.key_id) == (BLOCK, write(BLOCK), MARTA)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(SEEDS), EDITS)
def test_an_edited_mail_orders_what_was_signed_or_nothing(raw: bytes, edits: list[tuple[float, int, bytes]]) -> None:
    expect_sound(judge(edited(raw, edits)))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(TEXT)), st.integers(0, 40), st.text(max_size=10))
def test_an_edited_block_orders_what_was_signed_or_nothing(place: int, length: int, new: str) -> None:
    expect_sound(judge(mail_around(TEXT[:place] + new + TEXT[place + length :])))


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_refused_in_words(raw: bytes) -> None:
    assert isinstance(judge(raw), Unusable)
    assert isinstance(judge(b"From: marta@example.net\n" + raw), Unusable)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(SEEDS), st.sampled_from(SEEDS), st.floats(0, 1), st.floats(0, 1))
def test_two_spliced_mails_order_what_was_signed_or_nothing(one: bytes, two: bytes, here: float, there: float) -> None:
    expect_sound(judge(one[: int(here * len(one))] + two[int(there * len(two)) :]))


def test_the_seeds_are_all_good() -> None:
    for seed in SEEDS:
        verdict = judge(seed)
        assert isinstance(verdict, Signed)
        assert isinstance(verdict.block, Block)


@functools.cache
def seeds_once() -> list[bytes]:
    return seeds()


def test_every_seed_of_the_campaign_is_taken() -> None:
    for seed in seeds():
        verdict = weigh(seed, keys())
        assert isinstance(verdict, Signed), verdict
        assert unsound(verdict, keys()) == ""


@pytest.mark.parametrize("seed", [1, 2])
def test_mutants_of_every_kind_of_signature(seed: int) -> None:
    tally = campaign(seed, 1_000)
    assert tally.faults == ()
    assert 0 < tally.taken < tally.tried


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 16), st.randoms(use_true_random=False))
def test_a_mutant_orders_what_was_signed_or_nothing(which: int, random: Random) -> None:
    mails = seeds_once()
    raw = next(mutants(mails[which % len(mails)], random))
    assert unsound(weigh(raw, keys()), keys()) == ""
