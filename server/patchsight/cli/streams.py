"""The standard streams: every character gets through, and a reader who leaves early does no harm."""

from __future__ import annotations

import os
import sys

from patchsight.cli.screen import safe
from patchsight.workspace.errors import UserError

#: Exit statuses: all is well, a patch has errors, anything else went wrong.
CLEAN, PROBLEMS, FAILED = 0, 1, 2


def prepare() -> None:
    """Use UTF-8 for files and pipes; spell out what a terminal cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace", newline="\n")


def write(text: str) -> None:
    """Write to standard output. That nobody reads it any more is no reason to stop working."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # Else the interpreter tries to write the rest when it ends, and fails again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise UserError(f"cannot write to standard output: {error.strerror}") from None


def write_literal(text: str) -> None:
    """Write a patch to standard output: to the letter, unless a person looks at it."""
    if sys.stdout is not None and sys.stdout.isatty():
        from patchsight.core.text.invisible import visible  # not where nothing is to be written

        text = visible(text)
    write(text)


def complain(sentence: str) -> None:
    """Say on standard error what went wrong."""
    if sys.stderr is not None:
        sys.stderr.write(f"patchsight: {safe(sentence)}\n")
