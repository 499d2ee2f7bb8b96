"""The script of a replay is shipped packed, and runs as it was written."""

import re
import zlib
from base64 import b64encode, b85decode
from hashlib import sha256

from pbem.desk.archive.site.wording import environment
from pbem.report.replay.rendering import loader_of, one_line, policy, script_of, source_of

_PACKED = re.compile(r'const PACKED="(?P<filling>\d)(?P<digits>[^"\\]*)";\n')


def unpacked(loader: str) -> str:
    """Return the script that a loader holds, as a stranger would find it by docs of deflate and base 85."""
    found = _PACKED.match(loader)
    assert found
    content = b85decode(found["digits"].translate(str.maketrans(":.", "<&")))
    return zlib.decompress(content[: len(content) - int(found["filling"])], -15).decode()


def test_what_is_packed_is_player_and_verifier_to_the_letter() -> None:
    env = environment()
    script = script_of(env)
    assert script == source_of(env, "site/check.js") + source_of(env, "site/replay.js")
    assert unpacked(loader_of(env, script)) == script


def test_any_script_is_packed_whatever_its_length_and_letters() -> None:
    env = environment()
    for script in ("", "1", 'a="½é日"', "</script><!--", *("x" * length for length in range(9))):
        assert unpacked(loader_of(env, script)) == script


def test_the_loader_is_shipped_as_it_was_written() -> None:
    env = environment()
    loader = loader_of(env, "1")
    assert _PACKED.sub("", loader) == source_of(env, "site/load.js")


def test_nothing_in_the_shipped_script_ends_it() -> None:
    env = environment()
    loader = loader_of(env, "</script><!-- <script>" * 100)
    assert not re.search(r"</script|<script|<!--", loader, re.IGNORECASE)


def test_a_policy_names_each_script_by_its_digest() -> None:
    scripts = ("one", "other: with signs é")
    told = policy(scripts=scripts, styles=())
    for script in scripts:
        assert f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in told


def test_no_name_is_declared_both_by_the_loader_and_by_what_it_runs() -> None:
    env = environment()
    declared = re.compile(r"^(?:const|let|(?:async )?function\*?) (\w+)", re.MULTILINE)
    loader, script = (set(declared.findall(text)) for text in (source_of(env, "site/load.js"), script_of(env)))
    assert {"begin", "undigit", "inflated"} <= loader
    assert not (loader | {"PACKED"}) & script


def test_a_style_sheet_is_one_line() -> None:
    assert one_line("a{b:c}\n  d{e:f}\n") == "a{b:c}d{e:f}"
