"""The private names of pygls that the server needs: all of them are listed, and pygls has them."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

from pygls.protocol import LanguageServerProtocol, json_rpc
from pygls.workspace import TextDocument, Workspace

from patchsight.lsp import protocol

LISTED = set(re.findall(r"`(_\w+)`", protocol.__doc__ or ""))
PYGLS = {
    name
    for thing in (LanguageServerProtocol, json_rpc, TextDocument, Workspace)
    for name in re.findall(r"\b_[a-z]\w*", inspect.getsource(thing))
}


def test_every_listed_name_is_one_of_pygls() -> None:
    assert LISTED and LISTED <= PYGLS


def test_every_private_name_of_pygls_that_is_used_is_listed() -> None:
    """Those in the classes that inherit from pygls, save their own."""
    folder = Path(protocol.__file__).parent
    used: set[str] = set()
    for name in ("protocol.py", "documents.py", "server.py"):
        tree = ast.parse((folder / name).read_text(encoding="utf-8"))
        defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        reached = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        used |= {one for one in defined | reached if re.match(r"_[a-z]", one)} & PYGLS
    assert used == LISTED
