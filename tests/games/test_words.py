"""Order words: read in four languages at once without guessing, and written back."""

import re
import sys
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.games.game import LANGUAGES, Data, Saying, Unread
from pbem.games.kit.order_words import COMMON, Messages, Words, fold, split
from pbem.games.kit.reading import Lost, Reader, read_whole
from tests.wording import text_of

TABLE = {
    "cards": {
        "HARVEST": {
            "en": ["harvest", "grain harvest", "hv"],
            "it": ["raccolta", "raccolta grano"],
            "fr": ["récolte"],
            "de": ["Ernte", "Getreideernte"],
        },
        "TRADE": {
            "en": ["grain trade", "trade"],
            "it": ["commercio"],
            "fr": ["commerce du blé"],
            "de": ["Getreidehandel"],
        },
        "BATHS": {"en": ["the baths"], "it": ["le terme"], "fr": ["thermes"], "de": ["Bäder", "Öffentliche Bäder"]},
        "STREET": {"en": ["street"], "it": ["via"], "fr": ["œuvre"], "de": ["Straße"]},
    },
    "goods": {
        "GRAIN": {"en": ["grain"], "it": ["grano"], "fr": ["blé"], "de": ["Getreide"]},
        "WINE": {"en": ["wine"], "it": ["vino"], "fr": ["vin"], "de": ["Wein"]},
    },
}
MESSAGES = {
    "what_cards": {"en": "a card", "it": "una carta", "fr": "une carte", "de": "eine Karte"},
    "sold": {"en": "{seat} sold {goods}", "it": "{goods}: {seat}", "fr": "{seat} : {goods}", "de": "{seat}: {goods}"},
}
FILLERS = {"fillers": ["the", "of the", "le"]}
WORDS = Words(TABLE | FILLERS)


def common(key: str, language: str = "en", **places: object) -> str:
    return text_of(COMMON, key, language, **places)


def reader(text: str) -> Reader:
    return Reader(WORDS, text)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Récolte", "recolte"),
        ("re\u0301colte", "recolte"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("STRAẞE", "strasse"),
        ("BŒUF", "boeuf"),
        ("Bäder", "bader"),
        ("città", "citta"),
        ("\uff28\uff36", "hv"),  # wide letters
        ("\U0001d407\U0001d415", "hv"),  # letters of formulas
    ],
)
def test_case_accents_and_ligatures_are_dropped(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_what_is_folded_stays() -> None:
    letters = (chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    assert [letter for letter in letters if fold(fold(letter)) != fold(letter)] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ()),
        (" . , ! ", ()),
        ("Play HARVEST, water 1.", ("play", "harvest", "water", "1")),
        ("grain-trade", ("grain", "trade")),
        ("l'œuvre", ("l", "oeuvre")),
        ("favour 3 x2", ("favour", "3", "*", "2")),
        ("favour 3 X2", ("favour", "3", "*", "2")),
        ("favour 3x2", ("favour", "3", "*", "2")),
        ("favour 3 x 2", ("favour", "3", "*", "2")),
        ("favour 3*2", ("favour", "3", "*", "2")),
        ("favour 3 * 2", ("favour", "3", "*", "2")),
        ("favour 3 \u00d72", ("favour", "3", "*", "2")),
        ("favour 3\u00d72", ("favour", "3", "*", "2")),
        ("x12", ("*", "12")),
        ("max2 mix 2", ("max2", "mix", "2")),
        ("die6 >= 2", ("die6", ">", "=", "2")),
        ("1+2", ("1", "+", "2")),
        ("2wine", ("2", "wine")),
        ("water -1", ("water", "-1")),
        ("\u22121 (-2) \u20133", ("-1", "-2", "-3")),
        ("2-3-4 XII-3 GER-M3", ("2", "3", "4", "xii", "3", "ger", "m3")),
        ("- play 2 - 3", ("play", "2", "3")),
        ("3 x -2", ("3", "x", "-2")),
        ("\uff12", ("2",)),
        ("\u0663", ("\u0663",)),  # an Arabic three is a number too, not to be dropped
    ],
)
def test_texts_are_cut_into_words(text: str, words: tuple[str, ...]) -> None:
    assert split(text) == words


@given(st.text())
@example("X\x1b0")
@example("x, 2")
def test_cutting_is_stable(text: str) -> None:
    assert split(" ".join(split(text))) == split(text)


@given(st.text())
def test_case_never_matters(text: str) -> None:
    assert all(word == fold(word) for word in split(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_ids_are_read_as_they_are_written(language: str) -> None:
    for section in TABLE:
        for name in WORDS.ids(section):
            order = reader(WORDS.say(section, name, language))
            assert (order.take(section), order.is_done) == (name, True)


def test_the_first_phrase_of_a_language_is_written() -> None:
    assert [WORDS.say("cards", "HARVEST", language) for language in LANGUAGES] == [
        "harvest",
        "raccolta",
        "récolte",
        "Ernte",
    ]


def test_ids_come_in_table_order() -> None:
    assert WORDS.ids("cards") == ("HARVEST", "TRADE", "BATHS", "STREET")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("RECOLTE", "HARVEST"),
        ("Raccolta Grano", "HARVEST"),
        ("getreideernte", "HARVEST"),
        ("Bäder", "BATHS"),
        ("Baeder", "BATHS"),
        ("bader", "BATHS"),
        ("BÄDER", "BATHS"),
        ("oeffentliche baeder", "BATHS"),
        ("strasse", "STREET"),
        ("oeuvre", "STREET"),
        ("the street", "STREET"),
        ("street of the", "STREET"),
        ("baths", "BATHS"),
        ("commerce du ble", "TRADE"),
    ],
)
def test_phrases_are_read_however_they_are_spelt(text: str, name: str) -> None:
    order = reader(text)
    assert (order.take("cards"), order.is_done) == (name, True)


@pytest.mark.parametrize("text", ["harv", "harvests", "commerce", "grainharvest", "getreide handel", "the", "", "7"])
def test_only_whole_phrases_are_read(text: str) -> None:
    order = reader(text)
    before = order.left
    assert order.take("cards") is None
    assert order.left == before


def test_the_longest_phrase_wins() -> None:
    order = reader("raccolta grano grano")
    assert order.take("cards") == "HARVEST"
    assert order.left == ("grano",)
    assert order.take("goods") == "GRAIN"


def test_a_short_phrase_is_read_where_the_long_one_does_not_fit() -> None:
    order = reader("raccolta vino")
    assert (order.take("cards"), order.take("goods")) == ("HARVEST", "WINE")


def test_a_phrase_of_two_ids_is_refused() -> None:
    two = {"goods": TABLE["goods"] | {"OTHER": {"en": ["other"], "it": ["altro"], "fr": ["Blé"], "de": ["anderes"]}}}
    with pytest.raises(ValueError, match="means both GRAIN and OTHER in goods"):
        Words(two)


def test_phrases_that_differ_by_fillers_or_umlauts_alone_are_refused() -> None:
    one = {"en": ["baths"], "it": ["terme"], "fr": ["thermes"], "de": ["Bäder"]}
    for clash in ("the baths", "Baeder", "BADER"):
        two = {"en": [clash], "it": ["due"], "fr": ["deux"], "de": ["zwei"]}
        with pytest.raises(ValueError, match="means both"):
            Words({"cards": {"ONE": one, "TWO": two}} | FILLERS)


def test_one_phrase_may_mean_the_same_in_several_languages_and_other_things_elsewhere() -> None:
    wine = {language: ["vino"] for language in LANGUAGES}
    words = Words({"goods": {"WINE": wine}, "cards": {"CELLAR": wine}})
    assert words.match("goods", ("vino",)) == ("WINE", 1)
    assert words.match("cards", ("vino",)) == ("CELLAR", 1)


@pytest.mark.parametrize("phrase", ["the", "The!", "?"])
def test_a_phrase_without_words_is_refused(phrase: str) -> None:
    with pytest.raises(ValueError, match="has no word"):
        Words({"cards": {"ONE": {language: [phrase] for language in LANGUAGES}}} | FILLERS)


def test_a_missing_language_is_refused() -> None:
    with pytest.raises(KeyError, match=r"words\.toml lacks cards\.ONE in de"):
        Words({"cards": {"ONE": {"en": ["one"], "it": ["uno"], "fr": ["un"]}}})


def test_words_that_are_not_there_are_named() -> None:
    with pytest.raises(KeyError, match=r"words\.toml lacks goods\.SILK in it"):
        WORDS.say("goods", "SILK", "it")
    with pytest.raises(KeyError, match=r"words\.toml lacks the section seats"):
        reader("harvest").take("seats")


def test_fillers_of_the_table_are_dropped() -> None:
    assert WORDS.cut("of the harvest, le wine") == ("harvest", "wine")
    assert Words(TABLE).cut("of the harvest") == ("of", "the", "harvest")


def test_near_words_are_offered() -> None:
    assert WORDS.near("cards", ("harvset",))[0] == "harvest"
    assert WORDS.near("cards", ("sell", "baedr"), 1)[0] == "baeder"
    assert WORDS.near("cards", ("gran", "trad", "2"))[0] == "grain trade"
    assert WORDS.near("cards", ("qqqqqqqq",)) == ()
    assert WORDS.near("cards", ("wine",)) == ()
    assert len(WORDS.near("cards", ("e",))) <= 3


def test_words_of_the_game_are_known() -> None:
    assert all(WORDS.knows(word) for word in ("harvest", "grano", "ble", "baeder", "the", "of"))
    assert not any(WORDS.knows(word) for word in ("weather", "harv", "2", ""))


def test_a_reader_goes_from_left_to_right() -> None:
    order = reader("the harvest, wine x3 + 12")
    assert order.take("goods") is None
    assert not order.take_id("cards", "TRADE")
    assert order.take_id("cards", "HARVEST")
    assert order.number() is None
    assert order.take("goods") == "WINE"
    assert not order.mark("+")
    assert order.mark("*")
    assert order.number() == 3
    assert order.mark("+")
    assert (order.left, order.is_done) == (("12",), False)
    assert order.number() == 12
    assert (order.left, order.is_done) == ((), True)


def test_a_reader_at_the_end_reads_nothing() -> None:
    order = reader("")
    assert (order.take("goods"), order.number(), order.is_done) == (None, None, True)
    assert not order.mark("+")
    assert not order.take_id("goods", "WINE")


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("007", 7), ("999999999", 999999999), ("\u0663", 3), ("1000000000", None)]
)
def test_numbers_have_nine_digits_at_most(text: str, number: int | None) -> None:
    assert reader(text).number() == number


def test_what_was_expected_is_said_with_what_is_near() -> None:
    order = reader("harvset the wine 1 2 3")
    unread = order.unread("cards")
    assert unread.saying == Saying("expected", {"what": "cards", "word": "harvset wine 1 2"})
    assert unread.nearest == WORDS.near("cards", ("harvset", "wine"))
    assert unread.mended[0] == "harvest wine 1 2 3"
    assert unread == reader("harvset the wine 1 2 3").unread("cards")
    assert reader("").unread("cards") == Unread(Saying("expected_end", {"what": "cards"}))


def test_what_is_too_much_is_said() -> None:
    order = reader("harvest 1 2 3 4 5 6 7")
    order.take("cards")
    unread = order.surplus()
    assert unread.saying == Saying("surplus", {"word": "1 2 3 4 5 6"})
    assert unread.nearest == ()
    assert unread.mended == ("harvest 2 3 4 5 6 7", "harvest")


def test_several_words_are_mended_together() -> None:
    order = reader("harvest gran trad 2")
    order.take("cards")
    assert order.unread("cards").mended == ("harvest grain trade 2", "harvest")


def test_a_verb_that_is_missing_is_put_before_the_rest() -> None:
    assert reader("7 wine").unread("goods").mended == ("grain 7 wine", "wine 7 wine")


def test_choices_stand_where_the_words_were_that_leave_them_open() -> None:
    order = reader("harvest grain 2")
    order.take("cards")
    since = order.place
    order.take("goods")
    unread = order.unsettled(Saying("sold"), ("rye", "oats"), since)
    assert unread.nearest == ("rye", "oats")
    assert unread.mended == ("harvest rye 2", "harvest oats 2")


def test_other_words_may_be_read_beside_a_section() -> None:
    assert reader("ab12 2").unread("cards", ("AB1", "XY9")).nearest == ("AB1",)


def test_the_kind_is_told_as_far_as_it_was_read() -> None:
    def read(reader: Reader) -> str:
        reader.need("cards")
        reader.kind = "play"
        if reader.mark("+"):
            raise Lost(Unread(Saying("sold")))
        return reader.need("goods")

    found = [
        read_whole(reader(text), read) for text in ("wine", "harvest", "harvest moon", "harvest wine 2", "harvest +")
    ]
    assert [one.kind for one in found if isinstance(one, Unread)] == ["", "play", "play", "play", "play"]


@pytest.mark.parametrize(
    ("saying", "language", "text"),
    [
        (Saying("sold", {"seat": "blue", "goods": "goods/GRAIN"}), "en", "blue sold grain"),
        (Saying("sold", {"seat": "blue", "goods": ["goods/GRAIN", "goods/WINE"]}), "fr", "blue\u202f: blé, vin"),
        (Saying("sold", {"seat": "blue", "goods": ("goods/WINE", 2)}), "it", "vino, 2: blue"),
        (Saying("sold", {"seat": "blue", "goods": []}), "de", "blue: -"),
        (Saying("sold", {"seat": "{goods}", "goods": 0}), "de", "{goods}: 0"),
        (
            Saying("expected", {"what": "cards", "word": "x"}),
            "de",
            common("expected", "de", what="eine Karte", word="x"),
        ),
        (reader("qqqq").unread("cards").saying, "it", common("expected", "it", what="una carta", word="qqqq")),
        (reader("").unread("cards").saying, "en", common("expected_end", what="a card")),
        (reader("a/b {c}").surplus().saying, "en", common("surplus", word="a b c")),
        (reader("3x2").surplus().saying, "en", common("surplus", word="3x2")),
    ],
)
def test_messages_fill_their_places(saying: Saying, language: str, text: str) -> None:
    assert Messages(MESSAGES, WORDS).say(saying, language) == text


@pytest.mark.parametrize(
    ("saying", "missing"),
    [
        (Saying("nothing"), "messages.toml lacks nothing"),
        (Saying("expected", {"what": "goods", "word": "x"}), "messages.toml lacks what_goods"),
        (Saying("sold", {"seat": "blue"}), "nothing fills {goods} of sold"),
        (Saying("sold", {"seat": "blue", "goods": "goods/SILK"}), "words.toml lacks goods.SILK in en"),
    ],
)
def test_what_cannot_be_told_is_our_mistake_and_is_named(saying: Saying, missing: str) -> None:
    with pytest.raises(KeyError, match=re.escape(missing)):
        Messages(MESSAGES, WORDS).say(saying, "en")


def test_a_message_must_know_every_language() -> None:
    half = {"half": {"en": "half", "it": "mezzo"}}
    with pytest.raises(ValueError, match=r"'half' is missing in \['de', 'fr'\]"):
        Messages(MESSAGES | half, WORDS)
    promised = Messages(lambda: MESSAGES | half, WORDS)
    with pytest.raises(KeyError, match=r"messages\.toml lacks half in fr"):
        promised.say(Saying("half"), "fr")


def test_a_table_is_read_when_its_first_word_is_needed() -> None:
    asked: list[str] = []

    def table() -> dict[str, Data]:
        asked.append("words")
        return TABLE | FILLERS

    def told() -> dict[str, Data]:
        asked.append("messages")
        return dict(MESSAGES)

    words = Words(table)
    messages = Messages(told, words)
    assert asked == []
    section = next(iter(TABLE))
    assert words.ids(section) == WORDS.ids(section)
    assert all(words.say(section, name, "en") == WORDS.say(section, name, "en") for name in words.ids(section))
    assert "sold" in messages
    assert "surplus" in messages  # of the kit
    assert "nothing" not in messages
    assert asked == ["words", "messages"]


class Counted(tuple[str, ...]):
    """Words that know how many of them were copied."""

    __slots__ = ()
    copied = 0

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        if not isinstance(at, slice):
            return found
        Counted.copied += len(found)
        return Counted(found)


def test_a_long_order_is_read_without_copying_the_rest_of_it_for_each_word(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Words(TABLE)
    monkeypatch.setattr(words, "cut", lambda _text: Counted(["harvest", "+"] * 1_000))
    reader = Reader(words, "")
    Counted.copied = 0
    while not reader.is_done:
        assert reader.take("cards") == "HARVEST"
        assert reader.take_id("cards", "TRADE") is False
        assert reader.number() is None
        assert reader.mark("+")
    assert Counted.copied < 2_000 * 20
