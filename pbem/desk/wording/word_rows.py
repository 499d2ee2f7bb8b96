"""Every word to the desk, a row each: how it is spelled in four languages, where it can be said, and who answers it.

Who answers is named by module and function, as the functions lie in rooms above this one. What help says of a word in
a game is the phrase `word_KEY`; of a word to the desk itself `club_KEY`, and its answer begins with `slip_club_KEY`.
"""

from importlib import import_module
from typing import Any, Literal

from msgspec import Struct

from pbem.mail.block.statements import TELL

# alone: a statement of nothing else. followed: something stands behind it. order: it is decided as orders are.
# record: likewise, and it enters the record, so its spellings are in `record/log/record_words.py` too.
Form = Literal["alone", "followed", "order", "record"]


class InGame(Struct, frozen=True):
    """How a word stands in a sheet for a game, and what answers it besides the letter or the referee, "" if nothing.

    The function gets the transaction and the sheet, and returns notices.
    """

    form: Form
    answered_by: str
    is_in_help: bool = True


class AtDesk(Struct, frozen=True):
    """What answers a word to the desk itself: RefusedError if it cannot, and then nothing is changed.

    A word that changes something counts only with a pass, and gives its sayer another one. `most` words may follow it.
    """

    answered_by: str
    most: int = 0
    is_changing: bool = False
    is_about_all: bool = False  # it may be about every game that somebody plays in


class DeskWord(Struct, frozen=True):
    """A word in four languages; one that can be said nowhere is a part of what others say."""

    key: str
    en: str = ""
    it: str = ""
    fr: str = ""
    de: str = ""
    in_game: InGame | None = None
    at_desk: AtDesk | None = None

    @property
    def spelled(self) -> tuple[str, ...]:
        """Its spellings, in the order of `LANGUAGES`."""
        return (self.en, self.it, self.fr, self.de)


_PLAN = "post.hearing.games.word_answers:tell_plan"
_AT_REFEREE = InGame("record", "")

# In this order help tells them.
ROWS = (
    DeskWord(
        "help",
        *("help", "aiuto", "aide", "hilfe"),
        in_game=InGame("alone", "post.hearing.games.word_answers:tell_help"),
        at_desk=AtDesk("club.helping:tell_words"),
    ),
    DeskWord("status", "status", "stato", "état", "stand", in_game=InGame("alone", _PLAN)),
    DeskWord("board", "board", "tabellone", "plateau", "spielplan", in_game=InGame("alone", "")),
    DeskWord(
        "history",
        *("history", "storia", "historique", "verlauf"),
        in_game=InGame("followed", "post.hearing.games.word_answers:tell_past"),
    ),
    DeskWord("preview", "preview", "anteprima", "aperçu", "vorschau", in_game=InGame("alone", "")),
    DeskWord("plan", "plan", "piano", "plan", "plan", in_game=InGame("alone", _PLAN)),
    DeskWord("clear", "clear", "cancella", "effacer", "löschen", in_game=InGame("order", "")),
    DeskWord("undo", "undo", "annulla", "annuler", "zurücknehmen", in_game=_AT_REFEREE),
    DeskWord("agree", "agree", "accetto", "accepter", "einverstanden", in_game=_AT_REFEREE),
    DeskWord("appeal", "appeal", "ricorso", "recours", "einspruch", in_game=_AT_REFEREE),
    DeskWord("resign", "resign", "abbandono", "abandon", "aufgeben", in_game=_AT_REFEREE),
    DeskWord("games", "games", "partite", "parties", "spiele", at_desk=AtDesk("club.listing:list_games")),
    DeskWord(
        "watch",
        *("watch", "guarda", "regarder", "zuschauen"),
        at_desk=AtDesk("club.observing:observe", most=2, is_changing=True),
    ),
    DeskWord(
        "volunteer",
        *("volunteer", "volontario", "volontaire", "freiwillig"),
        at_desk=AtDesk("club.standing_in:stand_in", most=2, is_changing=True),
    ),
    DeskWord(
        "leave",
        *("leave", "assenza", "absence", "urlaub"),
        in_game=_AT_REFEREE,
        at_desk=AtDesk("club.absence:be_away", most=3, is_changing=True, is_about_all=True),
    ),
    DeskWord("tell", *TELL, in_game=InGame("followed", "")),
    DeskWord("events", "events", "tornei", "tournois", "turniere", at_desk=AtDesk("club.competing:list_events")),
    DeskWord(
        "enter",
        *("enter", "iscrizione", "inscription", "anmelden"),
        at_desk=AtDesk("club.competing:show_entering", most=1),
    ),
    DeskWord(
        "withdraw",
        *("withdraw", "ritiro", "retrait", "absagen"),
        in_game=InGame("record", "", is_in_help=False),
        at_desk=AtDesk("club.competing:show_leaving", most=1),
    ),
    DeskWord(
        "standings",
        *("standings", "classifica", "classement", "tabelle"),
        at_desk=AtDesk("club.competing:show_standings", most=1),
    ),
    DeskWord("join", "join", "partecipo", "participer", "beitreten", in_game=InGame("record", "", is_in_help=False)),
    DeskWord("private", "private", "privato", "privé", "privat"),
    DeskWord("all", "all", "tutti", "tous", "alle"),
    DeskWord("off", "off", "basta", "stop", "aus"),
)


def function_of(answered_by: str) -> Any:
    """Return the function that answers a word; ImportError or AttributeError if it is not there."""
    module, _, name = answered_by.partition(":")
    return getattr(import_module(f"pbem.desk.{module}"), name)
