"""How the work grows with the size of a text: `make bench ONLY=curves`, or `python -m bench.curves`.

Each kind of text is made as long as it is to be: one megabyte, three and ten, which are up to 100,000
parts. What is measured is the processor's time for reading it and for placing it with the limits out
of the way, and for both as it comes. The exponent says how the work grows: 1 is linear, 2 is the
square.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import multiprocessing
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import NamedTuple, TypeVar

from bench.table import Row, short
from patchsight.core import formats
from patchsight.core.model.patch import Options, Patch
from patchsight.core.model.report import Report
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import paths_of, resolve
from patchsight.core.placing.workload import workload

T = TypeVar("T")
SIZES = (1_000_000, 3_000_000, 10_000_000)  #: characters
ALLOWED = 1.25  #: the exponent that is still called linear
_SAMPLE = 200  #: parts by which it is told how long a part is
_PATIENCE = 120.0  #: seconds after which a step is given up
_DEFAULTS = Options()
_UNLIMITED = Options(
    max_patch_bytes=1 << 40,
    max_lines=1 << 40,
    max_parts=1 << 40,
    max_target_bytes=1 << 40,
    patient=True,
)


class Text(NamedTuple):
    """A patch and the files it meets."""

    patch: str
    name: str
    files: dict[str, str]


class Point(NamedTuple):
    """What one size of one kind took, in seconds of the processor."""

    size: int  #: characters of the patch
    reading: float  #: with the limits out of the way, as is placing
    placing: float
    limited: float  #: both as it comes
    outcome: str  #: what it came to then


class Curve(NamedTuple):
    """One kind of text, from small to large; None where a step was given up."""

    kind: str
    points: tuple[Point | None, ...]

    def exponent(self, what: str) -> float:
        """How the work grows from the first size to the last that was measured."""
        done = [point for point in self.points if point]
        if len(done) < 2 or len(done) < len(self.points):
            return math.inf
        # the smallest says more about what is done once than about growth
        before, after = done[-2:]
        growth = getattr(after, what) / max(getattr(before, what), 1e-9)
        return math.log(growth) / math.log(after.size / before.size)

    @property
    def is_steep(self) -> bool:
        """Whether the work grows by more than the text, where there is enough of it to tell."""
        return any(self.exponent(what) > ALLOWED for what in ("reading", "placing"))


# ---- the texts


def _line(number: int) -> str:
    return f"    value_{number:06} = compute({number}, {number * 7919 % 1000})"


def _file(count: int, step: int = 4) -> str:
    """A file with so many places, each some lines apart."""
    return "".join(_line(number) + "\n" for number in range(count * step))


def _hunk(number: int, step: int = 4) -> str:
    row = number * step
    return f" {_line(row)}\n-{_line(row + 1)}\n+    changed_{number} = 1\n {_line(row + 2)}\n"


def _numbered(number: int) -> str:
    row = number * 4 + 1
    return f"@@ -{row},3 +{row},3 @@\n{_hunk(number)}"


def _unified(body: str, path: str = "f.py") -> str:
    return f"--- a/{path}\n+++ b/{path}\n{body}"


def _v4a(body: str) -> str:
    return f"*** Begin Patch\n{body}*** End Patch\n"


def _sides(number: int) -> tuple[str, str]:
    row = number * 4
    first, last = _line(row) + "\n", _line(row + 2) + "\n"
    return f"{first}{_line(row + 1)}\n{last}", f"{first}    changed_{number} = 1\n{last}"


def unified_hunks(count: int) -> Text:
    body = "".join(map(_numbered, range(count)))
    return Text(_unified(body), "p.diff", {"f.py": _file(count)})


def unified_bare(count: int) -> Text:
    body = "".join(f"@@\n{_hunk(number)}" for number in range(count))
    return Text(_unified(body), "p.diff", {"f.py": _file(count)})


def unified_files(count: int) -> Text:
    paths = [f"src/module_{number:06}.py" for number in range(count)]
    pieces = [_unified("@@ -1 +1 @@\n-old\n+new\n", path) for path in paths]
    return Text("".join(pieces), "p.diff", dict.fromkeys(paths, "old\n"))


def unified_missing(count: int) -> Text:
    body = "".join(_numbered(number).replace("value", "other") for number in range(count))
    return Text(_unified(body), "p.diff", {"f.py": _file(count)})


def unified_shifted(count: int) -> Text:
    """Every hunk stands some lines further down than it says."""
    body = "".join(map(_numbered, range(count)))
    return Text(_unified(body), "p.diff", {"f.py": "import this\n" * 7 + _file(count)})


def unified_lost_prefixes(count: int) -> Text:
    """Context lines lost the space in front of them."""
    body = "".join(
        _numbered(number).replace("\n     value", "\n    value") for number in range(count)
    )
    return Text(_unified(body), "p.diff", {"f.py": _file(count)})


def unified_one_hunk(count: int) -> Text:
    rows = range(count)
    body = "".join(f" {_line(row)}\n-{_line(row + count)}\n+new {row}\n" for row in rows)
    text = "".join(f"{_line(row)}\n{_line(row + count)}\n" for row in rows)
    head = f"@@ -1,{2 * count} +1,{2 * count} @@\n"
    return Text(_unified(head + body), "p.diff", {"f.py": text})


def unified_fences(count: int) -> Text:
    pieces = (
        f"Change {number}:\n\n```diff\n{_unified(_numbered(0), f'f{number}.py')}```\n\n"
        for number in range(count // 2)
    )
    files = {f"f{number}.py": _file(1) for number in range(count // 2)}
    return Text("".join(pieces), "answer.md", files)


def unified_mails(count: int) -> Text:
    pieces = (
        f"From 1234567 Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\nSubject: [PATCH] {number}\n\nWords.\n---\n"
        f"{_unified(_numbered(0), f'f{number}.py')}-- \n2.40\n\n"
        for number in range(count // 3)
    )
    files = {f"f{number}.py": _file(1) for number in range(count // 3)}
    return Text("".join(pieces), "p.patch", files)


def unified_crlf(count: int) -> Text:
    plain = unified_hunks(count)
    files = {path: text.replace("\n", "\r\n") for path, text in plain.files.items()}
    return Text(plain.patch.replace("\n", "\r\n"), "p.diff", files)


def v4a_hunks(count: int) -> Text:
    body = "".join(f"@@\n{_hunk(number)}" for number in range(count))
    return Text(_v4a(f"*** Update File: f.py\n{body}"), "p.v4a", {"f.py": _file(count)})


def v4a_files(count: int) -> Text:
    paths = [f"src/module_{number:06}.py" for number in range(count)]
    body = "".join(f"*** Update File: {path}\n@@\n-old\n+new\n" for path in paths)
    return Text(_v4a(body), "p.v4a", dict.fromkeys(paths, "old\n"))


def v4a_new_files(count: int) -> Text:
    body = "".join(f"*** Add File: src/m{number}.py\n+{_line(number)}\n" for number in range(count))
    return Text(_v4a(body), "p.v4a", {})


def v4a_missing(count: int) -> Text:
    body = "".join(f"@@\n{_hunk(number)}" for number in range(count)).replace("value", "other")
    return Text(_v4a(f"*** Update File: f.py\n{body}"), "p.v4a", {"f.py": _file(count)})


def v4a_ambiguous(count: int) -> Text:
    """Each hunk stands in two places."""
    body = "".join(f"@@\n{_hunk(number)}" for number in range(count))
    return Text(_v4a(f"*** Update File: f.py\n{body}"), "p.v4a", {"f.py": _file(count) * 2})


def v4a_alike(count: int) -> Text:
    """All hunks say the same, and so do all places."""
    body = "@@\n before()\n-old()\n+new()\n after()\n" * count
    return Text(
        _v4a(f"*** Update File: f.py\n{body}"),
        "p.v4a",
        {"f.py": "before()\nold()\nafter()\n" * count},
    )


def v4a_one_of_many(count: int) -> Text:
    """One hunk, and as many places."""
    body = "@@\n before()\n-old()\n+new()\n after()\n"
    text = "before()\nold()\nafter()\n" * count
    return Text(
        _v4a(f"*** Update File: f.py\n{body}") + " " * (100 * count), "p.v4a", {"f.py": text}
    )


def v4a_hints(count: int) -> Text:
    body = "".join(f"@@ def f_{n}():\n     a = 1\n-    b = 2\n+    c = {n}\n" for n in range(count))
    text = "".join(f"def f_{n}():\n    a = 1\n    b = 2\n\n" for n in range(count))
    return Text(_v4a(f"*** Update File: f.py\n{body}"), "p.v4a", {"f.py": text})


def v4a_in_json(count: int) -> Text:
    plain = v4a_hunks(count)
    return Text(json.dumps({"input": plain.patch}), "p.json", plain.files)


def v4a_in_many_calls(count: int) -> Text:
    calls = (
        json.dumps(
            {
                "name": "apply_patch",
                "arguments": {"input": _v4a(f"*** Update File: f{n}.py\n@@\n-old\n+new\n")},
            }
        )
        for n in range(count)
    )
    return Text("\n".join(calls), "p.jsonl", {f"f{n}.py": "old\n" for n in range(count)})


def zenpatch_hunks(count: int) -> Text:
    return v4a_hunks(count)._replace(name="p.zenpatch")


def _ap(path: str, parts: str) -> str:
    return f"  - file_path: {path}\n    modifications:\n{parts}"


def _ap_part(number: int) -> str:
    old, new = (
        "".join(f"          {line[4:]}\n" for line in side.splitlines()) for side in _sides(number)
    )
    return f"      - action: REPLACE\n        snippet: |\n{old}        content: |\n{new}"


def ap_modifications(count: int) -> Text:
    parts = "".join(map(_ap_part, range(count // 2)))
    head = 'version: "2.0"\nchanges:\n'
    return Text(head + _ap("f.py", parts), "p.ap", {"f.py": _file(count // 2)})


def ap_missing(count: int) -> Text:
    plain = ap_modifications(count)
    return plain._replace(patch=plain.patch.replace("value", "other"))


def ap_files(count: int) -> Text:
    pieces = (_ap(f"f{number}.py", _ap_part(0)) for number in range(count // 2))
    files = {f"f{number}.py": _file(1) for number in range(count // 2)}
    return Text('version: "2.0"\nchanges:\n' + "".join(pieces), "p.ap", files)


def applydiff_blocks(count: int) -> Text:
    blocks = (
        f">>> file: f.py\n--- from\n{old}--- to\n{new}<\n"
        for old, new in map(_sides, range(count // 2))
    )
    return Text("".join(blocks), "p.applydiff", {"f.py": _file(count // 2)})


def applydiff_missing(count: int) -> Text:
    plain = applydiff_blocks(count)
    return plain._replace(patch=plain.patch.replace("value", "other"))


def _search_replace(path: str, number: int) -> str:
    old, new = _sides(number)
    return f"{path}\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n\n"


def searchreplace_blocks(count: int) -> Text:
    blocks = (_search_replace("f.py", number) for number in range(count // 2))
    return Text("".join(blocks), "answer.md", {"f.py": _file(count // 2)})


def searchreplace_files(count: int) -> Text:
    blocks = (_search_replace(f"f{number}.py", 0) for number in range(count // 2))
    return Text("".join(blocks), "answer.md", {f"f{n}.py": _file(1) for n in range(count // 2)})


def searchreplace_missing(count: int) -> Text:
    plain = searchreplace_blocks(count)
    return plain._replace(patch=plain.patch.replace("value", "other"))


def stringedit_edits(count: int) -> Text:
    """One call with many edits."""
    edits = [
        dict(zip(("old_string", "new_string"), _sides(n), strict=True)) for n in range(count // 2)
    ]
    call = {"name": "MultiEdit", "input": {"file_path": "f.py", "edits": edits}}
    return Text(json.dumps(call), "p.json", {"f.py": _file(count // 2)})


def stringedit_calls(count: int) -> Text:
    """Many calls with one edit each."""
    calls = (
        {
            "name": "Edit",
            "input": {"file_path": f"f{n}.py", "old_string": "old\n", "new_string": "new\n"},
        }
        for n in range(count)
    )
    return Text(
        "\n".join(map(json.dumps, calls)), "p.jsonl", {f"f{n}.py": "old\n" for n in range(count)}
    )


def stringedit_xml(count: int) -> Text:
    calls = (
        f'<invoke name="Edit">\n<parameter name="file_path">f{n}.py</parameter>\n<parameter name="old_string">old</parameter>\n'
        '<parameter name="new_string">new</parameter>\n</invoke>\n'
        for n in range(count // 2)
    )
    return Text("".join(calls), "answer.md", {f"f{n}.py": "old\n" for n in range(count // 2)})


def whole_files(count: int) -> Text:
    blocks = (
        f"`src/f{n}.py`:\n\n```python\n{_line(n)}\n{_line(n + 1)}\n```\n\n" for n in range(count)
    )
    return Text("Here is all of it.\n\n" + "".join(blocks), "answer.md", {})


def whole_files_replaced(count: int) -> Text:
    plain = whole_files(count)
    return plain._replace(
        files={f"src/f{n}.py": f"{_line(n)}\n{_line(n + 2)}\n" for n in range(count)}
    )


def whole_file(count: int) -> Text:
    """One file, replaced by a long text."""
    text = _file(2 * count, 1)
    old = text.replace("7 = ", "8 = ")
    return Text(f"f.py\n```python\n{text}```\n", "answer.md", {"f.py": old})


def prose(count: int) -> Text:
    return Text(
        "Nothing of this is a patch, and it goes on and on without saying anything at all, line by line by line.\n"
        * count,
        "a.md",
        {},
    )


def code(count: int) -> Text:
    """Source files with braces, which are no calls."""
    return Text(
        '    if (map["text"] == { key: [1, 2, { a: "b" }] }) { return [x, y, z]; } // "input" and "edits"\n'
        * count,
        "a.md",
        {},
    )


def fences_without_patch(count: int) -> Text:
    return Text(
        "Words.\n\n```python\nprint('some code that is no patch')\n```\n\n~~~\nlist of things to do\n~~~\n\n"
        * count,
        "a.md",
        {},
    )


def one_long_line(count: int) -> Text:
    long = "x" * (98 * count)
    return Text(_unified(f"@@ -1 +1 @@\n-{long}\n+{long}y\n"), "p.diff", {"f.py": long + "\n"})


def deep_json(count: int) -> Text:
    depth = 50 * count
    return Text('{"edits": ' + "[" * depth + "]" * depth + "}", "p.json", {})


def open_braces(count: int) -> Text:
    return Text('{"input": [' * (9 * count), "p.json", {})


def broken_json(count: int) -> Text:
    """Calls that break off, one in each row."""
    row = '{"name": "Edit", "input": {"file_path": "f.py", "old_string": "old and more of it", "new_stri\n'
    return Text(row * count, "p.jsonl", {})


def backslashes(count: int) -> Text:
    return Text('{"edits": "' + "\\" * (100 * count), "p.json", {})


def calls_in_a_diff(count: int) -> Text:
    """A diff that adds lines which read as calls."""
    call = '{"name": "Edit", "input": {"file_path": "g.py", "old_string": "a", "new_string": "b"}}'
    body = "".join(f"@@ -{n},0 +{n + 1} @@\n+{call}\n" for n in range(count))
    return Text(_unified(body), "p.diff", {"f.py": _file(count, 1)})


def json_in_json(count: int) -> Text:
    """A patch in a string in a string in a string."""
    patch = v4a_files(count // 2)
    inner = json.dumps({"input": patch.patch})
    return Text(json.dumps({"arguments": json.dumps({"arguments": inner})}), "p.json", patch.files)


def history(count: int) -> Text:
    """Messages of which few are calls."""
    words = [
        {
            "role": "user",
            "content": [{"type": "text", "text": f"message {n} of a long talk about files"}],
        }
        for n in range(count)
    ]
    call = {
        "type": "tool_use",
        "id": "1",
        "name": "Edit",
        "input": {"file_path": "f.py", "old_string": "old", "new_string": "new"},
    }
    return Text(
        json.dumps([*words, {"role": "assistant", "content": [call]}]), "p.json", {"f.py": "old\n"}
    )


def half_written(count: int) -> Text:
    """Headers without hunks, markers without ends."""
    return Text(
        "--- a/f.py\n@@ -1\n*** Update File: g.py\n<<<<<<< SEARCH\n=======\n>>> file: h.py\n--- from\ndiff --git\n"
        * count,
        "p.diff",
        {},
    )


KINDS: dict[str, Callable[[int], Text]] = {
    make.__name__.replace("_", " "): make
    for make in (
        unified_hunks, unified_bare, unified_files, unified_missing, unified_shifted, unified_lost_prefixes, unified_one_hunk,
        unified_fences, unified_mails, unified_crlf,
        v4a_hunks, v4a_files, v4a_new_files, v4a_missing, v4a_ambiguous, v4a_alike, v4a_one_of_many, v4a_hints, v4a_in_json, v4a_in_many_calls,
        zenpatch_hunks, ap_modifications, ap_missing, ap_files, applydiff_blocks, applydiff_missing,
        searchreplace_blocks, searchreplace_files, searchreplace_missing, stringedit_edits, stringedit_calls, stringedit_xml,
        whole_files, whole_files_replaced, whole_file, prose, code, fences_without_patch, one_long_line, deep_json, open_braces, broken_json, backslashes, calls_in_a_diff, json_in_json,
        history, half_written,
    )
}  # fmt: skip


# ---- measuring


def measure_curve(kind: str, sizes: Sequence[int] = SIZES) -> Curve:
    points: list[Point | None] = []
    for size in sizes:
        points.append(None if None in points else _in_time(kind, size))
    return Curve(kind, tuple(points))


def _in_time(kind: str, size: int) -> Point | None:
    """Measure in a process of its own, which can be ended, and starts with a small memory."""
    context = multiprocessing.get_context("fork")
    wire, other = context.Pipe(duplex=False)
    process = context.Process(target=_measure, args=(kind, size, other), daemon=True)
    process.start()
    other.close()
    try:
        while process.is_alive() and not wire.poll(0.1):
            if work_of(process.pid) > _PATIENCE:
                return None
        return wire.recv() if wire.poll(1) else None
    finally:
        process.kill()
        process.join()


def work_of(process: int | None) -> float:
    """Seconds that the processor has worked for a process."""
    assert process is not None
    return time.clock_gettime(~process << 3 | 2)


def make_text(kind: str, size: int) -> Text:
    """A text of a kind that has about so many characters."""
    return KINDS[kind](max(1, size * _SAMPLE // len(KINDS[kind](_SAMPLE).patch)))


def _measure(kind: str, size: int, wire: Connection) -> None:
    gc.disable()  # as the server and the command line do for large patches
    text = make_text(kind, size)
    targets = {path: Target(path, content) for path, content in text.files.items()}
    formats.parse(KINDS[kind](_SAMPLE).patch, text.name)  # which loads what is needed
    limited, report = _timed(lambda: _place(text, targets, _DEFAULTS))
    outcome = _outcome(report)
    del report
    reading, patch = _timed(lambda: formats.parse(text.patch, text.name, _UNLIMITED))
    # beside what it costs by its size, it gets as many steps as any other
    enough = _UNLIMITED._replace(max_steps=_DEFAULTS.max_steps + int(workload(patch)))
    placing, report = _timed(lambda: _place(text, targets, enough, patch))
    said = f"{len(patch.parts):,} parts, {outcome} / {_outcome(report)}"
    wire.send(Point(len(text.patch), reading, placing, limited, said))


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def _place(
    text: Text, targets: dict[str, Target], options: Options, patch: Patch | None = None
) -> Report:
    patch = patch or formats.parse(text.patch, text.name, options)
    wanted = {path: targets.get(path) or Target(path, None) for path in paths_of(patch)}
    report = resolve(patch, wanted, options)
    for plan in report.plan:
        plan.edits, plan.after  # noqa: B018
    return report


def _outcome(report: Report) -> str:
    """What an answer comes to, in a word."""
    codes = {found.code for found in report.problems}
    given_up = codes & {"patch_too_large", "budget_exceeded", "target_too_large"}
    if given_up:
        return sorted(given_up)[0]
    return "applies" if report.ok else "refused"


def as_row(curve: Curve) -> Row:
    """A line of the table: the work for the largest text, how it grows, and all of it in short."""
    done = [point for point in curve.points if point]
    times = ", ".join(
        f"{point.size / 1e6:.1f} MB: {short(point.reading)} {short(point.placing)} {short(point.limited)}"
        for point in done
    )
    grows = f"^{curve.exponent('reading'):.2f} ^{curve.exponent('placing'):.2f}"
    last = done[-1] if done else Point(0, math.inf, math.inf, math.inf, "not done")
    note = f"{grows}{'!' * curve.is_steep}   {times}   {last.outcome}"
    work = last.reading + last.placing
    return Row("growth with size", curve.kind, (work,), curve.exponent("placing"), note, work)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only kinds that have these words in their name")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    for kind in KINDS:
        if all(word in kind for word in options.only.split()):
            row = as_row(measure_curve(kind, sizes))
            print(f"{row.name:24} {row.note}", flush=True)


if __name__ == "__main__":
    main()
