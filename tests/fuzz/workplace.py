"""One workspace in front of a server, and a model of it: what is on disk, what is open, what was typed, and how to undo it."""

from __future__ import annotations

import re
from typing import Any

from lsprotocol import types

from fuzz.cases import broken_case, drifted_case
from fuzz.damage import drifted
from fuzz.dice import Dice
from fuzz.material import HALVES, ODD, PATHS, line, page
from fuzz.positions import check_positions, check_tokens
from lsp.editor import Page, as_path, position_of
from lsp.harness import Action, Session
from patchsight.lsp.methods.code_action.apply import APPLY

PROBE = "probe.v4a"
_TYPED = [
    "",
    "x",
    "\n",
    "\r\n",
    "\r",
    "+",
    "-",
    " ",
    "@@ ",
    "*** ",
    "*** Update File: a.txt\n",
    "--- to\n",
    "<\n",
    "  - action: DELETE\n",
    "\U0001f98a",
    *ODD,
    *HALVES,
]
_KINDS = ["refactor.patchsight.apply", "quickfix", "source.fixAll", "refactor.rewrite"]


class Workplace:
    """What a user can do, in any order."""

    def __init__(self, session: Session) -> None:
        self.session, self.editor = session, session.editor
        self.past: dict[str, list[str]] = {}  #: the texts that each open buffer had before
        #: patches that were applied; the server remembers what they removed
        self.applied: set[str] = set()
        self.opened = 0

    # ---- files and buffers
    def write(self, dice: Dice) -> None:
        """Someone else writes a file."""
        self.session.write({dice.pick(PATHS): page(dice).file.encode()})

    def remove(self, dice: Dice) -> None:
        """Someone else removes a file that is not open."""
        name = dice.pick(PATHS)
        if (self.session.root / name).is_file() and self.session.uri(name) not in self.editor.pages:
            self.session.write({name: None})

    def open_target(self, dice: Dice) -> None:
        name = dice.pick(PATHS)
        uri = self.session.uri(name)
        if uri not in self.editor.pages and (self.session.root / name).is_file():
            self._show(name, None)

    def open_patch(self, dice: Dice) -> None:
        """A patch, the files it is about, and perhaps it alone in a buffer without a file."""
        case = dice.pick([drifted_case, broken_case])(dice)
        for name, text in case.files.items():
            if self.session.uri(name) not in self.editor.pages:
                self.session.write({name: text.encode()})
        self.opened += 1
        suffix = case.name.rpartition(".")[2] or "patch"
        self._show(
            f"untitled:{self.opened}" if dice.one_in(5) else f"p{self.opened}.{suffix}", case.text
        )

    def _show(self, name: str, text: str | None) -> None:
        self.past[self.session.open(name, text)] = []

    def close(self, dice: Dice) -> None:
        if self.editor.pages:
            self.editor.close(self._any(dice).uri)

    def save(self, dice: Dice) -> None:
        found = self._any(dice) if self.editor.pages else None
        if (
            found
            and found.uri.startswith("file:")
            and not any("\ud800" <= char <= "\udfff" for char in found.text)
        ):
            self.editor.save(found.uri)
            which = types.TextDocumentIdentifier(found.uri)
            self.editor.tell(types.TEXT_DOCUMENT_DID_SAVE, types.DidSaveTextDocumentParams(which))

    def rename(self, dice: Dice) -> None:
        """A file changes its name in the editor, with or without its text having been saved."""
        found, new = (
            self._any(dice) if self.editor.pages else None,
            self.session.uri(f"moved{self.opened}.txt"),
        )
        if (
            found
            and found.uri.startswith("file:")
            and as_path(found.uri).is_file()
            and not as_path(new).exists()
        ):
            self.editor._rename(found.uri, new)
            self.past[new] = self.past.pop(found.uri, [])
            self.opened += 1

    # ---- typing
    def _any(self, dice: Dice) -> Page:
        return dice.pick(list(self.editor.pages.values()))

    def type(self, dice: Dice) -> None:
        """A few characters come, go or are replaced."""
        if self.editor.pages:
            self._edit(self._any(dice), dice)

    def _edit(self, found: Page, dice: Dice) -> None:
        self._keep(found)
        start, end = (between(found.text, at) for at in dice.cut(found.text, 40))
        self.editor.type(
            found.uri, start, max(start, end), dice.pick(_TYPED) + dice.pick(["", "", line(dice)])
        )

    def type_over(self, dice: Dice) -> None:
        """The whole text is replaced by one like it."""
        if self.editor.pages:
            found = self._any(dice)
            self._keep(found)
            self.editor.replace(found.uri, "\n".join(drifted(dice, tuple(found.text.split("\n")))))

    def type_in_places(self, dice: Dice) -> None:
        """Several edits in one message, each in the text that the one before leaves."""
        if not self.editor.pages:
            return
        found = self._any(dice)
        self._keep(found)
        text, changes = found.text, list[types.TextDocumentContentChangeEvent]()
        for _ in range(dice.number(3, 1)):
            start, end = (between(text, at) for at in dice.cut(text, 9))
            new = dice.pick(_TYPED)
            where = types.Range(
                *(position_of(text, at, self.session.encoding) for at in (start, max(start, end)))
            )
            changes.append(types.TextDocumentContentChangePartial(where, new))
            text = text[:start] + new + text[max(start, end) :]
        self.editor._change(found, changes, text)

    def undo(self, dice: Dice) -> None:
        """The last edit of a buffer is taken back by the smallest one that does so."""
        found = self._any(dice) if self.editor.pages else None
        if found and self.past.get(found.uri):
            start, end, new = smallest(found.text, self.past[found.uri].pop())
            self.editor.type(found.uri, start, end, new)

    def _keep(self, found: Page) -> None:
        self.past.setdefault(found.uri, []).append(found.text)

    # ---- asking
    def _text(self, uri: str) -> str | None:
        if uri in self.editor.pages:
            return self.editor.pages[uri].text
        shown = self.editor.shown(uri) if uri.startswith("file:") else None
        return None if shown is None else shown.decode().removeprefix("\ufeff")

    async def ask(self, dice: Dice) -> None:
        """Any request at any place; every position in the answer exists."""
        if self.editor.pages:
            found = self._any(dice)
            method = dice.pick(sorted(REQUESTS))
            at = position_of(
                found.text, between(found.text, dice.number(len(found.text))), self.session.encoding
            )
            await self._request(method, found.uri, REQUESTS[method](at))

    async def _request(self, method: str, uri: str, params: dict[str, Any]) -> Any:
        protocol = self.session.client.protocol
        kind: Any = types.METHOD_TO_TYPES[method][2]
        asked = protocol._converter.structure({"textDocument": {"uri": uri}, **params}, kind)
        found = await protocol.send_request_async(method, asked)  # type: ignore[no-untyped-call]
        answer = protocol._converter.unstructure(found)
        check_positions(answer, uri, self._text, self.session.encoding)
        if method == "textDocument/semanticTokens/full" and answer:
            check_tokens(answer["data"], self.editor.pages[uri].text, self.session.encoding)
        return answer

    async def check_everything(self) -> None:
        """The last look: everything is in step. What was on its way while a buffer was closed is taken back later."""
        await self.check_diagnostics()
        await self.check_texts(Dice(b""))
        await self.check_copies()
        await self.session.settle()
        inbox = self.session.client.inbox
        inbox.surprises = [told for told in inbox.surprises if "which is not open" not in told]

    async def check_diagnostics(self) -> None:
        """What is marked belongs to the text as it is now."""
        for uri in list(self.editor.pages):
            await self.session.hover(uri, 0)
            last = self.session.client.inbox.published.get(uri)
            if last and last.diagnostics:
                assert last.version == self.editor.pages[uri].version, uri
                plain = self.session.client.protocol._converter.unstructure(last)
                check_positions(plain, uri, self._text, self.session.encoding)

    async def check_texts(self, _: Dice) -> None:
        """The server has every open file as the editor shows it: asked by a patch that would change them all."""
        names = [name for name in self._names() if self.session.uri(name) in self.editor.pages]
        rows = [
            row
            for name in names
            for row in (f"*** Update File: {name}", "@@", "+a line that stands nowhere")
        ]
        uri = self.session.open(PROBE, "\n".join(["*** Begin Patch", *rows, "*** End Patch", ""]))
        status = await self.session.status(uri, texts=True)
        self.editor.close(uri)
        there = {file.path: file.before for file in status.files}
        shown = {name: self._shown(name) for name in names}
        assert there == shown, {
            name: (there.get(name), text) for name, text in shown.items() if there.get(name) != text
        }

    def _shown(self, name: str) -> str:
        """The text of an open file; one that is empty may be shown as a line end, as Neovim does."""
        text = self.editor.pages[self.session.uri(name)].text.removeprefix("\ufeff")
        file = self.session.root / name
        is_empty = file.is_file() and not file.stat().st_size
        return "" if is_empty and text in ("\n", "\r\n") else text

    async def check_copies(self) -> None:
        """A patch that was edited, undone and edited again is answered like the same text opened afresh."""
        for found in [
            one
            for one in self.editor.pages.values()
            if one.uri in self.session.client.inbox.published
        ]:
            # what names its own file says something else under another name
            if found.uri not in self.applied and found.uri.rsplit("/", 1)[-1] not in found.text:
                copy = (
                    found.uri.replace("untitled:", "untitled:copy")
                    if found.uri.startswith("untitled:")
                    else _beside(found.uri)
                )
                self.editor.open(copy, found.text, found.language)
                told = [await self._told(uri) for uri in (found.uri, copy)]
                self.editor.close(copy)
                assert told[0] == told[1], found.text

    async def _told(self, uri: str) -> tuple[Any, Any]:
        """Everything that is said about a patch, but for its address and version, and which files
        may be meant by a name: those are listed anew every few seconds, and no answer rests on them.
        """
        status, convert = (
            await self.session.status(uri, texts=True),
            self.session.client.protocol._converter.unstructure,
        )
        marks = [convert(one) for one in await self.session.diagnostics(uri)] if status else []
        if status:
            status = status._replace(version=0, report=status.report._replace(patch=""))
        return _SUGGESTED.sub("", str(status)), _SUGGESTED.sub("", str(marks).replace(uri, ""))

    def _names(self) -> list[str]:
        root = self.session.uri("")
        return [
            as_path(uri).relative_to(self.session.root).as_posix()
            for uri in self.editor.pages
            if uri.startswith(root)
        ]

    # ---- acting
    async def act(self, dice: Dice) -> None:
        """Something that a patch offers is done: it is applied, fixed, or said in other words."""
        patches = [
            found
            for found in self.editor.pages.values()
            if found.uri in self.session.client.inbox.published
        ]
        if patches:
            found = dice.pick(patches)
            at = position_of(
                found.text, between(found.text, dice.number(len(found.text))), self.session.encoding
            )
            offers = await self._offers(found.uri, at, dice.pick(_KINDS))
            if offers:
                title = dice.pick(sorted(offers))
                await (self._apply if title.startswith("Apply") else self._rewrite)(
                    found.uri, offers[title]
                )

    async def _offers(self, uri: str, at: types.Position, kind: str) -> dict[str, Action]:
        context = types.CodeActionContext([], [kind])
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(uri), types.Range(at, at), context
        )
        found = await self.session.client.text_document_code_action_async(params) or []
        check_positions(
            self.session.client.protocol._converter.unstructure(found),
            uri,
            self._text,
            self.session.encoding,
        )
        return {one.title: one for one in found}

    async def _apply(self, uri: str, action: Action) -> None:
        """Applying changes what the status announced and nothing else; what is not offered changes nothing."""
        before, status = self.session.shown(), await self.session.status(uri, texts=True)
        if isinstance(action, types.CodeAction) and action.disabled:
            await self.session.execute(types.Command("", APPLY.command, arguments=[uri]))
            assert self.session.told() and (
                self.session.shown() == before or status.refusal is None
            )
            return
        for found in self.editor.pages.values():
            self._keep(found)
        self.applied.add(uri)
        await self.session.choose(action)
        if action.title.startswith("Apply patch ("):
            assert status.applicable and status.refusal is None
            check_tree(before, self.session.shown(), status.files)
        self.session.told()

    async def _rewrite(self, uri: str, action: Action) -> None:
        """Whatever is done to the patch itself changes no other file."""
        before = self.session.shown()
        self._keep(self.editor.pages[uri])
        await self.session.choose(action)
        after = self.session.shown()
        assert [
            name
            for name in before
            if before[name] != after.get(name) and self.session.uri(name) != uri
        ] == []
        self.session.told()


_SUGGESTED = re.compile(r" Did you mean [^?]*\?|'suggestions': \[[^\]]*\]")


def check_tree(before: dict[str, bytes], after: dict[str, bytes], files: list[Any]) -> None:
    """The files are what they were, but for those that were announced, which are what was announced."""
    wanted = dict(before)
    for file in files:
        mark = b"\xef\xbb\xbf" if wanted.get(file.path, b"").startswith(b"\xef\xbb\xbf") else b""
        if file.op in ("delete", "rename"):
            del wanted[file.path]
        if file.op != "delete":
            wanted[file.newPath or file.path] = mark + file.after.encode("utf-8", "surrogatepass")
    assert after == wanted


def _beside(uri: str) -> str:
    """Another address in the same folder, of the same kind."""
    folder, _, name = uri.rpartition("/")
    return f"{folder}/copy-{name}"


def between(text: str, offset: int) -> int:
    """The nearest offset before that a position can name: not inside a CRLF."""
    return offset - 1 if text[offset - 1 : offset + 1] == "\r\n" else offset


def smallest(old: str, new: str) -> tuple[int, int, str]:
    """The smallest edit that turns one text into another, cut only where a position can be."""
    start = next(
        (at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
        min(len(old), len(new)),
    )
    start = min(between(old, start), between(new, start))
    tail = 0
    while tail < min(len(old), len(new)) - start and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    while (
        between(old, len(old) - tail) != len(old) - tail
        or between(new, len(new) - tail) != len(new) - tail
    ):
        tail -= 1
    return start, len(old) - tail, new[start : len(new) - tail]


def _at(position: types.Position) -> dict[str, Any]:
    return {"line": position.line, "character": position.character}


_ALL = {"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}}
REQUESTS: dict[str, Any] = {
    "textDocument/hover": lambda at: {"position": _at(at)},
    "textDocument/definition": lambda at: {"position": _at(at)},
    "textDocument/references": lambda at: {
        "position": _at(at),
        "context": {"includeDeclaration": True},
    },
    "textDocument/documentHighlight": lambda at: {"position": _at(at)},
    "textDocument/completion": lambda at: {"position": _at(at)},
    "textDocument/selectionRange": lambda at: {"positions": [_at(at)]},
    "textDocument/onTypeFormatting": lambda at: {
        "position": _at(at),
        "ch": "\n",
        "options": {"tabSize": 4, "insertSpaces": True},
    },
    "textDocument/documentSymbol": lambda at: {},
    "textDocument/documentLink": lambda at: {},
    "textDocument/foldingRange": lambda at: {},
    "textDocument/codeLens": lambda at: {},
    "textDocument/semanticTokens/full": lambda at: {},
    "textDocument/inlayHint": lambda at: {"range": _ALL},
}
