"""The sections of a patch, each placed on what those before it left of its file.

A section either edits a text (`hunks`, `in_turn`, `ap.modifications`) or does something to a file as a
whole (`file_operations`); both leave a decision with each part, and `decision.record` writes it down
when the section is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from patchsight.core.formats.spec import Policy, policy_of
from patchsight.core.model.budget import ExhaustedError
from patchsight.core.model.patch import FileChange, Grade, Op, Options, Patch
from patchsight.core.model.problems import Problem, problem
from patchsight.core.model.record import replace
from patchsight.core.model.report import SOUND, Resolution, State
from patchsight.core.placing import file_operations, messages
from patchsight.core.placing.chain import is_left_by, left_of
from patchsight.core.placing.decision import Decision, record
from patchsight.core.placing.elided import without_elided
from patchsight.core.placing.hunks import may_fit_again, place_hunks
from patchsight.core.placing.in_turn import place_in_turn
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.overlay import FileState, Overlay
from patchsight.core.placing.part_state import PartState, SectionState
from patchsight.core.placing.plain import PlainSections
from patchsight.core.placing.repairs import told_of
from patchsight.core.placing.siblings import Siblings
from patchsight.core.placing.targets import Targets, has_error
from patchsight.core.text.lazy import cached_property


class Outcome(NamedTuple):
    """What became of one section."""

    path: str  #: of the file it works on
    resolutions: list[Resolution]
    problems: list[Problem]

    def left_open(self) -> Outcome:
        """The same for a section whose file stands there again after the patch."""
        first, *others = self.resolutions
        note = messages.moves_again(first.change, first.part, self.path)
        opened = replace(first, state=State.AMBIGUOUS)
        return Outcome(self.path, [opened, *others], [*self.problems, note])


class Placer:
    """Places the sections of one patch, one after the other, each on what those before left."""

    def __init__(self, patch: Patch, overlay: Overlay, options: Options, targets: Targets) -> None:
        self._policy, self._options = policy_of(patch), options
        self._overlay, self._means, self._targets = overlay, overlay.means, targets
        self._patch = patch
        self._applied: dict[str, bool] = {}  #: by path, whether all sections were applied before
        self._siblings: dict[str, Siblings] = {}  #: by path, the parts of those that edit it
        self._plain = PlainSections(patch, overlay, targets)

    @cached_property
    def _updates(self) -> Mapping[str, list[FileChange]]:
        """By path, the sections that edit a file which is there."""
        updates: dict[str, list[FileChange]] = {}
        for change in self._patch.files:
            if change.op is Op.UPDATE:
                for path in {path for path, _ in change.path.checked}:
                    updates.setdefault(path, []).append(change)
        return updates

    def place(self, change: FileChange) -> Outcome:
        """Place the parts of a section, change the overlay, and write down what became of it."""
        if plain := self._plain.place(change):
            return Outcome(*plain)
        parts = [PartState(part) for part in change.parts]
        whole = [part for part in parts if not part.written.broken]
        usable = bool(whole)  # of a section that says nothing, no target is at fault
        path, problems = self._targets.path(change.path, usable)
        new_path = path
        if change.new_path:
            new_path, more = self._targets.path(change.new_path, usable)
            problems += more
        shown = path or change.path.raw
        if path is not None and new_path is not None:
            again = self._targets.enter(change, path, new_path)
            problems += again
            if not has_error(again):
                file = self._overlay.at(path)
                shown = self._overlay.target(path).path if file.target else path
                problems += self._place_in(file, shown, change, new_path, whole)
        resolutions = [
            record(part, change, shown, state.decision, problems)
            for part, state in zip(change.parts, parts, strict=True)
        ]
        return Outcome(shown, resolutions, problems)

    def _place_in(
        self,
        file: FileState,
        shown: str,
        change: FileChange,
        new_path: str,
        parts: list[PartState],
    ) -> list[Problem]:
        """Carry out a section on its file, unless looking for what it names takes too long."""
        ring = file.ring or LineRing("", self._means)
        section = self._section(ring, change, shown, file.path)
        problems = self._targets.describe(section, file)
        if not self._means.exhausted:
            try:
                parts = without_elided(section, file.ring, parts)
                problems += self._carry_out(section, file, parts, new_path)
            except ExhaustedError:
                self._means.exhausted = True
                _give_up(section, parts)
        fitting = [part.written.index for part in parts if part.fits]
        if fitting and file.ring and file.ring.has_lone_returns:
            problems += file_operations.melted(section, file.ring)
        file.parts += fitting
        return problems

    def _section(self, ring: LineRing, change: FileChange, shown: str, path: str) -> SectionState:
        if path not in self._siblings:
            edits = self._updates.get(path, ())
            self._siblings[path] = Siblings([part for other in edits for part in other.parts])
        policy, siblings = self._policy_of(change), self._siblings[path]
        return SectionState(ring, change, shown, policy, self._options, siblings)

    def _policy_of(self, change: FileChange) -> Policy:
        return change.format.policy if change.format else self._policy

    def _carry_out(
        self, section: SectionState, file: FileState, parts: list[PartState], new_path: str
    ) -> list[Problem]:
        """Do what a section says; what there is to tell about the section as a whole."""
        change = section.change
        incomplete = len(parts) < len(change.parts)
        if not parts or (incomplete and change.op in (Op.CREATE, Op.REPLACE, Op.DELETE)):
            return []
        if change.op in (Op.CREATE, Op.REPLACE):
            return self._write_whole(section, file, parts, new_path)
        if change.op is Op.UPDATE and not [part for part in parts if part.kinds]:
            _keep(parts, [Decision(State.SKIPPED)] * len(parts))  # only modes change
            return []
        if file.ring is None:
            return self._miss(section, file, parts, new_path)
        if change.op is Op.DELETE:
            return self._delete(section, file, parts)
        problems = self._update(section, file, parts)
        if change.op is Op.RENAME and new_path != file.path:
            self._rename(section, file, parts, new_path)
        return problems

    def _write_whole(
        self, section: SectionState, file: FileState, parts: list[PartState], new_path: str
    ) -> list[Problem]:
        change = section.change
        if file.ring is None and change.if_missing == "refuse":
            return self._miss(section, file, parts, new_path)
        if file.ring is None and change.if_missing == "ignore":
            _keep(parts, file_operations.ignored(section, parts))
            return []
        if change.op is Op.CREATE:
            return self._create(section, file, parts)
        if self._was_made_and_edited(section, file):
            what = f"{section.path} is what the parts for it leave"
            _keep(parts, file_operations.applied(parts, what))
            return []
        for part in parts:
            part.decision = file_operations.replace(section, file, part)
        return []

    def _create(
        self, section: SectionState, file: FileState, parts: list[PartState]
    ) -> list[Problem]:
        making = [part for part in parts if part.written.action in ("EDIT", "CREATE_FILE")]
        rest = [part for part in parts if part not in making]
        if not making:
            return []
        if rest and file.ring is not None and self._made_before(section, file.ring, making, rest):
            what = f"{section.path} exists with this content"
            _keep((*making, *rest), file_operations.applied((*making, *rest), what))
            return []
        if self._was_made_and_edited(section, file):
            what = f"{section.path} is what the parts for it leave"
            _keep(parts, file_operations.applied(parts, what))
            return []
        _keep(making, file_operations.create(section, file, making))
        state = making[0].decision.state
        if not rest or file.ring is None or state is None or not state.sound:
            return []
        section.ring = file.ring
        file.ring, problems = _place_modifications(section, rest)
        return problems

    def _was_made_and_edited(self, section: SectionState, file: FileState) -> bool:
        """Whether a file that one section makes and others edit is what all of them leave."""
        edits = self._updates.get(file.path, [])
        if file.ring is None or not edits or not self._are_in_turn(edits):
            return False
        text = file_operations.created_text(section.change, section.change.parts)
        left = left_of(text.replace("\r\n", "\n"), edits)
        if left is None or not file_operations.same_text(file.ring.result, left):
            return False
        self._applied[file.path] = True
        return True

    def _delete(
        self, section: SectionState, file: FileState, parts: list[PartState]
    ) -> list[Problem]:
        change = section.change
        if file.target and file.target.unsaved:
            message = f"{section.path} has unsaved changes that deleting it would lose. Save or close it first."
            return [problem("unsaved_changes", change.path.span, message)]
        anew = self._targets.replacement(change)
        _keep(parts, file_operations.delete(section, file, parts, anew))
        return []

    def _made_before(
        self,
        section: SectionState,
        ring: LineRing,
        making: list[PartState],
        rest: list[PartState],
    ) -> bool:
        """Whether a file that is created and then modified by one change stands there as the whole
        change leaves it.
        """
        text = file_operations.created_text(section.change, [part.written for part in making])
        trial = section.trial(LineRing(text, self._means), section.path)
        result, _ = _place_modifications(trial, [PartState(part.written) for part in rest])
        return file_operations.same_text(ring.result, result.result)

    def _update(
        self, section: SectionState, file: FileState, parts: list[PartState]
    ) -> list[Problem]:
        if section.policy.in_turn and self._was_applied(section, file):
            what = f"{section.path} is what the parts for it leave"
            _keep(parts, file_operations.applied(parts, what))
            return []
        file.ring, problems = _edit(section, parts)
        fitting = [part for part in parts if part.decision.state is State.FITS]
        changed = file.parts or fitting
        if changed and _are_sound(parts) and self._edits_again(section, file, fitting):
            part = fitting[-1] if fitting else parts[-1]
            note = messages.not_repeatable(section, part)
            part.decision = part.decision.but(note, state=State.AMBIGUOUS)
        return problems

    def _was_applied(self, section: SectionState, file: FileState) -> bool:
        """Whether a file is what all sections for it leave; said once, before the first of them."""
        sections = self._updates.get(file.path, [])
        first = bool(sections) and sections[0] is section.change and file.path not in self._applied
        if first and file.ring is not None:
            applied = self._is_left_by(file.ring, sections)
            if applied and self._changes(section, file.path, file.ring.result):
                applied = False  # it may as well be what they are for
            self._applied.setdefault(file.path, applied)
        return self._applied.get(file.path, False)

    def _is_left_by(self, ring: LineRing, sections: Sequence[FileChange]) -> bool:
        return self._are_in_turn(sections) and is_left_by(ring, sections)

    def _are_in_turn(self, sections: Sequence[FileChange]) -> bool:
        return all(self._policy_of(change).in_turn for change in sections)

    def _edits_again(
        self, section: SectionState, file: FileState, fitting: Sequence[PartState]
    ) -> bool:
        """Whether all sections of a file, applied to what they leave, would change it once more;
        `fitting` are the parts of the last one that change it.
        """
        sections = self._updates.get(file.path, [])
        assert file.ring is not None
        if not sections or sections[-1] is not section.change:
            return False
        exact = {part.decision.grade for part in fitting} <= {Grade.EXACT}
        literal = exact and len(sections) == 1
        # an old text that stood there loosely may stand in the new one as loosely again; where code
        # is looked for, it always stands loosely, and is looked for as loosely here
        if (exact or section.policy.by_code) and not may_fit_again(
            section, file.ring, sections, literal=literal
        ):
            return False
        if any(part.broken for change in sections for part in change.parts):
            return False  # which is an error already
        return self._changes(section, file.path, file.ring.result)

    def _changes(self, section: SectionState, path: str, text: str) -> bool:
        """Whether the sections of a file, each part by itself, fit into a text and change it."""
        ring = LineRing(text, self._means)
        for change in self._updates.get(path, ()):
            trial = self._section(ring, change, section.path, path)
            trial.is_trial = True
            parts = [PartState(part) for part in change.parts]
            if len(without_elided(trial, ring, parts)) < len(parts):
                return False
            # in turn, the first one that stands nowhere is enough
            runs = [[part] for part in parts] if trial.policy.in_turn else [parts]
            for run in runs:
                ring, _ = _edit(trial, run)
                if not _are_sound(run):
                    return False
        return ring.result != text

    def _rename(
        self, section: SectionState, file: FileState, parts: list[PartState], new_path: str
    ) -> None:
        instead = self._overlay.target(new_path)
        marked = (instead.bom, file.target.bom if file.target else False)
        alike = instead.text is None or marked[0] == marked[1]
        if self._overlay.at(new_path).ring is None and alike:
            self._overlay.move(file, new_path)
            if _are_sound(parts):
                parts[0].decision = parts[0].decision.but(state=State.FITS)
            return
        ref = section.change.new_path
        assert ref is not None
        if alike:
            message = f"{new_path} exists; moving {section.path} there would lose it. Choose another path."
        else:
            message = (
                f"{new_path}, which is deleted, and {section.path}, which takes its place, differ in their byte order "
                "mark. Delete it in a patch of its own."
            )
        for part in parts:
            part.decision = part.decision.but(state=State.CONFLICT)
        parts[0].decision = parts[0].decision.but(
            parts[0].problem("file_exists", ref.span, message)
        )

    # ---- a file that is not there
    def _miss(
        self, section: SectionState, file: FileState, parts: list[PartState], new_path: str
    ) -> list[Problem]:
        if section.policy.numbers and file_operations.makes(section.change):
            _keep(parts, map(told_of, parts, file_operations.create(section, file, parts)))
            return []
        what = self._done_already(section, file, parts, new_path)
        if what:
            _keep(parts, file_operations.applied(parts, what))
            return []
        for part in parts:
            part.decision = Decision(State.MISSING)
        return [self._targets.not_found(section)]

    def _done_already(
        self, section: SectionState, file: FileState, parts: list[PartState], new_path: str
    ) -> str | None:
        """What shows that a section which removes its file was carried out before."""
        if section.change.op is Op.DELETE:
            return f"{section.path} is gone"
        moved = self._overlay.at(new_path).ring if section.change.op is Op.RENAME else None
        there = (self._overlay.target(path).text is not None for path in (section.path, new_path))
        if moved is None or tuple(there) != (False, True):
            return None  # what the patch itself took away or made proves nothing
        # the editor was given an edit of this patch that removes it, and it is gone since; or
        # nothing is said about the text, so that the new name is all there is to go by
        removed = file.target is not None and file.target.removed
        if removed or not any(part.written.lines for part in parts):
            return f"{section.path} is gone, and {new_path} stands there"
        shadows = [PartState(part.written) for part in parts]
        place_hunks(section.trial(moved.fork(), new_path), shadows)
        done = (
            shadow.decision.state is State.APPLIED
            or (shadow.fits and shadow.old == shadow.new)  # which only says what stays
            for shadow in shadows
        )
        if not all(done):
            return None
        return f"{new_path} stands there with this change"


# ---- what a section does to the lines of a file
def _place_modifications(
    section: SectionState, parts: Sequence[PartState]
) -> tuple[LineRing, list[Problem]]:
    # for one format only
    from patchsight.core.placing.ap.modifications import place_modifications

    return place_modifications(section, parts)


def _edit(section: SectionState, parts: Sequence[PartState]) -> tuple[LineRing, list[Problem]]:
    """Place the parts of a section and change its lines; the lines as they are then, and what there
    is to tell about the section as a whole.
    """
    if section.policy.by_code:
        return _place_modifications(section, parts)
    if section.policy.in_turn:
        place_in_turn(section, parts)
    else:
        _edit_at_once(section, parts)
    return section.ring, []


def _edit_at_once(section: SectionState, parts: Sequence[PartState]) -> None:
    ring = section.ring
    for part in parts:
        if not part.kinds:
            part.decision = Decision(State.FITS)
    last = ring.last
    newline = last == ring.head or bool(ring.ends[last])
    fitting = place_hunks(section, [part for part in parts if part.kinds])
    for part in fitting:
        at_end = part.ends_at == last
        if part.written.short and not at_end:
            part.decision = file_operations.cut_off(section, part)
        elif part.chosen and not ring.plain:
            part.decision = file_operations.undouble(section, part, part.chosen.ids)
        if at_end and part.states_newline is not None:
            newline = part.states_newline
    if fitting:
        ring.end_with_newline(newline)


def _are_sound(parts: Sequence[PartState]) -> bool:
    return SOUND.issuperset([part.decision.state for part in parts])


def _keep(parts: Sequence[PartState], decisions: Iterable[Decision]) -> None:
    for part, decision in zip(parts, decisions, strict=True):
        part.decision = decision


def _give_up(section: SectionState, parts: list[PartState]) -> None:
    """Leave the parts of a section unplaced whose search takes too long."""
    unsettled = [part for part in parts if part.undecided or part.fits] or parts
    for part in unsettled:
        part.decision = part.decision.but(state=State.INVALID)
    first = unsettled[0]
    first.decision = first.decision.but(
        first.problem(
            "budget_exceeded",
            first.written.header,
            f"Looking for the parts of this patch takes too long, so {section.path} and what follows is not placed. "
            "Split the patch, or give its parts lines that stand in one place only.",
        )
    )
