"""The frame of a page: where it stands in the site, in which language, and how it points to others."""

from msgspec import Struct

from pbem.games.game import LANGUAGES
from pbem.report.site.card import Card

FIRST = LANGUAGES[0]


class Frame(Struct, frozen=True):
    """A page: its place below the folder of its language, what it is called, and the part of the site it is in."""

    language: str
    path: str
    title: str
    section: str = ""

    @property
    def place(self) -> str:
        """Where it stands, from the root of the site."""
        return folder_of(self.language) + self.path

    @property
    def up(self) -> str:
        """The way to the folder of its language."""
        return "../" * self.path.count("/")

    @property
    def top(self) -> str:
        """The way to the root of the site."""
        return "../" * self.place.count("/")

    @property
    def hash(self) -> str:
        """What is added to the link to a replay, so that it opens in this language."""
        return "" if self.language == FIRST else f"#0/public/{self.language}"

    def other(self, language: str) -> str:
        """Return the way to the same page in another language."""
        return self.top + folder_of(language) + self.path

    def game(self, card: Card) -> str:
        """Return the way to the replay of a game."""
        return self.top + card.page + self.hash


def folder_of(language: str) -> str:
    """Return the folder of a language: the first one has the root of the site."""
    return "" if language == FIRST else f"{language}/"
