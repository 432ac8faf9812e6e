"""The cases as they lie in the folders, and what becomes of one. Python's standard library is all it needs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FORMATS = (
    "unified", "v4a", "zenpatch", "ap", "applydiff", "searchreplace", "stringedit", "wholefile",
)  # fmt: skip
LEVELS = ("must", "should", "never")
#: What edits that start at the root of the disk name. Nobody but an applier under test makes it.
OUTSIDE = Path("/tmp/edit-tests-outside")

RIGHT = "applied right"
REFUSED = "refused right"
NEEDLESS = "refused needlessly"
WRONG = "applied wrong"
SILENT = "did nothing and said nothing"
VERDICTS = (RIGHT, REFUSED, NEEDLESS, WRONG, SILENT)

Tree = Mapping[str, bytes]


@dataclass(frozen=True)
class Case:
    """One folder."""

    folder: Path

    @property
    def format(self) -> str:
        return self.folder.parts[-3]

    @property
    def level(self) -> str:
        return self.folder.parts[-2]

    @property
    def name(self) -> str:
        return "/".join(self.folder.parts[-3:])

    @property
    def edit(self) -> Path:
        [path] = self.folder.glob("edit.*")
        return path

    @property
    def starts_at_the_root(self) -> bool:
        """Whether it names a place that all cases share, so that no two of these may run at once."""
        return bytes(OUTSIDE) in self.edit.read_bytes()

    @property
    def facts(self) -> dict[str, Any]:
        return dict(json.loads((self.folder / "case.json").read_text(encoding="utf-8")))

    @property
    def profile(self) -> str:
        """Whose habits decide, where agents legitimately differ."""
        return str(self.facts.get("profile", ""))

    @property
    def error(self) -> str:
        """The kind of error, or nothing if the edit is to be applied."""
        path = self.folder / "error.json"
        return str(json.loads(path.read_text(encoding="utf-8"))["kind"]) if path.exists() else ""

    def tree(self, part: str) -> dict[str, bytes]:
        """The files of `before`, `after` or `outside`; a folder that is not there is empty."""
        return read_tree(self.folder / part)


def find_cases(
    formats: Sequence[str] = FORMATS,
    levels: Sequence[str] = LEVELS,
    profiles: Sequence[str] = (),
    word: str = "",
) -> Iterator[Case]:
    """The cases of these formats; those that only hold for a profile if it is named."""
    for form in formats:
        for level in levels:
            for folder in sorted((HERE / form / level).glob("*")):
                case = Case(folder)
                if word in case.name and (not case.profile or case.profile in profiles):
                    yield case


def read_tree(root: Path) -> dict[str, bytes]:
    """Every file by its path, with its bytes; of a symbolic link, where it leads."""
    found = {}
    for path in sorted(root.rglob("*")) if root.is_dir() else ():
        if path.is_symlink():
            found[path.relative_to(root).as_posix()] = b"-> " + bytes(path.readlink())
        elif path.is_file():
            found[path.relative_to(root).as_posix()] = path.read_bytes()
    return found


def lay_out(case: Case, scratch: Path) -> Path:
    """Put a case on disk: its folder, which is returned, and what lies beside it."""
    root = scratch / "root"
    root.mkdir()
    for part, place in (("before", root), ("outside", scratch / "outside")):
        for path, content in case.tree(part).items():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).write_bytes(content)
    for path, target in case.facts.get("links", {}).items():
        (root / path).symlink_to(target)
    return root


def judge(case: Case, scratch: Path, done: bool) -> str:
    """What became of a case, by the files alone and by whether the applier says that all went well."""
    links = {path: b"-> " + target.encode() for path, target in case.facts.get("links", {}).items()}
    outside = {f"outside/{path}": content for path, content in case.tree("outside").items()}

    def expected(part: str) -> Tree:
        files = {**case.tree(part), **links}
        return {**outside, **{f"root/{path}": content for path, content in files.items()}}

    there, before = read_tree(scratch), expected("before")
    if case.starts_at_the_root and OUTSIDE.exists():
        shutil.rmtree(OUTSIDE)
        return WRONG
    if case.error:
        if there != before:
            return WRONG
        return SILENT if done else REFUSED
    if there == expected("after") and (done or there != before):
        return RIGHT
    return NEEDLESS if there == before else WRONG
