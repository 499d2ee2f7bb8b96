"""The book of a game: to ask the law changes nothing in it, and what the law says is what `verify` says."""

from copy import deepcopy
from pathlib import Path

import pytest

from pbem.record.errors import CannotCheckError, Check
from pbem.record.folder import LOG, split, verify_folder
from pbem.record.law.book import Book
from pbem.record.law.laws import LAWS, objection
from pbem.record.log.chain import Log, read_log
from pbem.record.log.entry import Entry
from pbem.record.verdict.verify import CHECKS
from tests.record import paced, sample
from tests.record.test_vectors import ACCEPT, REJECT, read


def log_of(folder: Path) -> Log | None:
    try:
        return read_log(split(read(folder)[LOG]))
    except CannotCheckError:
        return None


def first_objection(entries: tuple[Entry, ...]) -> tuple[int, Check, str] | None:
    book = Book()
    for entry in entries:
        if against := objection(book, entry.content):
            return entry.seq, *against
        book.take(entry)
    return None


@pytest.mark.parametrize("folder", ACCEPT, ids=lambda folder: folder.name)
def test_to_ask_changes_nothing(folder: Path) -> None:
    log = log_of(folder)
    assert log is not None
    book = Book()
    for entry in log.entries:
        before = deepcopy(vars(book))
        for law in LAWS:
            assert law.objection(book, entry.content) is None
        assert vars(book) == before
        book.take(entry)
    assert (book.size, book.hashes[-1]) == (log.head.size, log.head.hash.hex())


def test_to_ask_of_what_may_not_come_changes_nothing_either() -> None:
    refused = 0
    for folder in REJECT:
        log = log_of(folder)
        book = Book()
        for entry in log.entries if log else ():
            before = deepcopy(vars(book)) if objection(book, entry.content) else None
            if before is not None:
                refused += 1
                assert [law.objection(book, entry.content) for law in LAWS] != [None] * len(LAWS)
                assert vars(book) == before
                break
            book.take(entry)
    assert refused > 100


def test_what_the_law_says_is_what_verify_says() -> None:
    found = 0
    for folder in REJECT:
        log, report = log_of(folder), verify_folder(read(folder))
        against = first_objection(log.entries) if log else None
        if against is None:
            continue
        found += 1
        assert report.first_bad is not None
        assert tuple(report.first_bad) == against
        assert report.checks[against[1]] == "failed"
    assert found > 100


def test_laws_are_asked_in_the_order_of_the_checks() -> None:
    places = [CHECKS.index(law.check) for law in LAWS]
    assert places == sorted(places)


def test_a_book_knows_how_the_game_stands() -> None:
    book = Book()
    assert (book.game, book.seats, book.size, book.is_over) == ("", (), 0, False)
    entries = read_log(split(sample.short()[LOG])).entries
    for entry in entries:
        book.take(entry)
    assert (book.game, book.seats, book.size) == (sample.GAME, ("blue", "red"), len(entries))
    assert book.is_started
    assert book.is_over
    assert book.hidden == sample.HIDDEN.hex()
    assert book.climb.used == {roll.slot: roll.j for entry in entries for roll in getattr(entry.content, "chance", ())}


def test_only_a_game_with_a_pace_has_clocks() -> None:
    for files, has_clocks in ((sample.running(), False), (paced.paced(), True)):
        book = Book()
        for entry in read_log(split(files[LOG])).entries:
            book.take(entry)
        assert (book.clocks is not None) == has_clocks
