"""What people do with the parts of a patch in any format: drop one, split one. Nothing else of the text is
touched, and what is left does what it did.
"""

from __future__ import annotations

import json

import pytest

from patchsight.core.fixes import Fix, find_part_edits
from patchsight.core.text.edits import apply_edits
from patchsight.core.text.traced import write_out
from support.carets import trim
from support.fixing import analyse, trial_of

FILE = "".join(f"line {number}\n" for number in range(1, 41))
FILES = {"a.txt": FILE, "b.txt": FILE}
DROP, SPLIT = "Drop this part", "Split this part here"


def offered(text: str, at: str, name: str = "", files: dict[str, str] = FILES) -> dict[str, Fix]:
    """What can be done from the first place of a text in a patch, by title."""
    trial = trial_of(text, files, name)
    buffer = trial.patch.buffer
    offset = buffer.hidden(text.index(at))
    resolution = trial.report.part_at(offset)
    assert resolution is not None, trial.report.problems
    return {fix.title: fix for fix in find_part_edits(trial, resolution, buffer.row(offset))}


def chosen(text: str, at: str, title: str, name: str = "", files: dict[str, str] = FILES) -> str:
    """The patch after one of these was chosen."""
    fix = offered(text, at, name, files)[title]
    assert not fix.refusal, fix.refusal
    edits = write_out(trial_of(text, files, name).patch.buffer, fix.edits)
    assert edits
    return apply_edits(text, edits)


def refused(text: str, at: str, title: str, name: str = "", files: dict[str, str] = FILES) -> str:
    """Why one of these cannot be chosen."""
    fix = offered(text, at, name, files)[title]
    assert fix.refusal and not fix.edits
    return fix.refusal


def result(text: str, name: str = "", files: dict[str, str] = FILES) -> object:
    report = analyse(text, files, name)
    assert report.ok, report.errors
    return report.outcome


def edit(old: str, new: str, **more: object) -> dict[str, object]:
    return {"file_path": "a.txt", "old_string": old, "new_string": new, **more}


# ---- drop in lists, lines and fences
LISTED = """
    [
      {"file_path": "a.txt", "old_string": "line 11", "new_string": "eleven"},
      {"file_path": "b.txt", "old_string": "line 12", "new_string": "twel\\u0076e"},
      {"file_path": "a.txt", "old_string": "line 13", "new_string": "13 \\"x\\""}
    ]
"""


@pytest.mark.parametrize("at", [0, 1, 2])
def test_drop_an_entry_of_a_list(at: int) -> None:
    text = trim(LISTED)
    rows = [row.rstrip(",") for row in text.split("\n")[1:4]]
    left = [row for number, row in enumerate(rows) if number != at]
    assert chosen(text, f"line 1{at + 1}", DROP) == "[\n" + ",\n".join(left) + "\n]\n"


def test_drop_one_of_two_twice_leaves_a_list() -> None:
    text = '[{"path":"a.txt","old_str":"line 11","new_str":"x"},{"path":"a.txt","old_str":"line 12","new_str":"y"}]'
    assert chosen(text, "line 12", DROP) == f"{text[: text.index(',{')]}]"
    assert (
        refused(f"{text[: text.index(',{')]}]", "line 11", DROP)
        == "nothing would be left of the patch"
    )


def test_drop_one_of_the_edits_of_a_call() -> None:
    edits = [{"old_string": f"line {n}", "new_string": f"{n}é"} for n in (11, 12, 13)]
    for indent in (None, 2):
        call = {
            "type": "tool_use",
            "name": "MultiEdit",
            "input": {"file_path": "a.txt", "edits": edits},
        }
        text = json.dumps(call, indent=indent)
        for at in range(3):
            call["input"]["edits"] = [one for number, one in enumerate(edits) if number != at]  # type: ignore[index]
            assert chosen(text, f"line 1{at + 1}", DROP) == json.dumps(call, indent=indent)


def test_drop_all_edits_of_one_call_of_several() -> None:
    text = trim("""
        {"file_path": "a.txt", "edits": [{"old_string": "line 11", "new_string": "x"}]}
        {"file_path": "b.txt", "old_string": "line 12", "new_string": "y"}
    """)
    assert chosen(text, "line 11", DROP) == text.split("\n")[1] + "\n"
    assert chosen(text, "line 12", DROP) == text.split("\n")[0] + "\n"


def test_drop_an_edit_in_a_string() -> None:
    """Three levels of escapes: the list is a string, in arguments that are one."""
    edits = [{"old_string": f"line {n}", "new_string": f'"{n}"\n'} for n in (11, 12)]

    def call(edits: list[dict[str, str]]) -> str:
        arguments = json.dumps({"file_path": "a.txt", "edits": json.dumps(edits)})
        return json.dumps({"function": {"name": "MultiEdit", "arguments": arguments}})

    assert chosen(call(edits), "line 11", DROP) == call(edits[1:])
    assert chosen(call(edits), "line 12", DROP) == call(edits[:1])


def test_a_fence_goes_with_the_only_call_in_it() -> None:
    first, second = (json.dumps(edit(f"line {n}", "x")) for n in (11, 12))
    text = f"First:\n\n```json\n{first}\n```\n\nThen:\n\n```json\n{second}\n```\n"
    assert chosen(text, "line 11", DROP) == f"First:\n\n\nThen:\n\n```json\n{second}\n```\n"
    both = f"```json\n{first}\n{second}\n```\n"
    assert chosen(both, "line 12", DROP) == f"```json\n{first}\n```\n"


def test_a_row_of_a_log_goes_with_its_call() -> None:
    first, second = (json.dumps(edit(f"line {n}", "x")) for n in (11, 12))
    text = f"INFO 12:00 call: {first}\nINFO 12:01 call: {second}\n"
    assert chosen(text, "line 11", DROP) == f"INFO 12:01 call: {second}\n"


def test_drop_a_call_written_as_xml() -> None:
    def call(old: str) -> str:
        rows = (("file_path", "a.txt"), ("old_string", old), ("new_string", "<x>"))
        inside = "".join(f'<parameter name="{key}">{text}</parameter>\n' for key, text in rows)
        return f'<invoke name="Edit">\n{inside}</invoke>\n'

    assert chosen(call("line 11") + call("line 12"), "line 11", DROP) == call("line 12")
    pair = "<old_text>line {0}</old_text><new_text>x</new_text>\n"
    text = f'<edits path="a.txt">\n{pair.format(11)}{pair.format(12)}</edits>\n'
    after = f'<edits path="a.txt">\n{pair.format(12)}</edits>\n'
    assert chosen(text, "line 11", DROP) == after


def test_drop_a_patch_in_a_call() -> None:
    def call(number: int) -> str:
        hunk = f"@@\n-line {number}\n+x\n"
        patch = f"*** Begin Patch\n*** Update File: a.txt\n{hunk}*** End Patch"
        return json.dumps({"input": patch})

    text = f"[{call(11)}, {call(12)}]\n"
    assert chosen(text, "line 11", DROP) == f"[{call(12)}]\n"


def test_drop_a_new_file_beside_calls() -> None:
    call = json.dumps(edit("line 11", "x"))
    text = f"{call}\n\nnew.txt\n```\none\n```\n"
    assert chosen(text, "one", DROP) == f"{call}\n\n"
    assert chosen(text, "line 11", DROP) == "\nnew.txt\n```\none\n```\n"


def test_an_envelope_and_its_fence_go_with_all_that_is_in_them() -> None:
    hunk = "*** Update File: a.txt\n@@\n-line 11\n+x\n"
    new = "new.txt\n```\none\n```\n"
    text = f"First:\n\n```\n*** Begin Patch\n{hunk}*** End Patch\n```\n\n{new}"
    assert chosen(text, "line 11", DROP) == f"First:\n\n\n{new}"


def test_what_another_part_builds_on_is_not_dropped() -> None:
    text = json.dumps([edit("line 11", "eleven"), edit("eleven", "11")])
    assert refused(text, "line 11", DROP) == "the other parts would not do the same without it"


def test_all_that_are_applied_are_dropped_at_once() -> None:
    edits = [{"old_string": f"line {n}", "new_string": f"<{n}>"} for n in (11, 12, 13, 14)]
    files = {"a.txt": FILE.replace("line 11", "<11>").replace("line 14", "<14>")}
    text = json.dumps({"file_path": "a.txt", "edits": edits})
    after = json.dumps({"file_path": "a.txt", "edits": edits[1:3]})
    assert chosen(text, "line 12", "Drop the 2 parts applied already", files=files) == after


# ---- split a string edit
BOTH = edit("line 12\nline 13\nline 14\nline 15", "line 12\n<13>\nline 14\n<15>")


def test_split_a_string_edit() -> None:
    halves = (("line 12\nline 13", "line 12\n<13>"), ("line 14\nline 15", "line 14\n<15>"))
    after = [edit(*half) for half in halves]
    text = json.dumps(BOTH) + "\n"
    split = chosen(text, "line 14", SPLIT)
    assert split == f"{json.dumps(after[0])}\n{json.dumps(after[1])}\n"
    assert result(split) == result(text)
    listed = json.dumps([BOTH, edit("line 30", "x")], indent=2)
    assert json.loads(chosen(listed, "line 14", SPLIT)) == [*after, edit("line 30", "x")]


@pytest.mark.parametrize("indent", [None, 2])
def test_split_one_of_the_edits_of_a_call(indent: int | None) -> None:
    """Keys, spelling of characters and layout stay."""
    pair = {"old_string": BOTH["old_string"], "new_string": BOTH["new_string"]}
    text = json.dumps({"file_path": "a.txt", "edits": [pair]}, indent=indent)
    text = text.replace("<13>", "\\u003c13>")
    split = chosen(text, "line 14", SPLIT)
    assert "\\u003c13>" in split and result(split) == result(text)
    first, second = json.loads(split)["edits"]
    assert first == {"old_string": "line 12\nline 13", "new_string": "line 12\n<13>"}
    assert second == {"old_string": "line 14\nline 15", "new_string": "line 14\n<15>"}
    if indent:
        assert split.count("\n") == text.count("\n") + 4


def test_split_through_every_level_of_escapes() -> None:
    arguments = json.dumps({"file_path": "a.txt", "edits": json.dumps([BOTH])})
    text = json.dumps({"function": {"name": "MultiEdit", "arguments": arguments}})
    split = chosen(text, "line 14", SPLIT)
    edits = json.loads(json.loads(json.loads(split)["function"]["arguments"])["edits"])
    assert [one["old_string"] for one in edits] == ["line 12\nline 13", "line 14\nline 15"]
    assert result(split) == result(text)


def test_the_letter_of_an_escaped_line_break_belongs_to_the_line_behind() -> None:
    """Where editors see the start of a word: `\\nline 14`."""
    text = json.dumps(BOTH)
    assert chosen(text, "nline 14", SPLIT) == chosen(text, "line 14", SPLIT)
    assert refused(text, "\\nline 14", SPLIT) == "all that changes is on one side of this row"


def test_split_at_a_row_of_the_new_text() -> None:
    text = json.dumps(BOTH)
    at = text.index("line 14", text.index("new_string"))
    marked = text[at : at + 20]
    assert chosen(text, marked, SPLIT) == chosen(text, "line 14", SPLIT)


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ("line 3\nline 4\n", "<3>\n<4>\n", "line 4"),  # stands in longer lines, too
        ("line 12\nline 13", "<12>", "line 13"),  # nothing takes the place of the second
        ("line 12\nline 13\n", "<13>\n", "line 13"),
        ("line 12\r\nline 13\r\n", "<12>\r\n<13>\r\n", "line 13"),
        ("12\nline 13\nli", "a\nb\nc", "line 13"),  # less than whole lines
    ],
)
def test_what_each_half_does_is_tried_out(old: str, new: str, at: str) -> None:
    text = json.dumps([edit(old, new)])
    split = chosen(text, at, SPLIT)
    assert len(json.loads(split)) == 2
    assert result(split) == result(text)


def test_why_a_string_edit_cannot_be_split() -> None:
    one_sided = "all that changes is on one side of this row"
    assert refused(json.dumps(BOTH), "line 13", SPLIT) == one_sided
    files = {"a.txt": "x\nb\n" * 2 + "a\nx\nb\n"}
    text = json.dumps(edit("a\nx\nb", "A\ny\nB"))
    reason = "the two halves would not do the same, or not be found"
    assert refused(text, "b", SPLIT, files=files) == reason
    assert SPLIT not in offered(json.dumps([edit("line 12", "x"), edit("line 14", "x")]), "line 12")


def test_split_a_call_written_as_xml() -> None:
    text = '<edits path="a.txt">\n<old_text line=12>{old}</old_text>\n<new_text>{new}</new_text>\n</edits>\n'
    text = text.format(old=BOTH["old_string"], new=BOTH["new_string"])
    split = chosen(text, "line 14", SPLIT)
    assert split == trim("""
        <edits path="a.txt">
        <old_text line=12>line 12
        line 13</old_text>
        <new_text>line 12
        <13></new_text>
        <old_text line=14>line 14
        line 15</old_text>
        <new_text>line 14
        <15></new_text>
        </edits>
    """)
    assert result(split) == result(text)


# ---- split two texts between markers
def test_a_block_is_split_with_all_that_is_around_it() -> None:
    block = "a.txt\n```py\n<<<<<<< SEARCH\n:start_line:{}\n-------\n{}\n=======\n{}\n>>>>>>> REPLACE\n```\n"
    text = block.format(12, BOTH["old_string"], BOTH["new_string"])
    first = block.format(12, "line 12\nline 13", "line 12\n<13>")
    second = block.format(14, "line 14\nline 15", "line 14\n<15>")
    assert chosen(text, "line 14", SPLIT, "p.md") == f"{first}\n{second}"
    assert chosen(text, "line 14\n<15>", SPLIT, "p.md") == f"{first}\n{second}"


# ---- split a modification of ap
AP = """
    version: "2.0"
    changes:
      - file_path: "a.py"
        modifications:
          # both at once
          - action: REPLACE
            anchor: |
              class A:
            snippet: |
              def f(self):
                  return 1
              def g(self):
                  return 2
            content: |
              def f(self):
                  return 10
              def g(self):
                  return 20
"""
PY = {"a.py": "class A:\n    def f(self):\n        return 1\n    def g(self):\n        return 2\n"}


@pytest.mark.parametrize("at", ["def g(self):", "def g(self):\n              return 20"])
def test_split_a_modification(at: str) -> None:
    text = trim(AP)
    after = trim("""
        version: "2.0"
        changes:
          - file_path: "a.py"
            modifications:
              # both at once
              - action: REPLACE
                anchor: |
                  class A:
                snippet: |
                  def f(self):
                      return 1
                content: |
                  def f(self):
                      return 10
              - action: REPLACE
                anchor: |
                  class A:
                snippet: |
                  def g(self):
                      return 2
                content: |
                  def g(self):
                      return 20
    """)
    assert chosen(text, at, SPLIT, "p.ap", PY) == after
    assert result(after, "p.ap", PY) == result(text, "p.ap", PY)


def test_a_half_that_begins_deeper_is_put_in_less_deep() -> None:
    text = trim("""
        version: "2.0"
        changes:
          - file_path: "a.py"
            modifications:
              - action: REPLACE
                snippet: |
                  def f(self):
                      return 1
                content: |
                  def F(self):
                      x = 1
                      return x
    """)
    split = chosen(text, "return 1", SPLIT, "p.ap", PY)
    assert "snippet: |2\n              return 1\n        content: |\n          x = 1\n" in split
    assert result(split, "p.ap", PY) == result(text, "p.ap", PY)


def test_split_a_deletion() -> None:
    text = trim("""
        version: "2.0"
        changes:
          - file_path: "a.py"
            modifications:
              - action: DELETE
                snippet: |
                  def f(self):
                      return 1
                  def g(self):
                      return 2
    """)
    split = chosen(text, "def g", SPLIT, "p.ap", PY)
    assert split.count("action: DELETE") == 2
    assert result(split, "p.ap", PY) == result(text, "p.ap", PY)


def test_blank_lines_at_the_cut() -> None:
    files = {"a.py": "a = 1\n\nb = 2\n"}
    text = trim("""
        version: "2.0"
        changes:
          - file_path: "a.py"
            modifications:
              - action: REPLACE
                snippet: |
                  a = 1

                  b = 2
                content: |
                  a = 10

                  b = 20
    """)
    split = chosen(text, "b = 2", SPLIT, "p.ap", files)
    assert result(split, "p.ap", files) == result(text, "p.ap", files)


def test_why_a_modification_cannot_be_split() -> None:
    text = trim(AP)
    assert refused(text, "class A", SPLIT, "p.ap", PY) == "the cursor is not on a row of its texts"
    inserted = text.replace("REPLACE", "INSERT_AFTER")
    reason = "only a REPLACE or DELETE of one snippet can be split"
    assert refused(inserted, "return 1", SPLIT, "p.ap", PY) == reason
