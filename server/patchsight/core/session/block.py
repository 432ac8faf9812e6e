"""The `[SESSION CONTEXT]` block of an ApplyDiff text, brought up to date where it stands."""

from __future__ import annotations

from patchsight.core.formats.spec import policy_of
from patchsight.core.model.patch import Patch
from patchsight.core.session.figures import NOTHING, Figures, render
from patchsight.core.text.buffer import Span
from patchsight.core.text.edits import Edit


def render_for(patch: Patch, figures: Figures) -> str:
    """The session's block, with the plan that the patch carries if it has one."""
    planned = patch.session.guidance if patch.session else ""
    return render(figures, "" if planned == NOTHING else planned)


def update_block(patch: Patch, figures: Figures) -> Edit | None:
    """The edit that writes the block above the first file, or over the old one; None if none."""
    if not policy_of(patch).session:
        return None
    buffer = patch.buffer
    end = "\r\n" if "\r\n" in buffer.text else "\n"
    block = render_for(patch, figures).replace("\n", end)
    if patch.session:
        span = patch.session.span
        return Edit(span, block) if buffer.text[slice(*span)] != block else None
    at = buffer.starts[buffer.row(patch.files[0].span.start)] if patch.files else 0
    return Edit(Span(at, at), block + end)
