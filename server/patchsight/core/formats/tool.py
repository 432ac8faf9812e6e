"""Tool definitions that hand a model one of the patch languages: one language, two outer shapes.

OpenAI-style providers take a custom tool whose input is the patch itself, held to a Lark grammar
while it is written. Anthropic-style providers take a JSON schema with the same text in a `patch`
string. A format that is JSON itself has a schema of its own, which both of them take.

The grammars say what is offered, which is narrower than what is read: they accept nothing that the
parser calls malformed, and leave out what it merely puts up with (prose, fences, lost prefixes).
They keep to what constrained decoders know of Lark: no look-around, no lazy repetition, no
priorities, no templates, no imports.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Literal

from patchsight.core.formats.spec import FormatSpec

Provider = Literal["openai", "anthropic"]
NAME = "ApplyPatch"

_PURPOSE = "Change files of the workspace with a patch. It is applied as a whole or not at all."
_REFUSAL = "If the patch is refused, no file has changed: correct what the answer names, then send the whole patch again."


def define_tool(provider: Provider, wanted: FormatSpec) -> dict[str, Any]:
    """The definition of the patch tool as a provider's API takes it."""
    description = write_guidance(provider, wanted)
    if wanted.schema and provider == "openai":
        schema = wanted.schema()
        return {
            "type": "function",
            "name": NAME,
            "description": description,
            "parameters": schema,
            "strict": False,
        }
    if provider == "openai":
        form = {"type": "grammar", "syntax": "lark", "definition": read_grammar(wanted)}
        if not wanted.grammar:  # what it holds may be any text
            form = {"type": "text"}
        return {"type": "custom", "name": NAME, "description": description, "format": form}
    return {
        "name": NAME,
        "description": description,
        "input_schema": input_schema(wanted),
    }


def input_schema(wanted: FormatSpec) -> dict[str, Any]:
    """The JSON schema of what the tool is called with."""
    return wanted.schema() if wanted.schema else patch_schema(wanted.guidance().language)


def patch_schema(language: str) -> dict[str, Any]:
    """The JSON schema of an object with one patch in it."""
    patch = {"type": "string", "description": f"The patch: {language}."}
    return {
        "type": "object",
        "properties": {"patch": patch},
        "required": ["patch"],
        "additionalProperties": False,
    }


def read_grammar(wanted: FormatSpec) -> str:
    """The grammar of a format, complete in itself: decoders know no imports."""
    folder = resources.files(__package__)
    return "".join((folder / piece).read_text(encoding="utf-8") for piece in wanted.grammar)


def write_guidance(provider: Provider, wanted: FormatSpec) -> str:
    """What the model is told: what the tool does, how to call it, the rules, an example."""
    language, rules, example = wanted.guidance()
    said = f"The patch is {language}:\n{rules}"
    return "\n\n".join(
        [
            _PURPOSE,
            f"{said}\n\nExample:\n{example.rstrip()}",
            _write_call(provider, wanted, example),
            _REFUSAL,
        ]
    )


def _write_call(provider: Provider, wanted: FormatSpec, example: str) -> str:
    if wanted.schema:
        place = "arguments" if provider == "openai" else "input"
        return f"Call {NAME} with such an object as its {place}."
    if provider == "openai":
        fence = "no fence around all of it" if "```" in example else "no code fence"
        return f"Write the patch directly as the input of {NAME}: no JSON around it, {fence}, no prose."
    call = json.dumps({"patch": example}, ensure_ascii=False)
    return f"Call {NAME} with the patch in a JSON string:\n{call}"
