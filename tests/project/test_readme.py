"""The README says what the program does."""

from __future__ import annotations

import re

import pytest

from patchsight.cli.arguments import read_arguments
from project import docs

TEXT = docs.README.read_text(encoding="utf-8")


@pytest.mark.parametrize("part", docs.PARTS)
def test_parts_are_made_by_the_program(part: str) -> None:
    _, body, _ = docs.split_readme(TEXT, part)
    assert body == docs.PARTS[part](), "run `make docs`"


def test_options_are_those_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read_arguments(["apply", "--help"])
    known = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    named = set(re.findall(r"^\| `(--[a-z-]+)", TEXT, re.MULTILINE)) | {"--dry-run"}
    assert named == known


@pytest.mark.parametrize("link", re.findall(r"\]\((?!http)([^)#]+)\)", TEXT))
def test_links_lead_somewhere(link: str) -> None:
    assert (docs.README.parent / link).exists()
