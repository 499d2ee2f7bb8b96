"""The killer of daemons: it finds nothing at a sound desk, and notices what it is there to notice."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from pbem.desk.courier import poll
from tests.desk.house import tamper
from tools import crash
from tools.crash import Campaign, WrongError, main, run


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    """A desk where some orders were poured in and dealt with."""
    campaign = Campaign(tmp_path / "desk", Random(1))
    for _ in range(2):
        campaign.pour()
        poll(campaign.desk, campaign.desk.inbox)
    yield campaign
    campaign.desk.close()


def test_kills_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    tally = run(tmp_path / "desk", kills=3, seed=1)
    assert tally.kills == 3
    assert tally.mails >= 16
    assert tally.orders == tally.mails - tally.refused
    assert tally.letters >= tally.orders


def test_without_a_kill_all_is_well(campaign: Campaign) -> None:
    campaign.finish()
    assert campaign.tally(0).orders == len(campaign.poured)


def test_a_mail_acknowledged_before_it_was_acted_on_is_noticed(campaign: Campaign) -> None:
    campaign.pour()
    for mail in campaign.desk.inbox.waiting():
        campaign.desk.inbox.done(mail)
    with pytest.raises(WrongError, match="was acknowledged, but the desk had not acted on it"):
        campaign.check_acknowledged()


def test_a_mail_that_vanished_is_noticed(campaign: Campaign) -> None:
    campaign.pour()
    next((campaign.folder / "inbox" / "new").iterdir()).unlink()
    with pytest.raises(WrongError, match="neither acknowledged nor left"):
        campaign.finish()


def test_an_order_that_is_not_in_the_record_is_noticed(campaign: Campaign) -> None:
    (campaign.folder / "inbox" / "cur" / "other:2,S").touch()
    campaign.poured.append(campaign.poured[0]._replace(name="other", seen=0))
    with pytest.raises(WrongError, match="1 orders are not in the records"):
        campaign.finish()


def test_an_order_that_nobody_gave_is_noticed(campaign: Campaign) -> None:
    campaign.poured.pop()
    with pytest.raises(WrongError, match="was not given"):
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
    monkeypatch.setattr(crash, "DAEMON", "raise SystemExit(5)")
    monkeypatch.setattr(crash, "STILL", 3.0)
    assert main([str(tmp_path / "desk"), "--kills", "1"]) == 1
    assert "see daemon.log" in capsys.readouterr().err
    assert (tmp_path / "desk" / "pbem.db").exists()
