"""Hostile patches: every trick with a path, in every format, through every door, changes nothing and reads nothing outside."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lsp.inside import Inside
from patchsight.cli import main
from patchsight.core.model.patch import Options
from patchsight.core.model.problems import Severity
from patchsight.workspace.files import Files
from patchsight.workspace.workspace import Workspace
from support.check import answer, codes
from support.five import FORMATS, Written, write

CHANGE, CREATE = " one\n-two\n+2\n", "+x\n"
in_every_format = pytest.mark.parametrize("form", FORMATS)

TRICKS = {
    "up": ["../x", "a/../../x", "./../x", "sub/..", "../../../../../../../../etc/passwd"],
    "absolute": ["/etc/passwd", "/x", "///x"],
    "drive": ["C:/x", "c:x", "C:\\x", "\\\\?\\C:\\x"],
    "UNC": ["//host/share/x", "\\\\host\\share\\x", "\\\\.\\pipe\\x"],
    "home": ["~", "~/x", "~root/x", "~\\x", "./~/x"],
    "NUL": ["a\0b", "f.txt\0.png"],
    "control": ["a\x07b", "a\x1b[2Jb", "a\x7fb", "a\x9bb"],
    "trailing dots and spaces": ["x.", "x ./y", "x /y", "x./y", ".../x", "f.txt."],
    "mixed separators": ["..\\x", "a/..\\..\\x", "a\\../../x", ".\\.\\../x", "sub\\..\\..\\x"],
    "percent-encoded": [
        "%2e%2e/x",
        "..%2fx",
        "%252e%252e/x",
        "%c0%ae%c0%ae/x",
        "..%5cx",
        "%2fetc/passwd",
        "x%00",
        "%7e/x",
        ".g%69t/x",
    ],
    "look-alikes": [
        "．．/x",
        "..／x",
        "‥/x",
        "..∕x",
        "..⁄x",
        "..⧸x",
        "／etc/passwd",
        "\u2024\u2024/x",
        "．git/config",
        ".ｇｉｔ/x",
    ],
    "invisible": [
        "\u202etxt.f",
        "f\u200b.txt",
        "f\u2066.txt",
        "f\u3164.txt",
        "f\ufe01.txt",
        "f\U000e0061.txt",
        "f\U000e0101.txt",
    ],
    ".git": [
        ".git/config",
        ".git",
        "sub/.git/hooks/x",
        ".GIT/config",
        ".Git/x",
        ".git./x",
        ".git /x",
        "git~1/x",
        "GIT~1/x",
        ".git\u200c/x",
        ".git::$INDEX_ALLOCATION/x",
    ],
    "kept by apply": [
        ".patchsight-journal-0123456789abcdef.move.json",
        "sub/.f.txt.patchsight-0123456789abcdef-0.bak",
        ".patchsight-0123456789abcdef.run",
        ".PATCHSIGHT-Journal-0123456789ABCDEF.move.json",
        "sub/.F.TXT.PatchSight-0123456789ABCDEF-12.tmp",
        ".patchsight-0123456789abcdef.run/x",
        ".f.txt.patch%73ight-0123456789abcdef-0.bak",
        ".f.txt.ｐａｔｃｈｓｉｇｈｔ-0123456789abcdef-0.bak",
        "./sub//.f.txt.patchſight-0123456789abcdef-0.bak",
    ],
    "devices by name": ["con", "aux.txt", "sub/NUL", "com1.log", "LPT9"],
    "streams": ["f.txt:stream", "f.txt::$DATA", "sub/f:x"],
    "addresses": ["file:///etc/passwd", "http://host/x", "vscode-userdata:/x"],
    "folders": [".", "./", "sub/", "sub/."],
    "length": ["x" * 5000, "x/" * 4000 + "x"],
}
tricks = pytest.mark.parametrize("trick", TRICKS)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace with a file, and the same beside it where no patch may go."""
    (tmp_path / "root" / "sub").mkdir(parents=True)
    for name in ("root/f.txt", "root/sub/f.txt", "x"):
        (tmp_path / name).write_text("one\ntwo\n")
    return tmp_path / "root"


def look(folder: Path) -> dict[str, object]:
    """Everything below a folder, links and special files by their kind."""
    return {
        str(path): path.read_bytes()
        if path.is_file() and not path.is_symlink()
        else path.lstat().st_mode
        for path in sorted(folder.rglob("*"))
    }


# ---- the three doors


class Door:
    """A way for a patch into a workspace; `knock` gives the codes of its errors once it is sure that nothing changed."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root, self.capsys = root, capsys

    async def knock(self, patch: Written) -> list[str]:
        raise NotImplementedError


class Directly(Door):
    async def knock(self, patch: Written) -> list[str]:
        report = Workspace(self.root).analyse(patch.text, self.root / patch.name)
        read = set(report.texts) - {"f.txt"}
        assert not report.ok and not report.plan and not read
        return [problem.code for problem in report.errors]


class CommandLine(Door):
    async def knock(self, patch: Written) -> list[str]:
        path = self.root.parent / patch.name
        path.write_text(patch.text, encoding="utf-8")
        before = look(self.root.parent)
        assert main(["apply", str(path), "--root", str(self.root), "--output-format", "json"]) == 1
        out, err = self.capsys.readouterr()
        assert "Traceback" not in err and "should not have happened" not in err
        assert look(self.root.parent) == before
        return [
            problem["code"]
            for problem in json.loads(out)["problems"]
            if problem["severity"] == "error"
        ]


def addresses(answer: object) -> Iterator[str]:
    """Every file that an answer leads to or changes."""
    if isinstance(answer, list):
        for one in answer:
            yield from addresses(one)
    elif isinstance(answer, dict):
        for key, value in answer.items():
            if key in ("uri", "targetUri", "target", "oldUri", "newUri") and isinstance(value, str):
                yield value
            elif key == "changes" and isinstance(value, dict):
                yield from value
            yield from addresses(value)


class LanguageServer(Door):
    async def knock(self, patch: Written) -> list[str]:
        inside, uri = Inside(), (self.root / patch.name).as_uri()
        await inside.begin(self.root, capabilities=_ABLE)
        inside.open(uri, patch.text)
        await self.ask_everything(inside, uri)
        applied = await inside.request(
            "workspace/executeCommand",
            {"command": "patchsight.applyPatch", "arguments": [{"uri": uri}]},
        )
        assert applied["result"] is False and len(inside.messages()) == 1
        assert not [one for one in inside.sent if one.get("method") == "workspace/applyEdit"]
        assert set(addresses(inside.sent)) <= {uri, (self.root / "f.txt").as_uri()}
        return [
            one["code"] for one in inside.published(uri)[-1]["diagnostics"] if one["severity"] == 1
        ]

    async def ask_everything(self, inside: Inside, uri: str) -> None:
        """What an editor asks by itself, and what a user asks: no answer may lead outside, and none may fail."""
        document, place = {"textDocument": {"uri": uri}}, {"position": {"line": 2, "character": 20}}
        everything = {
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
        }
        for method, params in (
            ("textDocument/hover", place),
            ("textDocument/definition", place),
            ("textDocument/references", {**place, "context": {"includeDeclaration": True}}),
            ("textDocument/documentLink", {}),
            ("textDocument/documentSymbol", {}),
            ("textDocument/codeLens", {}),
            ("textDocument/inlayHint", everything),
            ("textDocument/codeAction", {**everything, "context": {"diagnostics": []}}),
            ("textDocument/completion", place),
            ("textDocument/semanticTokens/full", {}),
        ):
            answer = await inside.request(method, {**document, **params})
            assert "error" not in answer, answer
            assert str(self.root.parent / "outside") not in json.dumps(answer)


_ABLE = {
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {
            "documentChanges": True,
            "resourceOperations": ["create", "rename", "delete"],
        },
    },
    "textDocument": {
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}},
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
            "disabledSupport": True,
        }
    },
}


@pytest.fixture(params=[Directly, CommandLine, LanguageServer], ids=lambda door: door.__name__)
def door(request: pytest.FixtureRequest, root: Path, capsys: pytest.CaptureFixture[str]) -> Door:
    made: Door = request.param(root, capsys)
    return made


# ---- paths


@tricks
@in_every_format
async def test_a_path_trick_is_refused(form: str, trick: str, door: Door) -> None:
    most = 1 if isinstance(door, LanguageServer) else None  # it takes long to ask for everything
    for path in TRICKS[trick][:most]:
        for lines in (CHANGE, CREATE)[:most]:
            found = await door.knock(write(form, (path, lines)))
            assert found == ["path_escape"] or (
                isinstance(door, CommandLine) and trick == "NUL" and found == ["not_text"]
            ), path


OTHER_WAYS = {
    "a move": "*** Begin Patch\n*** Update File: f.txt\n*** Move to: {}\n*** End Patch\n",
    "a move from": "*** Begin Patch\n*** Update File: {}\n*** Move to: new.txt\n@@\n one\n-two\n+2\n*** End Patch\n",
    "a deletion": "*** Begin Patch\n*** Delete File: {}\n*** End Patch\n",
    "a deletion by a diff": "--- a/{}\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n",
    "a rename": "diff --git a/f.txt b/x\nsimilarity index 100%\nrename from f.txt\nrename to {}\n",
    "a rename from": "diff --git a/x b/new.txt\nsimilarity index 100%\nrename from {}\nrename to new.txt\n",
    "a whole text": ">>> file: {} | mode=replace\n--- from\n--- to\nx\n<\n",
    "a quoted path": '--- "a/{}"\n+++ "b/{}"\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
}


@pytest.mark.parametrize("trick", [trick for trick in TRICKS if trick not in ("NUL", "length")])
@pytest.mark.parametrize("way", OTHER_WAYS)
async def test_a_path_trick_in_other_places(
    way: str, trick: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in TRICKS[trick]:
        quoted = path.replace("\\", "\\\\") if "quoted" in way else path
        patch = Written(OTHER_WAYS[way].replace("{}", quoted), "p.patch")
        found = await Directly(root, capsys).knock(patch)
        assert "path_escape" in found, path


# ---- what stands there


def _link(to: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(to)


#: What is made in the workspace, the path of the patch, and the code of its error.
THINGS: dict[str, tuple[dict[str, Callable[[Path], Any]], str, str]] = {
    "a link to a file outside": ({"l": _link("../outside/f.txt")}, "l", "path_escape"),
    "a link in the middle": ({"l": _link("../outside")}, "l/f.txt", "path_escape"),
    "a link deeper in the middle": (
        {"sub/l": _link("../../outside")},
        "sub/l/deep/f.txt",
        "path_escape",
    ),
    "a chain of links": (
        {"a": _link("b"), "b": _link("sub/c"), "sub/c": _link("../../outside")},
        "a/f.txt",
        "path_escape",
    ),
    "a link to where nothing is": ({"l": _link("../outside/none")}, "l", "path_escape"),
    "a link up": ({"sub/l": _link("../..")}, "sub/l/outside/f.txt", "path_escape"),
    "an absolute link": ({"l": _link("/etc")}, "l/passwd", "path_escape"),
    "a link through a circle": (
        {"c": _link("c"), "d": _link("../outside"), "l": _link("c/../d/f.txt")},
        "l",
        "path_escape",
    ),
    "a link into .git": (
        {".git": Path.mkdir, ".git/config": Path.touch, "l": _link(".git")},
        "l/config",
        "path_escape",
    ),
    "a link to what apply keeps": (
        {
            ".f.txt.patchsight-0123456789abcdef-0.bak": lambda path: path.write_text("one\ntwo\n"),
            "l": _link(".f.txt.patchsight-0123456789abcdef-0.bak"),
        },
        "l",
        "path_escape",
    ),
    "a link to /proc": ({"l": _link("/proc/self")}, "l/environ", "path_escape"),
    "a link to one's own folder in /proc": (
        {"l": _link("/proc/self/root/etc")},
        "l/passwd",
        "path_escape",
    ),
    "a link to an open file": ({"l": _link("/proc/self/fd/0")}, "l", "path_escape"),
    "a link to a device": ({"l": _link("/dev/zero")}, "l", "path_escape"),
    "a circle of links": ({"a": _link("b"), "b": _link("a")}, "a", "unreadable"),
    "a pipe": ({"p": os.mkfifo}, "p", "not_a_file"),
    "a link to a pipe": ({"p": os.mkfifo, "l": _link("p")}, "l", "not_a_file"),
    "a folder": ({}, "sub", "is_directory"),
    "a file as a folder": ({}, "f.txt/x", "not_a_file"),
    "a name that is too long": ({}, "x" * 300, "unreadable"),
}


@pytest.mark.parametrize("thing", THINGS)
@in_every_format
async def test_a_target_that_must_not_be_touched(form: str, thing: str, door: Door) -> None:
    outside = door.root.parent / "outside" / "deep"
    outside.mkdir(parents=True)
    for folder in (outside, outside.parent):
        (folder / "f.txt").write_text("one\ntwo\n")
    made, path, code = THINGS[thing]
    for name, make in made.items():
        make(door.root / name)
    before = look(door.root.parent)
    assert await door.knock(write(form, (path, CHANGE))) == [code]
    (door.root.parent / write(form, (path, CHANGE)).name).unlink(missing_ok=True)
    assert look(door.root.parent) == before


@in_every_format
@pytest.mark.parametrize(
    ("folder", "name", "code"),
    [
        ("/dev", "null", "not_a_file"),
        ("/dev", "zero", "not_a_file"),
        ("/proc/self", "mem", "unreadable"),
        ("/proc/self", "fd/0", "path_escape"),
        ("/proc/self", "cwd/x", "path_escape"),
    ],
)
def test_devices_and_proc(form: str, folder: str, name: str, code: str) -> None:
    """Even with such a folder as the root."""
    if folder == "/proc/self":
        folder = os.path.realpath(folder)
    patch = write(form, (name, CHANGE))
    assert codes(Workspace(Path(folder)).analyse(patch.text, Path("/") / patch.name))[-1:] == [code]


@in_every_format
def test_a_file_in_proc_cannot_be_written(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *_ = Path("/proc/self/comm").read_text().split("\n")
    patch = write(form, ("comm", f"-{first}\n+pwned\n"))
    (tmp_path / patch.name).write_text(patch.text)
    assert main(["apply", str(tmp_path / patch.name), "--root", f"/proc/{os.getpid()}"]) in (1, 2)
    assert Path("/proc/self/comm").read_text().startswith(first)
    assert "Nothing" in "".join(capsys.readouterr()) or form


# ---- hard links


@in_every_format
def test_a_hard_link_is_told_and_the_other_name_keeps_its_text(
    form: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = root.parent / "outside.txt"
    outside.hardlink_to(root / "f.txt")
    patch = write(form, ("f.txt", CHANGE))
    (root / patch.name).write_text(patch.text)
    report = Workspace(root).analyse(patch.text, root / patch.name)
    assert "hard_link" in codes(report) and report.ok
    assert main(["apply", str(root / patch.name), "--root", str(root)]) == 0
    assert "warning[hard_link]" in capsys.readouterr().out
    assert (root / "f.txt").read_text() == "one\n2\n"
    assert outside.read_text() == "one\ntwo\n"
    assert (root / "f.txt").stat().st_nlink == outside.stat().st_nlink == 1


def test_deleting_one_name_leaves_the_other(root: Path) -> None:
    outside = root.parent / "outside.txt"
    outside.hardlink_to(root / "f.txt")
    (root / "p.patch").write_text("*** Begin Patch\n*** Delete File: f.txt\n*** End Patch\n")
    assert codes(Workspace(root).analyse((root / "p.patch").read_text())) == []
    assert main(["apply", str(root / "p.patch"), "--root", str(root)]) == 0
    assert not (root / "f.txt").exists() and outside.read_text() == "one\ntwo\n"


@in_every_format
async def test_two_names_of_one_file_in_one_patch(form: str, door: Door) -> None:
    (door.root / "twin.txt").hardlink_to(door.root / "f.txt")
    patch = write(form, ("f.txt", CHANGE), ("twin.txt", CHANGE))
    if isinstance(door, Directly):
        report = Workspace(door.root).analyse(patch.text, door.root / patch.name)
        assert [problem.code for problem in report.errors] == ["duplicate_file_patch"]
        assert "a link leads to the same file as `f.txt`" in report.errors[0].message
    else:
        assert await door.knock(patch) == ["duplicate_file_patch"]


def test_an_open_buffer_does_not_hide_a_hard_link(root: Path) -> None:
    (root / "twin.txt").hardlink_to(root / "f.txt")
    real = os.path.realpath(root / "f.txt")
    assert Files(root, buffers={real: "x"}).read("f.txt").shared
    assert Files(root, buffers={real: "x"}).identity("f.txt") == Files(root).identity("twin.txt")


# ---- YAML


def _bomb() -> Iterator[str]:
    yield "a0: &a0 [x, x, x, x, x, x, x, x, x]"
    for level in range(1, 30):
        yield f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]"


AP = 'version: "2.0"\nchanges:\n  - file_path: f.txt\n    modifications:\n      - action: REPLACE\n        snippet: two\n        content: {}\n'
YAML = {
    "a bomb of aliases": 'version: "2.0"\n' + "\n".join(_bomb()) + "\nchanges: *a29\n",
    "a bomb of merge keys": 'version: "2.0"\na: &a {x: 1}\n'
    + "".join(f"b{n}: &b{n} {{<<: [*a, *a]}}\n" for n in range(999))
    + "changes: [{<<: *b0}]\n",
    "an alias to itself": 'version: "2.0"\nchanges: &a\n  - *a\n',
    "an alias as the content": AP.format("&x a")
    + "      - action: REPLACE\n        snippet: one\n        content: *x\n",
    "an alias to nothing": AP.format("*nothing"),
    "a tag that calls": AP.format("!!python/object/apply:os.system ['touch pwned']"),
    "a tag that makes": AP.format("!!python/object/new:os.system [touch pwned]"),
    "a tag that names": AP.format("!!python/name:os.system ''"),
    "a tag of one's own": AP.format("!evil x"),
    "binary": AP.format("!!binary eA=="),
    "a set": AP.format("!!set {x}"),
    "another document": AP.format("x") + "---\n" + AP.format("y"),
    "a directive": "%YAML 9.9\n---\n" + AP.format("x"),
    "a tag directive": "%TAG ! tag:evil,2000:\n---\n" + AP.format("!x y"),
    "a number with a million digits": AP.format("1" * 1_000_000),
    "a key of a megabyte": AP.format("x") + "        " + "k" * 1_000_000 + ": 1\n",
    "a hundred thousand anchors": AP.format("x")
    + "".join(f"k{n}: &a{n} 1\n" for n in range(100_000)),
    "a deep list": AP.format("[" * 100_000),
    "a deep map": AP.format("{a: " * 100_000),
    "dashes": AP.format("- " * 100_000),
}


@pytest.mark.parametrize("text", YAML)
def test_hostile_yaml(text: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is run, nothing is built, nothing hangs; what is not plain ap is an error."""
    monkeypatch.chdir(root)
    report = Workspace(root).analyse(YAML[text], root / "p.ap")
    assert report.errors and not (root / "pwned").exists()
    assert len(report.problems) < 2000


def test_forty_thousand_keys(root: Path) -> None:
    """Each is unknown, which is no error; as many are told as anyone wants to read."""
    report = Workspace(root).analyse(
        AP.format("x") + "".join(f"        k{n}: 1\n" for n in range(40_000)), root / "p.ap"
    )
    assert set(codes(report)) == {"unknown_key", "more_problems"} and len(report.problems) == 501
    assert report.count(Severity.WARNING) == 40_000


def test_a_hundred_thousand_keys_are_more_than_an_answer_may_take(root: Path) -> None:
    text = AP.format("x") + "".join(f"        k{n}: 1\n" for n in range(100_000))
    assert codes(Workspace(root).analyse(text, root / "p.ap")) == ["budget_exceeded"]
    patient = Workspace(root, Options(patient=True)).analyse(text, root / "p.ap")
    assert patient.count(Severity.WARNING) == 100_000


# ---- characters that hide


HIDDEN = {
    "bidirectional embeddings and overrides": "\u202a\u202b\u202c\u202d\u202e",
    "bidirectional isolates": "\u2066\u2067\u2068\u2069",
    "bidirectional marks": "\u200e\u200f\u061c",
    "zero width": "\u200b\u200c\u200d\u2060\u180e",
    "invisible operators": "\u2061\u2062\u2063\u2064",
    "deprecated format controls": "\u206a\u206b\u206c\u206d\u206e\u206f",
    "a byte order mark": "\ufeff",
    "fillers": "\u115f\u1160\u3164\uffa0\u17b4\u17b5",
    "soft hyphen and grapheme joiner": "\u00ad\u034f",
    "variation selectors": "\ufe00\ufe01\ufe0e\ufe0f\u180b\u180c\u180d\U000e0100\U000e01ef",
    "tags": "\U000e0001\U000e0020\U000e0061\U000e007f",
    "line separators": "\u2028\u2029\x85",
    "annotations and music": "\ufff9\ufffa\ufffb\U0001d173\U0001d17a\U0001bca0",
    "controls that terminals obey": "\x07\x08\x1b\x7f\x9b",
    "the blank of Braille": "\u2800",
}


@pytest.mark.parametrize("kind", HIDDEN)
@in_every_format
def test_hidden_characters_in_added_lines(form: str, kind: str) -> None:
    for char in HIDDEN[kind]:
        for lines, files in (
            (f" one\n-two\n+t{char}wo\n", {"f.txt": "one\ntwo\n"}),
            (f"+t{char}wo\n", {}),
        ):
            patch = write(form, ("f.txt", lines))
            report = answer(patch.text, files, name=patch.name)
            found = [problem for problem in report.problems if problem.code == "hidden_characters"]
            assert len(found) == 1 and report.ok, ascii(char)
            assert f"the invisible character U+{ord(char):04X}" in found[0].message
            if form != "ap":  # there it is written as an escape
                assert report.patch.buffer.text[slice(*found[0].span)] == char


@pytest.mark.parametrize(
    "line",
    [
        "family = '👨‍👩‍👧'",
        "heart = '❤️'",
        "keys = '1️⃣ #️⃣'",
        "flag = '🏴󠁧󠁢󠁥󠁮󠁧󠁿'",
        "می‌خواهم",
        "क्‍ष",
        "葛\U000e0100城",
        "ᠠ᠋",
        "page\x0cbreak",
        "tab\tand space",
        "naïve café",
        "“quoted” – dash…",
        "spinner = '⠀⠁⠂⠄⡀⢀⠠⠐⠈'",
        "Zażółć gęślą jaźń",
        "한국어",
        "עברית",
        "العربية",
    ],
)
def test_text_of_all_scripts_is_not_hidden(line: str) -> None:
    report = answer(write("v4a", ("f.txt", f"+{line}\n")).text, {})
    assert codes(report) == []


@pytest.mark.parametrize(
    "line",
    [
        "1\ufe0f",
        "x\ufe0f\ufe0f",
        "❤\ufe0f\ufe01",
        "a\U000e0100",
        "🏴\U000e0067",
        "é\ufe00\ufe01",
        "\ufe0f",
    ],
)
def test_what_belongs_to_a_symbol_hides_anywhere_else(line: str) -> None:
    assert codes(answer(write("v4a", ("f.txt", f"+{line}\n")).text, {})) == ["hidden_characters"]


LOOKALIKES = {
    "p\u0430ypal = 1": "`p\u0430ypal`, in which U+0430 (cyrillic small letter a) looks like `a`: it reads `paypal`",
    "\u0441\u043e\u0440\u0443()": "in which U+0441 (cyrillic small letter es) looks like `c`: it reads `copy`",
    "\U0001d41e\U0001d431\U0001d41e\U0001d41c(x)": "(mathematical bold small e) looks like `e`: it reads `exec`",
    "user_\u0399D = 1": "U+0399 (greek capital letter iota) looks like `I`: it reads `user_ID`",
    "\ufb01nd(x)": "U+FB01 (latin small ligature fi) looks like `fi`: it reads `find`",
}


@pytest.mark.parametrize("line", LOOKALIKES)
@in_every_format
def test_lookalikes_in_added_lines(form: str, line: str) -> None:
    for lines, files in (
        (f" one\n-two\n+{line}\n", {"f.txt": "one\ntwo\n"}),
        (f"+{line}\n", {}),
    ):
        patch = write(form, ("f.txt", lines))
        report = answer(patch.text, files, name=patch.name)
        [found] = [told for told in report.problems if told.code == "lookalike_characters"]
        assert report.ok and LOOKALIKES[line] in found.message


@pytest.mark.parametrize(
    "line",
    [
        "# это сор, а не copy",  # the words around it are Russian
        "SMSка",
        "Δx = ν_max + α0 * μs",
        "Ｗｅｂサイト",
        "1ª 2º",
        "Zażółć gęślą jaźń naïve",
        "全角\u3000空白",
        "𝔘 ⊂ ℝ, 𝒳0",  # as mathematicians write
    ],
)
def test_words_of_other_scripts_are_at_home(line: str) -> None:
    assert codes(answer(write("v4a", ("f.txt", f"+{line}\n")).text, {})) == []


def test_lookalikes_that_were_there_are_not_told() -> None:
    patch = write("v4a", ("f.txt", " p\u0430y(1)\n-a\u00a0b\n+p\u0430y(2)\n+a\u00a0c\n"))
    assert codes(answer(patch.text, {"f.txt": "p\u0430y(1)\na\u00a0b\n"})) == []


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (
            "src/p\u0430th.py",
            "`p\u0430th`, in which U+0430 (cyrillic small letter a) looks like `a`",
        ),
        ("read\u00a0me.txt", "U+00A0 (no-break space), which looks like a space"),
        ("read\u3000me.txt", "U+3000 (ideographic space), which looks like a space"),
        ("src/Привет.py", None),
        ("文書\u3000一.txt", None),
        ("read me.txt", None),
    ],
)
def test_lookalikes_in_names_of_new_files(path: str, told: str | None) -> None:
    """A file that stands there has the name it has."""
    added = write("v4a", (path, "+x\n")).text
    updated = write("v4a", (path, "-x\n+y\n")).text
    assert codes(answer(updated, {path: "x\n"})) == []
    moved = f"*** Begin Patch\n*** Update File: a.txt\n*** Move to: {path}\n*** End Patch\n"
    for text, files in ((added, {}), (moved, {"a.txt": "x\n"})):
        found = [problem.message for problem in answer(text, files).problems]
        assert found == (
            [f"The name of this new file holds {told}{END.get(path, '')}."] if told else []
        )


END = {"src/p\u0430th.py": ": it reads `path`"}


@pytest.mark.parametrize("blanks", [" " * 3000, "\t" * 250, " \t" * 1500])
def test_code_far_to_the_right(blanks: str) -> None:
    report = answer(write("v4a", ("f.txt", f"+x = 1{blanks}; evil()\n")).text, {})
    [found] = report.problems
    assert found.code == "text_out_of_sight" and report.ok
    assert found.message == (
        f"This added line goes on in column {len(blanks) + 6:,}, behind {len(blanks):,} blanks: `; evil()`."
    )


def test_blanks_at_the_end_hide_nothing() -> None:
    assert codes(answer(write("v4a", ("f.txt", f"+x{' ' * 3000}\n+y\n")).text, {})) == []


@in_every_format
def test_hidden_characters_that_were_there_are_not_told(form: str) -> None:
    patch = write(form, ("f.txt", " o\u200bne\n-tw\u200bo\n+2\n"))
    assert (
        "hidden_characters"
        not in codes(answer(patch.text, {"f.txt": "o\u200bne\ntw\u200bo\n"}, name=patch.name))
        or form == "ap"
    )
