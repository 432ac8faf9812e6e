"""The site is built as it is published: strictly, so that a link that leads nowhere fails; and a browser shows it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from patchsight.core.formats.registry import FORMATS
from patchsight.core.model.problems import CATALOGUE
from support.folders import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert run.returncode == 0, run.stderr
    return folder


def text_of(page: Path) -> str:
    body = page.read_text(encoding="utf-8").split("<article", 1)[1].split("</article>", 1)[0]
    return unescape(re.sub(r"<[^>]+>", "", body))


def test_every_code_has_a_page_with_an_example(site: Path) -> None:
    pages = {code: text_of(site / f"codes/{code}.html") for code in CATALOGUE}
    for code, page in pages.items():
        assert CATALOGUE[code].title.replace("`", "") in page
    assert "After the quick fix" in pages["context_not_found"]
    assert sum("Example" in page for page in pages.values()) > len(pages) * 0.8


def test_every_format_has_a_page_with_its_grammar(site: Path) -> None:
    overview = text_of(site / "formats/index.html")
    for spec in FORMATS:
        assert spec.title in overview
        page = text_of(site / f"formats/{spec.name}.html")
        assert not spec.grammar or "start:" in page


def test_links_between_pages_lead_somewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        if page.name == "404.html":
            continue
        for link in re.findall(
            r'<a [^>]*href="(?!\w+:)([^"#?]+)', page.read_text(encoding="utf-8")
        ):
            assert (page.parent / unescape(link)).exists(), f"{page}: {link}"


@pytest.mark.skipif(not shutil.which("chromium"), reason="Chromium is not installed")
def test_a_browser_shows_a_page(site: Path, tmp_path: Path) -> None:
    picture = tmp_path / "page.png"
    words = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={tmp_path / 'profile'}",
    ]
    page = (site / "codes/ambiguous_context.html").as_uri()
    subprocess.run(
        ["chromium", *words, "--window-size=1000,800", f"--screenshot={picture}", page],
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert picture.stat().st_size > 20_000
