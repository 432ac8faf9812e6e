"""Choosing the folder that a patch is about, where its files may be in several, or are not in the one
that was taken.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from patchsight.lsp.arguments import read_arguments
from patchsight.lsp.documents import path_of
from patchsight.lsp.methods.code_action.provider import Action, Provider, Request

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_COMMAND = "patchsight.chooseFolder"
_MOST = 3  #: folders that may hold a file which is not where it was looked for


def _offer(request: Request) -> list[Action]:
    """Each folder that may be meant just as well, and the one that was taken, to say so; where a file
    is not in that one, each other.
    """
    root, folders = request.snapshot.root, tuple[Path, ...]()
    if root.rivals:
        folders = (root.path, *root.rivals)
    elif any(problem.code == "file_not_found" for problem in request.snapshot.report.errors):
        folders = root.others[:_MOST]
    return [_action(request, folder) for folder in folders]


def _action(request: Request, folder: Path) -> Action:
    title = f"Take the patch to be about {request.snapshot.root.name(folder)}"
    arguments = [{"uri": request.snapshot.document.uri, "folder": folder.as_uri()}]
    command = types.Command(title, _COMMAND, arguments=arguments)
    if not request.server.caps.action_literals:
        return command
    return types.CodeAction(title, kind=PROVIDER.kind, command=command)


async def _run(server: Server, data: Any) -> bool:
    """Take over the user's choice; without a folder, the files decide again."""
    asked, named = read_arguments(data), data.get("folder") if isinstance(data, dict) else None
    if asked is None or server.documents.open(asked.uri) is None:
        server.tell(types.MessageType.Warning, "There is no open patch to choose a folder for.")
        return False
    folder = path_of(named) if isinstance(named, str) else None
    if named is not None and (folder is None or not folder.is_dir()):
        server.tell(types.MessageType.Warning, f"There is no folder {named} to choose.")
        return False
    server.analysis.choose_root(asked.uri, folder)
    return await server.analysis.fresh(asked.uri) is not None


PROVIDER = Provider(
    "refactor.patchsight.folder", _offer, commands={_COMMAND: _run}, as_command=True
)
