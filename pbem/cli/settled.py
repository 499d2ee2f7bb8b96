"""Commands that write at a desk: before they do, everything happens there that was due."""

from collections.abc import Callable
from contextlib import closing, suppress
from functools import wraps
from typing import Any, TypeVar

from pbem.cli.session import with_desk

F = TypeVar("F", bound=Callable[..., Any])


def writing(command: F) -> F:
    """Give a command that writes the open desk, as `with_desk` does, in which everything has happened that was due.

    Where games have deadlines, mail that waits is read first: nobody is late whose answer lies in the inbox.
    """

    @wraps(command)
    def run(desk: Any, *args: Any, **kwargs: Any) -> Any:
        from pbem.desk.heartbeat import ClockError, keeps_time

        if keeps_time(desk):
            from pbem.desk.post.work.ticking import tick

            # What has deadlines says for itself that nobody knows what time it is; all else goes on.
            with closing(desk.inbox) as inbox, suppress(ClockError):
                tick(desk, inbox)
        return command(desk, *args, **kwargs)

    return with_desk(run)  # type: ignore[return-value]  # the desk is filled in
