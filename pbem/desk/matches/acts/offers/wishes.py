"""A wish to join a game, and how it is refused."""

from msgspec import Struct

from pbem.desk.errors import RefusedError
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import say
from pbem.record.log.record_words import ANY
from pbem.referee.acts.joining import Joining, read_join
from pbem.referee.language.phrases import say as say_as_referee
from pbem.referee.language.plan import Source
from pbem.referee.language.problem import Problem


class Wish(Struct, frozen=True):
    """Who asks for a seat by which word; `above` is the seat that stands above it in what he signed."""

    player: Member
    source: Source
    above: str = ANY
    is_told: bool = True  # whether a letter answers him

    @property
    def asked(self) -> Joining | None:
        """What he asks for, as his word says it; None if it is not to join."""
        return read_join(self.source.text, self.above)

    def refused(self, key: str, **places: str) -> RefusedError:
        """Return a refusal in his language, in a phrase of the desk."""
        return refusal(say(key, self.player.language, **places))

    def gone(self, game: str) -> RefusedError:
        """Return the refusal, in his language, of a game that offers no such seat."""
        return refusal(say_as_referee("join_gone", self.player.language, game=game))


def refusal(why: str) -> RefusedError:
    """Return a refusal that has one reason."""
    return RefusedError((Problem(0, why),))
