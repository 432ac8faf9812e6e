"""Reading one regular file, and never a pipe, a device or what a link leads to."""

from __future__ import annotations

import errno
import os
import stat

from patchsight.workspace.content import Content, Stamp, decode, name_sizes

#: Never a blocking open, never through a link that was put there a moment ago, never a terminal
#: taken over.
_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0)
    for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_CLOEXEC", "O_NOCTTY", "O_BINARY")
)


class SpecialFileError(OSError):
    """Not a regular file."""


def read_regular(real: str, limit: int) -> tuple[bytes, os.stat_result]:
    """At most limit + 1 bytes of a regular file, and its status then; OSError otherwise."""
    with os.fdopen(_open_regular(real), "rb") as file:
        data = file.read(min(os.fstat(file.fileno()).st_size, limit) + 1)
        while len(data) <= limit and (more := file.read(min(limit + 1 - len(data), 1 << 20))):
            data += more
        return data, os.fstat(file.fileno())


def _open_regular(real: str) -> int:
    descriptor = os.open(real, _FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise SpecialFileError(errno.EINVAL, "not a regular file", real)
        if os.path.realpath(real) != real:
            raise OSError(errno.ELOOP, "a symbolic link was put in its way", real)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def read_content(real: str, max_bytes: int) -> tuple[Content, Stamp | None]:
    """The content of a regular file, and its stamp if nothing changed while it was read."""
    try:
        before = os.lstat(real)
        data, after = read_regular(real, max_bytes)
    except SpecialFileError:
        return Content(None, problem="not_a_file", detail="it is not a regular file"), None
    except OSError as error:
        return Content(None, problem="unreadable", detail=say(error)), None
    if len(data) > max_bytes:
        detail = name_sizes(max(len(data), after.st_size), max_bytes)
        return Content(None, problem="target_too_large", detail=detail), None
    return decode(data), Stamp.of(after) if Stamp.of(before) == Stamp.of(after) else None


def say(error: OSError) -> str:
    """A clause that says why the system refused."""
    return f"the system says: {error.strerror or type(error).__name__}"
