"""The tool definitions: as the providers' own packages type them, and the same patch language in both."""

from __future__ import annotations

import json
from typing import Any

import pytest

from patchsight.cli import main
from patchsight.core.formats.registry import FORMATS, UNIFIED
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.formats.tool import (
    Provider,
    define_tool,
    read_grammar,
    write_guidance,
)
from support.snapshots import check_snapshot

PROVIDERS: tuple[Provider, ...] = ("openai", "anthropic")


def validate(provider: Provider, tool: dict[str, Any], *, is_function: bool) -> Any:
    """The tool as the provider's own package reads it. The packages are slow to import, so only where they are needed."""
    from anthropic.types import ToolParam
    from openai.types.responses import CustomToolParam, FunctionToolParam
    from pydantic import TypeAdapter

    own: Any = CustomToolParam if provider == "openai" else ToolParam
    return TypeAdapter(FunctionToolParam if is_function else own).validate_python(tool, strict=True)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(("tool", *words)) == 0
    said = capsys.readouterr()
    assert not said.err
    return said.out


@pytest.mark.parametrize("wanted", FORMATS)
@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_definition_is_what_the_provider_takes(
    provider: Provider, wanted: FormatSpec, capsys: pytest.CaptureFixture[str]
) -> None:
    tool = json.loads(printed(capsys, "--provider", provider, "--format", wanted.name))
    is_function = wanted.schema is not None and provider == "openai"
    assert validate(provider, tool, is_function=is_function) == tool, (
        "a key that the type does not know"
    )
    assert tool["description"] == write_guidance(provider, wanted)


@pytest.mark.parametrize("wanted", FORMATS)
def test_without_a_provider_the_schema_of_a_call_is_printed(
    wanted: FormatSpec, capsys: pytest.CaptureFixture[str]
) -> None:
    schema = json.loads(printed(capsys, "--format", wanted.name))
    assert schema == define_tool("anthropic", wanted)["input_schema"]


def test_openai_gets_a_grammar_and_the_patch_as_it_is() -> None:
    tool = define_tool("openai", UNIFIED)
    assert (tool["type"], tool["name"]) == ("custom", "ApplyPatch")
    assert tool["format"] == {
        "type": "grammar",
        "syntax": "lark",
        "definition": read_grammar(UNIFIED),
    }
    assert (
        "Write the patch directly" in tool["description"] and '{"patch"' not in tool["description"]
    )


def test_anthropic_gets_a_schema_with_the_patch_in_a_string() -> None:
    tool = define_tool("anthropic", UNIFIED)
    assert tool["input_schema"]["required"] == ["patch"]
    assert tool["input_schema"]["properties"]["patch"]["type"] == "string"
    assert "Write the patch directly" not in tool["description"]
    call = next(row for row in tool["description"].split("\n") if row.startswith("{"))
    assert json.loads(call) == {"patch": UNIFIED.guidance().example}


@pytest.mark.parametrize("wanted", FORMATS)
def test_the_guidance_differs_only_in_how_the_tool_is_called(wanted: FormatSpec) -> None:
    openai, anthropic = (write_guidance(provider, wanted).split("\n\n") for provider in PROVIDERS)
    assert [pair for pair in zip(openai, anthropic, strict=True) if pair[0] != pair[1]] == [
        (openai[-2], anthropic[-2])
    ]


def test_the_guidance_can_be_had_alone(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        ("--provider", provider, "--format", wanted.name, "--guidance")
        for provider in PROVIDERS
        for wanted in FORMATS
    ]
    check_snapshot("tool_guidance", {" ".join(call): printed(capsys, *call) for call in words})
