"""One change, written in every format."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from source.model import BOM

Row = tuple[str, str]


class CannotSayError(Exception):
    """A format has no words for a change."""


class Hunk(NamedTuple):
    """Lines with their sign, and the line of the text they were made from."""

    rows: Sequence[Row]
    start: int
    ends: bool  #: the last line of the old text has no line end, and is among the rows

    @property
    def old(self) -> list[str]:
        return [line for sign, line in self.rows if sign != "+"]

    @property
    def new(self) -> list[str]:
        return [line for sign, line in self.rows if sign != "-"]


class Change(NamedTuple):
    """What becomes of a file; `None` stands for a file that is not there."""

    path: str
    old: str | None
    new: str | None
    hunks: Sequence[Hunk] = ()
    new_path: str = ""


def lines_of(text: str) -> list[str]:
    """Lines end at a line feed, with or without a carriage return, and nowhere else."""
    rows = text.removeprefix(BOM).replace("\r\n", "\n").split("\n")
    return rows[:-1] if rows[-1] == "" else rows


def hunks_between(old: str, new: str, context: int) -> list[Hunk]:
    before, after = lines_of(old), lines_of(new)
    hunks = []
    for group in difflib.SequenceMatcher(None, before, after, False).get_grouped_opcodes(context):
        rows: list[Row] = []
        for tag, first, last, new_first, new_last in group:
            if tag == "equal":
                rows += [(" ", line) for line in before[first:last]]
            else:
                rows += [("-", line) for line in before[first:last]]
                rows += [("+", line) for line in after[new_first:new_last]]
        ends = group[-1][2] == len(before) and not old.endswith("\n")
        hunks.append(Hunk(rows, group[0][1], ends))
    return hunks


def joined(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


# ---- lines with a sign


def unified(changes: Sequence[Change]) -> str:
    return "".join(_unified_file(change) for change in changes)


def _unified_file(change: Change) -> str:
    old, new = f"a/{change.path}", f"b/{change.new_path or change.path}"
    head = ""
    if change.new_path:
        head = f"diff --git {old} {new}\nrename from {change.path}\nrename to {change.new_path}\n"
        if not change.hunks:
            return head
    elif change.old is None:
        head, old = f"diff --git {old} {new}\nnew file mode 100644\n", "/dev/null"
    elif change.new is None:
        head, new = f"diff --git {old} {new}\ndeleted file mode 100644\n", "/dev/null"
    if change.old is None or change.new is None:
        lines = lines_of(change.new or change.old or "")
        sign, count = ("+", len(lines)) if change.old is None else ("-", len(lines))
        numbers = f"-0,0 +1,{count}" if sign == "+" else f"-1,{count} +0,0"
        return f"{head}--- {old}\n+++ {new}\n@@ {numbers} @@\n" + joined(
            [sign + line for line in lines]
        )
    body, grown = "", 0
    for hunk in change.hunks:
        first = hunk.start + bool(hunk.old)
        second = hunk.start + grown + bool(hunk.new)
        body += f"@@ -{first},{len(hunk.old)} +{second},{len(hunk.new)} @@\n"
        body += _marked_rows(hunk)
        grown += len(hunk.new) - len(hunk.old)
    return f"{head}--- {old}\n+++ {new}\n{body}"


def _marked_rows(hunk: Hunk) -> str:
    """Rows with git's remark below the last line of each side, where it has no line end."""
    rows = [sign + line for sign, line in hunk.rows]
    if hunk.ends:
        signs = [sign for sign, _ in hunk.rows]
        lasts = {max(at for at, sign in enumerate(signs) if sign != other) for other in "+-"}
        for at in sorted(lasts, reverse=True):
            rows.insert(at + 1, "\\ No newline at end of file")
    return joined(rows)


def v4a(changes: Sequence[Change]) -> str:
    body = "".join(_v4a_file(change) for change in changes)
    return f"*** Begin Patch\n{body}*** End Patch\n"


def _v4a_file(change: Change) -> str:
    if change.old is None:
        lines = lines_of(change.new or "")
        return f"*** Add File: {change.path}\n" + joined([f"+{line}" for line in lines])
    if change.new is None:
        return f"*** Delete File: {change.path}\n"
    head = f"*** Update File: {change.path}\n"
    if change.new_path:
        head += f"*** Move to: {change.new_path}\n"
    rows = ["@@\n" + joined([sign + line for sign, line in hunk.rows]) for hunk in change.hunks]
    return head + "".join(rows)


def zenpatch(changes: Sequence[Change]) -> str:
    if any(change.new_path for change in changes):
        raise CannotSayError
    return v4a(changes)


# ---- an old text and a new one


def applydiff(changes: Sequence[Change]) -> str:
    return "".join(_applydiff_file(change) for change in changes)


def _applydiff_file(change: Change) -> str:
    pairs = _pairs(change)
    return "".join(
        f">>> file: {change.path}\n--- from\n{joined(old)}--- to\n{joined(new)}<\n"
        for old, new in pairs
    )


def searchreplace(changes: Sequence[Change]) -> str:
    pieces = []
    for change in changes:
        blocks = "".join(
            f"<<<<<<< SEARCH\n{joined(old)}=======\n{joined(new)}>>>>>>> REPLACE\n"
            for old, new in _pairs(change)
        )
        pieces.append(f"{change.path}\n```\n{blocks}```\n")
    return "\n".join(pieces)


def stringedit(changes: Sequence[Change]) -> str:
    calls = []
    for change in changes:
        if change.old is None:
            calls.append({"file_path": change.path, "old_string": "", "new_string": change.new})
            continue
        for old, new in _pairs(change):
            end = "" if new else "\n"  # to remove lines is to remove their line ends, too
            pair = {"old_string": "\n".join(old) + end, "new_string": "\n".join(new)}
            calls.append({"file_path": change.path, **pair})
    return "".join(json.dumps(call, ensure_ascii=False) + "\n" for call in calls)


def _pairs(change: Change) -> list[tuple[list[str], list[str]]]:
    if change.new is None or change.new_path:
        raise CannotSayError
    if change.old is None:
        return [([], lines_of(change.new))]
    return [(hunk.old, hunk.new) for hunk in change.hunks]


def wholefile(changes: Sequence[Change]) -> str:
    pieces = []
    for change in changes:
        if change.new is None or change.new_path or "\n```" in f"\n{change.new}":
            raise CannotSayError
        pieces.append(f"{change.path}\n```\n{joined(lines_of(change.new))}```\n")
    return "\n".join(pieces)


# ---- YAML


def ap(changes: Sequence[Change]) -> str:
    return 'version: "2.0"\nchanges:\n' + "".join(_ap_file(change) for change in changes)


def _ap_file(change: Change) -> str:
    head = f"  - file_path: {json.dumps(change.path, ensure_ascii=False)}\n    modifications:\n"
    if change.new is None or change.new_path:
        raise CannotSayError
    if change.old is None:
        content = _literal("content", lines_of(change.new))
        return f"{head}      - action: CREATE_FILE\n{content}"
    return head + "".join(_ap_modification(hunk) for hunk in change.hunks)


def _ap_modification(hunk: Hunk) -> str:
    """The old lines as a snippet, which is compared without indentation; the new ones from its depth."""
    old, new = list(hunk.old), list(hunk.new)
    for at in (0, -1):  # blank lines around it are no part of what it finds
        while old and new and not old[at].strip() and old[at] == new[at]:
            del old[at], new[at]
    depth = old[0][: len(old[0]) - len(old[0].lstrip())] if old else ""
    if not old or any(line.strip() and not line.startswith(depth) for line in old + new):
        raise CannotSayError
    old, new = ([line.removeprefix(depth) for line in lines] for lines in (old, new))
    action = "REPLACE" if new else "DELETE"
    content = _literal("content", new) if new else ""
    return f"      - action: {action}\n{_literal('snippet', old)}{content}"


def _literal(key: str, lines: Sequence[str]) -> str:
    if any(line != line.rstrip() for line in lines) or lines[0].startswith((" ", "\t")):
        raise CannotSayError
    rows = [f"          {line}" if line else "" for line in lines]
    return f"        {key}: |\n{joined(rows)}"


WRITERS: dict[str, Callable[[Sequence[Change]], str]] = {
    "unified": unified,
    "v4a": v4a,
    "zenpatch": zenpatch,
    "ap": ap,
    "applydiff": applydiff,
    "searchreplace": searchreplace,
    "stringedit": stringedit,
    "wholefile": wholefile,
}
