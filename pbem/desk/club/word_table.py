"""The words that the desk itself knows: a table, so that another one is one line more."""

from collections.abc import Mapping

from pbem.desk.club.absence import be_away
from pbem.desk.club.asking import Answer, MemberWord, Word
from pbem.desk.club.competing import list_events, show_entering, show_leaving, show_standings
from pbem.desk.club.listing import list_games
from pbem.desk.club.observing import observe
from pbem.desk.club.standing_in import stand_in
from pbem.desk.desk import Desk
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import WORDS as SPELLED
from pbem.desk.wording.desk_words import word as spelled
from pbem.games.kit.order_words import fold
from pbem.report.notice import Part


def _help(_desk: Desk, _look: Transaction, asked: MemberWord) -> Answer:
    """Tell which words there are."""
    language = asked.player.language
    places = {"off": spelled("off", language)}
    told = [asked.say(f"club_{key}", word=spelled(key, language), **places) for key in WORDS]
    return [Part((line,)) for line in (*told, asked.say("club_newkey"))]


WORDS: Mapping[str, Word] = {
    "help": Word(_help),
    "games": Word(list_games),
    "watch": Word(observe, most=2, is_changing=True),
    "volunteer": Word(stand_in, most=2, is_changing=True),
    "leave": Word(be_away, most=3, is_changing=True, is_about_all=True),
    "events": Word(list_events),
    "enter": Word(show_entering, most=1),
    "withdraw": Word(show_leaving, most=1),
    "standings": Word(show_standings, most=1),
}
_READ = {fold(text): key for key in WORDS for text in SPELLED[key]}


def read_word(line: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the word that a line for the desk begins with, and what follows it; None if the desk does not know it."""
    first, *rest = line.split()
    key = _READ.get(fold(first))
    return None if key is None else (key, tuple(rest))
