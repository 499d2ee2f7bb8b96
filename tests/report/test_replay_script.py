"""The script of a replay as it is shipped: in fewer letters, and with every text as it was written."""

import re

from pbem.desk.archive.wording import environment
from pbem.report.replay.rendering import shipped_script, source_of

_TEXT = re.compile(r'"[\w./:#@;{}\[\]=-]+"')
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
