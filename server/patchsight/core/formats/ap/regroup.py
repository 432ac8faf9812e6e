"""Keys and items in a wrong column, and so in a wrong entry: back to where they belong."""

from __future__ import annotations

from collections import deque

from patchsight.core.formats.ap.nodes import Mapping, Node, Pair, Scalar, Sequence
from patchsight.core.formats.ap.source import Source
from patchsight.core.formats.ap.words import MODIFICATION_KEYS
from patchsight.core.text.buffer import Span

_FILE_ONLY = ("file_path", "modifications")
_MARGIN = 2


def regroup(source: Source, items: list[Node]) -> list[Node]:
    """The entries of `changes`, each with the modifications that were meant for it."""
    column = source.column(source.dash(items[0].span.start)) if items else 0
    files: list[Node] = []
    queue = deque(items)
    while queue:
        item = queue.popleft()
        above = files[-1] if files else None
        if (
            isinstance(item, Mapping)
            and isinstance(above, Mapping)
            and _holds(item, MODIFICATION_KEYS, _FILE_ONLY)
        ):
            _move_into(source, item, above)
            continue
        files.append(item)
        if isinstance(item, Mapping):
            adopt_keys(source, item, MODIFICATION_KEYS)
            queue.extendleft(reversed(_take_files(source, item, column)))
    return files


def _holds(mapping: Mapping, keys: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether a mapping has one of some keys and none of the others."""
    holds = False
    for key, _ in mapping.pairs:
        if key.value in others:  # as good as always the first one
            return False
        holds = holds or key.value in keys
    return holds


def _move_into(source: Source, item: Mapping, above: Mapping) -> None:
    """Add a modification that stands among the file changes to the one above it."""
    siblings = _modifications(above)
    if siblings.items:
        column = source.column(source.dash(siblings.items[0].span.start))
    else:
        column = source.column(above.span.start) + _MARGIN
    siblings.items.append(item)
    above.span = Span(above.span.start, max(above.span.end, item.span.end))
    _report_item(source, item, column)


def _modifications(change: Mapping) -> Sequence:
    """The list of a file change, made if it has none."""
    for number, (key, value) in enumerate(change.pairs):
        if key.value == "modifications":
            if not isinstance(value, Sequence):
                value = Sequence(value.span, [])
                change.pairs[number] = Pair(key, value)
            return value
    made = Sequence(Span(change.span.end, change.span.end), [])
    change.pairs.append(Pair(Scalar(made.span, "modifications"), made))
    return made


def _take_files(source: Source, change: Mapping, column: int) -> list[Mapping]:
    """Remove the file changes that stand among the modifications of another one."""
    taken: list[Mapping] = []
    kept: list[Pair] = []
    for pair in change.pairs:
        if pair.key.value != "modifications" or not isinstance(pair.value, Sequence):
            kept.append(pair)
        elif taken and not _holds(taken[-1], ("modifications",), ()):
            taken[-1].pairs.append(pair)  # only the `- file_path:` above it is out of line
            taken[-1].span = Span(
                taken[-1].span.start, max(taken[-1].span.end, pair.value.span.end)
            )
        else:
            kept.append(pair)
            taken += _split_off(pair.value)
    change.pairs = kept
    for item in taken:
        _report_item(source, item, column)
    return taken


def _split_off(modifications: Sequence) -> list[Mapping]:
    """Remove the items of a list that are file changes."""
    taken: list[Mapping] = []
    kept: list[Node] = []
    for item in modifications.items:
        if isinstance(item, Mapping) and _holds(item, _FILE_ONLY, MODIFICATION_KEYS):
            taken.append(item)
        else:
            kept.append(item)
    modifications.items = kept
    return taken


def adopt_keys(source: Source, parent: Mapping, keys: tuple[str, ...]) -> None:
    """Give keys of an entry that stand beside its list to the last entry."""
    strays = [pair for pair in parent.pairs if pair.key.value in keys]
    if not strays:
        return
    kept = [pair for pair in parent.pairs if pair.key.value not in keys]
    lists = [value for _, value in kept if isinstance(value, Sequence)]
    last = lists[-1].items[-1] if lists and lists[-1].items else None
    if not isinstance(last, Mapping):
        return
    parent.pairs = kept
    last.pairs += strays
    last.damaged = True
    last.span = Span(last.span.start, max(last.span.end, *(pair.value.span.end for pair in strays)))
    column = source.column(last.span.start)
    for key, _ in strays:
        message = f"`{key.value}` stands too far left: it belongs to the entry above. Indent it by {column} spaces."
        source.report("misaligned_key", key.span, message, column=column)


def _report_item(source: Source, item: Mapping, column: int) -> None:
    item.damaged = True
    here = source.column(source.dash(item.span.start))
    source.report(
        "misaligned_item",
        source.row_at(item.span.start),
        f"This `-` stands in column {here + 1}, so the item is in another list "
        f"than it should be. Indent it by {column} spaces.",
        column=column,
    )
