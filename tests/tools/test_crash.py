"""The killer of daemons: it finds nothing at a sound desk, and notices what it is there to notice."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec import json
from msgspec.structs import replace

from pbem.desk.matches.acts.host.rulings import rule_default
from pbem.desk.post.work.courier import poll
from tests.desk.house import tamper
from tools.crash import killing
from tools.crash.__main__ import main
from tools.crash.campaign import Campaign
from tools.crash.killing import run
from tools.crash.twin import WrongError, kept, letters


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Campaign]:
    """A desk with few games where some sheets were poured in and dealt with."""
    monkeypatch.setattr("tools.crash.campaign.TABLES", 3)
    campaign = Campaign(tmp_path, Random(1))
    for _ in range(5):
        campaign.pour()
        poll(campaign.desk, campaign.desk.inbox)
    yield campaign
    campaign.desk.close()


def test_kills_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    tally = run(tmp_path / "crash", kills=3, seed=1)
    assert tally.kills == 3
    assert tally.mails >= 16
    assert tally.orders >= 8
    assert tally.pending >= 4
    assert tally.letters >= tally.orders


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_kills_of_workers_lose_nothing_and_double_nothing(tmp_path: Path, store: str) -> None:
    tally = run(tmp_path / "crash", kills=3, seed=2, workers=3, store=store)
    assert tally.kills >= 3
    assert tally.mails >= 16
    assert tally.letters >= tally.orders >= 8


def test_without_a_kill_all_is_well(campaign: Campaign) -> None:
    campaign.finish()
    tally = campaign.tally(0)
    assert tally.mails == len(campaign.poured) >= 20
    assert min(tally.orders, tally.pending) >= 4
    assert any(mail.is_clear for mail in campaign.poured)


def test_every_pending_sheet_was_signed_for(campaign: Campaign) -> None:
    campaign.finish()
    texts = [text for _id, _to, text in letters(campaign.folder)]
    assert sum("pbem/receipt/1" in text for text in texts) >= len(campaign.pending())


def test_a_mail_acknowledged_before_it_was_acted_on_is_noticed(campaign: Campaign) -> None:
    campaign.pour()
    for mail in campaign.desk.inbox.waiting():
        campaign.desk.inbox.done(mail)
    with pytest.raises(WrongError, match="was acknowledged, but the desk had not acted on it"):
        campaign.check_acknowledged()


def test_a_mail_that_vanished_is_noticed(campaign: Campaign) -> None:
    campaign.pour()
    (campaign.folder / "inbox" / "new" / campaign.poured[-1].name).unlink()
    with pytest.raises(WrongError, match="neither acknowledged nor left"):
        campaign.finish()


def test_a_sheet_that_is_nowhere_is_noticed(campaign: Campaign) -> None:
    (campaign.folder / "inbox" / "cur" / "other:2,S").touch()
    campaign.poured.append(campaign.poured[-1]._replace(name="other", digest="0" * 64, is_clear=False))
    with pytest.raises(WrongError, match="neither used nor pending nor refused: other"):
        campaign.finish()


def test_a_sheet_that_nobody_gave_is_noticed(campaign: Campaign) -> None:
    campaign.poured = [mail for mail in campaign.poured if mail.digest not in campaign.orders()]
    with pytest.raises(WrongError, match="that nobody gave"):
        campaign.finish()


def test_a_pending_sheet_that_vanished_is_noticed(campaign: Campaign) -> None:
    assert tamper(campaign.folder, "DELETE FROM secret WHERE use = 'plan/blue'")
    with pytest.raises(WrongError, match="neither used nor pending nor refused"):
        campaign.finish()


def test_a_sheet_that_is_pending_again_after_it_was_cleared_is_noticed(campaign: Campaign) -> None:
    planned = next(mail for mail in campaign.poured if mail.digest in campaign.pending())
    later = planned._replace(name="later", digest="0" * 64, is_clear=True)
    (campaign.folder / "inbox" / "cur" / "later:2,S").touch()
    campaign.poured.append(later)
    with pytest.raises(WrongError, match="is pending that later has cleared"):
        campaign.finish()


def test_a_pending_sheet_that_changed_is_noticed_by_the_twin(campaign: Campaign) -> None:
    game, seat, plan = next(
        (game, seat, plan) for game in ("g1", "g2", "g3") for seat, plan in kept(campaign.desk, game).plans.items()
    )
    with campaign.desk.store.write() as change:
        change.secrets.put(game, f"plan/{seat}", json.encode(replace(plan, is_answer=not plan.is_answer)))
    with pytest.raises(WrongError, match=f"the pending sheets of {game} are not"):
        campaign.finish()


def test_an_entry_that_nobody_ordered_is_noticed_by_the_twin(campaign: Campaign) -> None:
    campaign.pour()
    poll(campaign.desk, campaign.desk.inbox)
    rule_default(campaign.desk, "g1", (), "nobody asked for it")
    with pytest.raises(WrongError, match="the record of g1 is not what was acknowledged"):
        campaign.finish()


def test_a_letter_that_is_lost_is_noticed(campaign: Campaign) -> None:
    assert tamper(campaign.folder, "UPDATE letter SET sent = 5 WHERE id = 1") == 1
    with pytest.raises(WrongError, match="letters were asked for"):
        campaign.finish()


def test_a_letter_that_is_doubled_is_noticed(campaign: Campaign) -> None:
    campaign.finish()
    letter = next((campaign.folder / "outbox" / "new").iterdir())
    letter.with_name("copy").write_bytes(letter.read_bytes())
    with pytest.raises(WrongError, match="in the outbox twice"):
        campaign.finish()


def test_a_daemon_that_ends_by_itself_is_noticed_and_its_desk_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(killing, "DAEMON", "raise SystemExit(5)")
    monkeypatch.setattr(killing, "STILL", 3.0)
    assert main([str(tmp_path / "crash"), "--kills", "1"]) == 1
    assert "see daemon.log" in capsys.readouterr().err
    assert (tmp_path / "crash" / "desk" / "pbem.db").exists()
