"""Draining an inbox in groups: the same comes of it as mail by mail, and no mail suffers for another."""

import os
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest
from freezegun import freeze_time

from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.post.hearing import hearing
from pbem.desk.post.hearing.hearing import Hearer
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.hearing.signed_sheet import Heard, SignedSheet
from pbem.desk.post.incidents import FaultError
from pbem.desk.post.work import draining
from pbem.desk.post.work.courier import send
from pbem.desk.post.work.draining import MOST, gather
from pbem.desk.records.checks.game_verdict import verify_game
from pbem.desk.store.databases.engine import UnsureError
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.store import Store
from pbem.desk.store.transaction import Transaction
from pbem.desk.transports.boxes import MOST_BYTES, UnreachableError, Waiting
from pbem.mail.signed import sign_orders
from pbem.record.errors import IntegrityError
from tests.desk.house import (
    BLUE,
    GAME,
    KEYS,
    ORANGE,
    block_of,
    furnished,
    legal,
    mail,
    match_of,
    rows,
    signed_mail,
)
from tests.desk.post.test_courier import names, plan, put, told
from tests.desk.post.test_succession import ANSWER, ASK, ask, for_desk
from tests.desk.store.test_store import KEY
from tests.servers.postgres import Postgres

MOMENT = "2031-01-01"
SECOND = "g2"
DERIVED = ("entry", "game", "seat", "mail")  # tables that hold nothing encrypted, and no tallies


class LikeOthers(Desk):
    """A desk that draws what other desks drew that did the same."""

    drawn = 0

    def entropy(self) -> bytes:
        self.drawn += 1
        return sha256(b"like others %d" % self.drawn).digest()


def open_second(folder: Path) -> Path:
    with closing(LikeOthers(folder)) as desk:
        new_game(desk, NewGame("fortuna", {"grey": "Anna", "blue": "Bruno"}, SECOND))
    return folder


def next_mails(desk: Desk, number: int) -> list[bytes]:
    """Return what is sent next: an order of whoever is asked, in both games, and a plan."""
    mails = []
    for game, signers in ((GAME, {"blue": "Anna", "orange": "Bruno"}), (SECOND, {"grey": "Anna", "blue": "Bruno"})):
        match = match_of(desk, game)
        seat = match.waiting()[number % len(match.waiting())].seat
        block = block_of(desk, seat, legal(desk, seat, game)[number % 3 - 1], game=game)
        mails.append(mail(sign_orders(block, KEYS[signers[seat]]), number=number))
    return [*mails, signed_mail(desk, ORANGE, *["always keep step | any"] * (number % 4 + 1), number=number)]


def everything(folder: Path) -> list[bytes]:
    """Return a long inbox with everything in it that may come, as it was answered mail by mail at another desk."""
    sent: list[bytes] = []

    def post(raw: bytes) -> None:
        sent.append(raw)
        receive(desk, raw)

    with closing(LikeOthers(folder)) as desk:
        for number in range(12):
            for raw in next_mails(desk, number):
                post(raw)
            if number % 3 == 0:
                post(sent[-2])  # once more
                post(signed_mail(desk, BLUE, "conquer the moon", number=number))
                post(signed_mail(desk, BLUE, "status", number=number))
                post(f"From: x{number}@example.net\nSubject: spam\n\nbuy more\n".encode())
            if number == 4:
                post(for_desk(ASK, signer="Anna"))
                post(b"Subject: x\n\n" + b"x" * MOST_BYTES)
        ahead = desk.note(GAME, match_of(desk).head).encode()
    early = len(sent) // 2
    lacking = b"From: anna@example.org\nSubject: look\n\nwhat is this?\n\n" + ahead + b"\n"
    return [*sent[:early], lacking, *sent[early:]]


class Drained:
    """What came of an inbox."""

    def __init__(self, desk: Desk) -> None:
        self.said = [received.line for received in told(desk)]
        send(desk)
        self.tables = {name: table for name, table in rows(desk.folder).items() if name in DERIVED}
        with desk.store.read() as look:
            self.secrets = {game: look.secrets.all(game) for game in ("", *look.records.ids())}
        self.letters = {path.name: path.read_bytes() for path in (desk.folder / "outbox" / "new").iterdir()}


def drained(folder: Path, mails: Sequence[bytes]) -> Drained:
    with closing(LikeOthers(folder)) as desk:
        put(desk, *mails)
        for path in (folder / "inbox" / "new").iterdir():
            os.utime(path, (desk.now() - 60,) * 2)
        return Drained(desk)


def counted_changes(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Note what each change of a desk is about."""
    change, seen = desk.store.database.change, []

    def counted(with_run: Any, about: Any = "") -> Any:
        seen.append(about)
        return change(with_run, about)

    monkeypatch.setattr(desk.store.database, "change", counted)
    return seen


class TestGroups:
    def test_the_same_comes_of_mails_whether_they_are_acted_on_together_or_one_by_one(
        self, tmp_path: Path, server: Postgres | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with freeze_time(MOMENT):
            mails = everything(open_second(furnished("fresh", tmp_path / "first")))
            ours = drained(open_second(furnished("fresh", tmp_path / "together", server)), mails)
            monkeypatch.setattr(draining, "MOST", 1)
            theirs = drained(open_second(furnished("fresh", tmp_path / "one by one", server)), mails)
        verdicts = {line.partition(":")[0] for line in ours.said}
        assert verdicts == {"played", "kept", "answered", "refused", "known", "ignored"}
        assert len(ours.said) == len(mails)
        assert ours.said == theirs.said
        assert ours.tables == theirs.tables
        assert ours.secrets == theirs.secrets
        assert ours.letters == theirs.letters

    def test_what_comes_after_a_change_of_key_is_held_against_the_new_one(self, running: Desk) -> None:
        token, order = ask(running), legal(running, BLUE)[0]
        answers = [for_desk(ANSWER, signer=signer, token=token) for signer in ("Anna", "Mallory")]
        old, new = (signed_mail(running, BLUE, order, signer=signer) for signer in ("Anna", "Mallory"))
        put(running, signed_mail(running, ORANGE, "clear"), *answers, old, new)
        # A new key stands in the record, so that the head which both sheets quote is an earlier one.
        assert [received.verdict for received in told(running)] == [
            "played",
            "answered",
            "answered",
            "ignored",
            "played",
        ]

    def test_many_mails_are_one_commit(self, running: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        put(running, *(plan(running, number) for number in range(MOST + 3)))
        changes = counted_changes(running, monkeypatch)
        monkeypatch.setattr(draining, "_TURN", 60)  # however slow this machine is
        assert len(told(running)) == MOST + 3
        assert changes == [(GAME,), (GAME,)]

    def test_a_group_whose_time_is_up_gives_way_to_others(self, running: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        put(running, *(plan(running, number) for number in range(4)))
        changes = counted_changes(running, monkeypatch)
        monkeypatch.setattr(draining, "_TURN", 0.0)
        assert [received.verdict for received in told(running)] == ["played"] * 4
        assert len(changes) == 4

    def test_the_others_are_acted_on_though_one_breaks_the_desk(
        self, running: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(running, *(plan(running, number) for number in range(3)))
        before = rows(running.folder, "letter")
        hear = hearing.hear

        def break_at_third(desk: Desk, change: Transaction, sheet: SignedSheet, hearer: Hearer[Any]) -> Heard:
            heard = hear(desk, change, sheet, hearer)
            if len(sheet.signed.block.orders) == 3:
                raise ZeroDivisionError
            return heard

        with monkeypatch.context() as patch:
            patch.setattr(hearing, "hear", break_at_third)
            with pytest.raises(FaultError, match="stays in the inbox: ZeroDivisionError"):
                told(running)
        assert names(running, "new") == ["002"]
        assert len(rows(running.folder)["mail"]) == len(before["mail"]) + 2
        assert [received.verdict for received in told(running)] == ["played"]
        assert verify_game(running, GAME).ok

    def test_one_that_stays_holds_up_none_of_its_group(self, running: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        put(running, *(plan(running, number) for number in range(3)))
        hear = hearing.hear

        def break_at_second(desk: Desk, change: Transaction, sheet: SignedSheet, hearer: Hearer[Any]) -> Heard:
            heard = hear(desk, change, sheet, hearer)
            if len(sheet.signed.block.orders) == 2:
                raise IntegrityError(0, "chain", "broken")
            return heard

        monkeypatch.setattr(hearing, "hear", break_at_second)
        with pytest.raises(IntegrityError, match="broken"):
            told(running)
        assert names(running, "new") == ["001"]
        assert [name.partition(":")[0] for name in names(running, "cur")] == ["000", "002"]

    def test_nothing_is_acknowledged_of_a_group_that_may_not_have_been_kept(
        self, running: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(running, *(plan(running, number) for number in range(3)))

        def fail(*_: object) -> Any:
            raise UnsureError("the disk is gone")

        with monkeypatch.context() as patch:
            patch.setattr(draining, "_change", fail)
            with pytest.raises(UnsureError):
                told(running)
        assert len(names(running, "new")) == 3
        assert [received.verdict for received in told(running)] == ["played"] * 3


class TestGathering:
    def test_a_group_has_an_end_by_number_and_by_size(self) -> None:
        small = [Waiting(str(number), b"x") for number in range(MOST + 1)]
        large = [Waiting(str(number), b"x" * MOST_BYTES) for number in range(5)]
        assert [len(group) for group in gather(small, lambda: False)] == [MOST, 1]
        assert [len(group) for group in gather(large, lambda: False)] == [4, 1]
        assert [len(group) for group in gather(small[:2], lambda: True)] == [1, 1]

    def test_what_a_slow_box_has_given_waits_for_no_more(self) -> None:
        with freeze_time() as clock:

            def slowly() -> Any:
                for number in range(4):
                    clock.tick(0.15)
                    yield Waiting(str(number), b"x")

            assert [len(group) for group in gather(slowly(), lambda: False)] == [2, 2]

    def test_what_was_read_before_a_box_went_away_is_given_all_the_same(self) -> None:
        def breaking() -> Any:
            yield Waiting("1", b"x")
            raise UnreachableError("gone")

        groups = gather(breaking(), lambda: False)
        assert [mail.id for mail in next(groups)] == ["1"]
        with pytest.raises(UnreachableError, match="gone"):
            next(groups)


class TestLocks:
    def test_groups_of_games_in_any_order_never_wait_for_each_other_for_ever(
        self, cluster: Postgres, tmp_path: Path
    ) -> None:
        games = [f"g{number}" for number in range(12)]
        errors: list[Exception] = []

        def write(writer: int, some: Sequence[str]) -> None:
            try:
                with closing(Store(url, tmp_path, Vault(KEY))) as store:
                    for turn in range(60):
                        with store.write((*some[turn % 12 :], *some[: turn % 12])) as change:
                            change.mails.note(f"{writer} {turn}", turn)
            except BrokenDeskError as error:
                errors.append(error)

        with cluster.tidied():
            url = cluster.url(cluster.new())
            Store(url, tmp_path, Vault(KEY), create=True).close()
            orders = (games, games[::-1], games[::2], games[5:])
            writers = [Thread(target=write, args=order) for order in enumerate(orders)]
            for writer in writers:
                writer.start()
            for writer in writers:
                writer.join()
            assert errors == []
            with closing(Store(url, tmp_path, Vault(KEY))) as store, store.read() as look:
                assert all(look.mails.is_known(f"{writer} {turn}") for writer in range(4) for turn in range(60))

    def test_a_group_has_each_of_its_games_alone(self, cluster: Postgres, tmp_path: Path) -> None:
        with cluster.tidied():
            url = cluster.url(cluster.new())
            with (
                closing(Store(url, tmp_path, Vault(KEY), create=True)) as store,
                store.write(("a", "b")),
                psycopg.connect(url) as other,
            ):
                for about, is_free in (("a", False), ("b", False), ("c", True)):
                    tried = "SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 1))"
                    assert other.execute(tried, (about,)).fetchone() == (is_free,)
