"""Per open patch: parse now, resolve soon, drop what is stale.

A request never gets half an answer: `fresh` waits until the patch is resolved against what the
editor and the disk show at that moment. Nothing here knows what the answer is used for.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from patchsight.core import formats
from patchsight.core.model.patch import Format, Options, Patch
from patchsight.core.model.record import field, record
from patchsight.core.model.report import FilePlan, Report
from patchsight.core.placing.budget import Means, OvertakenError
from patchsight.core.placing.memo import Memory
from patchsight.core.placing.resolver import paths_of
from patchsight.core.session.figures import Figures
from patchsight.lsp.documents import Document, Documents, is_patch
from patchsight.lsp.roots import NOWHERE, Homes
from patchsight.lsp.settings import Settings
from patchsight.workspace.content import Cache
from patchsight.workspace.files import Files
from patchsight.workspace.workspace import Workspace

logger = logging.getLogger(__name__)

_SHORT = 0.02  #: seconds of matching that may happen between two key presses without a pause
_LONGEST_PAUSE = 0.4
_LARGE = 200_000  #: characters from which a patch is read beside the loop that answers the editor


class Snapshot(NamedTuple):
    """The answer for one version of a patch and one state of its targets."""

    document: Document
    version: int | None
    report: Report
    workspace: Workspace

    @property
    def homeless(self) -> bool:
        """Whether there is no folder that the patch could be about."""
        return self.workspace.root == NOWHERE


@record
class _State:
    """What is known about one open patch."""

    patch: Patch | None = None
    #: the version and the options that the patch was read with
    read: tuple[int | None, Options] | None = None
    reading: asyncio.Task[None] | None = None
    read_cost: float = 0.0  #: seconds that reading took, if it was done beside the loop
    key: Hashable = None
    files: Files | None = None  #: what was looked at for it
    rest: object = None  #: what else the answer rests on, quick to compare
    snapshot: Snapshot | None = None
    running: asyncio.Task[None] | None = None
    means: Means | None = None  #: what the answer that is being worked out may cost
    timer: asyncio.Task[None] | None = None
    cost: float | None = None  #: seconds that the last answer took
    memory: Memory = field(default_factory=Memory)
    targets: frozenset[str] = frozenset()
    #: files that an edit which was handed out deletes or moves
    removed: frozenset[str] = frozenset()
    #: what the last edit that was handed out for the whole patch does
    handed: Sequence[FilePlan] = ()

    def give_up(self) -> None:
        """Stop working out an answer that nobody can use any more."""
        if self.means:
            self.means.withdraw()


class Analyst:
    """Keeps an up-to-date answer for every open patch, and tells `publish` when one changes."""

    def __init__(
        self,
        documents: Documents,
        publish: Callable[[Document, Patch, Report | None], None],
        withdraw: Callable[[str], None],
    ) -> None:
        self.documents = documents
        self.settings = Settings()
        #: of the session in a folder
        self.figures: Callable[[Path], Figures] = lambda root: Figures()
        self._publish, self._withdraw = publish, withdraw
        self._states: dict[str, _State] = {}
        self._cache = Cache()
        self._homes = Homes(documents)
        self._turn = asyncio.Lock()
        self._waiting = 0  #: patches that wait for their turn, or have it
        self._generation = 0

    # ---- what changed
    def changed(self, document: Document) -> None:
        """A document was opened or edited: look at it again if it is a patch, and at every patch
        that names it.
        """
        if is_patch(document):
            self._states.setdefault(document.uri, _State()).give_up()
            self._schedule(document.uri)
        else:
            self.forget(document.uri)
        if document.real:
            self.target_changed(document.real)

    def target_changed(self, path: str) -> None:
        """What an editor or the disk shows for a file changed."""
        for uri, state in list(self._states.items()):
            if path in state.targets:
                self._schedule(uri)

    def anything_changed(self) -> None:
        """Something changed that may concern any patch: a setting, a folder, files on disk."""
        self._generation += 1
        for uri in list(self._states):
            self._schedule(uri)

    def session_changed(self) -> None:
        """The figures of a session changed, by which patches of one format are judged."""
        for uri, state in list(self._states.items()):
            if state.patch and state.patch.format is Format.APPLYDIFF:
                self._schedule(uri)

    def forget(self, uri: str) -> None:
        """A patch was closed, or is none any more."""
        state = self._states.pop(uri, None)
        if state is None:
            return
        for task in (state.timer, state.running):
            if task:
                task.cancel()
        state.give_up()
        self._withdraw(uri)

    def handed_out(self, uri: str, removed: frozenset[str], plans: Sequence[FilePlan]) -> None:
        """An edit left for the editor. Files it removes that are gone afterwards are applied;
        `plans`, if of the whole patch, are what can be taken back to the byte.
        """
        if uri in self._states:
            self._states[uri].removed |= removed
            self._states[uri].handed = plans or self._states[uri].handed

    def last_handed(self, uri: str) -> Sequence[FilePlan]:
        """What the editor was last given to apply a whole patch; whether it did so the files tell."""
        return self._states[uri].handed if uri in self._states else ()

    # ---- the answer
    async def fresh(self, uri: str) -> Snapshot | None:
        """The answer for what the editor and the disk show now; None if this is no open patch."""
        while True:
            document, state = self.documents.open(uri), self._states.get(uri)
            if document is None or state is None:
                return None
            if (
                state.snapshot
                and state.rest == self._rest(document, state)
                and state.files
                and state.files.unchanged()
            ):
                return state.snapshot
            patch = await self._parse(document, state)
            if self._states.get(uri) is not state:
                continue
            workspace = self._workspace(document, patch)
            patch = workspace.localise(patch, document.fs_path)
            files = workspace.files(patch, document.fs_path)
            key = self._key(document, patch, workspace, files)
            if state.snapshot and state.key == key:
                state.files, state.rest = files, self._rest(document, state)
                return state.snapshot
            if state.running is None or state.key != key:
                state.give_up()
                state.key, state.snapshot = key, None
                state.files, state.rest = files, self._rest(document, state)
                state.targets = frozenset(
                    real for path in paths_of(patch) for real in files.real_paths(path)
                )
                state.running = asyncio.ensure_future(
                    self._resolve(document, state, patch, workspace, files)
                )
            await asyncio.shield(state.running)

    async def _parse(self, document: Document, state: _State) -> Patch:
        """What a patch says at the moment this returns."""
        while True:
            text, read = document.text, (document.version, self.settings.options)
            if state.patch is not None and state.read == read and state.patch.buffer.text == text:
                return state.patch
            parse = partial(
                formats.parse,
                text,
                str(document.fs_path or ""),
                read[1],
                document.language_id or "",
            )
            if len(text) < _LARGE:
                state.patch, state.read, state.snapshot, state.read_cost = parse(), read, None, 0.0
                return state.patch
            if state.reading is None:
                state.reading = asyncio.ensure_future(self._read_apart(state, parse, read))
            await asyncio.shield(state.reading)

    async def _read_apart(
        self, state: _State, parse: Callable[[], Patch], read: tuple[int | None, Options]
    ) -> None:
        started = time.perf_counter()
        try:
            patch = await asyncio.to_thread(parse)
            state.patch, state.read, state.snapshot = patch, read, None
        finally:
            state.reading, state.read_cost = None, time.perf_counter() - started

    async def _resolve(
        self, document: Document, state: _State, patch: Patch, workspace: Workspace, files: Files
    ) -> None:
        """Answer for one state of things; keep the answer only if nothing changed meanwhile."""
        key, version, started = state.key, document.version, time.perf_counter()
        means = state.means = Means(workspace.options.max_steps)
        resolve = partial(workspace.resolve, patch, document.fs_path, files, state.memory, means)
        try:
            short = (
                state.cost is not None and state.cost < _SHORT and len(patch.buffer.text) < _LARGE
            )
            report = resolve() if short else await asyncio.to_thread(resolve)
            state.cost = time.perf_counter() - started
            if state.key == key and document.version == version:
                state.snapshot = Snapshot(document, version, report, workspace)
                self._publish(document, patch, report)
        except OvertakenError:
            state.cost = max(state.cost or 0.0, time.perf_counter() - started)
        finally:
            if state.means is means:
                state.means = None
            if state.key == key:
                state.running = None

    def _rest(self, document: Document, state: _State) -> object:
        """What an answer rests on besides the disk; more than it needs, but quick to compare."""
        patch = state.patch
        judged = patch is not None and patch.format is Format.APPLYDIFF
        session = (
            self.figures(self._homes.find(document.fs_path, patch, self.settings.options))
            if patch and judged
            else None
        )
        return (
            document.version,
            self._generation,
            self.settings.options,
            state.removed,
            session,
            self.documents.edition,
        )

    def _key(
        self, document: Document, patch: Patch, workspace: Workspace, files: Files
    ) -> Hashable:
        """What an answer depends on: the text, the settings, the session, and a stamp of every
        file the patch names.
        """
        stamps = tuple(files.stamp(path) for path in paths_of(patch))
        session = workspace.session if patch.format is Format.APPLYDIFF else None
        return (
            document.version,
            self._generation,
            str(workspace.root),
            stamps,
            self._states[document.uri].removed,
            session,
        )

    # ---- where a patch belongs
    def _workspace(self, document: Document, patch: Patch) -> Workspace:
        root = self._homes.find(document.fs_path, patch, self.settings.options)
        return Workspace(
            root,
            self.settings.options,
            buffers=self._homes.buffers,
            cache=self._cache,
            ap_from_root=self.settings.ap_base == "workspace",
            removed=self._states[document.uri].removed
            if document.uri in self._states
            else frozenset(),
            session=self.figures(root),
        )

    def root_of(self, document: Document, patch: Patch) -> Path:
        return self._homes.find(document.fs_path, patch, self.settings.options)

    # ---- when
    def _schedule(self, uri: str) -> None:
        state = self._states[uri]
        if state.timer:
            state.timer.cancel()
        state.timer = asyncio.ensure_future(self._refresh(uri, state))

    async def _refresh(self, uri: str, state: _State) -> None:
        """Show syntax at once where matching takes long, then everything; wait for a pause if even
        reading takes long.
        """
        try:
            document = self.documents.open(uri)
            if state.read_cost:
                await asyncio.sleep(min(2 * state.read_cost, _LONGEST_PAUSE))
            if document is not None and state.cost is not None and state.cost >= _SHORT:
                patch = await self._parse(document, state)
                if state.snapshot is None:  # else someone asked meanwhile, and all is told
                    self._publish(document, patch, None)
                await asyncio.sleep(min(2 * state.cost, _LONGEST_PAUSE))
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
        """The answers for all open patches."""
        found = [await self.fresh(uri) for uri in list(self._states)]
        return [snapshot for snapshot in found if snapshot]

    def watch(self, told: Callable[[Document], None]) -> None:
        """Tell someone else, too, whenever there is another answer for a patch."""
        publish = self._publish

        def tell_both(document: Document, patch: Patch, report: Report | None) -> None:
            publish(document, patch, report)
            if report:
                told(document)

        self._publish = tell_both
