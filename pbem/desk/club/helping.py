"""`help`: which words there are to the desk."""

from pbem.desk.club.asking import Answer, MemberWord
from pbem.desk.desk import Desk
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import word as spelled
from pbem.desk.wording.word_rows import ROWS
from pbem.report.notice import Part


def tell_words(_desk: Desk, _look: Transaction, asked: MemberWord) -> Answer:
    """Tell which words there are."""
    language = asked.player.language
    keys = (row.key for row in ROWS if row.at_desk)
    places = {"off": spelled("off", language)}
    told = [asked.say(f"club_{key}", word=spelled(key, language), **places) for key in keys]
    return [Part((line,)) for line in (*told, asked.say("club_newkey"))]
