"""What goes on inside the server: versions, failures, folders, things that happen at the same time."""

from __future__ import annotations

import asyncio
import logging
import threading
from pathlib import Path
from typing import Any

import pytest

from lsp.inside import Inside
from patchsight.core import formats
from patchsight.core.model.budget import Means
from patchsight.core.model.patch import Patch
from patchsight.core.model.report import Report
from patchsight.core.placing.memo import Memory
from patchsight.core.text.buffer import Buffer, Position
from patchsight.lsp.methods.hover import HoverMaker
from patchsight.workspace.files import Files
from patchsight.workspace.workspace import Workspace

PATCH = "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch\n"


class Gate:
    """Resolving that waits until the test lets it go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.closed = False
        self.entered = self.left = 0
        self.means: list[Means] = []
        self.key = threading.Event()
        original = Workspace.resolve

        def resolve(
            workspace: Workspace,
            patch: Patch,
            own: Path | None = None,
            files: Files | None = None,
            memory: Memory | None = None,
            means: Means | None = None,
        ) -> Report:
            self.entered += 1
            self.means += [means] if means else []
            if self.closed:
                self.key.wait(30)
            try:
                return original(workspace, patch, own, files, memory, means)
            finally:
                self.left += 1

        monkeypatch.setattr(Workspace, "resolve", resolve)
        # Every analysis counts as a long one, so that it runs beside the loop.
        monkeypatch.setattr("patchsight.lsp.analysis._SHORT", 0.0)
        monkeypatch.setattr("patchsight.lsp.analysis._LONGEST_PAUSE", 0.0)


class Pauses:
    """Pauses between key presses that last until the test ends them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.entered, self.over = 0, asyncio.Event()
        monkeypatch.setattr("patchsight.lsp.analysis._pause", self._pause)

    async def _pause(self, seconds: float) -> None:
        self.entered += 1
        await self.over.wait()


async def open_at_gate(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Gate, Inside, str]:
    """A server that is held up while it looks at a patch which fits nowhere."""
    gate, inside, uri = Gate(monkeypatch), Inside(), (folder / "p.patch").as_uri()
    (folder / "app.py").write_text("a = 1\n")
    await inside.begin(folder)
    gate.closed = True
    inside.open(uri, PATCH.replace("-a = 1", "-nowhere"))
    await inside.until(lambda: gate.entered)
    return gate, inside, uri


async def test_an_answer_that_comes_late_is_not_published_for_a_newer_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, inside, uri = await open_at_gate(tmp_path, monkeypatch)
    # The next look at the patch waits, as it does when looking takes long; meanwhile the first one ends.
    pauses = Pauses(monkeypatch)
    inside.server.analysis._states[uri].cost = 1.0
    inside.change(uri, 2, PATCH)
    await inside.until(lambda: pauses.entered)
    gate.key.set()
    await inside.until(lambda: gate.left)
    pauses.over.set()
    await inside.until(lambda: gate.entered == 2)
    await inside.hover(uri)
    told = [
        (one["version"], [item["code"] for item in one["diagnostics"]])
        for one in inside.published(uri)
    ]
    assert (2, ["context_not_found"]) not in told
    assert told[-1] == (2, [])


async def test_an_answer_is_given_up_when_the_patch_is_edited_or_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gate, inside, uri = await open_at_gate(tmp_path, monkeypatch)
    inside.change(uri, 2, PATCH)
    await inside.until(lambda: gate.means[0].search.withdrawn and gate.means[0].words.withdrawn)
    gate.key.set()
    assert "Part 1" in (await inside.hover(uri, 3, 1))["result"]["contents"]["value"]
    gate.key.clear()
    inside.change(uri, 3, PATCH + "\n")
    await inside.until(lambda: len(gate.means) == 3)
    inside.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    await inside.until(lambda: gate.means[2].search.withdrawn)
    gate.key.set()
    await inside.until(lambda: gate.left == 3)
    await asyncio.sleep(0)
    assert not gate.means[1].search.withdrawn
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_full_answer_is_not_taken_back_by_a_look_at_the_syntax(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request answers a large patch before the pause is over after which it is looked at unasked."""
    inside, uri = Inside(), (tmp_path / "p.patch").as_uri()
    (tmp_path / "app.py").write_text("a = 1\n")
    monkeypatch.setattr("patchsight.lsp.analysis._LARGE", 0)
    monkeypatch.setattr("patchsight.lsp.analysis._SHORT", 0.0)
    await inside.begin(tmp_path)
    inside.open(uri, PATCH)
    await inside.hover(uri)
    pauses = Pauses(monkeypatch)
    inside.server.analysis._states[uri].read_cost = 1.0
    inside.change(uri, 2, PATCH.replace("-a = 1", "-nowhere"))
    await inside.hover(uri)
    timer = inside.server.analysis._states[uri].timer
    assert timer and not timer.done() and pauses.entered
    pauses.over.set()
    await timer
    assert [item["code"] for item in inside.published(uri)[-1]["diagnostics"]] == [
        "context_not_found"
    ]


async def test_a_patch_that_is_closed_while_it_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, inside, uri = Gate(monkeypatch), Inside(), (tmp_path / "p.patch").as_uri()
    await inside.begin(tmp_path)
    gate.closed = True
    inside.open(uri, PATCH)
    await inside.until(lambda: gate.entered)
    number = inside.ask(
        "textDocument/hover",
        {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}},
    )
    inside.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    gate.key.set()
    answer = await inside.answer(number)
    assert "result" in answer or answer["error"]["code"] == -32800
    await inside.hover(uri)
    assert inside.published(uri)[-1]["diagnostics"] == []


async def test_a_cancelled_request_is_answered_and_the_next_one_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, inside, uri = Gate(monkeypatch), Inside(), (tmp_path / "p.patch").as_uri()
    (tmp_path / "app.py").write_text("a = 1\n")
    await inside.begin(tmp_path)
    gate.closed = True
    inside.open(uri, PATCH)
    number = inside.ask(
        "textDocument/hover",
        {"textDocument": {"uri": uri}, "position": {"line": 3, "character": 1}},
    )
    await inside.until(lambda: gate.entered)
    inside.notify("$/cancelRequest", {"id": number})
    answer = await inside.answer(number)
    assert answer["error"]["code"] == -32800
    gate.key.set()
    later = await inside.hover(uri, 3, 1)
    assert "Part 1" in later["result"]["contents"]["value"]
    assert not inside.server.protocol._request_futures


async def test_a_feature_that_fails_answers_and_logs_and_the_next_request_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    inside, uri = Inside(), (tmp_path / "p.patch").as_uri()
    await inside.begin(tmp_path)
    inside.open(uri, PATCH)
    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):

        def fail(*_: Any) -> str:
            raise RuntimeError("broken on purpose")

        broken.setattr(HoverMaker, "make", fail)
        answer = await inside.hover(uri, 1)
        assert "error" in answer or answer["result"] is None
    assert "broken on purpose" in caplog.text
    assert "file_not_found" in inside.codes(uri)
    assert (await inside.hover(uri, 1))["result"]
    assert inside.messages() == []


async def test_an_analysis_that_fails_is_logged_and_the_next_one_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    inside, uri = Inside(), (tmp_path / "p.patch").as_uri()
    await inside.begin(tmp_path)
    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):

        def fail(*_: Any) -> Report:
            raise RuntimeError("broken on purpose")

        broken.setattr(Workspace, "resolve", fail)
        inside.open(uri, PATCH)
        assert "error" in await inside.hover(uri)
    assert "broken on purpose" in caplog.text
    assert (await inside.hover(uri, 1))["result"]
    assert inside.codes(uri) == ["file_not_found"]
    assert inside.messages() == []


async def test_typing_fast_leaves_one_answer_for_the_last_version(tmp_path: Path) -> None:
    inside, uri = Inside(), (tmp_path / "p.patch").as_uri()
    (tmp_path / "app.py").write_text("a = 1\n")
    await inside.begin(tmp_path)
    inside.open(uri, "")
    for version in range(2, len(PATCH) + 1):
        inside.change(uri, version, PATCH[:version])
        if version % 7 == 0:
            await asyncio.sleep(0)
    inside.change(uri, 1000, PATCH)
    await inside.hover(uri)
    versions = [one["version"] for one in inside.published(uri)]
    assert versions == sorted(versions)
    assert (versions[-1], inside.codes(uri)) == (1000, [])


async def test_a_client_that_names_a_root_and_no_folders(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        (folder / "patches").mkdir(parents=True)
        (folder / "app.py").write_text("a = 1\n")
    inside = Inside()
    await inside.begin(rootUri=first.as_uri())
    uri = (first / "patches/p.patch").as_uri()
    inside.open(uri, PATCH)
    await inside.hover(uri)
    assert inside.codes(uri) == []

    added = {"added": [{"uri": second.as_uri(), "name": "second"}], "removed": []}
    inside.notify("workspace/didChangeWorkspaceFolders", {"event": added})
    await inside.hover(uri)
    assert inside.codes(uri) == []
    removed = {"added": [], "removed": [{"uri": first.as_uri(), "name": "first"}]}
    inside.notify("workspace/didChangeWorkspaceFolders", {"event": removed})
    (second / "app.py").unlink()
    await inside.hover(uri)
    assert inside.codes(uri) == ["file_not_found"]


async def test_a_client_that_names_a_root_path_only(tmp_path: Path) -> None:
    (tmp_path / "patches").mkdir()
    (tmp_path / "app.py").write_text("a = 1\n")
    inside, uri = Inside(), (tmp_path / "patches/p.patch").as_uri()
    await inside.begin(rootPath=str(tmp_path))
    inside.open(uri, PATCH)
    await inside.hover(uri)
    assert inside.codes(uri) == []


async def test_a_change_that_is_told_twice_is_made_once(tmp_path: Path) -> None:
    inside, uri = Inside(), (tmp_path / "p.patch").as_uri()
    await inside.begin(tmp_path)
    inside.open(uri, PATCH)
    start = {"line": 0, "character": 0}
    for version in (2, 2, 3, 3, 2, 4):
        changes = [{"range": {"start": start, "end": start}, "text": "x"}]
        inside.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes},
        )
    document = inside.server.documents.open(uri)
    assert document is not None
    assert (document.source, document.version) == (f"xxx{PATCH}", 4)


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("large.patch", "patchsight.lsp.analysis.formats.parse"),
        ("large.md", "patchsight.lsp.attention.formats.recognise"),
    ],
)
async def test_a_text_that_takes_long_to_read_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, step: str
) -> None:
    """While one document is read, which goes on for as long as the test wants, another one is answered."""
    inside, small = Inside(), (tmp_path / "small.patch").as_uri()
    large = (tmp_path / name).as_uri()
    (tmp_path / "app.py").write_text("a = 1\n")
    await inside.begin(tmp_path)
    inside.open(small, PATCH)
    assert "Part 1" in (await inside.hover(small, 3, 1))["result"]["contents"]["value"]
    entered, key = threading.Event(), threading.Event()
    original = getattr(formats, step.rpartition(".")[2])

    def slow(text: str, *more: Any, **named: Any) -> Any:
        if len(text) > len(PATCH):
            entered.set()
            assert key.wait(30), "nobody else was answered meanwhile"
        return original(text, *more, **named)

    monkeypatch.setattr(step, slow)
    inside.open(large, PATCH + "words\n" * 2_000)
    await inside.until(entered.is_set)
    assert "Part 1" in (await inside.hover(small, 3, 1))["result"]["contents"]["value"]
    assert not inside.published(large)
    key.set()
    await inside.hover(large)  # which waits until it is read
    assert inside.published(large)[-1]["uri"] == large


@pytest.mark.parametrize("step", ["real_paths", "unchanged"])
async def test_a_patch_of_many_files_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """While its files are looked at, which goes on for as long as the test wants, another patch is answered."""
    inside, small = Inside(), (tmp_path / "small.patch").as_uri()
    large = (tmp_path / "large.patch").as_uri()
    (tmp_path / "app.py").write_text("a = 1\n")
    await inside.begin(tmp_path)
    inside.open(small, PATCH)
    assert "Part 1" in (await inside.hover(small, 3, 1))["result"]["contents"]["value"]
    loop, entered, key = threading.get_ident(), threading.Event(), threading.Event()
    original = getattr(Files, step)

    def slow(files: Files, *path: str) -> Any:
        if threading.get_ident() != loop:
            entered.set()
            assert key.wait(30), "nobody else was answered meanwhile"
        return original(files, *path)

    monkeypatch.setattr(Files, step, slow)
    sections = "".join(
        f"*** Update File: {number}.py\n@@\n-a = 1\n+a = 2\n" for number in range(300)
    )
    inside.open(large, f"*** Begin Patch\n{sections}*** End Patch\n")
    # the second look is whether all is as it was
    asked = [asyncio.ensure_future(inside.hover(large, 3, 1)) for _ in range(2)]
    await inside.until(entered.is_set)
    assert "Part 1" in (await inside.hover(small, 3, 1))["result"]["contents"]["value"]
    key.set()
    for answer in asked:
        assert "0.py" in (await answer)["result"]["contents"]["value"]


@pytest.mark.parametrize(
    "method",
    [
        "semanticTokens/full",
        "documentSymbol",
        "foldingRange",
        "inlayHint",
        "codeLens",
        "documentLink",
    ],
)
async def test_what_is_shown_of_a_large_patch_is_made_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    inside, uri = Inside(), (tmp_path / "p.patch").as_uri()
    (tmp_path / "app.py").write_text("a = 1\n")
    await inside.begin(tmp_path)
    inside.open(uri, f"{'A word before. ' * 3_000}\n\n{PATCH}")
    await inside.hover(uri)
    where, original = list[int](), Buffer.position

    def noted(buffer: Buffer, offset: int) -> Position:
        where.append(threading.get_ident())
        return original(buffer, offset)

    monkeypatch.setattr(Buffer, "position", noted)
    rows = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    asked = {"textDocument": {"uri": uri}, "range": rows}
    beside = (await inside.request(f"textDocument/{method}", asked))["result"]
    assert beside and where and threading.get_ident() not in where
    monkeypatch.setattr("patchsight.lsp.server._LARGE", 1_000_000)
    assert (await inside.request(f"textDocument/{method}", asked))["result"] == beside


@pytest.mark.parametrize(("folders", "files"), [(1, 300), (3, 100)])
async def test_which_of_several_folders_has_many_files_is_found_out_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folders: int, files: int
) -> None:
    """Many are also few that are looked for in many folders."""
    inside, opened = Inside(), [tmp_path / f"open_{number}" for number in range(folders)]
    for folder in opened:
        folder.mkdir()
    (opened[-1] / "0.py").write_text("a = 1\n")
    await inside.begin(*opened)
    where, original = list[int](), Files.stands

    def noted(files: Files, path: str) -> bool:
        where.append(threading.get_ident())
        return original(files, path)

    monkeypatch.setattr(Files, "stands", noted)
    sections = "".join(
        f"*** Update File: {number}.py\n@@\n-a = 1\n+a = 2\n" for number in range(files)
    )
    elsewhere = (tmp_path / "p.patch").as_uri()
    inside.open(elsewhere, f"*** Begin Patch\n{sections}*** End Patch\n")
    for _ in range(2):  # the second time, to see whether all is as it was
        told = (await inside.hover(elsewhere, 3, 1))["result"]["contents"]["value"]
        assert "Part 1 matches exactly" in told
    assert len(where) >= 2 * (folders + 1) * files
    assert threading.get_ident() not in where


@pytest.mark.parametrize(
    "change", [f"{PATCH}\n", None], ids=["of the patch", "of a file that is open"]
)
async def test_a_change_while_many_files_are_looked_at_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str | None
) -> None:
    """An answer that was begun before it is not given."""
    monkeypatch.setattr("patchsight.lsp.analysis._MANY", 1)
    inside, uri = Inside(), (tmp_path / "p.patch").as_uri()
    target = (tmp_path / "app.py").as_uri()
    (tmp_path / "app.py").write_text("a = 1\n")
    await inside.begin(tmp_path)
    inside.open(target, "a = 1\n")
    entered, key = threading.Event(), threading.Event()
    original = Files.real_paths

    def slow(files: Files, path: str) -> list[str]:
        found = original(files, path)
        entered.set()
        assert key.wait(30)
        return found

    monkeypatch.setattr(Files, "real_paths", slow)
    inside.open(uri, PATCH)
    asked = asyncio.ensure_future(inside.hover(uri, 3, 1))
    await inside.until(entered.is_set)
    inside.notify(
        "textDocument/didChange",
        {
            "textDocument": {"uri": uri if change else target, "version": 2},
            "contentChanges": [{"text": change or "b = 1\n"}],
        },
    )
    await inside.hover(target)
    key.set()
    await asked
    told = inside.published(uri)[-1]
    assert told["version"] == (2 if change else 1)
    assert [one["code"] for one in told["diagnostics"]] == ([] if change else ["context_not_found"])
