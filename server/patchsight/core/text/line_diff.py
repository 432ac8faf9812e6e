"""How one list of lines becomes another, in a bounded time whoever wrote the lines."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

#: A change, the old lines it takes away (from, to) and the new ones it brings; `equal` where both
#: are the same.
Opcode = tuple[str, int, int, int, int]
#: Steps that difflib may take at worst. It finds the longest runs, as people would; what is above
#: gets the fewest changes.
_MOST_STEPS = 2_000_000
#: Pairs of lines that are compared in one call, which lets no other thread in: some 20 milliseconds,
#: and a bit of memory for each pair. Longer texts are taken apart first.
_MOST_CELLS = 50_000_000


def opcodes(old: Sequence[str], new: Sequence[str]) -> list[Opcode]:
    """How to turn one text into the other; what both begin and end with is left out."""
    return _opcodes(old, new, _MOST_STEPS)


def _opcodes(old: Sequence[str], new: Sequence[str], most_steps: float) -> list[Opcode]:
    head = _count_equal(old, new)
    tail = _count_equal(old[head:][::-1], new[head:][::-1])
    a, b = old[head : len(old) - tail], new[head : len(new) - tail]
    compared = _compare(a, b, most_steps)
    return [(tag, i + head, j + head, k + head, m + head) for tag, i, j, k, m in compared]


def _count_equal(old: Sequence[str], new: Sequence[str]) -> int:
    """How many lines both texts start with."""
    count = 0
    for left, right in zip(old, new, strict=False):
        if left != right:
            break
        count += 1
    return count


def _compare(old: Sequence[str], new: Sequence[str], most_steps: float) -> list[Opcode]:
    if not old and not new:
        return []
    if not old or not new or set(old).isdisjoint(new):
        return [("replace", 0, len(old), 0, len(new))]
    if _steps(old, new) <= most_steps:
        from difflib import SequenceMatcher  # for texts that are written whole

        return list(SequenceMatcher(None, old, new, autojunk=False).get_opcodes())
    if len(old) * len(new) > _MOST_CELLS:
        return _between_anchors(old, new, most_steps)
    return _fewest(old, new)


def _between_anchors(old: Sequence[str], new: Sequence[str], most_steps: float) -> list[Opcode]:
    """The same piece by piece, between lines that stand once in both texts and in the same order; a
    piece that is still too long is one change.
    """
    found: list[Opcode] = []
    i = k = 0
    ends = [*_anchors(old, new), (len(old), len(new))]
    for j, m in ends:
        if (j - i) * (m - k) > _MOST_CELLS:
            found.append(("replace", i, j, k, m))
        elif j > i or m > k:
            found += [
                (tag, first + i, last + i, start + k, stop + k)
                for tag, first, last, start, stop in _opcodes(
                    old[i:j], new[k:m], most_steps / len(ends)
                )
            ]
        i, k = j + 1, m + 1  # behind the anchor, which both have
    return found


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Rows of lines that stand once in each of two texts, as many as keep their order."""
    once = [{line for line, times in Counter(text).items() if times == 1} for text in (old, new)]
    rows = {line: row for row, line in enumerate(new) if line in once[0] and line in once[1]}
    ends, last = list[int](), list[int]()  # by length of a run: its last row in `new`, in `pairs`
    pairs, before = list[tuple[int, int]](), list[int]()
    for row, line in enumerate(old):
        if line in rows:
            length = bisect_left(ends, rows[line])
            before.append(last[length - 1] if length else -1)
            ends[length : length + 1] = [rows[line]]
            last[length : length + 1] = [len(pairs)]
            pairs.append((row, rows[line]))
    chosen, at = list[tuple[int, int]](), last[-1] if last else -1
    while at >= 0:
        chosen.append(pairs[at])
        at = before[at]
    return chosen[::-1]


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
