"""Servers that tests share, one per editor, and a workspace of its own for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import pytest_lsp

pytest.register_assert_rewrite("lsp.harness", "lsp.client", "lsp.inside")

from lsp.client import AS_CAPTURED, Client, Profile  # noqa: E402
from lsp.harness import CONFIG, Session  # noqa: E402


@pytest_lsp.fixture(config=CONFIG, scope="session", params=AS_CAPTURED, ids=str)  # type: ignore[untyped-decorator]
async def client(connected: Client, request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """A running server, by the editor it serves; `parametrize` with `indirect` chooses others."""
    profile = request.param
    assert isinstance(profile, Profile)
    await connected.begin(profile, [])
    yield
    await connected.shutdown_session()


@pytest_asyncio.fixture(loop_scope="session")
async def session(client: Client, tmp_path: Path) -> AsyncIterator[Session]:
    """A workspace folder of the test's own in a server that is running already."""
    root = tmp_path / "work space"
    root.mkdir()
    found = Session(client, root)
    found.add_folder(root)
    yield found
    await found.leave()
