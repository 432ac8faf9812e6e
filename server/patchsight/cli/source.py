"""The patches named on the command line: files, or standard input."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

from patchsight.core.model.problems import CATALOGUE
from patchsight.workspace.content import Content, decode
from patchsight.workspace.files import read_text

STANDARD_INPUT = "-"
_OPENED = (("dev",), ("proc",))  #: where systems show what a program has open


#: What makes a patch's content unreadable, by the code it has for any file: an error of the patch,
#: not of the call.
_FLAWS = {
    "not_text": "not_text",
    "patch_too_large": "patch_too_large",
    "target_too_large": "patch_too_large",
}


class Flaw(NamedTuple):
    """Why the content of a patch cannot be read: a code and a sentence."""

    code: str
    message: str


class Source(NamedTuple):
    """A patch as text, with the name it was asked for by and its file, if it is one."""

    name: str
    path: Path | None
    text: str
    flaw: Flaw | None = None


def read_sources(names: Sequence[str], limit: int) -> tuple[list[Source], list[str]]:
    """Every patch that is there, and a clause for each that cannot be opened."""
    sources, complaints = list[Source](), list[str]()
    for index, name in enumerate(names):
        path = None if name == STANDARD_INPUT else Path(name)
        if path is None and name in names[:index]:
            content = Content(None, detail="it can be read only once")
        else:
            content = _read_input(limit) if path is None else _read_file(path, limit)
        if content.problem in _FLAWS:
            sources.append(Source(name, path, "", _find_flaw(content)))
        elif content.text is None:
            complaints.append(_complain(name, content))
        else:
            sources.append(Source(name, path, content.text))
    return sources, complaints


def _read_input(limit: int) -> Content:
    if sys.stdin is None:
        return Content(None, detail="it is closed")
    return _read_stream(sys.stdin.buffer, limit)


def _read_file(path: Path, limit: int) -> Content:
    try:
        # the shell's `<(git diff)` is a pipe; one that lies in a folder may have no other end
        if path.is_absolute() and path.parts[1:2] in _OPENED and not path.is_file():
            with path.open("rb") as stream:
                return _read_stream(stream, limit)
    except OSError as error:
        return Content(None, detail=error.strerror or "")
    content = read_text(path, limit)
    gone = content.problem == "unreadable" and not path.exists()
    return Content(None, detail="there is no such file") if gone else content


def _read_stream(stream: BinaryIO, limit: int) -> Content:
    data = stream.read(limit + 1)
    if len(data) > limit:
        return Content(None, problem="patch_too_large", detail=f"it has more than {limit:,} bytes")
    return decode(data)


def _find_flaw(content: Content) -> Flaw:
    code = _FLAWS[content.problem or ""]
    advice = (
        " Raise the limit with --max-size, or split the patch." if code == "patch_too_large" else ""
    )
    what = "is too large" if code == "patch_too_large" else "is not UTF-8 text"
    return Flaw(code, f"The patch {what}: {content.detail}.{advice}")


def _complain(name: str, content: Content) -> str:
    title = CATALOGUE[content.problem].title if content.problem else ""
    detail = content.detail if content.problem != "is_directory" else ""
    reason = ", ".join(filter(None, [title[:1].lower() + title[1:], detail]))
    return f"cannot read {'standard input' if name == STANDARD_INPUT else name}: {reason}"
