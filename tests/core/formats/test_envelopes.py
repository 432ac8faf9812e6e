"""Patches inside JSON and commands: what is read out of them, and where in the JSON a problem is shown and a fix is written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from patchsight.core import formats
from patchsight.core.fixes import find_fixes
from patchsight.core.formats.registry import V4A
from patchsight.core.model.report import Report
from patchsight.core.text.buffer import Span
from patchsight.core.text.edits import Edit, apply_edits
from patchsight.core.text.traced import write_out
from patchsight.lsp.positions import Codec
from support.check import answer, changed
from support.fixing import trial_of

BEFORE = {"src/app.py": 'name = "é"\nsize = 1\nlast = 2\n'}
AFTER = {"src/app.py": 'name = "é"\nsize = 3\nlast = 2\n'}
HUNK = '@@\n name = "é"\n-size = 1\n+size = 3\n'
PATCH = f"*** Begin Patch\n*** Update File: src/app.py\n{HUNK}*** End Patch\n"
LOWER = PATCH.replace("src/", "")
DIFF = '@@ -1,3 +1,3 @@\n name = "é"\n-size = 1\n+size = 3\n last = 2\n'


def shell(script: str) -> dict[str, Any]:
    return {"command": ["bash", "-lc", script]}


def operation(kind: str, **more: str) -> dict[str, Any]:
    return {
        "type": "apply_patch_call",
        "operation": {"type": kind, "path": "src/app.py", **more},
    }


def read(value: object, files: dict[str, str] | None = None) -> Report:
    text = value if isinstance(value, str) else json.dumps(value)
    return answer(text, BEFORE if files is None else files)


def told(report: Report) -> list[tuple[str, str]]:
    """The errors and warnings, and the characters that the user sees them at."""
    buffer = report.patch.buffer
    return [
        (problem.code, buffer.outer.text[slice(*buffer.shown(problem.span))])
        for problem in report.problems
        if problem.severity <= 2
    ]


@pytest.mark.parametrize(
    "value",
    [
        {"input": PATCH},
        {"patch": PATCH},
        {"patchText": PATCH},
        {"diff": f"--- a/src/app.py\n+++ b/src/app.py\n{DIFF}"},
        {"path": "src/app.py", "diff": DIFF},
        {"diff": DIFF, "path": "src/app.py"},
        {"path": "src/app.py", "diff": f"--- a/src/app.py\n+++ b/src/app.py\n{DIFF}"},
        {"path": "/work/src/app.py", "diff": PATCH},
        {"path": "./src/app.py", "diff": PATCH},
        {"command": ["apply_patch", PATCH]},
        {"command": ["apply_patch", LOWER], "workdir": "src"},
        {
            "type": "local_shell_call",
            "action": {"command": ["apply_patch", LOWER], "working_directory": "src"},
        },
        {"input": LOWER, "workdir": "src"},
        {"path": "app.py", "diff": DIFF, "cwd": "src"},
        ["apply_patch", PATCH],
        ["bash", "-lc", f"cd src && apply_patch <<'EOF'\n{LOWER}EOF\n"],
        {"command": f"apply_patch <<'EOF'\n{PATCH}EOF\n"},
        shell(f"apply_patch <<'EOF'\n{PATCH}EOF"),
        shell(f"cd src && apply_patch <<EOF\n{LOWER}EOF\n"),
        {"type": "custom_tool_call", "name": "apply_patch", "call_id": "1", "input": PATCH},
        {"type": "function_call", "name": "apply_patch", "arguments": json.dumps({"input": PATCH})},
        {
            "type": "function_call",
            "name": "shell",
            "arguments": json.dumps({"command": ["apply_patch", PATCH]}),
        },
        {"name": "apply_patch", "arguments": json.dumps(json.dumps({"input": PATCH}))},
        {"type": "response_item", "payload": {"type": "custom_tool_call", "input": PATCH}},
        [{"input": PATCH}],
        operation("update_file", diff=HUNK),
        operation("update_file", diff=HUNK.removesuffix("\n")),
        operation("update_file", diff=PATCH),
        {"operations": [operation("update_file", diff=HUNK)["operation"]]},
        f"2026-03-01 12:00:00 INFO call {json.dumps({'input': PATCH})}\n",
        f'{{"type": "message", "text": "hello"}}\n{json.dumps({"input": PATCH})}\n',
        f"Here it is:\n\n```json\n{json.dumps({'input': PATCH}, indent=2)}\n```\n",
        json.dumps({"input": PATCH}, ensure_ascii=False),
        json.dumps({"input": PATCH}).replace("}", ",}"),
        json.dumps({"input": PATCH}).replace("\\n", "\n"),
    ],
)
def test_a_patch_is_read_out_of_what_it_came_in(value: object) -> None:
    report = read(value)
    assert report.ok, told(report)
    assert changed(report) == AFTER
    assert report.patch.wrapped_in


def test_operations_make_and_delete_files() -> None:
    made = {"type": "create_file", "path": "new file.txt", "diff": "+one\n+two\n"}
    gone = {"type": "delete_file", "path": "old.txt"}
    report = read({"operations": [made, gone]}, {"old.txt": "x\n"})
    assert changed(report) == {"new file.txt": "one\ntwo\n", "old.txt": None}


# ---- what is refused
@pytest.mark.parametrize(
    ("value", "code"),
    [
        (shell(f"rm -rf build && apply_patch <<'EOF'\n{PATCH}EOF"), "unsupported_command"),
        (shell(f"apply_patch <<'EOF'\n{PATCH}EOF\nmake"), "unsupported_command"),
        (["bash", "-lc", f"make && apply_patch <<'EOF'\n{PATCH}EOF"], "unsupported_command"),
        ({"command": ["python", "apply_patch.py", PATCH]}, "unsupported_command"),
        (shell(f"apply_patch <<'EOF'\n{PATCH}"), "truncated_patch"),
        (shell(f"cd ../other && apply_patch <<'EOF'\n{LOWER}EOF"), "path_escape"),
        ({"command": ["apply_patch", LOWER], "workdir": "/elsewhere"}, "path_escape"),
        ({"input": PATCH, "patch": LOWER}, "conflicting_keys"),
        (operation("update_file"), "missing_key"),
        ({"operation": {"type": "update_file", "diff": HUNK}}, "missing_key"),
        (operation("update_file", diff=LOWER), "conflicting_paths"),
        (operation("update_file", diff="*** Delete File: other.py\n"), "conflicting_paths"),
        (operation("create_file", diff=PATCH), "conflicting_paths"),
        (operation("create_file", diff="+one\ntwo\n"), "invalid_hunk_line"),
        ({"path": "other.py", "diff": PATCH}, "conflicting_paths"),
        (
            {"path": "other.py", "diff": f"--- a/src/app.py\n+++ b/src/app.py\n{DIFF}"},
            "conflicting_paths",
        ),
        (
            {"operation": {"type": "delete_file", "path": "x\n*** Delete File: src/app.py"}},
            "path_escape",
        ),
        ({"input": PATCH.replace("*** End Patch\n", "")}, "truncated_patch"),
        (json.dumps({"input": PATCH})[:-30], "truncated_patch"),
        (json.dumps({"input": PATCH}).replace('"input"', "'input'"), "no_patch"),
        (json.dumps({"input": PATCH, "x": 1}).replace("1}", "True}"), "invalid_json"),
        (json.dumps({"input": PATCH}).replace("size", "\\ud800"), "invalid_json"),
        ({"input": 7}, "wrong_type"),
    ],
)
def test_what_cannot_be_carried_out_as_it_is_written_is_refused(value: object, code: str) -> None:
    report = read(value)
    assert not report.ok
    assert code in [found for found, _ in told(report)]


def test_where_a_call_has_the_paths_start_is_named() -> None:
    report = read({"command": ["apply_patch", LOWER], "workdir": "/elsewhere"})
    [told] = [one.message for one in report.errors]
    assert told == (
        "The path `app.py`, read as `/elsewhere/app.py`, is not allowed: it is absolute (it starts with `/`)."
    )


@pytest.mark.parametrize(
    ("command", "goes"),
    [
        ("patch -p1", True),
        ("git apply --3way -", True),
        ("cat > fix.patch", True),
        ("patch -R -p1", False),
        ("patch -p1 --dry-run", False),
        ("patch -d other -p1", False),
        ("patch other/app.py", False),
        ("git apply --reverse", False),
        ("git apply --directory=other", False),
        ("git -C other apply", False),
    ],
)
def test_other_programs_that_are_given_a_patch_must_apply_it_here(command: str, goes: bool) -> None:
    report = read(f"{command} <<'EOF'\n--- a/src/app.py\n+++ b/src/app.py\n{DIFF}EOF\n")
    assert [code for code, _ in told(report)] == ([] if goes else ["unsupported_command"])
    assert not goes or changed(report) == AFTER


@pytest.mark.parametrize(
    ("above", "patch", "goes"),
    [
        ("cd src\n", LOWER, True),
        ("cd src\n\n", LOWER, True),
        ("cd src\nls\n", PATCH, False),
        ("```sh\ncd src\n# now\n", PATCH, False),
        ("```sh\nls\n", PATCH, True),
    ],
)
def test_a_command_above_that_goes_elsewhere_counts(above: str, patch: str, goes: bool) -> None:
    report = read(f"{above}apply_patch <<'EOF'\n{patch}EOF\n")
    assert [code for code, _ in told(report)] == ([] if goes else ["unsupported_command"])
    assert not goes or changed(report) == AFTER


def test_a_call_whose_result_stands_below_it_is_history() -> None:
    call = {"type": "custom_tool_call", "call_id": "7", "name": "apply_patch", "input": PATCH}
    result = {"type": "custom_tool_call_output", "call_id": "7", "output": "Done"}
    report = read(f"{json.dumps(call)}\n{json.dumps(result)}\n")
    assert not report.ok
    assert [problem.code for problem in report.problems] == ["no_patch", "ignored_call"]


def test_json_without_a_patch_is_none() -> None:
    for value in ({"patch": "1.2.3", "input": "x"}, {"diff": "a\nb\n"}, ["apply_patch"], {"a": 1}):
        assert formats.recognise(json.dumps(value)) is None


def test_a_call_that_cannot_be_read_is_still_one() -> None:
    for value in (
        shell(f"rm -rf build && apply_patch <<'EOF'\n{PATCH}EOF"),
        operation("update_file"),
        {"input": PATCH.replace("size", "\x00")},
    ):
        assert formats.recognise(json.dumps(value)) is V4A


def test_a_patch_that_changes_json_is_no_json() -> None:
    patch = '--- a/x.json\n+++ b/x.json\n@@ -1 +1 @@\n-{"input": "a"}\n+{"input": "b"}\n'
    assert changed(answer(patch, {"x.json": '{"input": "a"}\n'})) == {"x.json": '{"input": "b"}\n'}


# ---- positions
def test_a_problem_is_shown_on_the_characters_of_the_json() -> None:
    wrong = PATCH.replace("name =", "nam =")
    assert told(read({"input": wrong})) == [("context_not_found", r"nam = \"\u00e9\"")]
    twice = {"arguments": json.dumps({"input": wrong})}
    assert told(read(twice)) == [("context_not_found", r"nam = \\\"\\u00e9\\\"")]
    assert told(read(operation("update_file", diff=HUNK.replace("name =", "nam =")))) == [
        ("context_not_found", r"nam = \"\u00e9\"")
    ]


def test_a_path_is_shown_where_the_json_names_it() -> None:
    report = read({"operation": {"type": "delete_file", "path": "../x"}})
    assert told(report) == [("path_escape", "../x")]


def test_ranges_and_offsets_go_through_the_escapes() -> None:
    text = '{\n "input": "*** Begin Patch\\n*** Delete File: \\ud83d\\ude00.txt\\n*** End Patch"}'
    patch, codec = formats.parse(text), Codec("utf-16")
    place = codec.range(patch.buffer, patch.files[0].path.span)
    line = text.split("\n")[1]
    assert (place.start.line, place.end.line) == (1, 1)
    assert line[place.start.character : place.end.character] == "\\ud83d\\ude00.txt"
    assert codec.offset(patch.buffer, place.start) == patch.files[0].path.span.start
    assert codec.offset(patch.buffer, place.end) == patch.files[0].path.span.end


@pytest.mark.parametrize("levels", [1, 2])
def test_a_fix_is_written_with_escapes(levels: int) -> None:
    bare = PATCH.replace(" name", "name").replace("src/app", "a/src/app")
    value: object = {"input": bare}
    for _ in range(levels - 1):
        value = {"arguments": json.dumps(value)}
    text = json.dumps(value)
    for code, written in (("missing_space_prefix", " name"), ("diff_prefix", " src/app")):
        trial = trial_of(text, BEFORE, "x.json")
        problem = next(problem for problem in trial.report.problems if problem.code == code)
        (fix, *_) = find_fixes(trial, problem)
        edits = write_out(trial.buffer, fix.edits)
        assert edits is not None
        text = apply_edits(text, edits)
        assert written in text
    decoded = json.loads(text)
    while "input" not in decoded:
        decoded = json.loads(decoded["arguments"])
    assert decoded["input"] == PATCH


def test_a_fix_that_would_change_what_stands_nowhere_is_not_made() -> None:
    buffer = formats.parse(json.dumps(operation("update_file", diff=HUNK))).buffer
    head = Span(0, len("*** Begin Patch"))
    assert write_out(buffer, [Edit(head, "")]) is None


# ---- what reads like a call in the content of a patch
EDIT = {"file_path": "b.py", "old_string": "x = 1", "new_string": "x = 2"}
CALLS = {
    "JSON": json.dumps({"name": "Edit", "input": EDIT}),
    "XML": '<invoke name="Edit">'
    + "".join(f'<parameter name="{key}">{value}</parameter>' for key, value in EDIT.items())
    + "</invoke>",
}


@pytest.mark.parametrize(
    "patch",
    [
        "*** Begin Patch\n*** Update File: a.txt\n@@\n a\n-b\n+{}\n*** End Patch\n",
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+{}\n",
        "a.txt\n<<<<<<< SEARCH\nb\n=======\n{}\n>>>>>>> REPLACE\n",
    ],
    ids=["v4a", "unified", "searchreplace"],
)
@pytest.mark.parametrize("order", ["{0}\nAnd:\n\n{1}\n", "{1}\n\nAnd:\n\n{0}"])
@pytest.mark.parametrize("inner", CALLS)
@pytest.mark.parametrize("outer", CALLS)
def test_a_call_in_the_content_of_a_patch_is_content_though_another_stands_beside_it(
    outer: str, inner: str, order: str, patch: str
) -> None:
    content = CALLS[inner].replace("b.py", "c.py")
    text = order.format(patch.format(content), CALLS[outer])
    report = read(text, {"a.txt": "a\nb\n", "b.py": "x = 1\n", "c.py": "x = 1\n"})
    assert report.ok
    assert changed(report) == {"a.txt": f"a\n{content}\n", "b.py": "x = 2\n"}
