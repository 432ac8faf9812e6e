"""The JSON schema for ap patches that the VS Code extension gives to editors of YAML."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from ruamel.yaml import YAML

from patchsight.core.formats.ap import words

ROOT = Path(__file__).resolve().parents[2]
SCHEMA: dict[str, Any] = json.loads(
    (ROOT / "client-vscode/schemas/ap.schema.json").read_text(encoding="utf-8")
)


def complain(patch: str) -> list[str]:
    """What the schema says about a sample."""
    document = YAML(typ="safe").load(
        (ROOT / "samples/patches/ap" / patch).read_text(encoding="utf-8")
    )
    return sorted(
        error.message for error in jsonschema.Draft7Validator(SCHEMA).iter_errors(document)
    )


@pytest.mark.parametrize("patch", ["fine.ap", "ambiguous.ap", "stale.ap", "applied.ap"])
def test_what_is_well_formed_passes(patch: str) -> None:
    assert complain(patch) == []


@pytest.mark.parametrize(
    ("patch", "problems"),
    [
        (
            "malformed.ap",
            [
                "'2.0' was expected",
                "'content' is a required property",
                "'insert_after' is not one of",
                "'snipet' was unexpected",
            ],
        ),
        ("hostile.ap", ["should not be valid under"]),
    ],
)
def test_what_is_wrong_is_found(patch: str, problems: list[str]) -> None:
    said = complain(patch)
    for problem in problems:
        assert any(problem in message for message in said), said


def test_the_schema_has_the_keys_that_the_parser_knows() -> None:
    change, modification = (
        SCHEMA["definitions"][name]["properties"] for name in ("change", "modification")
    )
    assert set(SCHEMA["properties"]) == set(words.ROOT_KEYS)
    assert set(change) == set(words.FILE_KEYS)
    assert set(modification) == set(words.MODIFICATION_KEYS)
    assert set(modification["action"]["enum"]) == set(words.ACTIONS)
    assert set(change["newline"]["enum"]) == set(words.NEWLINES)
