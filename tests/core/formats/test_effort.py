"""What reading a text may cost: the same rule for every format, counted, not timed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from patchsight.core import formats
from patchsight.core.model.budget import Cost, ExhaustedError
from patchsight.core.model.patch import Options
from patchsight.core.text.json_values import Json, JsonReader
from patchsight.core.text.phrases import count
from patchsight.core.text.pieces import split_rows
from support.five import FORMATS, write

EDIT: dict[str, Any] = {
    "name": "Edit",
    "input": {"file_path": "f.py", "old_string": "a\n", "new_string": "b\n"},
}
XML = (
    '<invoke name="Edit">\n<parameter name="file_path">f.py</parameter>\n<parameter name="old_string">a</parameter>\n'
    '<parameter name="new_string">b</parameter>\n</invoke>\n'
)
LINE = "    value = compute(some, thing)\n"
HUNK = f"@@ -1,3 +1,3 @@\n {LINE}-{LINE}+    changed = 1\n {LINE}"
BLOCK = f"f.py\n<<<<<<< SEARCH\n{LINE * 6}=======\n{LINE * 5}>>>>>>> REPLACE\n\n"
KINDS = {
    "sections": ("p.diff", "--- a/f.py\n+++ b/f.py\n@@ -1 +1 @@\n-a\n+b\n"),
    "blocks": ("p.md", BLOCK),
    "fences": ("p.md", "f.py\n```python\na\n```\n\n"),
    "calls": ("p.jsonl", json.dumps(EDIT) + "\n"),
    "calls in XML": ("p.md", XML),
    "broken calls": ("p.jsonl", '{"name": "Edit", "input": {"old_string": "a", "new_stri\n'),
    "braces": ("p.json", '{"input": ['),
    "prose": ("p.md", "Nothing but words.\n"),
}
in_every_format = pytest.mark.parametrize("form", FORMATS)
in_every_kind = pytest.mark.parametrize(("name", "piece"), KINDS.values(), ids=KINDS)
SMALL = Options(max_steps=20_000)


@in_every_kind
def test_a_text_that_takes_too_long_is_not_read(name: str, piece: str) -> None:
    text = piece * 4_000
    patch = formats.parse(text, name, SMALL)
    [found] = patch.problems
    assert not patch.files
    assert (found.code, found.message) == (
        "budget_exceeded",
        f"The text has {len(text):,} characters in {count(1 + text.count(chr(10)), 'line')}. To read it takes more than 20,000 "
        "steps, the limit for an answer, so nothing of it is read. Split the patch, or use the "
        "command line, which takes its time.",
    )
    assert found.span.end <= text.find("\n") or len(piece) < 20
    with pytest.raises(ExhaustedError):
        formats.recognise(text, name, SMALL)


@in_every_kind
def test_steps_grow_with_the_text(name: str, piece: str) -> None:
    once, twice = (formats.parse(piece * times, name).steps for times in (100, 200))
    assert 1.9 < twice / once < 2.1


@pytest.mark.parametrize(
    "piece", ["key: 1\n", "  - x\n", "changes: [{a: b}, {a: b}, {a: b}, {a: b}]\n"]
)
def test_values_of_yaml_are_paid_as_they_are_met(piece: str) -> None:
    """A row may hold any number of them, and a key is dearer than a line of code."""
    text = 'version: "2.0"\nchanges:\n' + piece * 1_000
    rows = formats.parse(text, "p.ap", Options(patient=True)).steps
    [found] = formats.parse(text, "p.ap", Options(max_steps=int(rows) + 1_000)).problems
    assert found.code == "budget_exceeded"
    patch = formats.parse(text, "p.ap", Options(patient=True))
    assert "budget_exceeded" not in [found.code for found in patch.problems]


def test_lines_of_an_edit_are_paid_by_the_line() -> None:
    def steps(lines: int) -> float:
        fields = {**EDIT["input"], "new_string": "b\n" * lines}
        return formats.parse(json.dumps({**EDIT, "input": fields}), "p.json").steps

    each = Cost.LINE_READ + Cost.ESCAPE_READ + 3 * Cost.CHARACTER_READ
    assert steps(1_001) - steps(1) == pytest.approx(1_000 * each)


def test_two_backslashes_are_one_escape() -> None:
    def steps(escape: str) -> float:
        return formats.parse(json.dumps({"edits": "x"}).replace("x", escape * 500), "p.json").steps

    many = 500 * (Cost.ESCAPE_READ + 2 * Cost.CHARACTER_READ)
    assert steps("\\\\") - steps("") == pytest.approx(many)
    assert steps("\\n") - steps("") == pytest.approx(many)


def test_where_nobody_types_it_takes_its_time() -> None:
    name, piece = KINDS["calls"]
    patch = formats.parse(piece * 100, name, SMALL._replace(patient=True))
    assert len(patch.parts) == 100 and patch.steps > SMALL.max_steps


@pytest.mark.parametrize(
    ("name", "head", "piece"),
    [
        ("p.diff", "--- a/f.py\n+++ b/f.py\n", HUNK),
        ("p.v4a", "*** Begin Patch\n*** Update File: f.py\n", HUNK.replace(" -1,3 +1,3 @@", "")),
        ("p.md", "", BLOCK),
    ],
)
def test_two_megabytes_are_read_while_somebody_types(name: str, head: str, piece: str) -> None:
    text = head + piece * 200
    patch = formats.parse(text, name)
    assert len(patch.parts) == 200
    assert patch.steps * 2_000_000 / len(text) < Options().max_steps


class Rows(list[str]):
    """Rows that count how often somebody looks at one of them."""

    looks = 0

    def __iter__(self) -> Iterator[str]:
        Rows.looks += len(self)
        return super().__iter__()

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        Rows.looks += len(found) if isinstance(at, slice) else 1
        return found


FENCED = {form: write(form, ("f{0}.py", "-a\n+b{0}\n")) for form in FORMATS}


@pytest.mark.parametrize(
    ("name", "piece"),
    [
        *KINDS.values(),
        *((name, text) for text, name in FENCED.values()),
        *(
            ("p.md", f"{above}```\n{text}```\n")
            for text, _ in FENCED.values()
            for above in ("", "Words.\n\n")
        ),
    ],
)
def test_no_row_is_looked_at_again_and_again(
    monkeypatch: pytest.MonkeyPatch, name: str, piece: str
) -> None:
    """A text of twice as many fences, sections or calls takes twice as many looks at its rows."""
    name_of_split = "patchsight.core.text.buffer.split_rows"
    monkeypatch.setattr(name_of_split, lambda *given: Rows(split_rows(*given)))
    looks = []
    for times in (100, 200):
        Rows.looks = 0
        formats.parse("".join(piece.replace("{0}", str(at)) for at in range(times)), name)
        looks.append(Rows.looks)
    assert 0 < looks[1] < 2.1 * looks[0], looks


class Values:
    """How many values of JSON are read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.read = 0
        original = JsonReader._value

        def counted(reader: JsonReader, at: int, depth: int) -> Json:
            self.read += 1
            return original(reader, at, depth)

        monkeypatch.setattr(JsonReader, "_value", counted)


@in_every_format
def test_a_patch_around_all_that_reads_as_a_call_is_not_gone_through_for_calls(
    monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    """It is content of a line."""
    values = Values(monkeypatch)
    text, name = write(form, ("f.py", f"-a\n+{json.dumps(EDIT)}\n"))
    for patch in (
        formats.parse(text, name),
        formats.parse(f"Words.\n\n{text}\nMore words.\n", name),
    ):
        assert [change.path.raw.removeprefix("a/") for change in patch.files] == ["f.py"]
    assert values.read == 0


def test_calls_beside_a_patch_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    values = Values(monkeypatch)
    text, _ = write("v4a", ("g.py", "-a\n+b\n"))
    for both in (f"{text}\n{json.dumps(EDIT)}\n", f"{json.dumps(EDIT)}\n{text}"):
        assert {change.path.raw for change in formats.parse(both).files} == {"f.py", "g.py"}
    assert values.read == 2 * 6


def test_calls_that_change_nothing_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    values = Values(monkeypatch)
    look = {"name": "view_file", "input": {"text": "f.py"}}
    codes = [found.code for found in formats.parse(json.dumps(look)).problems]
    assert (codes, values.read) == (["no_patch", "ignored_call"], 4)


def test_edits_are_not_put_together_to_recognise_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patchsight.core.formats.opening.EditReader.read", None)
    found = formats.recognise(json.dumps(EDIT))
    assert found is not None and found.name == "stringedit"


@pytest.mark.parametrize("steps", [10_000_000, 480_000])
def test_the_values_of_json_are_freed_one_by_one(
    monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    """Nobody holds one of them any more, also where reading is given up: all of them at a stroke
    would keep everything else waiting.
    """
    edits = [{"old_string": f"a{n}\n", "new_string": f"b{n}\n" * 600} for n in range(100)]
    text = json.dumps({"name": "MultiEdit", "input": {"file_path": "f.py", "edits": edits}})
    holders = list[int]()

    def count_holders(made: list[object]) -> None:
        while made:
            value = made.pop()
            holders.append(sys.getrefcount(value) - 2)  # this name, and the one asked with

    monkeypatch.setattr("patchsight.core.formats.opening.let_go", count_holders)
    patch = formats.parse(text, "p.json", Options(max_steps=steps))
    is_read = [found.code for found in patch.problems] != ["budget_exceeded"]
    assert is_read == (steps == 10_000_000)
    assert len(holders) > 1_000 and not any(holders)
