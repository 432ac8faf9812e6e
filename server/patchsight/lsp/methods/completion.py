"""Completion: words of the format, paths of the workspace, lines of the target."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.core.formats.completion import Choice, Ending, Sort, complete
from patchsight.core.formats.spec import FormatSpec, policy_of
from patchsight.core.text.buffer import Buffer
from patchsight.core.text.edits import Edit
from patchsight.core.text.traced import write_out
from patchsight.lsp.analysis import Snapshot

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

MOST = 200
#: What starts a directive, a line of a part, the value behind a colon, a step of a path, an option
#: and its value.
_TRIGGERS = ["*", "@", ">", " ", "-", "/", "|", "="]
_KINDS = {
    Sort.WORD: types.CompletionItemKind.Keyword,
    Sort.VALUE: types.CompletionItemKind.EnumMember,
    Sort.FILE: types.CompletionItemKind.File,
    Sort.FOLDER: types.CompletionItemKind.Folder,
    Sort.LINE: types.CompletionItemKind.Text,
}


def register(server: Server) -> None:
    """Items come complete, best first, and never more than a user can look at."""

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS)
    )
    async def on_completion(params: types.CompletionParams) -> types.CompletionList:
        snapshot = await server.analysis.checked(params.text_document.uri)
        if snapshot is None or snapshot.report.patch.wrapped_in:
            return types.CompletionList(False, [])
        offset = snapshot.document.counting.offset(snapshot.report.patch.buffer, params.position)
        ending = complete(snapshot.report, offset, lambda: _known(server, snapshot))
        return _list(snapshot, ending) if ending else types.CompletionList(False, [])


def _known(server: Server, snapshot: Snapshot) -> list[str]:
    """The files as the format names them: for ap from the patch's folder, if any lies there."""
    own, patch = snapshot.document.fs_path, snapshot.report.patch
    known = snapshot.workspace.files(patch, own).known()
    if (
        own is None
        or not policy_of(patch).paths_from_patch
        or server.analysis.settings.ap_base == "workspace"
    ):
        return known
    base = os.path.relpath(
        os.path.realpath(own.parent), os.path.realpath(snapshot.workspace.root)
    ).replace(os.sep, "/")
    below = [path.removeprefix(f"{base}/") for path in known if path.startswith(f"{base}/")]
    return below or known


def _list(snapshot: Snapshot, ending: Ending) -> types.CompletionList:
    buffer = snapshot.report.patch.buffer
    typed = buffer.text[slice(*ending.span)].strip().casefold()
    fitting = [
        choice for choice in ending.choices if typed in choice.text.casefold()
    ] or ending.choices
    choices = ending.choices if len(ending.choices) <= MOST else fitting[:MOST]
    where = snapshot.document.counting.range(buffer, ending.span)
    spec = snapshot.report.patch.format
    items = [
        _item(choice, number, where, text, spec)
        for number, choice in enumerate(choices)
        if (text := _written(buffer, ending, choice)) is not None
    ]
    return types.CompletionList(len(ending.choices) > MOST, items)


def _written(buffer: Buffer, ending: Ending, choice: Choice) -> str | None:
    """A choice with the escapes it needs where it is put in; None if nothing can be."""
    written = write_out(buffer, [Edit(ending.span, choice.text)])
    return written[0].text if written else None


def _item(
    choice: Choice, number: int, where: types.Range, text: str, spec: FormatSpec | None
) -> types.CompletionItem:
    item = types.CompletionItem(
        choice.text.strip(), kind=_KINDS[choice.sort], detail=choice.detail or None
    )
    item.text_edit = types.TextEdit(where, text)
    item.filter_text, item.sort_text = text, f"{number:04}"
    item.documentation = _explain(choice, spec) if spec else None
    return item


def _explain(choice: Choice, spec: FormatSpec) -> str | None:
    """What a word of the format means."""
    if choice.sort is Sort.VALUE:
        return spec.glossary().get(choice.text)
    meaning = spec.meaning(choice.text, 0) if choice.sort is Sort.WORD else None
    return meaning[1] if meaning else None
