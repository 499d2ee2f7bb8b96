"""Verify in the page, held against every vector: what it refuses, and that it refuses nothing that is sound."""

import base64
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.looking import Visit
from tests.browser.unseen import NEVER_LOOKED_AT, UNSEEN
from tests.wording import SITE, text_of

VECTORS = Path(__file__).parents[1] / "vectors"
SIGNED = "fortuna-joint"
EVIDENCE = "evidence.jsonl"
Files = dict[str, bytes]

# The page rests between two checks, so that it can be looked at meanwhile: nobody does here.
VERIFY = """async cases => {
  window.setTimeout = done => Promise.resolve().then(done);
  const told = {};
  for (const [name, files] of Object.entries(cases)) {
    const raw = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    await verify(Object.entries(files).map(([name, text]) => new File([raw(text)], name)));
    told[name] = [document.getElementById("verify").className, document.getElementById("verdict").innerText];
  }
  return told;
}"""


def read(folder: Path) -> Files:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "why.txt"}


def verdicts(page: Page, cases: dict[str, Files]) -> dict[str, tuple[bool, str]]:
    """Return for each case whether it is refused, and what is told."""
    packed = {
        name: {file: base64.b64encode(raw).decode() for file, raw in files.items()} for name, files in cases.items()
    }
    told = page.evaluate(VERIFY, packed)
    return {name: (kind == "badge bad", words) for name, (kind, words) in told.items()}


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit(f"games/{SIGNED}.html")


def test_every_vector_is_refused_but_for_what_the_page_does_not_look_at(page: Page) -> None:
    found = verdicts(page, {folder.name: read(folder) for folder in (VECTORS / "reject").iterdir()})
    assert len(found) >= 438
    passed: dict[str, set[str]] = {}
    for name, (is_refused, words) in found.items():
        assert "{" not in words, name
        assert "js_" not in words, name
        check = (VECTORS / "reject" / name / "why.txt").read_text().split()[1]
        if not is_refused and check not in NEVER_LOOKED_AT:
            passed.setdefault(check, set()).add(name)
    assert passed == {check: set(names.split()) for check, names in UNSEEN.items()}


def test_nothing_sound_is_refused(page: Page) -> None:
    cases = {
        f"{kind}/{folder.name}": read(folder) for kind in ("accept", "cannot") for folder in (VECTORS / kind).iterdir()
    }
    found = verdicts(page, cases)
    assert len(found) >= 35
    assert {name: words for name, (is_refused, words) in found.items() if is_refused} == {}
    assert all(text_of(SITE, "js_bad") not in words for _, words in found.values())


def changed(files: Files, lines: list[bytes]) -> Files:
    return files | {EVIDENCE: b"".join(lines)}


def with_other_algorithm(line: bytes) -> bytes:
    """Return a line of evidence whose signature says that it was made in a way that there is not."""
    one = json.loads(line)
    text, begin, armor = one["signed"].rpartition("-----BEGIN SSH SIGNATURE-----\n")
    raw = base64.b64decode("".join(armor.split("\n")[:-2]))
    at = raw.rindex(b"ssh-ed25519")
    packed = base64.b64encode(raw[:at] + b"ssh-ed29519" + raw[at + 11 :]).decode()
    wrapped = "".join(f"{packed[start : start + 70]}\n" for start in range(0, len(packed), 70))
    one["signed"] = f"{text}{begin}{wrapped}-----END SSH SIGNATURE-----\n"
    return json.dumps(one, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def test_an_order_counts_as_signed_once(page: Page, site: Path) -> None:
    files = read(site / "games" / SIGNED)
    lines = files[EVIDENCE].splitlines(keepends=True)
    cases = {
        "whole": lines,
        "some": lines[3:],
        "one over and over": lines[:1] * len(lines),
        "twice": lines * 2,
        "backwards": lines[::-1],
        "algorithm": [with_other_algorithm(lines[0]), *lines[1:]],
    }
    found = verdicts(page, {name: changed(files, these) for name, these in cases.items()})
    assert {name for name, (is_refused, _) in found.items() if is_refused} == cases.keys() - {"whole", "some"}
    for name, count, attested in (("whole", 161, 0), ("some", 158, 3)):
        assert text_of(SITE, "js_did_evidence", n=count, left=0, attested=attested) in found[name][1]
    for name in ("one over and over", "twice", "backwards"):
        assert f"{text_of(SITE, 'js_check_evidence')}: {text_of(SITE, 'js_why_not_sorted')}" in found[name][1]
    assert text_of(SITE, "js_why_not_signature") in found["algorithm"][1]
