"""Following feedback to the letter: what it quotes is put where it says, and nothing else is done.

python tests/core/describe/follow_feedback.py      the table of docs/figures.md, and what fails
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from core.describe.failing_patches import CASES, SUFFIXES, Failing
from patchsight import check
from patchsight.core.describe.feedback import feedback

_OPTION = re.compile(r"(?:Action: To|To|or) .*?(?::|line )(\d+)")
_FIRST = re.compile(r"(?:Action: To|To) ")
_PLACE = re.compile(r"(in place of|above) lines? (\d+)(?:-(\d+))?|(at the end)")
_QUOTES = re.compile(r"(?:Action: )?(?:Put|Write) .* of the patch:$")
_DROPS = re.compile(r"(?:Action: )?Leave out .* of the patch\.$")


class Step(NamedTuple):
    first: int
    last: int
    rows: list[str]


def read_steps(text: str, meant: int | None, size: int) -> list[Step]:
    """What a feedback says to write; where it offers several ways, the one for the line that is meant."""
    steps, chosen, rows = list[Step](), True, iter(text.split("\n"))
    for row in rows:
        if _QUOTES.match(row):
            fence, quoted = next(rows), list[str]()
            for line in rows:
                if line == fence:
                    break
                quoted.append(line)
            steps += [step for step in _steps(row, quoted, size) if chosen]
        elif _DROPS.match(row):
            lines = re.findall(r"lines? (\d+)(?:-(\d+))?", row)
            steps += [Step(int(a) - 1, int(b or a), []) for a, b in lines if chosen]
        elif row.startswith(("ERROR", "❌")):
            chosen = True
        elif option := _OPTION.match(row):
            chosen = int(option[1]) == meant if meant else bool(_FIRST.match(row))
    return steps


def _steps(row: str, quoted: list[str], size: int) -> list[Step]:
    made = []
    for how, first, last, at_end in _PLACE.findall(re.sub(r"`[^`]*`", "", row)):
        start = size if at_end else int(first) - 1
        end = start if at_end or how == "above" else int(last or first)
        made.append(Step(start, end, quoted))
    return made


def follow(patch: str, text: str, meant: int | None) -> str:
    """The patch with everything written that a feedback says."""
    rows = patch.removesuffix("\n").split("\n")
    below = len(rows)
    for step in sorted(read_steps(text, meant, len(rows)), reverse=True):
        assert step.last <= below, f"two steps about the same rows: {step}"
        rows[step.first : step.last] = step.rows
        below = step.first
    return "\n".join(rows) + "\n"


def outcome(case: Failing) -> tuple[str, str]:
    """`right`, or what became of the patch that follows the feedback; and the feedback."""
    name = f"x.{SUFFIXES.get(case.form, case.form)}"
    report = check(case.patch, case.files, name=name)
    assert not report.ok, f"{case.form}: {case.name}: the patch should fail at first"
    text = feedback(report)
    mended = follow(case.patch, text, case.meant)
    if mended == case.patch:
        return "nothing to follow", text
    after = check(mended, case.files, name=name)
    if not after.ok:
        return f"refused: {after.errors[0].code}", text
    return ("right" if after.files == case.after else "wrong"), text


def tell(row: str) -> None:
    sys.stdout.write(f"{row}\n")


def main() -> None:
    results = [(case, *outcome(case)) for case in CASES]
    totals = Counter(case.form for case in CASES)
    right = Counter(case.form for case, became, _ in results if became == "right")
    tell("| format | failing patches | right after the feedback | characters of feedback, median |")
    tell("|---|---|---|---|")
    for form, total in totals.items():
        sizes = sorted(len(text) for case, _, text in results if case.form == form)
        tell(f"| {form} | {total} | {right[form]} | {sizes[len(sizes) // 2]} |")
    tell(f"| all | {len(CASES)} | {right.total()} ({right.total() * 100 // len(CASES)} %) | |")
    for case, became, text in results:
        if became != "right":
            tell(f"\n==== {case.form}: {case.name}: {became}\n{case.patch}----\n{text}")


if __name__ == "__main__":
    main()
