"""What both verifiers, which share no code, say of the files of a record."""

from pbem.record.folder import verify_folder
from tests.record.test_vectors import verify_by_tool
from tests.vectors.forgery import Files

Bad = tuple[int | None, str]


def judged(files: Files) -> Bad | None:
    """Return the first bad entry and the check that found it, None if all is good; both verifiers must agree."""
    bad = verify_folder(files).first_bad
    found = None if bad is None else (bad[0], bad[1])
    failed = [(check, words) for check, verdict, words in verify_by_tool(files) if verdict == "FAILED"]
    assert bool(failed) == (found is not None), (found, failed)
    if found is not None:
        (check, words), (seq, name) = failed[0], found
        assert check == name, (found, failed)
        assert words.startswith(f"entry {seq}: ") == (seq is not None), (found, failed)
    return found
