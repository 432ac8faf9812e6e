"""Lines of a file for an agent: numbered, with a tag of the content, and remembered in its session."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from patchsight.core.model.patch import Options
from patchsight.core.model.path_rules import check
from patchsight.core.model.problems import CATALOGUE
from patchsight.core.session.readings import show
from patchsight.core.session.store import SessionStore
from patchsight.core.text.buffer import split_lines
from patchsight.core.text.phrases import count, quote
from patchsight.workspace.errors import UserError
from patchsight.workspace.files import Files

_MOST_LINES = 2000  #: of a file that are shown at once


def read_lines(
    root: Path,
    options: Options,
    session: SessionStore,
    path: str,
    first: int = 1,
    last: int | None = None,
) -> str:
    """Lines of a file below a root, and what it is; `UserError` if it cannot be read."""
    clean, reason = check(path)
    if reason:
        raise UserError(f"{quote(path)} cannot be read: {reason}")
    target = Files(root, max_bytes=options.max_target_bytes).read(clean)
    text = target.text
    if text is None:
        why = CATALOGUE[target.problem].title if target.problem else "it does not exist"
        raise UserError(f"{quote(clean)} cannot be read: {why}")
    lines = split_lines(text)
    if first > max(1, len(lines)):
        raise UserError(
            f"{quote(clean)} has {count(len(lines), 'line')}, so line {first} cannot be read"
        )
    session.update(lambda figures: figures._replace(readings=show(figures.readings, {clean: text})))
    end = min(len(lines), first - 1 + _MOST_LINES, last or len(lines))
    rows = [f"{row + 1:>5} | {lines[row]}" for row in range(first - 1, end)]
    tag = sha256(text.encode("utf-8", "replace")).hexdigest()[:8]
    head = f"{clean}, lines {first}-{end} of {len(lines)}, content {tag}"
    return "\n".join([head, *rows])
