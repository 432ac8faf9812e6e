"""How one list of lines becomes another, in a bounded time whoever wrote the lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

#: A change, the old lines it takes away (from, to) and the new ones it brings; `equal` where both
#: are the same.
Opcode = tuple[str, int, int, int, int]
#: Steps that difflib may take at worst. It finds the longest runs, as people would; what is above
#: gets the fewest changes.
_MOST_STEPS = 2_000_000
_MOST_CELLS = 10_000_000_000  #: above this, everything between the common ends is one change


def opcodes(old: Sequence[str], new: Sequence[str]) -> list[Opcode]:
    """How to turn one text into the other; what both begin and end with is left out."""
    head = _count_equal(old, new)
    tail = _count_equal(old[head:][::-1], new[head:][::-1])
    a, b = old[head : len(old) - tail], new[head : len(new) - tail]
    return [(tag, i + head, j + head, k + head, m + head) for tag, i, j, k, m in _compare(a, b)]


def _count_equal(old: Sequence[str], new: Sequence[str]) -> int:
    """How many lines both texts start with."""
    count = 0
    for left, right in zip(old, new, strict=False):
        if left != right:
            break
        count += 1
    return count


def _compare(old: Sequence[str], new: Sequence[str]) -> list[Opcode]:
    if not old and not new:
        return []
    cells = len(old) * len(new)
    if not cells or cells > _MOST_CELLS or set(old).isdisjoint(new):
        return [("replace", 0, len(old), 0, len(new))]
    if _steps(old, new) <= _MOST_STEPS:
        from difflib import SequenceMatcher  # for texts that are written whole

        return list(SequenceMatcher(None, old, new, autojunk=False).get_opcodes())
    return _fewest(old, new)


def _steps(old: Sequence[str], new: Sequence[str]) -> int:
    """The most that difflib can need: each match may look at every pair of equal lines again."""
    mine, theirs = Counter(old), Counter(new)
    shared = mine.keys() & theirs.keys()
    pairs = sum(mine[line] * theirs[line] for line in shared)
    return sum(min(mine[line], theirs[line]) for line in shared) * (len(old) + pairs)


def _fewest(old: Sequence[str], new: Sequence[str]) -> list[Opcode]:
    from rapidfuzz.distance import Indel  # slow to import, and seldom needed

    found: list[Opcode] = []
    for code in Indel.opcodes(old, new):
        tag, i, j, k, m = code.tag, code.src_start, code.src_end, code.dest_start, code.dest_end
        if tag != "equal" and found and found[-1][0] != "equal":
            _, i, _, k, _ = found.pop()
            tag = "replace"
        found.append((tag, i, j, k, m))
    return found
