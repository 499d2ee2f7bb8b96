"""Sheets for a game: orders are played, words are answered, and who has no seat may ask for one."""

import logging
from functools import partial

from pbem.desk.errors import RefusedError
from pbem.desk.matches.acts.orders.answers import Played
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.matches.letters.requests import Addressee, request_letter
from pbem.desk.matches.state.positions import head_at
from pbem.desk.post.accounts import last_of_hour, request_refusal, who_is_told
from pbem.desk.post.hearing.games.admission import find_place, keep_number
from pbem.desk.post.hearing.games.newcomers import take_newcomer
from pbem.desk.post.hearing.games.seated import hand_in
from pbem.desk.post.hearing.games.sheets import take
from pbem.desk.post.hearing.games.taken import Taken
from pbem.desk.post.hearing.signed_sheet import Heard, Hearing, SignedSheet
from pbem.desk.post.received import Received
from pbem.desk.store.transaction import Transaction
from pbem.mail.block.block import DESK
from pbem.referee.acts.joining import is_join
from pbem.referee.acts.submit import is_foreign
from pbem.referee.language.phrases import RETURNED
from pbem.report.notice import NoticeProblems, lines_in

log = logging.getLogger("pbem.post")


class GameHearer:
    """Hears a sheet for a game, whether there is such a game or not."""

    known = Received("known", "these signed orders were acted on before")

    def about(self, _look: Transaction, sheet: SignedSheet) -> tuple[str, ...] | None:
        """Return what a sheet changes: a game, and of who joins his pass."""
        return None if sheet.block.game == DESK else game_about(sheet)

    def admit(self, hearing: Hearing) -> Courtesy:
        """Hear everybody: who may not order there is told so."""
        return hearing.courtesy

    def take(self, hearing: Hearing) -> Taken:
        """Act on the orders and words of a sheet, or give its signer the seat that he asks for."""
        take_part = take_newcomer if is_join(hearing.sheet.text) else _take_seated
        try:
            return take_part(hearing)
        except RefusedError:
            _look_at_quote(hearing.change, hearing.sheet)
            raise

    def answer(self, hearing: Hearing, taken: Taken | RefusedError) -> Heard:
        """Say what became of a sheet; the letters for one that was taken are asked for already."""
        courtesy = hearing.courtesy
        if isinstance(taken, RefusedError):
            if courtesy.may_answer:
                _answer_refusal(hearing, taken)
            why = f"{hearing.sheet.block.game}: the sheet cannot be used; {who_is_told(courtesy)}"
            return Heard(Received("refused", why))
        # What is passed on fills mailboxes, too.
        is_counted = bool(taken.asked.press) or (courtesy.may_answer and not taken.played)
        if taken.played is None:
            received = Received("answered", f"{taken.match.id}, {taken.seat}: desk words")
            return Heard(received, is_counted=is_counted)
        remember = partial(hearing.desk.remember, taken.match)
        return Heard(_said(taken, taken.played), remember, is_counted)


def game_about(sheet: SignedSheet) -> tuple[str, ...]:
    """Return what a sheet for a game changes: the game, and of who joins his pass."""
    game = sheet.block.game
    return (game, f"player {sheet.player.name}") if is_join(sheet.text) else (game,)


def _take_seated(hearing: Hearing) -> Taken:
    """Act on the sheet of somebody who has a seat."""
    handed = hand_in(hearing)
    taken = take(hearing.desk, hearing.change, handed, courtesy=hearing.courtesy)
    if handed.replaces_orders:
        keep_number(hearing.change, hearing.sheet.signed)
    return taken


def _said(taken: Taken, played: Played) -> Received:
    """Say what became of a sheet that was taken, in public words."""
    place = f"{taken.match.id}, {played.seat}"
    if played.seat in taken.match.vacant:
        return Received("played", f"{place}: resigned")
    if moves := ", ".join(_public_moves(played)):
        return Received("played", f"{place}: {moves}")
    return Received("played", f"{place}: {_kept(played)}", is_kept=True)


def _kept(played: Played) -> str:
    """Say what is kept of a sheet that played nothing."""
    words = [word for entry in played.decided.entries if (word := entry.body.get("word"))]
    if words:
        return "luck" if words[0] == "reveal" else words[0]
    if any(entry.body.get("reason") == RETURNED for entry in played.decided.entries):
        return "given back"
    return "a plan" if lines_in(played.answer, "planned") else "no plan"


def _public_moves(played: Played) -> list[str]:
    moves = (entry.body for entry in played.decided.entries if entry.body["kind"] == "move")
    return [str(move.get("text", "(sealed)")) for move in moves if move["seat"] == played.seat]


def _look_at_quote(look: Transaction, sheet: SignedSheet) -> None:
    """Say loudly in the log that a player quotes a head which this record does not have."""
    seen, game = sheet.block.seen, sheet.block.game
    if seen and look.games.find(game) and is_foreign(seen, head_at(look, game)):
        log.error("%s: a player quotes a head of %d entries that this record does not have", game, seen.size)


def _answer_refusal(hearing: Hearing, error: RefusedError) -> None:
    """Tell a player everything that is wrong: with the board if he plays there, else alone."""
    desk, change, player = hearing.desk, hearing.change, hearing.player
    problems = (*error.problems, *last_of_hour(hearing.courtesy, player.language))
    told = tuple(problem.quoting(hearing.sheet.block.orders) for problem in problems)
    try:
        match, seat = find_place(desk, change, hearing.sheet.signed, player)
    except RefusedError:
        request_refusal(desk, change, player, told)
        return
    to = Addressee(seat, player.name)
    request_letter(desk, change, match, to, (NoticeProblems(told, is_refused=True),))
