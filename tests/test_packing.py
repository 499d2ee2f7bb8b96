"""The wheel holds what a desk needs: templates, tables, words, drawings, fonts."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_wheel_packs_templates_and_tables(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(tmp_path), str(ROOT)], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    templates = {f"pbem/templates/{path.relative_to(ROOT / 'templates')}" for path in (ROOT / "templates").rglob("*.*")}
    tables = {str(path.relative_to(ROOT)) for path in (ROOT / "pbem").rglob("*.toml")}
    drawings = {str(path.relative_to(ROOT)) for path in (ROOT / "pbem").rglob("*.svg")}
    fonts = {str(path.relative_to(ROOT)) for path in (ROOT / "pbem").rglob("fonts/*")}
    assert templates
    assert tables
    assert drawings
    assert len(fonts) == 5  # three faces, two licences
    assert templates | tables | drawings | fonts <= packed
