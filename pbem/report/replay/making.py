"""Making the page of a replay: a record that was followed becomes steps, drawings, a curve and words."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from msgspec import Struct, convert
from msgspec.structs import replace

from pbem.games.drawing.pieces.marks import PARTS
from pbem.games.game import LANGUAGES, AnyGame, Drawing, Outcome, Seat
from pbem.phrases import Phrases
from pbem.record.log.entry import Entry
from pbem.referee.match.follow import Followed
from pbem.referee.match.match import Match, result_of
from pbem.report.drawing import defined, placed
from pbem.report.replay import curve
from pbem.report.replay.filming import WIDTHS, Film, film, known_alone
from pbem.report.replay.packing import packed
from pbem.report.replay.page import Fact, Person, ReplayPage, ResultLine, ResultTable, Source, Story
from pbem.report.replay.story import Moment, Step, Teller, Texts
from pbem.report.safe_text import printed
from pbem.report.turn import result_table


class Room(Struct, frozen=True):
    """How much there is room for: the last board for those without script; drawings of so many widths and languages."""

    has_board: bool = True
    widths: int = len(WIDTHS)
    languages: int = len(LANGUAGES)


# By what a page becomes smaller, one after the other. Words beside the drawings stay in all languages, and all eyes.
ROOMS = (Room(), Room(has_board=False), Room(has_board=False, widths=1), Room(has_board=False, widths=1, languages=1))

Course = Sequence[tuple[Entry, Followed]]


def make_pages(course: Course, source: Source, phrases: Phrases, at: Moment) -> Iterator[ReplayPage]:
    """Yield the page of a game that was followed from its opening to its end: as it should be, then with ever less.

    What is left out is said on it.
    """
    match = course[-1][1].match
    teller = Teller(match, phrases.say, at)
    steps = teller.steps(course)
    taken = film(steps, teller.names)
    drawn = curve.draw_curve(steps)
    titles = match.game.meta.titles
    called = {
        language: phrases.say("replay_title", language, title=titles[language], names=_named(match, teller, language))
        for language in LANGUAGES
    }
    people = tuple(_person(seat, teller, source.links) for seat in match.seats)
    result = _result(match, people) if match.phase == "over" else None
    facts = tuple(_facts(match, course, source, phrases))
    measure = _measure(match.game, phrases)
    story = _story(match, steps, taken, teller) | {"log": source.log_key}
    told = _told_rows(steps)
    tokens = _tokens(match.seats)
    page = ReplayPage(
        game=match.id,
        rules=match.game.meta.key,
        titles=titles,
        called=called,
        told={language: _told(match, called[language], language) for language in LANGUAGES},
        people=people,
        has_secrets=match.game.has_secrets,
        steps=tuple(steps),
        curve=drawn,
        measure=measure,
        board=placed(taken.last.svg),
        parts=defined([Drawing("", tokens)]),
        board_parts=defined([Drawing("", _without(taken.last.parts, tokens))]),
        plain=match.game.board(match.game.view(match.state, None), LANGUAGES[0]),
        result=result,
        facts=facts,
        files=tuple(source.files),
        data="",
        version=source.version,
    )
    own = dict(_own_words(people, result, ())) | {"page_title": called, "own_title": titles, "own_measure": measure}
    data: dict[tuple[int, int], str] = {}
    for room in ROOMS:
        shown = (*facts, *_left_out(room, phrases))
        forms = room.widths, room.languages
        if forms not in data:
            words = _words(phrases, source.said, own | dict(_own_words((), None, shown)))
            said = _texts(story=story | {"widths": forms[0], "languages": forms[1]}, words=words, told=told)
            data[forms] = packed({**said, **_film(taken, room, tokens), **source.files})
        yield replace(page, facts=shown, data=data[forms], has_board=room.has_board)


def _left_out(room: Room, phrases: Phrases) -> Iterator[Fact]:
    """Yield what is said of drawings for which there was no room."""
    missing = {
        "left_out_widths": room.widths < len(WIDTHS),
        "left_out_languages": room.languages < len(LANGUAGES),
    }
    keys = [key for key, is_missing in missing.items() if is_missing]
    if keys:
        yield Fact("about_left_out", {one: " ".join(phrases.say(key, one) for key in keys) for one in LANGUAGES})


def _texts(**values: object) -> dict[str, bytes]:
    return {
        name: json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() for name, value in values.items()
    }


def _film(taken: Film, room: Room, known: Mapping[str, str]) -> dict[str, bytes]:
    """Return the drawings as files; parts that are known stand in the page already."""
    parts = defined([Drawing("", _without(taken.parts, known))])
    reel = taken.reel.packed(room.widths, room.languages)
    return {"parts": parts.encode(), "pieces": reel.pieces, "frames": reel.frames}


def _without(parts: Mapping[str, str], known: Mapping[str, str]) -> dict[str, str]:
    return {name: part for name, part in parts.items() if name not in known}


def _named(match: Match, teller: Teller, language: str) -> str:
    return ", ".join(teller.name(seat, language) for seat in match.seats)


def _told(match: Match, called: str, language: str) -> str:
    size = match.head.size
    return f"{called} ({match.id}, {datetime.fromtimestamp(match.at, UTC):%Y-%m-%d}, {size}, {language})"


def _person(seat: Seat, teller: Teller, links: Mapping[str, str]) -> Person:
    called = {language: teller.name(seat, language) for language in LANGUAGES}
    return Person(seat, called, links.get(teller.names[seat], ""))


def _own_words(
    people: Sequence[Person], result: ResultTable | None, facts: Sequence[Fact]
) -> Iterator[tuple[str, Texts]]:
    """Yield what the page says of this game alone, by the keys of its template."""
    yield from ((f"own_name_{person.seat}", person.called) for person in people)
    yield from ((f"own_{fact.phrase}", fact.told) for fact in facts)
    if result:
        yield from ((f"own_row_{at}", row.called) for at, row in enumerate(result.rows))
        yield from ((f"own_tie_{at}", row.called) for at, row in enumerate(result.ties))


def _words(phrases: Phrases, said: Iterable[str], own: Mapping[str, Texts]) -> dict[str, dict[str, str]]:
    """Return what the script may say, by language and key."""
    table = phrases.table
    return {
        language: {key: table[key][language] for key in said} | {key: texts[language] for key, texts in own.items()}
        for language in LANGUAGES
    }


def _told_rows(steps: Sequence[Step]) -> dict[str, list[list[list[str]]]]:
    """Return what is told at each step in all languages but the first, which stands in the page: text, and to whom."""
    return {
        language: [[[line.texts[language], *_only(line.to)] for line in step.lines] for step in steps]
        for language in LANGUAGES[1:]
    }


def _only(to: Sequence[str] | None) -> list[str]:
    return [] if to is None else [" ".join(to)]


def _story(match: Match, steps: Sequence[Step], taken: Film, teller: Teller) -> Story:
    return {
        "game": match.id,
        "seats": list(match.seats),
        "names": {seat: teller.name(seat, LANGUAGES[0]) for seat in match.seats},
        "eyes": list(taken.eyes),
        "steps": [step.seq for step in steps],
        "rounds": [at for at, step in enumerate(steps) if step.is_round],
        "turns": [at for at, step in enumerate(steps) if step.is_turn],
        "curve": {"left": curve.LEFT, "right": curve.RIGHT, "wide": curve.WIDE},
        "known": [[known.step, known.seat, known.lines] for known in known_alone(steps)],
    }


def _tokens(seats: Sequence[Seat]) -> dict[str, str]:
    return {name: PARTS[name] for seat in seats if (name := f"d-seat-{seat}") in PARTS}


def _measure(game: AnyGame, phrases: Phrases) -> Texts:
    if not game.measure:
        return {language: phrases.say("course", language) for language in LANGUAGES}
    return {language: printed(game.called(game.measure, language)) for language in LANGUAGES}


def _result(match: Match, people: Sequence[Person]) -> ResultTable:
    """Return the result with everybody in the order of the table, and its rows in all languages."""
    outcome = convert(result_of(match), Outcome)
    names = {seat: (match.holders[seat].name,) for seat in match.seats}
    tables = {language: result_table(match.game, names, outcome, language) for language in LANGUAGES}
    first = tables[LANGUAGES[0]]
    ranked = sorted((seat for seat in match.seats if seat in outcome.ranks), key=outcome.ranks.__getitem__)
    by_seat = {person.seat: person for person in people}

    def lines(part: str) -> Iterator[ResultLine]:
        for at, row in enumerate(getattr(first, part)):
            yield ResultLine({one: getattr(tables[one], part)[at].category for one in LANGUAGES}, row.points)

    return ResultTable(
        tuple(by_seat[seat] for seat in ranked),
        tuple(column.rank for column in first.columns),
        tuple(column.total for column in first.columns),
        tuple(lines("rows")),
        tuple(lines("ties")),
    )


def _facts(match: Match, course: Course, source: Source, phrases: Phrases) -> Iterator[Fact]:
    terms = match.terms
    version = {
        language: phrases.say(
            "about_version", language, title=match.game.meta.titles[language], version=terms.rules.version
        )
        for language in LANGUAGES
    }
    yield Fact("about_rules", version)
    if terms.options:
        yield Fact("about_options", _same(printed(", ".join(f"{key}={value}" for key, value in terms.options.items()))))
    days = [f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}" for at in (course[0][0].body["at"], match.at)]
    yield Fact("about_played", _same(" \N{EN DASH} ".join(dict.fromkeys(days))))
    if terms.event:
        yield Fact("about_event", _same(printed(terms.event.event)), link=source.event_page)
    yield Fact("about_referee", _same(printed(terms.referee)))
    yield Fact("about_chance", {one: phrases.say(f"chance_{source.chance}", one) for one in LANGUAGES})
    yield Fact("about_head", _same(match.head.hash.hex()), is_code=True)


def _same(told: str) -> Texts:
    return dict.fromkeys(LANGUAGES, told)
