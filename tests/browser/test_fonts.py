"""Chromium has the fonts of the set that it was started with, and no others, whatever is installed."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tests.browser.conftest import BrowserWith
from tools.fontsets import NARROWEST, PACKAGES, SETS, WIDEST, Family, FontSet, environment

WORDS = "Wilhelmina Bruno Dieter Katharina"
ASKED = {
    "sans": ("-apple-system", "'Segoe UI'", "Roboto", "Helvetica", "Arial", "sans-serif", "system-ui", "'Open Sans'"),
    "serif": ("Georgia", "'Noto Serif'", "'DejaVu Serif'", "Cambria", "'Times New Roman'", "serif"),
    "mono": ("ui-monospace", "SFMono-Regular", "Menlo", "Consolas", "'DejaVu Sans Mono'", "monospace"),
}
MEASURE = """
([fonts, words]) => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.fontKerning = "none";
  return fonts.map(font => { pen.font = font; return pen.measureText(words).width; });
}
"""


def width_in(path: Path) -> float:
    """Return how wide the words are by a file, at 1000 pixels."""
    font = TTFont(path)
    advances = (font["hmtx"][font.getBestCmap()[ord(letter)]][0] for letter in WORDS)
    return float(sum(advances) * 1000 / font["head"].unitsPerEm)


def file_of(family: Family, weight: str) -> Path:
    return family.bold if weight == "bold" else family.plain


@pytest.mark.parametrize("name", SETS)
def test_whatever_a_page_asks_for_is_drawn_with_the_fonts_of_the_set(browser_with: BrowserWith, name: str) -> None:
    page = browser_with(name).new_page()
    for kind, families in ASKED.items():
        for weight in ("normal", "bold"):
            expected = width_in(file_of(getattr(SETS[name], kind), weight))
            asked = [f"{weight} 1000px {family}" for family in families]
            drawn = dict(zip(asked, page.evaluate(MEASURE, [asked, WORDS]), strict=True))
            assert drawn == pytest.approx(
                dict.fromkeys(asked, expected), rel=0.001
            )  # letters are as wide as whole pixels
    page.close()


def test_sets_are_as_wide_as_they_are_called() -> None:
    widths = {name: width_in(fonts.sans.bold) for name, fonts in SETS.items()}
    assert max(widths, key=widths.__getitem__) == WIDEST
    assert min(widths, key=widths.__getitem__) == NARROWEST
    assert widths[WIDEST] > 1.25 * widths[NARROWEST]


def test_every_package_of_fonts_is_used_and_is_installed_by_make_packages() -> None:
    used = {path for fonts in SETS.values() for family in fonts for path in (family.plain, family.bold)}
    makefile = (Path(__file__).parents[2] / "Makefile").read_text("utf-8")
    for package, folder in PACKAGES.items():
        found = [path for path in used if path.is_relative_to(folder)]
        assert any(f"{package}={path}" in makefile for path in found), package


def test_a_set_that_is_not_all_there_is_refused(tmp_path: Path) -> None:
    nowhere = Family("Nowhere", tmp_path / "nowhere.ttf", tmp_path / "nowhere.ttf")
    fonts = SETS[WIDEST]
    with pytest.raises(RuntimeError, match=r"nowhere\.ttf not found: run `make packages`"):
        environment(FontSet(fonts.sans, fonts.serif, nowhere), tmp_path)


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "R&D <fonts>"
    settings = Path(environment(SETS[WIDEST], folder)["FONTCONFIG_FILE"]).read_text("utf-8")
    assert "R&amp;D &lt;fonts&gt;/fonts</dir>" in settings
