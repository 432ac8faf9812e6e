"""String edits: what is read out of the calls of edit tools, and on which characters of them a problem is shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from patchsight.core import formats
from patchsight.core.formats.completion import complete
from patchsight.core.formats.registry import STRINGEDIT
from patchsight.core.formats.tokens import find_tokens
from patchsight.core.formats.tool import define_tool
from patchsight.core.model.patch import Op, Options, Patch
from patchsight.core.model.report import Report
from support.check import REFUSED, answer, changed, check, codes

FILES = {"a.py": 'name = "é"\nsize = 1\nlast = 2\n'}
AFTER = {"a.py": 'name = "é"\nsize = 3\nlast = 2\n'}
EDIT = {"file_path": "a.py", "old_string": "size = 1", "new_string": "size = 3"}
OLD, NEW = 'name = "é"\nsize = 1\n', 'name = "é"\nsize = 3\n'


def tool(name: str, arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": "1", "name": name, "input": arguments}


def read(value: object, files: dict[str, str] | None = None, agent: str = "none") -> Report:
    text = value if isinstance(value, str) else json.dumps(value)
    return answer(text, FILES if files is None else files, options=Options(agent=agent))


def told(report: Report) -> list[tuple[str, str]]:
    """The problems, and the characters that the user sees them at."""
    buffer = report.patch.buffer
    return [
        (problem.code, buffer.outer.text[slice(*buffer.shown(problem.span))])
        for problem in report.problems
    ]


def xml(**parameters: str) -> str:
    rows = [f'<parameter name="{key}">{text}</parameter>' for key, text in parameters.items()]
    return "\n".join(['<invoke name="Edit">', *rows, "</invoke>", ""])


# ---- whose call it is
@pytest.mark.parametrize(
    "value",
    [
        EDIT,
        {"path": "a.py", "old_str": "size = 1", "new_str": "size = 3"},
        {"filePath": "a.py", "oldString": "size = 1", "newString": "size = 3", "explanation": "x"},
        {"relative_path": "a.py", "old_text": "size = 1", "new_text": "size = 3"},
        {"target_file": "a.py", "oldText": "size = 1", "newText": "size = 3"},
        {"file": "a.py", "search": "size = 1", "replace": "size = 3"},
        {"command": "str_replace", "path": "a.py", "old_str": "size = 1", "new_str": "size = 3"},
        {"file_path": "a.py", "edits": [{"old_string": "size = 1", "new_string": "size = 3"}]},
        {"file_path": "a.py", "edits": json.dumps([{"old_string": "1", "new_string": "3"}])},
        {"replacements": [EDIT], "explanation": "why"},
        {"changes": [EDIT]},
        tool("Edit", EDIT),
        tool("Edit", json.dumps(EDIT)),
        {"type": "function_call", "name": "edit", "arguments": json.dumps(EDIT)},
        {"functionCall": {"name": "replace", "args": EDIT}},
        {"tool_calls": [{"function": {"name": "edit", "arguments": json.dumps(EDIT)}}]},
        {"role": "assistant", "content": [{"type": "text", "text": "so"}, tool("Edit", EDIT)]},
        {"payload": {"name": "edit", "parameters": EDIT}},
        {"payload": json.dumps({"arguments": json.dumps(EDIT)})},
        json.dumps(json.dumps(EDIT)),
        [EDIT],
        f'{{"type": "message", "text": "hello"}}\n{json.dumps(EDIT)}\n',
        f"2026-03-01 12:00:00 INFO edit args={json.dumps(EDIT)}\n",
        f"I change it:\n\n```json\n{json.dumps(EDIT, indent=2)}\n```\n\nDone.\n",
        f"\ufeff{json.dumps(EDIT)}",
        xml(file_path="a.py", old_string="size = 1", new_string="size = 3"),
        xml(file_path="a.py", edits=json.dumps([{"old_string": "1", "new_string": "3"}])),
        "<edits>\n<path>a.py</path>\n<old_text line=2>size = 1</old_text>\n<new_text>size = 3</new_text>\n</edits>\n",
    ],
)
def test_an_edit_is_read_out_of_the_call_it_is(value: object) -> None:
    report = read(value)
    assert report.ok, told(report)
    assert changed(report) == AFTER
    assert report.patch.format is STRINGEDIT


def ops(value: object) -> list[tuple[Op, str]]:
    patch = formats.parse(value if isinstance(value, str) else json.dumps(value))
    return [(change.op, change.path.raw) for change in patch.files]


def test_a_tool_or_a_command_says_whether_a_file_is_made_or_written_anew() -> None:
    content = {"file_path": "b.py", "content": "x\n"}
    assert ops(content) == ops(tool("create_file", content)) == [(Op.CREATE, "b.py")]
    assert ops({"command": "create", "path": "b.py", "file_text": "x\n"}) == [(Op.CREATE, "b.py")]
    assert ops(EDIT | {"old_string": ""}) == [(Op.CREATE, "a.py")]
    for name in ("Write", "write", "write_file", "write_to_file"):
        assert ops(tool(name, content)) == [(Op.REPLACE, "b.py")]
    assert ops(tool("save_note", content)) == []


def test_one_answer_may_mix_kinds_and_is_carried_out_in_order() -> None:
    wrapped = "*** Begin Patch\n*** Update File: a.py\n@@\n-last = 2\n+last = 4\n*** End Patch\n"
    calls = [
        tool("Edit", EDIT),
        {"input": wrapped},
        tool("Write", {"file_path": "b.py", "content": "new\n"}),
        EDIT | {"old_string": "size = 3\nlast = 4", "new_string": "size = 5\nlast = 6"},
    ]
    report = read("\n".join(map(json.dumps, calls)))
    assert report.ok, told(report)
    assert changed(report) == {"a.py": 'name = "é"\nsize = 5\nlast = 6\n', "b.py": "new\n"}


def test_a_patch_beside_an_edit_is_read_as_well() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-last = 2\n+last = 4\n*** End Patch\n"
    report = read(f"First:\n\n{patch}\nThen:\n\n```json\n{json.dumps(EDIT)}\n```\n")
    assert changed(report) == {"a.py": 'name = "é"\nsize = 3\nlast = 4\n'}


def test_an_edit_that_a_patch_writes_into_a_file_is_its_content() -> None:
    patch = f"*** Begin Patch\n*** Add File: b.json\n+{json.dumps(EDIT)}\n*** End Patch\n"
    assert changed(read(patch)) == {"b.json": f"{json.dumps(EDIT)}\n"}


def test_a_patch_in_the_texts_of_an_edit_is_their_content() -> None:
    diff = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"
    text = xml(file_path="n.md", old_string=diff, new_string="none\n")
    assert changed(read(text, {"n.md": f"see\n{diff}"})) == {"n.md": "see\nnone\n"}


# ---- what is no edit
@pytest.mark.parametrize(
    "text",
    [
        '{"name": "x", "version": "1.0.0", "files": ["a"], "scripts": {"test": "b"}}',
        '{"search": "a", "replace": "b"}',
        '{"url": "https://a.b/c", "content": "x"}',
        '{"path": "https://a.b/c", "content": "x", "sha": "1"}',
        '{"path": "home", "text": "Home"}',
        '{"command": "ls", "path": "x"}',
        '{"edits": [], "changes": [1, 2]}',
        '{"compilerOptions": {}, // so\n "files": ["a"]}',
        "[1, 2]",
        "[]",
        "42",
        "I will now edit the file.",
    ],
)
def test_json_in_which_no_edit_is_found_gets_no_word(text: str) -> None:
    assert formats.recognise(text) is None
    assert codes(answer(text, {})) == ["no_patch"]


@pytest.mark.parametrize("name", ["", "call.stringedit"])
def test_calls_that_change_nothing_are_named_where_nothing_else_is_there(name: str) -> None:
    """In an editor they get no word, unless the file is called after a patch."""
    for call in (
        tool("Bash", {"command": "ls -la"}),
        [tool("Read", {"file_path": "a.py"})],
        {"command": "view", "path": "a.py"},
    ):
        text = json.dumps(call)
        assert formats.recognise(text, name) is (STRINGEDIT if name else None)
        assert sorted(codes(answer(text, {}, name=name))) == ["ignored_call", "no_patch"]


def test_a_call_that_was_answered_is_history() -> None:
    answered = [
        [tool("Edit", EDIT), {"type": "tool_result", "tool_use_id": "1", "content": "ok"}],
        [
            {"functionCall": {"name": "replace", "args": EDIT}},
            {"functionResponse": {"name": "replace", "response": {"output": "ok"}}},
        ],
        [
            {"tool_calls": [{"id": "7", "function": {"name": "e", "arguments": json.dumps(EDIT)}}]},
            {"role": "tool", "tool_call_id": "7", "content": "ok"},
        ],
        f"{xml(**EDIT)}<function_results>\nok\n</function_results>\n",
    ]
    for value in answered:
        report = read(value)
        assert sorted(codes(report)) == ["ignored_call", "no_patch"]
        assert report.patch.format is STRINGEDIT


def test_calls_that_only_look_are_ignored() -> None:
    view = {"command": "view", "path": "a.py"}
    report = read([view, tool("Bash", {"command": "ls"}), EDIT])
    assert changed(report) == AFTER
    assert codes(report) == ["ignored_call", "ignored_call"]


# ---- where a problem is shown
def test_the_third_line_of_a_text_is_what_stands_between_two_escapes() -> None:
    check(
        r"""
        {"file_path": "a.py", "old_string": "name = \"\u00e9\"\nsize = 1\nlost = 2", "new_string": ""}
                                                                          ^^^^^^^^ context_not_found
        """,
        FILES,
        REFUSED,
    )


def test_a_string_in_a_string_is_mapped_twice() -> None:
    check(
        r"""
        {"arguments": "{\"path\": \"a.py\", \"old_str\": \"size = \\\"\\u00e9\\\"\", \"new_str\": \"\"}"}
                                                           ^^^^^^^^^^^^^^^^^^^^^^ context_not_found
        """,
        FILES,
        REFUSED,
    )


@pytest.mark.parametrize(
    "patch",
    [
        """
        {"file_path": "a.py", "old_string": "size", "new_string": "x", "old_str": "last"}
                                                                        ^^^^^^^ conflicting_keys
        """,
        """
        {"file_path": "a.py", "old_string": "size", "new_string": "x", "old_string": "size"}
                                                                        ^^^^^^^^^^ duplicate_key
        """,
        """
        {"file_path": "a.py", "old_string": 42, "new_string": "x"}
                                            ^^ wrong_type
        """,
        """
        {"file_path": "a.py", "old_string": ["size"], "new_string": "x"}
                                            ^ wrong_type
        """,
        """
        {"file_path": "a.py", "old_string": "size", "new_string": "x", "replace_all": "yes"}
                                                                                       ^^^ wrong_type
        """,
        """
        {"file_path": "a.py", "old_string": "size", "new_string": "x", "expected_replacements": 0}
                                                                                                ^ wrong_type
        """,
        """
        {"file_path": "a.py", "old_string": "size"}
        ^ missing_key
        """,
        """
        {"file_path": "a.py", "new_string": "size"}
        ^ missing_key
        """,
        """
        {"old_string": "size", "new_string": "x"}
        ^ missing_path
        """,
        """
        {"path": "a.py", "edits": [{"path": "b.py", "oldText": "size", "newText": "x"}]}
                                             ^^^^ conflicting_paths
        """,
        """
        {"command": "insert", "path": "a.py", "new_str": "x"}
                                               ^^^^^^^ missing_key
        """,
        """
        {"command": "undo_edit", "path": "a.py"}
                     ^^^^^^^^^ unsupported_command
        """,
        """
        {"path": "a.py", "insert_line": 1, "new_str": "x"}
                                        ^ ambiguous_position
        """,
        """
        {"file_path": "a.py", "old_string": "", "new_string": ""}
                               ^^^^^^^^^^ invalid_block
        """,
        """
        {"explanation": "x", "filePath": "a.py", "code": "// ...existing code...\\nx = 1"}
                                                          ^^^^^^^^^^^^^^^^^^^^^^ elided_content
        """,
        """
        {"explanation": "x", "filePath": "a.py", "code": "x = 1"}
                                                  ^^^^ unsupported_command
        """,
        """
        {'file_path': 'a.py', 'old_string': 'size', 'new_string': 'x'}
         ^ invalid_json
        """,
        """
        {"file_path": "a.py", "old_string": "size", "new_string": True}
                                                                  ^ invalid_json
        """,
        """
        {"file_path": "a.py", "old_string": "\\ud800", "new_string": "x"}
                                             ^ invalid_json
        """,
        """
        {"file_path": "a.py", "old_string": "\\u0000", "new_string": "x"}
                                             ^ invalid_json
        """,
        """
        {"file_path": "a.py", "old_string": "say "hi"", "new_string": "x"}
                                                  ^ invalid_json
        """,
        """
        {"arguments": "{\\"path\\": \\"a.py\\", \\"old_str\\": 'size', \\"new_str\\": \\"\\"}"}
                                                         ^ invalid_json
        """,
    ],
)
def test_what_is_wrong_is_shown_where_it_stands(patch: str) -> None:
    check(patch, FILES, REFUSED)


def test_a_text_that_breaks_off_is_cut() -> None:
    whole = json.dumps([EDIT, EDIT | {"old_string": "last", "new_string": "x"}])
    for cut in (whole[:-1], whole[:-30], whole[: len(whole) // 2 + 30]):
        report = read(cut)
        assert not report.ok
        assert "truncated_patch" in codes(report)
    assert codes(read(xml(**EDIT).replace("</invoke>", ""))) == ["truncated_patch"]


def test_what_stands_behind_json_that_cannot_be_read_is_still_read() -> None:
    text = f"{{'old_string': 'a'}}\n{json.dumps(EDIT)}\n"
    report = read(text)
    assert [part.state.value for part in report.parts] == ["fits"]
    assert codes(report) == ["invalid_json"]


def test_raw_line_breaks_and_a_comma_too_many_are_read_all_the_same() -> None:
    check(
        """
        {"file_path": "a.py", "old_string": "size = 1	", "new_string": "size = 3",}
                                                     ^ loose_json
        """,
        {"a.py": "size = 1\t\n"},
        {"a.py": "size = 3\n"},
    )


def test_an_unknown_key_is_told_with_the_one_that_is_likely_meant() -> None:
    report = read(EDIT | {"replace_al": True, "explanation": "why", "colour": "red"})
    assert told(report) == [("unknown_key", "replace_al"), ("unknown_key", "colour")]
    assert report.problems[0].data == {"replacement": "replace_all"}
    assert changed(report) == AFTER


# ---- agents
def test_an_agent_settles_what_is_left_open() -> None:
    cut = {"command": "str_replace", "path": "a.py", "old_str": "size = 1\n"}
    assert told(read(cut)) == [("missing_key", "{")]
    report = read(cut, agent="anthropic")
    assert changed(report) == {"a.py": 'name = "é"\nlast = 2\n'}
    assert told(report) == [("missing_key", "old_str")]
    put = {"path": "a.py", "insert_line": 2, "insert_text": "x"}
    assert codes(read(put)) == ["ambiguous_position"]
    assert changed(read(put, agent="cline")) == {"a.py": 'name = "é"\nx\nsize = 1\nlast = 2\n'}
    assert changed(read(put, agent="anthropic")) == {"a.py": 'name = "é"\nsize = 1\nx\nlast = 2\n'}


# ---- for those who look at it
def test_keys_paths_and_values_are_told_apart() -> None:
    text = json.dumps(EDIT | {"replace_all": True, "expected_replacements": 1})
    patch = formats.parse(text)
    words = [
        (text[slice(*patch.buffer.shown(token.span))], token.word.value)
        for token in find_tokens(patch)
    ]
    assert words == [
        ("file_path", "property"),
        ("a.py", "string"),
        ("old_string", "property"),
        ("new_string", "property"),
        ("replace_all", "property"),
        ("true", "enumMember"),
        ("expected_replacements", "property"),
        ("1", "number"),
    ]


def suggested(text: str) -> list[str]:
    """What may be put in at `▮`."""
    offset = text.index("▮")
    report = read(text.replace("▮", ""))
    found = complete(report, report.patch.buffer.hidden(offset), lambda: ["a.py", "src/b.py"])
    return [choice.text for choice in found.choices] if found else []


def test_what_may_stand_between_the_quotes() -> None:
    assert suggested('{"file_path": "▮", "old_string": "x", "new_string": "y"}') == [
        "a.py",
        "src/b.py",
    ]
    commands = ["create", "insert", "str_replace"]
    call = '{"command": "s▮", "path": "a.py", "old_str": "x", "new_str": "y"}'
    assert suggested(call) == commands
    lines = ['name = "é"', "size = 1", "last = 2"]
    assert suggested('{"file_path": "a.py", "old_string": "si▮", "new_string": "y"}') == lines
    assert suggested('{"file_path": "a.py", "old_string": "x", "new_string": "y▮"}') == []


def test_the_words_of_the_format_are_explained() -> None:
    assert STRINGEDIT.meaning("old_string:", 3) is not None
    assert STRINGEDIT.meaning("command: insert", 10) == (
        "insert",
        "Put whole lines in below a line.",
    )
    assert STRINGEDIT.meaning("size = 1", 0) is None


def test_the_tool_is_a_json_schema() -> None:
    anthropic, openai = define_tool("anthropic", STRINGEDIT), define_tool("openai", STRINGEDIT)
    schema = anthropic["input_schema"]
    assert openai["type"] == "function" and openai["parameters"] == schema
    assert schema["required"] == ["file_path", "edits"]
    example = json.loads(STRINGEDIT.guidance().example)
    assert set(example) <= set(schema["properties"])
    assert formats.recognise(json.dumps(example)) is STRINGEDIT


# ---- writing
def test_what_is_written_reads_the_same() -> None:
    calls: list[dict[str, Any]] = [
        EDIT,
        EDIT | {"replace_all": True},
        EDIT | {"expected_replacements": 2},
        {"command": "create", "path": "b.py", "file_text": "x\ny"},
        {"command": "insert", "path": "a.py", "insert_line": 1, "insert_text": "x\n"},
        tool("Write", {"file_path": "a.py", "content": "x\n"}),
        {"file_path": "a.py", "edits": [{"old_string": "a", "new_string": "b\n"}] * 2},
    ]
    for call in calls:
        patch = formats.parse(json.dumps(call))
        again = formats.parse(formats.render(patch))
        assert _said(again) == _said(patch)


def _said(patch: Patch) -> list[object]:
    return [
        (
            change.op,
            change.path.raw,
            [line.text for line in part.lines],
            part.substitution and part.substitution[:2],
            part.numbers and part.numbers[:4],
        )
        for change in patch.files
        for part in change.parts
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_an_edit_below_rows_that_may_be_a_file(end: str) -> None:
    """The rows around calls are counted as their ends are, be they lone returns."""
    rows = [
        '<file path="a.ts">',
        "```python",
        '{"file_path": "a", "old_string": "x", "new_string": "y"}',
    ]
    patch = formats.parse(end.join(rows))
    assert [change.path.raw for change in patch.files] == ["a"]
