"""What must hold for any text: a patch made from two texts leads from one to the other, once and for all, in every format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from patchsight.core import formats
from patchsight.core.formats.cannot_say import cannot_say
from patchsight.core.formats.registry import find_format
from patchsight.core.model.patch import FileChange, Kind, Part
from patchsight.core.model.problems import Severity
from patchsight.core.model.report import FileOp, FilePlan, Report
from patchsight.core.rewrite.compose import as_ap, as_blocks, as_context, as_unified
from patchsight.core.text.buffer import Span, split_ends, split_lines
from patchsight.core.text.edits import Edit
from patchsight.core.text.line_diff import opcodes
from support.check import answer, apply, changed, codes, messages
from support.five import FORMATS

in_every_format = pytest.mark.parametrize("form", FORMATS)
PATH = "dir/f.txt"
MAKERS: dict[str, Callable[[FilePlan], FileChange | None]] = {
    "unified": lambda plan: as_unified([plan])[0],
    "v4a": as_context,
    "zenpatch": as_context,
    "ap": as_ap,
    "applydiff": as_blocks,
    "searchreplace": as_blocks,
}


class Pair(NamedTuple):
    """A text and what becomes of it."""

    before: str
    after: str


@st.composite
def pairs(
    draw: st.DrawFn, words: list[str], *, unique: bool = False, newlines: bool = False
) -> Pair:
    """Two texts, one made from the other by leaving lines out and putting lines in.

    Both have one kind of line end; with `newlines`, each may lack its last one, else both or none do. With `unique`, no
    line repeats, and some lines stay at one end at least.
    """
    lines = iter(draw(st.lists(st.sampled_from(words), min_size=40, max_size=40, unique=unique)))
    old: list[str] = []
    new: list[str] = []
    changes = draw(
        st.lists(
            st.sampled_from(["keep"] * 5 + ["drop", "insert", "replace"]), min_size=1, max_size=12
        )
    )
    kept = ["keep"] * 3 if unique else []
    for change in kept + changes if draw(st.booleans()) else changes + kept:
        line = next(lines)
        old += [line] if change != "insert" else []
        new += (
            [line] if change in ("keep", "insert") else [next(lines)] if change == "replace" else []
        )
    end = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"])) if len(old) > 1 else "\n"
    closed = draw(st.booleans())
    return Pair(
        _join(old, end, closed), _join(new, end, draw(st.booleans()) if newlines else closed)
    )


def _join(lines: list[str], end: str, closed: bool) -> str:
    return end.join(lines) + (end if closed and lines else "")


def _is_closed(text: str) -> bool:
    return text.endswith(("\n", "\r"))


#: Formats that say nothing about the newline at the end of a file.
ONE_NEWLINE = ("ap", "applydiff", "searchreplace")
#: Few words, so that lines repeat: blank ones, indented ones, ones of other scripts, ones that read like a format's own.
FEW = ["a", "b", "c", "", "    a", "\ta", "a ", " ", "}", "😀", "e\u0301", "x\u2028y", "\f"]
OWN = [
    "- b",
    "+ c",
    "-- ",
    "@@ -1 +1 @@",
    "@@",
    "--- x",
    "+++ x",
    "\\ No newline at end of file",
    "diff --git a/x b/x",
    "*** End Patch",
    "*** Update File: x",
    "*** End of File",
    "<",
    "<<<",
    "--- from",
    "--- to",
    ">>> file: x",
    "  - action: DELETE",
    "content: |",
    "```",
    "EOF",
    "# x",
    '"',
    "'",
    ": ",
    "---",
    "...",
]
#: Words that say something, so that finding them proves something.
TELLING = [f"word_{number} = {number % 7}" for number in range(100)]


def plan_of(pair: Pair) -> FilePlan:
    """The plan that turns one text into the other."""
    old, new = (["".join(row) for row in zip(*split_ends(text), strict=True)] for text in pair)
    starts = [sum(map(len, old[:row])) for row in range(len(old) + 1)]
    edits = [
        Edit(Span(starts[a], starts[b]), "".join(new[c:d]))
        for tag, a, b, c, d in opcodes(old, new)
        if tag != "equal"
    ]
    return FilePlan(FileOp.EDIT, PATH, pair.before, pair.after, edits)


def say(form: str, pair: Pair) -> str | None:
    """A patch in a format; None where the format has no words for the change."""
    change = MAKERS[form](plan_of(pair))
    if change is None or cannot_say([change], find_format(form)):
        return None
    return formats.render_files([change], find_format(form))


def place(form: str, text: str, before: str) -> Report:
    return answer(text, {PATH: before}, name=f"x.{form}")


def after(report: Report, before: str) -> object:
    return apply(report, {PATH: before}).get(PATH)


# ---- there and back


@in_every_format
def test_a_patch_made_from_two_texts_leads_from_one_to_the_other(form: str) -> None:
    tally: Counter[bool] = Counter()

    @given(pairs([*FEW, *OWN], newlines=form not in ONE_NEWLINE))
    def run(pair: Pair) -> None:
        assume(pair.before != pair.after)
        assume(
            form != "ap"
            or not any(
                line.endswith((" ", "\t")) for line in split_lines(pair.before + "\n" + pair.after)
            )
        )
        assume(form not in ONE_NEWLINE or _is_closed(pair.before) == _is_closed(pair.after))
        # which stands for text left out
        assume(form != "searchreplace" or "..." not in pair.before + pair.after)
        text = say(form, pair)
        tally[text is not None] += 1
        event("said" if text else "cannot be said")
        if text is not None:
            report = place(form, text, pair.before)
            assert report.ok, messages(report)
            assert after(report, pair.before) == pair.after

    run()
    assert tally[True] >= 5, tally  # enough were said for the rest to mean something


@in_every_format
def test_applying_twice_is_applying_once(form: str) -> None:
    tally: Counter[bool] = Counter()

    @given(pairs(TELLING, unique=True))
    def run(pair: Pair) -> None:
        assume(pair.before != pair.after)
        text = say(form, pair)
        tally[text is not None] += 1
        if text is not None:
            assert after(place(form, text, pair.before), pair.before) == pair.after
            again = place(form, text, pair.after)
            assert again.ok, messages(again)
            assert not again.plan

    run()
    assert tally[True] >= 5, tally  # enough were said for the rest to mean something


@in_every_format
def test_lines_added_above_do_not_matter(form: str) -> None:
    @given(pairs(TELLING, unique=True), st.integers(1, 60))
    def run(pair: Pair, count: int) -> None:
        assume(pair.before != pair.after and "\r" not in pair.before)
        text, above = say(form, pair), "".join(f"above_{number}\n" for number in range(count))
        if text is not None:
            report = place(form, text, above + pair.before)
            assert report.ok, messages(report)
            assert after(report, above + pair.before) == above + pair.after

    run()


# ---- files as a whole

PATHS = st.sampled_from(["a", "b", "c/d"])


class Shelf:
    """What a sequence of operations on whole files does, told as simply as can be."""

    def __init__(self, files: dict[str, str]) -> None:
        self.first = files
        self.files, self.rows, self.refused = dict(files), ["*** Begin Patch"], False

    def add(self, path: str, line: str) -> None:
        self.rows += [f"*** Add File: {path}", f"+{line}"]
        self.refused |= self.files.get(path, line) != line
        self.files[path] = line

    def delete(self, path: str) -> None:
        self.rows.append(f"*** Delete File: {path}")
        self.files.pop(path, None)  # what is gone is deleted

    def move(self, path: str, new_path: str) -> None:
        self.rows += [f"*** Update File: {path}", f"*** Move to: {new_path}"]
        if path not in self.files:  # it may have been moved before
            self.refused |= (
                path in self.first or new_path not in self.first.keys() & self.files.keys()
            )
            return
        self.refused |= new_path in self.files and new_path != path
        self.files[new_path] = self.files.pop(path)

    def update(self, path: str, line: str) -> None:
        self.rows += [
            f"*** Update File: {path}",
            "@@",
            f"-{self.files.get(path, 'nothing')}",
            f"+{line}",
        ]
        self.refused |= path not in self.files
        self.files[path] = line


def carry_out(files: dict[str, str], operations: Sequence[tuple[str, ...]]) -> Shelf:
    shelf = Shelf(files)
    for name, *arguments in operations:
        getattr(shelf, name)(*arguments)
    return shelf


@given(st.dictionaries(PATHS, st.sampled_from(TELLING)), st.data())
def test_operations_on_files_follow_each_other(files: dict[str, str], data: st.DataObject) -> None:
    operations = list[tuple[str, ...]]()
    for number in range(data.draw(st.integers(1, 5))):
        path = data.draw(PATHS)
        operation = data.draw(st.sampled_from(["add", "delete", "move", "update"]))
        if operation == "move":
            operations.append((operation, path, data.draw(PATHS)))
        elif operation == "delete":
            operations.append((operation, path))
        else:
            operations.append((operation, path, f"line {number}"))
    shelf = carry_out(files, operations)
    again = carry_out(shelf.files, operations)
    if not again.refused and again.files != shelf.files:
        shelf.refused = True  # a second run would change the files once more
    before = {path: line + "\n" for path, line in files.items()}
    report = answer("\n".join([*shelf.rows, "*** End Patch", ""]), before)
    event("refused" if shelf.refused else "applicable")
    assert report.ok is not shelf.refused, messages(report)
    if not shelf.refused:
        assert apply(report, before) == {path: line + "\n" for path, line in shelf.files.items()}


# ---- whatever the text

JUNK = [
    "",
    " ",
    "x",
    "@@",
    "@@ -1,2 +1,2 @@",
    "-",
    "+",
    "*** Begin Patch",
    "*** End Patch",
    "*** Update File: dir/f.txt",
    "*** Add File: x",
    "--- a/dir/f.txt",
    "+++ b/dir/f.txt",
    "--- from",
    "--- to",
    "<",
    ">>> file: dir/f.txt | mode=replace",
    "```",
    "\ufeff",
    "\x00",
    "😀",
    "changes:",
    "  - file_path: dir/f.txt",
    "      - action: DELETE",
    "        snippet: |",
    "        content: x",
    "\t- &a [*a]",
    "\\ No newline",
]


@st.composite
def mutants(draw: st.DrawFn, form: str) -> tuple[str, str]:
    """A patch with some of its rows changed, and the text it was made for."""
    pair = draw(pairs(FEW))
    rows = (say(form, pair) or "").split("\n")
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(rows) - 1))
        change = draw(
            st.sampled_from(["drop", "double", "swap", "junk", "indent", "dedent", "cut", "break"])
        )
        other = draw(st.integers(0, len(rows) - 1))
        if change == "swap":
            rows[at], rows[other] = rows[other], rows[at]
        elif change == "cut":
            rows = [*rows[:at], rows[at][: len(rows[at]) // 2]]
        else:
            rows[at : at + 1] = {
                "drop": [],
                "double": [rows[at]] * 2,
                "junk": [draw(st.sampled_from(JUNK)), rows[at]],
                "indent": ["  " + rows[at]],
                "dedent": [rows[at].lstrip()],
                "break": [rows[at][::-1]],
            }[change]
        rows = rows or [""]
    return draw(st.sampled_from(["\n", "\n", "\r\n"])).join(rows), pair.before


@in_every_format
def test_no_text_is_too_broken_to_be_read(form: str) -> None:
    @given(mutants(form))
    def run(mutant: tuple[str, str]) -> None:
        text, before = mutant
        report = place(form, text, before)  # what always holds is checked there
        if not report.ok:
            assert after(report, before) == before
        event("applicable" if report.ok else "refused")

    run()


def _lacks_end_on_context(part: Part) -> bool:
    """Whether a context line with changes below is said to have no line end. git has no words for
    that: it is written as one that goes and one that comes, which must stand as they are said to,
    while context keeps the file's byte.
    """
    sides = ((part.old_newline, part.old), (part.new_newline, part.new))
    return any(
        newline is False and side[-1:] != [part.lines[-1]] and side[-1].kind is Kind.CONTEXT
        for newline, side in sides
        if side
    )


@in_every_format
def test_a_patch_written_anew_means_the_same(form: str) -> None:
    tally: Counter[bool] = Counter()

    @given(mutants(form))
    def run(mutant: tuple[str, str]) -> None:
        text, before = mutant
        report = place(form, text, before)
        sound = all(
            problem.severity > Severity.ERROR for problem in report.patch.problems
        ) and bool(report.patch.files)
        sound &= "truncated_patch" not in codes(report)  # written anew it is whole
        # a repair that does not hold is no reading, so there is nothing to write anew
        sound &= report.ok or not any(part.repaired for part in report.patch.parts)
        sound &= not any(map(_lacks_end_on_context, report.patch.parts))
        tally[sound] += 1
        if sound and report.patch.format:
            again = answer(formats.render(report.patch), {PATH: before}, name=f"x.{form}")
            assert again.ok == report.ok, messages(again)
            assert changed(again) == changed(report)

    run()
    assert tally[True], tally


@in_every_format
@given(
    st.text(
        alphabet=st.sampled_from("*@-+<>|: \n\r\t\"'&#x/\\{}[]~\x00\ufeff\u2028é😀"), max_size=200
    )
)
def test_any_text_at_all(form: str, text: str) -> None:
    place(form, text, "a\n")
