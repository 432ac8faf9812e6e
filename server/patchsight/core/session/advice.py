"""What a session means for the next patch: write a file whole, or give more context."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from patchsight.core.formats.spec import policy_of
from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import Op, Options, Part
from patchsight.core.model.problems import Problem, Severity, problem
from patchsight.core.model.report import Report, Resolution, State
from patchsight.core.session.changed_share import changed_share
from patchsight.core.session.figures import MANY_AMBIGUOUS, MORE_CONTEXT, Figures, Stage, stage_of
from patchsight.core.text.phrases import count, percent


def advise(figures: Figures, report: Report, options: Options) -> list[Problem]:
    """What the figures and keystone files say about a patch; nothing keeps it from applying."""
    if not policy_of(report.patch).session:
        return []
    patched = [
        resolution
        for resolution in report.parts
        if resolution.change.op is Op.UPDATE and resolution.state is not State.APPLIED
    ]
    first_of_file = {resolution.path: resolution for resolution in reversed(patched)}
    advice = [
        _advise_file(figures, resolution, report, options)
        for resolution in reversed(first_of_file.values())
    ]
    return [
        *(problem for problem in advice if problem),
        *_advise_context(figures, [resolution.part for resolution in patched]),
    ]


def _advise_file(
    figures: Figures, resolution: Resolution, report: Report, options: Options
) -> Problem | None:
    path, span, part = resolution.path, resolution.change.path.span, resolution.part.index
    if any(path == pattern or fnmatchcase(path, pattern) for pattern in options.keystone_files):
        message = f"{path} is a keystone file: write it whole, with `mode=replace`, instead of patching it."
        return problem("keystone_file", span, message, part=part)
    known = figures.files.get(path)
    if known is None:
        return None
    changed = (
        changed_share(known.original, report.texts[path]) if path in report.texts else known.changed
    )
    stage = stage_of(known.patches, changed)
    if stage is Stage.FINE:
        return None
    severity = Severity.INFORMATION if stage is Stage.CAUTION else Severity.WARNING
    taken = f"{path} took {count(known.patches, 'patch', 'patches')} in this session"
    message = f"{taken} and {percent(changed)} of it has changed. {_ADVICE[stage]}"
    return problem("large_change", span, message, severity=severity, part=part)


_ADVICE = {
    Stage.CAUTION: "From 50% or 8 patches on a whole-file block is the better choice.",
    Stage.WARNING: "Consider writing it whole, with `mode=replace`.",
    Stage.WHOLE_FILE: "Write it whole, with `mode=replace`: above 70% that is mandatory.",
}


def _advise_context(figures: Figures, parts: Sequence[Part]) -> list[Problem]:
    """Blocks with little context, once many were ambiguous."""
    if figures.ambiguous < MANY_AMBIGUOUS:
        return []
    context = [in_columns(part.lines).kinds.count(" ") for part in parts]
    few = [
        (part, lines) for part, lines in zip(parts, context, strict=True) if lines < MORE_CONTEXT
    ]
    return [
        problem("high_ambiguity", part.header, _ask_context(figures, lines), part=part.index)
        for part, lines in few
    ]


def _ask_context(figures: Figures, lines: int) -> str:
    has = f"this one has {count(lines, 'context line')}"
    return f"{figures.ambiguous} blocks of this session were ambiguous, and {has}. Use {MORE_CONTEXT} or more around the change."
