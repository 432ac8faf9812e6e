"""Editing the patch itself: quick fixes, all safe ones at once, refresh, reverse and convert, feedback."""

from __future__ import annotations

import pytest
from lsprotocol import types

from lsp.client import EVERY
from lsp.harness import Session

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", EVERY, ids=str, indirect=True),
]

TWICE = "class A:\n    name = '🦊'\n    def f(self):\n        return 1\n\n\nclass B:\n    def f(self):\n        return 1\n"
AMBIGUOUS = "*** Begin Patch\n*** Update File: a.py\n@@\n-        return 1\n+        return 'eight 🐙'\n*** End Patch\n"
FIX = types.CodeActionKind.QuickFix.value
REWRITE = "refactor.rewrite"


async def test_one_fix_per_place_and_it_lands_there(session: Session) -> None:
    session.write({"a.py": TWICE})
    uri = session.open("change.patch", AMBIGUOUS)
    fixes = await session.actions(uri, "@@", [FIX])
    assert list(fixes) == [
        "Target the one at a.py:4 (in `class A › def f(self)`)",
        "Target the one at a.py:9 (in `class B › def f(self)`)",
    ]
    await session.choose(fixes["Target the one at a.py:9 (in `class B › def f(self)`)"])
    assert session.editor.pages[uri].text == AMBIGUOUS.replace("@@\n", "@@ class B:\n")
    assert await session.marks(uri) == []


async def test_a_fix_belongs_to_its_diagnostic(session: Session) -> None:
    session.write({"a.py": TWICE})
    uri = session.open("change.patch", AMBIGUOUS)
    found = await session.diagnostics(uri)
    context = types.CodeActionContext(found, [FIX])
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), found[0].range, context)
    for action in await session.client.text_document_code_action_async(params) or []:
        assert isinstance(action, types.CodeAction)
        assert action.kind == FIX
        assert [one.code for one in action.diagnostics or []] == ["ambiguous_context"]


async def test_a_fix_that_answers_several_problems_of_a_selection_is_offered_once(
    session: Session,
) -> None:
    session.write({"a.txt": "alpha\nbeta\ngamma\n"})
    hunks = "@@ -9 +9,2 @@\n alpha\n+new\n@@ -30 +31 @@\n-gamma\n+c\n"
    uri = session.open("change.diff", f"--- a/a.txt\n+++ b/a.txt\n{hunks}", "diff")
    found = await session.diagnostics(uri)
    whole = types.Range(types.Position(0, 0), types.Position(9, 0))
    params = types.CodeActionParams(
        types.TextDocumentIdentifier(uri), whole, types.CodeActionContext(found, [FIX])
    )
    actions = await session.client.text_document_code_action_async(params) or []
    [one] = [action for action in actions if action.title.startswith("Correct the line numbers")]
    assert isinstance(one, types.CodeAction) and one.diagnostics
    assert [diagnostic.code for diagnostic in one.diagnostics] == ["line_drift"] * 2


async def test_an_action_that_lacks_nothing_is_resolved_to_itself_without_a_word(
    session: Session,
) -> None:
    """Neovim and Helix resolve every action that has no edit or no command, so all that fix or copy something."""
    session.write({"a.py": TWICE})
    uri = session.open("change.patch", AMBIGUOUS)
    found = await session.diagnostics(uri)
    params = types.CodeActionParams(
        types.TextDocumentIdentifier(uri), found[0].range, types.CodeActionContext(found)
    )
    actions = await session.client.text_document_code_action_async(params) or []
    complete = [one for one in actions if isinstance(one, types.CodeAction) and one.data is None]
    assert any(one.edit for one in complete) and any(one.command for one in complete)
    for action in complete:
        assert await session.client.code_action_resolve_async(action) == action
    assert session.told() == []


async def test_a_path_is_made_relative_to_the_folder_that_is_open(session: Session) -> None:
    session.write({"sub/🦊.py": "x = 1\n"})
    text = "*** Begin Patch\n*** Update File: {}sub/🦊.py\n@@\n-x = 1\n+x = 2\n*** End Patch\n"
    uri = session.open("change.patch", text.format(f"{session.root}/"))
    [(title, action)] = (await session.actions(uri, "*** Update", [FIX])).items()
    assert title == "Make it relative: `sub/🦊.py`"
    assert isinstance(action, types.CodeAction) and action.is_preferred
    await session.choose(action)
    assert session.editor.pages[uri].text == text.format("")
    assert await session.marks(uri) == []


async def test_fixes_find_the_files_that_an_ap_patch_names_from_its_own_folder(
    session: Session,
) -> None:
    session.write({"sub/a.py": TWICE})
    modification = (
        "      - action: REPLACE\n        snippet: return 1\n        content: return 'eight 🐙'\n"
    )
    text = f'version: "2.0"\nchanges:\n  - file_path: a.py\n    modifications:\n{modification}'
    uri = session.open("sub/change.ap", text)
    fixes = await session.actions(uri, "snippet", [FIX])
    assert list(fixes) == [
        "Target the one at sub/a.py:4 (in `class A › def f(self)`)",
        "Target the one at sub/a.py:9 (in `class B › def f(self)`)",
    ]
    await session.choose(fixes["Target the one at sub/a.py:9 (in `class B › def f(self)`)"])
    assert "        anchor: |\n          class B:\n" in session.editor.pages[uri].text
    assert await session.marks(uri) == []


async def test_fixes_follow_what_the_editor_shows(session: Session) -> None:
    session.write({"a.py": "def f(): pass\n"})
    session.open("a.py", "# 🦊\ndef greet(name):\n    return name\n", "python")
    text = "*** Begin Patch\n*** Update File: a.py\n@@\n def greet(nmae):\n-    return name\n+    return 1\n*** End Patch\n"
    uri = session.open("change.patch", text)
    [(title, action)] = (await session.actions(uri, "def greet", [FIX])).items()
    assert title == "Use the file's text (line 2, 97%)"
    await session.choose(action)
    assert session.editor.pages[uri].text == text.replace("nmae", "name")


async def test_a_markdown_fence_is_taken_away(session: Session) -> None:
    session.write({"a.txt": "one 🦊\n"})
    patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one 🦊\n+🐙\n"
    uri = session.open("change.diff", f"```diff\n{patch}```\n")
    await session.choose(
        (await session.actions(uri, "```", [FIX]))["Remove the fence around the patch"]
    )
    assert session.editor.pages[uri].text == patch


async def test_all_safe_fixes_at_once(session: Session) -> None:
    session.write({"a.txt": "one 🦊\ntwo\nthree\n"})
    uri = session.open(
        "change.patch",
        "*** Begin Patch\n*** Update File: a.txt\n@@\none 🦊\n-two\n+2 🐙\nthree\n*** End Patch\n",
    )
    [action] = (await session.actions(uri, only=["source.fixAll"])).values()
    await session.choose(action)
    assert session.editor.pages[uri].text == (
        "*** Begin Patch\n*** Update File: a.txt\n@@\n one 🦊\n-two\n+2 🐙\n three\n*** End Patch\n"
    )
    assert await session.marks(uri) == []


async def test_a_patch_is_converted(session: Session) -> None:
    session.write({"a.txt": "one 🦊\ntwo\nthree\n"})
    uri = session.open(
        "change.diff", "--- a/a.txt\n+++ b/a.txt\n@@ -9,2 +9,2 @@\n one 🦊\n-two\n+2 🐙\n"
    )
    found = await session.actions(uri, only=[REWRITE])
    assert list(found) == [
        "Refresh the patch",
        "Reverse the patch",
        "Convert to v4a",
        "Convert to Zenpatch",
        "Convert to ap",
        "Convert to ApplyDiff",
        "Convert to SEARCH/REPLACE",
        "Convert to String edits",
        "Convert to whole file",
    ]
    await session.choose(found["Convert to v4a"])
    assert session.editor.pages[uri].text == (
        "*** Begin Patch\n*** Update File: a.txt\n@@\n one 🦊\n-two\n+2 🐙\n three\n*** End Patch\n"
    )


async def test_refreshing_leaves_a_fresh_patch_alone_and_corrects_a_stale_one(
    session: Session,
) -> None:
    session.write({"a.txt": "one 🦊\ntwo\nthree\n"})
    fresh = "diff --git a/a.txt b/a.txt\nindex 1..2 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@ 🦊\n one 🦊\n-two\n+2 🐙\n three\n"
    uri = session.open("change.diff", fresh.replace("-1,3 +1,3", "-7,5 +7,9"))
    for _ in range(2):
        found = await session.actions(uri, only=[REWRITE])
        await session.choose(found["Refresh the patch"])
        assert session.editor.pages[uri].text == fresh


async def test_a_patch_is_turned_round(session: Session) -> None:
    session.write({"a.txt": "one 🦊\ntwo\n"})
    uri = session.open(
        "change.patch",
        "*** Begin Patch\n*** Update File: a.txt\n@@\n one 🦊\n-two\n+2 🐙\n*** End Patch\n",
    )
    found = await session.actions(uri, only=[REWRITE])
    await session.choose(found["Reverse the patch"])
    assert (
        session.editor.pages[uri].text
        == "*** Begin Patch\n*** Update File: a.txt\n@@\n one 🦊\n-2 🐙\n+two\n*** End Patch\n"
    )


async def test_what_a_format_cannot_say_is_refused_with_the_reason(session: Session) -> None:
    session.write({"a.txt": "x\n"})
    uri = session.open("change.patch", "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n")
    found = await session.actions(uri, only=[REWRITE])
    await session.choose(found["Convert to ap"])
    assert session.told() == [
        (types.MessageType.Warning, "ap cannot delete a file, as the patch does with `a.txt`.")
    ]


async def test_feedback_for_the_model(session: Session) -> None:
    session.write({"a.py": TWICE})
    uri = session.open("change.patch", AMBIGUOUS)
    text = await session.execute(types.Command("", "patchsight.feedback", arguments=[uri]))
    assert text.startswith(
        "1 problem; nothing was applied.\nERROR [ambiguous_context] line 3 of the patch, for a.py\n"
    )
    assert (
        await session.execute(
            types.Command("", "patchsight.feedback", arguments=["file:///nowhere.patch"])
        )
        is None
    )
