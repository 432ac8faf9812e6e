"""How v4a gives itself away."""

from __future__ import annotations

from patchsight.core.formats.spec import Recogniser
from patchsight.core.formats.v4a.envelope import BEGIN, FILE_SECTIONS, read_directive


def _proves(lines: list[str], row: int, last: int, hints: dict[str, int]) -> int | None:
    """A row that opens a patch; inside a YAML document an indented marker is text."""
    directive = read_directive(lines[row])
    in_yaml = "version" in hints or "changes" in hints
    if directive is None or (directive.column and in_yaml):
        return None
    opens = directive.name == BEGIN or (directive.name in FILE_SECTIONS and directive.column == 0)
    return row if opens else None


RECOGNISER = Recogniser(r"[ \t]*\*\*\*", _proves, r"\*\*\*|@@")
