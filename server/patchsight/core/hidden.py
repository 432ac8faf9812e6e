"""Characters that make code read otherwise than it runs: a patch must not hide what it changes."""

from __future__ import annotations

import re

from patchsight.core.model import Format, Kind, Patch
from patchsight.core.problems import Problem, problem
from patchsight.core.text import BOM, Span

#: Bidirectional controls, zero-width and other invisible characters. A joiner counts only beside ASCII: emoji and many
#: scripts are written with it.
_HIDDEN = re.compile(
    "[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\U000e0000-\U000e007f\ufeff]"
    "|(?:^|(?<=[\0-\x7f]))[\u200c\u200d]|[\u200c\u200d](?=[\0-\x7f]|$)"
)


def hidden_problems(patch: Patch) -> list[Problem]:
    """A warning for every added line that holds characters one does not see."""
    if patch.buffer.text.isascii() and patch.format is not Format.AP:  # ap can write them as escapes
        return []
    found = []
    for part in patch.parts:
        first = next((line for line in part.lines if line.kind is not Kind.REMOVED), None)
        for line in part.lines:
            if line.kind is not Kind.ADDED or line.text.isascii():
                continue
            match = _HIDDEN.search(line.text, int(line is first and line.text.startswith(BOM)))  # it may start a file
            if match:
                span = line.span
                if span.end - span.start == len(line.text):
                    span = Span(span.start + match.start(), span.start + match.end())
                name = f"U+{ord(match[0]):04X}"
                found.append(
                    problem(
                        "hidden_characters",
                        span,
                        f"This added line holds the invisible character {name}. Look at it closely before you apply the patch.",
                        part=part.index,
                    )
                )
    return found
