"""Hover: where the part under the cursor lands, what it changes there, and why it cannot."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from lsprotocol import types

from patchsight.core.describe.words import exchanges
from patchsight.core.model.patch import FileChange, Op
from patchsight.core.model.problems import CATALOGUE, Severity
from patchsight.core.model.report import Lines, Resolution, State
from patchsight.core.placing.messages import in_contrast, in_words
from patchsight.core.session.readings import name_now
from patchsight.core.text.buffer import Buffer, split_lines
from patchsight.core.text.invisible import visible
from patchsight.core.text.markdown import code_block, code_span, link
from patchsight.core.text.phrases import count, percent, quote_line
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.positions import Addresses
from patchsight.lsp.sessions import Sessions

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_MOST_LINES = 12
_AROUND = 2
_MOST_CANDIDATES = 5
_MOST_WORDS = 5
_FENCES = {
    "py": "python",
    "js": "javascript",
    "ts": "typescript",
    "tsx": "tsx",
    "rs": "rust",
    "rb": "ruby",
    "cs": "csharp",
    "md": "markdown",
    "yml": "yaml",
    "sh": "shellscript",
    "h": "c",
    "hpp": "cpp",
    "cc": "cpp",
}


def register(server: Server) -> None:
    """Answer with what stands under the cursor."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def on_hover(params: types.HoverParams) -> types.Hover | None:
        snapshot = await server.analysis.checked(params.text_document.uri)
        if snapshot is None:
            return None
        offset = snapshot.document.counting.offset(snapshot.report.patch.buffer, params.position)
        maker = HoverMaker(server.caps.markdown, server.documents.address, server.sessions)
        text = maker.make(snapshot, offset)
        return hover(text, server.caps.markdown)


class HoverMaker:
    """Writes hovers for one client."""

    def __init__(self, markdown: bool, address: Addresses, sessions: Sessions) -> None:
        self._markdown, self._address, self._sessions = markdown, address, sessions

    def make(self, snapshot: Snapshot, offset: int) -> str | None:
        """The text to show at an offset of the patch; None where there is nothing to say."""
        blocks = [*self._word(snapshot, offset), *self._path(snapshot, offset)]
        resolution = snapshot.report.part_at(offset)
        if resolution and not blocks[1:]:
            blocks += self._part(snapshot, resolution)
        blocks += self._problems(snapshot, offset)
        return "\n\n".join(blocks) if blocks else None

    # ---- what stands under the cursor
    def _word(self, snapshot: Snapshot, offset: int) -> list[str]:
        patch = snapshot.report.patch
        position = patch.buffer.position(offset)
        meaning = (
            patch.format.meaning(patch.buffer.lines[position.line], position.column)
            if patch.format
            else None
        )
        return [f"{self._bold(meaning[0])}: {meaning[1]}"] if meaning else []

    def _path(self, snapshot: Snapshot, offset: int) -> list[str]:
        for change in snapshot.report.patch.files:
            for ref in (change.path, change.new_path):
                if ref and ref.span.touches(offset):
                    return [self._file(snapshot, change)]
        return []

    def _file(self, snapshot: Snapshot, change: FileChange) -> str:
        mine = [resolution for resolution in snapshot.report.parts if resolution.change is change]
        path = mine[0].path if mine else change.path.raw
        text = snapshot.report.texts.get(path)
        size = "does not exist" if text is None else _size(text)
        verb = {
            Op.UPDATE: "is changed",
            Op.CREATE: "is created",
            Op.REPLACE: "gets a new text",
            Op.DELETE: "is deleted",
            Op.RENAME: f"is moved to {self._code(change.new_path.raw if change.new_path else '')}",
        }[change.op]
        sound = sum(resolution.state.sound for resolution in mine)
        parts = f"{sound} of {count(len(mine), 'part')} fit{'s' * (len(mine) == 1)}"
        where = f" Folder: {self._code(str(snapshot.root.path))}." if snapshot.has_root else ""
        return f"{self._link(snapshot, path, None)} {verb}: {parts}. Now: {size}.{where}"

    # ---- a part
    def _part(self, snapshot: Snapshot, resolution: Resolution) -> list[str]:
        if resolution.state is State.AMBIGUOUS:
            return [self._headline(snapshot, resolution), *self._candidates(snapshot, resolution)]
        if resolution.state is State.MISSING:
            return [
                self._headline(snapshot, resolution),
                *self._stale(snapshot, resolution),
                *self._nearest(snapshot, resolution),
            ]
        blocks = [self._headline(snapshot, resolution)]
        if resolution.state is State.FITS and (resolution.before or resolution.after):
            blocks += [*self._before_after(resolution), *self._words(resolution)]
        return blocks

    def _headline(self, snapshot: Snapshot, resolution: Resolution) -> str:
        name = self._bold(f"Part {resolution.part.index + 1}")
        where = self._link(snapshot, resolution.path, resolution.where)
        if resolution.state is State.FITS:
            if resolution.change.op is Op.CREATE:
                return f"{name} creates {where}."
            if resolution.change.op is Op.DELETE:
                return f"{name} deletes {where}."
            if not resolution.part.lines:
                return f"{name} moves {where}."
            return f"{name} {in_words(resolution.grade, resolution.score) if resolution.grade is not None else 'fits'} at {where}."
        words = {
            State.APPLIED: f"is already applied at {where}.",
            State.SKIPPED: f"has nothing to do in {where}.",
            State.AMBIGUOUS: f"stands in {resolution.total_candidates} places in {self._link(snapshot, resolution.path, None)}:",
            State.MISSING: f"was not found in {self._link(snapshot, resolution.path, None)}.",
            State.CONFLICT: f"is in conflict at {where}.",
            State.INVALID: "cannot be placed; see its problems.",
        }
        return f"{name} {words[resolution.state]}"

    def _before_after(self, resolution: Resolution) -> list[str]:
        before, after = resolution.before, resolution.after
        head = _common(before, after)
        tail = _common(before[head:][::-1], after[head:][::-1])
        start = max(0, head - _AROUND)
        cut = max(0, tail - _AROUND)
        old, new = before[start : len(before) - cut], after[start : len(after) - cut]
        blocks = [] if not old else [f"Before:\n{self._fence(resolution.path, old)}"]
        return [
            *blocks,
            f"After:\n{self._fence(resolution.path, new)}"
            if new
            else "After: nothing is left of it.",
        ]

    def _words(self, resolution: Resolution) -> list[str]:
        """The words that change in lines of which others stay."""
        words = [pair for exchange in exchanges(resolution.part) for pair in exchange.words]
        shown = [self._word_change(*pair) for pair in words if any(pair)]
        more = ["…"] if len(shown) > _MOST_WORDS else []
        return [f"Words: {', '.join(shown[:_MOST_WORDS] + more)}"] if shown else []

    def _word_change(self, old: str, new: str) -> str:
        if not old or not new:
            return f"{self._code(old or new)} {'is new' if new else 'goes'}"
        return f"{self._code(old)} → {self._code(new)}"

    def _candidates(self, snapshot: Snapshot, resolution: Resolution) -> list[str]:
        lines = Buffer(snapshot.report.texts.get(resolution.path, "")).lines
        blocks = []
        for place in resolution.candidates[:_MOST_CANDIDATES]:
            around = lines[max(0, place.start - _AROUND) : min(len(lines), place.end + _AROUND)]
            blocks.append(
                f"{self._link(snapshot, resolution.path, place)}\n{self._fence(resolution.path, around)}"
            )
        more = resolution.total_candidates - len(resolution.candidates[:_MOST_CANDIDATES])
        return [*blocks, f"… and {more} more."] if more > 0 else blocks

    def _stale(self, snapshot: Snapshot, resolution: Resolution) -> list[str]:
        """Who changed the line that the part expects, where it was there before."""
        found = self._sessions.find_stale(snapshot.report, resolution)
        if found is None:
            return []
        stale, patch = found
        if patch:
            who = f"the patch {self._code(patch)} changed it"
        elif snapshot.workspace.is_unsaved(resolution.path):
            who = "an edit that is not saved yet changed it"
        else:
            who = "it was changed since, by no patch that was applied here"
        return [f"Line {stale.row + 1} was {quote_line(stale.was)}; {who}, and {name_now(stale)}."]

    def _nearest(self, snapshot: Snapshot, resolution: Resolution) -> list[str]:
        near = resolution.nearest
        if near is None:
            return []
        lines = Buffer(snapshot.report.texts.get(resolution.path, "")).lines
        blocks = [
            f"The nearest place is {self._link(snapshot, resolution.path, near.lines)}, {percent(near.score)} alike:\n"
            f"{self._fence(resolution.path, lines[near.lines.start : near.lines.end])}"
        ]
        if near.difference:
            contrast = in_contrast(near.difference, self._code(resolution.path))
            blocks.append(f"First difference: the patch expects {contrast}.")
        return blocks

    def _problems(self, snapshot: Snapshot, offset: int) -> list[str]:
        """Why the problems at this place matter and how to fix them."""
        here = [problem for problem in snapshot.report.problems if problem.span.touches(offset)]
        codes = dict.fromkeys(
            problem.code for problem in here if problem.severity <= Severity.WARNING
        )
        return [
            f"{self._bold(CATALOGUE[code].title)}. {CATALOGUE[code].why} {CATALOGUE[code].fix}"
            for code in codes
        ]

    # ---- writing
    def _bold(self, text: str) -> str:
        return f"**{text}**" if self._markdown else text

    def _code(self, text: str) -> str:
        """A name as it is: Markdown would read `__init__` as bold, and worse."""
        return code_span(text) if self._markdown else visible(text)

    def _link(self, snapshot: Snapshot, path: str, where: Lines | None) -> str:
        name = path if where is None else f"{path}:{where.start + 1}"
        if not self._markdown or path not in snapshot.report.texts:
            return self._code(name)  # not there, or not allowed
        uri = self._address(snapshot.workspace.root / path).uri
        return link(self._code(name), f"{uri}#L{where.start + 1}" if where else uri)

    def _fence(self, path: str, lines: list[str]) -> str:
        shown = lines[:_MOST_LINES] + (["…"] if len(lines) > _MOST_LINES else [])
        if not self._markdown:
            return "\n".join(f"    {visible(line)}" for line in shown)
        suffix = PurePosixPath(path).suffix.lstrip(".").lower()
        return code_block(shown, _FENCES.get(suffix, suffix))


def _size(text: str) -> str:
    lines, size = len(split_lines(text)), len(text.encode("utf-8", "replace"))
    return f"{count(lines, 'line')}, {count(size, 'byte')}"


def _common(a: list[str], b: list[str]) -> int:
    at = 0
    while at < min(len(a), len(b)) and a[at] == b[at]:
        at += 1
    return at


def hover(text: str | None, markdown: bool) -> types.Hover | None:
    """A hover as the client wants it."""
    if text is None:
        return None
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, text))
