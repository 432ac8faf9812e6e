"""Hover: where a part lands, what it changes there, and why it does not if it does not."""

from __future__ import annotations

import pytest
from lsprotocol import types
from markdown_it import MarkdownIt

from lsp.client import AS_CAPTURED
from lsp.editor import as_uri
from lsp.harness import Session

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", AS_CAPTURED, ids=str, indirect=True),
]


def markdown(session: Session) -> bool:
    return "markdown" in session.client.can("textDocument.hover.contentFormat")


def link(session: Session, name: str, row: int | None = None) -> str:
    """A file's name as hovers show it; a link where links can be shown."""
    shown = name if row is None else f"{name}:{row}"
    return (
        f"[`{shown}`]({as_uri(session.root / name)}{f'#L{row}' if row else ''})"
        if markdown(session)
        else shown
    )


def bold(session: Session, text: str) -> str:
    return f"**{text}**" if markdown(session) else text


def code(session: Session, language: str, *lines: str) -> str:
    return "\n".join(
        [f"```{language}", *lines, "```"]
        if markdown(session)
        else [f"    {line}" for line in lines]
    )


async def test_the_client_gets_the_kind_of_text_it_can_show(session: Session) -> None:
    session.write({"app.py": "a = 1\n"})
    uri = session.open(
        "p.patch", "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch\n"
    )
    found = await session.hover(uri, session.editor.pages[uri].text.index("-a"))
    assert found is not None and isinstance(found.contents, types.MarkupContent)
    wanted = types.MarkupKind.Markdown if markdown(session) else types.MarkupKind.PlainText
    assert found.contents.kind is wanted


async def test_a_part_that_fits(session: Session) -> None:
    session.write({"app.py": "import os\n\n\ndef f():\n    a = 1\n    return a\n"})
    uri = session.open(
        "p.patch",
        "*** Begin Patch\n*** Update File: app.py\n@@\n def f():\n-    a = 1\n+    a = 2\n     return a\n*** End Patch\n",
    )
    text = await session.hover_text(uri, "-    a")
    assert text == "\n\n".join(
        [
            f"{bold(session, 'Part 1')} matches exactly at {link(session, 'app.py', 4)}.",
            "Before:\n" + code(session, "python", "def f():", "    a = 1", "    return a"),
            "After:\n" + code(session, "python", "def f():", "    a = 2", "    return a"),
            "Words: `1` → `2`" if markdown(session) else "Words: 1 → 2",
        ]
    )


async def test_the_words_that_change(session: Session) -> None:
    session.write({"app.py": "if total >= LIMIT:\n    ship(parcel, fast)\n    tell()\n"})
    uri = session.open(
        "p.patch",
        "*** Begin Patch\n*** Update File: app.py\n@@\n-if total >= LIMIT:\n-    ship(parcel, fast)\n-    tell()\n"
        "+if not empty and total >= LEAST:\n+    ship(parcel)\n+    tell()\n*** End Patch\n",
    )
    text = await session.hover_text(uri, "-if")
    words = "`not empty and` is new, `LIMIT` → `LEAST`, `, fast` goes"
    assert text.endswith(f"Words: {words if markdown(session) else words.replace('`', '')}")


async def test_a_part_that_stands_in_several_places(session: Session) -> None:
    session.write({"app.py": "a = 1\nb = 2\na = 1\n"})
    uri = session.open(
        "p.patch", "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch\n"
    )
    text = await session.hover_text(uri, "-a = 1")
    assert f"stands in 2 places in {link(session, 'app.py')}:" in text
    assert (
        link(session, "app.py", 1) + "\n" + code(session, "python", "a = 1", "b = 2", "a = 1")
        in text
    )
    assert link(session, "app.py", 3) in text
    assert bold(session, "The text stands in several places") in await session.hover_text(uri, "@@")


async def test_a_part_that_is_missing(session: Session) -> None:
    session.write({"app.py": "def f():\n    return 1\n"})
    uri = session.open(
        "p.patch",
        "*** Begin Patch\n*** Update File: app.py\n@@\n def f():\n-    retrun 1\n+    return 2\n*** End Patch\n",
    )
    text = await session.hover_text(uri, "    retrun")
    assert f"{bold(session, 'Part 1')} was not found in {link(session, 'app.py')}." in text
    assert f"The nearest place is {link(session, 'app.py', 1)}, " in text
    assert "First difference: the patch expects `retrun 1`, but line 2 is `return 1`." in text
    assert bold(session, "The text was not found") in text


async def test_a_part_that_was_applied(session: Session) -> None:
    session.write({"app.py": "def f():\n    return 2\n"})
    uri = session.open(
        "p.patch",
        "*** Begin Patch\n*** Update File: app.py\n@@\n def f():\n-    return 1\n+    return 2\n*** End Patch\n",
    )
    text = await session.hover_text(uri, " def f")
    assert f"{bold(session, 'Part 1')} is already applied at {link(session, 'app.py', 1)}." in text


async def test_a_path(session: Session) -> None:
    session.write({"sub dir/app.py": "é = 1\nb = 2\n"})
    uri = session.open(
        "p.patch",
        "*** Begin Patch\n*** Update File: sub dir/app.py\n@@\n-b = 2\n+b = 3\n*** End Patch\n",
    )
    text = await session.hover_text(uri, "dir/app.py")
    assert (
        f"{link(session, 'sub dir/app.py')} is changed: 1 of 1 part fits. Now: 2 lines, 13 bytes."
        in text
    )


@pytest.mark.parametrize(
    ("section", "at", "wanted"),
    [
        (
            "*** Add File: new.py\n+a\n",
            "new.py",
            "is created: 1 of 1 part fits. Now: does not exist.",
        ),
        (
            "*** Delete File: old.py\n",
            "old.py",
            "is deleted: 1 of 1 part fits. Now: 1 line, 2 bytes.",
        ),
        (
            "*** Update File: old.py\n*** Move to: to.py\n",
            "to.py",
            ": 1 of 1 part fits. Now: 1 line, 2 bytes.",
        ),
        (
            "*** Update File: no.py\n@@\n-a\n+b\n",
            "no.py",
            "is changed: 0 of 1 part fits. Now: does not exist.",
        ),
    ],
    ids=["create", "delete", "move", "missing"],
)
async def test_a_path_says_what_happens_to_its_file(
    session: Session, section: str, at: str, wanted: str
) -> None:
    session.write({"old.py": "a\n"})
    uri = session.open("p.patch", f"*** Begin Patch\n{section}*** End Patch\n")
    text = await session.hover_text(uri, at)
    assert wanted in text
    assert ("nothing is left of it" in text) == section.startswith("*** Delete")


async def test_names_are_shown_as_they_are(session: Session) -> None:
    session.write({"a/__init__.py": "a = 1\n"})
    uri = session.open(
        "p.patch",
        "*** Begin Patch\n*** Update File: a/__init__.py\n*** Move to: b/__init__.py\n*** End Patch\n",
    )
    name = "`b/__init__.py`" if markdown(session) else "b/__init__.py"
    assert f"{link(session, 'a/__init__.py')} is moved to {name}: " in await session.hover_text(
        uri, "b/__init__"
    )


async def test_the_words_of_a_format(session: Session) -> None:
    session.write({"app.py": "a = 1\n"})
    uri = session.open(
        "p.ap",
        'version: "2.0"\nchanges:\n  - file_path: app.py\n    modifications:\n      - action: REPLACE\n'
        "        snippet: a = 1\n        content: a = 2\n",
    )
    assert (await session.hover_text(uri, "snippet")).startswith(
        f"{bold(session, 'snippet')}: The lines to find;"
    )
    assert (await session.hover_text(uri, "REPLACE")).startswith(
        f"{bold(session, 'REPLACE')}: Put the content"
    )
    assert (await session.hover_text(uri, "version")).startswith(f"{bold(session, 'version')}: ")
    v4a = session.open(
        "p.patch", "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch\n"
    )
    assert (
        await session.hover_text(v4a, "*** Begin")
        == f"{bold(session, '*** Begin Patch')}: The patch starts here."
    )


async def test_backticks_in_a_file_do_not_end_the_excerpt(session: Session) -> None:
    session.write({"a.md": "```\nold\n```\n"})
    uri = session.open(
        "p.patch",
        "*** Begin Patch\n*** Update File: a.md\n@@\n ```\n-old\n+new\n ```\n*** End Patch\n",
    )
    text = await session.hover_text(uri, "-old")
    if markdown(session):
        assert "````markdown\n```\nold\n```\n````" in text
    else:
        assert "    ```\n    old\n    ```" in text


async def test_nothing_to_say(session: Session) -> None:
    uri = session.open("p.patch", "\n\nplain prose\n")
    assert await session.hover(session.open("app.py", "a = 1\n", "python"), 0) is None
    session.editor.replace(uri, "*** Begin Patch\n*** Delete File: app.py\n*** End Patch\n\n\n")
    assert await session.hover(uri, len(session.editor.pages[uri].text)) is None


_IMAGE = "![](https://evil.example/x.png)"
#: A name, lines and the end of a name that would act in Markdown.
_EVIL = "a`![](evil.png)`.`]"


def acting(text: str) -> list[str]:
    """What a hover would load, run or lead to, but for files of the workspace."""
    reader = MarkdownIt("commonmark", {"html": True})
    setattr(reader, "validateLink", lambda address: True)  # noqa: B010
    found = []
    for block in reader.parse(text):
        for token in (block, *(block.children or ())):
            if token.type in ("image", "html_block", "html_inline"):
                found.append(token.content)
            if token.type == "link_open" and not str(token.attrs["href"]).startswith("file:"):
                found.append(str(token.attrs["href"]))
    return found


@pytest.mark.parametrize("there", ["the lines", "the lines, twice", "other lines", "nothing"])
async def test_nothing_of_a_patch_acts(session: Session, there: str) -> None:
    """Wherever the cursor stands: names, lines and what is behind the last dot are text."""
    lines = f"````\n```\nx = `{_IMAGE}` <img src=y>\n[a](command:b)\n"
    texts = {"the lines": lines, "the lines, twice": lines * 2, "other lines": f"y\n{lines[:-3]}\n"}
    if there in texts:
        session.write({_EVIL: texts[there]})
    changed = "".join(f"-{line}\n+{line} new\n" for line in lines.splitlines())
    patch = (
        f"*** Begin Patch\n*** Update File: {_EVIL}\n@@ {_IMAGE}\n{changed}"
        f"*** Update File: other{_EVIL}\n*** Move to: new{_EVIL}\n*** End Patch\n"
    )
    uri = session.open("p.patch", patch)
    said = 0
    for offset in range(0, len(patch), 7):
        found = await session.hover(uri, offset)
        said += found is not None
        if found and markdown(session):
            assert isinstance(found.contents, types.MarkupContent)
            assert acting(found.contents.value) == [], found.contents.value
    assert said > 10


def hunk(old: str, new: str) -> str:
    return f"*** Begin Patch\n*** Update File: app.py\n@@\n-{old}\n+{new}\n*** End Patch\n"


async def test_a_stale_part_says_which_patch_or_edit_changed_its_line(session: Session) -> None:
    session.write({"app.py": "limit = 10\nrest = 1\n"})
    target = session.open("app.py")
    stale = session.open("late.patch", hunk("limit = 10", "limit = 30"))
    other = session.open("later.patch", hunk("rest = 1", "rest = 3"))
    await session.diagnostics(stale)
    await session.diagnostics(other)
    first = session.open("first.patch", hunk("limit = 10", "limit = 20"))
    await session.apply(first)
    await session.diagnostics(first)
    session.told()
    name = "`first.patch`" if markdown(session) else "first.patch"
    was = f"Line 1 was `limit = 10`; the patch {name} changed it, and now it is `limit = 20`."
    assert was in await session.hover_text(stale, "-limit")
    session.editor.type(target, 0, 0, "# in seconds\n")
    text = session.editor.pages[target].text
    session.editor.type(target, text.index("rest"), len(text), "pause = 1\n")
    assert was in await session.hover_text(stale, "-limit")
    assert (
        "Line 2 was `rest = 1`; an edit that is not saved yet changed it, and now it is `pause = 1`."
        in await session.hover_text(other, "-rest")
    )
    never = session.open("never.patch", hunk("limit = 11", "limit = 30"))
    assert " was `" not in await session.hover_text(never, "-limit")
