"""Which paths a patch may name, and which one was probably meant."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsight.core.model.path_rules import MAX_LENGTH, check, has_backslash, off_limits, suggest
from patchsight.core.model.reserved_names import name_beside, name_journal, name_marker


@pytest.mark.parametrize(
    ("path", "normal"),
    [
        ("a", "a"),
        ("src/app.py", "src/app.py"),
        ("./src/app.py", "src/app.py"),
        ("src/./app.py", "src/app.py"),
        ("././a", "a"),
        ("src//app.py", "src/app.py"),
        ("src///app.py", "src/app.py"),
        ("src\\app.py", "src/app.py"),
        (".\\src\\app.py", "src/app.py"),
        (".gitignore", ".gitignore"),
        (".github/workflows/ci.yml", ".github/workflows/ci.yml"),
        ("git/config", "git/config"),
        ("x.git/config", "x.git/config"),
        ("git~10", "git~10"),
        (".hidden/.env", ".hidden/.env"),
        ("..a", "..a"),
        ("...a/b", "...a/b"),
        ("a..b", "a..b"),
        (" leading", " leading"),
        ("with space/file name.txt", "with space/file name.txt"),
        ("@scope/pkg.json", "@scope/pkg.json"),
        ("brackets/[id].tsx", "brackets/[id].tsx"),
        ("a=b,c;d&e.txt", "a=b,c;d&e.txt"),
        ("back~/x~", "back~/x~"),
        ("src/~x", "src/~x"),
        ("per%20cent/100%.md", "per%20cent/100%.md"),
        ("src%2Fapp.py", "src%2Fapp.py"),
        ("%zz%", "%zz%"),
        ("100%25.md", "100%25.md"),
        ("emoji/😀.md", "emoji/😀.md"),
        ("❤️.md", "❤️.md"),
        ("ä/ö.txt", "ä/ö.txt"),
        ("日本語.md", "日本語.md"),
        ("第1章：入門.md", "第1章：入門.md"),
        ("AC／DC.txt", "AC／DC.txt"),
        ("½.txt", "½.txt"),
        ("wait….txt", "wait….txt"),
        ("console.py", "console.py"),
        ("com10.txt", "com10.txt"),
        ("com", "com"),
        ("null.c", "null.c"),
        ("a.con", "a.con"),
        (".patchsight", ".patchsight"),
        (".patchsight-journal-notes.json", ".patchsight-journal-notes.json"),
        ("patchsight-0123456789abcdef.run", "patchsight-0123456789abcdef.run"),
    ],
)
def test_allowed(path: str, normal: str) -> None:
    assert check(path) == (normal, None)


REFUSED = [
    # up
    ("..", "`..`"),
    ("../a", "`..`"),
    ("a/../b", "`..`"),
    ("a/..", "`..`"),
    ("./../a", "`..`"),
    ("a/../../b", "`..`"),
    ("..\\a", "`..`"),
    ("a\\..\\b", "`..`"),
    ("a/..\\b", "`..`"),
    # elsewhere
    ("/etc/passwd", "absolute"),
    ("/", "absolute"),
    ("\\a", "absolute"),
    ("//host/share", "network"),
    ("\\\\host\\share", "network"),
    ("\\\\?\\C:\\a", "network"),
    ("///a", "network"),
    ("C:", "drive"),
    ("C:a", "drive"),
    ("C:/a", "drive"),
    ("c:\\a", "drive"),
    ("file:///etc/passwd", "address"),
    ("file:a", "address"),
    ("https://a.b/c", "address"),
    ("vscode-remote:x", "address"),
    ("~", "home"),
    ("~/a", "home"),
    ("~user/a", "home"),
    ("./~/a", "home"),
    ("~\\a", "home"),
    # characters
    ("a\0b", "U+0000"),
    ("a\nb", "U+000A"),
    ("a\tb", "U+0009"),
    ("a\x7fb", "U+007F"),
    ("a\x85b", "U+0085"),
    ("a\u2028b", "line separator U+2028"),
    ("a\u2029b", "U+2029"),
    ("a\u202eb", "invisible character U+202E"),
    ("a\u2066b", "U+2066"),
    ("a\u061cb", "U+061C"),
    ("a\u200bb", "U+200B"),
    ("a\u200db", "U+200D"),
    ("a\u2060b", "U+2060"),
    ("\ufeffa", "U+FEFF"),
    ("a\u00adb", "U+00AD"),
    ("a\u3164", "U+3164"),
    ("a\ud800", "U+D800"),
    ("a\x1b[31m", "U+001B"),
    # .git
    (".git", "`.git`"),
    (".git/config", "`.git`"),
    ("./.git/config", "`.git`"),
    ("sub/.git/hooks/x", "`.git`"),
    (".GIT/config", "`.git`"),
    (".Git", "`.git`"),
    (".git./config", "`.git`"),
    (".git /config", "`.git`"),
    (".git . ./config", "`.git`"),
    ("git~1/config", "`.git`"),
    ("GIT~1/config", "`.git`"),
    (".git::$INDEX_ALLOCATION/config", "`.git`"),
    (".git:x", "`.git`"),
    (".git\\config", "`.git`"),
    (".g\u200cit/config", "U+200C"),
    ("\u200e.git/config", "U+200E"),
    # what `apply` keeps while it runs
    (".patchsight-journal-0123456789abcdef.move.json", "keeps for itself"),
    ("a/.b.patchsight-0123456789abcdef-0.bak", "keeps for itself"),
    (".B.PATCHSIGHT-0123456789ABCDEF-0.TMP", "keeps for itself"),
    (".patchsight-0123456789abcdef.run/a", "keeps for itself"),
    (".b.patch%73ight-0123456789abcdef-0.bak", "percent"),
    (".b.patchsight－0123456789abcdef-0.bak", "look-alike"),
    # names that mean something else on another system
    ("a:b", "drive"),
    ("src/a:b", "colon"),
    ("app.py:12", "colon"),
    ("src/a.txt:stream", "colon"),
    ("a.", "dot or a space"),
    ("a /b", "dot or a space"),
    ("a./b", "dot or a space"),
    ("...", "dots and spaces"),
    (" ", "dots and spaces"),
    ("a/. /b", "dots and spaces"),
    (".. /a", "dots and spaces"),
    ("con", "device"),
    ("CON.txt", "device"),
    ("src/nul.c", "device"),
    ("Aux.h", "device"),
    ("com1", "device"),
    ("LPT9.x.y", "device"),
    ("COM¹", "device"),
    ("prn .txt", "device"),
    ("conin$", "device"),
    # not a file
    ("", "empty"),
    (".", "workspace folder itself"),
    ("./", "workspace folder itself"),
    ("a/", "names a folder"),
    ("a/b//", "names a folder"),
    ("a\\", "names a folder"),
    ("a/.", "names a folder"),
    # disguises
    ("%2e%2e/a", "percent"),
    ("..%2fa", "percent"),
    ("%2E%2E%2Fa", "percent"),
    (".%2e/a", "percent"),
    ("..%5ca", "percent"),
    ("a%00b", "percent"),
    ("a%0Ab", "percent"),
    ("%2fetc/passwd", "percent"),
    ("%2egit/config", "percent"),
    (".g%69t/config", "percent"),
    ("%43%3a/a", "percent"),
    ("c%3a/a", "percent"),
    ("%7e/a", "percent"),
    ("%252e%252e/a", "percent"),
    ("%25252e%25252e%25252fa", "percent"),
    ("%c0%ae%c0%ae/a", "percent"),
    ("..%c0%afa", "percent"),
    ("%e2%80%aea", "percent"),
    ("%" + "25" * 20 + "2e", "many times"),
    ("．．/a", "look-alike"),
    ("．．／a", "look-alike"),
    ("‥/a", "look-alike"),
    ("\u2024\u2024/a", "look-alike"),
    ("．．＼a", "look-alike"),
    (".．/a", "look-alike"),
    ("a/．．/b", "look-alike"),
    ("..∕a", "look-alike"),
    ("..⁄a", "look-alike"),
    ("..⧸a", "look-alike"),
    ("／etc/passwd", "look-alike"),
    ("∕etc", "look-alike"),
    ("．git/config", "look-alike"),
    (".ｇｉｔ/config", "look-alike"),
    (".git／config", "look-alike"),
    ("Ｃ：／a", "look-alike"),
    ("％2e％2e/a", "percent"),
    ("%ef%bc%8e%ef%bc%8e/a", "look-alike"),
    ("…/a", "look-alike"),
    ("\u00a0", "look-alike"),
    # size
    ("a/" * MAX_LENGTH, "longer"),
]


@pytest.mark.parametrize(("path", "reason"), REFUSED, ids=[ascii(path)[:40] for path, _ in REFUSED])
def test_refused(path: str, reason: str) -> None:
    found = check(path)[1]
    assert found is not None
    assert reason in found


def test_backslashes_are_named() -> None:
    assert has_backslash("a\\b")
    assert not has_backslash("a/b")


def test_a_lookalike_is_seen_behind_steps_that_say_nothing() -> None:
    """Without the dot, the rest starts at the root of the disk."""
    assert check("\uff0f")[1] == check("./\uff0f")[1] == check(".\\\uff0f")[1]
    assert check("./\uff0f")[1] == "look-alike characters hide a path that is refused"


def test_git_is_seen_in_real_paths() -> None:
    assert off_limits("a/.GIT/config") == "into `.git`"
    assert off_limits("a/.gitignore") is None


def test_what_apply_keeps_is_seen_in_real_paths() -> None:
    for name in (
        name_journal("0" * 32, "1" * 16, "move"),
        name_marker("1" * 16),
        name_beside("x" * 200, "1" * 16, 0) + ".bak",
    ):
        assert (
            off_limits(f"a/{name}")
            == off_limits(f"{name.upper()}/b")
            == "to what `patchsight apply` keeps while it runs"
        )


@given(st.text(max_size=60) | st.text(alphabet="./\\~:%2eEfFgitGIT ．／", max_size=30))
def test_what_is_allowed_is_harmless(path: str) -> None:
    normal, reason = check(path)
    if reason is None:
        steps = normal.split("/")
        assert normal and ".." not in steps and "" not in steps and "." not in steps
        assert not normal.startswith(("/", "~")) and ":" not in normal and "\\" not in normal
        assert ".git" not in [step.casefold() for step in steps]
        assert check(normal) == (normal, None)


@pytest.mark.parametrize(
    "path",
    [
        "%25" * 1300,
        "%" + "25" * 2000 + "2e",
        "%" * MAX_LENGTH,
        "e\u0301\u0323" * 1300,
        "../" * 1300,
        "a" * 10**7,
    ],
    ids=lambda path: path[:9],
)
def test_hostile_paths_are_cheap(path: str) -> None:
    start = time.process_time()
    check(path)
    assert time.process_time() - start < 0.2


KNOWN = [
    "README.md",
    "lib/io.py",
    "src/app.py",
    "src/app_test.py",
    "src/core/model.py",
    "src/core/text.py",
    "src/utils/io.py",
    "tests/core/test_text.py",
    "web/src/app.py",
    "bad\u202e/secret.py",
]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("core/model.py", ["src/core/model.py"]),
        ("model.py", ["src/core/model.py"]),
        ("project/src/core/model.py", ["src/core/model.py"]),
        ("/home/me/ws/src/core/text.py", ["src/core/text.py"]),
        ("../src/core/text.py", ["src/core/text.py"]),
        ("core\\text.py", ["src/core/text.py"]),
        ("readme.md", ["README.md"]),
        ("src/App.py", ["src/app.py", "web/src/app.py"]),
        ("srv/utils/io.py", ["src/utils/io.py"]),
        ("src/util/io.py", ["src/utils/io.py", "lib/io.py"]),
        ("src/core/modle.py", ["src/core/model.py"]),
        ("scr/app.py", ["src/app.py", "web/src/app.py"]),
        ("REDME.md", ["README.md"]),
        ("secret.py", []),
        ("nothing/like/it.rs", []),
        ("..", []),
        ("", []),
    ],
)
def test_did_you_mean(path: str, expected: list[str]) -> None:
    assert suggest(path, KNOWN)[: len(expected) or None] == expected


def test_a_unique_ending_stands_alone() -> None:
    assert suggest("core/text.py", KNOWN) == ["src/core/text.py"]


def test_suggestions_are_limited() -> None:
    assert len(suggest("app.py", [f"d{n}/app.py" for n in range(9)], limit=2)) == 2
    assert suggest("app.py", []) == []


@pytest.mark.parametrize(
    "known",
    [
        [f"packages/p{n % 97}/src/module{n}/file{n}.py" for n in range(50_000)],
        [f"packages/p{n}/src/__init__.py" for n in range(50_000)],
    ],
)
def test_many_files_are_searched_fast(known: list[str]) -> None:
    suggest("x", ["x", "y/x"])  # imports count once
    start = time.process_time()
    assert suggest("packages/p7/scr/__init__.py", known) is not None
    assert time.process_time() - start < 0.5
