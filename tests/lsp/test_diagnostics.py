"""Diagnostics: what is marked, exactly where, and which places explain it, for every editor and every encoding."""

from __future__ import annotations

import pytest
from lsprotocol import types

from lsp.client import EVERY
from lsp.editor import place_of
from lsp.harness import Session

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", EVERY, ids=str, indirect=True),
]

Places = list[tuple[str, tuple[int, int], tuple[int, int]]]


def places(session: Session, diagnostic: types.Diagnostic, texts: dict[str, str]) -> Places:
    """The related places of a diagnostic: the file's name, where it starts and where it ends, in code points."""
    found = []
    for related in diagnostic.related_information or []:
        [name] = [name for name in texts if session.uri(name) == related.location.uri]
        where = related.location.range
        ends = [place_of(texts[name], at, session.encoding) for at in (where.start, where.end)]
        found.append((name, ends[0], ends[1]))
    return found


async def test_columns_count_as_the_editor_counts(session: Session) -> None:
    session.write({"app.py": "x = 1\n"})
    await session.check(
        "hidden.patch",
        """
        *** Begin Patch
        *** Update File: app.py
        @@
        -x = 1
        +x = "🦊e\u0301𝒳\u202e"
                  ^ hidden_characters
        *** End Patch
        """,
    )


async def test_columns_after_wide_characters_in_a_header(session: Session) -> None:
    session.write({"🦊e\u0301.py": "x = 1\n"})
    await session.check(
        "wide.applydiff",
        """
        >>> file: 🦊e\u0301.py | fuzz=7
                                ^ invalid_option
        --- from
        x = 1
        --- to
        x = 2
        <
        """,
    )


async def test_a_missing_text_names_the_line_that_differs_and_the_nearest_place(
    session: Session,
) -> None:
    text = "# 🦊\ndef greet():\n    return 'h\u00e9llo 🦊'\n"
    session.write({"sub dir/gr\u00fcn.py": text})
    uri = await session.check(
        "p.patch",
        """
        *** Begin Patch
        *** Update File: sub dir/gr\u00fcn.py
        @@
         def greet():
        -    return 'hallo 🦊'
         ^^^^^^^^^^^^^^^^^^^^ context_not_found
        +    return 'bye'
        *** End Patch
        """,
    )
    [diagnostic] = await session.diagnostics(uri)
    assert diagnostic.severity is types.DiagnosticSeverity.Error
    assert diagnostic.source == "patchsight"
    assert diagnostic.tags is None
    assert diagnostic.data == {
        "part": 0,
        "expected": "    return 'hallo 🦊'",
        "found": "    return 'h\u00e9llo 🦊'",
    }
    assert "line 3 is `return 'h\u00e9llo 🦊'`" in diagnostic.message
    known = places(session, diagnostic, {"sub dir/gr\u00fcn.py": text})
    if session.client.can("textDocument.publishDiagnostics.relatedInformation"):
        differs, nearest = ((2, 0), (2, 20)), ((1, 0), (2, 20))
        assert known == [("sub dir/gr\u00fcn.py", *differs), ("sub dir/gr\u00fcn.py", *nearest)]
    else:
        assert diagnostic.related_information is None


async def test_an_ambiguous_text_names_every_candidate(session: Session) -> None:
    text = "a = 1\n🦊 = 2\n\na = 1\n🦊 = 2\n\na = 1\n🦊 = 2\n"
    session.write({"app.py": text})
    uri = await session.check(
        "p.patch",
        """
        *** Begin Patch
        *** Update File: app.py
        @@
        ^^ ambiguous_context
         a = 1
        -🦊 = 2
        +🦊 = 3
        *** End Patch
        """,
    )
    [diagnostic] = await session.diagnostics(uri)
    assert "stands in 3 places in app.py: lines 1, 4 and 7" in diagnostic.message
    wanted = [("app.py", (row, 0), (row + 1, 5)) for row in (0, 3, 6)]
    can = session.client.can("textDocument.publishDiagnostics.relatedInformation")
    assert places(session, diagnostic, {"app.py": text}) == (wanted if can else [])


async def test_parts_that_overlap_name_each_other(session: Session) -> None:
    session.write({"app.py": "🦊 = 1\nb = 1\nc = 1\n"})
    uri = await session.check(
        "p.diff",
        """
        --- a/app.py
        +++ b/app.py
        @@ -1,2 +1,2 @@ 🦊
        ^^^^^^^^^^^^^^^^^ overlapping_parts
         🦊 = 1
        -b = 1
        +b = 2
        @@ -2,2 +2,2 @@ 🦊
        ^^^^^^^^^^^^^^^^^ overlapping_parts
        -b = 1
        +b = 3
         c = 1
        """,
    )
    text = session.editor.pages[uri].text
    first, second = await session.diagnostics(uri)
    known = [places(session, one, {"p.diff": text}) for one in (first, second)]
    if session.client.can("textDocument.publishDiagnostics.relatedInformation"):
        assert known == [[("p.diff", (6, 0), (6, 17))], [("p.diff", (2, 0), (2, 17))]]
    else:
        assert known == [[], []]


async def test_what_was_applied_is_faded(session: Session) -> None:
    session.write({"app.py": "def f():\n    return 2\n"})
    uri = await session.check(
        "p.diff",
        """
        --- a/app.py
        +++ b/app.py
        @@ -1,2 +1,2 @@
        ^^^^^^^^^^^^^^^ already_applied
         def f():
        -    return 1
        +    return 2
        """,
    )
    [diagnostic] = await session.diagnostics(uri)
    assert diagnostic.severity is types.DiagnosticSeverity.Information
    assert diagnostic.tags == (types.DiagnosticTag.Unnecessary,)


async def test_a_warning_keeps_its_severity(session: Session) -> None:
    session.write({"app.py": "a = 1\n", "sub/app.py": "a = 1\n"})
    uri = await session.check(
        "sub/p.ap",
        """
        version: 2.0
                 ^^^ unquoted_version
        changes:
          - file_path: app.py
            modifications:
              - action: REPLACE
                snippet: "a = 1"
                content: "a = 2"
        """,
    )
    [diagnostic] = await session.diagnostics(uri)
    assert diagnostic.severity is types.DiagnosticSeverity.Warning


async def test_diagnostics_follow_what_is_typed(session: Session) -> None:
    session.write({"app.py": "a = 1\n"})
    patch = "*** Begin Patch\n*** Update File: app.py\n@@\n-🦊 = 1\n+a = 2\n*** End Patch\n"
    uri = session.open("p.patch", patch)
    assert [code for *_, code in await session.marks(uri)] == ["context_not_found"]
    start = patch.index("🦊")
    session.editor.type(uri, start, start + 1, "a")
    assert await session.marks(uri) == []
    session.editor.type(uri, start, start + 1, "e\u0301")
    assert await session.marks(uri) == [(3, 1, 7, "context_not_found")]


async def test_closing_takes_the_marks_away(session: Session) -> None:
    session.write({"app.py": "a = 1\n"})
    uri = session.open(
        "p.patch", "*** Begin Patch\n*** Update File: app.py\n@@\n-b = 1\n+b = 2\n*** End Patch\n"
    )
    assert await session.marks(uri)
    session.editor.close(uri)
    await session.settle()
    last = session.client.inbox.published[uri]
    assert (list(last.diagnostics), last.version) == ([], None)


async def test_a_text_that_stops_being_a_patch_loses_its_marks(session: Session) -> None:
    uri = session.open(
        "untitled:Untitled-1",
        "*** Begin Patch\n*** Update File: no.py\n@@\n-b\n+c\n*** End Patch\n",
        "plaintext",
    )
    assert await session.marks(uri) == [(1, 17, 22, "file_not_found")]
    session.editor.replace(uri, "Dear reader,\n")
    await session.settle()
    last = session.client.inbox.published[uri]
    assert list(last.diagnostics) == []
    session.editor.replace(
        uri, "*** Begin Patch\n*** Update File: no.py\n@@\n-b\n+c\n*** End Patch\n"
    )
    assert await session.marks(uri) == [(1, 17, 22, "file_not_found")]


async def test_a_document_that_is_no_patch_gets_no_diagnostics(session: Session) -> None:
    uri = session.open("app.py", "--- a\n@@\n-a\n+b\n", "python")
    await session.settle()
    assert uri not in session.client.inbox.published


async def test_a_byte_order_mark_shifts_nothing(session: Session) -> None:
    session.write({"app.py": "a = 1\n"})
    text = "\ufeff>>> file: app.py | fuzz=7\n--- from\na = 1\n--- to\na = 2\n<\n"
    uri = session.open("p.applydiff", text)
    assert await session.marks(uri) == [(0, 25, 26, "invalid_option")]


async def test_a_doubled_line_end_is_two_to_an_editor(session: Session) -> None:
    """It is read as one, so what stands below is in another row there, in patch and target."""
    target = "one\r\r\ntwo\r\r\none\r\r\n"
    rows = ("*** Begin Patch", "*** Update File: app.py", "@@", "-one", "+1", "*** End Patch", "")
    session.write({"app.py": target.encode()})
    uri = session.open("doubled.patch", "\r\r\n".join(rows))
    told = await session.diagnostics(uri)
    [found] = [each for each in told if each.code == "ambiguous_context"]
    assert found.range.start == types.Position(2 * rows.index("@@"), 0)
    related = places(session, found, {"app.py": target})
    assert related in ([], [("app.py", (0, 0), (0, 3)), ("app.py", (4, 0), (4, 3))])
