"""Scripts and style sheets without what only their readers need: comments, indents, blanks beside signs.

Texts, patterns and templates in a script stay as they are, and so do its lines: where one ends may mean something.
"""

import re
from collections.abc import Mapping

_TOKEN = re.compile(
    r"""
    (?P<kept>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'          # texts
      |(?<=[(,=:!&|?])[ ]?/(?![/*])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)   # patterns
    |(?P<comment>//[^\n]*)
    |(?P<blank>[ \t]+)
    |(?P<other>[^\s])|(?P<line>\n)
    """,
    re.VERBOSE,
)
_WORD = re.compile(r"[\w$]")
_NO_TEXT = r"(?<![\w$\"'`#])(?<!(?<!\.)\.)"  # no field of anything, but after the three dots of a spread


def tight_style(style: str) -> str:
    """Return a style sheet on one line."""
    return "".join(line.strip() for line in style.splitlines())


def tight_script(script: str) -> str:
    """Return a script that does the same in fewer letters."""
    out: list[str] = []
    at = 0
    while at < len(script):
        if script[at] == "`":
            end = _template_end(script, at)
            out.append(script[at:end])
        else:
            found = _TOKEN.match(script, at)
            if found is None:
                raise ValueError(f"cannot read on at {script[at : at + 20]!r}")
            end = found.end()
            _take(out, found, script[end : end + 1])
        at = end
    return "\n".join(filter(None, (line.strip() for line in "".join(out).split("\n")))) + "\n"


def short_names(script: str, names: Mapping[str, str]) -> str:
    """Return a script in which some names of its own are shorter ones.

    It is for names that are nowhere a field of an object as well, and for shorter ones that nothing else has.
    """
    pattern = re.compile(rf"{_NO_TEXT}(?:{'|'.join(map(re.escape, names))})(?![\w$\"'`])")
    return pattern.sub(lambda found: names[found[0]], script)


def _take(out: list[str], found: re.Match[str], following: str) -> None:
    """Take a token; of blanks just those that part two words, or two signs that would be another one together."""
    if found["comment"]:
        return
    if not found["blank"]:
        out.append(found[0])
        return
    last = out[-1][-1:] if out else "\n"
    parts_words = _WORD.match(last) and _WORD.match(following)
    parts_signs = last in "+-" and following in "+-"
    if parts_words or parts_signs or (following == "/" and last != "\n"):
        out.append(" ")


def _template_end(script: str, start: int) -> int:
    """Return where a template ends that begins at a place; others may stand in its holes."""
    at = start + 1
    while script[at] != "`":
        if script[at] == "\\":
            at += 2
        elif script.startswith("${", at):
            at = _hole_end(script, at + 2)
        else:
            at += 1
    return at + 1


def _hole_end(script: str, start: int) -> int:
    at, depth = start, 1
    while depth:
        if script[at] == "`":
            at = _template_end(script, at)
            continue
        depth += {"{": 1, "}": -1}.get(script[at], 0)
        at += 1
    return at
