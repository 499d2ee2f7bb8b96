"""Scripts in fewer letters do the same."""

from pathlib import Path

import pytest

from pbem.report.replay.tightening import tight_script, tight_style

SCRIPTS = sorted((Path(__file__).parents[2] / "templates" / "site").glob("*.js"))


def test_blanks_and_comments_go_and_texts_stay() -> None:
    script = """
    // a comment
    const a = (b, c) => b + c;  // another
    const t = "two  blanks // here", u = `x ${ f(`in  ${a}`) } y`;
    const r = /[a-z/ ]+ \\/ x/g, s = t.replace(/ "/g, ' ');
    return a + +b - -c / d;
    """
    assert tight_script(script) == (
        "const a=(b,c)=>b+c;\n"
        'const t="two  blanks // here",u=`x ${ f(`in  ${a}`) } y`;\n'
        "const r= /[a-z/ ]+ \\/ x/g,s=t.replace(/ \"/g,' ');\n"
        "return a+ +b- -c /d;\n"
    )


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_our_scripts_are_shorter_and_lose_no_word(path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    tight = tight_script(script)
    assert len(tight) < len(script)
    kept = [line for line in script.splitlines() if not line.strip().startswith("//")]
    assert "".join("".join(kept).split()).startswith("".join(tight.split())[:200])
    assert "".join("".join(kept).split()) == "".join(tight.split()) or "//" in "".join(kept)
    assert tight_script(tight) == tight


def test_a_style_sheet_is_one_line() -> None:
    assert tight_style("a{b:c}\n  d{e:f}\n") == "a{b:c}d{e:f}"
