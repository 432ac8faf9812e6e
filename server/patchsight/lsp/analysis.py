"""Per open patch: parse now, resolve soon, drop what is stale.

A request never gets half an answer: `fresh` waits until the patch is resolved against what the
editor and the disk show at that moment. Nothing here knows what the answer is used for; whoever
wants to hear of a new one is a listener.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from patchsight.core import formats
from patchsight.core.formats.spec import policy_of
from patchsight.core.model.budget import Means, OvertakenError
from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import Options, Patch
from patchsight.core.model.record import field, record
from patchsight.core.model.report import Report
from patchsight.core.placing.memo import Memory
from patchsight.core.placing.resolver import paths_of
from patchsight.lsp.attention import Attention, attention_for, is_plain_to_see
from patchsight.lsp.beside_loop import let_collector_in, let_go_of, work
from patchsight.lsp.documents import Document, Documents
from patchsight.lsp.roots import NO_ROOT, Root, Roots
from patchsight.lsp.sent_edits import SentEdits
from patchsight.lsp.sessions import Sessions
from patchsight.lsp.settings import Settings
from patchsight.workspace.content import Cache
from patchsight.workspace.files import Files
from patchsight.workspace.workspace import Workspace

logger = logging.getLogger(__name__)

_SHORT = 0.02  #: seconds of matching that may happen between two key presses without a pause
_LONGEST_PAUSE = 0.4
_LARGE = 200_000  #: characters from which a patch is read beside the loop that answers the editor
_MANY = 300  #: files of a patch from which they are looked at beside it: 60 microseconds each
_PACE = 5e-6  #: seconds that reading a character takes in the dearest of texts


class Snapshot(NamedTuple):
    """The answer for one version of a patch and one state of its targets."""

    document: Document
    version: int | None
    report: Report
    workspace: Workspace
    root: Root
    #: whether someone means to apply it; else it is shown quietly
    checked: bool = True

    @property
    def has_root(self) -> bool:
        """Whether there is a folder that the patch could be about."""
        return self.root.path != NO_ROOT

    @property
    def name(self) -> str:
        """What a receipt calls the patch."""
        return str(self.document.fs_path or self.document.uri)


class Listener(Protocol):
    """Who is told what becomes of open patches."""

    def answered(self, document: Document, patch: Patch, report: Report | None) -> None:
        """There is another answer; without a report it is about the syntax only."""

    def closed(self, uri: str) -> None:
        """What was an open patch is none any more."""


@record
class _OpenPatch:
    """What is known about one open patch."""

    patch: Patch | None = None
    attention: Attention = Attention.CHECKED
    #: the version and the options that the patch was read with
    read: tuple[int | None, Options] | None = None
    reading: asyncio.Task[None] | None = None
    read_cost: float = 0.0  #: seconds that reading took, if it was done beside the loop
    pace: float = _PACE  #: seconds that it took for each character
    key: Hashable = None  #: what the answer rests on, besides files on disk
    root: Root | None = None  #: the folder that the answer is about
    files: Files | None = None  #: the files that the answer rests on
    snapshot: Snapshot | None = None
    running: asyncio.Task[None] | None = None
    means: Means | None = None  #: what the answer that is being worked out may cost
    timer: asyncio.Task[None] | None = None
    cost: float | None = None  #: seconds that the last answer took
    memory: Memory = field(default_factory=Memory)
    targets: frozenset[str] = frozenset()  #: real paths at which the patch's files may stand
    looking: asyncio.Lock = field(default_factory=asyncio.Lock)  #: held while files are looked at

    def take(self, patch: Patch, read: tuple[int | None, Options]) -> Patch:
        """The patch was read anew, so there is no answer for it yet."""
        self.let_go()
        self.patch, self.read, self.files, self.snapshot = patch, read, None, None
        return patch

    def let_go(self) -> None:
        """Have what is known freed beside the loop, as soon as it is not known any more."""
        if self.patch:
            patch = self.patch
            rows = [buffer.made_lines for buffer in (patch.buffer, patch.buffer.outer)]
            lines = [in_columns(part.lines).made for part in patch.parts]
            let_go_of(patch.files, patch.parts, patch.problems, *lines, *rows)
        self.let_go_of_answer()

    def let_go_of_answer(self) -> None:
        if self.snapshot:
            report = self.snapshot.report
            let_go_of(report.parts, report.problems, report.plan)

    def note_reading(self, characters: int, seconds: float) -> None:
        """Remember how long reading takes, of texts that are long enough to tell."""
        if characters * _PACE >= _SHORT:
            self.pace = seconds / characters

    def give_up(self) -> None:
        """Stop working out an answer that nobody can use any more."""
        if self.means:
            self.means.withdraw()


class Analysis:
    """Keeps an up-to-date answer for every open patch, and tells its listeners of each."""

    def __init__(
        self,
        documents: Documents,
        sessions: Sessions,
        sent: SentEdits,
        listeners: Sequence[Listener],
    ) -> None:
        self.settings = Settings()
        self._documents, self._sessions, self._sent = documents, sessions, sent
        self._listeners = listeners
        self._states: dict[str, _OpenPatch] = {}
        #: documents of which it is being found out, beside the loop, how much is to be said
        self._looking: dict[str, asyncio.Task[None]] = {}
        self._asked: set[str] = set()  #: documents that the user wants checked, whatever they are
        self._cache = Cache()
        self._roots = Roots(documents)
        self._turn = asyncio.Lock()
        self._waiting = 0  #: patches that wait for their turn, or have it
        self._generation = 0

    # ---- what changed
    def changed(self, document: Document) -> None:
        """A document was opened or edited: look at it, and at every patch that names it, again."""
        self._look_at(document)
        if document.real:
            self.target_changed(document.real)

    def _look_at(self, document: Document) -> None:
        """See how much is to be said of a document, and begin to."""
        if is_plain_to_see(document):
            asked = document.uri in self._asked
            self._attend(document, attention_for(document, self.settings.prose, asked=asked))
            return
        if document.uri in self._states:
            self._states[document.uri].give_up()
        if document.uri not in self._looking:
            self._looking[document.uri] = asyncio.ensure_future(self._look_apart(document))

    async def _look_apart(self, document: Document) -> None:
        """The same for a document that takes long, beside the loop that answers the editor."""
        uri, seen, attention = document.uri, None, Attention.NONE
        try:
            while seen != (now := (document.version, self.settings.prose, uri in self._asked)):
                seen = now
                attention = await work(
                    partial(attention_for, document, self.settings.prose, asked=uri in self._asked)
                )
        finally:
            del self._looking[uri]
        if self._documents.open(uri) is document:
            self._attend(document, attention)

    def _attend(self, document: Document, attention: Attention) -> None:
        """Begin to say as much of a document as there is to be said."""
        if attention is Attention.NONE:
            self._forget(document.uri)
            return
        state = self._states.setdefault(document.uri, _OpenPatch())
        state.attention = attention
        state.give_up()
        self._schedule(document.uri)

    def ask(self, uri: str) -> None:
        """The user wants a document checked, until it is closed."""
        document = self._documents.open(uri)
        if document is not None:
            self._asked.add(document.uri)
            self._look_at(document)

    def is_checked(self, uri: str) -> bool:
        """Whether an open patch is one that someone means to apply."""
        state = self._states.get(uri)
        return state is not None and state.attention is not Attention.QUIET

    def configure(self, settings: Settings) -> None:
        """Take over settings, by which other documents may be patches."""
        self.settings = settings
        for document in self._documents.opened:
            self._look_at(document)
        self.anything_changed()

    def target_changed(self, path: str) -> None:
        """What an editor or the disk shows for a file changed."""
        for uri, state in list(self._states.items()):
            if os.path.normcase(path) in state.targets:
                self._schedule(uri)

    def anything_changed(self) -> None:
        """Something changed that may concern any patch: a setting, a folder, files on disk."""
        self._generation += 1
        for uri in list(self._states):
            self._schedule(uri)

    def session_changed(self) -> None:
        """The figures of a session changed, by which patches of one format are judged."""
        for uri, state in list(self._states.items()):
            if state.patch and policy_of(state.patch).session:
                self._schedule(uri)

    def close(self, uri: str) -> None:
        """A document was closed."""
        self._asked.discard(uri)
        self._roots.choose(uri, None)
        self._forget(uri)
        let_collector_in()

    def _forget(self, uri: str) -> None:
        """A patch was closed, or is none any more."""
        state = self._states.pop(uri, None)
        if state is None:
            return
        for task in (state.timer, state.running):
            if task:
                task.cancel()
        state.give_up()
        state.let_go()
        self._sent.forget(uri)
        for listener in self._listeners:
            listener.closed(uri)

    # ---- the answer
    async def fresh(self, uri: str) -> Snapshot | None:
        """The answer for what the editor and the disk show now; None if this is no open patch."""
        while True:
            if looking := self._looking.get(uri):
                await asyncio.shield(looking)
            document, state = self._documents.open(uri), self._states.get(uri)
            if document is None or state is None:
                return None
            patch = await self._parse(document, state)
            if self._states.get(uri) is not state:
                continue
            if state.attention is Attention.PERHAPS and _is_none(patch):
                self._forget(uri)
                return None
            async with state.looking:
                if not await self._is_current(document, state):
                    await self._start(document, state, patch)
            if state.patch is not patch or state.files is None:
                continue  # something changed while files were looked at
            if state.snapshot:
                return state.snapshot
            if state.running:
                await asyncio.shield(state.running)

    async def checked(self, uri: str) -> Snapshot | None:
        """The answer for a patch that someone means to apply; None for one that is shown quietly."""
        snapshot = await self.fresh(uri)
        return snapshot if snapshot and snapshot.checked else None

    async def settled(self, uri: str) -> Snapshot | None:
        """The answer for a patch, once it is known which edits that left were carried out."""
        for other in list(self._sent.pending):
            await self.fresh(other)
        return await self.fresh(uri)

    async def _is_current(self, document: Document, state: _OpenPatch) -> bool:
        """Whether the answer that is there, or being worked out, rests on how things are now. A
        request costs this much and no more: a `stat` for each file.
        """
        files, patch = state.files, state.patch
        if not files or not patch:
            return False
        # A patch in an open folder stays there; where any other belongs its targets tell.
        moves = policy_of(patch).session or self._roots.depends_on_files(document)
        root = await self._find_root(document, patch) if moves else state.root
        if state.files is not files or not self._rests_on_key(document, state, root):
            return False
        if len(state.targets) < _MANY:
            return files.unchanged()
        unchanged = await work(files.unchanged)
        return unchanged and state.files is files and self._rests_on_key(document, state, root)

    def _rests_on_key(self, document: Document, state: _OpenPatch, root: Root | None) -> bool:
        """The same without a look at the files."""
        there = state.snapshot or state.running
        return there is not None and state.key == self._key(document, state, root)

    def _key(self, document: Document, state: _OpenPatch, root: Root | None) -> Hashable:
        """What an answer rests on, besides files on disk: the text, the settings, the folder, the
        session, and what the editor shows of the targets.
        """
        judged = state.patch is not None and policy_of(state.patch).session
        return (
            document.version,
            state.attention,
            self._generation,
            root,
            self._sent.removed(document.uri),
            self._sessions.figures(root.path) if root and judged else None,
            self._documents.texts_at(state.targets),
        )

    async def _start(self, document: Document, state: _OpenPatch, read: Patch) -> None:
        """Begin to work out the answer for how things are now; not if they change meanwhile."""
        root = await self._find_root(document, read)
        if self._states.get(document.uri) is not state or state.patch is not read:
            return
        workspace = self._workspace(document, root.path)
        state.give_up()
        state.let_go_of_answer()
        state.root, state.files, state.snapshot = root, None, None
        look = partial(_look_at_files, workspace, read, document.fs_path)
        if len(read.files) < _MANY:
            patch, files, targets = look()
        else:
            before, shown = self._key(document, state, root), self._roots.buffers
            patch, files, targets = await work(look)
            if (
                self._states.get(document.uri) is not state
                or state.patch is not read
                or before != self._key(document, state, root)
                or _texts_at(targets, shown) != _texts_at(targets, self._roots.buffers)
            ):
                return
        state.files, state.targets = files, targets
        state.key = self._key(document, state, root)
        state.running = asyncio.ensure_future(
            self._resolve(document, state, patch, workspace, files, root)
        )

    async def _parse(self, document: Document, state: _OpenPatch) -> Patch:
        """What a patch says at the moment this returns."""
        while True:
            text, read = document.text, (document.version, self.settings.options)
            if (
                state.patch is not None
                and state.read == read
                and state.patch.buffer.outer.text == text
            ):
                return state.patch
            parse = partial(
                formats.parse,
                text,
                str(document.fs_path or ""),
                read[1],
                document.language_id or "",
            )
            if len(text) < _LARGE and len(text) * state.pace < _SHORT:
                started = time.perf_counter()
                patch = parse()
                state.note_reading(len(text), time.perf_counter() - started)
                state.read_cost = 0.0
                return state.take(patch, read)
            if state.reading is None:
                state.reading = asyncio.ensure_future(self._read_apart(state, parse, read))
            await asyncio.shield(state.reading)

    async def _read_apart(
        self, state: _OpenPatch, parse: Callable[[], Patch], read: tuple[int | None, Options]
    ) -> None:
        started = time.perf_counter()
        try:
            patch = await work(partial(_read_for_showing, parse))
            state.note_reading(len(patch.buffer.outer.text), time.perf_counter() - started)
            state.take(patch, read)
        finally:
            state.reading, state.read_cost = None, time.perf_counter() - started

    async def _resolve(
        self,
        document: Document,
        state: _OpenPatch,
        patch: Patch,
        workspace: Workspace,
        files: Files,
        root: Root,
    ) -> None:
        """Answer for one state of things; keep the answer only if nothing changed meanwhile."""
        version, started = document.version, time.perf_counter()
        checked = state.attention is not Attention.QUIET
        means = state.means = Means(workspace.options.max_steps)
        resolve = partial(workspace.resolve, patch, document.fs_path, files, state.memory, means)
        try:
            short = (
                state.cost is not None and state.cost < _SHORT and len(patch.buffer.text) < _LARGE
            )
            report = resolve() if short else await work(resolve)
            state.cost = time.perf_counter() - started
            if state.files is files and document.version == version:
                state.snapshot = Snapshot(document, version, report, workspace, root, checked)
                self._tell(document, patch, report)
        except OvertakenError:
            state.cost = max(state.cost or 0.0, time.perf_counter() - started)
        finally:
            if state.means is means:
                state.means = None
            if state.files is files:
                state.running = None

    # ---- where a patch belongs
    def root_of(self, uri: str) -> Path | None:
        """The folder that the last answer for a patch was about."""
        state = self._states.get(uri)
        return state.root.path if state and state.root else None

    async def _find_root(self, document: Document, patch: Patch) -> Root:
        find = partial(self._roots.find, document, patch, self.settings.options)
        # each file is looked for in each folder
        look_ups = len(patch.files) * max(1, len(self._documents.roots))
        return find() if look_ups < _MANY else await work(find)

    def choose_root(self, uri: str, folder: Path | None) -> None:
        """The user says which folder a document is about, until it is closed."""
        self._roots.choose(uri, folder)
        self.anything_changed()

    def _workspace(self, document: Document, root: Path) -> Workspace:
        return Workspace(
            root,
            self.settings.options,
            buffers=self._roots.buffers,
            cache=self._cache,
            ap_from_root=self.settings.ap_base == "workspace",
            removed=self._sent.removed(document.uri),
            session=self._sessions.figures(root),
        )

    def _tell(self, document: Document, patch: Patch, report: Report | None) -> None:
        for listener in self._listeners:
            listener.answered(document, patch, report)

    # ---- when
    def _schedule(self, uri: str) -> None:
        state = self._states[uri]
        if state.timer:
            state.timer.cancel()
        state.timer = asyncio.ensure_future(self._refresh(uri, state))

    async def _refresh(self, uri: str, state: _OpenPatch) -> None:
        """Show syntax first where matching takes long; wait for a pause if reading does."""
        try:
            document = self._documents.open(uri)
            if state.read_cost:
                await _pause(min(2 * state.read_cost, _LONGEST_PAUSE))
            if document is not None and state.cost is not None and state.cost >= _SHORT:
                patch = await self._parse(document, state)
                if state.snapshot is None:  # else someone asked meanwhile, and all is told
                    self._tell(document, patch, None)
                await _pause(min(2 * state.cost, _LONGEST_PAUSE))
                await self.fresh(uri)
            else:
                await self._answer_in_turn(uri)
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("analysis of %s failed", uri)

    async def _answer_in_turn(self, uri: str) -> None:
        """One patch after the other, and while several wait as much time between them to take in
        what the client sent.

        If edits come faster than they can be answered, what waits is one answer per patch, not one
        per edit.
        """
        self._waiting += 1
        try:
            async with self._turn:
                started = time.perf_counter()
                await self.fresh(uri)
                if self._waiting > 1:
                    await asyncio.sleep(min(time.perf_counter() - started, _SHORT))
        finally:
            self._waiting -= 1

    # ---- for those who come from elsewhere
    async def snapshots(self) -> list[Snapshot]:
        """The answers for all open patches that someone means to apply."""
        found = [await self.checked(uri) for uri in list(self._states)]
        return [snapshot for snapshot in found if snapshot]


def _is_none(patch: Patch) -> bool:
    """Whether a text that nothing names a patch turned out to be none."""
    return patch.format is None and any(found.code == "no_patch" for found in patch.problems)


def _look_at_files(
    workspace: Workspace, patch: Patch, own: Path | None
) -> tuple[Patch, Files, frozenset[str]]:
    """A patch with paths as its folder has them, its files, and the real paths at which they may stand."""
    patch = workspace.localise(patch, own)
    files = workspace.files(patch, own)
    targets = (real for path in paths_of(patch) for real in files.real_paths(path))
    return patch, files, frozenset(map(os.path.normcase, targets))


def _texts_at(targets: frozenset[str], buffers: dict[str, str]) -> dict[str, str]:
    """What the editor shows of some files."""
    return {real: text for real, text in buffers.items() if os.path.normcase(real) in targets}


def _read_for_showing(parse: Callable[[], Patch]) -> Patch:
    """Read a patch, and make the tables that every position is told by."""
    patch = parse()
    seen = patch.buffer.outer.unjoined
    _ = seen.lines, seen.starts, patch.buffer.hidden(0)
    return patch


async def _pause(seconds: float) -> None:
    """Wait whether there is another key press. Tests put their own end to it."""
    await asyncio.sleep(seconds)
