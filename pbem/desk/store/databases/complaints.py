"""What PostgreSQL complains of, in one clear line with what to do: by its code, or by its words where it gives none.

A server may speak any language, but the codes are the same everywhere. Who was not let in is told no code.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import psycopg

_AGAIN = "try again in a moment"
_MANY = "raise the server's max_connections, or run fewer workers"
_PASSWORD = "set password_file in [store] of pbem.toml, or PGPASSWORD"  # noqa: S105 - where it is, not what
_RIGHTS = "the desk's user must own the database, or be allowed to create tables in it"
_TABLES = "the tables are not those of this version: `pbem check`"
_UNKNOWN = "see that the server runs, and where"

_BY_CODE = {
    "23505": "try again, and if it stays so `pbem rebuild`",  # not unique
    "25006": "it is a standby, or set so: name the primary",  # read-only
    "40P01": "another process was in the way: try again",  # deadlock
    "42501": _RIGHTS,
    "42703": _TABLES,  # no such column
    "42883": _TABLES,  # no such operator: a column of another type
    "42P01": "was it moved? See [store] in pbem.toml, and begin anew",  # no such table
    "53100": "make room on the server's disk",
    "53200": "the server has too little memory",
    "53300": _MANY,
    "55P03": "another process holds it: try again",  # lock timeout
    "57014": "the server gives this role too little time: see its statement_timeout",
    "57P03": _AGAIN,  # it cannot take connections now
}
_BY_WORDS = {  # the first that fits
    "password": _PASSWORD,
    "pg_hba.conf": "let the server's pg_hba.conf admit this machine",
    "too many": _MANY,
    "connection slots": _MANY,
    "not permitted to log in": "let it: `ALTER ROLE ... LOGIN`",
    "FATAL: role": "make it with `createuser`",
    "FATAL: database": "make it with `createdb`",
    "permission denied": _RIGHTS,
    "No space": "make room on the server's disk",
    "starting up": _AGAIN,
    "recovery": _AGAIN,
    "shutting down": _AGAIN,
    "pipeline": "the connection broke: try again",
}


def complaint(error: "psycopg.Error") -> str:
    """Put what PostgreSQL says into a line, and add what to do."""
    said = " ".join((error.diag.message_primary or str(error)).split())
    by_words = (hint for words, hint in _BY_WORDS.items() if words in said)
    return f"{said}; {_BY_CODE.get(error.sqlstate or '') or next(by_words, _UNKNOWN)}"
