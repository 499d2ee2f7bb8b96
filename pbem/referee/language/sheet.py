"""The order language: from a sheet's text to lines, alternatives and conditions. Words of a game stay unread here.

    sheet = { line | "wait" | "next" }
    line  = ["always"] alt { "|" alt } ["else" ("wait"|"pass"|"skip")]
    alt   = move { "then" move } ["if" cond { "and" cond }]
    cond  = ["not"] ( fact [op number] | "legal" move | "have" dice )

Line ends and `;` both end a line, `#` starts a comment that ends with it; a line `-- ` ends the sheet. The words above
may be English, Italian, French or German.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal

from msgspec import Struct

from pbem.characters import is_printable
from pbem.games.kit.order_words import fold
from pbem.mail.block.block import Seen
from pbem.mail.block.statements import LINE_END, statements
from pbem.referee.language.phrases import say
from pbem.referee.language.problem import Problem

MAX_CHARACTERS = 16_000
MAX_LINES = 200
MAX_ORDERS = 500  # whatever line, alternative or chain they stand in
MAX_CONDITIONS = 500
MAX_STANDING = 50  # orders and conditions of `always` lines, which are tried anew at every decision
MAX_PROBLEMS = 100  # told of one sheet

Otherwise = Literal["wait", "pass", "skip"]

KEYWORDS = {  # as they are written, in the order of the languages; then other spellings that are read
    "next": "next prossimo suivant nächster naechster",
    "always": "always sempre toujours immer",
    "else": "else altrimenti sinon sonst",
    "then": "then poi puis dann",
    "if": "if se si wenn",
    "and": "and e et und",
    "not": "not non pas nicht",
    "legal": "legal legale legal legal",
    "have": "have ho ai habe",
    "any": "any qualsiasi importe egal",
    "wait": "wait aspetta attends warte",
    "pass": "pass passa passe passe",
    "skip": "skip salta saute überspringe ueberspringe",
    "seen": "seen",
}
WORDS: dict[str, frozenset[str]] = {key: frozenset(map(fold, words.split())) for key, words in KEYWORDS.items()}
_OPERATOR = re.compile("[=<>]")
_COMPARISON = re.compile(r"^(.*?)\s*(>=|<=|!=|==|=|>|<)\s*([0-9]{1,9})$")
_TIMES = re.compile(r"(?<!\w)([1-8])\s*[x\u00d7*]\s*([1-6])(?!\w)")  # `3x4`: three fours
_DICE = frozenset("123456")
_SPACES = str.maketrans("\u00a0\u202f", "  ")  # what French typography puts before `;` and `:`
_SIGNATURE = re.compile(r"^-- ?$", re.MULTILINE)  # what stands below it in a mail is for people
_SEEN = re.compile(r"^seen\s*:?\s*([0-9]{1,9})\s+([0-9a-fA-F]{32,64})$", re.IGNORECASE)


class Condition(Struct, frozen=True):
    """`[not] fact [op number]`, `[not] legal move` or `[not] have dice`."""

    kind: Literal["fact", "legal", "have"]
    words: str
    operator: str = ">="
    number: int = 1
    negated: bool = False


class Alternative(Struct, frozen=True):
    """Moves to be made one after the other, if all conditions hold."""

    moves: tuple[str, ...]
    conditions: tuple[Condition, ...] = ()

    @property
    def is_any(self) -> bool:
        """Whether it takes whatever is legal, without a condition."""
        return not self.conditions and len(self.moves) == 1 and fold(self.moves[0]) in WORDS["any"]


class OrderLine(Struct, frozen=True):
    """One line of a sheet. A line without alternatives is a bare `wait`."""

    number: int
    text: str
    alternatives: tuple[Alternative, ...]
    otherwise: Otherwise = "wait"
    always: bool = False

    @property
    def is_wait(self) -> bool:
        """Whether the line only says: stop here and ask."""
        return not self.alternatives


class Broken(Struct, frozen=True):
    """A line with wrong grammar: its words, what is wrong, and the turn that it is for."""

    number: int
    text: str
    problems: tuple[Problem, ...]
    turn: int


class Sheet(Struct, frozen=True):
    """The lines of a sheet for this turn and for later ones, and the record that its writer saw.

    A sheet with broken lines is read only to report what else is wrong with it.
    """

    blocks: tuple[tuple[OrderLine, ...], ...]
    seen: Seen | None = None
    broken: tuple[Broken, ...] = ()

    @property
    def lines(self) -> tuple[OrderLine, ...]:
        """All lines, whatever turn they serve."""
        return tuple(line for block in self.blocks for line in block)


def read_sheet(text: str, language: str = "en") -> Sheet | tuple[Problem, ...]:
    """Return the sheet in a text, or all mistakes of grammar at once, in a language."""
    sheet = read_lines(text, language)
    if not isinstance(sheet, Sheet) or not sheet.broken:
        return sheet
    return capped([problem for line in sheet.broken for problem in line.problems], language)


def read_lines(text: str, language: str = "en") -> Sheet | tuple[Problem, ...]:
    """Read a sheet of which some lines may be broken; problems are returned only where it cannot be read at all."""
    text = text.removeprefix("\ufeff").translate(_SPACES)
    if refused := _refuse(text, language):
        return (refused,)
    found = list(islice(statements(_SIGNATURE.split(text, maxsplit=1)[0]), MAX_LINES + 1))
    if len(found) > MAX_LINES:
        return (Problem(0, say("too_many_lines", language, most=MAX_LINES)),)
    sheet = _read(found, language)
    if not sheet.broken and not sheet.lines:
        return (Problem(0, say("empty", language)),)
    if too_much := _too_much(sheet.lines, language):
        return (too_much,)
    return sheet


def _read(found: Sequence[tuple[int, str]], language: str) -> Sheet:
    blocks: list[list[OrderLine]] = [[]]
    broken: list[Broken] = []
    seen: Seen | None = None
    for number, words in found:
        if fold(words) in WORDS["next"]:
            blocks.append([])
        elif quoted := _SEEN.match(words):
            seen = Seen(int(quoted[1]), quoted[2].lower())
        elif isinstance(line := _read_line(number, words, language), OrderLine):
            blocks[-1].append(line)
        else:
            broken.append(Broken(number, words, line, len(blocks) - 1))
    return Sheet(tuple(map(tuple, blocks)), seen, tuple(broken))


def capped(problems: Sequence[Problem], language: str) -> tuple[Problem, ...]:
    """Return as many problems as a person can be expected to read."""
    more = len(problems) - MAX_PROBLEMS
    if more <= 0:
        return tuple(problems)
    return (*problems[:MAX_PROBLEMS], Problem(0, say("more_problems", language, count=more)))


def _refuse(text: str, language: str) -> Problem | None:
    """Refuse a text that is too much, or no text, before its words are read."""
    count = _length(text)
    if count > MAX_CHARACTERS:
        return Problem(0, say("too_long", language, count=count, most=MAX_CHARACTERS))
    for number, line in enumerate(LINE_END.split(text), 1):
        if not is_printable(line.replace("\t", " ")):
            return Problem(number, say("control", language))
    return None


def _length(text: str) -> int:
    """Count the letters that a text has when its words are compared: some signs stand for a whole phrase."""
    if text.isascii() or len(text) > MAX_CHARACTERS:
        return len(text)
    return max(len(text), len(unicodedata.normalize("NFKC", text)))


def _too_much(lines: Sequence[OrderLine], language: str) -> Problem | None:
    """Refuse more orders or conditions than the referee will ask a game about.

    Lines and letters alone are no bound: every few letters may be an order that is read, tried and
    explained.
    """
    orders = conditions = standing = 0
    for line in lines:
        for alternative in line.alternatives:
            orders += len(alternative.moves)
            conditions += len(alternative.conditions)
            if line.always:
                standing += len(alternative.moves) + len(alternative.conditions)
    if orders > MAX_ORDERS:
        return Problem(0, say("too_many_orders", language, most=MAX_ORDERS))
    if conditions > MAX_CONDITIONS:
        return Problem(0, say("too_many_conditions", language, most=MAX_CONDITIONS))
    if standing > MAX_STANDING:
        return Problem(0, say("too_many_standing", language, most=MAX_STANDING))
    return None


def _read_line(number: int, text: str, language: str) -> OrderLine | tuple[Problem, ...]:
    words = text.split()
    always = fold(words[0]) in WORDS["always"]
    words = words[always:]
    if len(words) == 1 and fold(words[0]) in WORDS["wait"]:
        if always:
            return (Problem(number, say("always_wait", language)),)
        return OrderLine(number, text, ())
    problems: list[Problem] = []
    otherwise: Otherwise | None = "wait"
    at = _find(words, "else")
    if at is not None:
        otherwise = _otherwise(words[at + 1 :])
        words = words[:at]
    if otherwise is None:
        problems.append(Problem(number, say("else_what", language, words=" ".join(text.split()[-2:]))))
    alternatives = []
    for part in " ".join(words).split("|"):
        alternative = _read_alternative(number, part.split(), language)
        if isinstance(alternative, Alternative):
            alternatives.append(alternative)
        elif len(problems) <= MAX_PROBLEMS:
            problems += alternative
    if problems or otherwise is None:
        return tuple(dict.fromkeys(problems))
    return OrderLine(number, text, tuple(alternatives), otherwise, always)


def _otherwise(words: Sequence[str]) -> Otherwise | None:
    if len(words) != 1:
        return None
    choices: tuple[Otherwise, ...] = ("wait", "pass", "skip")
    for choice in choices:
        if fold(words[0]) in WORDS[choice]:
            return choice
    return None


def _read_alternative(number: int, words: Sequence[str], language: str) -> Alternative | list[Problem]:
    at = _find(words, "if")
    ordered = words[:at]
    moves = tuple(map(" ".join, _split(ordered, "then")))
    problems = []
    if not all(moves):
        problems.append(Problem(number, say("order_missing", language)))
    conditions = []
    for part in _split(words[at + 1 :], "and") if at is not None else ():
        condition = _read_condition(number, list(part), language)
        if isinstance(condition, Condition):
            conditions.append(condition)
        else:
            problems.append(condition)
    return problems or Alternative(moves, tuple(conditions))


def _read_condition(number: int, words: list[str], language: str) -> Condition | Problem:
    negated = bool(words) and fold(words[0]) in WORDS["not"]
    words = words[negated:]
    if not words:
        return Problem(number, say("condition_missing", language))
    first, rest = fold(words[0]), " ".join(words[1:])
    if first in WORDS["legal"] and rest:
        return Condition("legal", rest, negated=negated)
    if first in WORDS["have"] and rest:
        dice = _TIMES.sub(_spread, fold(rest))
        if not _DICE.issuperset(dice.split()):
            return Problem(number, say("have_what", language, words=rest))
        return Condition("have", dice, negated=negated)
    text = " ".join(words)
    if match := _COMPARISON.match(text):
        return Condition("fact", match[1], match[2], int(match[3]), negated)
    if _OPERATOR.search(text):
        return Problem(number, say("condition_form", language, words=text))
    return Condition("fact", text, negated=negated)


def _spread(found: re.Match[str]) -> str:
    return " ".join(found[2] * int(found[1]))


def _find(words: Sequence[str], keyword: str) -> int | None:
    for at, word in enumerate(words):
        if fold(word) in WORDS[keyword]:
            return at
    return None


def _split(words: Sequence[str], keyword: str) -> Iterator[Sequence[str]]:
    start = 0
    for at, word in enumerate(words):
        if fold(word) in WORDS[keyword]:
            yield words[start:at]
            start = at + 1
    yield words[start:]
