"""The figures of a session: what was patched how often, how much of it has changed, and how well
it went.

A session is what happens between a person and a model until the task is done; each patch that comes
back is an exchange. Everything here is data: `record` gives the figures after a patch, `render` the
`[SESSION CONTEXT]` block that tells the model, `advice.advise` what they mean for the next patch.
Where figures are kept is up to who asks: see `store`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from itertools import accumulate
from types import MappingProxyType
from typing import NamedTuple

from patchsight.core.model.patch import FileChange, Op
from patchsight.core.model.report import FileOp, FilePlan, Report, Resolution, State
from patchsight.core.session.changed_share import LineSample, changed_share, sample_lines
from patchsight.core.session.readings import Readings, follow_patch
from patchsight.core.text.phrases import count, percent

MOST_FILES = 200
DEFAULT_EXCHANGES = 10
MANY_AMBIGUOUS = 3
MORE_CONTEXT = 5
_LONGEST_LIST = 1500
_LONGEST_GUIDANCE = 2000


class FileFigures(NamedTuple):
    """One file: its patches since it was first touched, or last written whole."""

    patches: int
    original: LineSample  #: of its text when it was first touched
    changed: float = 0.0  #: how much of it had changed when it was last looked at, from 0 to 1


class Figures(NamedTuple):
    """A whole session so far. Files stand in the order in which they were last patched."""

    files: Mapping[str, FileFigures] = MappingProxyType({})
    errors: int = 0
    ambiguous: int = 0
    exchange: int = 0
    max_exchanges: int = DEFAULT_EXCHANGES
    guidance: str = ""
    last: str = ""  #: which patch came last
    done: str = ""  #: what was applied last
    applied: int = 0  #: patches that were applied
    readings: Readings = MappingProxyType({})  #: what was shown of files, by path


class Stage(IntEnum):
    """What to think of one more patch for a file, by ApplyDiff's table of thresholds."""

    FINE = 0
    CAUTION = 1
    WARNING = 2
    WHOLE_FILE = 3


def stage_of(patches: int, changed: float) -> Stage:
    """Where a file stands between repair and replacement."""
    if changed > 0.7:
        return Stage.WHOLE_FILE
    if changed >= 0.5 or patches >= 8:
        return Stage.WARNING
    return Stage.CAUTION if changed >= 0.3 or patches >= 6 else Stage.FINE


# ---- what happened


def record(figures: Figures, report: Report, *, applied: bool, again: bool = True) -> Figures:
    """The figures after a patch was tried: refused, found to fit, or applied.

    The same patch sent again counts `again`, but not where it is applied after it was checked; and
    what was applied, undone and applied again was applied once.
    """
    text = _digest(report.patch.buffer.text)
    done = _digest(text, *(f"{plan.path}\n{plan.new_path}\n{plan.after}" for plan in report.plan))
    after = figures._replace(files=_look_again(figures.files, report.texts), last=text)
    repeated = again and not (applied and report.plan)
    if text != figures.last or repeated:
        ambiguous = sum(resolution.state is State.AMBIGUOUS for resolution in report.parts)
        after = after._replace(
            errors=figures.errors + len(report.errors),
            ambiguous=figures.ambiguous + ambiguous,
            exchange=figures.exchange + 1,
        )
    if not applied or done == figures.done:
        return after
    number = figures.applied + 1
    return after._replace(
        files=_touch_all(after.files, report),
        done=done,
        applied=number,
        readings=follow_patch(figures.readings, report, number),
    )


def _digest(*texts: str) -> str:
    joined = "\0".join(texts).encode("utf-8", "surrogatepass")
    from hashlib import sha256  # slow to load, and needed for sessions only

    return sha256(joined).hexdigest()[:32]


def _look_again(
    files: Mapping[str, FileFigures], texts: Mapping[str, str]
) -> dict[str, FileFigures]:
    """Files that somebody else may have changed, as they are now."""
    seen = {
        path: changed_share(file.original, texts[path])
        for path, file in files.items()
        if path in texts
    }
    return {
        path: file._replace(changed=seen.get(path, file.changed)) for path, file in files.items()
    }


def _touch_all(files: Mapping[str, FileFigures], report: Report) -> dict[str, FileFigures]:
    after = dict(files)
    for plan in report.plan:
        known = after.pop(plan.path, None)
        if plan.after is not None:
            after[plan.new_path or plan.path] = _touch(known, plan, _sections(plan, report.parts))
    return dict(list(after.items())[-MOST_FILES:])


def _sections(plan: FilePlan, resolutions: Sequence[Resolution]) -> list[FileChange]:
    """The file sections of a patch that a plan carries out: each counts as one patch for its file."""
    sections = [
        resolution.change for resolution in resolutions if resolution.part.index in plan.parts
    ]
    return list({id(section): section for section in sections}.values())


def _touch(
    known: FileFigures | None, plan: FilePlan, sections: Sequence[FileChange]
) -> FileFigures:
    after = plan.after or ""
    whole = max(
        (at for at, section in enumerate(sections) if section.op in (Op.CREATE, Op.REPLACE)),
        default=None,
    )
    if whole is not None or plan.op is FileOp.CREATE or not (known or plan.before):
        return FileFigures(max(1, len(sections) - (whole or 0)), sample_lines(after))
    known = known or FileFigures(0, sample_lines(plan.before or ""))
    return FileFigures(
        known.patches + max(1, len(sections)), known.original, changed_share(known.original, after)
    )


# ---- what the model is told


def render(figures: Figures, guidance: str = "", *, advises: bool = True) -> str:
    """The `[SESSION CONTEXT]` block, in the words of the specification whatever the number. Its
    advice is for those who write the format that it belongs to.
    """
    plan = " ".join((guidance or figures.guidance).split())[:_LONGEST_GUIDANCE]
    many = advises and figures.ambiguous >= MANY_AMBIGUOUS
    context = f": use {MORE_CONTEXT}+ context lines" if many else ""
    health = f"{figures.errors} errors, {figures.ambiguous} ambiguous matches{context}"
    return (
        f"[SESSION CONTEXT]\nModified: {', '.join(_list_files(figures, advises)) or NOTHING}\nGuidance: {plan or NOTHING}\n"
        f"Health: {health}, exchange {figures.exchange}/{figures.max_exchanges}\n[/SESSION CONTEXT]"
    )


def _list_files(figures: Figures, advises: bool) -> list[str]:
    """The files, those with most patches first, as many as there is room for."""
    order = sorted(
        figures.files.items(), key=lambda item: (-item[1].patches, -item[1].changed, item[0])
    )
    hints = _HINTS if advises else {}
    texts = [
        f"{path} ({file.patches} patches, {percent(file.changed)} changed"
        f"{hints.get(stage_of(file.patches, file.changed), '')})"
        for path, file in order
    ]
    sizes = accumulate(len(text) + 2 for text in texts)
    shown = [text for text, size in zip(texts, sizes, strict=True) if size <= _LONGEST_LIST]
    more = len(texts) - len(shown)
    return [*shown, f"and {count(more, 'more file')}"] if more else shown


NOTHING = "none"
_HINTS = {
    Stage.FINE: "",
    Stage.CAUTION: "",
    Stage.WARNING: ": consider mode=replace",
    Stage.WHOLE_FILE: ": mode=replace is mandatory",
}
