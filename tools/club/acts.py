"""What the host does, and what befalls the desk. All of it can be done again at another desk at the same time."""

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.errors import DeskError
from pbem.desk.heartbeat import ClockError, confirm
from pbem.desk.matches.acts.host.rulings import rule_default
from pbem.desk.matches.acts.host.time_rulings import rule_time
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.restored.thawing import thaw_by_host
from pbem.desk.matches.state.freezing import frozen_at
from pbem.desk.matches.times.pacing import PaceWish, make_pace
from pbem.desk.records.remaking.importing import import_entries
from pbem.desk.safety.backup import back_up
from pbem.desk.safety.bundles import export_all
from pbem.desk.safety.restoring import restore
from pbem.games.found import named
from tools.club.office import Office, WrongError
from tools.club.world import DAY

_LAPSE = 14 * DAY
_BACKUP, _EXPORTS, _LOST = "backup", "exports", "lost"


class Open(Struct, frozen=True):
    """A game is opened, or offered where seats are left free."""

    game: NewGame
    pace: PaceWish

    def do(self, office: Office) -> None:
        """Open it now."""
        pace = make_pace(office.desk, named(self.game.rules), self.pace)
        lapses = office.world.now + _LAPSE if self.game.places else 0
        new_game(office.desk, replace(self.game, pace=pace, lapses=lapses))


class Stop(Struct, frozen=True):
    """The desk looks for the last time."""

    def do(self, office: Office) -> None:
        """Stop now."""
        office.stop()


class Begin(Struct, frozen=True):
    """The desk looks again; after more than a day its host must say that the time is right."""

    must_confirm: bool = False

    def do(self, office: Office) -> None:
        """Begin now."""
        if self.must_confirm:
            _must_refuse(office)
            confirm(office.desk)
        office.begin()


class Jump(Struct, frozen=True):
    """The clock of the machine is wrong for a moment, by so many seconds."""

    by: int

    def do(self, office: Office) -> None:
        """Look by the wrong clock, and put it right."""
        office.world.now += self.by
        _must_refuse(office)
        office.world.now -= self.by


def _must_refuse(office: Office) -> None:
    try:
        office.tick()
    except ClockError:
        return
    raise WrongError("the desk went on although nobody could know what time it is")


class BackUp(Struct, frozen=True):
    """Everything goes into a file."""

    def do(self, office: Office) -> None:
        """Look once more, and back up."""
        if not office.is_down:
            office.tick()
        _beside(office, _BACKUP).unlink(missing_ok=True)
        back_up(office.desk, _beside(office, _BACKUP))


class Restore(Struct, frozen=True):
    """The disk is lost, after an export of all games; the desk is put back from its backup."""

    def do(self, office: Office) -> None:
        """Export, lose and restore."""
        export_all(office.desk, _beside(office, _EXPORTS))
        office.close()
        lost = _beside(office, _LOST)
        lost.mkdir(exist_ok=True)
        for path in office.folder.glob("pbem.db*"):
            path.replace(lost / path.name)
        restore(_beside(office, _BACKUP), office.folder)
        office.reopen()


class BringBack(Struct, frozen=True):
    """What the restored records lack comes back from the exports."""

    def do(self, office: Office) -> None:
        """Import whatever is missing."""
        for game in office.games("seating", "running"):
            with office.desk.store.read() as look:
                lacked = frozen_at(office.desk, look, game)
            if lacked is not None:
                import_entries(office.desk, _beside(office, _EXPORTS) / "games" / game)


class Thaw(Struct, frozen=True):
    """The host vouches for a game of which not everybody was heard."""

    game: str

    def do(self, office: Office) -> None:
        """Let it go on."""
        office.tick()
        thaw_by_host(office.desk, self.game)


class PlayDefault(Struct, frozen=True):
    """The host, who was asked to decide, has the default played for somebody who is late."""

    game: str
    seat: str

    def do(self, office: Office) -> None:
        """Rule."""
        office.tick()
        try:
            rule_default(office.desk, self.game, (self.seat,), "late")
        except DeskError:
            office.verdicts.update(("late ruling",))  # an answer was quicker


class RuleTime(Struct, frozen=True):
    """The host pauses the clocks of a game, lets them go on, or gives a seat more time."""

    game: str
    act: str
    until: int = 0
    seat: str = ""

    def do(self, office: Office) -> None:
        """Rule."""
        office.tick()
        fields = {"pause": {"until": self.until}, "extend": {"seat": self.seat, "due": self.until}}.get(self.act, {})
        try:
            rule_time(office.desk, self.game, "the host's reason", act=self.act, **fields)
        except DeskError:
            office.verdicts.update(("late ruling",))  # the game was over, or nothing was asked any more


Act = Open | Stop | Begin | Jump | BackUp | Restore | BringBack | Thaw | PlayDefault | RuleTime


def _beside(office: Office, name: str) -> Path:
    return office.folder.with_name(f"{office.folder.name}.{name}")
