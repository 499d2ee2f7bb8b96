"""The script of a replay as it is shipped: in fewer letters, and with every text as it was written."""

import re

from pbem.desk.archive.site.wording import environment
from pbem.report.replay.rendering import SHORT_NAMES, shipped_script, source_of
from pbem.report.replay.tightening import short_names, tight_script

_TEXT = re.compile(r'"[\w./:#@;{}\[\]=-]+"')
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_ODD_PATTERN = '/["<>&]/'  # the only quote that begins no text
_CLASS = re.compile(r"\\p\{\w\}")  # of letters, in a pattern
_COMMENT = re.compile(r"^\s*//.*$|  // .*$", re.MULTILINE)


def test_every_text_of_the_script_is_shipped_as_it_was_written() -> None:
    env = environment()
    written = [_COMMENT.sub("", source_of(env, f"site/{name}.js")) for name in ("check", "replay")]
    texts = _TEXT.findall("\n".join(written))
    assert len(texts) > 200
    assert _TEXT.findall(shipped_script(env)) == texts


def test_nothing_is_shipped_that_only_readers_of_the_source_need() -> None:
    script = shipped_script(environment())
    assert "  " not in script
    assert "const " not in script
    assert len(script.splitlines()) < 120


def tight_source() -> str:
    env = environment()
    return "".join(tight_script(source_of(env, f"site/{name}.js")) for name in ("check", "replay"))


def without_texts(script: str) -> str:
    return _CLASS.sub("", _QUOTED.sub('""', script.replace(_ODD_PATTERN, "//")))


def texts_of(script: str) -> list[str]:
    """Return all texts but what stands between the quotes of a template."""
    return [text for text in _QUOTED.findall(script.replace(_ODD_PATTERN, "//")) if "${" not in text]


def test_names_that_are_shortened_are_names_and_nothing_else() -> None:
    code = without_texts(tight_source())
    fields = {word for inside in re.findall(r"\{([\w\s,=:{}]*)\}", code) for word in re.findall(r"\w+", inside)}
    keys = set(re.findall(r"(\w+):", code)) | set(re.findall(r"(?<=[\n,{])(?:async )?(\w+)\([^()]*\)\{", code))
    for name in SHORT_NAMES:
        assert re.search(rf"\b{name}\b", code), name
        assert name not in fields | keys, name


def test_shorter_names_are_nobody_elses() -> None:
    words = set(re.findall(r"(?<![\w\\])\w+", without_texts(tight_source())))
    assert len(words) > 300
    assert not words & set(SHORT_NAMES.values())
    assert len(set(SHORT_NAMES.values())) == len(SHORT_NAMES)


def test_of_a_shortened_name_nothing_is_left_but_fields_and_texts() -> None:
    code = without_texts(shipped_script(environment()))
    for name in SHORT_NAMES:
        assert not re.search(rf"(?<![\w.]){name}(?!\w)|\.\.\.{name}(?!\w)", code), name


def test_every_text_with_blanks_is_shipped_as_it_was_written() -> None:
    texts = texts_of(tight_source())
    assert len(texts) > 300
    assert texts_of(shipped_script(environment())) == texts


def test_no_template_says_a_name_that_is_shortened() -> None:
    said = re.findall(r"[`}]([\w #/.,:-]+)(?=`|\$\{)", tight_source())
    assert "known-" in said
    assert not {word for text in said for word in re.findall(r"\w+", text)} & SHORT_NAMES.keys()


def test_names_are_shortened_where_they_are_names() -> None:
    script = 'find(a.find,"find",...find,`${find}`,`find`,-find,finder,"re-find",b?.find)'
    assert short_names(script, {"find": "F"}) == 'F(a.find,"find",...F,`${F}`,`find`,-F,finder,"re-find",b?.find)'
