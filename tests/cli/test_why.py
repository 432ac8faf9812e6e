"""`patchsight why`: logs as agents write them, of sessions whose edits failed for known causes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from patchsight.cli import main
from patchsight.core.logs.causes import CAUSES
from patchsight.core.model.problems import CATALOGUE, Severity

SHOP = """\
def total(lines):
    return sum(lines)


def tax(lines):
    return 0.19


def open_shop():
    pass


def close_shop():
    pass
"""


class Edit(NamedTuple):
    """An edit of a session, and the cause that should be named; none if it succeeded."""

    cause: str | None
    old: str
    new: str
    path: str = "shop.py"
    said: str = "Error: it was not found"
    whole: str = ""  #: the call's patch, if it is none that can be made of the rest


#: A session in order: each edit meets the file as those before left it.
SESSION = [
    Edit(None, "    return 0.19", "    return 0.2", said="done"),
    Edit("stale", "    return 0.19", "    return 0.21"),
    Edit("done", "    return 0.19", "    return 0.2"),
    Edit("ambiguous", "    pass", "    return None"),
    Edit("differs", "    return sum(rows)", "    return sum(rows) * 2"),
    Edit("white_space", "\treturn sum(lines)", "\treturn max(lines)"),
    Edit("wrong_path", "    return sum(lines)", "    return 0", path="src/shop.py"),
    Edit("no_file", "    return sum(lines)", "    return 0", path="entirely/other_name.txt"),
    Edit("elided", "    ...", "    return 0", whole="elided"),
    Edit(None, "    return sum(lines)", "    return sum(lines, 0)", said="done"),
    Edit("tool", "    return sum(lines, 0)", "    return 1", said="Error: disk full"),
    Edit(
        "declined", "    return sum(lines, 0)", "    return 1", said="The user rejected this edit"
    ),
    Edit("not_read", "    return 1", "    return 2", said="Error: file has not been read yet"),
]
CAUSES_OF_SESSION = [edit.cause for edit in SESSION]


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Run the command line in a folder that has `shop.py`."""
    monkeypatch.chdir(tmp_path)
    Path("shop.py").write_text(SHOP)

    def call(*words: str) -> tuple[int, str, str]:
        status = main(("why", *words))
        said = capfd.readouterr()
        return status, said.out, said.err

    return call


Run = Callable[..., tuple[int, str, str]]


def causes(answer: tuple[int, str, str]) -> list[str | None]:
    status, text, _ = answer
    edits = json.loads(text)["edits"]
    assert status == int(any(edit["failed"] for edit in edits))
    return [edit["cause"] for edit in edits]


def write_lines(name: str, records: list[dict[str, Any]]) -> None:
    Path(name).write_text("".join(json.dumps(record) + "\n" for record in records))


# ---- each kind of log


def v4a(edit: Edit) -> str:
    old = "".join(f"-{line}\n" for line in edit.old.split("\n"))
    new = "".join(f"+{line}\n" for line in edit.new.split("\n"))
    if edit.whole == "elided":
        old = " def total(lines):\n ...\n" + "-    return 0.3\n"
    return f"*** Begin Patch\n*** Update File: {edit.path}\n@@\n{old}{new}*** End Patch\n"


def codex_log(cwd: Path) -> list[dict[str, Any]]:
    """A rollout: patches as a tool of their own, as a command, as a command of the shell."""
    records: list[dict[str, Any]] = [
        {"type": "session_meta", "payload": {"id": "s", "cwd": str(cwd), "originator": "codex"}},
        {"type": "turn_context", "payload": {"cwd": str(cwd), "model": "gpt-5-codex"}},
    ]
    for number, edit in enumerate(SESSION):
        patch, call = v4a(edit), {"call_id": f"call_{number}"}
        shapes: list[dict[str, Any]] = [
            {"type": "custom_tool_call", "name": "apply_patch", "input": patch},
            {
                "type": "function_call",
                "name": "shell",
                "arguments": json.dumps({"command": ["apply_patch", patch], "workdir": str(cwd)}),
            },
            {
                "type": "function_call",
                "name": "exec_command",
                "arguments": json.dumps({"cmd": f"apply_patch <<'EOF'\n{patch}EOF"}),
            },
        ]
        failed = edit.cause is not None
        outputs: list[Any] = [
            f"Exit code: {int(failed)}\nOutput:\n{edit.said}",
            json.dumps({"output": edit.said, "metadata": {"exit_code": int(failed)}}),
            {"content": edit.said, "success": not failed},
        ]
        shape = shapes[number % 3]
        result = {"type": f"{shape['type']}_output", "output": outputs[number % 3]}
        records += [
            {"type": "response_item", "payload": {**shape, **call}},
            {"type": "response_item", "payload": {**result, **call}},
        ]
    return records


def test_codex(run: Run, tmp_path: Path) -> None:
    write_lines("rollout.jsonl", codex_log(tmp_path))
    status, text, _ = run("rollout.jsonl", "--output-format", "json")
    assert causes((status, text, "")) == CAUSES_OF_SESSION
    answer = json.loads(text)
    assert answer["log"] == "Codex"
    assert answer["models"] == {"gpt-5-codex": {"edits": 13, "failed": 11}}
    assert answer["formats"] == {"v4a": {"edits": 13, "failed": 11}}


def string_edit(edit: Edit, root: Path) -> tuple[str, dict[str, str]]:
    path = str(root / edit.path)
    if edit.whole == "elided":
        return "Write", {"file_path": path, "content": "import os\n# ... existing code ...\n"}
    return "Edit", {"file_path": path, "old_string": edit.old, "new_string": edit.new}


def claude_log(root: Path) -> list[dict[str, Any]]:
    """A transcript: a file is read, each edit that succeeded comes with the file before it."""
    text, records = SHOP, list[dict[str, Any]]()

    def record(
        number: int, tool: str, arguments: dict[str, str], said: str, failed: bool, beside: Any
    ) -> None:
        around = {"cwd": str(root), "sessionId": "s", "parentUuid": None}
        use = {"type": "tool_use", "id": f"toolu_{number}", "name": tool, "input": arguments}
        message = {"role": "assistant", "model": "claude-sonnet", "content": [use]}
        records.append({**around, "type": "assistant", "message": message})
        result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": said}
        message = {"role": "user", "content": [{**result, "is_error": True} if failed else result]}
        records.append({**around, "type": "user", "message": message, "toolUseResult": beside})

    size = len(SHOP.splitlines())
    file = {"filePath": str(root / "shop.py"), "content": SHOP, "numLines": size, "startLine": 1}
    shown = {"type": "text", "file": {**file, "totalLines": size}}
    record(99, "Read", {"file_path": str(root / "shop.py")}, "     1→def", False, shown)
    for number, edit in enumerate(SESSION):
        tool, arguments = string_edit(edit, root)
        failed = edit.cause is not None
        beside: Any = f"Error: {edit.said}"
        if not failed:
            beside = {"filePath": arguments["file_path"], "originalFile": text}
            text = text.replace(edit.old, edit.new)
        record(number, tool, arguments, edit.said, failed, beside)
    return records


def test_claude_code(run: Run, tmp_path: Path) -> None:
    write_lines("session.jsonl", claude_log(tmp_path))
    status, text, _ = run("session.jsonl", "--output-format", "json")
    assert causes((status, text, "")) == CAUSES_OF_SESSION
    answer = json.loads(text)
    assert answer["log"] == "Claude Code"
    assert {edit["file_then"] for edit in answer["edits"] if edit["paths"] == ["shop.py"]} == {
        "log"
    }
    assert answer["models"] == {"claude-sonnet": {"edits": 13, "failed": 11}}


def test_a_log_that_shows_the_file_needs_no_file(run: Run, tmp_path: Path) -> None:
    write_lines("session.jsonl", claude_log(tmp_path))
    Path("shop.py").unlink()
    assert causes(run("session.jsonl", "--output-format", "json"))[:6] == CAUSES_OF_SESSION[:6]


def opencode_parts(root: Path) -> list[dict[str, Any]]:
    parts = []
    for number, edit in enumerate(SESSION):
        _, arguments = string_edit(edit, root)
        names = {"file_path": "filePath", "old_string": "oldString", "new_string": "newString"}
        state: dict[str, Any] = {
            "input": {names.get(key, key): text for key, text in arguments.items()},
            "status": "error" if edit.cause else "completed",
            "error" if edit.cause else "output": edit.said,
        }
        tool = "write" if "content" in arguments else "edit"
        parts.append(
            {
                "id": f"prt_{number:03}",
                "messageID": "msg_1",
                "sessionID": "ses_1",
                "type": "tool",
                "callID": f"call_{number}",
                "tool": tool,
                "state": state,
            }
        )
    return parts


def test_opencode_exported(run: Run, tmp_path: Path) -> None:
    info = {
        "id": "msg_1",
        "role": "assistant",
        "modelID": "kimi-k2",
        "path": {"cwd": str(tmp_path)},
    }
    messages = [{"info": info, "parts": opencode_parts(tmp_path)}]
    export = {"info": {"id": "ses_1", "directory": str(tmp_path)}, "messages": messages}
    Path("export.json").write_text(json.dumps(export, indent=2))
    status, text, _ = run("export.json", "--output-format", "json")
    assert causes((status, text, "")) == CAUSES_OF_SESSION
    assert json.loads(text)["log"] == "opencode"
    assert list(json.loads(text)["models"]) == ["kimi-k2"]


def test_opencode_as_it_is_stored(run: Run, tmp_path: Path) -> None:
    storage = tmp_path / "storage"
    (storage / "message/ses_1").mkdir(parents=True)
    (storage / "part/msg_1").mkdir(parents=True)
    info = {
        "id": "msg_1",
        "role": "assistant",
        "modelID": "kimi-k2",
        "path": {"cwd": str(tmp_path)},
    }
    (storage / "message/ses_1/msg_1.json").write_text(json.dumps(info))
    for part in opencode_parts(tmp_path):
        (storage / f"part/msg_1/{part['id']}.json").write_text(json.dumps(part))
    answer = run("storage/message/ses_1", "--output-format", "json")
    assert causes(answer) == CAUSES_OF_SESSION
    assert list(json.loads(answer[1])["models"]) == ["kimi-k2"]


def block(edit: Edit) -> str:
    return f"<<<<<<< SEARCH\n{edit.old}\n=======\n{edit.new}\n>>>>>>> REPLACE"


def test_aider(run: Run) -> None:
    edits = [edit for edit in SESSION if edit.cause in (None, "stale", "differs", "ambiguous")]
    log = (
        "\n# aider chat started at 2026-01-02 10:00:00\n\n> Model: gpt-4o with diff edit format  \n"
    )
    for edit in edits:
        log += f"\n#### change it\n\nLike this:\n\n{edit.path}\n```python\n{block(edit)}\n```\n\n"
        if edit.cause:
            quoted = "".join(f"> {line}  \n" for line in block(edit).split("\n"))
            log += "> The LLM did not conform to the edit format.  \n"
            log += f"> # 1 SEARCH/REPLACE block failed to match!  \n{quoted}"
        else:
            log += "> Applied edit to shop.py  \n"
    Path(".aider.chat.history.md").write_text(log)
    answer = run(".aider.chat.history.md", "--output-format", "json")
    assert causes(answer) == [edit.cause for edit in edits]
    assert list(json.loads(answer[1])["models"]) == ["gpt-4o"]


def test_of_an_answer_with_several_blocks_aider_applies_those_that_match(run: Run) -> None:
    good, bad = SESSION[0], SESSION[4]
    quoted = "".join(f"> {line}  \n" for line in block(bad).split("\n"))
    Path("chat.md").write_text(
        "# aider chat started at 2026-01-02 10:00:00\n\n#### change both\n\n"
        f"shop.py\n```python\n{block(good)}\n```\n\nshop.py\n```python\n{block(bad)}\n```\n\n"
        f"> # 1 SEARCH/REPLACE block failed to match!  \n{quoted}"
        "> # The other 1 SEARCH/REPLACE block were applied successfully.  \n"
    )
    assert causes(run("chat.md", "--output-format", "json")) == [None, "differs"]


def test_calls_with_results(run: Run) -> None:
    records = []
    for number, edit in enumerate(SESSION):
        arguments = {"path": edit.path, "old_str": edit.old, "new_str": edit.new}
        if edit.whole == "elided":
            arguments = {"path": edit.path, "content": "import os\n# ... rest of the file ...\n"}
        call = {"name": "write_file" if edit.whole else "str_replace", "arguments": arguments}
        result: dict[str, Any] = {"error": edit.said} if edit.cause else {"result": edit.said}
        shape = {**call, **result} if number % 2 else {"call": call, **result}
        records.append({"model": "qwen" if number < 5 else "glm", **shape})
    write_lines("calls.jsonl", records)
    answer = run("calls.jsonl", "--output-format", "json")
    assert causes(answer) == CAUSES_OF_SESSION
    assert json.loads(answer[1])["models"] == {
        "glm": {"edits": 8, "failed": 7},
        "qwen": {"edits": 5, "failed": 4},
    }


def test_messages_of_a_chat_interface(run: Run) -> None:
    """Calls in one message, results in the ones that follow, arguments as a string of JSON."""
    messages: list[dict[str, Any]] = []
    for number, edit in enumerate(SESSION[:2]):
        arguments = {"path": edit.path, "old_string": edit.old, "new_string": edit.new}
        call = {"name": "edit_file", "arguments": json.dumps(arguments)}
        calls = [{"id": f"c{number}", "type": "function", "function": call}]
        messages += [
            {"role": "assistant", "content": None, "tool_calls": calls},
            {"role": "tool", "tool_call_id": f"c{number}", "content": edit.said},
        ]
    cut = {"name": "edit_file", "arguments": '{"path": "shop.py", "old_string": "def to'}
    messages.append({"role": "assistant", "tool_calls": [{"id": "c9", "function": cut}]})
    messages.append({"role": "tool", "tool_call_id": "c9", "content": "Invalid arguments"})
    Path("chat.json").write_text(json.dumps({"model": "gpt", "messages": messages}))
    assert causes(run("chat.json", "--output-format", "json")) == [None, "stale", "cut_off"]


# ---- the files, then


def test_a_folder_as_the_session_left_it(run: Run, tmp_path: Path) -> None:
    """What succeeded is taken back first, so that each edit meets the file as it was."""
    write_lines("rollout.jsonl", codex_log(tmp_path))
    after = SHOP.replace("0.19", "0.2").replace("sum(lines)", "sum(lines, 0)")
    Path("shop.py").write_text(after)
    assert causes(run("rollout.jsonl", "--output-format", "json")) == CAUSES_OF_SESSION
    assert Path("shop.py").read_text() == after


def test_a_revision_of_git(run: Run, tmp_path: Path) -> None:
    for words in (
        ("init", "-q"),
        ("add", "shop.py"),
        ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "start"),
    ):
        subprocess.run(["git", *words], check=True, cwd=tmp_path)
    write_lines("rollout.jsonl", codex_log(tmp_path))
    Path("shop.py").write_text("nothing of it is left\n")
    assert causes(run("rollout.jsonl", "--rev", "HEAD", "--output-format", "json")) == (
        CAUSES_OF_SESSION
    )
    assert main(["why", "rollout.jsonl", "--rev", "none"]) == 2


def test_where_the_file_is_not_known_that_is_said(run: Run) -> None:
    edits = [SESSION[0]._replace(old="    return 7"), SESSION[4]]
    calls = [{"name": "edit", "input": string_edit(edit, Path())[1]} for edit in edits]
    write_lines("calls.jsonl", [{**calls[0], "output": "ok"}, {**calls[1], "error": "no"}])
    status, text, _ = run("calls.jsonl")
    assert status == 1
    assert "succeeded, but does not fit the file as it is known here" in text
    assert "not known: an edit before that succeeded does not fit it" in text


# ---- a call, a patch, nothing


def test_a_call_alone_is_judged_by_the_files(run: Run) -> None:
    Path("call.json").write_text(json.dumps(string_edit(SESSION[4], Path())[1]))
    assert causes(run("call.json", "--output-format", "json")) == ["differs"]
    Path("call.json").write_text(json.dumps({"input": v4a(SESSION[0])}))
    assert "fits; the log does not say what became of it" in run("call.json")[1]
    Path("fix.patch").write_text(v4a(SESSION[3]))
    assert causes(run("fix.patch", "--output-format", "json")) == ["ambiguous"]


def test_a_log_without_edits(run: Run) -> None:
    write_lines("calls.jsonl", [{"name": "ls", "input": {"path": "."}, "output": "shop.py"}])
    with Path("calls.jsonl").open("a") as file:
        file.write('{"cut": \n')
    status, text, complaint = run("calls.jsonl")
    assert status == 0 and "has no edit that can be read" in complaint
    assert "1 line of the log cannot be read as JSON." in text
    assert main(["why", "none.jsonl"]) == 2


# ---- what people read


def test_text(run: Run) -> None:
    calls = [
        {"tool": "edit", "model": "m", "args": string_edit(edit, Path())[1]} for edit in SESSION[:4]
    ]
    write_lines(
        "calls.jsonl", [{**calls[0], "ok": True}, *({**call, "error": "no"} for call in calls[1:])]
    )
    assert (
        run("calls.jsonl")[1]
        == """\
calls.jsonl (calls): 4 edits, 3 failed (75%)

  1. line 1 edit, shop.py: succeeded
  2. line 2 edit, shop.py: failed: the text was changed since it was read
     Line 6 was `return 0.19`; edit 1 changed it, and now it is `return 0.2`.
     What would have matched:
       shop.py:6
           6 |     return 0.2
     The tool said: no
  3. line 3 edit, shop.py: failed: there is nothing left to change
     The tool said: no
  4. line 4 edit, shop.py: failed: the text stands in several places
     This text stands in 2 places in shop.py: line 10 in `def open_shop()` and line 14 in `def close_shop()`. \
Add text around it until it stands in one place only.
     The tool said: no

Failed edits by cause
      1  the text was changed since it was read
      1  there is nothing left to change
      1  the text stands in several places

Failed edits by format
  3 of 4  stringedit

Failed edits by model
  3 of 4  m
"""
    )


def test_markdown(run: Run) -> None:
    call = {"tool": "edit", "model": "m", "args": string_edit(SESSION[4], Path())[1], "error": "no"}
    write_lines("calls.jsonl", [call])
    text = run("calls.jsonl", "--output-format", "markdown")[1]
    assert text.startswith("## calls.jsonl (calls): 1 edit, 1 failed (100%)\n")
    assert (
        "| cause | failed |\n|---|---:|\n| the text is not in the file as the edit has it | 1 |"
        in text
    )
    assert "| model | failed |\n|---|---:|\n| m | 1 of 1 |" in text
    assert "```text\nshop.py:2\n    2 |     return sum(lines)\n```" in text


def test_every_error_has_a_cause() -> None:
    errors = {code for code, entry in CATALOGUE.items() if entry.severity is Severity.ERROR}
    assert errors <= CAUSES.keys() <= CATALOGUE.keys()
