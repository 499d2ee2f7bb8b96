"""A sheet as its player sent it: desk words are answered, messages are passed on, orders are acted on."""

from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import RefusedError
from pbem.desk.matches.acts.orders.acting import Besides, act, typed
from pbem.desk.matches.acts.settling import settled
from pbem.desk.matches.letters.reply_policy import AT_THE_DESK, Courtesy
from pbem.desk.matches.letters.requests import Addressee, request_letter
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.people.enrolled import find_player
from pbem.desk.post.accounts import last_of_hour
from pbem.desk.post.hearing.games.handed_in import HandedIn
from pbem.desk.post.hearing.games.messages import Messages, address
from pbem.desk.post.hearing.games.sheet_faults import order_problems, word_problems
from pbem.desk.post.hearing.games.taken import Taken
from pbem.desk.post.hearing.games.word_answers import answer_words, try_orders
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import read_words
from pbem.desk.wording.phrases import say
from pbem.referee.language.problem import Problem
from pbem.report.notice import NoticeProblems, Notices, about


def take_here(desk: Desk, game: str, name: str, text: str, *, is_preview: bool = False) -> Taken:
    """Take a sheet at the desk itself; RefusedError if anything in it is wrong, and then nothing is done."""
    with desk.store.write(game) as change:
        match = settled(desk, change, game, desk.now())
        player = find_player(change, name)
        submission = typed(desk, match, player, text)
        asked = read_words(text, player.language, is_preview=is_preview)
        taken = take(desk, change, HandedIn(match, player, submission, asked), courtesy=AT_THE_DESK)
    if taken.played:
        desk.remember(taken.played.decided.match)
    return taken


def take(desk: Desk, change: Transaction, handed: HandedIn, *, courtesy: Courtesy) -> Taken:
    """Act on a sheet inside a transaction; RefusedError says all that is wrong with it.

    Desk words alone change nothing; they are answered if that may be.
    """
    messages = _checked(desk, change, handed)
    told = answer_words(change, handed)
    if messages.told and not courtesy.may_pass_on:
        # He has told others enough for an hour. That is no reason to lose a turn: his orders are taken.
        many = Problem(0, say("desk_many_messages", handed.player.language))
        told = (*told, NoticeProblems((many,)))
        messages = Messages()
    last = last_of_hour(courtesy, handed.player.language)
    if last and courtesy.may_answer and (messages.told or not handed.asked.is_for_play):
        told = (*told, NoticeProblems(last))
    besides = Besides(told, messages.told)
    if not handed.asked.is_for_play:
        return _take_words(desk, change, handed, courtesy=courtesy, besides=besides)
    played = act(desk, change, handed.match, handed.orders, besides=besides, courtesy=courtesy)
    return Taken(handed.seat, played.decided.match, handed.asked, played.answer, played)


def _checked(desk: Desk, look: Transaction, handed: HandedIn) -> Messages:
    """Return the messages of a sheet; RefusedError if anything is wrong with it."""
    messages = address(look, handed)
    words = word_problems(desk, look, handed)
    problems = (*handed.faults, *handed.asked.problems, *messages.problems, *words)
    if problems:
        # All that is wrong is told at once: nobody should need a mail for each mistake.
        raise RefusedError((*problems, *order_problems(look, handed)))
    return messages


def _take_words(desk: Desk, change: Transaction, handed: HandedIn, *, courtesy: Courtesy, besides: Besides) -> Taken:
    """Answer a sheet that orders nothing, and pass on what it tells others."""
    match = handed.match
    taken = Taken(handed.seat, match, handed.asked, besides.told)
    if handed.asked.is_preview:
        tried, trial = try_orders(change, handed)
        taken = replace(taken, notices=(*besides.told, *tried), trial=trial)
    else:  # what is only tried is told to nobody
        for seat, notices in besides.press.items():
            request_letter(desk, change, match, Addressee(seat, match.holders[seat].name), notices)
    if courtesy.may_answer:
        _request_answer(desk, change, handed, taken.notices)
    return taken


def _request_answer(desk: Desk, change: Transaction, handed: HandedIn, notices: Notices) -> None:
    """Ask for the letter that answers a sheet by which nothing was decided."""
    match, player = handed.match, handed.player
    if why := why_frozen(desk, change, match.id, player.language):
        notices = (*notices, *about("frozen", why))
    to = Addressee(handed.seat, player.name)
    request_letter(desk, change, match, to, notices, at=handed.asked.history)
