r"""What a patch travels in: JSON of a tool call, a command of a shell, a line of a log.

The patch is taken out of it as a text of its own, of which every character knows where it stands
(`core.text.traced`), and read like any other. What the JSON says beside it, such as the path of a
diff without header, is put in front of it in the words of the format.

    {"input": "*** Begin Patch\n…"}                       also `patch`, `patchText`, `diff`
    {"path": "a.py", "diff": "@@ -1 +1 @@\n…"}            the diff of one file
    {"operation": {"type": "update_file", "path": …, "diff": …}}    or a list, `operations`
    {"command": ["apply_patch", "*** Begin Patch\n…"]}
    {"command": ["bash", "-lc", "cd src && apply_patch <<'EOF'\n…\nEOF"]}    also the list alone

in a tool call of whatever shape, whole or as a string that holds JSON.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from patchsight.core.formats.detect import find_strong_signal
from patchsight.core.formats.gathering import Gathering
from patchsight.core.formats.noise import Fence, opens_heredoc, write_path
from patchsight.core.formats.searchreplace.recognise import holds_blocks
from patchsight.core.formats.tool_calls import Level, Tool, ToolCalls, kind_of
from patchsight.core.model.patch import FileChange, Op, PathRef
from patchsight.core.model.problems import Problem, problem
from patchsight.core.model.record import replace
from patchsight.core.text.buffer import Buffer, Span, is_blank, split_lines
from patchsight.core.text.git_names import quote as git_quote
from patchsight.core.text.json_values import Json, JsonArray, JsonObject, JsonText
from patchsight.core.text.phrases import quote
from patchsight.core.text.traced import Traced

#: What JSON that cannot be read holds if it is around a patch.
TELLING = r"\*\*\* Begin Patch|\b(?:update|create|delete)_file\\*\""
_PATCH_KEYS = ("input", "patch", "patchText", "diff")
#: Where a command is carried out.
_FOLDER_KEYS = ("workdir", "cwd", "working_directory", "workingDirectory", "working_dir")
_OPERATIONS = {"update_file": Op.UPDATE, "create_file": Op.CREATE, "delete_file": Op.DELETE}
_DIRECTIVES = {Op.UPDATE: "Update", Op.CREATE: "Add", Op.DELETE: "Delete"}
_SHELLS = ("bash", "sh", "zsh", "/bin/bash", "/bin/sh", "/bin/zsh")
_SCRIPT = re.compile(
    r"\s*(?:cd[ \t]+(?P<quote>['\"]?)(?P<folder>[^\s'\"$`\\;&|<>()]+)(?P=quote)[ \t]*&&\s*)?"
    r"(?:apply_patch|applypatch)[ \t]*<<-?[ \t]*(?P<mark>['\"]?)(?P<word>\w+)(?P=mark)[ \t]*\r?\n"
)
_FOLDER = r"cd[ \t]+(?P<quote>['\"]?)(?P<folder>[^\s'\"$`\\;&|<>()]+)(?P=quote)[ \t]*"
_CD = re.compile(rf"[ \t]*(?:[$%>#][ \t]+)?{_FOLDER}(?:&&|;)?[ \t]*")
#: A command that applies what stands in the heredoc behind it, perhaps in another folder.
_COMMAND = re.compile(rf"[^&|;<>`]*?(?:{_FOLDER}(?:&&|;)[ \t]*)?[\w./ \t=-]*")
#: Another program that applies it, and what it may be told without doing something else.
_PATCHER = re.compile(
    r"(?:.*[\s;&|/])?(?:patch|git[ \t]+(?P<away>.*[ \t])?(?:apply|am))(?P<rest>[ \t].*)?"
)
_HARMLESS = re.compile(
    r"(?:[ \t]+(?:-p ?[01]|--strip[= ][01]|-[uNflstE3v]+|--(?:forward|force|batch|unified|silent|quiet|verbose|3way|index"
    r"|recount|unidiff-zero|binary|ignore-\w+|allow-\w+|whitespace=\w+|remove-empty-files)|-))*[ \t]*"
)
_HEREDOC = re.compile(r"^(?P<before>[^<]*)<<-?[ \t]*(['\"]?)(?P<word>[A-Za-z_]\w*)\2")
_ENVELOPED = re.compile(r"[ \t]*\*\*\* Begin Patch")
_HEADED = re.compile(r"(?:--- |\+\+\+ |diff |Index: )|\*\*\* |<<<<<<|-------|>>> ?file:")
_LONGEST = 1000  #: of a command that is worth a look
_CONTROL = re.compile(r"[\x00-\x1f]")


class Claim(NamedTuple):
    """What stands beside a patch and must hold for the sections in this stretch of its text."""

    start: int
    end: int
    folder: str = ""  #: paths start there
    path: str | None = None  #: the one file that it may name
    op: Op | None = None  #: and what it may do to it
    where: Span = Span(0, 0)  #: of the path, in the text around

    def names(self, path: str) -> bool:
        """Whether a path is the one that is claimed; of the two one may be absolute."""
        claimed, path = (_plain(name) for name in (self.path or "", path))
        longer, shorter = sorted((claimed, path), key=len, reverse=True)
        return longer == shorter or (longer.startswith("/") and longer.endswith(f"/{shorter}"))


def keep_claims(
    claims: Sequence[Claim], files: Sequence[FileChange], problems: list[Problem]
) -> None:
    """Hold the sections of a patch to what stands beside it, and start their paths at its folder."""
    ordered = sorted(files, key=lambda change: change.span.start) if claims else []
    starts = [change.span.start for change in ordered]
    for claim in claims:
        first, last = bisect_left(starts, claim.start), bisect_left(starts, claim.end)
        for change in ordered[first:last]:
            if claim.path is not None and not _agrees(claim, change):
                problems.append(_conflict(claim, change))
                for part in change.parts:
                    part.broken = True
            if claim.folder:
                change.path = _start_at(claim.folder, change.path)
                change.new_path = change.new_path and _start_at(claim.folder, change.new_path)


def _agrees(claim: Claim, change: FileChange) -> bool:
    if claim.op is not None and (change.op is not claim.op or change.new_path):
        return False
    refs = [change.path, change.new_path] if change.new_path else [change.path]
    return any(claim.names(choice) for ref in refs for choice in ref.choices)


def _plain(path: str) -> str:
    return path.replace("\\", "/").removeprefix("./")


def _conflict(claim: Claim, change: FileChange) -> Problem:
    message = (
        f"The patch does {quote(change.op.value)} to {quote(change.path.raw)}, but the call around it names "
        f"{quote(claim.path or '')}. Write one path, and one section, in both."
    )
    return problem("conflicting_paths", change.path.span, message)


def _start_at(folder: str, ref: PathRef) -> PathRef:
    absolute = ("/", "\\", "~")
    choices = tuple(
        choice
        if choice.startswith(absolute) or choice[1:2] == ":"
        else f"{folder.rstrip('/')}/{choice}"
        for choice in ref.choices
    )
    return replace(ref, choices=choices)


def judge_commands(buffer: Buffer, files: Sequence[FileChange], problems: list[Problem]) -> None:
    """Start the paths of sections in a heredoc where its command does, and refuse a command that
    does more than apply a patch.
    """
    gone = ""  #: where a command above went
    for row, before, inside in _find_heredocs(buffer, files):
        command = _COMMAND.fullmatch(before) if len(before) < _LONGEST else None
        folder = (command and command["folder"]) or ""
        if not folder:
            folder, gone = _went_to(buffer, row, gone)
        if reason := _why_refused(before, command is None, "" if folder else gone):
            message = f"{reason} Write the patch alone, or `cd folder && apply_patch <<'EOF'`."
            problems.append(problem("unsupported_command", buffer.trimmed(row), message))
        gone = folder or gone
        for change in inside if folder else ():
            change.path = _start_at(folder, change.path)
            change.new_path = change.new_path and _start_at(folder, change.new_path)


def _went_to(buffer: Buffer, row: int, gone: str) -> tuple[str, str]:
    """Where a command in the row above goes; or else, second, where one further above in the same
    block has gone.
    """
    far = False
    for at in range(row - 1, -1, -1):
        line = buffer.lines[at]
        if opens_heredoc(line) or Fence.opened_by(line):
            break
        if found := _CD.fullmatch(line):
            return ("", found["folder"]) if far else (found["folder"], gone)
        far = far or not is_blank(line)
    return "", gone


def _why_refused(before: str, does_more: bool, gone: str) -> str:
    """What is wrong with a command; `gone` is where one above went, if it says nothing of that."""
    plain = "apply_patch" in before or len(before) >= _LONGEST
    other = None if plain else _PATCHER.fullmatch(before.strip())
    harmful = other and (other["away"] or not _HARMLESS.fullmatch(other["rest"] or ""))
    if harmful or (does_more and "apply_patch" in before):
        return "This command does more, or other, than `apply_patch` with one patch, and is not carried out here."
    if gone:
        return f"A command above goes to {quote(gone)}, so where the paths of this one start cannot be told."
    return ""


def _find_heredocs(
    buffer: Buffer, files: Sequence[FileChange]
) -> Iterator[tuple[int, str, list[FileChange]]]:
    """The rows outside of sections that open a heredoc with sections in it, each with the command
    in front of it.
    """
    if "<<" not in buffer.text:
        return
    taken = set[int]()
    for change in files:
        taken.update(range(buffer.row(change.span.start), buffer.row(change.span.end) + 1))
    for row, line in enumerate(buffer.lines):
        match = _HEREDOC.search(line) if row not in taken else None
        if match:
            rows = range(row + 1, len(buffer.lines))
            end = next((at for at in rows if buffer.lines[at].strip() == match["word"]), rows.stop)
            inside = [change for change in files if row < buffer.row(change.span.start) <= end]
            if inside:
                yield row, match["before"], inside


class PatchTaker:
    """Takes what is a patch out of the calls of a text."""

    def __init__(self, calls: ToolCalls, gathered: Gathering) -> None:
        self._calls, self._gathered = calls, gathered
        self.claims: list[Claim] = []  #: one for each patch
        self.kinds: list[str] = []  #: what they stand in

    def take_list(self, value: JsonArray, around: Level) -> bool | None:
        """The same of a list that stands alone: the words of a command, one of which holds a patch."""
        words = (word.value for word in value.items if isinstance(word, JsonText))
        return self._take_command(value, around, "") if any(map(_is_patch, words)) else None

    def take(self, value: JsonObject, around: Level, tool: Tool | None) -> bool | None:
        """Take the patch that an object is; None if it is none itself, but may hold some."""
        kind = kind_of(value)
        if kind in _OPERATIONS:
            return self._take_operation(value, _OPERATIONS[kind], around)
        command, where = value.get("command", "cmd"), value.text(*_FOLDER_KEYS)
        folder = where.value if where else ""
        if command is not None and not isinstance(command, JsonObject):
            return self._take_command(command, around, folder)
        keys = [
            (key, member)
            for key, member in value.members
            if key.value in _PATCH_KEYS and isinstance(member, JsonText) and _is_patch(member.value)
        ]
        if not keys:
            self._complain_of_type(value, around)
            return None
        if len({member.value for _, member in keys}) > 1:
            names = " and ".join(f"`{key.value}`" for key, _ in keys)
            message = f"{names} hold different patches. Keep the one that is meant."
            self._calls.note(
                "conflicting_keys", around.span(keys[1][0].start, keys[1][0].end), message
            )
            return True
        key, text = keys[0]
        self._take_text(text, value.text("path", "file_path", "filePath"), around, folder)
        self._told(f"JSON, below `{key.value}`", around.span(key.start, key.end))
        return True

    def _complain_of_type(self, value: JsonObject, around: Level) -> None:
        if len(value.members) == 1 and value.members[0][0].value in _PATCH_KEYS[:3]:
            key, member = value.members[0]
            if not isinstance(member, JsonText | JsonObject | JsonArray):
                message = f"`{key.value}` should hold the patch as a string."
                self._calls.note("wrong_type", around.span(member.start, member.end), message)

    def _take_text(self, text: JsonText, path: JsonText | None, around: Level, folder: str) -> None:
        """Take a patch; a diff without header gets that of the path beside it."""
        body = around.decoded(text)
        where = around.span(text.start, text.end)
        if path is not None and holds_blocks(split_lines(text.value)):
            self._take_blocks(body, where, path, around, folder)
            return
        claim = Claim(0, 0, folder, path.value if path else None)
        if path is None or any(map(_HEADED.match, split_lines(text.value))):
            self._add([body], where, claim)
            return
        if not self._check_path(path, around):
            return
        name = self._name(path, around, git_quote)
        head = [
            self._glue("--- ", path, around),
            *name,
            self._glue("\n+++ ", path, around),
            *name,
            self._glue("\n", path, around),
        ]
        self._add([*head, body], where, claim)

    def _take_blocks(
        self, body: Traced, where: Span, path: JsonText, around: Level, folder: str
    ) -> None:
        """Take SEARCH/REPLACE blocks, all for the path beside them."""
        if self._check_path(path, around):
            head = [
                self._glue("<path>", path, around),
                around.decoded(path),
                self._glue("</path>\n<diff>\n", path, around),
            ]
            self._add([*head, body], where, Claim(0, 0, folder, path.value))

    def _take_operation(self, value: JsonObject, op: Op, around: Level) -> bool:
        path, diff = value.text("path"), value.text("diff")
        self._told("an `apply_patch_call`", around.span(value.start, value.start + 1))
        if path is None:
            what = kind_of(value)
            self._calls.note(
                "missing_key",
                around.span(value.start, value.start + 1),
                f"`{what}` needs a `path`, a string.",
            )
            return True
        if diff is None and op is not Op.DELETE:
            message = f"`{kind_of(value)}` needs a `diff`, a string, which says what to change."
            self._calls.note("missing_key", around.span(path.start, path.end), message)
            return True
        if not self._check_path(path, around):
            return True
        where = around.span(path.start, path.end)
        body = [around.decoded(diff)] if diff else []
        claim = Claim(0, 0, path=path.value, op=op, where=where)
        if diff and any(map(_ENVELOPED.match, split_lines(diff.value))):
            self._add(body, where, claim)
            return True
        opening = f"*** Begin Patch\n*** {_DIRECTIVES[op]} File: "
        head = [
            self._glue(opening, path, around),
            *self._name(path, around, write_path),
            self._glue("\n", path, around),
        ]
        last = diff or path
        ends = "" if not diff or diff.value.endswith(("\n", "\r")) or not diff.value else "\n"
        self._add([*head, *body, self._glue(f"{ends}*** End Patch\n", last, around)], where, claim)
        return True

    def _check_path(self, path: JsonText, around: Level) -> bool:
        """Whether a path fits into one row; otherwise it could say more than a path."""
        if not _CONTROL.search(path.value):
            return True
        message = f"The path {quote(path.value)} is not allowed: it holds a control character."
        self._calls.note("path_escape", around.span(path.start, path.end), message)
        return False

    def _name(self, path: JsonText, around: Level, write: Callable[[str], str]) -> list[Traced]:
        """A path in the spelling of a format; its characters stand in the JSON, quotes do not."""
        spelt = write(path.value)
        if spelt == path.value:
            return [around.decoded(path)]
        if spelt[1:-1] == path.value:
            mark = self._glue(spelt[0], path, around)
            return [mark, around.decoded(path), mark]
        return [self._glue(spelt, path, around)]

    # ---- commands
    def _take_command(self, command: Json, around: Level, folder: str) -> bool | None:
        where = around.span(command.start, command.end)
        words = command.items if isinstance(command, JsonArray) else (command,)
        texts = [word for word in words if isinstance(word, JsonText)]
        if len(texts) < len(words) or not texts:
            return None
        if len(texts) == 2 and texts[0].value in ("apply_patch", "applypatch"):
            self._add([around.decoded(texts[1])], where, Claim(0, 0, folder))
            self._told("a command, `apply_patch`", where)
            return True
        script = _script_of(texts)
        if script and _ENVELOPED.match(script.value):
            self._add([around.decoded(script)], where, Claim(0, 0, folder))
            self._told("a `command`", where)
            return True
        if script and self._take_script(script, around, folder):
            return True
        if not any("apply_patch" in text.value or "*** Begin" in text.value for text in texts):
            return None
        message = (
            "This command does more, or other, than `apply_patch` with one patch, and is not carried out here. "
            "Write the patch alone, or `cd folder && apply_patch <<'EOF'`."
        )
        self._calls.note("unsupported_command", where, message)
        return True

    def _take_script(self, script: JsonText, around: Level, folder: str) -> bool:
        """Take the patch of a heredoc, if nothing else stands around it."""
        match = _SCRIPT.match(script.value)
        if not match:
            return False
        end = re.compile(rf"^[ \t]*{re.escape(match['word'])}[ \t]*\r?$", re.M).search(
            script.value, match.end()
        )
        where = around.span(script.start, script.end)
        if end is None:
            message = f"The heredoc has no end: a line `{match['word']}` is missing, and perhaps more. Ask for the rest."
            self._calls.note("truncated_patch", where, message)
            return True
        if script.value[end.end() :].strip():
            return False
        inside = match["folder"] or ""
        if folder and inside and not inside.startswith("/"):
            inside = f"{folder.rstrip('/')}/{inside}"
        body = around.decoded(script).part(match.end(), end.start())
        self._add([body], where, Claim(0, 0, inside or folder))
        self._told("a command, `apply_patch`", where)
        return True

    # ---- gathering
    def _glue(self, text: str, beside: JsonText, around: Level) -> Traced:
        return Traced.nowhere(text, around.span(beside.start, beside.end))

    def _add(self, pieces: Sequence[Traced], where: Span, claim: Claim) -> None:
        gathered = self._gathered
        start = gathered.size
        for piece in pieces:
            gathered.add(piece)
        last = next((piece.text for piece in reversed(pieces) if piece.text), "\n")
        self.claims.append(claim._replace(start=start, end=max(gathered.size, start + 1)))
        if not last.endswith(("\n", "\r")):
            gathered.glue("\n", Span(where.end, where.end))
        gathered.hold(Span(start, gathered.size), self._calls.entry)

    def _told(self, kind: str, where: Span) -> None:
        if kind not in self.kinds:
            self.kinds.append(kind)
            message = f"The patch stands in {kind}, and is read from there."
            self._calls.note("surrounding_noise", where, message)


def _script_of(words: Sequence[JsonText]) -> JsonText | None:
    """The script that a command has a shell carry out."""
    match [word.value for word in words]:
        case [_]:
            return words[0]
        case [shell, "-c" | "-lc", _] if shell in _SHELLS:
            return words[2]
    return None


def _is_patch(text: str) -> bool:
    """Whether a string holds a patch, not a word or a version."""
    if "\n" not in text and "\r" not in text:
        return False
    lines = Buffer(text).lines
    return find_strong_signal(lines, 0, len(lines)) is not None or any(
        line.startswith("@@") for line in lines[:3]
    )
