"""docs/protocol.md: every message of our own stands there, and its examples are what happens."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

import patchsight
from lsp.documented import PAGE, Example, ask, examples_of, headings
from patchsight.lsp.methods.code_action import PROVIDERS
from patchsight.lsp.server import make_server
from patchsight.lsp.settings import _READERS

TEXT = PAGE.read_text(encoding="utf-8")
#: commands that clients carry out
CLIENT_COMMANDS = {"patchsight.copyFeedback"}


def test_every_command_and_request_of_our_own_has_a_section() -> None:
    features = make_server().protocol.fm
    own = {name for name in features.features if name.startswith("patchsight")}
    assert own and features.commands
    assert headings(TEXT) == own | set(features.commands) | CLIENT_COMMANDS
    assert {example.name for example in examples_of(TEXT)} == own | set(features.commands)


def test_every_setting_and_kind_of_action_is_named() -> None:
    for name in _READERS:
        assert all(f"{word}?: " in TEXT for word in name.split(".")), name
    for provider in PROVIDERS:
        assert f"| `{provider.kind}` |" in TEXT


@pytest.mark.parametrize("example", examples_of(TEXT), ids=lambda example: example.name)
async def test_an_example_is_what_the_server_answers(example: Example, tmp_path: Path) -> None:
    assert await ask(example.name, example.sent, TEXT, tmp_path) == example.answer


async def test_the_report_in_a_status_is_a_receipt(tmp_path: Path) -> None:
    schema = json.loads((resources.files(patchsight) / "receipt.schema.json").read_text("utf-8"))
    which = {"uri": "file:///project/change.patch"}
    status = await ask("patchsight/status", which, TEXT, tmp_path)
    jsonschema.validate(status["report"], schema)
    assert status["report"] == await ask("patchsight.receipt", which, TEXT, tmp_path)
    assert status["report"]["totals"]["parts"] == status["total"] == len(status["parts"])
