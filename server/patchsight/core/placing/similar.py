"""The place most like a block that is not there, and the first line on which the two disagree.

Scoring every window of a large file is slow, so it prunes first: a window can only be similar if
some line of the block is similar to the line at its place. The block's longest lines are looked up
in the index, exactly and by edit distance; only windows they point at are scored. Scores are
Damerau-Levenshtein similarities of the joined lines. Every comparison is paid for before it is
made.

rapidfuzz is imported where it is used: it takes longer to load than the rest of the core, and most
patches fit without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from patchsight.core.model.budget import Budget, Cost
from patchsight.core.model.patch import Grade
from patchsight.core.model.report import Difference, Lines, Nearest
from patchsight.core.placing.grades import KEYS
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.text.buffer import WHITE, is_blank, is_trivial

_SEEDS = 12  #: lines of the block that are looked up
_FUZZY_SEEDS = 3  #: of these, how many are also looked up by edit distance
_HITS = 400  #: places per seed that are followed
_DIAGONALS = 24  #: windows that are scored
_CLOSELY = 2 * _DIAGONALS  #: frames that are compared closely where the best of them may be taken
_A_FEW = 8  #: where it is only named
#: characters from which blocks are compared line by line, not character by character
_BY_LINES = 20_000
GUARD = 0.02  #: a window that is worse than the best by more than this is never taken for it
_EXACT_DL = 3000  #: characters up to which the true Damerau-Levenshtein distance is affordable
_WORTH_NAMING = 0.5  #: how similar a place must be to be named
_TELLING, _FEW_LINES = 5, 5  #: characters and lines of a block whose lines may go on
_RIVAL = 0.05  #: a place that is less alike by no more than this may be meant as well
_ALIKE = 0.6  #: how similar a line must be to one of the block to point at a window
_REACH = 3  #: lines around the most similar window among which the block's lines are looked for
_SLACK = 2  #: lines by which a line may be further up or down than those left out account for
#: What became of a line of the block or the file, the later the rather where it makes no difference.
_PAIR, _SKIP_OWN, _SKIP_LINE = range(3)
_GAP = (
    -300
)  #: what a line without a counterpart costs, in thousandths of what two equal ones are worth
_UNLIKE = 2 * _GAP + 50  #: of a line and a blank one: paired only where both would be left out
_STARTS_ALIKE = 0.9

_UNLIMITED = Budget()


class Window(NamedTuple):
    """A run of lines, by position in the list that was searched, and its similarity to the block."""

    start: int
    end: int
    score: float


def windows(
    ring: LineRing,
    block: Sequence[str],
    budget: Budget,
    floor: float,
    most: int = _CLOSELY,
) -> list[Window]:
    """The windows of n-1 to n+1 lines most like the block, best first, none overlapping a better
    one.

    Those that are less similar than `floor` may be left out. `most` is how many are compared
    closely.
    """
    if not block or ring.first == ring.head:
        return []
    budget.pay(Cost.BLOCK_COMPARED + Cost.LINE_POSITIONED * (0 if ring.knows_rows else ring.size))
    order, size, starts = ring.order, len(block), _diagonals(ring, block, budget)
    if not starts:
        return []
    rough, exact = _scorers(block, budget, floor)

    def lines(start: int, end: int) -> list[str]:
        first, last = max(start, 0), max(min(end, len(order)), 0)
        if ring.pristine:
            return ring.lines[first:last]
        return [ring.lines[line] for line in order[first:last]]

    def score(start: int, end: int) -> float:
        return rough(lines(start, end))

    if len(starts) > most:
        starts = sorted(starts, key=lambda start: -score(start, start + size))[:most]
    frames = {
        (max(first, 0), min(first + length, len(order)))
        for start in starts
        for first in (start - 1, start, start + 1)
        for length in (size - 1, size, size + 1)
    }
    scored = {frame: score(*frame) for frame in frames if frame[0] < frame[1]}
    return _best(scored, lines, exact, most)


def _best(
    scored: dict[tuple[int, int], float],
    lines: Callable[[int, int], list[str]],
    exact: Callable[[list[str]], float],
    most: int,
) -> list[Window]:
    """Of frames that were compared roughly, compare those closely that may come near the best;
    none overlaps a better one.
    """
    candidates = sorted(scored, key=lambda frame: (-scored[frame], frame))[:most]
    chosen = list[Window]()
    best = 0.0
    for frame in candidates:
        # A transposition counts once where Levenshtein counts two edits, so no score is better than
        # half way to 1.
        if (1 + scored[frame]) / 2 >= best - GUARD:
            chosen.append(Window(*frame, exact(lines(*frame))))
            best = max(best, chosen[-1].score)
    chosen.sort(key=lambda window: (-window.score, window.start, window.end))
    kept: list[Window] = []
    for window in chosen:
        if all(window.end <= other.start or other.end <= window.start for other in kept):
            kept.append(window)
    return kept


def _scorers(
    block: Sequence[str], budget: Budget, floor: float
) -> tuple[Callable[[list[str]], float], Callable[[list[str]], float]]:
    """How to compare the block with lines, roughly and exactly, so that a large block does not
    cost its square.
    """
    from rapidfuzz.distance import OSA, DamerauLevenshtein, Levenshtein

    text = "\n".join(block)

    def by_lines(lines: list[str]) -> float:
        budget.pay_comparison(2 * len(block), len(lines))  # each line is hashed first
        return Levenshtein.normalized_similarity(block, lines)

    def by_characters(
        similarity: Callable[[str, str], float], cost: int
    ) -> Callable[[list[str]], float]:
        def compare(lines: list[str]) -> float:
            other = "\n".join(lines)
            if not _may_be_alike(len(text), len(other), floor):
                return 0.0
            budget.pay_comparison(len(text) * cost, len(other))
            return similarity(text, other)

        return compare

    if len(text) > _BY_LINES:
        return by_lines, by_lines
    exact = (
        DamerauLevenshtein.normalized_similarity
        if len(text) <= _EXACT_DL
        else OSA.normalized_similarity
    )
    cost = Cost.EXACT_FACTOR if len(text) <= _EXACT_DL else 1
    return by_characters(Levenshtein.normalized_similarity, 1), by_characters(exact, cost)


def _may_be_alike(size: int, other: int, floor: float) -> bool:
    """Whether texts of two lengths can be so similar: every character that one has more is a
    difference.
    """
    return min(size, other) >= floor * max(size, other)


def _diagonals(ring: LineRing, block: Sequence[str], budget: Budget) -> list[int]:
    """The window starts that the block's telling lines point at, most promising first."""
    votes: Counter[int] = Counter()
    seeds = _seeds(block)
    alike = [
        _similar(ring, key, budget) if rank < _FUZZY_SEEDS else [(key, 1.0)]
        for rank, (_, key) in enumerate(seeds)
    ]
    where = ring.index(Grade.PUNCTUATION).where(
        similar_key for hits in alike for similar_key, _ in hits
    )
    gone, head, rows = ring.gone, ring.head, ring.rows
    for (at, key), hits in zip(seeds, alike, strict=True):
        for similar_key, score in hits:
            lines = where.get(similar_key, ())[:_HITS]
            budget.pay(Cost.LINE_SCANNED, len(lines))
            weight = int(1000 * score * score * min(len(key), 80))
            for line in lines:
                if line not in gone and line != head:
                    votes[(line if rows is None else rows[line]) - at] += weight
    return [start for start, _ in votes.most_common(_DIAGONALS)]


def _seeds(block: Sequence[str]) -> list[tuple[int, str]]:
    fold = KEYS[Grade.PUNCTUATION]
    keyed = [(at, fold(line)) for at, line in enumerate(block)]
    distinct = [(at, key) for at, key in keyed if not is_trivial(key)] or [
        (at, key) for at, key in keyed if key
    ]
    return sorted(distinct, key=lambda pair: -len(pair[1]))[:_SEEDS]


def _similar(ring: LineRing, key: str, budget: Budget) -> list[tuple[str, float]]:
    from rapidfuzz import process
    from rapidfuzz.distance import Levenshtein

    # A text that is shorter or longer by more than this differs in too many characters.
    index = ring.index(Grade.PUNCTUATION)
    keys = index.keys_of_length(len(key) * _ALIKE, len(key) / _ALIKE, budget)
    if not keys:
        return []
    budget.pay_comparison(len(key), len(key) * len(keys))
    # the old text, the new one and the words about a part that is nowhere share most of their lines
    if key not in index.alike:
        hits = process.extract(
            key,
            keys,
            scorer=Levenshtein.normalized_similarity,
            score_cutoff=_ALIKE,
            limit=_DIAGONALS,
        )
        index.alike[key] = [(choice, score) for choice, score, _ in hits]
    return index.alike[key]


def align(
    block: Sequence[str],
    lines: Sequence[str],
    budget: Budget = _UNLIMITED,
    *,
    loose: bool = False,
) -> list[int | None]:
    """For each line of the block the line it corresponds to, in order; None where there is none.

    `loose` says that the lines go on above and below what corresponds to the block. Of several
    ways that are as good, lines are left out as late as can be, so that what differs first is not
    a line like the one above it.
    """
    rows, columns = len(block), len(lines)
    low, high = min(0, columns - rows) - _SLACK, max(0, columns - rows) + _SLACK
    edge = 0 if loose else _GAP
    best: list[dict[int, tuple[int, int]]] = [
        {j: (edge * j, _SKIP_LINE) for j in range(min(columns, high) + 1)}
    ]
    for i in range(1, rows + 1):
        above, row = best[-1], dict[int, tuple[int, int]]()
        for j in range(max(0, i + low), min(columns, i + high) + 1):
            options = []
            if j and j - 1 in above:
                alike = _likeness(block[i - 1], lines[j - 1], budget)
                options.append((above[j - 1][0] + alike, _PAIR))
            if j in above:
                options.append((above[j][0] + _GAP, _SKIP_OWN))
            if j and j - 1 in row:
                options.append((row[j - 1][0] + _GAP, _SKIP_LINE))
            if options:
                row[j] = max(options)
        best.append(row)
    end = max(best[-1], key=lambda j: (best[-1][j][0], -j)) if loose else columns
    return _trace(best, rows, end)


def _trace(best: list[dict[int, tuple[int, int]]], i: int, j: int) -> list[int | None]:
    matched: list[int | None] = [None] * i
    while i:
        step = best[i][j][1]
        if step == _PAIR:
            matched[i - 1] = j - 1
            i, j = i - 1, j - 1
        elif step == _SKIP_OWN:
            i -= 1
        else:
            j -= 1
    return matched


def _likeness(a: str, b: str, budget: Budget) -> int:
    """What it is worth to pair two lines, in thousandths: from what two lines left out cost, to 1."""
    budget.pay_comparison(len(a), len(b))
    if a == b:
        return 1000
    a, b = a.strip(WHITE), b.strip(WHITE)
    if not a or not b:
        return _UNLIKE if a or b else 900
    from rapidfuzz.distance import Levenshtein, Prefix

    # A line that goes on otherwise is a changed line, however long: `def f(a):`, `def f(a, *, b=None):`.
    same_start = Prefix.similarity(a, b) / min(len(a), len(b))
    alike = max(Levenshtein.normalized_similarity(a, b), same_start * _STARTS_ALIKE)
    return int(2000 * alike) - 1000


def resembles(ring: LineRing, block: Sequence[str], apart_from: Sequence[int]) -> bool:
    """Whether a text is like a block, apart from some lines; the block may be what it once was."""
    order, taken = ring.order, set(apart_from)
    near = windows(ring, block, ring.means.search, _ALIKE)
    return any(
        window.score >= _ALIKE and taken.isdisjoint(order[window.start : window.end])
        for window in near
    )


def nearest(
    ring: LineRing,
    block: Sequence[str],
    grade: Grade,
    *,
    by_code: bool = False,
    stated: int | None = None,
    taken: Collection[int] = (),
) -> Nearest | None:
    """The place most like a block, if any comes close enough to be worth a word; ExhaustedError if
    that costs too much. `by_code` says that the file's blank lines count for nothing, `stated` is
    the line at which the patch expects the block, `taken` are lines that other parts stand on.
    """
    budget, order = ring.means.words, ring.order
    found = _worth_naming(ring, block, by_code, set(taken))
    if not found:
        return None
    best, others = _choose(found, None if stated is None else ring.row_of(stated))
    # A window without the line that changed may be more alike than one that has it.
    around = range(max(0, best.start - _REACH), min(len(order), best.end + _REACH))
    texts = {row: ring.lines[order[row]] for row in around}
    rows = [row for row, text in texts.items() if not (by_code and is_blank(text))]
    matched = align(block, [texts[row] for row in rows], budget, loose=True)
    told = [(i, match) for i, match in enumerate(matched) if match is not None]
    if not told:
        told = [(0, rows.index(best.start) if best.start in rows else 0)]
    (skipped, first), last = told[0], told[-1][1]
    difference = _first_difference(ring, block, rows[max(0, first - skipped) :], grade)
    top = ring.shown(order[rows[first]])
    bottom = ring.shown(order[rows[last]])
    rivals = tuple(
        Lines(ring.shown(order[other.start]), ring.shown(order[other.end - 1]) + 1)
        for other in others
    )
    return Nearest(Lines(top, max(top, bottom) + 1), best.score, difference, rivals)


def _worth_naming(
    ring: LineRing, block: Sequence[str], by_code: bool, taken: set[int]
) -> list[Window]:
    """The places like a block, best first; those that other parts stand on only if there are no
    others.
    """
    found = windows(ring, block, ring.means.words, _WORTH_NAMING, _A_FEW)
    if by_code:
        found = _score_code(ring, found, block)
    found = [window for window in found if window.score >= _WORTH_NAMING]
    found = found or _starting_alike(ring, block)
    free = [w for w in found if taken.isdisjoint(ring.order[w.start : w.end])]
    return free or found


def _starting_alike(ring: LineRing, block: Sequence[str]) -> list[Window]:
    """The one place whose lines go on where those of the block end, however far: with a comment."""
    own = [line.strip(WHITE) for line in block if not is_blank(line)]
    if not own or len(own[0]) < _TELLING or len(own) > _FEW_LINES:
        return []
    table, gone = ring.table(Grade.INDENTATION), ring.gone
    firsts = ring.index(Grade.INDENTATION).starting_with(own[0], ring.means.words)

    def goes_on(line: int) -> bool:
        there = [table[one] for one in islice(ring.walk(line), len(own))]
        return len(there) == len(own) and all(map(_goes_on, there, own))

    starts = [line for line in firsts if line not in gone and goes_on(line)]
    if len(starts) != 1:
        return []
    row = ring.row_of(starts[0])
    return [Window(row, row + len(own), _WORTH_NAMING)]


def _goes_on(text: str, line: str) -> bool:
    return text.startswith(line) and not text[len(line) : len(line) + 1].isalnum()


def _score_code(ring: LineRing, found: Sequence[Window], block: Sequence[str]) -> list[Window]:
    """Windows scored by what stands in their lines, without indentation and blank lines."""
    from rapidfuzz.distance import Levenshtein

    def code(lines: Iterable[str]) -> str:
        return "\n".join(line.strip(WHITE) for line in lines if not is_blank(line))

    budget, own, scored = ring.means.words, code(block), list[Window]()
    for window in found:
        theirs = code(ring.lines[line] for line in ring.order[window.start : window.end])
        budget.pay_comparison(len(own), len(theirs))
        score = Levenshtein.normalized_similarity(own, theirs)
        scored.append(window._replace(score=max(score, window.score)))
    return sorted(scored, key=lambda window: (-window.score, window.start))


def _choose(found: Sequence[Window], stated: int | None) -> tuple[Window, Sequence[Window]]:
    """Of places that are about as much alike the one a person would name: the one nearest to where
    the patch says. Without such a word the first, and the others that might be meant.
    """
    alike = [window for window in found if window.score >= found[0].score - _RIVAL]
    if stated is not None:
        return min(alike, key=lambda window: abs(window.start - stated)), ()
    return found[0], alike[1:]


def _first_difference(
    ring: LineRing, block: Sequence[str], rows: Sequence[int], grade: Grade
) -> Difference | None:
    """The first line of the block that does not agree, at a grade, with the row it belongs to."""
    key, order = KEYS[grade], ring.order
    for i, expected in enumerate(block):
        row = rows[i] if i < len(rows) else rows[-1] + 1 + i - len(rows)
        found = ring.lines[order[row]] if row < len(order) else None
        if found is None or key(found) != key(expected):
            return Difference(i, expected, found, ring.shown(order[min(row, len(order) - 1)]))
    return None
