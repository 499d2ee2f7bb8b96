"""A sheet for a game that was taken apart, and what is wrong with it by when it was signed."""

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.matches.state.plans import read_plans
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.desk_words import DeskRequest
from pbem.games.game import Seat
from pbem.games.kit.order_words import fold
from pbem.record.log.record_words import word_of
from pbem.referee.acts.submit import Submission
from pbem.referee.language.plan import Plan
from pbem.referee.language.problem import Problem
from pbem.referee.match.match import Match


class HandedIn(Struct, frozen=True):
    """A sheet that came in: of which match, by whom, taken apart into words for the desk and orders.

    With `faults` it is refused whatever it says.
    """

    match: Match
    player: Member
    submission: Submission
    asked: DeskRequest
    faults: tuple[Problem, ...] = ()

    @property
    def replaces_orders(self) -> bool:
        """Whether it stands instead of the orders before: a word that is recorded as it is does not."""
        return self.asked.is_for_play and not word_of(fold(self.asked.sheet.strip()))

    @property
    def seat(self) -> Seat:
        """The seat it is for."""
        return self.submission.seat

    @property
    def orders(self) -> Submission:
        """The sheet without what is asked of the desk."""
        return replace(self.submission, text=self.asked.sheet)


def plan_of(look: Transaction, handed: HandedIn) -> Plan:
    """Return what is planned already for the seat that a sheet is for."""
    return read_plans(look, handed.match).get(handed.seat, Plan())
