"""Files as they were at some moment of an agent's session, over a folder or a revision of git."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from patchsight.core.model.patch import Options, Patch
from patchsight.core.model.path_rules import check as check_path
from patchsight.core.model.report import FilePlan, Report
from patchsight.core.placing.targets import read_from_roots
from patchsight.core.rewrite.reverse import take_back
from patchsight.core.text.buffer import BOM
from patchsight.workspace.content import decode
from patchsight.workspace.errors import UserError
from patchsight.workspace.files import Files
from patchsight.workspace.git import run_git
from patchsight.workspace.rehearsal import Rehearsal
from patchsight.workspace.texts import TextFiles


class Past(Rehearsal):
    """A folder in which the edits of a log follow each other; nothing is written."""

    def __init__(
        self,
        root: Path,
        options: Options,
        folders: Sequence[str] = (),
        revision: Mapping[str, str] | None = None,
    ) -> None:
        """`folders` are what the log calls the root."""
        super().__init__(root, options)
        real = os.path.realpath(root).replace(os.sep, "/")
        self._folders = [*sorted(folders, key=len, reverse=True), real]
        self._revision = revision
        self._old = None if revision is None else TextFiles(revision, "", options.max_target_bytes)

    def again(self) -> Past:
        other = Past(self.root, self.options, self._folders, self._revision)
        other._done = dict(self._done)
        return other

    def check(self, text: str) -> Report:
        return self.analyse(text)

    def localise(self, patch: Patch, own: Path | None) -> Patch:
        return read_from_roots(super().localise(patch, own), self._folders)

    def _files(self, base: Path | None) -> Files:
        return self._old or super()._files(base)

    def put(self, path: str, text: str) -> str:
        plain = path.replace("\\", "/")
        below = [folder for folder in self._folders if plain.startswith(folder.rstrip("/") + "/")]
        clean, reason = check_path(plain[len(below[0].rstrip("/")) + 1 :] if below else plain)
        if reason:
            return ""
        now = self.text(clean)
        if now is None or now.rstrip("\n") != text.removeprefix(BOM).rstrip("\n"):
            self._done[clean] = (text.removeprefix(BOM), text.startswith(BOM))
        return clean

    def text(self, path: str) -> str | None:
        return self._done[path][0] if path in self._done else self._files(None).read(path).text

    def take_back(self, report: Report) -> Sequence[FilePlan]:
        turned = take_back(report.patch, lambda patch: self.resolve(patch), self.options)
        fine = turned.report is not None and not turned.reason and not turned.report.errors
        return turned.report.plan if fine and turned.report else ()


class Revision(Mapping[str, str]):
    """The text files below a folder at a revision of git, read as they are asked for."""

    def __init__(self, root: Path, revision: str) -> None:
        if revision.startswith("-"):
            raise UserError(f"{revision} is not a revision")
        self._root = root
        listing = run_git(root, "ls-tree", "-r", "-z", revision, "--", ".")
        entries = (entry.partition("\t") for entry in os.fsdecode(listing).split("\0") if entry)
        modes = ((name, head.split(" ")) for head, _, name in entries)
        self._blobs = {name: blob for name, (mode, _, blob) in modes if mode.startswith("100")}
        self._read: dict[str, str] = {}

    def __getitem__(self, path: str) -> str:
        if path not in self._read:
            content = decode(run_git(self._root, "cat-file", "blob", self._blobs[path]))
            if content.text is None:
                raise KeyError(path)  # no text, so nothing that an edit could be about
            self._read[path] = content.text
        return self._read[path]

    def __contains__(self, path: object) -> bool:
        return path in self._blobs

    def __iter__(self) -> Iterator[str]:
        return iter(self._blobs)

    def __len__(self) -> int:
        return len(self._blobs)
