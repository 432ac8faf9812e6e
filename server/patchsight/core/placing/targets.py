"""What the sections of a patch name: which file a path means, whether it may be changed, and what
is special about it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from patchsight.core.formats.spec import policy_of
from patchsight.core.model import path_rules
from patchsight.core.model.patch import FileChange, Op, Options, Patch, PathRef
from patchsight.core.model.problems import CATALOGUE, Problem, Severity, problem
from patchsight.core.model.record import replace
from patchsight.core.placing.budget import Cost, ExhaustedError
from patchsight.core.placing.overlay import FileState, Overlay
from patchsight.core.placing.part_state import SectionState
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
    problems = sorted(
        [*patch.problems, *told], key=lambda problem: (problem.span, problem.severity)
    )
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


class Targets:
    """The files that one patch names. `itself` is the patch's own path; `known` lists the
    workspace's files for did-you-mean.
    """

    def __init__(
        self,
        patch: Patch,
        overlay: Overlay,
        options: Options,
        itself: str | None,
        known: Callable[[], Sequence[str]],
    ) -> None:
        self._patch, self._overlay, self._options = patch, overlay, options
        self._itself, self._list = itself, known
        self._first: dict[str, FileChange] = {}  #: the first section of each file
        self._described: set[str] = set()

    def path(self, ref: PathRef, usable: bool) -> tuple[str | None, list[Problem]]:
        """The path a reference means, and what is wrong with it; None if it must not be used."""
        if not ref.raw:
            return None, []  # the reader of the format said so already
        chosen: str | None = None
        for choice in ref.choices:
            path, reason = path_rules.check(choice)
            if reason:
                message = f"The path {quote(ref.raw)} is not allowed: {reason}."
                return None, [problem("path_escape", ref.span, message)]
            if chosen is None or (
                self._overlay.target(path).exists and not self._overlay.target(chosen).exists
            ):
                chosen = path
        problems = self._judge(ref, chosen) if usable and chosen is not None else []
        return (None if has_error(problems) else chosen), problems

    def _judge(self, ref: PathRef, path: str) -> list[Problem]:
        """What is wrong with a path, or worth knowing about how it was read."""
        target, problems = self._overlay.target(path), list[Problem]()
        if any(map(path_rules.has_backslash, ref.choices)):
            message = f"The path is read as {quote(path)}; paths use `/`."
            problems.append(problem("backslash_path", ref.span, message))
        if self._itself in (path, target.path):
            message = "The patch names its own file as a target. Correct the path."
            return [*problems, problem("patch_targets_itself", ref.span, message)]
        if target.found_from_root:
            message = (
                f"{path} is not beside the patch; the one in the workspace folder is used. "
                "Paths in ap start at the patch file."
            )
            problems.append(problem("found_from_root", ref.span, message))
        if target.problem:
            detail = f": {target.detail}" if target.detail else ""
            title = CATALOGUE[target.problem].title
            message = f"The path {quote(path)} cannot be patched. {title}{detail}."
            problems.append(problem(target.problem, ref.span, message))
        return problems

    def not_found(self, section: SectionState) -> Problem:
        """The file of a section does not exist."""
        guesses = self._suggest(section.path)
        hint = f" Did you mean {' or '.join(map(quote, guesses))}?" if guesses else ""
        message = f"{section.path} does not exist in the workspace.{hint}"
        return problem("file_not_found", section.change.path.span, message, suggestions=guesses)

    def _suggest(self, path: str) -> list[str]:
        try:
            self._overlay.means.words.pay(Cost.PATH_COMPARED, len(self._files))
        except ExhaustedError:
            return []
        return path_rules.suggest(path, self._files)

    @cached_property
    def _files(self) -> Sequence[str]:
        return self._list()

    def enter(self, change: FileChange, path: str) -> list[Problem]:
        """Note that a section works on a file. Of a second one for the same file something is
        told; where a format allows but one, that is an error.
        """
        first = self._first.setdefault(self._overlay.target(path).path, change)
        policy = policy_of(self._patch)
        if first is change:
            return []
        if policy.one_section_per_file and self._options.duplicate_files == "error":
            row = self._patch.buffer.row(first.header.start) + 1
            message = (
                f"{path} has a file patch at line {row} already. Merge the hunks under one header."
            )
            span = self._patch.buffer.trimmed(self._patch.buffer.row(change.span.start))
            return [problem("duplicate_file_patch", span, message)]
        if policy.many_sections_per_file:
            return []
        message = f"{path} is changed above; this section works on the text as it is then."
        return [problem("same_file_again", change.path.span, message)]

    def describe(self, section: SectionState, file: FileState) -> list[Problem]:
        """What is special about a file that is to be changed; once for each."""
        if section.path in self._described or file.target is None:
            return []
        self._described.add(section.path)
        change, ref = section.change, section.change.path
        problems = []
        if (
            file.target.shared
            and change.op is not Op.DELETE
            and any(part.lines for part in change.parts)
        ):
            message = (
                f"{section.path} has another name, perhaps outside the workspace folder. `patchsight apply` changes it under "
                "this name only; an editor that saves it may change it under both."
            )
            problems.append(problem("hard_link", ref.span, message))
        if _mixes_line_ends(file.target.text or ""):
            message = f"{section.path} mixes kinds of line ends; some editors make them all alike when they save."
            problems.append(problem("mixed_line_endings", ref.span, message))
        return problems


def has_error(problems: Sequence[Problem]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)


def _mixes_line_ends(text: str) -> bool:
    return "\r" in text and len({end for end in split_ends(text)[1] if end}) > 1
