"""How ApplyDiff gives itself away."""

from __future__ import annotations

from patchsight.core.formats.applydiff.blocks import FROM, SESSION, TO, header_end, is_marker
from patchsight.core.formats.spec import Recogniser


def _proves(lines: list[str], row: int, last: int, hints: dict[str, int]) -> int | None:
    line = lines[row]
    marker = line.rstrip().lower()
    if marker in (FROM, TO):
        hints.setdefault(marker, row)
    return row if header_end(line) is not None or is_marker(line, SESSION) else None


def _concludes(hints: dict[str, int]) -> int | None:
    """Both texts of a block are there, but no header."""
    return min(hints[FROM], hints[TO]) if FROM in hints and TO in hints else None


RECOGNISER = Recogniser(
    r">>>|--- |\[session", _proves, r"(?i:>>>|--- (?:from|to)[ \t]*$|\[/?session)", _concludes
)
