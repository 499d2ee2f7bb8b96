"""The site of an archive: what is written when, and what strangers' words become on its pages."""

import re
import shutil
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pbem.desk.archive.adding import add_export
from pbem.desk.archive.shelf.checking import check_proofs
from pbem.desk.archive.shelf.ledger import Ledger
from pbem.desk.archive.shelf.shelf import CHECKPOINT, KEY, PROOF, SITE_LOG, NotShownError, Shelf
from pbem.desk.archive.site.building import build, check_url
from pbem.desk.archive.site.making import Kept
from pbem.desk.archive.site.site_files import BUILT
from pbem.desk.archive.verifying import verify_archive
from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.record.errors import IntegrityError
from pbem.record.notes.checkpoints import short_key, write_key
from pbem.report.site.card import slug
from pbem.report.site.rendering import Signed
from tests.desk.archive.forging import PUBLISHED, ROOT, published, put, with_names

HOSTILE = {"blue": "<script>alert(1)</script>", "orange": "\"'><img src=x onerror=alert(2)>"}
MOST_PAGE = 300_000
MOST_SCRIPT = 30_000  # the player and the verifier together


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """A shelf with three games, one of them with hostile names, and their pages."""
    place = tmp_path_factory.mktemp("shelf")
    shelf = Shelf(place / "archive")
    add_export(shelf, put(place / "hostile", with_names(published("fortuna-two"), HOSTILE)))
    add_export(shelf, PUBLISHED / "alea-two")
    add_export(shelf, PUBLISHED / "praetor-two")
    for line in Ledger(shelf).lines:
        Kept(shelf).make(line.game, line.head)
    return shelf


@pytest.fixture(scope="module")
def site(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "out"
    build(shelf, out, url="https://games.example/club")
    return out


class Reading(HTMLParser):
    """Reads a page: its links and ids, and whether what is opened is closed."""

    EMPTY = frozenset({"meta", "link", "br", "input", "hr", "img"})

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "href" and value:
                self.links.append(value)
            if name == "id" and value:
                self.ids.append(value)
            if name.startswith("on") or name == "style":
                self.faults.append(f"{tag} has {name}")
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def read(path: Path) -> Reading:
    reading = Reading()
    reading.feed(path.read_text(encoding="utf-8"))
    reading.close()
    return reading


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_every_page_is_sound_and_leads_to_what_is_there(site: Path) -> None:
    found = pages(site)
    assert len(found) > 40
    for path in found:
        reading = read(path)
        assert reading.faults == [], path
        assert reading.open == [], path
        assert len(set(reading.ids)) == len(reading.ids), path
        for link in reading.links:
            target, _, fragment = link.partition("#")
            assert not target.startswith(("http:", "https:", "//")), (path, link)
            if target:
                assert (path.parent / target).is_file(), (path, link)
            elif "/" not in fragment and not fragment.isdigit():
                assert fragment in reading.ids or fragment.startswith("d-"), (path, link)


def test_strangers_words_are_shown_and_do_nothing(site: Path) -> None:
    for path in pages(site):
        reading = read(path)
        assert "img" not in reading.tags, path
        scripts = re.findall(r"<script[^>]*>", path.read_text(encoding="utf-8"))
        assert len(scripts) in (0, 3), path
    front = (site / "index.html").read_text(encoding="utf-8")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in front
    assert "<script>alert" not in front
    assert (site / "players" / f"{slug(HOSTILE['blue'])}.html").is_file()
    feed = ElementTree.parse(site / "feed.xml")
    assert any("<script>" in (title.text or "") for title in feed.iter("{http://www.w3.org/2005/Atom}title"))


def test_names_of_files_are_harmless_whatever_people_are_called() -> None:
    names = [
        "../../etc/passwd",
        "Anna",
        "anna",
        "ANNA",
        "Änna",
        "index",
        "CON",
        "",
        ".",
        "\0",
        "a" * 500,
        "日本",
        "a/b",
    ]
    slugs = [slug(name) for name in names if name]
    assert all(re.fullmatch(r"[a-z0-9-]{1,60}", one) for one in slugs)
    assert slug("Anna") != slug("Änna")
    assert slug("index") != "index"
    assert len(set(slugs)) == len(slugs)


@pytest.mark.parametrize("game", ["fortuna-two", "alea-two", "praetor-two"])
def test_a_replay_stays_within_its_budget(site: Path, game: str) -> None:
    html = (site / "games" / f"{game}.html").read_text(encoding="utf-8")
    assert len(html.encode()) < MOST_PAGE
    script = html[html.rindex("<script>") : html.rindex("</script>")]
    assert len(script.encode()) < MOST_SCRIPT


def test_a_policy_lets_pages_do_nothing_but_what_they_carry(site: Path) -> None:
    for path in pages(site):
        html = path.read_text(encoding="utf-8")
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
        assert policy, path
        assert "default-src &#39;none&#39;" in policy[1]
        assert "unsafe" not in policy[1]


def test_there_are_pages_in_four_languages_a_feed_and_a_sitemap(site: Path) -> None:
    for language in ("it", "fr", "de"):
        assert f'<html lang="{language}">' in (site / language / "index.html").read_text(encoding="utf-8")
    addresses = [node.text or "" for node in ElementTree.parse(site / "sitemap.xml").iter() if node.tag.endswith("loc")]
    assert "https://games.example/club/index.html" in addresses
    assert "https://games.example/club/games/alea-two.html" in addresses
    for address in addresses:
        assert (site / address.removeprefix("https://games.example/club/")).is_file()


def test_an_unchanged_archive_is_built_by_touching_nothing(shelf: Shelf, tmp_path: Path) -> None:
    first = build(shelf, tmp_path / "out")
    assert (first.games, first.made) == (3, 0)
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")}
    again = build(shelf, tmp_path / "out")
    assert (again.made, again.written, again.removed) == (0, 0, 0)
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")} == times


def test_two_builds_of_one_archive_are_the_same_bytes(shelf: Shelf, tmp_path: Path) -> None:
    for name in ("one", "other"):
        build(shelf, tmp_path / name)
    for path in (tmp_path / "one").rglob("*"):
        if path.is_file() and path.name != BUILT:  # which tells when each was written
            assert path.read_bytes() == (tmp_path / "other" / path.relative_to(tmp_path / "one")).read_bytes()


def test_a_new_game_touches_only_what_it_changes(shelf: Shelf, tmp_path: Path) -> None:
    mine = Shelf(tmp_path / "archive")
    shutil.copytree(shelf.folder, mine.folder)
    build(mine, tmp_path / "out")
    before = (tmp_path / "out" / "games" / "alea-two.html").stat().st_mtime_ns
    add_export(mine, PUBLISHED / "alea-four")
    done = build(mine, tmp_path / "out")
    assert done.made == 1
    assert (tmp_path / "out" / "games" / "alea-four.html").is_file()
    assert (tmp_path / "out" / "games" / "alea-two.html").stat().st_mtime_ns == before


def test_a_site_is_written_over_nothing_else(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(UsageError, match="holds other things"):
        build(shelf, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["precious.txt"]


def test_an_archive_without_games_gives_no_site(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there are no games"):
        build(Shelf(tmp_path / "archive"), tmp_path / "out")


def test_an_address_must_be_one() -> None:
    assert check_url("https://x.example") == "https://x.example/"
    assert check_url("") == ""
    with pytest.raises(NotShownError):
        check_url("javascript:alert(1)")


@pytest.fixture
def signed(over: Desk) -> Shelf:
    """A shelf with two games, whose log the desk signed."""
    shelf = Shelf(over.folder / "archive")
    for game in ("praetor-two", "alea-two"):
        add_export(shelf, PUBLISHED / game, over)
    return shelf


def drop_first(shelf: Shelf) -> None:
    shelf.write(SITE_LOG, "".join(shelf.read(SITE_LOG).splitlines(keepends=True)[1:]))


@pytest.mark.sqlite
def test_a_build_notices_a_log_that_was_rewritten(over: Desk, tmp_path: Path) -> None:
    shelf = Shelf(over.folder / "archive")
    add_export(shelf, PUBLISHED / "praetor-two", over)
    shutil.copytree(shelf.folder, tmp_path / "older")
    add_export(shelf, PUBLISHED / "alea-two", over)
    build(shelf, tmp_path / "out")
    assert (tmp_path / "out" / CHECKPOINT).read_text() == shelf.read(CHECKPOINT)
    before = (tmp_path / "out" / BUILT).read_bytes()
    with pytest.raises(NotShownError, match="built from another log"):
        build(Shelf(tmp_path / "older"), tmp_path / "out")
    proof = shelf.game("alea-two") / PROOF
    whole = proof.read_bytes()
    proof.write_bytes((shelf.game("praetor-two") / PROOF).read_bytes())
    with pytest.raises(NotShownError, match=r"alea-two is not proven: .*; nothing was written"):
        build(shelf, tmp_path / "out")
    proof.write_bytes(whole)
    drop_first(shelf)
    with pytest.raises(NotShownError, match="some were dropped; nothing was written"):
        build(shelf, tmp_path / "out")
    assert (tmp_path / "out" / BUILT).read_bytes() == before


@pytest.mark.sqlite
def test_a_desk_knows_what_it_signed_when_the_checkpoint_is_gone(over: Desk, signed: Shelf, tmp_path: Path) -> None:
    for name in (CHECKPOINT, KEY):
        (signed.folder / name).unlink()
    for game in Ledger(signed).games:
        (signed.game(game) / PROOF).unlink()
    shutil.rmtree(signed.game("praetor-two"))
    drop_first(signed)
    assert verify_archive(signed).is_valid  # whoever does not know the desk cannot tell
    assert any("some were dropped" in why for why in verify_archive(signed, desk=over).wrong)
    with pytest.raises(NotShownError, match="this desk signed for the first 2 lines of the log"):
        build(signed, tmp_path / "out", desk=over)
    assert not (tmp_path / "out").exists()
    with pytest.raises(IntegrityError, match="some were dropped"):
        add_export(signed, PUBLISHED / "alea-three", over)
    assert not signed.game("alea-three").exists()


@pytest.mark.sqlite
def test_a_checkpoint_that_is_gone_is_noticed_and_signed_again(over: Desk, signed: Shelf) -> None:
    note = signed.read(CHECKPOINT)
    (signed.folder / CHECKPOINT).unlink()
    found = verify_archive(signed)
    assert not found.is_valid
    assert "what was signed is gone" in found.wrong[0]
    add_export(signed, PUBLISHED / "alea-two", over)
    assert signed.read(CHECKPOINT) == note
    assert verify_archive(signed, desk=over).is_valid


@pytest.mark.sqlite
@pytest.mark.parametrize("is_built", [False, True])
def test_a_proof_that_is_gone_is_noticed_and_made_again_by_adding(
    over: Desk, signed: Shelf, tmp_path: Path, *, is_built: bool
) -> None:
    if is_built:
        build(signed, tmp_path / "out")
    proof = signed.game("praetor-two") / PROOF
    whole = proof.read_bytes()
    proof.unlink()
    found = verify_archive(signed)
    assert [game.game for game in found.games if "is signed for, and its" in game.wrong] == ["praetor-two"]
    assert not found.is_valid
    with pytest.raises(NotShownError, match=rf"praetor-two .* {PROOF} is gone: .*add.*; nothing was written"):
        build(signed, tmp_path / "out")
    add_export(signed, PUBLISHED / "praetor-two", over)
    assert proof.is_file()
    assert verify_archive(signed, desk=over).is_valid
    if is_built:
        assert whole.splitlines()[0] == proof.read_bytes().splitlines()[0]
    assert build(signed, tmp_path / "out").games == 2


def test_what_was_not_signed_for_needs_no_proof(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "archive")
    shutil.copytree(PUBLISHED, shelf.folder)
    signed = Ledger(shelf).games
    add_export(shelf, ROOT / "tests" / "vectors" / "events" / "accept" / "short" / "games" / "spring.1.1.1")
    check_proofs(Ledger(shelf))
    (shelf.game(signed[-1]) / PROOF).unlink()
    with pytest.raises(NotShownError, match=f"{signed[-1]} is signed for"):
        check_proofs(Ledger(shelf))


@pytest.mark.parametrize("is_site", [False, True])
def test_a_game_that_lies_elsewhere_is_not_here(shelf: Shelf, site: Path, tmp_path: Path, *, is_site: bool) -> None:
    shutil.copytree(site if is_site else shelf.folder, tmp_path / "mine")
    mine = Shelf(tmp_path / "mine", is_site=is_site)
    mine.game("alea-two").rename(tmp_path / "elsewhere")
    mine.game("alea-two").symlink_to(tmp_path / "elsewhere")
    wrong = {game.game: game.wrong for game in verify_archive(mine).games if game.wrong}
    assert list(wrong) == ["alea-two"]
    assert wrong["alea-two"].endswith("is a link")
    if not is_site:
        with pytest.raises(NotShownError, match="is a link; nothing was written"):
            build(mine, tmp_path / "out")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("entry", "alea-two is not valid: entry 8: "),
        ("evidence", "alea-two is not valid: .*evidence"),
        ("renamed", "alea-two is the record of another game"),
        ("folder", "alea-two was dropped"),
        ("log", f"line 1 of {SITE_LOG} is not a head and a game"),
    ],
)
def test_a_build_shows_nothing_that_is_not_valid_any_more(shelf: Shelf, tmp_path: Path, change: str, why: str) -> None:
    mine = Shelf(tmp_path / "archive")
    shutil.copytree(shelf.folder, mine.folder)
    place = mine.game("alea-two")
    log = place / "log.jsonl"
    if change == "entry":
        log.write_bytes(log.read_bytes().replace(b'"prev":"', b'"prev":"0', 9).replace(b'"prev":"0', b'"prev":"', 8))
    elif change == "evidence":
        (place / "evidence.jsonl").write_bytes((PUBLISHED / "fortuna-joint" / "evidence.jsonl").read_bytes())
    elif change == "renamed":
        put(place, published("alea-four"))
    elif change == "folder":
        shutil.rmtree(place)
    else:
        (mine.folder / SITE_LOG).write_bytes(b"\xff\0\n")
    with pytest.raises(NotShownError, match=why) as refused:
        build(mine, tmp_path / "out")
    assert str(refused.value).endswith("nothing was written")
    assert not (tmp_path / "out").exists()


def test_a_site_shows_no_other_files_that_lie_beside_a_game(shelf: Shelf, tmp_path: Path) -> None:
    mine = Shelf(tmp_path / "archive")
    shutil.copytree(shelf.folder, mine.folder)
    (mine.game("alea-two") / "diary.txt").write_text("mine")
    build(mine, tmp_path / "out")
    assert {path.name for path in (tmp_path / "out" / "games" / "alea-two").iterdir()} == set(published("alea-two"))


def test_an_archive_is_verified_game_by_game(shelf: Shelf) -> None:
    found = verify_archive(shelf)
    assert found.is_valid
    assert [game.game for game in found.games] == ["fortuna-two", "alea-two", "praetor-two"]


@pytest.mark.parametrize("change", ["rewritten", "dropped", "broken", "swapped", "loose"])
def test_what_was_done_to_an_archive_is_named(shelf: Shelf, tmp_path: Path, change: str) -> None:
    mine = Shelf(tmp_path / "archive")
    shutil.copytree(shelf.folder, mine.folder)
    place = mine.game("alea-two")
    if change == "rewritten":
        put(mine.game("fortuna-two"), published("fortuna-two"))
    elif change == "dropped":
        shutil.rmtree(place)
    elif change == "broken":
        (place / "log.jsonl").write_bytes((place / "log.jsonl").read_bytes()[:-30])
    elif change == "swapped":
        shutil.rmtree(place)
        put(place, published("alea-four"))
    else:
        put(mine.game("alea-four"), published("alea-four"))
    found = verify_archive(mine)
    wrong = {game.game: game.wrong for game in found.games if game.wrong}
    expected = {
        "rewritten": {"fortuna-two": "rewritten"},
        "dropped": {"alea-two": "dropped"},
        "broken": {"alea-two": "entry 245"},
        "swapped": {"alea-two": "another game"},
        "loose": {},
    }[change]
    assert wrong.keys() == expected.keys()
    for game, why in expected.items():
        assert why in wrong[game]
    assert found.loose == (("alea-four",) if change == "loose" else ())
    assert found.is_valid == (change == "loose")


def test_the_beginning_of_a_key_is_told_whatever_letters_it_has() -> None:
    for number in range(40):  # in base64 many a key has a plus in it, as there is between the words
        key = sha256(bytes([number])).digest()
        assert Signed(key=write_key("referee.example/archive", key)).short_key == short_key(key)


@pytest.mark.sqlite
def test_a_checkpoint_that_was_put_back_is_noticed_by_all(over: Desk, tmp_path: Path) -> None:
    shelf = Shelf(over.folder / "archive")
    add_export(shelf, PUBLISHED / "praetor-two", over)
    older = shelf.read(CHECKPOINT)
    add_export(shelf, PUBLISHED / "alea-two", over)
    kept = shelf.read(CHECKPOINT)
    shelf.write(CHECKPOINT, older)
    stranger = verify_archive(shelf)
    assert [bool(game.wrong) for game in stranger.games] == [False, True]
    assert "site.checkpoint is an old one, of 1" in stranger.games[1].wrong
    (shelf.game("alea-two") / PROOF).unlink()  # then none but who kept a checkpoint, or signed it, can tell
    assert verify_archive(shelf).is_valid
    assert "it is an old one" in verify_archive(shelf, checkpoints=[kept]).unheld
    assert any("site.checkpoint is an old one" in why for why in verify_archive(shelf, desk=over).wrong)
    with pytest.raises(NotShownError, match=r"site\.checkpoint is an old one, of 1 line: this desk signed for"):
        build(shelf, tmp_path / "out", desk=over)
    add_export(shelf, PUBLISHED / "alea-two", over)
    assert verify_archive(shelf, checkpoints=[kept], desk=over).is_valid


@pytest.mark.sqlite
def test_what_nobody_signs_is_not_written_over_a_signed_site(signed: Shelf, tmp_path: Path) -> None:
    build(signed, tmp_path / "out")
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    mine = Shelf(tmp_path / "mine")
    add_export(mine, PUBLISHED / "praetor-two")
    with pytest.raises(NotShownError, match="has a log that was signed for, and nobody signs this one; nothing was"):
        build(mine, tmp_path / "out")
    assert {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()} == before
