"""The tools as a Model Context Protocol server on standard input and output."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from functools import partial
from importlib import resources
from typing import Any, NamedTuple

import anyio
import jsonschema  # type: ignore[import-untyped]
import mcp_types as types
from anyio.to_thread import run_sync
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from patchsight import __version__
from patchsight.core.formats.registry import FORMATS, names
from patchsight.core.formats.tool import patch_schema
from patchsight.mcp.tools import Answer, PatchTools
from patchsight.mcp.wire import Input, put_back, sendable

_LANGUAGES = f"{', '.join(spec.title for spec in FORMATS)}; the content tells which"
_INSTRUCTIONS = (
    "Patchsight applies patches to the files of one folder, each as a whole or not at all, and never where a patch could mean "
    f"two places. A patch is text in one of these formats: {_LANGUAGES}. Paths are relative to that folder. If a patch is "
    "refused, the answer says what the file really says there: correct the patch and send all of it again."
)
_READS = types.ToolAnnotations(read_only_hint=True, open_world_hint=False)
_WRITES = types.ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)

_PURPOSES = {
    "check_patch": "Say where every part of a patch would land and what is wrong with it. Changes nothing.",
    "apply_patch": "Change the files as a patch says, all of it or nothing.",
    "convert_patch": "Write a patch that fits in another format. Changes nothing.",
    "read_file": "Show lines of a file, numbered, with a tag that changes when the file does. A patch against something that "
    "changed since you read it is told as such.",
    "session_context": "Say how the patches of this session went so far: which files they changed, by how "
    "much, and how many errors there were.",
}


_READING = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "path": {"type": "string", "description": "The file, from the folder."},
        "first": {"type": "integer", "minimum": 1, "description": "The first line; 1 if left out."},
        "last": {"type": "integer", "minimum": 1, "description": "The last line."},
    },
    "required": ["path"],
}


class Offer(NamedTuple):
    """A tool as agents see it, and what carries it out."""

    tool: types.Tool
    run: Callable[..., Answer]


def serve(tools: PatchTools) -> int:
    """Answer an agent until it closes the connection."""
    gc.enable()  # which a command that ends soon does without
    anyio.run(_serve, make_server(tools))
    return 0


async def _serve(server: Server[Any]) -> None:
    async with stdio_server(Input()) as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def make_server(tools: PatchTools) -> Server[Any]:
    """A server that offers these tools."""
    offers = {offer.tool.name: offer for offer in _make_offers(tools)}

    async def list_tools(
        context: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[offer.tool for offer in offers.values()])

    async def call_tool(
        context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        offer = offers.get(params.name)
        if offer is None:
            raise MCPError(
                types.INVALID_PARAMS,
                f"There is no tool `{params.name}`; there are {', '.join(offers)}.",
            )
        arguments = put_back(params.arguments or {})
        answer = _find_complaint(arguments, offer.tool.input_schema)
        if answer is None:
            answer = await run_sync(partial(offer.run, **arguments))
        return _as_result(answer)

    return Server(
        "patchsight",
        version=__version__,
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _make_offers(tools: PatchTools) -> list[Offer]:
    schema = json.loads(
        (resources.files("patchsight") / "receipt.schema.json").read_text(encoding="utf-8")
    )
    takes = patch_schema(_LANGUAGES)
    to = {"enum": names(), "description": "The format to write."}
    both = {"properties": {**takes["properties"], "to": to}, "required": ["patch", "to"]}
    nothing = {"type": "object", "additionalProperties": False}
    return [
        _offer(tools.check, "check_patch", _READS, takes, schema),
        _offer(tools.apply, "apply_patch", _WRITES, takes, schema),
        _offer(tools.convert, "convert_patch", _READS, takes | both),
        _offer(tools.read_file, "read_file", _READS, _READING),
        _offer(tools.session_context, "session_context", _READS, nothing),
    ]


def _offer(
    run: Callable[..., Answer],
    name: str,
    hints: types.ToolAnnotations,
    takes: dict[str, Any],
    gives: dict[str, Any] | None = None,
) -> Offer:
    tool = types.Tool(
        name=name,
        description=_PURPOSES[name],
        input_schema=takes,
        output_schema=gives,
        annotations=hints,
    )
    return Offer(tool, run)


def _find_complaint(arguments: dict[str, Any], schema: dict[str, Any]) -> Answer | None:
    """What is wrong with the arguments of a call, if anything."""
    error = jsonschema.exceptions.best_match(
        jsonschema.Draft202012Validator(schema).iter_errors(arguments)
    )
    return Answer(f"The call is wrong: {error.message}.", failed=True) if error else None


def _as_result(answer: Answer) -> types.CallToolResult:
    text = types.TextContent(type="text", text=sendable(answer.text))
    return types.CallToolResult(
        content=[text], structured_content=answer.receipt, is_error=answer.failed
    )
