"""A new format is one package and one line of the registry: a made-up one works on every surface."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import patchsight
from lsp.inside import Inside
from patchsight.cli import main
from patchsight.core.formats import registry
from patchsight.core.formats.spec import EditorTable, FormatSpec, Policy, Recogniser
from patchsight.core.model.patch import (
    FileChange,
    Kind,
    Op,
    Options,
    Part,
    PatchLine,
    PathRef,
)
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Buffer, Span
from patchsight.mcp.tools import PatchTools
from project.tables import receipt_schema

SERVER = Path(patchsight.__file__).parent
NAMES = "ap|unified|v4a|zenpatch|applydiff|wholefile"
_KINDS = {"%=": Kind.CONTEXT, "%-": Kind.REMOVED, "%+": Kind.ADDED}


def test_nothing_outside_of_formats_names_one() -> None:
    """But for what a dry run prints: a diff that git applies."""
    named = re.compile(rf"""(?<!["\w.])["'](?:{NAMES})["'](?!")|formats\.(?:{NAMES})\b""")
    inside, dry_run = SERVER / "core" / "formats", SERVER / "core" / "rewrite" / "git_diff.py"
    lines = [
        f"{path.relative_to(SERVER)}:{number}"
        for path in sorted(SERVER.rglob("*.py"))
        if inside not in path.parents and path != dry_run
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if named.search(line)
    ]
    assert lines == []


# ---- a format that nobody has


def parse(
    buffer: Buffer, first: int, last: int, problems: list[Problem], options: Options
) -> list[FileChange]:
    """`%% path`, and below it lines that start with `%=`, `%-` or `%+`."""
    files: list[FileChange] = []
    for row in range(first, last):
        line, span = buffer.lines[row], buffer.span(row)
        if line.startswith("%% "):
            path = PathRef.plain(line[3:], buffer.span(row, 3))
            files.append(FileChange(Op.UPDATE, path, span, span, [Part(span, span)]))
        elif line[:2] in _KINDS and files:
            change, [part] = files[-1], files[-1].parts
            part.lines = (*part.lines, PatchLine(_KINDS[line[:2]], line[2:], buffer.span(row, 2)))
            part.span = change.span = Span(change.span.start, span.end)
    return files


def render(files: list[FileChange]) -> str:
    signs = {kind: sign for sign, kind in _KINDS.items()}
    rows = []
    for change in files:
        for part in change.parts:
            rows.append(f"%% {change.path.choices[0]}")
            rows += [signs[line.kind] + line.text for line in part.lines]
    return "\n".join([*rows, ""])


MADE_UP = FormatSpec(
    name="percent",
    title="Percent",
    suffixes=("pct",),
    language_ids=("percent",),
    opening="`%% file`",
    look="`%% file`",
    editor=EditorTable("percent"),
    recogniser=Recogniser("%% ", lambda lines, row, last, hints: row, "%"),
    parse=parse,
    render=render,
    policy=Policy(order=True),
    operations=frozenset({Op.UPDATE}),
)
PATCH = "%% a.txt\n%=one\n%-two\n%+2\n"
STALE = "%% a.txt\n%=one\n%-twoo\n%+2\n"
TWICE = "%% b.txt\n%-x\n%+y\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for a server that knows the format."""
    monkeypatch.setattr(registry, "FORMATS", registry.FORMATS)  # restored afterwards
    registry.FORMATS.append(MADE_UP)
    (tmp_path / "a.txt").write_text("one\ntwo\n", newline="\n")
    (tmp_path / "b.txt").write_text("x\nx\n", newline="\n")
    (tmp_path / "good.pct").write_text(PATCH, newline="\n")
    (tmp_path / "bad.pct").write_text(STALE, newline="\n")
    yield tmp_path
    registry.FORMATS.remove(MADE_UP)


def run(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main([*words[:1], "--root", str(folder), *words[1:]])
    return status, capsys.readouterr().out


@pytest.mark.parametrize("output", ["text", "json", "sarif", "github", "feedback"])
def test_check_in_every_output(
    folder: Path, capsys: pytest.CaptureFixture[str], output: str
) -> None:
    good, bad = str(folder / "good.pct"), str(folder / "bad.pct")
    assert run(folder, capsys, "check", "--output-format", output, good)[0] == 0
    status, shown = run(folder, capsys, "check", "--output-format", output, bad)
    assert status == 1 and ("context_not_found" in shown or "twoo" in shown)


def test_the_receipt_keeps_to_its_schema(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, shown = run(folder, capsys, "check", "--output-format", "json", str(folder / "good.pct"))
    schema = json.loads(receipt_schema((SERVER / "receipt.schema.json").read_text("utf-8")))
    jsonschema.Draft202012Validator(schema).validate(json.loads(shown))
    assert json.loads(shown)["format"] == "percent"


def test_every_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = str(folder / "good.pct")
    diff = "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"
    assert run(folder, capsys, "apply", "--dry-run", good) == (0, diff)
    for name in ("unified", "v4a", "ap", "applydiff", "wholefile", "percent"):
        status, text = run(folder, capsys, "convert", "--to", name, good)
        (folder / "converted").write_text(text, newline="\n")
        assert status == 0
        assert run(folder, capsys, "apply", "--dry-run", str(folder / "converted")) == (0, diff)
    assert run(folder, capsys, "refresh", good) == (0, PATCH)
    assert run(folder, capsys, "reverse", good) == (0, "%% a.txt\n%=one\n%-2\n%+two\n")
    for provider in ("openai", "anthropic"):
        assert main(["tool", "--provider", provider, "--format", "percent"]) == 0
    capsys.readouterr()
    assert run(folder, capsys, "apply", good)[0] == 0
    assert (folder / "a.txt").read_text() == "one\n2\n"
    assert run(folder, capsys, "apply", "--reverse", good)[0] == 0
    assert (folder / "a.txt").read_text() == "one\ntwo\n"


def test_what_an_agent_can_ask_for(folder: Path) -> None:
    tools = PatchTools(folder, Options())
    assert not tools.check(PATCH).failed
    assert not tools.convert(PATCH, "v4a").failed
    assert "twoo" in tools.check(STALE).text
    assert not tools.apply(PATCH).failed


def test_what_a_program_can_ask_for(folder: Path) -> None:
    report = patchsight.check(PATCH, {"a.txt": "one\ntwo\n"})
    assert report.ok and report.files == {"a.txt": "one\n2\n"}
    assert patchsight.convert(PATCH, "unified", folder).text


ABLE = {
    "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}},
    "textDocument": {
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": [""]}},
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        }
    },
}
AT_A_PLACE = [
    "hover",
    "definition",
    "references",
    "completion",
    "signatureHelp",
    "documentHighlight",
]
OF_A_DOCUMENT = [
    "documentSymbol",
    "foldingRange",
    "documentLink",
    "codeLens",
    "semanticTokens/full",
]


async def test_every_method_of_the_language_server(folder: Path) -> None:
    inside = Inside()
    await inside.begin(folder, capabilities=ABLE)
    for name, text in (("good.pct", PATCH), ("bad.pct", STALE), ("twice.pct", TWICE)):
        uri = (folder / name).as_uri()
        inside.open(uri, text)
        document: dict[str, Any] = {"textDocument": {"uri": uri}}
        rows = text.count("\n")
        everything = {
            "start": {"line": 0, "character": 0},
            "end": {"line": rows, "character": 0},
        }
        for row in range(rows):
            where = {**document, "position": {"line": row, "character": 2}}
            for method in AT_A_PLACE:
                more = {"context": {"includeDeclaration": True}} if method == "references" else {}
                answer = await inside.request(f"textDocument/{method}", {**where, **more})
                assert "error" not in answer, (method, answer)
        for method in OF_A_DOCUMENT:
            answer = await inside.request(f"textDocument/{method}", document)
            assert "error" not in answer, (method, answer)
        asked = {**document, "range": everything}
        assert (await inside.request("textDocument/inlayHint", asked))["result"]
        actions = await inside.request(
            "textDocument/codeAction", {**asked, "context": {"diagnostics": []}}
        )
        titles = [action["title"] for action in actions["result"]]
        assert ("Convert to v4a" in titles) == (name == "good.pct")
        status = await inside.request("patchsight/status", document)
        assert "error" not in status
    assert inside.codes((folder / "bad.pct").as_uri()) == ["context_not_found"]
    assert inside.codes((folder / "twice.pct").as_uri()) == ["ambiguous_context"]
    assert inside.messages() == []
