"""What the sections of a patch name: which file a path means, whether it may be changed, and what
is special about it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from patchsight.core.formats.spec import policy_of
from patchsight.core.model import path_rules
from patchsight.core.model.patch import FileChange, Op, Options, Patch, PathRef
from patchsight.core.model.problems import CATALOGUE, Problem, problem
from patchsight.core.model.record import replace
from patchsight.core.model.report import State
from patchsight.core.placing.budget import ExhaustedError
from patchsight.core.placing.overlay import FileState, World
from patchsight.core.placing.part_state import Job, Section
from patchsight.core.text.buffer import split_ends
from patchsight.core.text.phrases import quote


def read_from_roots(patch: Patch, roots: Sequence[str]) -> Patch:
    """The patch with absolute paths below one of these folders read as relative ones; the same if
    it names none.

    `roots` are names of one folder, absolute and with `/`: as it was given, and as its links lead
    to it.
    """
    told: list[Problem] = []
    files = [_read_change(change, roots, told) for change in patch.files]
    if not told:
        return patch
    problems = sorted([*patch.problems, *told], key=lambda found: (found.span, found.severity))
    return Patch(patch.format, patch.buffer, files, problems, patch.session)


def _read_change(change: FileChange, roots: Sequence[str], told: list[Problem]) -> FileChange:
    path = _read_ref(change.path, roots, told)
    new_path = change.new_path and _read_ref(change.new_path, roots, told)
    if path is change.path and new_path is change.new_path:
        return change
    return replace(change, path=path, new_path=new_path)


def _read_ref(ref: PathRef, roots: Sequence[str], told: list[Problem]) -> PathRef:
    choices = tuple(_below(choice, roots) for choice in ref.choices)
    if choices == ref.choices:
        return ref
    written = next(old for old, new in zip(ref.choices, choices, strict=True) if old != new)
    message = f"The path is absolute; it is read as {quote(path_rules.check(_below(written, roots))[0])}, from the workspace folder."
    told.append(problem("absolute_path", ref.span, message, written=written))
    return replace(ref, choices=choices)


def _below(path: str, roots: Sequence[str]) -> str:
    """A path from the first of these folders that it lies below, by whole steps; the path itself
    if it lies below none.
    """
    plain = path.replace("\\", "/")
    starts = (root.rstrip("/") + "/" for root in roots)
    start = next(
        (start for start in starts if plain.startswith(start) and len(plain) > len(start)), ""
    )
    return plain[len(start) :] if start else path


class Names:
    """The paths of one patch. `itself` is the patch's own; `known` lists the workspace's files for
    did-you-mean.
    """

    def __init__(
        self,
        patch: Patch,
        world: World,
        options: Options,
        problems: list[Problem],
        itself: str | None,
        known: Callable[[], Sequence[str]],
    ) -> None:
        self._patch, self._world, self._options, self._problems = patch, world, options, problems
        self._itself, self._list = itself, known
        self._seen: dict[str, FileChange] = {}
        self._warned: set[str] = set()

    def path(self, ref: PathRef, usable: bool) -> str | None:
        """The path a reference means, or None after a problem was reported."""
        if not ref.raw:
            return None  # the reader of the format said so already
        chosen: str | None = None
        for choice in ref.choices:
            path, reason = path_rules.check(choice)
            if reason:
                self.refuse(
                    "path_escape", ref, f"The path {quote(ref.raw)} is not allowed: {reason}."
                )
                return None
            if chosen is None or (
                self._world.target(path).exists and not self._world.target(chosen).exists
            ):
                chosen = path
        if chosen is None or (usable and not self._usable(ref, chosen)):
            return None
        return chosen

    def _usable(self, ref: PathRef, path: str) -> bool:
        target = self._world.target(path)
        if any(map(path_rules.has_backslash, ref.choices)):
            self.refuse("backslash_path", ref, f"The path is read as {quote(path)}; paths use `/`.")
        if path == self._itself or target.path == self._itself:
            self.refuse(
                "patch_targets_itself",
                ref,
                "The patch names its own file as a target. Correct the path.",
            )
            return False
        if target.found_from_root:
            self.refuse(
                "found_from_root",
                ref,
                f"{path} is not beside the patch; the one in the workspace folder is used. Paths in ap start at the patch file.",
            )
        if target.problem:
            detail = f": {target.detail}" if target.detail else ""
            title = CATALOGUE[target.problem].title
            self.refuse(
                target.problem, ref, f"The path {quote(path)} cannot be patched. {title}{detail}."
            )
            return False
        return True

    def refuse(self, code: str, ref: PathRef, message: str, **data: object) -> None:
        self._problems.append(problem(code, ref.span, message, **data))  # type: ignore[arg-type]

    def not_found(self, section: Section, jobs: list[Job]) -> None:
        ref = section.change.path
        guesses = self._suggest(section.path)
        hint = f" Did you mean {' or '.join(map(quote, guesses))}?" if guesses else ""
        self.refuse(
            "file_not_found",
            ref,
            f"{section.path} does not exist in the workspace.{hint}",
            suggestions=guesses,
        )
        for job in jobs:
            job.resolution.state = State.MISSING

    def _suggest(self, path: str) -> list[str]:
        try:
            self._world.means.words.pay(len(self._files) / 2)
        except ExhaustedError:
            return []
        return path_rules.suggest(path, self._files)

    @cached_property
    def _files(self) -> Sequence[str]:
        return self._list()

    def first_time(self, change: FileChange, path: str) -> bool:
        """Whether a section may work on a file: in a unified diff only one does, elsewhere later
        ones are told apart.
        """
        first = self._seen.setdefault(self._world.target(path).path, change)
        if first is change:
            return True
        if policy_of(self._patch).one_section_per_file and self._options.duplicate_files == "error":
            row = self._patch.buffer.row(first.header.start) + 1
            message = (
                f"{path} has a file patch at line {row} already. Merge the hunks under one header."
            )
            span = self._patch.buffer.trimmed(self._patch.buffer.row(change.span.start))
            self._problems.append(problem("duplicate_file_patch", span, message))
            return False
        if not policy_of(self._patch).many_sections_per_file:
            self.refuse(
                "same_file_again",
                change.path,
                f"{path} is changed above; this section works on the text as it is then.",
            )
        return True

    def warn_of_file(self, section: Section, state: FileState) -> None:
        """Say once what is special about a file that is to be changed."""
        if section.path in self._warned or state.target is None:
            return
        self._warned.add(section.path)
        if (
            state.target.shared
            and section.change.op is not Op.DELETE
            and any(part.lines for part in section.change.parts)
        ):
            self.refuse(
                "hard_link",
                section.change.path,
                f"{section.path} has another name, perhaps outside the workspace folder. `patchsight apply` changes it under "
                "this name only; an editor that saves it may change it under both.",
            )
        self._warn_mixed(section, state.target.text or "")

    def _warn_mixed(self, section: Section, text: str) -> None:
        if "\r" not in text:
            return
        kinds = {end for end in split_ends(text)[1] if end}
        if len(kinds) > 1:
            self.refuse(
                "mixed_line_endings",
                section.change.path,
                f"{section.path} mixes kinds of line ends; some editors make them all alike when they save.",
            )
