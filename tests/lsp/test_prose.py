"""Patches in prose and source files: nothing is said aloud of them until the user asks."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from lsp.client import AS_CAPTURED, Profile
from lsp.harness import Session, running

CODE = Profile("code-server")
#: A tutorial whose example fits nothing here.
PAGE = """\
# How to change the retries

```diff
--- a/app.py
+++ b/app.py
@@ -1 +1 @@
-retries = 3
+retries = 5
```
"""
PATCH = "--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n-retries = 3\n+retries = 5\n"
HINT = [types.DiagnosticSeverity.Hint]
ERROR = [types.DiagnosticSeverity.Error]
CHECK = "refactor.patchsight.check"


async def severities(session: Session, name: str, text: str, language: str = "") -> list[object]:
    """How the problems of a document are shown."""
    uri = session.open(name, text, language)
    await session.settle()
    last = session.client.inbox.published.get(uri)
    shown = [one.severity for one in last.diagnostics] if last else []
    return [severity for severity in shown if severity is not types.DiagnosticSeverity.Information]


@pytest.mark.parametrize(
    ("name", "text", "language", "wanted"),
    [
        ("README.md", PAGE, "markdown", HINT),
        ("README.md", PAGE, "", HINT),
        ("answer.md", PATCH, "markdown", HINT),
        ("page.rst", "How\n===\n\n" + PATCH, "restructuredtext", HINT),
        ("page.adoc", "How::\n\n" + PATCH, "asciidoc", HINT),
        ("notes.txt", "So:\n\n" + PATCH, "plaintext", HINT),
        ("test_app.py", f'PATCH = """\\\n{PATCH}"""\n', "python", HINT),
        ("call.json", '{"input": "*** Begin Patch\\n*** Update File: x\\n@@\\n-a\\n+b\\n*** End Patch"}', "json", HINT),
        # ---- these are patches
        ("notes.txt", PATCH, "plaintext", ERROR),
        ("notes.txt", f"\n```diff\n{PATCH}```\n", "plaintext", ERROR),
        ("notes.txt", f"Subject: [PATCH] more\nFrom: A <a@b>\n\nMore.\n---\n{PATCH}", "", ERROR),
        ("notes.txt", "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Patch\nEOF\n", "", ERROR),
        ("page.patch", PAGE, "markdown", ERROR),
        ("page.diff", PAGE, "", ERROR),
        ("page.v4a", "*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Patch\n", "", ERROR),
        ("README.md", PAGE, "diff", ERROR),
        ("untitled:Untitled-1", PAGE, "markdown", ERROR),
        ("untitled:Untitled-1", PAGE, "python", ERROR),
    ],
)  # fmt: skip
@pytest.mark.parametrize("client", [CODE], ids=str, indirect=True)
@pytest.mark.asyncio(loop_scope="session")
async def test_what_is_checked_and_what_is_hinted_at(
    name: str, text: str, language: str, wanted: list[object], session: Session
) -> None:
    session.write({"app.py": "retries = 4\n"})
    assert await severities(session, name, text, language) == wanted


@pytest.mark.parametrize("client", AS_CAPTURED, ids=str, indirect=True)
@pytest.mark.asyncio(loop_scope="session")
async def test_a_page_is_quiet_until_the_user_asks(session: Session) -> None:
    session.write({"app.py": "retries = 4\n"})
    # whatever was opened before
    session.open("other.patch", PATCH, "diff")
    assert await severities(session, "page.md", PAGE, "markdown") == HINT
    uri = session.uri("page.md")
    assert await session.hover(uri, PAGE.index("@@")) is None
    assert (await session.status(uri)).checked is False
    assert await session.actions(uri, "# How", only=()) == {}
    check, *others = (await session.actions(uri, "@@", only=())).values()
    assert all(other.title.startswith("Apply patch") for other in others)
    assert check.title == "Check this patch"

    await session.choose(check)
    assert [one.severity for one in await session.diagnostics(uri) if one.severity == 1] == ERROR
    assert await session.hover(uri, PAGE.index("@@")) is not None
    assert (await session.status(uri)).checked is True
    assert await session.actions(uri, "@@", only=(CHECK,)) == {}

    session.editor.close(uri)
    assert await severities(session, "page.md", PAGE, "markdown") == HINT


@pytest.mark.parametrize(
    ("sent", "asked", "wanted"),
    [
        (None, {}, HINT),
        ("check", None, ERROR),
        ("check", {}, ERROR),
        ("off", {}, []),
        (None, {"prose": "check"}, ERROR),
        (None, {"prose": "off"}, []),
    ],
)
async def test_the_setting_and_the_initialization_option(
    sent: str | None, asked: dict[str, str] | None, wanted: list[object], tmp_path: Path
) -> None:
    options = {"prose": sent} if sent else None
    async with running(CODE, tmp_path, options=options, settings=asked) as session:
        session.write({"app.py": "retries = 4\n"})
        assert await severities(session, "page.md", PAGE, "markdown") == wanted


async def test_what_is_off_can_be_asked_for_all_the_same(tmp_path: Path) -> None:
    async with running(CODE, tmp_path, options={"prose": "off"}) as session:
        session.write({"app.py": "retries = 4\n", "plain.md": "Nothing.\n"})
        for name, wanted in (("page.md", True), ("plain.md", False)):
            uri = session.open(name, PAGE if wanted else None, "markdown")
            command = types.Command("", "patchsight.checkPatch", arguments=[{"uri": uri}])
            assert await session.execute(command) is wanted
        assert [text for _, text in session.told()] == ["No patch was found here."]
        codes = {one.code for one in await session.diagnostics(session.uri("page.md"))}
        assert "context_not_found" in codes


async def test_a_setting_that_changes_counts_for_what_is_open(tmp_path: Path) -> None:
    async with running(CODE, tmp_path) as session:
        session.write({"app.py": "retries = 4\n"})
        assert await severities(session, "page.md", PAGE, "markdown") == HINT
        for prose, wanted in (("check", ERROR), ("off", []), ("hint", HINT)):
            session.client.settings = {"prose": prose}
            session.client.workspace_did_change_configuration(
                types.DidChangeConfigurationParams(None)
            )
            last = session.client.inbox.published
            while [
                one.severity
                for one in last[session.uri("page.md")].diagnostics
                if one.severity != 3
            ] != wanted:
                await session.client.news()
