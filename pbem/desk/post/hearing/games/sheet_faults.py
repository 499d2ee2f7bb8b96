"""What is wrong with a sheet for a game besides its orders: questions about no entry, words that do not stand alone."""

from itertools import filterfalse, islice

from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.matches.state.positions import head_at, position
from pbem.desk.post.hearing.games.handed_in import HandedIn, plan_of
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.phrases import say
from pbem.games.kit.order_words import fold
from pbem.mail.block.block import ORDER_LIMIT
from pbem.mail.block.statements import LINE_END, statements, without_comment
from pbem.record.log.record_words import word_of
from pbem.referee.acts.submit import alone, not_alone, problems_of
from pbem.referee.language.phrases import say as say_as_referee
from pbem.referee.language.problem import Problem


def word_problems(desk: Desk, look: Transaction, handed: HandedIn) -> tuple[Problem, ...]:
    """Return what is wrong with the words of a sheet: what they ask, and what they stand with."""
    return (*_history_problems(desk, look, handed), *_company_problems(handed))


def _history_problems(desk: Desk, look: Transaction, handed: HandedIn) -> tuple[Problem, ...]:
    match, asked, language = handed.match, handed.asked, handed.player.language
    if asked.history is None:
        return ()
    if asked.has_orders or asked.is_preview:
        return (Problem(0, say("desk_past_alone", language)),)
    if asked.history >= match.head.size:
        return (Problem(0, say("desk_no_entry", language, entry=asked.history, last=match.head.size - 1)),)
    if position(desk, look, match.id, asked.history).state is None:
        return (Problem(0, say("desk_before_start", language, entry=asked.history)),)
    return ()


def _company_problems(handed: HandedIn) -> tuple[Problem, ...]:
    """Say that `clear` and `resign` stand alone: a sheet that also asks something may not mean to end anything."""
    asked = handed.asked
    has_company = asked.words - {"preview"} or asked.press or asked.history is not None
    can_be_tried = alone(handed.orders.text) is not None
    is_only = not has_company and (can_be_tried or not asked.is_preview)
    if said := _recorded_word(handed.orders.text, is_only=is_only):
        return (Problem(0, say_as_referee("alone", handed.player.language, word=said)),)
    if not has_company or not can_be_tried:
        return ()  # among other orders the referee finds them
    return not_alone(handed.orders)


def _recorded_word(sheet: str, *, is_only: bool) -> str:
    """Return a word of those that enter a record as they are, if it has company: what was signed is then no word."""
    found = [words for _line, words in islice(statements(sheet), ORDER_LIMIT)]
    if is_only and len(found) == 1:
        return ""
    return next((words.split()[0] for words in found if word_of(fold(words))), "")


def order_problems(look: Transaction, handed: HandedIn) -> tuple[Problem, ...]:
    """Return what is wrong with the orders of a sheet that is refused anyway."""
    if not handed.asked.has_orders or handed.match.phase != "running":
        return ()
    orders = replace(handed.orders, text=_without_words(handed.orders.text))
    if not any(True for _ in statements(orders.text)):
        return ()
    return problems_of(handed.match, plan_of(look, handed), orders, head_at(look, handed.match.id))


def _without_words(sheet: str) -> str:
    """Return a sheet, its lines where they were, without the words that enter a record as they are and no orders."""
    return "\n".join(";".join(filterfalse(_is_recorded, line.split(";"))) for line in LINE_END.split(sheet))


def _is_recorded(piece: str) -> bool:
    return bool(word_of(fold(without_comment(piece))))
