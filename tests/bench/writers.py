"""The hunks of a scene as a patch in each of the five formats."""

from __future__ import annotations

import json
from collections.abc import Callable

from bench.scenes import Hunk, Scene

#: The name tells Zenpatch from v4a.
NAMES = {
    "unified": "change.diff",
    "v4a": "change.v4a",
    "zenpatch": "change.zenpatch",
    "ap": "change.ap",
    "applydiff": "change.applydiff",
}
FORMATS = tuple(NAMES)


def write(format_name: str, scene: Scene) -> str:
    """One patch for all files of a scene."""
    head, writer, tail = _WRITERS[format_name]
    return head + "".join(writer(path, hunks) for path, hunks in scene.hunks.items()) + tail


def write_unified(path: str, hunks: list[Hunk]) -> str:
    pieces, drift = [f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n"], 0
    for hunk in hunks:
        around = len(hunk.before) + len(hunk.after)
        start, old, new = hunk.row + 1, around + len(hunk.old), around + len(hunk.new)
        pieces += [f"@@ -{start},{old} +{start + drift},{new} @@\n", write_body(hunk)]
        drift += new - old
    return "".join(pieces)


def write_v4a_hunks(hunks: list[Hunk]) -> str:
    """The part of a v4a patch that is about one file, without its header."""
    return "".join(f"@@\n{write_body(hunk)}" for hunk in hunks)


def write_body(hunk: Hunk) -> str:
    sides = ((" ", hunk.before), ("-", hunk.old), ("+", hunk.new), (" ", hunk.after))
    return "".join(f"{sign}{line}\n" for sign, lines in sides for line in lines)


def _write_v4a(path: str, hunks: list[Hunk]) -> str:
    return f"*** Update File: {path}\n{write_v4a_hunks(hunks)}"


def _write_applydiff(path: str, hunks: list[Hunk]) -> str:
    return "".join(
        f">>> file: {path}\n--- from\n{old}--- to\n{new}<\n"
        for old, new in map(_write_sides, hunks)
    )


def _write_ap(path: str, hunks: list[Hunk]) -> str:
    head = f"  - file_path: {json.dumps(path)}\n    modifications:\n"
    return head + "".join(
        f"      - action: REPLACE\n        snippet: |\n{_indent(old)}        content: |\n{_indent(new)}"
        for old, new in map(_write_sides, hunks)
    )


def _write_sides(hunk: Hunk) -> tuple[str, str]:
    old, new = ([*hunk.before, *lines, *hunk.after] for lines in (hunk.old, hunk.new))
    return "".join(f"{line}\n" for line in old), "".join(f"{line}\n" for line in new)


def _indent(block: str) -> str:
    """A block as YAML wants it; the indentation that all lines have in common goes, ap puts it back."""
    return "".join(f"          {line.removeprefix('    ')}\n" for line in block.split("\n")[:-1])


_ENVELOPE = ("*** Begin Patch\n", _write_v4a, "*** End Patch\n")
_WRITERS: dict[str, tuple[str, Callable[[str, list[Hunk]], str], str]] = {
    "unified": ("", write_unified, ""),
    "v4a": _ENVELOPE,
    "zenpatch": _ENVELOPE,
    "ap": ('version: "2.0"\nchanges:\n', _write_ap, ""),
    "applydiff": ("", _write_applydiff, ""),
}
