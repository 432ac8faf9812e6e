"""What stands beside the text and what helps to write it: hints, lenses, tokens, completion, counts that follow."""

from __future__ import annotations

import pytest
from lsprotocol import types

from lsp.editor import position_of
from lsp.harness import Session
from lsp.places import APP, EDITORS, MIXED, here, span
from support.carets import split_marks, trim

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("client", EDITORS, ids=str, indirect=True),
]

TWO = "*** Begin Patch\n*** Update File: a.py\n@@\n-a = 1\n+a = 2\n*** Update File: b.py\n@@\n-b = 1\n+b = 2\n*** End Patch\n"
UNIFIED = "--- a/app.py\n+++ b/app.py\n@@ -1,2 +1,2 @@ 🦊\n a\n-b\n+c\n"


# ---- inlay hints
async def hints(
    session: Session, uri: str, first: int = 0, last: int = 99
) -> list[tuple[int, int, str, str | None]]:
    """The hints of some rows: where each stands, what it says, and the line it leads to."""
    rows = types.Range(types.Position(first, 0), types.Position(last, 0))
    found = await session.client.text_document_inlay_hint_async(
        types.InlayHintParams(types.TextDocumentIdentifier(uri), rows)
    )
    shown = []
    for hint in found or []:
        label = hint.label[0]
        assert (
            isinstance(label, types.InlayHintLabelPart)
            and len(hint.label) == 1
            and hint.padding_left
        )
        row, column, _ = span(
            session, session.editor.pages[uri].text, types.Range(hint.position, hint.position)
        )
        line = (
            f"{label.location.uri.rpartition('/')[2]}:{label.location.range.start.line + 1}"
            if label.location
            else None
        )
        shown.append((row, column, label.value, line))
    return shown


async def test_hints_stand_behind_the_headers_of_parts(session: Session) -> None:
    session.write({"app.py": APP})
    uri = session.open("p.patch", trim(MIXED))
    wanted = [
        (2, 11, "→ line 2", "app.py:2"),
        (5, 2, "2 matches", "app.py:3"),
        (8, 2, "not found (94% at line 5)", "app.py:5"),
        (11, 2, "already applied", "app.py:6"),
        (15, 20, "→ new file", None),
    ]
    assert await hints(session, uri) == wanted
    assert await hints(session, uri, 5, 8) == wanted[1:3]


async def test_a_hint_tells_the_drift(session: Session) -> None:
    session.write({"app.py": "x\ny\nz\na\nb\n"})
    uri = session.open("p.diff", UNIFIED)
    assert await hints(session, uri) == [(2, 17, "→ line 4, drift +3", "app.py:4")]


# ---- code lenses
async def lenses(session: Session, uri: str) -> list[tuple[int, str, object]]:
    found = await session.client.text_document_code_lens_async(
        types.CodeLensParams(types.TextDocumentIdentifier(uri))
    )
    commands = [(lens.range.start.line, lens.command) for lens in found or [] if lens.command]
    return [
        (row, command.title, command.arguments[0] if command.arguments else None)
        for row, command in commands
    ]


async def test_lenses_apply_the_patch_or_one_file(session: Session) -> None:
    session.write({"a.py": "a = 1\n", "b.py": "b = 1\n"})
    uri = session.open("p.patch", TWO)
    assert await lenses(session, uri) == [
        (0, "Apply patch (2 files, 2 changes)", {"uri": uri}),
        (1, "Apply", {"uri": uri, "file": 0}),
        (1, "1 of 1 part fits", None),
        (5, "Apply", {"uri": uri, "file": 1}),
        (5, "1 of 1 part fits", None),
    ]
    session.editor.replace(uri, TWO.replace("-b = 1", "-b = 7"))
    assert await lenses(session, uri) == [
        (1, "Apply", {"uri": uri, "file": 0}),
        (1, "1 of 1 part fits", None),
        (5, "0 of 1 part fits", None),
    ]


async def test_a_lens_for_a_fence_with_several_files(session: Session) -> None:
    session.write({"a.py": "a = 1\n", "b.py": "b = 1\n", "c.py": "c = 1\n"})
    two = "--- a.py\n+++ a.py\n@@ -1 +1 @@\n-a = 1\n+a = 2\n--- b.py\n+++ b.py\n@@ -1 +1 @@\n-b = 1\n+b = 2\n"
    one = "--- c.py\n+++ c.py\n@@ -1 +1 @@\n-c = 1\n+c = 2\n"
    uri = session.open("p.patch", f"```diff\n{one}```\n\n```diff\n{two}```\n")
    found = await lenses(session, uri)
    row, title, arguments = next(lens for lens in found if "block" in lens[1])
    assert (row, title) == (9, "Apply this block only (2 files)")
    assert arguments == {"uri": uri, "block": 1}
    status = await session.status(uri)
    assert [part.block for part in status.parts] == [None, 1, 1]
    assert await session.execute(
        types.Command(title, "patchsight.applyPatch", arguments=[arguments])
    )
    shown = session.shown()
    assert [shown[f"{name}.py"] for name in "abc"] == [b"a = 2\n", b"b = 2\n", b"c = 1\n"]
    session.told()


async def test_a_lens_does_what_it_says(session: Session) -> None:
    session.write({"a.py": "a = 1\n", "b.py": "b = 1\n"})
    uri = session.open("p.patch", TWO)
    [_, (_, title, arguments), *_] = await lenses(session, uri)
    assert await session.execute(
        types.Command(title, "patchsight.applyPatch", arguments=[arguments])
    )
    assert (session.shown()["a.py"], session.shown()["b.py"]) == (b"a = 2\n", b"b = 1\n")
    session.told()
    assert [title for _, title, _ in await lenses(session, uri)] == [
        "Apply patch (1 file, 1 change)",
        "already applied",
        "Apply",
        "1 of 1 part fits",
    ]


# ---- semantic tokens
async def test_tokens(session: Session) -> None:
    text, wanted = split_marks(
        trim(
            """
            🦊 and prose
            *** Begin Patch
            ^^^^^^^^^^^^^^^ keyword
            *** Update File: 🦊/ä.py
            ^^^^^^^^^^^^^^^^ keyword
                             ^^^^^^ string
            @@ def 🦊(x):
            ^^ keyword
               ^^^^^^^^^ function
             🦊
            -x = "🦊"
            ^ operator_removed
            +x = 1
            ^ operator_added
            *** End Patch
            ^^^^^^^^^^^^^ keyword
            """
        )
    )
    uri = session.open("p.v4a", text)
    found = await session.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(types.TextDocumentIdentifier(uri))
    )
    assert found is not None
    assert _decode(session, text, list(found.data)) == wanted


LEGEND = [
    "keyword",
    "string",
    "number",
    "operator",
    "property",
    "enumMember",
    "function",
    "comment",
]
MODIFIERS = {0: "", 1: "_added", 2: "_removed"}


def _decode(session: Session, text: str, data: list[int]) -> list[tuple[int, int, int, str]]:
    row = column = 0
    tokens = []
    for rows, columns, length, kind, modifiers in zip(*[iter(data)] * 5, strict=True):
        row, column = row + rows, columns if rows else column + columns
        where = types.Range(types.Position(row, column), types.Position(row, column + length))
        tokens.append((*span(session, text, where), LEGEND[kind] + MODIFIERS[modifiers]))
    return tokens


# ---- completion
async def complete(
    session: Session, name: str, source: str, language: str = ""
) -> types.CompletionList:
    """What is offered at `▮` in a text."""
    offset = source.index("▮")
    uri = session.open(name, source.replace("▮", ""), language)
    identifier, position = here(session, uri, offset)
    found = await session.client.text_document_completion_async(
        types.CompletionParams(identifier, position)
    )
    assert isinstance(found, types.CompletionList)
    return found


def carry_out(session: Session, uri: str, item: types.CompletionItem) -> str:
    """The buffer's text once an item was chosen."""
    text = session.editor.pages[uri].text
    assert isinstance(item.text_edit, types.TextEdit)
    row, start, end = span(session, text, item.text_edit.range)
    rows = text.split("\n")
    rows[row] = rows[row][:start] + item.text_edit.new_text + rows[row][end:]
    return "\n".join(rows)


async def test_lines_of_the_target_complete_a_hunk(session: Session) -> None:
    session.write({"app.py": "# 🦊\nx = 1\nreturn x\nreturn x\n"})
    found = await complete(
        session,
        "p.v4a",
        "*** Begin Patch\n*** Update File: app.py\n@@\n # 🦊\n r▮\n*** End Patch\n",
    )
    items = sorted(found.items, key=lambda item: item.sort_text or "")
    assert [(item.label, item.detail) for item in items] == [
        ("# 🦊", "line 1"),
        ("x = 1", "line 2"),
        ("return x", "stands 2 times"),
    ]
    assert carry_out(session, session.uri("p.v4a"), items[2]).split("\n")[4] == " return x"


async def test_hints_are_completed_behind_an_emoji(session: Session) -> None:
    session.write({"app.py": 'def f():\n    log("🦊 one")\n'})
    found = await complete(
        session,
        "p.v4a",
        '*** Begin Patch\n*** Update File: app.py\n@@ log("🦊▮\n-x\n*** End Patch\n',
    )
    chosen = next(item for item in found.items if item.detail == "line 2")
    assert carry_out(session, session.uri("p.v4a"), chosen).split("\n")[2] == '@@ log("🦊 one")'


async def test_words_are_explained(session: Session) -> None:
    source = 'version: "2.0"\nchanges:\n  - file_path: a\n    modifications:\n      - action: {}\n'
    actions = await complete(session, "a.ap", source.format("▮"))
    assert [item.documentation for item in actions.items if item.label == "DELETE"] == [
        "Remove the snippet or range."
    ]
    keys = await complete(session, "b.ap", source.format("REPLACE\n        sn▮"))
    [snippet] = [item for item in keys.items if item.label == "snippet: |"]
    assert str(snippet.documentation).startswith("The lines to find;")
    assert carry_out(session, session.uri("b.ap"), snippet).split("\n")[5] == "        snippet: |"
    directives = await complete(session, "a.v4a", "*** Begin Patch\n*** Upd▮\n")
    assert [
        item.documentation for item in directives.items if item.label == "*** Update File:"
    ] == ["Change this file by the hunks below."]


async def test_paths_are_those_the_format_wants(session: Session) -> None:
    session.write({"top.py": "", "sub/🦊.py": "", "sub/deep/b.py": ""})
    v4a = await complete(session, "sub/a.v4a", "*** Begin Patch\n*** Update File: s▮\n")
    assert {item.label for item in v4a.items} >= {"top.py", "sub/🦊.py", "sub/deep/b.py"}
    ap = await complete(session, "sub/a.ap", 'version: "2.0"\nchanges:\n  - file_path: "🦊▮"\n')
    assert {item.label for item in ap.items} >= {"🦊.py", "deep/b.py"}
    assert "top.py" not in {item.label for item in ap.items}
    [fox] = [item for item in ap.items if item.label == "🦊.py"]
    assert (
        carry_out(session, session.uri("sub/a.ap"), fox).split("\n")[2] == '  - file_path: "🦊.py"'
    )


async def test_there_are_never_too_many_choices(session: Session) -> None:
    session.write({"app.py": "".join(f"line {number}\n" for number in range(1000))})
    source = "*** Begin Patch\n*** Update File: app.py\n@@\n {}▮\n*** End Patch\n"
    found = await complete(session, "a.v4a", source.format(""))
    assert found.is_incomplete and len(found.items) == 200
    narrower = await complete(session, "b.v4a", source.format("line 99"))
    assert narrower.is_incomplete and [item.label for item in narrower.items][:2] == [
        "line 99",
        "line 990",
    ]


async def test_nothing_to_complete(session: Session) -> None:
    assert not (await complete(session, "app.py", "*** ▮\n", "python")).items
    assert not (await complete(session, "a.v4a", "*** Begin Patch\n*** Add File: a\n+x▮\n")).items


# ---- signatures
KEYS = [
    "action",
    "anchor",
    "snippet",
    "start_snippet",
    "end_snippet",
    "content",
    "include_leading_blank_lines",
    "include_trailing_blank_lines",
]


async def signature(session: Session, name: str, source: str) -> tuple[str, str | None, str | None]:
    """What is shown at `▮`: the keys, the key that is meant, and what it means."""
    offset = source.index("▮")
    uri = session.open(name, source.replace("▮", ""))
    found = await session.client.text_document_signature_help_async(
        types.SignatureHelpParams(*here(session, uri, offset))
    )
    assert found is not None
    [shown] = found.signatures
    if found.active_parameter is None:
        return shown.label, None, None
    parameter = (shown.parameters or [])[found.active_parameter]
    key = (
        parameter.label
        if isinstance(parameter.label, str)
        else shown.label[slice(*parameter.label)]
    )
    assert parameter.documentation is None or isinstance(parameter.documentation, str)
    return shown.label, key, parameter.documentation


async def test_every_key_has_a_signature(session: Session) -> None:
    source = (
        'version: "2.0"\nchanges:\n  - file_path: a 🦊\n    modifications:\n      - action: {}\n'
    )
    label, key, meaning = await signature(
        session, "a.ap", source.format("REPLACE\n        snippet:▮")
    )
    assert (
        label
        == "REPLACE: action, [anchor], snippet, content, [include_leading_blank_lines], [include_trailing_blank_lines]"
    )
    assert key == "snippet" and str(meaning).startswith("The lines to find;")
    assert (await signature(session, "b.ap", source.format("DELETE\n        anchor: 🦊▮")))[:2] == (
        "DELETE: action, anchor, snippet, [start_snippet], [end_snippet], [include_leading_blank_lines], "
        "[include_trailing_blank_lines]",
        "anchor",
    )
    assert (await signature(session, "c.ap", source.format("CREATE_FILE▮")))[:2] == (
        "CREATE_FILE: action, content",
        "action",
    )
    assert (await signature(session, "d.ap", source.format("").replace("🦊", "🦊▮")))[:2] == (
        "file_path, modifications, [newline]",
        "file_path",
    )
    assert (await signature(session, "e.ap", source.format("").replace("changes:", "changes:▮")))[
        :2
    ] == ("version, changes", "changes")
    block = source.format("REPLACE\n        start_snippet: |\n          f(🦊▮)\n        content: x")
    assert (await signature(session, "f.ap", block))[:2] == (
        "REPLACE: action, [anchor], start_snippet, end_snippet, content, [include_leading_blank_lines], "
        "[include_trailing_blank_lines]",
        "start_snippet",
    )
    for number, wanted in enumerate(KEYS):
        assert (await signature(session, f"{number}.ap", source.format(f"\n        {wanted}:▮")))[
            1
        ] == wanted


async def test_other_texts_have_no_signatures(session: Session) -> None:
    for name, text in (
        ("a.v4a", "*** Begin Patch\n*** Update File: a\n@@\n-x\n"),
        ("a.py", "snippet: x\n"),
        ("a.ap", "hello\n"),
    ):
        uri = session.open(name, text)
        assert (
            await session.client.text_document_signature_help_async(
                types.SignatureHelpParams(*here(session, uri, 0))
            )
            is None
        )


# ---- on-type formatting
async def typed(
    session: Session, name: str, text: str, at: int, character: str
) -> list[tuple[str, str]]:
    """Type a character; what the server then writes over what."""
    uri = session.open(name, text)
    session.editor.type(uri, at, at, character)
    page = session.editor.pages[uri]
    position = position_of(page.text, at + 1, session.encoding)
    found = await session.client.text_document_on_type_formatting_async(
        types.DocumentOnTypeFormattingParams(
            types.TextDocumentIdentifier(uri), position, character, types.FormattingOptions(4, True)
        )
    )
    edits = []
    for edit in found or []:
        row, start, end = span(session, page.text, edit.range)
        edits.append((page.text.split("\n")[row][start:end], edit.new_text))
    return edits


async def test_the_counts_follow_what_is_typed(session: Session) -> None:
    text = UNIFIED + "\n d\n"
    assert await typed(session, "a.diff", text, len(UNIFIED), "+") == [("-1,2 +1,2", "-1,3 +1,4")]
    assert await typed(session, "b.diff", text, len(UNIFIED), "-") == [("-1,2 +1,2", "-1,4 +1,3")]
    assert await typed(session, "c.diff", text, len(UNIFIED), " ") == [("-1,2 +1,2", "-1,4 +1,4")]
    assert await typed(session, "d.diff", UNIFIED, len(UNIFIED), "+") == [
        ("-1,2 +1,2", "-1,2 +1,3")
    ]


async def test_a_new_row_counts_once_something_follows_it(session: Session) -> None:
    assert await typed(session, "a.diff", UNIFIED, UNIFIED.index("\n-b"), "\n") == [
        ("-1,2 +1,2", "-1,3 +1,3")
    ]
    assert await typed(session, "b.diff", UNIFIED, len(UNIFIED) - 1, "\n") == []


async def test_a_new_header_gets_its_numbers(session: Session) -> None:
    session.write({"app.py": "x\ny\na\nb\n"})
    text = "--- a/app.py\n+++ b/app.py\n@@{}\n a\n-b\n+c"
    # ` d` is nowhere
    assert await typed(session, "a.diff", text.format("") + "\n d\n", len(text) - 2, "\n") == []
    whole = text.format("") + "\n"
    # an empty line is not there either
    assert await typed(session, "b.diff", whole, whole.index("\n a"), "\n") == []
    assert await typed(session, "c.diff", text.format(""), len(text.format("")), "\n") == [
        ("@@", "@@ -3,2 +3,2 @@")
    ]
    session.write({"app.py": "a\nb\na\nb\n"})
    assert await typed(session, "d.diff", text.format(""), len(text.format("")), "\n") == []


async def test_other_places_keep_their_numbers(session: Session) -> None:
    assert await typed(session, "a.diff", UNIFIED + "+d\n", UNIFIED.index("b\n+c"), "+") == []
    assert await typed(session, "b.diff", "🦊\n" + UNIFIED + "+d\n", 0, "\n") == []
    v4a = "*** Begin Patch\n*** Update File: app.py\n@@ -1,9 +1,9 @@\n-a\n\n*** End Patch\n"
    assert await typed(session, "a.v4a", v4a, v4a.index("\n*** End"), "+") == []
    assert await typed(session, "app.py", "@@ -1 +1 @@\n\n", 12, "+") == []
