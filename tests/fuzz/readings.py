"""Readings told again as simply as can be: on texts of a few lines every way to place every part is
tried, and what the core answers is held against all of them.

`python tests/fuzz/readings.py --cases 100000` runs it for every format; a short run is in the suite.
"""
# ruff: noqa: T201

from __future__ import annotations

import argparse
import difflib
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

import patchsight
from patchsight.core.model.patch import Options
from patchsight.core.model.report import Report, State
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import resolve
from patchsight.core.rewrite.reverse import take_back

WORDS = ("load(x)", "save(x)", "check(x)", "close(x)")
Lines = list[str]


class Hunk(NamedTuple):
    """A part: for each of its lines what it asks for and the text."""

    rows: tuple[tuple[str, str], ...]
    start: int = 0  #: in the text it was made from

    @property
    def old(self) -> Lines:
        return [text for kind, text in self.rows if kind != "+"]

    @property
    def new(self) -> Lines:
        return [text for kind, text in self.rows if kind != "-"]


class Place(NamedTuple):
    """A part in a place, in one of two senses."""

    hunk: Hunk
    at: int
    done: bool

    @property
    def end(self) -> int:
        return self.at + len(self.hunk.new if self.done else self.hunk.old)


def places(hunk: Hunk, text: Lines) -> list[Place]:
    """Every place of a part, in both senses."""
    found = []
    for done, block in ((False, hunk.old), (True, hunk.new)):
        if block and not (done and hunk.new == hunk.old):
            found += [
                Place(hunk, at, done)
                for at in range(len(text) - len(block) + 1)
                if text[at : at + len(block)] == block
            ]
    return found


def result(text: Lines, reading: Sequence[Place]) -> Lines | None:
    """What a reading leaves; None if two parts of it want the same lines."""
    gone: Counter[int] = Counter()
    come: dict[int, Lines] = {}
    kept: set[int] = set()
    for hunk, at, done in reading:
        row = at
        for kind, line in hunk.rows:
            if done:
                kept |= {row} if kind == "+" else set()
                row += kind != "-"
            elif kind == "+":
                come.setdefault(row, []).append(line)
            else:
                gone[row] += kind == "-"
                row += 1
    taken = {row for row, count in gone.items() if count}
    if any(count > 1 for count in gone.values()) or taken & kept:
        return None
    lines: Lines = []
    for row in range(len(text) + 1):
        lines += come.get(row, [])
        if row < len(text) and row not in taken:
            lines.append(text[row])
    return lines


def readings(hunks: Sequence[Hunk], text: Lines) -> Iterator[tuple[Place, ...]]:
    """Every way to place all parts one below the other; two of them may share context."""
    shares = [_shared(above, below) for above, below in pairwise(hunks)]
    for reading in product(*(places(hunk, text) for hunk in hunks)):
        below = zip(pairwise(reading), shares, strict=True)
        if all(one.end - shared <= two.at for (one, two), shared in below):
            yield reading


def _shared(above: Hunk, below: Hunk) -> int:
    """How many lines may be context of both of two hunks."""
    ends = "".join(kind for kind, _ in above.rows), "".join(kind for kind, _ in below.rows)
    return min(len(ends[0]) - len(ends[0].rstrip()), len(ends[1]) - len(ends[1].lstrip()))


# ---- patches
def hunks_of(before: Lines, after: Lines, context: int) -> list[Hunk]:
    """What leads from one text to another."""
    hunks = []
    matcher = difflib.SequenceMatcher(None, before, after)
    for group in matcher.get_grouped_opcodes(context):
        rows: list[tuple[str, str]] = []
        for tag, first, last, new_first, new_last in group:
            if tag == "equal":
                rows += [(" ", line) for line in before[first:last]]
            else:
                rows += [("-", line) for line in before[first:last]]
                rows += [("+", line) for line in after[new_first:new_last]]
        hunks.append(Hunk(tuple(rows), group[0][1]))
    return hunks


def write(form: str, hunks: Sequence[Hunk]) -> str:
    """The same parts in a format."""
    rows = ["\n".join(kind + line for kind, line in hunk.rows) for hunk in hunks]
    if form == "unified":
        grown, parts = 0, []
        for hunk, body in zip(hunks, rows, strict=True):
            old, new = len(hunk.old), len(hunk.new)
            first, second = hunk.start + bool(old), hunk.start + grown + bool(new)
            parts.append(f"@@ -{first},{old} +{second},{new} @@\n{body}\n")
            grown += new - old
        return "--- a/f\n+++ b/f\n" + "".join(parts)
    if form == "applydiff":
        return "".join(
            f">>> file: f | fuzz=1\n--- from\n{''.join(line + chr(10) for line in hunk.old)}"
            f"--- to\n{''.join(line + chr(10) for line in hunk.new)}<\n"
            for hunk in hunks
        )
    body = "".join(f"@@\n{part}\n" for part in rows)
    return f"*** Begin Patch\n*** Update File: f\n{body}*** End Patch\n"


def answer(
    form: str, patch: str, text: Lines, *, back: bool = False
) -> tuple[Report, Lines | None]:
    """What the core says, and the lines it leaves or takes back to; None if it refuses."""
    name = {"unified": "p.diff"}.get(form, f"p.{form}")
    report = patchsight.check(patch, {"f": join(text)}, name=name)
    if back:
        targets = {"f": Target("f", join(text))}
        turned = take_back(report.patch, lambda patch: resolve(patch, targets), Options())
        report = turned.report or report
        if turned.reason:
            return report, None
    if not report.ok:
        return report, None
    after = report.files.get("f", join(text))
    return report, (after or "").splitlines()


def join(text: Lines) -> str:
    return "".join(line + "\n" for line in text)


# ---- what must hold
def check_readings(form: str, dice: random.Random) -> str:
    """A patch that was made for one text meets another one."""
    size = dice.randint(1, 9)
    base = [dice.choice(WORDS) for _ in range(size)]
    hunks = hunks_of(base, edited(base, dice), dice.choice((1, 1, 2, 3)))
    if form == "applydiff":
        hunks = hunks[:1]
    hunks = [hunk for hunk in hunks if hunk.old]
    text = edited(base, dice) if dice.random() < 0.7 else base
    if not hunks:
        return "empty"
    patch = write(form, hunks)
    report, after = answer(form, patch, text)
    ways = list(readings(hunks, text))
    left = {tuple(lines) for way in ways if (lines := result(text, way)) is not None}
    case = f"{form}\n{patch}\non\n{join(text)}"
    if after is not None:
        loose = product(*(places(hunk, text) for hunk in hunks))
        any_way = {tuple(lines) for way in loose if (lines := result(text, way)) is not None}
        gone = any(part.state is State.APPLIED and part.where is None for part in report.parts)
        assert tuple(after) in any_way or gone, f"no reading leaves\n{join(after)}\n{case}"
        again = answer(form, patch, after)[1]
        assert again is None or again == after, f"a second run edits\n{case}"
        return "taken"
    fresh = [way for way in ways if not any(place.done for place in way)]
    # by numbers hunk follows hunk, so that order alone tells nothing
    alone = form != "unified" or all(len(places(hunk, text)) == 1 and hunk.new for hunk in hunks)
    if len(ways) == 1 and alone and fresh and result(text, fresh[0]) is not None:
        lines = result(text, fresh[0]) or []
        repeats = any(
            places(hunk, lines) and not all(p.done for p in places(hunk, lines)) for hunk in hunks
        )
        assert repeats, f"there is one reading, but it is refused: {told(report)}\n{case}"
    codes = {problem.code for problem in report.errors}
    if codes == {"ambiguous_context"}:
        every = [places(hunk, text) for hunk in hunks]
        sure = all(len(each) == 1 and each[0].hunk.new for each in every)
        assert len(left) != 1 or not sure, f"one reading only\n{case}"
    if codes == {"context_not_found"}:
        assert not fresh, f"it stands there: {told(report)}\n{case}"
    return "refused"


def told(report: Report) -> list[str]:
    return [problem.message for problem in report.errors]


def edited(text: Lines, dice: random.Random) -> Lines:
    """The same text with a few changes."""
    lines = list(text)
    for _ in range(dice.randint(1, 3)):
        at = dice.randint(0, len(lines))
        kind = dice.choice(("insert", "remove", "replace", "copy"))
        if kind == "insert" or not lines:
            lines[at:at] = [dice.choice(WORDS) for _ in range(dice.randint(1, 2))]
        elif kind == "copy":
            lines[at:at] = lines[at : at + dice.randint(1, 3)]
        else:
            made = [dice.choice(WORDS)] if kind == "replace" else []
            lines[at : at + dice.randint(1, 2)] = made
    return lines


def check_genuine(form: str, dice: random.Random) -> str:
    """A diff on its own base is applied, and taken back; nothing else may happen, unless the base
    reads like the result at every stated line, or the other way round.
    """
    base = [dice.choice(WORDS) for _ in range(dice.randint(0, 12))]
    after = edited(base, dice)
    hunks = hunks_of(base, after, dice.choice((0, 1, 3)))
    if not hunks or not base:
        return "empty"
    patch = write(form, hunks)
    case = f"{form}\n{patch}\non\n{join(base)}"
    report, left = answer(form, patch, base)
    start = [(hunk.old, hunk.new, hunk.start, at) for hunk, at in stated(hunks)]
    if left != after:
        assert left in (None, base), f"{told(report)} leaves {left}\n{case}"
        open_ = left is None and may_be_applied(start, base)
        assert open_ or cannot_be_told(start, base, after), f"{told(report)} leaves {left}\n{case}"
        return "undecidable"
    back = answer(form, patch, after, back=True)
    if back[1] != base:
        turned = [(hunk.new, hunk.old, at, hunk.start) for hunk, at in stated(hunks)]
        assert back[1] is None, f"{told(back[0])} takes back to {back[1]}\n{case}"
        if not after:
            return "emptied"  # nothing tells which line ends there were
        open_ = may_be_applied(turned, after) or cannot_be_told(turned, after, base)
        assert open_, f"{told(back[0])} is not taken back\n{case}"
        return "not taken back"
    return "taken"


def cannot_be_told(
    parts: Sequence[tuple[Lines, Lines, int, int]], base: Lines, after: Lines
) -> bool:
    """Whether a text and what parts make of it look alike: every new text stands in the one where
    it is put in the other, or an old one still stands where a header says.
    """
    return all(stands(new, to, base) for _, new, _, to in parts) or any(
        old and (stands(old, to, after) or stands(old, at, after)) for old, _, at, to in parts
    )


def may_be_applied(parts: Sequence[tuple[Lines, Lines, int, int]], base: Lines) -> bool:
    """Whether a part that has nothing but a number stands there already, and no part below tells
    by its place whether it was put in: two readings are left, which leave different texts.
    """
    open_ = [stands(new, at, base) for _, new, at, _ in parts]
    telling = [bool(old) and not both for (old, *_), both in zip(parts, open_, strict=True)]
    return any(
        both and not old and not any(telling[at + 1 :])
        for at, ((old, *_), both) in enumerate(zip(parts, open_, strict=True))
    )


def stated(hunks: Sequence[Hunk]) -> Iterator[tuple[Hunk, int]]:
    """Where each part stands once those before it are done."""
    grown = 0
    for hunk in hunks:
        yield hunk, hunk.start + grown
        grown += len(hunk.new) - len(hunk.old)


def stands(block: Lines, at: int, text: Lines) -> bool:
    return text[at : at + len(block)] == block


# ---- ap, whose modifications each work on what the one before leaves
class Modification(NamedTuple):
    """One of a chain: what is looked for, and what stands there afterwards."""

    action: str
    snippet: Lines
    content: Lines

    @property
    def result(self) -> Lines:
        return {
            "REPLACE": self.content,
            "DELETE": [],
            "INSERT_AFTER": self.snippet + self.content,
            "INSERT_BEFORE": self.content + self.snippet,
        }[self.action]


def forward(chain: Sequence[Modification], text: Lines) -> Lines | None:
    """What a chain makes of a text; None if a snippet does not stand in one place."""
    for each in chain:
        size = len(each.snippet)
        at = [row for row in range(len(text)) if text[row : row + size] == each.snippet]
        if len(at) == 1:
            text = text[: at[0]] + each.result + text[at[0] + size :]
        elif at or each.result:
            return None
    return text


def starts(chain: Sequence[Modification], text: Lines) -> bool:
    """Whether there is a text of which a chain makes this one."""
    if not chain:
        return True
    each, size = chain[-1], len(chain[-1].result)
    rows = range(len(text) - size + 1) if size else range(len(text) + 1)
    before = [
        text[:row] + each.snippet + text[row + size :]
        for row in rows
        if text[row : row + size] == each.result
    ]
    if each.action == "DELETE":
        before.append(text)
    return any(forward([each], one) == text and starts(chain[:-1], one) for one in before)


def check_chain(dice: random.Random) -> str:
    """A chain of modifications meets the text it was made for, or another one."""
    base = [dice.choice(WORDS) for _ in range(dice.randint(1, 8))]
    chain: list[Modification] = []
    now = list(base)
    for _ in range(dice.randint(1, 3)):
        at = dice.randint(0, len(now) - 1) if now else 0
        snippet = now[at : at + dice.randint(1, 3)]
        action = dice.choice(("REPLACE", "DELETE", "INSERT_AFTER", "INSERT_BEFORE"))
        content = [dice.choice(WORDS) for _ in range(dice.randint(1, 2))]
        each = Modification(action, snippet, [] if action == "DELETE" else content)
        after = forward([each], now) if snippet else None
        if after is not None and content != snippet:
            chain.append(each)
            now = after
    if not chain:
        return "empty"
    text = dice.choice((base, base, now, edited(base, dice)))
    patch = 'version: "2.0"\nchanges:\n  - file_path: f\n    modifications:\n'
    for each in chain:
        patch += f"      - action: {each.action}\n" + block("snippet", each.snippet)
        patch += block("content", each.content) if each.content else ""
    report, left = answer("ap", patch, text)
    wanted = forward(chain, text)
    case = f"{patch}on\n{join(text)}"
    if left is None:
        if {problem.code for problem in report.errors} == {"not_repeatable"}:
            return "not repeatable"  # modifications that take away what others left
        if "overlapping_parts" in {problem.code for problem in report.errors}:
            assert any(each in chain[:at] for at, each in enumerate(chain)), f"no twin\n{case}"
            return "twins"  # the same modification again in one place
        if "partly_applied" in {problem.code for problem in report.errors}:
            there = (stands(each.content, at, text) for each in chain for at in range(len(text)))
            assert any(there), f"nothing stands\n{case}"
            return "half"  # the result of one stands there, by chance or not
        assert wanted is None or wanted == text, f"refused: {told(report)}\n{case}"
        return "refused"
    again = answer("ap", patch, left)[1]
    assert again is None or again == left, f"a second run edits\n{case}"
    if left == text:
        assert wanted == text or starts(chain, text), f"called done\n{case}"
        return "done"
    applied = any(part.state is State.APPLIED for part in report.parts)
    assert left == wanted or applied, f"leaves\n{join(left)}\n{case}"
    return "taken"


def block(key: str, lines: Lines) -> str:
    return f"        {key}: |\n" + "".join(f"          {line}\n" for line in lines)


CHECKS: dict[str, Callable[[random.Random], str]] = {
    **{
        f"readings {form}": partial(check_readings, form)
        for form in ("unified", "v4a", "zenpatch", "applydiff")
    },
    "readings ap": check_chain,
    "genuine unified": partial(check_genuine, "unified"),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    failed = 0
    for name, check in CHECKS.items():
        if options.only not in name:
            continue
        outcomes: Counter[str] = Counter()
        for case in range(options.cases):
            try:
                outcomes[check(random.Random(f"{options.seed}/{name}/{case}"))] += 1
            except AssertionError as error:
                outcomes["DIFFERENT"] += 1
                failed += 1
                if outcomes["DIFFERENT"] <= 3:
                    print(f"--- {name} {case}\n{error}")
        print(
            f"{name:20} "
            + "  ".join(f"{what} {count:,}" for what, count in sorted(outcomes.items()))
        )
    return int(failed > 0)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    raise SystemExit(main())
