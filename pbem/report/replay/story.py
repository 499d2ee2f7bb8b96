"""The story of a game: what happened at each step, in four languages, who may have heard it, and how it stood then.

A step is an entry that a reader wants to see: the start, every move, rulings and clocks, words of players, the end. The
orders behind moves are told with them. People are called by their names.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct, structs

from pbem.games.game import LANGUAGES, AnyGame, Happening, Saying, Seat
from pbem.record.log import kinds
from pbem.record.log.entry import Entry
from pbem.referee.language.phrases import tell_reason
from pbem.referee.match.follow import Followed
from pbem.referee.match.match import Match
from pbem.report.safe_text import printed

Texts = dict[str, str]  # by language
Say = Callable[..., str]  # a phrase by key and language, with its places
Moment = Callable[[int, str], str]  # an instant as it is told in a language

LONGEST_NAME = 40
# Stands for the first, second .. name while something is told: names are no words of ours.
_HOLES = tuple(f"\N{REPLACEMENT CHARACTER}{chr(0x2460 + number)}" for number in range(20))
_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)*")
_ENDS = (".", "!", "?", "\N{HORIZONTAL ELLIPSIS}")


class StoryLine(Struct, frozen=True):
    """A sentence in four languages; `to` are the seats that may know it, None: everybody.

    What only some were told calls them "you": `heard_by` says before it who they were, where others read it too.
    """

    texts: Texts
    to: tuple[str, ...] | None = None
    heard_by: Texts = {}


class Step(Struct, frozen=True):
    """One step: the match after an entry, what it brought, and where it stands in the course of the game."""

    seq: int
    kind: str
    match: Match
    seat: str = ""
    turn: str = ""  # its number, as far as it is one: `4.3`
    lines: tuple[StoryLine, ...] = ()
    is_round: bool = False  # the first of a round
    is_turn: bool = False  # the first of somebody's turn
    uses: tuple[str, ...] = ()

    @property
    def round(self) -> str:
        """The number of the round."""
        return self.turn.partition(".")[0]


class Teller:
    """Tells a game with the names of those who play it."""

    def __init__(self, match: Match, say: Say, moment: Moment) -> None:
        self.game: AnyGame = match.game
        self.names = names_of(match)
        self._say = say
        self._moment = moment

    def steps(self, followed: Iterable[tuple[Entry, Followed]]) -> list[Step]:
        """Return the steps of a game that was followed from its opening, those before the start left out."""
        steps: list[Step] = []
        before: Match | None = None
        for entry, after in followed:
            self.names = names_of(before or after.match)  # people are called as they were then
            if after.match.state is not None and (step := self._step(entry, after, before)):
                steps.append(_placed(step, steps[-1] if steps else None))
            before = after.match
        if before is not None:
            self.names = names_of(before)
        return steps

    def name(self, seat: str, language: str) -> str:
        """Return what the one at a seat is called."""
        return self.names.get(seat) or _upper(self.game.called(seat, language))

    def _step(self, entry: Entry, after: Followed, before: Match | None) -> Step | None:
        content: Any = entry.content
        heard = tuple(map(self._heard, after.happenings))
        match content:
            case kinds.Start() | kinds.Move():
                seat = content.seat if isinstance(content, kinds.Move) else ""
                turn = _number(after.match.turns.get(Seat(seat), "")) if seat else ""
                lines = heard or (self._made(seat),) if seat else heard
                return Step(
                    entry.seq, content.kind, after.match, seat, turn, lines, uses=self._uses(before, seat, after.move)
                )
            case kinds.Ruling() | kinds.Clock():
                lines = (self._ruled(content), *heard)
                return Step(entry.seq, content.kind, after.match, getattr(content, "seat", "") or "", lines=lines)
            case kinds.Order(word=word, seat=seat) if word:
                return Step(entry.seq, "word", after.match, seat, lines=(self._worded(word, seat),))
            case kinds.Close():
                return Step(entry.seq, "close", after.match, lines=(self._phrase("step_close"),))
        return None

    def _uses(self, before: Match | None, seat: str, move: Any) -> tuple[str, ...]:
        if before is None or before.state is None or move is None:
            return ()
        return self.game.uses(self.game.view(before.state, Seat(seat)), move)

    def _heard(self, happening: Happening) -> StoryLine:
        texts = {language: self._told(happening.saying, language) for language in LANGUAGES}
        if happening.to is None:
            return StoryLine(texts)
        to = tuple(sorted(happening.to))
        return StoryLine(texts, to, {language: self._heard_by(to, language) for language in LANGUAGES})

    def _heard_by(self, to: tuple[str, ...], language: str) -> str:
        return self._say("heard_alone", language, names=", ".join(self.name(seat, language) for seat in to))

    def _told(self, saying: Saying, language: str) -> str:
        """Tell a saying with the name of everybody in the place of his seat."""
        names: list[str] = []
        args = {key: self._named(value, language, names) for key, value in saying.args.items()}
        told = sentence(printed(self.game.say(Saying(saying.key, args), language)))
        for hole, name in zip(_HOLES, names, strict=False):
            told = told.replace(hole, name)
        return told

    def _named(self, value: Any, language: str, names: list[str]) -> Any:
        if isinstance(value, list | tuple):
            return [self._named(item, language, names) for item in value]
        is_seat = isinstance(value, str) and value.startswith("seats/") and value[6:] in self.names
        if not is_seat or len(names) == len(_HOLES):
            return value
        names.append(self.name(value[6:], language))
        return _HOLES[len(names) - 1]

    def _made(self, seat: str) -> StoryLine:
        """Say that somebody moved, where nothing came of it yet that anybody may hear."""
        return self._phrase("step_chose", seat)

    def _ruled(self, content: Any) -> StoryLine:
        act = content.act
        key = f"{content.kind}_{act}"
        if act == "outage" and content.seat:
            key = "clock_bounced"
        if act == "pause" and content.until:
            key = "ruling_pause_until"
        times = {name: getattr(content, name, None) for name in ("from_", "due", "until", "to")}
        begin, end = times["from_"], times["due"] or times["until"] or times["to"]
        texts = {
            language: sentence(
                self._say(
                    key,
                    language,
                    seat=self.name(getattr(content, "seat", "") or "", language),
                    reason=printed(tell_reason(getattr(content, "reason", ""), language)),
                    begin=self._moment(begin, language) if isinstance(begin, int) else "",
                    end=self._moment(end, language) if isinstance(end, int) and act != "back" else "",
                    number=content.seq,
                )
            )
            for language in LANGUAGES
        }
        return StoryLine(texts)

    def _worded(self, word: str, seat: str) -> StoryLine:
        return self._phrase(f"step_word_{word}", seat)

    def _phrase(self, key: str, seat: str = "") -> StoryLine:
        return StoryLine({language: self._say(key, language, seat=self.name(seat, language)) for language in LANGUAGES})


def names_of(match: Match) -> dict[str, str]:
    """Return what people are called, by seat; "" where nobody sits."""
    held = match.holders
    return {seat: printed(held[seat].name, LONGEST_NAME) if seat in held else "" for seat in match.seats}


def sentence(text: str) -> str:
    """Return a text as a sentence: with a large letter first and a stop at its end."""
    text = text.strip()
    if not text:
        return ""
    return _upper(text) + ("" if text.endswith(_ENDS) else ".")


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _number(turn: str) -> str:
    found = _NUMBERS.match(turn)
    return found[0] if found else ""


def _placed(step: Step, before: Step | None) -> Step:
    """Return a step with its place in the course of the game; what has no turn of its own belongs to the one before."""
    if before is None:
        return structs.replace(step, is_round=True, is_turn=True)
    turn = step.turn or before.turn
    is_turn = step.kind == "move" and (step.turn, step.seat) != (before.turn, before.seat)
    is_round = turn.partition(".")[0] != before.round
    return structs.replace(step, turn=turn, is_turn=is_turn or is_round or step.kind == "close", is_round=is_round)
