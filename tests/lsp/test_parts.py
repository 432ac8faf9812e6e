"""What can be done with one part of a patch: each as a user chooses it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from lsprotocol import types

from lsp.client import Profile
from lsp.editor import position_of
from lsp.harness import APPLY, Action, Session
from support.carets import trim

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", [Profile("code-server")], ids=str, indirect=True),
]

PART = "refactor.patchsight.part"
REVERT = "refactor.patchsight.revert"
FILE = "".join(f"line {number}\n" for number in range(1, 41))
V4A = """
    *** Begin Patch
    *** Update File: a.txt
    @@
     line 2
    -line 3
    +three
     line 4
     line 5
    -line 6
    +six
    @@
     line 19
    -line 20
    +twenty
    *** End Patch
"""
UNIFIED = """
    --- a/a.txt
    +++ b/a.txt
    @@ -2,5 +2,5 @@ above
     line 2
    -line 3
    +three
     line 4
     line 5
    -line 6
    +six
    @@ -19,2 +19,2 @@
     line 19
    -line 20
    +twenty
"""

BLOCKS = """
    a.txt
    <<<<<<< SEARCH
    line 2
    line 3
    line 4
    line 5
    line 6
    =======
    line 2
    three
    line 4
    line 5
    six
    >>>>>>> REPLACE

    a.txt
    <<<<<<< SEARCH
    line 20
    =======
    twenty
    >>>>>>> REPLACE
"""


@asynccontextmanager
async def at_work(
    session: Session, patch: str, text: str = FILE, name: str = "p.patch"
) -> AsyncIterator[str]:
    session.write({"a.txt": text})
    yield session.open(name, trim(patch))
    await session.settle()
    for uri in list(session.editor.pages):
        session.editor.close(uri)


async def selected(session: Session, uri: str, first: str, last: str) -> dict[str, Action]:
    """The actions that apply, with everything selected from one text to the end of another's row."""
    text = session.editor.pages[uri].text
    start, end = text.index(first), text.index("\n", text.index(last)) + 1
    where = types.Range(*(position_of(text, at, session.encoding) for at in (start, end)))
    found = await session.client.text_document_code_action_async(
        types.CodeActionParams(
            types.TextDocumentIdentifier(uri), where, types.CodeActionContext([], [APPLY])
        )
    )
    return {action.title: action for action in found or []}


async def check(
    session: Session,
    patch: str,
    at: str,
    title: str,
    after: str,
    text: str = FILE,
    name: str = "p.patch",
) -> None:
    """Choose an action at a text; the patch then reads so, and does not do anything else than before."""
    async with at_work(session, patch, text, name) as uri:
        actions = await session.actions(uri, at, only=[PART])
        assert title in actions, list(actions)
        await session.choose(actions[title])
        assert session.editor.pages[uri].text == trim(after)
        assert session.shown()["a.txt"] == text.encode()


# ---- drop
async def test_drop_a_part(session: Session) -> None:
    after = """
        *** Begin Patch
        *** Update File: a.txt
        @@
         line 19
        -line 20
        +twenty
        *** End Patch
    """
    await check(session, V4A, "-line 3", "Drop this part", after)


async def test_the_only_part_of_a_section_goes_with_it(session: Session) -> None:
    patch = """
        *** Begin Patch
        *** Update File: a.txt
        @@
        -line 20
        +twenty
        *** Add File: new.txt
        +new
        *** End Patch
    """
    after = """
        *** Begin Patch
        *** Add File: new.txt
        +new
        *** End Patch
    """
    await check(session, patch, "-line 20", "Drop this part", after)


async def test_the_last_part_stays(session: Session) -> None:
    patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-line 20\n+twenty\n*** End Patch\n"
    async with at_work(session, patch) as uri:
        assert "Drop this part" not in await session.actions(uri, "-line 20", only=[PART])


async def test_drop_what_is_applied(session: Session) -> None:
    patch = """
        *** Begin Patch
        *** Update File: a.txt
        @@
         line 2
        -line 3
        +three
         line 4
        @@
         line 9
        -line 10
        +ten
         line 11
        @@
         line 19
        -line 20
        +twenty
        *** End Patch
    """
    text = FILE.replace("line 3\n", "three\n").replace("line 10\n", "ten\n")
    after = """
        *** Begin Patch
        *** Update File: a.txt
        @@
         line 19
        -line 20
        +twenty
        *** End Patch
    """
    await check(session, patch, "-line 20", "Drop the 2 parts applied already", after, text)


# ---- split
async def test_split_at_the_cursor(session: Session) -> None:
    after = trim(V4A).replace(" line 5\n-line 6", "@@\n line 5\n-line 6")
    await check(session, V4A, " line 5", "Split this part here", after)


async def test_split_with_numbers(session: Session) -> None:
    after = trim(UNIFIED).replace("-2,5 +2,5", "-2,3 +2,3")
    after = after.replace(" line 5\n-line 6", "@@ -5,2 +5,2 @@\n line 5\n-line 6")
    await check(session, UNIFIED, " line 5", "Split this part here", after)


async def test_split_two_texts(session: Session) -> None:
    after = """
        a.txt
        <<<<<<< SEARCH
        line 2
        line 3
        line 4
        =======
        line 2
        three
        line 4
        >>>>>>> REPLACE

        a.txt
        <<<<<<< SEARCH
        line 5
        line 6
        =======
        line 5
        six
        >>>>>>> REPLACE

        a.txt
        <<<<<<< SEARCH
        line 20
        =======
        twenty
        >>>>>>> REPLACE
    """
    await check(session, BLOCKS, "line 5", "Split this part here", after, name="p.sr")


@pytest.mark.parametrize("at", [" line 2", "-line 3", "+twenty", "*** Update"])
async def test_there_is_a_change_on_both_sides_of_a_split(session: Session, at: str) -> None:
    async with at_work(session, V4A) as uri:
        assert "Split this part here" not in await session.actions(uri, at, only=[PART])


async def test_a_half_that_would_do_something_else_is_not_offered(session: Session) -> None:
    patch = """
        *** Begin Patch
        *** Update File: a.txt
        @@
         line 2
        -line 3
        +three
        +three and a half
        *** End Patch
    """
    async with at_work(session, patch) as uri:
        actions = await session.actions(uri, "+three and", only=[PART])
        assert "Split this part here" not in actions


# ---- some rows of a part
async def test_apply_the_selected_rows(session: Session) -> None:
    async with at_work(session, V4A) as uri:
        actions = await selected(session, uri, "-line 3", "+three")
        await session.choose(actions["Apply the selected rows only"])
        assert session.shown()["a.txt"] == FILE.replace("line 3\n", "three\n", 1).encode()


@pytest.mark.parametrize("row", ["line 3", "three"])
async def test_a_row_of_either_text_means_what_takes_its_place(session: Session, row: str) -> None:
    async with at_work(session, BLOCKS, name="p.sr") as uri:
        actions = await selected(session, uri, row, row)
        await session.choose(actions["Apply the selected rows only"])
        assert session.shown()["a.txt"] == FILE.replace("line 3\n", "three\n", 1).encode()


async def test_a_row_that_only_adds(session: Session) -> None:
    async with at_work(session, UNIFIED) as uri:
        actions = await selected(session, uri, "+six", "+six")
        await session.choose(actions["Apply the selected rows only"])
        assert session.shown()["a.txt"] == FILE.replace("line 6\n", "line 6\nsix\n", 1).encode()


async def test_rows_without_a_change_or_with_every_one(session: Session) -> None:
    async with at_work(session, V4A) as uri:
        for first, last in ((" line 4", " line 5"), (" line 2", "+six")):
            assert "Apply the selected rows only" not in await selected(session, uri, first, last)


# ---- write anew
async def test_refresh_a_part(session: Session) -> None:
    patch = """
        --- a/a.txt
        +++ b/a.txt
        @@ -2,2 +2,2 @@ above
         line 2
        -line 3
        +three
        @@ -25,2 +25,2 @@
         line 19
        -line 20
        +twenty
    """
    after = """
        --- a/a.txt
        +++ b/a.txt
        @@ -2,2 +2,2 @@ above
         line 2
        -line 3
        +three
        @@ -17,7 +17,7 @@
         line 17
         line 18
         line 19
        -line 20
        +twenty
         line 21
         line 22
         line 23
    """
    await check(session, patch, "-line 20", "Refresh this part", after)
    async with at_work(session, after) as uri:
        assert "Refresh this part" not in await session.actions(uri, "-line 20", only=[PART])


# ---- a stale part, seen in three ways
STALE = """
    *** Begin Patch
    *** Update File: a.txt
    @@
     def price(item):
    -    return item.net
    +    return item.gross
     # end
    *** End Patch
"""
MOVED_ON = "import shop\n\ndef price(item):\n    return item.net + tax(item)\n# end\n"


async def test_the_patch_wins(session: Session) -> None:
    after = trim(STALE).replace("item.net", "item.net + tax(item)")
    title = "Take the patch's text (line 3)"
    await check(session, STALE, "-    return", title, after, MOVED_ON)


async def test_edit_with_the_file_s_text(session: Session) -> None:
    """The part then fits, and the cursor stands on what a person is to edit."""
    title = "Edit this part with the file's text (line 3)"
    async with at_work(session, STALE, MOVED_ON) as uri:
        actions = await session.actions(uri, "-    return", only=[PART])
        action = actions[title]
        assert isinstance(action, types.CodeAction) and action.command
        await session.choose(action)
        text = session.editor.pages[uri].text
        assert "-    return item.net + tax(item)\n+    return item.gross" in text
        assert await session.marks(uri) == []
        [where] = session.client.inbox.selections
        assert where and text.split("\n")[where.start.line].startswith("+    return item.gross")
        assert session.client.inbox.documents.pop() == uri


async def test_what_cannot_be_done_says_why(session: Session) -> None:
    hunk = "@@\n line 19\n-line 20\n+twenty\n"
    patch = f"*** Begin Patch\n*** Update File: a.txt\n{hunk}*** End Patch\n"
    async with at_work(session, patch) as uri:
        actions = await session.actions(uri, "-line 20", only=[PART])
        assert list(actions)[:2] == [
            "Drop this part: nothing would be left of the patch",
            "Split this part here: all that changes is on one side of this row",
        ]
        for action in list(actions.values())[:2]:
            assert isinstance(action, types.CodeAction) and action.disabled and not action.edit


async def test_compare(session: Session) -> None:
    async with at_work(session, STALE, MOVED_ON) as uri:
        actions = await session.actions(uri, "-    return", only=[PART])
        action = actions["Compare this part with the file"]
        assert isinstance(action, types.CodeAction) and action.command
        text = await session.execute(action.command)
        assert text.splitlines() == [
            "<<<<<<< a.txt:3",
            "def price(item):",
            "    return item.net + tax(item)",
            "# end",
            "||||||| what part 1 expects",
            "def price(item):",
            "    return item.net",
            "# end",
            "=======",
            "def price(item):",
            "    return item.gross",
            "# end",
            ">>>>>>> what part 1 wants",
        ]
        assert session.told() or session.client.inbox.documents
        session.client.inbox.documents.clear()


# ---- take one part back
async def test_revert_one_part(session: Session) -> None:
    applied = FILE.replace("line 3\n", "three\n", 1).replace("line 6\n", "six\n", 1)
    applied = applied.replace("line 20\n", "twenty\n")
    for patch in (V4A, UNIFIED):
        async with at_work(session, patch, applied) as uri:
            actions = await session.actions(uri, "-line 20", only=[REVERT])
            assert list(actions) == ["Revert patch (1 file, 2 changes)", "Revert this part only"]
            await session.choose(actions["Revert this part only"])
            assert session.shown()["a.txt"] == applied.replace("twenty\n", "line 20\n").encode()
            actions = await session.actions(uri, "-line 20", only=[REVERT])
            assert list(actions) == []
            session.told()


async def test_revert_one_file(session: Session) -> None:
    more = "*** Update File: b.txt\n@@\n-b\n+B\n*** End Patch"
    two = trim(V4A).replace("*** End Patch", more)
    applied = FILE.replace("line 3\n", "three\n", 1).replace("line 6\n", "six\n", 1)
    applied = applied.replace("line 20\n", "twenty\n")
    async with at_work(session, "", applied):
        session.write({"b.txt": "B\n"})
        uri = session.open("q.patch", two)
        actions = await session.actions(uri, "-line 20", only=[REVERT])
        assert list(actions) == [
            "Revert patch (2 files, 3 changes)",
            "Revert this file only (a.txt)",
            "Revert this part only",
        ]
        await session.choose(actions["Revert this file only (a.txt)"])
        shown = session.shown()
        assert (shown["a.txt"], shown["b.txt"]) == (FILE.encode(), b"B\n")
        session.told()


# ---- line ends
async def test_a_patch_with_other_line_ends(session: Session) -> None:
    patch = trim(V4A).replace("\n", "\r\n")
    after = patch.replace(" line 5\r\n-line 6", "@@\r\n line 5\r\n-line 6")
    async with at_work(session, "", FILE.replace("\n", "\r\n")):
        uri = session.open("q.patch", patch)
        actions = await session.actions(uri, " line 5", only=[PART])
        await session.choose(actions["Split this part here"])
        assert session.editor.pages[uri].text == after


# ---- in JSON
async def test_the_row_of_a_text_means_the_text(session: Session) -> None:
    patch = """
        {
          "file_path": "a.txt",
          "edits": [
            {"old_string": "line 20", "new_string": "twenty"},
            {"old_string": "line 3\\n", "new_string": "three\\n"}
          ]
        }
    """
    async with at_work(session, patch, FILE * 2, "p.stringedit") as uri:
        actions = await session.actions(uri, '    {"old_string": "line 3', only=["quickfix"])
        assert list(actions)[:2] == ["Target the one at a.txt:3", "Target the one at a.txt:43"]


async def test_split_and_drop_in_json(session: Session) -> None:
    patch = """
        {"file_path": "a.txt", "edits": [
          {"old_string": "line 12\\nline 13", "new_string": "\\u003c12>\\n<13>"}
        ]}
    """
    split = """
        {"file_path": "a.txt", "edits": [
          {"old_string": "line 12", "new_string": "\\u003c12>"},
          {"old_string": "line 13", "new_string": "<13>"}
        ]}
    """
    first = """
        {"file_path": "a.txt", "edits": [
          {"old_string": "line 13", "new_string": "<13>"}
        ]}
    """
    await check(session, patch, "line 13", "Split this part here", split, name="p.stringedit")
    await check(session, split, "line 12", "Drop this part", first, name="p.stringedit")
