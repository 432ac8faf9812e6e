"""The one question every skin asks: what does this patch do to these files?"""

from __future__ import annotations

import os
import re
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from patchsight.core import formats
from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import Op, Options, Patch
from patchsight.core.model.path_rules import check
from patchsight.core.model.problems import problem
from patchsight.core.model.report import Report, Surroundings
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import paths_of, resolve
from patchsight.core.placing.targets import read_from_roots
from patchsight.core.text.buffer import Buffer, Span
from patchsight.workspace.content import Cache
from patchsight.workspace.files import Files, read_text

if TYPE_CHECKING:
    from patchsight.core.model.budget import Means
    from patchsight.core.placing.memo import Memory
    from patchsight.core.session.figures import Figures

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_FILES_AT_ONCE = 16  #: targets of the largest size allowed that may be read for one patch


def refuse(code: str, message: str) -> Report:
    """The answer for a patch whose content cannot be read at all."""
    return Report(Patch(None, Buffer("")), [], [problem(code, Span(0, 0), message)], [], {})


class Workspace:
    """A folder that patches are about, with the open buffers of an editor over its files."""

    def __init__(
        self,
        root: Path,
        options: Options | None = None,
        *,
        buffers: dict[str, str] | None = None,
        cache: Cache | None = None,
        ap_from_root: bool = False,
        removed: frozenset[str] = frozenset(),
        session: Figures | None = None,
    ) -> None:
        self.root = root
        self.options = options or Options()
        self._buffers = buffers or {}
        self._cache = cache or Cache()
        self._ap_from_root = ap_from_root
        self._removed = removed
        self._session = session

    @property
    def session(self) -> Figures:
        """The figures of the session that the patches belong to."""
        if self._session is None:
            from patchsight.core.session.figures import Figures  # few runs have one

            self._session = Figures()
        return self._session

    @session.setter
    def session(self, figures: Figures | None) -> None:
        self._session = figures

    def files(self, patch: Patch, own: Path | None) -> Files:
        """The targets of a patch: ap paths start at its own folder, all others at the root."""
        return self._files(self._base(patch, own))

    def _base(self, patch: Patch, own: Path | None) -> Path | None:
        return (
            own.parent
            if own and policy_of(patch).paths_from_patch and not self._ap_from_root
            else None
        )

    def _files(self, base: Path | None) -> Files:
        return Files(
            self.root,
            base=base,
            max_bytes=self.options.max_target_bytes,
            buffers=self._buffers,
            cache=self._cache,
        )

    def localise(self, patch: Patch, own: Path | None) -> Patch:
        """The patch with absolute paths below its base folder read as relative to it."""
        base = self._base(patch, own) or self.root
        real = os.path.realpath(base)
        # As the folder was given, and as its links lead to it.
        same = (folder for folder in (base, self.root) if os.path.realpath(folder) == real)
        names = [os.path.abspath(folder) for folder in same]  # noqa: PTH100
        return read_from_roots(patch, [name.replace(os.sep, "/") for name in (*names, real)])

    def is_unsaved(self, path: str) -> bool:
        """Whether an open buffer says something else than the file at a path from the root."""
        return self._files(None).is_unsaved(path)

    def has_bom(self, path: str) -> bool:
        """Whether the file at a path from the root begins with a byte order mark."""
        return read_text(self.root / path, self.options.max_target_bytes).bom

    def analyse(self, text: str, own: Path | None = None, language: str = "") -> Report:
        """Parse a patch and place it. `own` is the patch's own file, if it has one."""
        if _HALF_CHARACTER.search(text):
            return refuse("not_text", "The patch is not UTF-8 text: it holds half of a character.")
        return self.resolve(formats.parse(text, str(own or ""), self.options, language), own)

    def apply(self, report: Report) -> None:
        """Write what a report plans, all or nothing; `WriteError` if that is not possible."""
        if not report.ok:
            raise ValueError("a patch that has errors is never applied")
        self.write(report)

    def write(self, report: Report) -> None:
        """Write a plan that need not be the patch's own: one that takes it back, for example."""
        from patchsight.workspace.apply.transaction import apply_report, finish_interrupted

        finish_interrupted(self.root, undo=False)
        apply_report(report, self.root)

    def resolve(
        self,
        patch: Patch,
        own: Path | None = None,
        files: Files | None = None,
        memory: Memory | None = None,
        means: Means | None = None,
    ) -> Report:
        """Place a patch that was parsed before, perhaps on files that were looked at already."""
        patch = self.localise(patch, own)
        files = files or self.files(patch, own)
        targets, itself = self.targets(patch, files), self._name(own)
        report = resolve(
            patch,
            targets,
            self.options,
            itself=itself,
            known=files.known,
            memory=memory,
            means=means,
        )
        if policy_of(patch).session:
            from patchsight.core.session.advice import advise  # the only format that has sessions

            report.problems += advise(self.session, report, self.options)
            report.problems.sort(key=lambda found: (found.span.start, found.severity))
        if self._session and self._session.readings:
            from patchsight.core.session.readings import explain  # few runs have read anything

            explain(self._session.readings, report)
        report.around = Surroundings(
            lambda text: self.analyse(text, own), files.known, str(self.root)
        )
        return report

    def targets(self, patch: Patch, files: Files) -> dict[str, Target]:
        """What stands at every path of a patch, a new file's where it would be created."""
        creations = (change for change in patch.files if change.op is Op.CREATE)
        created = {check(choice)[0] for change in creations for choice in change.path.choices}
        targets = dict(self._read(files, paths_of(patch), created))
        deletions = (change for change in patch.files if change.op is Op.DELETE)
        for path in {
            check(choice)[0] for change in deletions for choice in change.path.choices
        } & targets.keys():
            targets[path] = targets[path]._replace(unsaved=files.is_unsaved(path))
        for path, target in targets.items() if self._removed else ():
            if not target.exists and files.real(path) in self._removed:
                targets[path] = target._replace(removed=True)
        _refuse_second_names(targets, files)
        return targets

    def _read(
        self, files: Files, paths: list[str], created: set[str]
    ) -> Iterator[tuple[str, Target]]:
        """What stands at these paths, as long as it is not too much for all of them together."""
        room = most = _FILES_AT_ONCE * self.options.max_target_bytes
        for path in paths:
            target = files.read(path, base_only=path in created)
            room -= len(target.text or "")
            if room < 0 and target.text:
                detail = f"with it, the files of this patch have more than {most:,} bytes together"
                target = target._replace(text=None, problem="target_too_large", detail=detail)
            yield path, target

    def _name(self, own: Path | None) -> str | None:
        """The patch's own workspace path, if it lies inside."""
        if own is None:
            return None
        root, real = os.path.realpath(self.root), os.path.realpath(own)
        return (
            os.path.relpath(real, root).replace(os.sep, "/")
            if real.startswith(root + os.sep)
            else None
        )


def _refuse_second_names(targets: dict[str, Target], files: Files) -> None:
    """Two names of one file, by a link: what is done under one would be lost under the other."""
    first: dict[Hashable, str] = {}
    for path in (
        [path for path, target in targets.items() if target.problem is None]
        if len(targets) > 1
        else ()
    ):
        name = first.setdefault(files.identity(path), path)
        if name != path and targets[name].path != targets[path].path:
            detail = f"a link leads to the same file as `{name}`"
            targets[path] = targets[path]._replace(
                text=None, problem="duplicate_file_patch", detail=detail
            )
