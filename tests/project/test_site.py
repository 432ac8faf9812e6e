"""The site is built as it is published: strictly, so that a link that leads nowhere fails; and a browser shows it."""

from __future__ import annotations

import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest

import patchsight
from lsp.test_every_code import CASES
from patchsight.core.formats.registry import FORMATS
from patchsight.core.model.problems import CATALOGUE
from project.corrected import CORRECTED, correct
from support.folders import ROOT
from support.site import built_site

#: The patch is not what has to change, or it takes more than one patch and its files to see it.
NO_AFTER = {
    "absolute_path",
    "budget_exceeded",
    "file_not_found",
    "hard_link",
    "high_ambiguity",
    "keystone_file",
    "large_change",
    "no_patch",
    "not_a_file",
    "not_text",
    "patch_targets_itself",
    "patch_too_large",
    "target_too_large",
    "unreadable",
    "unsaved_changes",
    "unsupported_git_patch_feature",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_site(tmp_path_factory)


def text_of(page: Path) -> str:
    body = page.read_text(encoding="utf-8").split("<article", 1)[1].split("</article>", 1)[0]
    return unescape(re.sub(r"<[^>]+>", "", body))


def test_every_code_has_a_page_with_an_example(site: Path) -> None:
    pages = {code: text_of(site / f"codes/{code}.html") for code in CATALOGUE}
    for code, page in pages.items():
        assert CATALOGUE[code].title.replace("`", "") in page
    assert "After the quick fix" in pages["context_not_found"]
    assert "After applying it" in pages["replaced_all"]
    without = {
        code for code, page in pages.items() if "Example" not in page or "\nAfter " not in page
    }
    assert without == NO_AFTER


@pytest.mark.parametrize("code", CORRECTED)
def test_a_corrected_example_fits(code: str) -> None:
    case = CASES[code]
    files = {path: text for path, text in case.files.items() if isinstance(text, str)}
    text, _ = case.marked(ROOT)
    assert code in {
        problem.code for problem in patchsight.check(text, files, name=case.name).problems
    }
    report = patchsight.check(correct(code, text), files, name=case.name)
    assert report.ok and report.files, [problem.message for problem in report.errors]


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
