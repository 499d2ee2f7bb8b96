"""The pages of a site as HTML, one after the other: nothing is kept but the cards of its games."""

import json
from base64 import b64decode
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property, partial
from typing import Any

from jinja2 import Environment
from msgspec import Struct

from pbem.games.drawing.pieces.marks import PARTS
from pbem.games.drawing.sheet import page_sheet
from pbem.games.found import named
from pbem.games.game import LANGUAGES, AnyGame, Drawing
from pbem.phrases import Phrases, Say
from pbem.report.drawing import defined
from pbem.report.replay.rendering import MARKING, one_line, policy, source_of
from pbem.report.site.card import Card, Emblem, Played, slug
from pbem.report.site.counts import Person, Share, TitleCounts, counts_of, own, people_of
from pbem.report.site.events import EventCard, EventSource, card_of, place_of_event, show_event
from pbem.report.site.feeds import feed_values
from pbem.report.site.frame import Frame
from pbem.report.site.live import RUNNING, Live
from pbem.report.site.plots import bars

MOST_CARDS = 24  # on the front page; all others are found by search, or year by year
_STYLES = ("site/site.css", "site/pages.css")
_EVENT_STYLE = "site/events.css"
_SCRIPT = "site/index.js"

Page = tuple[str, str]  # where it stands, and its text


class Signed(Struct, frozen=True):
    """What was signed of the log of an archive, and by which key; "" if nobody did."""

    checkpoint: str = ""
    key: str = ""

    @property
    def short_key(self) -> str:
        """How the key begins, by which people tell it from others."""
        return b64decode(self.key.split("+", 2)[2])[1:9].hex()


class Site:
    """An archive as pages; cards and events come with the newest first."""

    def __init__(
        self,
        env: Environment,
        cards: Sequence[Card],
        signed: Signed,
        *,
        events: Sequence[EventSource] = (),
        live: Sequence[Live] = (),
        url: str = "",
    ) -> None:
        self._env = env
        self._cards = tuple(cards)
        self._live = tuple(live)
        self._events = tuple((source, card_of(source)) for source in events)
        self._signed = signed
        self._url = url
        phrases = env.globals["phrases"]
        if not isinstance(phrases, Phrases):
            raise TypeError("the environment has no phrases; make it with `environment`")
        self._phrases = phrases

    def pages(self, emblem: Callable[[str], Emblem]) -> Iterator[Page]:
        """Yield every page in every language; `emblem` gives the small drawing of a game."""
        newest = [(card, emblem(card.game)) for card in self._cards[:MOST_CARDS]]
        places = []
        for language in LANGUAGES:
            for page in self._in(language, newest):
                places.append(page[0])
                yield page
        if self._url:
            addresses = [self._url + place for place in (*places, *(card.page for card in self._cards))]
            shown = [address for address in addresses if address.endswith(".html") and RUNNING not in address]
            yield "sitemap.xml", self._env.get_template("site/sitemap.xml").render(addresses=shown)

    def live_pages(self, emblem: Callable[[str], Emblem]) -> Iterator[Page]:
        """Yield, of all pages, only those that running games stand on."""
        newest = [(card, emblem(card.game)) for card in self._cards[:MOST_CARDS]]
        for language in LANGUAGES:
            yield self._front(language, self._phrases.spoken(language), newest)
            yield from self._running(language)

    def _in(self, language: str, newest: Sequence[tuple[Card, Emblem]]) -> Iterator[Page]:
        say = self._phrases.spoken(language)
        yield self._front(language, say, newest)
        yield from self._titles(language, say)
        yield from self._people(language, say)
        yield from self._years(language, say)
        yield from self._tournaments(language, say)
        yield from self._running(language)
        frame = Frame(language, "check.html", say("check_title"), "check")
        yield self._page("check", frame, signed=self._signed, newest=self._cards[0].game)
        frame = Frame(language, "feed.xml", say("feed_title"))
        values = feed_values(frame, self._cards[:MOST_CARDS], self._names, url=self._url)
        yield frame.place, self._env.get_template("site/feed.xml").render(page=frame, say=say, **values)

    def _front(self, language: str, say: Say, newest: Sequence[tuple[Card, Emblem]]) -> Page:
        frame = Frame(language, "index.html", say("front_title"), "games")
        emblems = [*(emblem for _, emblem in newest), *(live.emblem for live in self._live)]
        parts = {name: part for emblem in emblems for name, part in emblem.parts.items()}
        return self._page(
            "index",
            frame,
            parts=parts,
            script=source_of(self._env, _SCRIPT),
            newest=[(card, emblem.svg) for card, emblem in newest],
            count=len(self._cards),
            named=", ".join(self._names[rules][language] for rules in self._rules),
            rules=self._rules,
            numbers=sorted({len(card.people) for card in self._cards}),
            years=list(self._by_year),
            events=self._event_names,
            live=self._live,
            people=self._persons,
            data=self._index(frame, say),
        )

    def _index(self, frame: Frame, say: Say) -> str:
        """Return the list of all games by which the script searches; safe within a script element."""
        games = [
            [
                card.game,
                card.rules,
                day(card.at),
                card.entries,
                [[one.seat, _shown(one, card, frame), one.rank, one.total, *one.earlier] for one in card.ranked],
                card.event,
            ]
            for card in self._cards
        ]
        told = {
            "games": games,
            "titles": {rules: self._names[rules][frame.language] for rules in self._rules},
            "events": self._event_names,
            "found": [say(key, count="{count}") for key in ("found", "found_one")],
            "none": say("found_none"),
            "more": [say(key, count="{count}") for key in ("more_found", "more_found_one")],
            "top": frame.top,
            "hash": frame.hash,
        }
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")

    def _titles(self, language: str, say: Say) -> Iterator[Page]:
        lines = []
        for rules in self._rules:
            called, target = self._names[rules][language], f"titles/{rules}.html"
            counts = self._counts[rules]
            lines.append((target, called, (counts.games,)))
            cards = [card for card in self._cards if card.rules == rules]
            plots = list(self._plots(counts, language, say))
            yield self._page(
                "title", Frame(language, target, called, "titles"), counts=counts, cards=cards, plots=plots
            )
        frame = Frame(language, "titles/index.html", say("titles_title"), "titles")
        yield self._page("contents", frame, lines=lines, columns=(say("filter_title"), say("column_games")))

    def _plots(self, counts: TitleCounts, language: str, say: Say) -> Iterator[tuple[str, str]]:
        game: AnyGame = named(counts.rules)
        if counts.seats:
            names = [game.called(share.name, language) for share in counts.seats]
            yield say("by_seat"), bars(counts.seats, names, called=say("by_seat"))
        for group, shares in counts.uses.items():
            heading = game.thing(group, language)
            yield heading, bars(shares, _things(game, shares, language), called=heading)

    def _people(self, language: str, say: Say) -> Iterator[Page]:
        lines = []
        for person in self._persons.values():
            target = f"players/{slug(person.name)}.html"
            lines.append((target, person.name, (len(person.games), person.won)))
            frame = Frame(language, target, say("player_title", name=person.name), "players")
            took = [card for _, card in self._events if person.name in card.ranks]
            yield self._page("player", frame, person=person, took=took)
        frame = Frame(language, "players/index.html", say("players_title"), "players")
        columns = (say("column_player"), say("column_games"), say("column_won"))
        yield self._page("contents", frame, lines=lines, columns=columns)

    def _years(self, language: str, say: Say) -> Iterator[Page]:
        lines = []
        for year, cards in self._by_year.items():
            target = f"years/{year}.html"
            lines.append((target, year, (len(cards),)))
            frame = Frame(language, target, say("year_title", year=year), "years")
            yield self._page("games", frame, cards=cards, about="")
        frame = Frame(language, "years/index.html", say("years_title"), "years")
        yield self._page("contents", frame, lines=lines, columns=(say("filter_year"), say("column_games")))

    def _tournaments(self, language: str, say: Say) -> Iterator[Page]:
        for event in sorted(self._by_event.keys() - self._event_pages.keys()):
            frame = Frame(language, place_of_event(event), event, "events")
            yield self._page("games", frame, cards=self._by_event[event], about=say("event_not_here"))
        if not self._events:
            return
        for source, card in self._events:
            shown = show_event(source, language=language, say=say)
            frame = Frame(language, card.page, card.title, "events")
            strangers = [game for game in self._by_event.get(card.event, ()) if game.game not in card.games]
            yield self._page(
                "event",
                frame,
                more=_EVENT_STYLE,
                event=shown,
                games=self._games,
                people=self._persons,
                strangers=strangers,
            )
        frame = Frame(language, "events/index.html", say("events_title"), "events")
        yield self._page("events", frame, events=[card for _, card in self._events], people=self._persons)

    def _running(self, language: str) -> Iterator[Page]:
        for live in self._live:
            frame = Frame(language, live.page, f"{live.reports[language].title}: {live.game}", "games")
            yield self._page(
                "running",
                frame,
                more=_EVENT_STYLE,
                parts=live.parts,
                live=live,
                report=live.reports[language],
                board=live.boards[language],
                people=self._persons,
            )

    def _page(
        self,
        template: str,
        frame: Frame,
        *,
        script: str = "",
        more: str = "",
        parts: Mapping[str, str] | None = None,
        **values: Any,
    ) -> Page:
        scripts = (MARKING, script) if script else ()
        say = self._phrases.spoken(frame.language)
        style = self._style + (one_line(source_of(self._env, more)) if more else "")
        text = self._env.get_template(f"site/{template}.html").render(
            page=frame,
            say=say,
            tell=partial(_tell, say, frame.language),
            languages=LANGUAGES,
            sheet=page_sheet(),
            style=style,
            script=script,
            marking=MARKING,
            parts=defined([Drawing("", {**self._tokens, **(parts or {})})]),
            policy=policy(scripts=scripts, styles=(page_sheet(), style)),
            titles=self._names,
            event_pages=self._event_pages,
            place_of_event=place_of_event,
            called=lambda rules, seat: named(rules).called(seat, frame.language),
            slug=slug,
            own=own,
            day=day,
            **values,
        )
        return frame.place, text

    @cached_property
    def _style(self) -> str:
        return "".join(one_line(source_of(self._env, name)) for name in _STYLES)

    @cached_property
    def _tokens(self) -> dict[str, str]:
        people = [*(card.people for card in self._cards), *(live.people for live in self._live)]
        seats = {one.seat for table in people for one in table}
        return {name: PARTS[name] for seat in sorted(seats) if (name := f"d-seat-{seat}") in PARTS}

    @cached_property
    def _rules(self) -> list[str]:
        return sorted({card.rules for card in self._cards})

    @cached_property
    def _games(self) -> frozenset[str]:
        return frozenset(card.game for card in self._cards)

    @cached_property
    def _event_pages(self) -> dict[str, EventCard]:
        return {card.event: card for _, card in self._events}

    @cached_property
    def _by_event(self) -> dict[str, list[Card]]:
        """Which games say of which event that they are of it."""
        events: dict[str, list[Card]] = defaultdict(list)
        for card in self._cards:
            if card.event:
                events[card.event].append(card)
        return events

    @cached_property
    def _event_names(self) -> dict[str, str]:
        """What events are called, of all that games are of; one whose record is not here is called by its id."""
        known = self._event_pages
        return {event: known[event].title if event in known else event for event in self._by_event}

    @cached_property
    def _names(self) -> dict[str, dict[str, str]]:
        keys = {*self._rules, *(card.rules for _, card in self._events), *(live.rules for live in self._live)}
        return {rules: named(rules).meta.titles for rules in sorted(keys)}

    @cached_property
    def _counts(self) -> dict[str, TitleCounts]:
        return {rules: counts_of(rules, self._cards) for rules in self._rules}

    @cached_property
    def _persons(self) -> dict[str, Person]:
        return people_of(self._cards)

    @cached_property
    def _by_year(self) -> dict[str, list[Card]]:
        years: dict[str, list[Card]] = defaultdict(list)
        for card in self._cards:
            years[day(card.at)[:4]].append(card)
        return years


def _shown(one: Played, card: Card, frame: Frame) -> str:
    """Return what somebody is called on a list, or the seat that nobody had in the end."""
    return one.name or f"({named(card.rules).called(one.seat, frame.language)})"


def _things(game: AnyGame, shares: Sequence[Share], language: str) -> list[str]:
    return [game.thing(share.name, language) for share in shares]


def _tell(say: Say, language: str, key: str, count: int, **places: object) -> str:
    """Tell a phrase with a number in it; French has none of something in the singular."""
    is_one = count == 1 or (count == 0 and language == "fr")
    return say(f"{key}_one" if is_one else key, count=count, **places)


def day(at: int) -> str:
    """Return the day of an instant, by UTC."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}"
