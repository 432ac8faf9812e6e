"""Signature help: the keys an entry of an ap patch takes, and what the current one means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

from patchsight.core.formats.completion import Signature, sign

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_ABILITY = (
    "text_document.signature_help.signature_information.parameter_information.label_offset_support"
)


def register(server: Server) -> None:
    """Asked for behind a colon, or by the user."""

    @server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpOptions([":"]))
    async def on_signature_help(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        snapshot = await server.analysis.checked(params.text_document.uri)
        if snapshot is None:
            return None
        offset = snapshot.document.counting.offset(snapshot.report.patch.buffer, params.position)
        signature = sign(snapshot.report, offset)
        spec = snapshot.report.patch.format
        if signature is None or spec is None:
            return None
        offsets = bool(get_capability(server.client_capabilities, _ABILITY, False))
        return _show(signature, spec.glossary(), offsets)


def _show(signature: Signature, words: Mapping[str, str], offsets: bool) -> types.SignatureHelp:
    """`REPLACE: action, snippet, content, [anchor]`: what must be there, and in brackets what may."""
    label, parameters = f"{signature.name}: " if signature.name else "", []
    for number, (key, required) in enumerate(signature.keys):
        label += ", " * (number > 0) + "[" * (not required)
        where = (len(label), len(label) + len(key))
        parameters.append(types.ParameterInformation(where if offsets else key, words.get(key)))
        label += key + "]" * (not required)
    information = types.SignatureInformation(
        label, words.get(signature.name), parameters, signature.active
    )
    return types.SignatureHelp([information], 0, signature.active)
