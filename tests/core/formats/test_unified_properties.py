"""What holds for every unified diff: it is read without fail, and written so that it means the same."""

from __future__ import annotations

import difflib

from hypothesis import given
from hypothesis import strategies as st

from core.formats.unified_reading import read
from patchsight.core.formats.unified.render import render
from patchsight.core.model.patch import FileChange, Kind, Part
from patchsight.core.model.problems import CATALOGUE, Severity
from patchsight.core.text.buffer import Span

#: Lines that are hard to tell from the rows of a diff.
TRICKY = [
    "",
    " ",
    "a",
    "b",
    "-- x",
    "- x",
    "++ y",
    "+ y",
    "--",
    "-- ",
    "@@",
    "@@ -1 +1 @@",
    "--- a/x",
    "+++ b/x",
    "diff --git a/x b/x",
    "\\ No newline at end of file",
    "2.39.5",
    "rename from x",
    "index 1..2",
    "Index: x",
    "ü",
]
ROWS = [
    *TRICKY,
    *(sign + line for sign in " +-" for line in TRICKY),
    "--- /dev/null",
    "+++ /dev/null",
    "--- a/",
    "+++ ",
    "@@ -1,2 +1,3 @@",
    "@@ -0,0 +1 @@",
    "@@ -28,",
    "@@@ -1 -1 +1 @@@",
    "new file mode 100644",
    "old mode 100644",
    "deleted file mode 100644",
    "rename to y",
    "copy from x",
    "GIT binary patch",
    "Binary files a and b differ",
    "diff --cc x",
    'diff --git "a/\\303\\274" b/x y',
    '--- "a/\\t"',
    "From " + "0" * 40 + " Mon",
    "prose",
]
lines = st.lists(st.sampled_from(TRICKY), max_size=12)
texts = st.tuples(lines, st.booleans()).map(
    lambda made: "".join(f"{line}\n" for line in made[0])[: -1 if made[1] else None]
)
names = st.text(st.sampled_from('ab/ x."\tü\n2-'), min_size=1, max_size=8).filter(
    lambda name: name == name.strip(" ") and name not in ("a/", "b/")
)


def is_inside(span: Span, text: str) -> bool:
    return 0 <= span.start <= span.end <= len(text)


def check_sound(text: str) -> None:
    """Whatever the text says, it is read, and every span lies in it."""
    files, problems = read(text)
    for problem in problems:
        assert is_inside(problem.span, text) and problem.code in CATALOGUE and problem.message
    for change in files:
        assert change.parts and change.path.choices and is_inside(change.path.span, text)
        assert is_inside(change.span, text) and is_inside(change.header, text)
        assert "\n" not in text[change.header.start : change.header.end]
        for part in change.parts:
            check_part(part, text)
    read(render(files))


def check_part(part: Part, text: str) -> None:
    assert is_inside(part.span, text) and is_inside(part.header, text)
    assert part.span.start <= part.header.start and part.header.end <= part.span.end
    assert part.numbers is None or is_inside(part.numbers.span, text)
    assert part.droppable <= len(part.lines)
    for line in part.lines:
        assert text[line.span.start : line.span.end] == line.text


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    check_sound(text)


@given(
    st.lists(st.sampled_from(ROWS), max_size=30),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
)
def test_any_rows_are_read(rows: list[str], end: str, ended: bool) -> None:
    check_sound(end.join(rows) + end * ended)


@given(texts, texts, st.data())
def test_damaged_diffs_are_read(old: str, new: str, data: st.DataObject) -> None:
    text = make_diff(old, new, "x", 3) * 2
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    check_sound(
        text[:start]
        + data.draw(st.sampled_from(["", "\n", "@@", "---", "x", "\ufeff"]))
        + text[end:]
    )


def make_diff(old: str, new: str, path: str, context: int, prefix: bool = True) -> str:
    """A diff as difflib makes it, with the marker it leaves out."""
    sides = (f"a/{path}", f"b/{path}") if prefix else (path, path)
    rows = difflib.unified_diff(cut(old), cut(new), *sides, n=context)
    return "".join(
        row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n" for row in rows
    )


def cut(text: str) -> list[str]:
    """A text's lines with their ends."""
    return [f"{line}\n" for line in text.split("\n")[:-1]] + [
        line for line in text.split("\n")[-1:] if line
    ]


def apply(text: str, parts: list[Part]) -> str:
    """Apply parts at the very lines their numbers name."""
    old, new, at = cut(text), list[str](), 0
    for part in parts:
        assert part.numbers
        start = part.numbers.old_start - (part.numbers.old_count != 0)
        new += old[at:start]
        at = start
        for line in part.lines:
            if line.kind is not Kind.ADDED:
                assert old[at].rstrip("\n") == line.text
                at += 1
            if line.kind is not Kind.REMOVED:
                new.append(f"{line.text}\n")
        if part.new_newline is False:
            new[-1] = new[-1].rstrip("\n")
    return "".join(new + old[at:])


@given(texts, texts, st.integers(0, 3), st.booleans())
def test_a_diff_means_what_difflib_compared(old: str, new: str, context: int, prefix: bool) -> None:
    source = make_diff(old, new, "x", context, prefix)
    files, problems = read(source)
    assert not problems
    assert apply(old, files[0].parts if files else []) == new
    again, problems = read(render(files))
    assert not problems
    assert apply(old, again[0].parts if again else []) == new


@given(
    st.lists(st.tuples(texts, texts), min_size=1, max_size=4),
    st.sampled_from(["", "\n\nI changed this.\n", "-- \n2.39.5\n"]),
)
def test_several_files_are_told_apart(pairs: list[tuple[str, str]], between: str) -> None:
    diffs = [make_diff(old, new, f"f{number}", 3) for number, (old, new) in enumerate(pairs)]
    files, problems = read(between.join(diff for diff in diffs if diff))
    assert not problems
    changed = [(number, *pair) for number, pair in enumerate(pairs) if pair[0] != pair[1]]
    assert [change.path.choices[0] for change in files] == [
        f"f{number}" for number, _, _ in changed
    ]
    for change, (_, old, new) in zip(files, changed, strict=True):
        assert apply(old, change.parts) == new


plain = st.lists(st.sampled_from(["a", "b", "c", "", "  x", "* y"]), max_size=12).map("\n".join)


@given(st.lists(st.tuples(plain, plain), min_size=1, max_size=3), st.booleans(), st.data())
def test_wrong_counts_lose_no_change(
    pairs: list[tuple[str, str]], strip: bool, data: st.DataObject
) -> None:
    source = "".join(
        make_diff(old, new, f"f{number}", 2) for number, (old, new) in enumerate(pairs)
    )
    rows = source.split("\n")
    for at, row in enumerate(rows):
        if row.startswith("@@"):
            counts = data.draw(st.tuples(st.integers(0, 9), st.integers(0, 9)))
            rows[at] = f"@@ -1,{counts[0]} +1,{counts[1]} @@"
        elif strip and row == " ":
            rows[at] = ""
    wanted, found = (lines_of(read(text)[0]) for text in (source, "\n".join(rows)))
    assert found == wanted


def lines_of(files: list[FileChange]) -> list[list[str]]:
    """The lines of each part without the context at its end, which wrong counts may hide behind a blank row."""
    kept = [
        [line.kind.value + line.text for line in part.lines]
        for change in files
        for part in change.parts
    ]
    for lines in kept:
        while lines and lines[-1].startswith(" "):
            lines.pop()
    return kept


Meaning = list[tuple[object, ...]]


def mean(files: list[FileChange]) -> Meaning:
    """What a patch does, without how it is written."""
    return [
        (
            change.op,
            change.path.choices[0],
            change.new_path and change.new_path.choices[0],
            [mean_part(part) for part in change.parts],
        )
        for change in files
    ]


def mean_part(part: Part) -> Meaning:
    start = part.numbers and (part.numbers.old_start, part.numbers.new_start)
    ends = (part.old_newline is False, part.new_newline is False)
    return [
        (start, ends),
        tuple(line.text for line in part.old),
        tuple(line.text for line in part.new),
    ]


@given(names, names, texts, texts, st.sampled_from(["create", "delete", "rename", "update"]))
def test_what_is_written_means_the_same(path: str, other: str, old: str, new: str, op: str) -> None:
    source = make_diff("" if op == "create" else old, "" if op == "delete" else new, "x", 3)
    files, _ = read(source)
    if op == "rename":
        files, _ = read(
            f"diff --git a/x b/y\nrename from x\nrename to y\n{source.replace('+++ b/x', '+++ b/y', 1)}"
        )
    for change in files:
        change.path.choices = (path,)
        if change.new_path:
            change.new_path.choices = (other,)
    again, problems = read(render(files))
    assert mean(again) == mean(files)
    assert all(problem.severity > Severity.ERROR for problem in problems)
