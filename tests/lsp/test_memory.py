"""Nothing is kept after a message is done: a server that runs for days stays as large as it was."""

from __future__ import annotations

import asyncio
import gc
import time
from pathlib import Path

from lsp.inside import Inside
from patchsight.lsp.beside_loop import work

EDITS = 2000
PATCH = "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch\n"


async def test_thousands_of_edits_leave_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("a = 1\n")
    inside, patch, target = (
        Inside(),
        (tmp_path / "p.patch").as_uri(),
        (tmp_path / "app.py").as_uri(),
    )
    await inside.begin(tmp_path)
    inside.open(patch, PATCH)
    inside.open(target, "a = 1\n", "python")
    kept = most = 0
    for version in range(2, EDITS + 2):
        uri, text = (
            (patch, PATCH + "\n" * (version % 3))
            if version % 2
            else (target, f"a = 1\n# {version}\n")
        )
        inside.change(uri, version, text)
        if version % 5 == 0:
            await inside.hover(patch)
        if version % 20 == 0:
            await asyncio.sleep(0)
            kept = len(inside.server.protocol._request_futures)
            most = max(most, kept)
            inside.sent.clear()
    await inside.hover(patch)
    assert most <= 30
    assert not inside.server.protocol._request_futures
    assert not inside.server.protocol._result_types
    assert len(asyncio.all_tasks()) <= 3


def _take_long() -> None:
    end = time.thread_time() + 0.3
    while time.thread_time() < end:
        pass


async def test_nothing_is_kept_from_the_collector_when_a_document_is_closed(tmp_path: Path) -> None:
    inside, patch = Inside(), (tmp_path / "p.patch").as_uri()
    await inside.begin(tmp_path)
    inside.open(patch, PATCH)
    await inside.hover(patch)
    await work(_take_long)
    assert gc.get_freeze_count()
    inside.notify("textDocument/didClose", {"textDocument": {"uri": patch}})
    await inside.hover("untitled:none")
    assert not gc.get_freeze_count()


async def test_requests_of_the_server_leave_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("a = 1\n")
    inside, patch, target = (
        Inside(),
        (tmp_path / "p.patch").as_uri(),
        (tmp_path / "app.py").as_uri(),
    )
    abilities = {
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": True}},
    }
    await inside.begin(tmp_path, capabilities=abilities)
    inside.open(patch, PATCH)
    inside.open(target, "a = 1\n", "python")
    for version in range(2, 100):
        inside.decline = version % 2 == 0
        inside.change(target, version, f"a = 1\n# {version}\n")
        await inside.hover(patch)
    await inside.until(lambda: not inside.server.protocol._request_futures)
    assert not inside.server.protocol._result_types


async def test_opening_and_closing_leaves_nothing_behind(tmp_path: Path) -> None:
    inside = Inside()
    await inside.begin(tmp_path)
    for number in range(100):
        uri = f"untitled:{number}"
        inside.open(uri, PATCH, "v4a")
        if number % 3:
            await inside.hover(uri)
        inside.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    await inside.hover("untitled:none")
    assert not inside.server.documents.text_documents
    assert not inside.server.analysis._states
    assert not inside.server.protocol._request_futures
    assert len(asyncio.all_tasks()) <= 3
