"""True changes as patches in every format, in the many ways in which they are written. Nothing of the project's own writers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from fuzz.dice import Dice
from fuzz.material import Change, Page, Swap, change_set

NAMES = {
    "unified": "x.diff",
    "v4a": "x.v4a",
    "zenpatch": "x.zenpatch",
    "ap": "x.ap",
    "applydiff": "x.applydiff",
    "searchreplace": "x.sr",
}
_OPEN = "\\ No newline at end of file"
_UNSAID = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")


class Hunk(NamedTuple):
    """Rows with a space, `-` or `+` in front, and how many lines stand above them before and after."""

    above: int
    above_new: int
    rows: tuple[str, ...]

    @property
    def old(self) -> list[str]:
        return [row[1:] for row in self.rows if row[0] != "+"]

    @property
    def new(self) -> list[str]:
        return [row[1:] for row in self.rows if row[0] != "-"]


def hunks(page: Page, edits: Sequence[Swap], context: int, *, numbered: bool = False) -> list[Hunk]:
    """Edits with lines around them; those whose lines would meet are one hunk."""
    if not numbered and any(start == end for start, end, _ in edits):
        context = max(context, 1)
    groups: list[list[Swap]] = []
    for edit in edits:
        if groups and edit.start - groups[-1][-1].end <= 2 * context:
            groups[-1].append(edit)
        else:
            groups.append([edit])
    found, shift = [], 0
    for group in groups:
        above = max(0, group[0].start - context)
        rows, at = [], above
        for start, end, new in group:
            rows += [" " + line for line in page.lines[at:start]]
            rows += ["-" + line for line in page.lines[start:end]] + ["+" + line for line in new]
            at = end
        rows += [" " + line for line in page.lines[at : at + context]]
        found.append(Hunk(above, above + shift, tuple(rows)))
        shift += sum(len(new) - (end - start) for start, end, new in group)
    return found


# ---- unified


def _marked(change: Change, hunk: Hunk) -> list[str]:
    """The rows of a hunk, with a mark below a last line that has no line end."""
    rows = list(hunk.rows)
    for page, other, count in (
        (change.before, "+", hunk.above + len(hunk.old)),
        (change.after, "-", hunk.above_new + len(hunk.new)),
    ):
        own = [at for at, row in enumerate(rows, 1) if row[0] not in (other, "\\")]
        if (
            page
            and not page.closed
            and count == len(page.lines)
            and own
            and rows[own[-1] : own[-1] + 1] != [_OPEN]
        ):
            rows.insert(own[-1], _OPEN)
    return rows


def _numbers(hunk: Hunk) -> str:
    old, new = len(hunk.old), len(hunk.new)
    return f"@@ -{hunk.above + bool(old)},{old} +{hunk.above_new + bool(new)},{new} @@"


def _unified(dice: Dice, change: Change) -> list[str]:
    old, new = f"a/{change.path}", f"b/{change.place}"
    git = change.new_path is not None or bool(dice.number(1))
    rows = [f"diff --git {old} {new}"] if git else []
    rows += (
        [f"rename from {change.path}", f"rename to {change.new_path}"] if change.new_path else []
    )
    if change.before is None or change.after is None:
        page = change.before or change.after
        assert page is not None
        if git:
            rows.append(f"{'new' if change.before is None else 'deleted'} file mode 100644")
        sign = "+" if change.before is None else "-"
        found = [Hunk(0, 0, tuple(sign + line for line in page.lines))] if page.lines else []
    else:
        found = hunks(change.before, change.swaps, dice.pick([3, 3, 2, 1, 0]), numbered=True)
    stamp = dice.pick(["", "", "\t2024-01-01 00:00:00"])
    if found:
        rows += [f"--- {'/dev/null' if change.before is None else old + stamp}"]
        rows += [f"+++ {'/dev/null' if change.after is None else new + stamp}"]
    for hunk in found:
        rows += [_numbers(hunk) + dice.pick(["", "", " def run(self):"]), *_marked(change, hunk)]
    return rows


# ---- v4a and Zenpatch


def _hint(dice: Dice, page: Page, hunk: Hunk) -> list[str]:
    """`@@`, with lines that stand above the hunk or without."""
    above = [line for line in page.lines[: hunk.above] if line.strip()]
    if not above or not dice.one_in(3):
        return ["@@"]
    chosen = sorted(set(dice.some(lambda: dice.number(len(above) - 1), 2, 1)))
    return [f"@@ {above[at].strip()}" for at in chosen]


def _v4a(dice: Dice, change: Change) -> list[str]:
    if change.after is None:
        return [f"*** Delete File: {change.path}"]
    if change.before is None:
        return [f"*** Add File: {change.path}", *("+" + line for line in change.after.lines)]
    rows = [f"*** Update File: {change.path}"]
    rows += [f"*** Move to: {change.new_path}"] if change.new_path else []
    found = hunks(change.before, change.swaps, dice.pick([3, 3, 2, 1, 0]))
    for number, hunk in enumerate(found):
        rows += [] if number == 0 and dice.one_in(6) else _hint(dice, change.before, hunk)
        rows += hunk.rows
        ends = hunk.above + len(hunk.old) == len(change.before.lines)
        rows += ["*** End of File"] if ends and dice.one_in(4) else []
    return rows


# ---- ApplyDiff


def _applydiff(dice: Dice, change: Change) -> list[str]:
    assert change.after is not None
    fuzz = dice.pick(["", "", "", " | fuzz=0.9", " | fuzz=1"])
    if change.before is None:
        return [f">>> file: {change.path}", "--- from", "--- to", *change.after.lines, "<", ""]
    if dice.one_in(8):
        return [
            f">>> file: {change.path} | mode=replace",
            "--- from",
            "--- to",
            *change.after.lines,
            "<",
            "",
        ]
    rows = []
    for hunk in hunks(change.before, change.swaps, dice.pick([5, 3, 3, 2, 1])):
        rows += [
            f">>> file: {change.path}{fuzz}",
            "--- from",
            *hunk.old,
            "--- to",
            *hunk.new,
            "<",
            "",
        ]
    return rows


# ---- SEARCH/REPLACE


def _searchreplace(dice: Dice, change: Change) -> list[str]:
    assert change.after is not None
    signs = dice.pick(["<>", "<>", "-+"])
    start, end = f"{signs[0] * 7} SEARCH", f"{signs[1] * 7} REPLACE"
    fence, path = dice.pick([[], ["```"]]), f"<path>{change.path}</path>"
    if change.before is None:
        return [path, *fence, start, "=======", *change.after.lines, end, *fence, ""]
    rows = []
    for hunk in hunks(change.before, change.swaps, dice.pick([5, 3, 3, 2, 1])):
        number = f" line={hunk.above + 1}" if dice.one_in(4) else ""
        texts = [*hunk.old, "=======", *hunk.new]
        rows += [path, *fence, f"{start}{number}", *texts, end, *fence, ""]
    return rows


# ---- ap


def _scalar(dice: Dice, body: Sequence[str], column: str) -> list[str]:
    """Lines as a YAML value: what follows the key, and the rows below it."""
    text = "".join(line + "\n" for line in body)
    plain = (
        body
        and body[0].strip()
        and not body[0].startswith((" ", "\t"))
        and not _UNSAID.search(text)
        and body[-1].strip()
    )
    if plain and not dice.one_in(4):
        return [" |", *((f"{column}  {line}" if line else "") for line in body)]
    quoted = json.dumps(text, ensure_ascii=False)
    return [" " + _UNSAID.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)]


def _key(dice: Dice, name: str, body: Sequence[str]) -> list[str]:
    first, *rest = _scalar(dice, body, " " * 8)
    return [f"        {name}:{first}", *rest]


def _dedented(body: Sequence[str], indent: str) -> list[str] | None:
    """Lines without the indentation that ap adds again; None if one of them is further left."""
    if any(line.strip(" \t\f\v") and not line.startswith(indent) for line in body):
        return None
    return [line[len(indent) :] if line.strip(" \t\f\v") else line for line in body]


def _ap(dice: Dice, change: Change) -> list[str]:
    assert change.after is not None
    rows = [f"  - file_path: {json.dumps(change.path, ensure_ascii=False)}", "    modifications:"]
    if change.before is None:
        return [*rows, "      - action: CREATE_FILE", *_key(dice, "content", change.after.lines)]
    made: list[str] = []
    for hunk in hunks(change.before, change.swaps, dice.pick([2, 1, 0])):
        code = [line for line in hunk.old if line.strip(" \t\f\v")]
        if not code or hunk.old[0] != code[0] or hunk.old[-1] != code[-1]:
            return []
        indent = code[0][: len(code[0]) - len(code[0].lstrip(" \t\f\v"))]
        content = _dedented(hunk.new, indent)
        if content is None:
            return []
        made += [f"      - action: {'REPLACE' if content else 'DELETE'}"]
        above = [line for line in change.before.lines[: hunk.above] if line.strip(" \t\f\v")]
        if above and dice.one_in(4):
            made += _key(dice, "anchor", [dice.pick(above).strip(" \t\f\v")])
        made += _key(
            dice,
            "snippet",
            [line.strip(" \t\f\v") if bool(dice.number(1)) else line for line in hunk.old],
        )
        made += _key(dice, "content", content) if content else []
    return [*rows, *made]


# ---- whole patches

_WRITERS: dict[str, Callable[[Dice, Change], list[str]]] = {
    "unified": _unified,
    "v4a": _v4a,
    "zenpatch": _v4a,
    "ap": _ap,
    "applydiff": _applydiff,
    "searchreplace": _searchreplace,
}
_FRAMES = {
    "v4a": (["*** Begin Patch"], ["*** End Patch"]),
    "zenpatch": (["*** Begin Patch"], ["*** End Patch"]),
    "ap": (['version: "2.0"', "changes:"], []),
}


class Script(NamedTuple):
    """A patch, and the changes it says."""

    form: str
    text: str
    changes: list[Change]

    @property
    def name(self) -> str:
        return NAMES[self.form]

    @property
    def before(self) -> dict[str, str]:
        return {change.path: change.before.file for change in self.changes if change.before}

    @property
    def after(self) -> dict[str, str]:
        return {change.place: change.after.file for change in self.changes if change.after}


def script(dice: Dice, form: str) -> Script:
    """True changes and the patch that says them; what a format has no words for is left out."""
    head, tail = _FRAMES.get(form, ([], []))
    said = [(change, _WRITERS[form](dice, change)) for change in change_set(dice, form)]
    rows = [row for _, written in said for row in written]
    return Script(
        form, "\n".join([*head, *rows, *tail, ""]), [change for change, written in said if written]
    )
