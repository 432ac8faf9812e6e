"""One change in each of the formats."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

FORMATS = ("unified", "v4a", "zenpatch", "ap", "applydiff", "searchreplace")
_SUFFIXES = {"searchreplace": "sr"}


class Written(NamedTuple):
    """A patch, and the file name that tells Zenpatch from v4a."""

    text: str
    name: str


def write(format_name: str, *changes: tuple[str, str]) -> Written:
    """A patch that changes files: for each its path and its lines, with a space, `-` or `+` in front as diffs have them.

    Lines that are only added make a file.
    """
    head, tail = {
        "v4a": ("*** Begin Patch\n", "*** End Patch\n"),
        "ap": ('version: "2.0"\nchanges:\n', ""),
    }.get("v4a" if format_name == "zenpatch" else format_name, ("", ""))
    writers = {
        "unified": _unified,
        "ap": _ap,
        "applydiff": _applydiff,
        "searchreplace": _searchreplace,
    }
    writer = writers.get(format_name, _v4a)
    body = "".join(writer(path, lines.removesuffix("\n").split("\n")) for path, lines in changes)
    return Written(head + body + tail, f"change.{_SUFFIXES.get(format_name, format_name)}")


#: What opens a part, in formats that have one head for all parts of a file.
_MARKS = {"unified": "@@ -", "v4a": "@@\n", "zenpatch": "@@\n", "ap": "      - action"}


def write_parts(format_name: str, path: str, parts: Sequence[str]) -> Written:
    """A patch with several parts for one file."""
    written = [write(format_name, (path, part)) for part in parts]
    mark, name = _MARKS.get(format_name), written[0].name
    if mark is None:
        return Written("".join(one.text for one in written), name)
    end = "*** End Patch\n" if format_name in ("v4a", "zenpatch") else ""
    cut = [one.text[one.text.index(mark) :].removesuffix(end) for one in written]
    head = written[0].text[: written[0].text.index(mark)]
    return Written(head + "".join(cut) + end, name)


def _sides(rows: list[str]) -> tuple[list[str], list[str]]:
    return [row[1:] for row in rows if row[0] != "+"], [row[1:] for row in rows if row[0] != "-"]


def _join(rows: list[str]) -> str:
    return "".join(row + "\n" for row in rows)


def _unified(path: str, rows: list[str]) -> str:
    old, new = _sides(rows)
    names = f"--- a/{path}\n+++ b/{path}\n" if old else f"--- /dev/null\n+++ b/{path}\n"
    return f"{names}@@ -{int(bool(old))},{len(old)} +1,{len(new)} @@\n" + _join(rows)


def _v4a(path: str, rows: list[str]) -> str:
    old, _ = _sides(rows)
    return (f"*** Update File: {path}\n@@\n" if old else f"*** Add File: {path}\n") + _join(rows)


def _applydiff(path: str, rows: list[str]) -> str:
    old, new = _sides(rows)
    return f">>> file: {path}\n--- from\n{_join(old)}--- to\n{_join(new)}<\n"


def _searchreplace(path: str, rows: list[str]) -> str:
    old, new = _sides(rows)
    path = f"<path>{path}</path>"
    return f"{path}\n<<<<<<< SEARCH\n{_join(old)}=======\n{_join(new)}>>>>>>> REPLACE\n"


def _ap(path: str, rows: list[str]) -> str:
    old, new = _sides(rows)
    indent = re.match(r"[ \t]*", old[0])[0] if old else ""  # type: ignore[index]
    snippet = f"        snippet: {_quote(_join(old))}\n" if old else ""
    content = _join([row.removeprefix(indent) for row in new])
    return (
        f"  - file_path: {_quote(path)}\n    modifications:\n"
        f"      - action: {'REPLACE' if old else 'CREATE_FILE'}\n{snippet}        content: {_quote(content)}\n"
    )


def _quote(text: str) -> str:
    """A text in double quotes as YAML reads them; what YAML does not allow as it is, is escaped."""
    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub("[\x7f-\x9f\u2028\u2029\ufeff]", lambda found: f"\\u{ord(found[0]):04x}", quoted)
