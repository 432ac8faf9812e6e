"""Settings: what cannot be used is said once, in words, and the default stands in for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lsp.inside import Inside
from patchsight.core.model.problems import Severity
from patchsight.lsp.settings import Settings, read_settings

PATCH = "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch\n"
ASKS = {"workspace": {"configuration": True}}


@pytest.mark.parametrize(
    ("raw", "complaint"),
    [
        ({"fuzzyThreshold": 7}, "fuzzyThreshold: must be a number from 0 to 1, not 7"),
        ({"fuzzyThreshold": True}, "fuzzyThreshold: must be a number from 0 to 1, not True"),
        ({"v4aProfile": "v5"}, "v4aProfile: must be one of v4a, zenpatch, not 'v5'"),
        ({"v4aProfile": ["v4a"]}, "v4aProfile: must be one of v4a, zenpatch, not ['v4a']"),
        (
            {"maxTargetSize": -1},
            "maxTargetSize: must be a number of megabytes from 0 to 1024, not -1",
        ),
        (
            {"maxPatchSize": "big"},
            "maxPatchSize: must be a number of megabytes from 0 to 1024, not 'big'",
        ),
        ({"keystoneFiles": "a"}, "keystoneFiles: must be a list of texts"),
        ({"maxExchanges": 0}, "maxExchanges: must be a whole number from 1 to 10000, not 0"),
        ({"maxExchanges": 2.5}, "maxExchanges: must be a whole number from 1 to 10000, not 2.5"),
        ({"severity": "off"}, "severity: must be an object from problem code to severity"),
        ({"severity": {"nope": "error"}}, "severity: there is no problem code 'nope'"),
        (
            {"severity": {"line_drift": ["loud"]}},
            "severity: the severity of line_drift must be one of error, warning, information, hint, off, not ['loud']",
        ),
        (
            {"ap": {"baseFolder": "home"}},
            "ap.baseFolder: must be one of patch, workspace, not 'home'",
        ),
    ],
)
def test_a_value_that_cannot_be_used(raw: Any, complaint: str) -> None:
    assert read_settings(raw) == (Settings(), [f"patchsight.{complaint}; the default is used."])


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ({"x": "red"}, "x"),
        ({"ap": {"x": "red"}}, "ap.x"),
        ({"ap": 7}, "ap"),
        ({"a": {"b": 1}}, "a"),
    ],
)
def test_a_setting_that_does_not_exist(raw: Any, name: str) -> None:
    assert read_settings(raw) == (
        Settings(),
        [f"There is no setting patchsight.{name}; it is ignored."],
    )


@pytest.mark.parametrize("raw", ["off", [], 7])
def test_settings_that_are_no_object(raw: Any) -> None:
    assert read_settings(raw) == (
        Settings(),
        ["The settings of patchsight must be an object; the defaults are used."],
    )


def test_one_bad_value_spoils_nothing_else() -> None:
    settings, complaints = read_settings({"fuzzyThreshold": "x", "v4aProfile": "zenpatch"})
    assert len(complaints) == 1
    assert settings.options.profile == "zenpatch"


@pytest.mark.parametrize(
    "raw",
    [None, {}, {"server": {"command": "x"}, "trace": {}, "v4aProfile": None}, {"patchsight": {}}],
)
def test_nothing_to_complain_about(raw: Any) -> None:
    assert read_settings(raw) == (Settings(), [])


def test_everything_that_can_be_set() -> None:
    raw = {
        "severity": {"line_drift": "off", "file_not_found": "hint"},
        "fuzzyThreshold": 0.5,
        "v4aProfile": "zenpatch",
        "agent": "aider",
        "duplicateFiles": "sequential",
        "ap": {"baseFolder": "workspace", "trailingWhitespace": "inserted"},
        "maxTargetSize": 2,
        "maxPatchSize": 0.5,
        "keystoneFiles": ["main.py"],
    }
    settings, complaints = read_settings({"patchsight": raw})
    assert complaints == []
    assert settings.severities == {"line_drift": None, "file_not_found": Severity.HINT}
    assert settings.options.max_patch_bytes == 512 * 1024
    assert settings.ap_base == "workspace"
    assert settings.options.agent == "aider"


async def test_a_complaint_is_made_once(tmp_path: Path) -> None:
    inside = Inside()
    inside.answers["workspace/configuration"] = [{"colour": "red", "fuzzyThreshold": 7}]
    await inside.begin(tmp_path, capabilities=ASKS, initializationOptions={"colour": "red"})
    await inside.until(lambda: len(inside.messages()) == 2)
    inside.notify("workspace/didChangeConfiguration", {"settings": None})
    await inside.hover("untitled:none")
    told = " ".join(inside.messages())
    assert told.count("There is no setting patchsight.colour") == 1
    assert told.count("patchsight.fuzzyThreshold: must be") == 1
    inside.answers["workspace/configuration"] = [{"fuzzyThreshold": 8}]
    inside.notify("workspace/didChangeConfiguration", {"settings": None})
    await inside.until(lambda: len(inside.messages()) == 3)
    assert "not 8" in inside.messages()[-1]


async def test_a_changed_setting_is_used_at_once(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("a  = 1\n")
    inside, uri = Inside(), (tmp_path / "p.patch").as_uri()
    await inside.begin(tmp_path)
    inside.open(uri, PATCH)
    await inside.hover(uri)
    loose = inside.codes(uri)
    assert "context_not_exact" not in loose
    inside.notify(
        "workspace/didChangeConfiguration", {"settings": {"patchsight": {"v4aProfile": "zenpatch"}}}
    )
    await inside.until(lambda: inside.codes(uri) == ["context_not_exact"])
    inside.notify("workspace/didChangeConfiguration", {"settings": {}})
    await inside.until(lambda: inside.codes(uri) == loose)
    assert inside.messages() == []


async def test_a_severity_changes_what_is_shown_and_not_what_may_be_applied(tmp_path: Path) -> None:
    inside, uri = Inside(), (tmp_path / "p.patch").as_uri()
    await inside.begin(tmp_path, initializationOptions={"severity": {"file_not_found": "hint"}})
    inside.open(uri, PATCH)
    await inside.hover(uri)
    [diagnostic] = inside.published(uri)[-1]["diagnostics"]
    assert (diagnostic["code"], diagnostic["severity"]) == ("file_not_found", 4)
    inside.notify(
        "workspace/didChangeConfiguration", {"settings": {"severity": {"file_not_found": "off"}}}
    )
    await inside.until(lambda: inside.codes(uri) == [])
    answer = await inside.request(
        "workspace/executeCommand", {"command": "patchsight.applyPatch", "arguments": [uri]}
    )
    assert answer["result"] is False


async def test_where_ap_paths_start(tmp_path: Path) -> None:
    (tmp_path / "patches").mkdir()
    (tmp_path / "app.py").write_text("a = 1\n")
    text = (
        'version: "2.0"\nchanges:\n  - file_path: app.py\n    modifications:\n      - action: REPLACE\n'
        "        snippet: a = 1\n        content: a = 2\n"
    )
    inside, uri = Inside(), (tmp_path / "patches/p.ap").as_uri()
    await inside.begin(tmp_path)
    inside.open(uri, text)
    await inside.hover(uri)
    assert inside.codes(uri) == ["found_from_root"]
    inside.notify(
        "workspace/didChangeConfiguration", {"settings": {"ap": {"baseFolder": "workspace"}}}
    )
    await inside.until(lambda: inside.codes(uri) == [])
