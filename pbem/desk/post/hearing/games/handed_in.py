"""A sheet for a game that was taken apart, and what became of it."""

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.matches.acts.acting import Played
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.desk_words import DeskRequest
from pbem.games.game import Seat
from pbem.referee.acts.submit import Submission
from pbem.referee.language.plan import Plan
from pbem.referee.match.match import Match
from pbem.referee.plans.trial import Trial
from pbem.report.notice import Notices


class HandedIn(Struct, frozen=True):
    """A sheet that came in: of which match, by whom, and taken apart into what is asked of the desk and the orders."""

    match: Match
    player: Member
    submission: Submission
    asked: DeskRequest

    @property
    def seat(self) -> Seat:
        """The seat it is for."""
        return self.submission.seat

    @property
    def orders(self) -> Submission:
        """The sheet without what is asked of the desk."""
        return replace(self.submission, text=self.asked.sheet)


class Taken(Struct, frozen=True):
    """What became of a sheet. Without `played` nothing was decided; `trial` is what a preview found."""

    seat: Seat
    match: Match
    asked: DeskRequest
    notices: Notices
    played: Played | None = None
    trial: Trial | None = None


def plan_of(look: Transaction, handed: HandedIn) -> Plan:
    """Return what is planned already for the seat that a sheet is for."""
    return read_plans(look, handed.match).get(handed.seat, Plan())
