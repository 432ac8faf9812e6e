"""The pages show real pictures: what they name is there, large enough to show something, and like no other."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "client-vscode"
ICON = EXTENSION / "media/icon.png"
PAGES = [
    ROOT / "README.md",
    ROOT / "SECURITY.md",
    EXTENSION / "README.md",
    *ROOT.glob("samples/**/README.md"),
    *ROOT.glob("docs/**/*.md"),
]
_WIDTH, _HEIGHT, _BYTES = 500, 200, 20_000  #: what no picture of a window stays under


def named_by(page: Path) -> list[Path]:
    """The pictures that a page shows, from Markdown or HTML."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(r"!\[[^]]*\]\(([^)\s]+)|<img[^>]* src=\"([^\"]+)", text)
    return [(page.parent / (markdown or html)).resolve() for markdown, html in found]


def named_by_walkthrough() -> Iterator[Path]:
    for walkthrough in json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))[
        "contributes"
    ]["walkthroughs"]:
        for step in walkthrough["steps"]:
            yield EXTENSION / step["media"]["image"]


NAMED = sorted(
    {*(picture for page in PAGES for picture in named_by(page)), *named_by_walkthrough()}
)


def find_fault(picture: Path, others: list[Path]) -> str | None:
    """Why a picture shows nothing of its own; None if it does."""
    if not picture.is_file():
        return "missing"
    data = picture.read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        return "no PNG"
    width, height = struct.unpack(">II", data[16:24])
    if width < _WIDTH or height < _HEIGHT or len(data) < _BYTES:
        return f"tiny: {width} x {height}, {len(data)} bytes"
    copies = [other.name for other in others if other != picture and other.read_bytes() == data]
    return f"a copy of {copies[0]}" if copies else None


@pytest.mark.parametrize("picture", NAMED, ids=lambda path: path.name)
def test_a_picture_that_a_page_names(picture: Path) -> None:
    assert find_fault(picture, [ICON, *EXTENSION.glob("images/*")]) is None, "run `make pictures`"


def test_every_picture_that_is_shipped_is_named() -> None:
    assert {path for path in EXTENSION.glob("images/*") if path not in NAMED} == set()


def test_what_is_no_picture_of_its_own_is_found(tmp_path: Path) -> None:
    def make(name: str, width: int, height: int, size: int) -> Path:
        head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height)
        (tmp_path / name).write_bytes(head.ljust(size, b"\0"))
        return tmp_path / name

    fine, copy = (make(name, 900, 600, 90_000) for name in ("fine.png", "copy.png"))
    (tmp_path / "text.png").write_text("a picture", encoding="utf-8")
    assert find_fault(fine, [fine]) is None
    assert find_fault(copy, [fine, copy]) == "a copy of fine.png"
    assert find_fault(tmp_path / "none.png", []) == "missing"
    assert find_fault(tmp_path / "text.png", []) == "no PNG"
    assert find_fault(make("small.png", 128, 128, 90_000), []) == "tiny: 128 x 128, 90000 bytes"
    assert find_fault(make("blank.png", 900, 600, 900), []) == "tiny: 900 x 600, 900 bytes"
