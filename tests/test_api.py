"""What `import patchsight` offers: every function, on a folder and on texts in memory."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import patchsight
from patchsight.workspace.apply import transaction

PATCH = """\
*** Begin Patch
*** Update File: src/cart.py
@@
-total = 0
+total = 1
*** Delete File: old.txt
*** Add File: new/note.txt
+hello
*** Update File: name.py
*** Move to: src/name.py
@@
-a
+b
*** End Patch
"""
BEFORE = {"src/cart.py": "total = 0\n", "old.txt": "gone\n", "name.py": "a\n", "other.txt": "o\n"}
CHANGED = {
    "src/cart.py": "total = 1\n",
    "old.txt": None,
    "new/note.txt": "hello\n",
    "name.py": None,
    "src/name.py": "b\n",
}
WRONG = PATCH.replace("-total = 0", "-total = 7")
AP = """\
version: "2.0"
changes:
  - file_path: cart.py
    modifications:
      - action: REPLACE
        snippet: total = 0
        content: total = 1
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in BEFORE.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def texts(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): path.read_text()
        for path in root.rglob("*")
        if path.is_file()
    }


# ---- what is offered


def test_every_name_is_there_and_told() -> None:
    for name in patchsight.__all__:
        assert getattr(patchsight, name).__doc__, name
    assert set(patchsight.__all__) == set(dir(patchsight))


def test_no_other_name_is_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'chekc'"):
        _ = patchsight.chekc


@pytest.mark.parametrize(
    ("words", "absent"),
    [
        ("", "patchsight."),
        ("patchsight.parse('')", "patchsight.core.placing"),
        ("patchsight.check('', {})", "patchsight.core.rewrite"),
        ("patchsight.check('', '.')", "patchsight.workspace.apply"),
        ("patchsight.convert('', 'ap', {})", "pygls"),
    ],
)
def test_nothing_is_loaded_before_it_is_needed(words: str, absent: str) -> None:
    program = f"import sys, patchsight; {words or 'pass'}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert not [name for name in run.stdout.split() if name.startswith(absent)]


def test_types_are_told_to_whoever_embeds_it(tmp_path: Path) -> None:
    program = tmp_path / "tool.py"
    program.write_text(
        "import patchsight\n"
        "report = patchsight.check('', {'a': 'b'}, options=patchsight.Options())\n"
        "new: dict[str, str | None] = report.files\n"
        "codes: list[str] = [problem.code for problem in report.problems]\n"
        "states: list[patchsight.State] = [part.state for part in report.parts]\n"
        "text: str | None = patchsight.convert('', 'ap', '.').text\n"
        "wrong: int = patchsight.apply('', '.', dry_run=True)\n"
    )
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(program)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert run.stdout.splitlines()[:-1] == [
        "tool.py:7: error: Incompatible types in assignment "
        '(expression has type "Report", variable has type "int")  [assignment]'
    ], run.stdout


# ---- parse


def test_parse() -> None:
    patch = patchsight.parse(PATCH)
    assert [change.path.raw for change in patch.files] == [
        "src/cart.py",
        "old.txt",
        "new/note.txt",
        "name.py",
    ]
    assert patch.problems == []


def test_parse_takes_the_format_that_a_name_suggests() -> None:
    assert patchsight.parse("", "x.ap").format != patchsight.parse("", "x.diff").format


def test_parse_keeps_to_the_options() -> None:
    patch = patchsight.parse(PATCH, options=patchsight.Options(max_lines=3))
    assert [problem.code for problem in patch.problems] == ["patch_too_large"]


# ---- check


@pytest.mark.parametrize("where", ["folder", "its name", "texts"])
def test_check(root: Path, where: str) -> None:
    files: Any = {"folder": root, "its name": str(root), "texts": BEFORE}[where]
    report = patchsight.check(PATCH, files)
    assert report.ok
    assert report.files == CHANGED
    assert [part.state for part in report.parts] == [patchsight.State.FITS] * 4
    assert texts(root) == BEFORE


@pytest.mark.parametrize("where", ["folder", "texts"])
def test_check_of_what_does_not_fit(root: Path, where: str) -> None:
    report = patchsight.check(WRONG, root if where == "folder" else BEFORE)
    assert not report.ok
    assert report.files == {}, "one error, and nothing is offered"
    assert [problem.code for problem in report.problems] == ["context_not_found"]
    assert isinstance(report.parts[0], patchsight.Resolution)
    assert isinstance(report.parts[0].part, patchsight.Part)


def test_texts_and_folder_give_the_same_answer(root: Path) -> None:
    for text in (PATCH, WRONG, PATCH.replace("old.txt", "odl.txt"), AP, ""):
        on_disk, in_memory = patchsight.check(text, root), patchsight.check(text, BEFORE)
        assert on_disk.problems == in_memory.problems
        assert on_disk.files == in_memory.files


def test_twice_is_once() -> None:
    patch = PATCH[: PATCH.index("*** Delete")] + "*** End Patch\n"
    once = patchsight.check(patch, BEFORE).files
    again = patchsight.check(patch, {path: text or "" for path, text in once.items()})
    assert once and again.ok and again.files == {}


def test_patch_with_a_name_starts_at_its_folder_if_its_format_says_so(root: Path) -> None:
    assert patchsight.check(AP, root, name=root / "src" / "fix.ap").files == {
        "src/cart.py": "total = 1\n"
    }
    assert patchsight.check(AP, BEFORE, name="src/fix.ap").files == {"src/cart.py": "total = 1\n"}
    assert not patchsight.check(AP, BEFORE, name="fix.ap").ok


def test_patch_does_not_change_itself(root: Path) -> None:
    own = PATCH.replace("Delete File: old.txt", "Delete File: fix.patch")
    (root / "fix.patch").write_text(own)
    for files, name in ((root, root / "fix.patch"), ({**BEFORE, "fix.patch": own}, "fix.patch")):
        report = patchsight.check(own, files, name=name)
        assert [problem.code for problem in report.errors] == ["patch_targets_itself"]


def test_byte_order_mark_and_line_ends_stay() -> None:
    report = patchsight.check(
        PATCH, {**BEFORE, "src/cart.py": "\ufefftotal = 0\r\nrest\r\n", "old.txt": "\ufeff"}
    )
    assert report.files["src/cart.py"] == "\ufefftotal = 1\r\nrest\r\n"


@pytest.mark.parametrize(
    ("path", "code"), [("src", "is_directory"), ("other.txt/new", "not_a_file")]
)
def test_texts_make_folders(root: Path, path: str, code: str) -> None:
    patch = f"*** Begin Patch\n*** Add File: {path}\n+x\n*** End Patch\n"
    on_disk, in_memory = patchsight.check(patch, root), patchsight.check(patch, BEFORE)
    assert [problem.code for problem in in_memory.problems] == [code]
    assert in_memory.problems == on_disk.problems


@pytest.mark.parametrize("path", ["../up", "/etc/passwd", ".git/config"])
def test_texts_at_paths_that_no_file_may_have(path: str) -> None:
    with pytest.raises(ValueError, match="cannot be the path of a file"):
        patchsight.check(PATCH, {path: ""})


def test_texts_are_all_there_is(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    monkeypatch.chdir(root)
    assert "file_not_found" in [problem.code for problem in patchsight.check(PATCH, {}).errors]


def test_texts_cannot_be_written() -> None:
    from patchsight.workspace.texts import TextWorkspace

    workspace = TextWorkspace(BEFORE)
    with pytest.raises(ValueError, match="in memory"):
        workspace.apply(workspace.analyse(PATCH))


def test_half_a_character_is_no_text() -> None:
    report = patchsight.check(PATCH.replace("hello", "\ud800"), BEFORE)
    assert [problem.code for problem in report.problems] == ["not_text"]


# ---- apply


def test_apply(root: Path) -> None:
    report = patchsight.apply(PATCH, str(root))
    assert report.ok
    wanted = {**BEFORE, **CHANGED}
    assert texts(root) == {path: text for path, text in wanted.items() if text is not None}


@pytest.mark.parametrize("arguments", [{"text": WRONG}, {"text": PATCH, "dry_run": True}])
def test_apply_that_changes_nothing(root: Path, arguments: dict[str, Any]) -> None:
    report = patchsight.apply(root=root, **arguments)
    assert report.ok is arguments.get("dry_run", False)
    assert texts(root) == BEFORE


def test_apply_takes_options_and_a_name(root: Path) -> None:
    options = patchsight.Options(max_target_bytes=3)
    assert not patchsight.apply(AP, root, name=root / "src" / "x.ap", options=options).ok
    assert patchsight.apply(AP, root, name=root / "src" / "x.ap").ok
    assert (root / "src" / "cart.py").read_text() == "total = 1\n"


def test_apply_that_cannot_be_written(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., None] = transaction.apply_report

    def too_late(*arguments: Any) -> None:
        (root / "old.txt").write_text("somebody else's\n")
        real(*arguments)

    monkeypatch.setattr(transaction, "apply_report", too_late)
    with pytest.raises(patchsight.WriteError, match="has changed since it was read"):
        patchsight.apply(PATCH, root)
    assert texts(root) == {**BEFORE, "old.txt": "somebody else's\n"}


def test_workspace_never_applies_what_has_errors(root: Path) -> None:
    workspace = patchsight.Workspace(root)
    with pytest.raises(ValueError, match="never applied"):
        workspace.apply(workspace.analyse(WRONG))
    assert texts(root) == BEFORE


# ---- convert


@pytest.mark.parametrize("to", ["unified", "v4a"])
@pytest.mark.parametrize("where", ["folder", "texts"])
def test_convert(root: Path, where: str, to: str) -> None:
    converted = patchsight.convert(PATCH, to, root if where == "folder" else BEFORE)
    assert converted.text is not None, converted.reason
    assert patchsight.check(converted.text, BEFORE).files == CHANGED


def test_convert_to_a_format_that_cannot_say_it() -> None:
    converted = patchsight.convert(PATCH, "ap", BEFORE)
    assert converted.report.ok and converted.text is None
    assert converted.reason.startswith("ap ")


def test_convert_what_does_not_fit() -> None:
    converted = patchsight.convert(WRONG, "ap", BEFORE)
    assert (converted.text, converted.report.ok) == (None, False)


def test_convert_to_no_format() -> None:
    with pytest.raises(ValueError, match="svn"):
        patchsight.convert(PATCH, "svn", BEFORE)


# ---- feedback


def test_feedback_tells_what_the_file_says() -> None:
    told = patchsight.feedback(patchsight.check(WRONG, BEFORE))
    assert "total = 0" in told


# ---- docs/embedding.md


def blocks() -> list[str]:
    page = Path(__file__).parent.parent / "docs" / "embedding.md"
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)


def test_page_runs() -> None:
    for block in blocks():
        exec(block, {})


def test_page_tells_every_function() -> None:
    page = (Path(__file__).parent.parent / "docs" / "embedding.md").read_text(encoding="utf-8")
    for name in ("parse", "check", "apply", "convert"):
        arguments = inspect.signature(getattr(patchsight, name)).parameters.values()
        wanted = [
            argument.name + ("" if argument.default is argument.empty else f"={argument.default!r}")
            for argument in arguments
        ]
        told = re.search(rf"`{name}\((.*?)\)`", page)
        assert told and told[1].replace('"', "'").replace("*, ", "").split(", ") == wanted


def test_agents_tool(root: Path) -> None:
    names: dict[str, Any] = {}
    exec(blocks()[-1], names)
    tool = names["EditTool"](root)
    refused = tool(WRONG)
    assert "total = 0" in refused, "what the file really says"
    assert tool.preview(WRONG) == refused
    assert tool.preview(PATCH) and texts(root) == BEFORE
    assert "applied" in tool(PATCH)
    assert (root / "src" / "cart.py").read_text() == "total = 1\n"


def test_agents_tool_that_cannot_write(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise patchsight.WriteError("the disk is full", root)

    monkeypatch.setattr(transaction, "apply_report", fail)
    names: dict[str, Any] = {}
    exec(blocks()[-1], names)
    assert names["EditTool"](root)(PATCH) == "The patch was not applied: the disk is full"
