"""Signature help: the keys that an entry of an ap patch takes, and what the one at the cursor
means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

from patchsight.core.complete import Signature, sign
from patchsight.core.model.patch import Format
from patchsight.lsp.glossary import meaning

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_ABILITY = (
    "text_document.signature_help.signature_information.parameter_information.label_offset_support"
)


def register(server: Server) -> None:
    """Asked for behind a colon, or by the user."""

    @server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpOptions([":"]))
    async def on_signature_help(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        snapshot = await server.analyst.fresh(params.text_document.uri)
        if snapshot is None:
            return None
        offset = snapshot.document.counting.offset(snapshot.report.patch.buffer, params.position)
        found = sign(snapshot.report, offset)
        return (
            _show(found, bool(get_capability(server.client_capabilities, _ABILITY, False)))
            if found
            else None
        )


def _show(found: Signature, offsets: bool) -> types.SignatureHelp:
    """`REPLACE: action, snippet, content, [anchor]`: what must be there, and in brackets what may."""
    label, parameters = f"{found.name}: " if found.name else "", []
    for number, (key, required) in enumerate(found.keys):
        label += ", " * (number > 0) + "[" * (not required)
        where = (len(label), len(label) + len(key))
        parameters.append(types.ParameterInformation(where if offsets else key, _explain(key)))
        label += key + "]" * (not required)
    about = meaning(Format.AP, f"action: {found.name}", len("action: ")) if found.name else None
    signature = types.SignatureInformation(
        label, about[1] if about else None, parameters, found.active
    )
    return types.SignatureHelp([signature], 0, found.active)


def _explain(key: str) -> str | None:
    found = meaning(Format.AP, f"{key}:", 0)
    return found[1] if found else None
