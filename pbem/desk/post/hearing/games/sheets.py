"""A sheet as its player sent it: desk words are answered, messages are passed on, orders are acted on."""

from hashlib import sha256
from itertools import filterfalse, islice

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import RefusedError
from pbem.desk.matches.acts.acting import Besides, Played, act, plan_lines, seat_of, silence
from pbem.desk.matches.acts.settling import settled
from pbem.desk.matches.letters.reply_policy import AT_THE_DESK, Courtesy
from pbem.desk.matches.letters.requests import Addressee, request_letter
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.positions import head_at, position, replay
from pbem.desk.people.enrolled import find_player
from pbem.desk.post.accounts import last_of_hour
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.desk_words import DeskRequest, Press, read_words, word
from pbem.desk.wording.phrases import say
from pbem.games.game import AnyGame, Seat
from pbem.games.kit.order_words import fold
from pbem.mail.block.block import ORDER_LIMIT
from pbem.mail.block.statements import LINE_END, statements, without_comment
from pbem.record.log.record_words import word_of
from pbem.referee.acts.submit import Refused, Submission, alone, not_alone, preview, problems_of
from pbem.referee.language.phrases import say as say_as_referee
from pbem.referee.language.plan import Plan
from pbem.referee.language.sheet import Problem
from pbem.referee.match.match import Match
from pbem.referee.plans.trial import Trial
from pbem.report.page import Notices

_LOOKING = ("help", "status", "board", "history", "preview", "plan")
_CHANGING = ("clear", "undo", "agree", "appeal", "resign", "leave")
HELP = (*_LOOKING, *_CHANGING, "tell")


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


def take_here(desk: Desk, game: str, name: str, text: str, *, is_preview: bool = False) -> Taken:
    """Take a sheet at the desk itself; RefusedError if anything in it is wrong, and then nothing is done."""
    with desk.store.write(game) as change:
        match = settled(desk, change, game, desk.now())
        player = find_player(change, name)
        digest = sha256(text.encode()).hexdigest()
        submission = Submission(seat_of(match, player), text, "desk", digest, player.language, came=desk.now())
        asked = read_words(text, player.language, is_preview=is_preview)
        taken = take(desk, change, HandedIn(match, player, submission, asked), courtesy=AT_THE_DESK)
    if taken.played:
        desk.remember(taken.played.decided.match)
    return taken


def take(
    desk: Desk, change: Transaction, handed: HandedIn, *, courtesy: Courtesy, faults: tuple[Problem, ...] = ()
) -> Taken:
    """Act on a sheet inside a transaction. Desk words alone change nothing; they are answered if that may be.

    With `faults` a sheet is refused whatever it says.
    """
    match, asked = handed.match, handed.asked
    message = _address(change, handed)
    problems = (*faults, *asked.problems, *message.problems, *_history_problems(desk, change, handed))
    problems += _company_problems(handed)
    if problems:
        # All that is wrong is told at once: nobody should need a mail for each mistake.
        raise RefusedError((*problems, *_order_problems(change, handed)))
    told = _answer_words(change, handed)
    if message.told and not courtesy.may_pass_on:
        # He has told others enough for an hour. That is no reason to lose a turn: his orders are taken.
        told = replace(told, problems=(Problem(0, say("desk_many_messages", handed.player.language)),))
        message = _Message()
    if courtesy.may_answer and (message.told or not asked.is_for_play):
        told = replace(told, problems=told.problems + last_of_hour(courtesy, handed.player.language))
    if asked.is_for_play:
        played = act(desk, change, match, handed.orders, besides=Besides(told, message.told), courtesy=courtesy)
        return Taken(handed.seat, played.decided.match, asked, played.answer, played)
    taken = Taken(handed.seat, match, asked, told)
    if asked.is_preview:
        taken = _try(change, handed, taken)
    else:  # what is only tried is told to nobody
        for seat, notices in message.told.items():
            request_letter(desk, change, match, Addressee(seat, match.holders[seat].name), notices)
    if courtesy.may_answer:
        _request_answer(desk, change, handed, taken.notices)
    return taken


def told_at(desk: Desk, look: Transaction, taken: Taken, language: str) -> tuple[str, ...]:
    """Tell what happened at the entry that was asked about, as its player may know it; nothing if none was."""
    at = taken.asked.history
    if at is None:
        return ()
    steps = replay(desk, look, position(desk, look, taken.match.id, at - 1), at + 1)
    heard = (news for step in steps for news in step.happenings if news.is_known_to(taken.seat))
    return tuple(taken.match.game.say(news.saying, language) for news in heard)


def _answer_words(look: Transaction, handed: HandedIn) -> Notices:
    """Return the answer to the desk words of a sheet."""
    match, asked, language = handed.match, handed.asked, handed.player.language
    messages = tuple(f"{word('tell', language)} {message.to}: {message.text}" for message in asked.press)
    told = Notices(understood=messages)
    if "help" in asked.words:
        told = replace(told, help=_help_lines(language))
    if asked.words & {"plan", "status"} and match.phase == "running":
        plan = _plan(look, handed)
        planned = plan_lines(match, handed.seat, plan, language) or (say("desk_nothing", language),)
        told = replace(told, planned=planned, silence=(say(silence(match, handed.seat, plan), language),))
    if asked.history is not None:
        told = replace(told, past=(str(asked.history),))
    return told


def _help_lines(language: str) -> tuple[str, ...]:
    places = {key: word(key, language) for key in ("all", "private")}
    return tuple(say(f"word_{key}", language, word=word(key, language), **places) for key in HELP)


def _plan(look: Transaction, handed: HandedIn) -> Plan:
    return read_plans(look, handed.match).get(handed.seat, Plan())


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


def _order_problems(look: Transaction, handed: HandedIn) -> tuple[Problem, ...]:
    """Return what is wrong with the orders of a sheet that is refused anyway."""
    if not handed.asked.has_orders or handed.match.phase != "running":
        return ()
    orders = replace(handed.orders, text=_without_words(handed.orders.text))
    if not any(True for _ in statements(orders.text)):
        return ()
    return problems_of(handed.match, _plan(look, handed), orders, head_at(look, handed.match.id))


def _without_words(sheet: str) -> str:
    """Return a sheet, its lines where they were, without the words that enter a record as they are and no orders."""
    return "\n".join(";".join(filterfalse(_is_recorded, line.split(";"))) for line in LINE_END.split(sheet))


def _is_recorded(piece: str) -> bool:
    return bool(word_of(fold(without_comment(piece))))


def _try(look: Transaction, handed: HandedIn, taken: Taken) -> Taken:
    """Add what a preview finds, as its player may know it."""
    match, language = handed.match, handed.player.language
    found = preview(match, _plan(look, handed), handed.orders, head_at=head_at(look, match.id))
    if isinstance(found, Refused):
        raise RefusedError(found.problems)
    if isinstance(found, Trial):
        told = replace(taken.notices, preview=_tell_trial(match.game, found, language))
        return replace(taken, notices=told, trial=found)
    return replace(taken, notices=replace(taken.notices, preview=(say(f"would_{found}", language),)))


def _tell_trial(game: AnyGame, trial: Trial, language: str) -> tuple[str, ...]:
    acts = (game.write(act.move, language) for act in trial.acts)
    played = tuple(say("would_play", language, order=text) for text in acts) or (say("would_wait", language),)
    happened = tuple(game.say(happening.saying, language) for happening in trial.happenings)
    return (*played, *happened, say(f"end_{trial.end}", language))


def _request_answer(desk: Desk, change: Transaction, handed: HandedIn, notices: Notices) -> None:
    """Ask for the letter that answers a sheet by which nothing was decided."""
    match, player = handed.match, handed.player
    frozen = why_frozen(desk, change, match.id, player.language) or ""
    to = Addressee(handed.seat, player.name)
    request_letter(desk, change, match, to, replace(notices, frozen=frozen), at=handed.asked.history)


class _Message(Struct, frozen=True):
    """What other seats are told by a sheet, and what of it cannot be passed on."""

    told: dict[Seat, Notices] = {}
    problems: tuple[Problem, ...] = ()


def _address(look: Transaction, handed: HandedIn) -> _Message:
    """Find the seats that the messages of a sheet are for."""
    match, sender = handed.match, handed.player
    told: dict[Seat, tuple[str, ...]] = {}
    problems = []
    for message in handed.asked.press:
        readers = _readers(match, handed.seat, message)
        if why := _misaddressed(match, handed, message, readers):
            problems.append(Problem(message.line, why))
            continue
        for reader in readers:
            line = f"{sender.name} ({_called(look, match, handed.seat, reader)}): {message.text}"
            told[reader] = (*told.get(reader, ()), line)
    return _Message({reader: Notices(press=lines) for reader, lines in told.items()}, tuple(problems))


def _called(look: Transaction, match: Match, seat: Seat, reader: Seat) -> str:
    """Return what a seat is called in the language of another one's player."""
    player = look.player(match.holders[reader].name)
    return match.game.called(seat, player.language if player else "en")


def _others(match: Match, seat: Seat) -> dict[Seat, str]:
    """Return who holds the other seats."""
    return {other: holder.name for other, holder in match.holders.items() if other != seat and holder.name}


def _readers(match: Match, sender: Seat, message: Press) -> list[Seat]:
    others = _others(match, sender)
    if message.is_for_all:
        return list(others)
    return [seat for seat in _meant(match, message) if seat in others]


def _meant(match: Match, message: Press) -> list[Seat]:
    """Return the seats that are called so, or whose players are; the sender's own too."""
    wanted = fold(message.to)
    return [seat for seat, holder in match.holders.items() if wanted in (fold(holder.name), fold(seat))]


def _misaddressed(match: Match, handed: HandedIn, message: Press, readers: list[Seat]) -> str:
    """Say why a message cannot be passed on, or nothing if it is clear whom it is for."""
    language = handed.player.language
    called = _meant(match, message)
    # Who meant one player must not tell another: a name may be a seat as well, and two names the same when read.
    is_doubtful = bool(called) if message.is_for_all else len(called) > 1
    if is_doubtful:
        names = ", ".join(f"{seat}: {match.holders[seat].name}" for seat in called)
        return say("desk_two_called", language, name=message.to, names=names)
    if not readers:
        names = ", ".join(_others(match, handed.seat).values())
        return say("desk_nobody_called", language, name=message.to, names=names)
    return ""
