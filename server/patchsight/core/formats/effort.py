"""What reading a text costs. It grows with the text, whatever the format: by its rows, which are counted
before anything is made of them, and by the values and calls in it, which are counted as they are met.
So a text that takes too long is refused before it took long, by one rule for all formats.
"""

from __future__ import annotations

import re

from patchsight.core.model.budget import Budget, Cost
from patchsight.core.model.patch import Options
from patchsight.core.text.buffer import Buffer
from patchsight.core.text.pieces import pieces

#: A row that opens or closes a section, a block or a fence, in any format: most begin with three of
#: a sign. What opens one of two texts is no dearer than its lines. The group is the header of a hunk.
#: Most rows are told by their first sign, which is looked at before anything else.
_MARK = re.compile(
    r"\n(?:(@@)|[ \t]{0,80}(?=[-*+<>=d`~0-9])(?:--- (?!(?:from|to)$)|\*\*\*|<<<|>>>|===|diff |```|~~~"
    r"|- (?:action|file_path):|(?:[-*+>]|[0-9]{1,3}[.)])[ \t]+(?:```|~~~)))",
    re.MULTILINE,
)
_ENDLESS = 1e15  #: steps, more than any text takes; of these, too, it can be told how many are left


def steps_for(options: Options) -> float:
    """What reading may cost: as much as it takes where nobody types meanwhile."""
    return _ENDLESS if options.patient else options.max_steps


def pay_for_rows(budget: Budget, buffer: Buffer) -> None:
    """Pay for a text that is read row by row, before it is."""
    budget.pay(Cost.CHARACTER_READ, len(buffer.text))
    budget.pay(Cost.LINE_READ, len(buffer.lines))
    budget.pay(Cost.RETURN_READ, buffer.text.count("\r"))
    for rows in pieces(buffer.lines):
        marks = _MARK.findall("\n".join(["", *rows]))
        hunks = marks.count("@@")
        budget.pay(Cost.MARK_READ, len(marks) - hunks)
        budget.pay(Cost.HUNK_READ, hunks)
