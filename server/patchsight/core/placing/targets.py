"""What the sections of a patch name: which file a path means, whether it may be changed, and what
is special about it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from patchsight.core.formats.spec import FormatSpec, policy_of
from patchsight.core.model import path_rules
from patchsight.core.model.budget import Cost, ExhaustedError
from patchsight.core.model.patch import FileChange, Op, Options, Patch, PathRef
from patchsight.core.model.problems import CATALOGUE, Problem, Severity, problem
from patchsight.core.model.record import replace
from patchsight.core.placing.overlay import FileState, Overlay
from patchsight.core.placing.part_state import SectionState
from patchsight.core.text.buffer import DOUBLED, split_ends
from patchsight.core.text.lazy import cached_property
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
    return replace(patch, files=files, problems=problems)


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
        #: the first one of each format
        self._of_format: dict[tuple[str, FormatSpec | None], FileChange] = {}
        self._described: set[str] = set()
        self._made: set[str] = set()  #: files that the patch makes
        self._folders: set[str] = set()  #: the folders these stand in

    def path(self, ref: PathRef, usable: bool) -> tuple[str | None, list[Problem]]:
        """The path a reference means, and what is wrong with it; None if it must not be used."""
        if not ref.raw:
            return None, []  # the reader of the format said so already
        for choice, (_, reason) in zip(ref.choices, ref.checked, strict=True):
            if reason:
                # a command around the patch may have its paths start somewhere else
                whole = f", read as {quote(choice)}," if choice.endswith(f"/{ref.raw}") else ""
                message = f"The path {quote(ref.raw)}{whole} is not allowed: {reason}."
                return None, [problem("path_escape", ref.span, message)]
        return self._choose(ref, [path for path, _ in ref.checked], usable)

    def _choose(
        self, ref: PathRef, paths: list[str], usable: bool
    ) -> tuple[str | None, list[Problem]]:
        """Which of several paths is meant."""
        if ref.ranked and paths and self._is_there(paths[0]):
            paths = there = paths[:1]
        else:
            there = [path for path in paths if self._is_there(path)]
        if ref.guess and paths[:1] != there[:1]:
            paths = paths[1:]
        if not paths:
            return None, [_no_path(ref)] if usable else []
        if usable and len(there) > 1:
            return None, [_either(ref, there)]
        chosen = (there or paths)[0]
        problems = self._judge(ref, chosen) if usable else []
        return (None if has_error(problems) else chosen), problems

    def _is_there(self, path: str) -> bool:
        """Whether a path leads to something, be it to what must not be touched."""
        target = self._overlay.target(path)
        return target.text is not None or bool(target.problem) or path in self._made

    def _judge(self, ref: PathRef, path: str) -> list[Problem]:
        """What is wrong with a path, or worth knowing about how it was read."""
        target, problems = self._overlay.target(path), []
        if path_rules.has_backslash("".join(ref.choices)):
            message = f"The path is read as {quote(path)}; paths use `/`."
            problems.append(problem("backslash_path", ref.span, message))
        if ref.prefixed and path != ref.checked[0][0]:
            message = (
                f"{quote(ref.raw)} does not exist; the prefix of a diff is left out, and {quote(path)} is meant. "
                "Paths of this format have no prefix."
            )
            problems.append(problem("diff_prefix", ref.span, message, path=path))
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
            if target.problem == "is_directory":
                message = f"The path {quote(path)} is a folder, and a patch changes files. Name a file in it."
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

    def enter(self, change: FileChange, path: str, new_path: str) -> list[Problem]:
        """Note that a section works on a file. Of a second one for the same file something is
        told; where a format allows but one, that is an error.
        """
        obstacle = self._make_room(change, path, new_path)
        if obstacle:
            return [obstacle]
        real = self._overlay.target(path).path
        first = self._first.setdefault(real, change)
        alike = self._of_format.setdefault((real, change.format), change)
        if first is change:
            return []
        policy = change.format.policy if change.format else policy_of(self._patch)
        alone = policy.one_section_per_file and alike is not change
        if alone and (alike.op, change.op) == (Op.DELETE, Op.CREATE):
            return []  # the two are one replacement
        if policy.doubts_whole_texts and _say_the_same(first, change):
            return []
        if alone and self._options.duplicate_files == "error":
            row = self._patch.buffer.row(alike.header.start) + 1
            whole = policy.doubts_whole_texts
            message = (
                f"{path} has another text at line {row} already. Keep one of the two."
                if whole
                else f"{path} has a file patch at line {row} already. Merge the hunks under one header."
            )
            span = self._patch.buffer.trimmed(self._patch.buffer.row(change.span.start))
            return [problem("duplicate_file_patch", span, message)]
        if policy.many_sections_per_file:
            return []
        message = f"{path} is changed above; this section works on the text as it is then."
        return [problem("same_file_again", change.path.span, message)]

    def _make_room(self, change: FileChange, path: str, new_path: str) -> Problem | None:
        """Why a section cannot put a file where it wants it, or take it away; what it makes is
        noted, since no file can stand where another one needs a folder.
        """
        removes = change.op in (Op.DELETE, Op.RENAME)
        obstacle = self._keep_from_removing(change, path) if removes else None
        if obstacle:
            return obstacle
        if change.op is Op.DELETE or self._overlay.target(new_path).exists:
            return None
        real = self._overlay.target(new_path).real or new_path
        steps = real.split("/")
        folders = {"/".join(steps[:count]) for count in range(1, len(steps))}
        file, ref = next(iter(folders & self._made), None), change.new_path or change.path
        if file:
            message = f"{new_path} cannot be made: {file} is made as a file above."
            return problem("not_a_file", ref.span, message)
        if real in self._folders:
            message = f"{new_path} cannot be made as a file: files are made below it above."
            return problem("is_directory", ref.span, message)
        self._made.add(real)
        self._folders |= folders
        return None

    def _keep_from_removing(self, change: FileChange, path: str) -> Problem | None:
        """Why a section cannot take a file away."""
        target, ref = self._overlay.target(path), change.path
        if change.op is Op.DELETE and not ref.prefixed and path != ref.checked[0][0]:
            message = (
                f"{ref.checked[0][0]} does not exist. {path} does, but a file is only "
                "deleted by its own name: write that on `---`, without a prefix."
            )
            return problem("file_not_found", change.path.span, message)
        if target.link:
            message = (
                f"{path} is a symbolic link, which is not {'deleted' if change.op is Op.DELETE else 'moved'}; "
                f"name the file it leads to, {target.real}."
            )
            return problem("not_a_file", change.path.span, message)
        return None

    def replacement(self, change: FileChange) -> FileChange | None:
        """The section below that makes the file anew which a section deletes."""
        makers = self._makers.get(change.path.choices[:1], ())
        if not makers:
            return None
        at = next(at for at, other in enumerate(self._patch.files) if other is change)
        return next((maker for below, maker in makers if below > at), None)

    @cached_property
    def _makers(self) -> dict[tuple[str, ...], list[tuple[int, FileChange]]]:
        """By the first path that they may mean, the sections that make a file, with their numbers."""
        makers: dict[tuple[str, ...], list[tuple[int, FileChange]]] = {}
        for at, change in enumerate(self._patch.files):
            if change.op is Op.CREATE:
                makers.setdefault(change.path.choices[:1], []).append((at, change))
        return makers

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
        text = file.target.text or ""
        if "\r" not in text:
            return problems
        if DOUBLED in text:
            message = f"{section.path} has lines that end in CR CR LF: a tool has doubled their ends. Each is read as one."
            problems.append(problem("mixed_line_endings", ref.span, message))
        elif _mixes_line_ends(text):
            message = f"{section.path} mixes kinds of line ends; some editors make them all alike when they save."
            problems.append(problem("mixed_line_endings", ref.span, message))
        return problems


def _no_path(ref: PathRef) -> Problem:
    """What may be a path is none, and there is no other."""
    message = (
        f"Nothing says for certain which file is meant: {quote(ref.raw)} may be a path, but there is no such file. "
        f"Write the path with its folder (`./` for this one), or correct it."
    )
    return problem("missing_path", ref.span, message)


def _either(ref: PathRef, there: Sequence[str]) -> Problem:
    """Several files may be meant, and nothing says which."""
    names = " and ".join(map(quote, there))
    message = f"{names} exist, and the patch does not say which of them is meant. Write its path on both rows, without a prefix."
    return problem("rename_path_mismatch", ref.span, message, old=there[0], new=there[1])


def _say_the_same(first: FileChange, second: FileChange) -> bool:
    texts = (
        [line.text for part in change.parts for line in part.lines] for change in (first, second)
    )
    return next(texts) == next(texts)


def has_error(problems: Sequence[Problem]) -> bool:
    return bool(problems) and any(problem.severity is Severity.ERROR for problem in problems)


def _mixes_line_ends(text: str) -> bool:
    return len({end for end in split_ends(text)[1] if end}) > 1
