"""What the pages for developers name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.folders import ROOT

PAGES = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
_PATH = re.compile(r"`((?:server|tests|samples|client-\w+)/[\w./-]+)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_files_and_links_of_a_page_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [page.parent / link for link in re.findall(r"\]\((?!http)([^)#]+)\)", text)]
    named = [ROOT / path for path in _PATH.findall(text) if "NAME" not in path]
    missing = [str(path) for path in (*links, *named) if not path.exists()]
    assert [path for path in missing if "docs/formats/" not in path] == []  # made with the site


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_targets_that_a_page_names_are_there(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    wanted = set(re.findall(r"`make ([a-z]+)`", page.read_text(encoding="utf-8")))
    assert wanted <= set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
