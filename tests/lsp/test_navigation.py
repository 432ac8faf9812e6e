"""Ways through a patch and to its targets: definition, references, links, the outline, folds, selections, highlights.

Examples carry rows of carets: `from` is where the cursor stands, `here` and `there` what must be found. A caret alone with
`gap` is an empty range.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from lsp.editor import place_of
from lsp.harness import Session
from lsp.places import APP, EDITORS, MIXED, here, span
from support.carets import split_marks, trim

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", EDITORS, ids=str, indirect=True),
]

Place = tuple[str, int, int, int]  #: a file, a row, and the columns from and to, in code points

V4A = "*** Begin Patch\n*** Update File: app.py\n{}*** End Patch\n"


async def definitions(
    session: Session, uri: str, at: str | int, texts: dict[str, str]
) -> list[Place]:
    """Where a place of the patch leads to; the links must say the same as their place in the patch."""
    found = await session.client.text_document_definition_async(
        types.DefinitionParams(*here(session, uri, at))
    )
    assert isinstance(found, (list, tuple))
    places = []
    for link in found:
        assert isinstance(link, types.LocationLink) and link.origin_selection_range is not None
        name = next(name for name in texts if session.uri(name) == link.target_uri)
        span(session, session.editor.pages[uri].text, link.origin_selection_range)
        places.append((name, *span(session, texts[name], link.target_selection_range)))
    return places


async def check_definition(
    session: Session, patch: str, target: str, name: str = "p.patch"
) -> None:
    """See that every place marked `from` leads exactly to the places marked in the target."""
    text, marks = split_marks(trim(patch))
    there, wanted = split_marks(trim(target))
    session.write({"app.py": there})
    uri = session.open(name, text)
    rows = text.split("\n")
    places = [
        ("app.py", row, start, end if word == "there" else start)
        for row, start, end, word in wanted
    ]
    for row, column, _, _ in marks:
        offset = sum(len(line) + 1 for line in rows[:row]) + column
        assert await definitions(session, uri, offset, {"app.py": there}) == places


# ---- definition
async def test_a_line_leads_to_the_line_it_stands_for(session: Session) -> None:
    await check_definition(
        session,
        """
        *** Begin Patch
        *** Update File: app.py
        @@
         # 🦊
        -x = "🦊" + y
                    ^ from
        +x = y
         ^ from
        *** End Patch
        """,
        """
        # 🦊 🦊
        # 🦊
        x = "🦊" + y
        ^^^^^^^^^^^ there
        """,
    )


async def test_an_insertion_leads_between_lines(session: Session) -> None:
    await check_definition(
        session,
        """
        --- a/app.py
        +++ b/app.py
        @@ -1,2 +1,3 @@
         é = "🦊"
        +b = 2
         ^ from
         c = 3
        """,
        """
        é = "🦊"
        c = 3
        ^ gap
        """,
    )


async def test_an_ambiguous_line_leads_to_every_candidate(session: Session) -> None:
    await check_definition(
        session,
        """
        >>> file: app.py
        --- from
        a = "🦊"
        b = 1
        ^ from
        --- to
        a = "🦊"
        b = 2
        ^ from
        <
        """,
        """
        a = "🦊"
        b = 1
        ^^^^^ there

        a = "🦊"
        b = 1
        ^^^^^ there
        """,
    )


async def test_a_missing_line_leads_to_the_nearest_place(session: Session) -> None:
    await check_definition(
        session,
        """
        version: "2.0"
        changes:
          - file_path: app.py
            modifications:
              - action: REPLACE
                snippet: |
                  greet("🦊", nmae)
                         ^ from
                content: |
                  greet(name)
        """,
        """
        import os
        greet("🦊", name)
        ^^^^^^^^^^^^^^^^ there
        """,
        "p.ap",
    )


async def test_paths_lead_to_files(session: Session) -> None:
    session.write({"a b/🦊.py": "x = 1\n", "old.py": "y\n"})
    uri = session.open(
        "p.patch",
        "*** Begin Patch\n*** Update File: a b/🦊.py\n@@\n-x = 1\n+x = 2\n*** Update File: old.py\n*** Move to: new.py\n"
        "*** Add File: more.py\n+a\n*** End Patch\n",
    )
    texts = {"a b/🦊.py": "x = 1\n", "old.py": "y\n"}
    assert await definitions(session, uri, "🦊.py", texts) == [("a b/🦊.py", 0, 0, 0)]
    assert await definitions(session, uri, "*** Update", texts) == [("a b/🦊.py", 0, 0, 0)]
    assert await definitions(session, uri, "old.py", texts) == [("old.py", 0, 0, 0)]
    assert await definitions(session, uri, "new.py", texts) == [("old.py", 0, 0, 0)]
    assert await definitions(session, uri, "more.py", texts) == []
    assert await definitions(session, uri, "*** End", texts) == []


async def test_definitions_follow_unsaved_buffers(session: Session) -> None:
    session.write({"app.py": "x = 1\n"})
    uri = session.open("p.patch", V4A.format("@@\n-x = 1\n+x = 2\n"))
    target = session.open("app.py", "# 🦊\n\nx = 1\n", "python")
    assert await definitions(session, uri, "-x", {"app.py": "# 🦊\n\nx = 1\n"}) == [
        ("app.py", 2, 0, 5)
    ]
    session.editor.replace(target, "x = 1\n")
    assert await definitions(session, uri, "-x", {"app.py": "x = 1\n"}) == [("app.py", 0, 0, 5)]


async def test_a_byte_order_mark_in_a_target_shifts_nothing(session: Session) -> None:
    session.write({"app.py": "\ufeffx = 1\n".encode()})
    uri = session.open("p.patch", V4A.format("@@\n-x = 1\n+x = 2\n"))
    assert await definitions(session, uri, "-x", {"app.py": "x = 1\n"}) == [("app.py", 0, 0, 5)]


# ---- references
async def references(session: Session, uri: str, at: str) -> list[tuple[str, str]]:
    """The rows of open patches that are about a line of a target."""
    identifier, position = here(session, uri, at)
    found = await session.client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(False), identifier, position)
    )
    rows = []
    for location in found or []:
        text = session.editor.pages[location.uri].text
        row, start, end = span(session, text, location.range)
        rows.append((location.uri.rpartition("/")[2], text.split("\n")[row][start:end]))
    return rows


async def test_references_are_the_lines_of_patches_that_touch_a_line(session: Session) -> None:
    session.write({"app.py": "# 🦊\na = 1\nb = 2\n\nc = 3\n"})
    session.open("one.patch", V4A.format("@@\n a = 1\n-b = 2\n+b = 3\n@@\n-c = 3\n+c = 4\n"))
    session.open("two.diff", "--- a/app.py\n+++ b/app.py\n@@ -2,0 +3 @@\n+x = 🦊\n")
    target = session.open("app.py", language="python")
    assert await references(session, target, "🦊") == []
    assert await references(session, target, "a = 1") == [
        ("one.patch", "a = 1"),
        ("two.diff", "@@ -2,0 +3 @@"),
    ]
    assert await references(session, target, "= 2") == [
        ("one.patch", "-b = 2"),
        ("two.diff", "@@ -2,0 +3 @@"),
    ]
    assert await references(session, target, "c = 3") == [("one.patch", "-c = 3")]


async def test_references_of_a_file_that_no_patch_names(session: Session) -> None:
    session.write({"app.py": "a\n", "other.py": "a\n"})
    session.open("one.patch", V4A.format("@@\n-a\n+b\n"))
    assert await references(session, session.open("other.py", language="python"), "a") == []
    assert await references(session, session.open("untitled:u", "a\n", "python"), "a") == []


# ---- links
async def links(session: Session, uri: str) -> list[tuple[int, int, int, str | None, str | None]]:
    found = await session.client.text_document_document_link_async(
        types.DocumentLinkParams(types.TextDocumentIdentifier(uri))
    )
    text = session.editor.pages[uri].text
    return [(*span(session, text, link.range), link.target, link.tooltip) for link in found or []]


async def test_paths_are_links_to_files_that_exist(session: Session, tmp_path: Path) -> None:
    session.write({"🦊/a.py": "x = 1\n", "b.py": "y\n"})
    (tmp_path / "secret").write_text("x\n", encoding="utf-8")
    text = (
        "*** Begin Patch\n*** Update File: 🦊/a.py\n@@\n-x = 1\n+x = 2\n@@\n-z\n+x\n*** Update File: b.py\n*** Move to: c.py\n"
        "*** Add File: new.py\n+a\n*** Update File: ../secret\n@@\n-x\n+y\n*** Delete File: gone.py\n*** End Patch\n"
    )
    uri = session.open("p.patch", text)
    tips: list[str | None] = [
        "🦊/a.py is changed; 1 of 2 parts fit",
        "b.py is moved to c.py; 1 of 1 part fits",
    ]
    if not session.client.can("textDocument.documentLink.tooltipSupport"):
        tips = [None, None]
    assert await links(session, uri) == [
        (1, 17, 23, session.uri("🦊/a.py"), tips[0]),
        (8, 17, 21, session.uri("b.py"), tips[1]),
    ]


# ---- outline
async def test_the_outline_says_what_became_of_each_part(session: Session) -> None:
    session.write({"app.py": APP})
    uri = session.open("p.patch", trim(MIXED))
    found = await session.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    )
    shown = []
    for file in found or []:
        assert isinstance(file, types.DocumentSymbol) and file.children is not None
        shown.append((file.name, file.detail, file.range.start.line, file.range.end.line))
        for part in file.children:
            assert file.range.start <= part.range.start and part.range.end <= file.range.end
            assert (
                part.range.start <= part.selection_range.start
                and part.selection_range.end <= part.range.end
            )
            shown.append((part.name, part.detail, part.range.start.line, part.range.end.line))
    assert shown == [
        ("app.py", "2 of 4 parts fit", 1, 14),
        ("Part 1: def 🦊():", "fits at line 2", 2, 4),
        ("Part 2: same", "2 places", 5, 7),
        ("Part 3: def greet(nme):", "not found, 94% alike", 8, 10),
        ("Part 4: b = 1", "already applied", 11, 14),
        ("new.py", "1 of 1 part fits", 15, 16),
        ("Part 5: x", "new file", 15, 16),
    ]


# ---- folds, selections, highlights
async def test_sections_and_parts_fold(session: Session) -> None:
    uri = session.open("p.patch", trim(MIXED))
    found = await session.client.text_document_folding_range_async(
        types.FoldingRangeParams(types.TextDocumentIdentifier(uri))
    )
    assert [(fold.start_line, fold.end_line) for fold in found or []] == [
        (1, 14),
        (15, 16),
        (2, 4),
        (5, 7),
        (8, 10),
        (11, 14),
    ]


async def test_a_selection_grows_from_the_line_to_the_whole(session: Session) -> None:
    text = trim(MIXED)
    uri = session.open("p.patch", text)
    identifier, position = here(session, uri, "return 2")
    found = await session.client.text_document_selection_range_async(
        types.SelectionRangeParams(identifier, [position, position])
    )
    assert found is not None and len(found) == 2 and found[0] == found[1]
    chain, ranges = found[0], []
    while chain:
        ends = [place_of(text, at, session.encoding) for at in (chain.range.start, chain.range.end)]
        ranges.append(tuple(ends))
        if chain.parent:
            assert (
                chain.parent.range.start <= chain.range.start
                and chain.range.end <= chain.parent.range.end
            )
        chain = chain.parent  # type: ignore[assignment]
    assert ranges == [((4, 0), (4, 13)), ((2, 0), (4, 13)), ((1, 0), (14, 6)), ((0, 0), (18, 0))]


async def highlights(session: Session, uri: str, at: str) -> list[tuple[int, int, int, str]]:
    """What is marked with the cursor at a text: row, columns and kind."""
    found = await session.client.text_document_document_highlight_async(
        types.DocumentHighlightParams(*here(session, uri, at))
    )
    text = session.editor.pages[uri].text
    return sorted(
        (*span(session, text, one.range), one.kind.name.lower() if one.kind else "")
        for one in found or []
    )


async def test_everything_about_one_file_is_highlighted(session: Session) -> None:
    text, marks = split_marks(
        trim(
            """
            *** Begin Patch
            *** Update File: 🦊.py
                             ^^^^ text
            @@
            ^^ write
            -a
            +b
            *** Delete File: other.py
            *** Update File: ./🦊.py
                             ^^^^^^ text
            @@ def 🦊
            ^^^^^^^^ write
            -c
            +d
            *** End Patch
            """
        )
    )
    session.write({"🦊.py": "a\ndef 🦊\nc\n", "other.py": "x\n"})
    uri = session.open("p.patch", text)

    assert await highlights(session, uri, "🦊.py") == marks
    assert await highlights(session, uri, "@@ def") == marks
    assert await highlights(session, uri, "-c") == []
    assert await highlights(session, uri, "*** End") == []


async def test_the_words_that_differ_are_highlighted(session: Session) -> None:
    text, marks = split_marks(
        trim(
            """
            *** Begin Patch
            *** Update File: a.py
            @@
             def f(x):
            -    return "🦊", x, 1
                             ^ read
            -    # end
            +    return "🦊", y, 1
                             ^ write
            +    # the end
                  ^^^^ write
            *** End Patch
            """
        )
    )
    session.write({"a.py": 'def f(x):\n    return "🦊", x, 1\n    # end\n'})
    uri = session.open("p.patch", text)
    assert await highlights(session, uri, "-    return") == marks
    assert await highlights(session, uri, "+    # the") == marks
    assert await highlights(session, uri, " def f") == []


async def test_the_words_that_differ_inside_of_json(session: Session) -> None:
    text, marks = split_marks(
        trim(
            r"""
            {"file_path": "a.py", "old_string": "x = \"one\"\ny", "new_string": "x = \"two\"\ny"}
                                                       ^^^ read
                                                                                       ^^^ write
            """
        )
    )
    session.write({"a.py": 'x = "one"\ny\n'})
    uri = session.open("p.stringedit", text)
    assert await highlights(session, uri, "one") == marks


# ---- everybody else
async def test_documents_that_are_no_patches_get_empty_answers(session: Session) -> None:
    uri = session.open("app.py", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", "python")
    identifier, position = here(session, uri, "a/x")
    client = session.client
    assert not await client.text_document_definition_async(
        types.DefinitionParams(identifier, position)
    )
    assert not await client.text_document_document_link_async(types.DocumentLinkParams(identifier))
    assert not await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(identifier)
    )
    assert not await client.text_document_folding_range_async(types.FoldingRangeParams(identifier))
    assert not await client.text_document_selection_range_async(
        types.SelectionRangeParams(identifier, [position])
    )
    assert not await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(identifier, position)
    )
