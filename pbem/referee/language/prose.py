"""Prose among orders: a greeting or a sentence is reported once, and not word by word."""

from collections.abc import Iterator

from pbem.games.game import Unread
from pbem.games.kit.order_words import split
from pbem.referee.language.advice import Flaw
from pbem.referee.language.nearest import can_be_mended, likeness
from pbem.referee.language.phrases import say
from pbem.referee.language.problem import Problem
from pbem.referee.language.seat_rules import SeatRules
from pbem.referee.language.sheet import WORDS

_GREETINGS = frozenset(
    split(
        """hi hello hey dear howdy greetings thanks thank sorry cheers regards sincerely good happy welcome
        ciao salve buongiorno buonasera buonanotte caro cara cari care grazie scusa scusate saluti cordiali buona buon
        bonjour bonsoir salut coucou cher chere chers merci desole pardon cordialement amicalement bonne bon bises
        hallo moin servus gruezi guten guter gute liebe lieber danke entschuldigung gruss grusse gruesse viele mfg"""
    )
)
_PLANNING = frozenset(word for words in WORDS.values() for word in words)
_SENTENCE = 3  # words
_MENDED = 60  # letters of a line that may be an order with a few letters wrong
_MISSPELT = 0.8  # how much a first word must be like a verb to be meant for it
_TRIED = 12  # lines of a sheet that are looked at so closely
_NAMED = 8  # lines that are named


class ProseReader:
    """Looks at lines of a sheet that are not orders, and remembers which of them are prose."""

    def __init__(self, sight: SeatRules) -> None:
        self._sight = sight
        self._tried = 0
        self._found: dict[int, None] = {}

    def is_prose(self, line: int, text: str) -> bool:
        """Return whether a line is prose.

        Most of its words are not words of the game, and no order is like it.
        """
        is_so = self._reads_like_it(text)
        if is_so:
            self._found[line] = None
        return is_so

    def _reads_like_it(self, text: str) -> bool:
        if "|" in text or any(letter.isdigit() for letter in text):
            return False
        words = [word for word in split(text) if word.isalpha()]
        if not words or not self._is_no_verb(text):
            return False
        if words[0] in _GREETINGS:
            return True
        strange = sum(not self._is_known(word) for word in words)
        enough = len(words) if len(words) < _SENTENCE else len(words) // 2 + 1
        return len(words) > 1 and strange >= enough and not self._is_order(text)

    def _is_known(self, word: str) -> bool:
        return word in _PLANNING or self._sight.game.knows(word)

    def _is_no_verb(self, text: str) -> bool:
        found = self._sight.parse(text)
        return isinstance(found, Unread) and not found.kind

    def _is_order(self, text: str) -> bool:
        """Tell whether a few other letters make it an order."""
        found = self._sight.parse(text)
        if len(text) > _MENDED or self._tried == _TRIED or not isinstance(found, Unread):
            return False
        self._tried += 1
        verbs = found.nearest
        if not verbs:
            return False
        begins = max(likeness(text.partition(" ")[0], verb) for verb in verbs)
        return begins >= _MISSPELT or can_be_mended(self._sight, text, found)

    def is_signature(self, flaw: Flaw) -> bool:
        """Tell whether a word that stands alone beside other prose is some of it, such as a name below it."""
        is_word = flaw.text.isalpha() and isinstance(flaw.why, Unread) and not flaw.why.kind
        if not is_word or not self._found or self._tried == _TRIED:
            return False
        self._tried += 1
        if isinstance(flaw.why, Unread) and flaw.why.nearest:
            return False
        self._found[flaw.line] = None
        return True

    def tell(self, language: str) -> Iterator[Problem]:
        """Yield that there is prose, once for all its lines."""
        if not self._found:
            return
        lines = [str(line) for line in sorted(self._found)]
        named = ", ".join(lines[:_NAMED] + [".."] * (len(lines) > _NAMED))
        if len(lines) == 1:
            yield Problem(min(self._found), say("prose_line", language))
        else:
            yield Problem(min(self._found), say("prose_lines", language, lines=named))
