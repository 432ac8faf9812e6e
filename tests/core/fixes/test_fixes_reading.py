"""Quick fixes for what is written wrong: headers, prefixes, the frame of a patch, paths, and the keys of ap."""

from __future__ import annotations

import pytest

from support.fixing import ROOT, check, titles

ABC = {"a.txt": "alpha\nbeta\ngamma\ndelta\n"}


def v4a(body: str, path: str = "a.txt") -> str:
    return f"*** Begin Patch\n*** Update File: {path}\n{body}*** End Patch\n"


def diff(body: str, path: str = "a.txt") -> str:
    return f"--- a/{path}\n+++ b/{path}\n{body}"


# ---- the headers of hunks
def test_wrong_counts() -> None:
    check(
        diff("@@ -2,7 +2,9 @@\n-beta\n+b\n gamma\n"),
        ABC,
        "hunk_count_mismatch",
        "Write `-2,2 +2,2`",
        diff("@@ -2,2 +2,2 @@\n-beta\n+b\n gamma\n"),
        "x.diff",
        safe=True,
    )


def test_a_stale_line_number() -> None:
    check(
        diff("@@ -9,2 +9,1 @@ def f\n-beta\n gamma\n"),
        ABC,
        "line_drift",
        "Write `-2,2 +2,1`",
        diff("@@ -2,2 +2,1 @@ def f\n-beta\n gamma\n"),
        "x.diff",
        safe=True,
    )


def test_every_number_below_a_stale_one() -> None:
    check(
        diff("@@ -9 +9,2 @@\n alpha\n+new\n@@ -11 +12 @@\n-gamma\n+c\n"),
        ABC,
        "line_drift",
        "Correct the line numbers of 2 hunks",
        diff("@@ -1,1 +1,2 @@\n alpha\n+new\n@@ -3,1 +4,1 @@\n-gamma\n+c\n"),
        "x.diff",
        safe=True,
    )


@pytest.mark.parametrize("empty", ["@@\n", "@@\n\n", "@@   \n"])
def test_a_marker_with_nothing_below_it(empty: str) -> None:
    check(
        v4a(empty + "@@\n-beta\n+b\n"),
        ABC,
        "empty_hunk",
        "Remove this header, no line follows it",
        v4a("@@\n-beta\n+b\n"),
        safe=True,
    )
    check(
        v4a("@@\n-beta\n+b\n" + empty),
        ABC,
        "empty_hunk",
        "Remove this header, no line follows it",
        v4a("@@\n-beta\n+b\n"),
        safe=True,
    )


@pytest.mark.parametrize(
    "header", ["@@", "@@ ... @@", "@@ -2 @@", "@@ -x,1 +x,1 @@", "@@ -2,1 +2,1"]
)
def test_a_header_without_numbers(header: str) -> None:
    check(
        diff(f"{header}\n-beta\n+b\n"),
        ABC,
        "invalid_hunk_header",
        "Write `@@ -2,1 +2,1 @@`",
        diff("@@ -2,1 +2,1 @@\n-beta\n+b\n"),
        "x.diff",
        safe=True,
    )


def test_a_header_without_numbers_keeps_what_follows_it() -> None:
    check(
        diff("@@ @@ def f\n-beta\n+b\n"),
        ABC,
        "invalid_hunk_header",
        "Write `@@ -2,1 +2,1 @@`",
        diff("@@ -2,1 +2,1 @@ def f\n-beta\n+b\n"),
        "x.diff",
        safe=True,
    )


def test_a_header_without_numbers_for_a_block_that_stands_twice() -> None:
    check(
        diff("@@\n-b\n+c\n"),
        {"a.txt": "a\nb\na\nb\n"},
        "invalid_hunk_header",
        "Write `@@ -4,1 +4,1 @@` (a.txt:4)",
        diff("@@ -4,1 +4,1 @@\n-b\n+c\n"),
        "x.diff",
    )


def test_a_header_without_numbers_for_a_block_that_is_nowhere() -> None:
    assert titles(diff("@@\n-no such line\n+c\n"), ABC, "invalid_hunk_header", "x.diff") == []


def test_numbers_where_the_format_has_none() -> None:
    check(
        v4a("@@ -7,1 +7,1 @@\n-beta\n+b\n"),
        ABC,
        "line_number_hint",
        "Remove the line numbers",
        v4a("@@\n-beta\n+b\n"),
        safe=True,
    )
    twice = {"a.txt": "x\nbeta\n" * 60}
    assert titles(v4a("@@ -4,1 +4,1 @@\n-beta\n+b\n"), twice, "line_number_hint") == []


def test_a_hint_that_is_not_there() -> None:
    check(
        v4a("@@ def gone\n-beta\n+b\n"),
        ABC,
        "hint_not_found",
        "Remove the hint",
        v4a("@@\n-beta\n+b\n"),
    )


# ---- the prefixes of lines
def test_a_context_line_without_its_space() -> None:
    check(
        v4a("@@\nalpha\n-beta\n+b\n"),
        ABC,
        "missing_space_prefix",
        "Put a space in front",
        v4a("@@\n alpha\n-beta\n+b\n"),
        safe=True,
    )
    check(
        diff("@@ -1,3 +1,3 @@\n alpha\n-beta\n+b\ngamma\n"),
        ABC,
        "missing_space_prefix",
        "Put a space in front",
        diff("@@ -1,3 +1,3 @@\n alpha\n-beta\n+b\n gamma\n"),
        "x.diff",
        safe=True,
    )


def test_counts_are_not_made_to_fit_a_hunk_that_is_cut_off() -> None:
    patch = diff("@@ -1,3 +1,4 @@\n alpha\n-beta\n+b(")
    assert not titles(patch, ABC, "hunk_count_mismatch", "x.diff")
    assert not titles(patch, ABC, "truncated_patch", "x.diff")


def test_an_added_line_without_its_plus() -> None:
    check(
        v4a("@@\n-beta\nsomething new\n"),
        ABC,
        "invalid_hunk_line",
        "Put `+` in front",
        v4a("@@\n-beta\n+something new\n"),
    )


def test_another_character_instead_of_a_space() -> None:
    check(
        v4a("@@\n*alpha\n-beta\n+b\n"),
        ABC,
        "invalid_hunk_line",
        "Put a space instead of `*`",
        v4a("@@\n alpha\n-beta\n+b\n"),
    )


def test_lines_of_a_new_file_without_plus() -> None:
    check(
        "*** Begin Patch\n*** Add File: n.txt\none\n+two\nthree\n*** End Patch\n",
        {},
        "invalid_hunk_line",
        "Put `+` in front of 2 lines",
        "*** Begin Patch\n*** Add File: n.txt\n+one\n+two\n+three\n*** End Patch\n",
    )
    check(
        "--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1,2 @@\n+one\n two\n",
        {},
        "invalid_hunk_line",
        "Put `+` instead of ` `",
        "--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n",
        "x.diff",
    )


# ---- the frame
def test_a_missing_end() -> None:
    body = "*** Begin Patch\n*** Update File: a.txt\n@@\n-beta\n+b\n"
    check(
        body,
        ABC,
        "truncated_patch",
        "Add `*** End Patch`, if nothing is missing above",
        f"{body}*** End Patch\n",
    )
    check(
        body.rstrip("\n"),
        ABC,
        "truncated_patch",
        "Add `*** End Patch`, if nothing is missing above",
        f"{body}*** End Patch",
    )


def test_a_missing_end_inside_a_fence() -> None:
    body = "```\n*** Begin Patch\n*** Update File: a.txt\n@@\n-beta\n+b\n{}```\n"
    [title] = titles(body.format(""), ABC, "truncated_patch")
    assert title == "Add `*** End Patch`, if nothing is missing above"


def test_a_missing_beginning() -> None:
    check(
        "*** Update File: a.txt\n@@\n-beta\n+b\n*** End Patch\n",
        ABC,
        "missing_envelope",
        "Add `*** Begin Patch`",
        v4a("@@\n-beta\n+b\n"),
        safe=True,
    )
    check(
        "*** Update File: a.txt\n@@\n-beta\n+b\n",
        ABC,
        "missing_envelope",
        "Add the lines around the patch",
        v4a("@@\n-beta\n+b\n"),
        safe=True,
    )


def test_lines_around_a_patch_that_give_a_new_file_another_line_end() -> None:
    """The last line gets an end, which says what ends the file has: that is worth a look."""
    check(
        "*** Add File: new.txt\r\n+one",
        {},
        "missing_envelope",
        "Add the lines around the patch",
        "*** Begin Patch\r\n*** Add File: new.txt\r\n+one\r\n*** End Patch",
        safe=False,
    )


BLOCK = ">>> file: {}\n--- from\n{}\n--- to\n{}\n"


@pytest.mark.parametrize("code", ["truncated_patch", "invalid_block"])
def test_a_missing_terminator(code: str) -> None:
    one = BLOCK.format("a.txt", "beta", "b")
    check(one, ABC, code, "Add `<`, if nothing is missing above", f"{one}<\n", "x.applydiff")


def test_a_missing_terminator_between_two_blocks() -> None:
    one, two = BLOCK.format("a.txt", "beta", "b"), BLOCK.format("a.txt", "gamma", "c") + "<\n"
    check(
        f"{one}\n{two}",
        ABC,
        "invalid_block",
        "Add `<`, if nothing is missing above",
        f"{one}<\n\n{two}",
        "x.applydiff",
    )


def test_a_missing_from() -> None:
    check(
        ">>> file: a.txt\nbeta\n--- to\nb\n<\n",
        ABC,
        "invalid_block",
        "Add `--- from`",
        BLOCK.format("a.txt", "beta", "b") + "<\n",
        "x.applydiff",
    )


def test_an_empty_from() -> None:
    check(
        ">>> file: a.txt\n--- from\n--- to\nb\n<\n",
        ABC,
        "empty_from",
        "Replace the whole file (`mode=replace`)",
        ">>> file: a.txt | mode=replace\n--- from\n--- to\nb\n<\n",
        "x.applydiff",
    )


def test_a_markdown_fence() -> None:
    patch = diff("@@ -2,1 +2,1 @@\n-beta\n+b\n")
    check(
        f"```diff\n{patch}```\n",
        ABC,
        "surrounding_noise",
        "Remove the fence around the patch",
        patch,
        "x.diff",
        safe=True,
    )
    check(
        f"Here you are:\n\n```diff\n{patch}```\n\nDone.\n",
        ABC,
        "surrounding_noise",
        "Remove the text around the patch",
        patch,
        "x.diff",
    )


@pytest.mark.parametrize("name", ["x.patch", "x.applydiff", "x.ap"])
def test_a_markdown_fence_in_every_other_format(name: str) -> None:
    patch = {
        "x.patch": v4a("@@\n-beta\n+b\n"),
        "x.applydiff": BLOCK.format("a.txt", "alpha\nbeta\ngamma\ndelta", "alpha\nb\ngamma\ndelta")
        + "<\n",
        "x.ap": 'version: "2.0"\nchanges:\n  - file_path: a.txt\n    modifications:\n      - action: DELETE\n        snippet: beta\n',
    }[name]
    check(
        f"```\n{patch}```\n",
        ABC,
        "surrounding_noise",
        "Remove the fence around the patch",
        patch,
        name,
        safe=True,
    )


def test_a_heredoc() -> None:
    patch = v4a("@@\n-beta\n+b\n")
    check(
        f"apply_patch <<'EOF'\n{patch}EOF\n",
        ABC,
        "surrounding_noise",
        "Remove the fence around the patch",
        patch,
        safe=True,
    )


def test_decorated_markers() -> None:
    check(
        "*** begin patch ***\n*** Update file: a.txt ***\n@@\n-beta\n+b\n*** End Patch:\n",
        ABC,
        "surrounding_noise",
        "Write the markers as the format has them",
        v4a("@@\n-beta\n+b\n"),
        safe=True,
    )


def test_another_word_for_a_directive() -> None:
    check(
        "*** Begin Patch\n*** Modify File: a.txt\n@@\n-beta\n+b\n*** End Patch\n",
        ABC,
        "unknown_directive",
        "Write `*** Update File: a.txt`",
        v4a("@@\n-beta\n+b\n"),
    )


# ---- paths
SHOP = {"src/cart.py": "x\n", "src/a.py": "x\n"}
HUNK = "@@ -1 +1 @@\n-x\n+y\n"


def test_a_path_is_corrected_in_both_headers() -> None:
    check(
        diff(HUNK, "src/chart.py"),
        SHOP,
        "file_not_found",
        "Use `src/cart.py`",
        diff(HUNK, "src/cart.py"),
        "x.diff",
    )


def test_a_path_is_corrected_where_its_letters_stand_elsewhere_too() -> None:
    check(
        "diff --git a/a.py b/a.py\n" + diff(HUNK, "a.py"),
        SHOP,
        "file_not_found",
        "Use `src/a.py`",
        "diff --git a/src/a.py b/src/a.py\n" + diff(HUNK, "src/a.py"),
        "x.diff",
    )


def test_a_path_in_quotes_is_corrected() -> None:
    ap = 'version: "2.0"\nchanges:\n  - file_path: "{}"\n    modifications:\n      - action: DELETE\n        snippet: x\n'
    check(
        ap.format("src/chart.py"),
        SHOP,
        "file_not_found",
        "Use `src/cart.py`",
        ap.format("src/cart.py"),
        "x.ap",
    )


def test_an_absolute_path_into_the_workspace() -> None:
    check(
        v4a("@@\n-x\n+y\n", f"{ROOT}/src/a.py"),
        SHOP,
        "absolute_path",
        "Make it relative: `src/a.py`",
        v4a("@@\n-x\n+y\n", "src/a.py"),
        safe=True,
    )
    check(
        diff(HUNK, f"{ROOT[1:]}/src/a.py").replace("a/home", "/home").replace("b/home", "/home"),
        SHOP,
        "absolute_path",
        "Make it relative: `src/a.py`",
        "--- src/a.py\n+++ src/a.py\n" + HUNK,
        "x.diff",
        safe=True,
    )
    check(
        f"*** Begin Patch\n*** Add File: {ROOT}/./new.py\n+x\n*** End Patch\n",
        SHOP,
        "absolute_path",
        "Make it relative: `new.py`",
        "*** Begin Patch\n*** Add File: new.py\n+x\n*** End Patch\n",
        safe=True,
    )


@pytest.mark.parametrize(
    "path", ["/tmp/sandbox/src/a.py", "../src/a.py", "C:\\work\\src\\a.py", "src/../src/a.py"]
)
def test_a_path_out_of_the_workspace_to_a_file_that_stands_in_it(path: str) -> None:
    check(
        v4a("@@\n-x\n+y\n", path),
        SHOP,
        "path_escape",
        "Use `src/a.py`",
        v4a("@@\n-x\n+y\n", "src/a.py"),
    )


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "../../secret",
        "~/a",
        f"{ROOT}/../shop2/b.py",
        f"{ROOT}/.git/config",
        f"{ROOT}2/b.py",
    ],
)
def test_no_way_is_offered_for_a_path_that_leads_elsewhere(path: str) -> None:
    assert titles(v4a("@@\n-x\n+y\n", path), SHOP, "path_escape") == []


def test_backslashes() -> None:
    check(
        v4a("@@\n-x\n+y\n", "src\\a.py"),
        SHOP,
        "backslash_path",
        "Write `src/a.py`",
        v4a("@@\n-x\n+y\n", "src/a.py"),
        safe=True,
    )
    check(
        v4a("@@\n-x\n+y\n", ".\\src\\a.py"),
        SHOP,
        "backslash_path",
        "Write `src/a.py`",
        v4a("@@\n-x\n+y\n", "src/a.py"),
        safe=True,
    )


def test_headers_that_name_different_files() -> None:
    patch = "--- a/src/a.py\n+++ b/src/new.py\n" + HUNK
    check(
        patch,
        SHOP,
        "rename_path_mismatch",
        "Write `src/a.py` on both rows",
        diff(HUNK, "src/a.py"),
        "x.diff",
    )
    check(
        patch,
        SHOP,
        "rename_path_mismatch",
        "Make it a rename to `src/new.py`",
        "diff --git a/src/a.py b/src/new.py\nrename from src/a.py\nrename to src/new.py\n" + patch,
        "x.diff",
    )
    git = "diff --git a/src/a.py b/src/new.py\n"
    check(
        git + patch,
        SHOP,
        "rename_path_mismatch",
        "Make it a rename to `src/new.py`",
        f"{git}rename from src/a.py\nrename to src/new.py\n{patch}",
        "x.diff",
    )


def test_a_rename_whose_rows_disagree() -> None:
    rename = (
        "diff --git a/src/a.py b/n.py\nrename from src/a.py\nrename to n.py\n--- a/src/a.py\n+++ b/{}\n"
        + HUNK
    )
    check(
        rename.format("else.py"),
        SHOP,
        "rename_path_mismatch",
        "Write the paths of the rename",
        rename.format("n.py"),
        "x.diff",
    )


def test_a_missing_header() -> None:
    check(
        "--- a/src/a.py\n" + HUNK,
        SHOP,
        "missing_file_header",
        "Add `+++ b/src/a.py`",
        diff(HUNK, "src/a.py"),
        "x.diff",
    )
    check(
        "diff --git a/src/a.py b/src/a.py\n" + HUNK,
        SHOP,
        "missing_file_header",
        "Add `--- a/src/a.py` and `+++ b/src/a.py`",
        "diff --git a/src/a.py b/src/a.py\n" + diff(HUNK, "src/a.py"),
        "x.diff",
    )


# ---- ap
def ap(*rows: str, top: str = 'version: "2.0"', file: str = "") -> str:
    body = "".join(f"        {row}\n" for row in rows[1:])
    return f"{top}\nchanges:\n  - file_path: a.txt\n{file}    modifications:\n      - {rows[0]}\n{body}"


DELETE = ("action: DELETE", "snippet: beta")


def test_an_unquoted_version() -> None:
    check(
        ap(*DELETE, top="version: 2.0"),
        ABC,
        "unquoted_version",
        'Write `"2.0"`',
        ap(*DELETE),
        "x.ap",
        safe=True,
    )


def test_a_missing_version() -> None:
    check(
        ap(*DELETE)[len('version: "2.0"\n') :],
        ABC,
        "missing_key",
        'Add `version: "2.0"`',
        ap(*DELETE),
        "x.ap",
    )


def test_another_version() -> None:
    check(
        ap(*DELETE, top='version: "1.0"'),
        ABC,
        "unsupported_version",
        'Write `"2.0"`',
        ap(*DELETE),
        "x.ap",
    )


def test_an_action_in_lower_case() -> None:
    check(
        ap("action: delete", "snippet: beta"),
        ABC,
        "invalid_action",
        "Write `DELETE`",
        ap(*DELETE),
        "x.ap",
        safe=True,
    )
    check(
        ap("action: DELTE", "snippet: beta"),
        ABC,
        "invalid_action",
        "Write `DELETE`",
        ap(*DELETE),
        "x.ap",
    )


def test_content_under_delete() -> None:
    both = ap("action: DELETE", "snippet: beta", "content: |", "  new", "  lines")
    check(both, ABC, "unexpected_key", "Remove `content`", ap(*DELETE), "x.ap")
    check(both, ABC, "unexpected_key", "Write `REPLACE`", both.replace("DELETE", "REPLACE"), "x.ap")
    check(
        ap("content: new", "action: DELETE", "snippet: beta"),
        ABC,
        "unexpected_key",
        "Remove `content`",
        ap(*DELETE),
        "x.ap",
    )


def test_keys_that_exclude_each_other() -> None:
    every = ("action: DELETE", "snippet: beta", "start_snippet: alpha", "end_snippet: gamma")
    check(ap(*every), ABC, "conflicting_keys", "Remove `snippet`", ap(every[0], *every[2:]), "x.ap")
    check(
        ap(*every),
        ABC,
        "conflicting_keys",
        "Remove `start_snippet` and `end_snippet`",
        ap(*DELETE),
        "x.ap",
    )


def test_an_unknown_key() -> None:
    misspelt = ap("action: REPLACE", "snippet: beta", "contents: b")
    check(
        misspelt,
        ABC,
        "unknown_key",
        "Write `content`",
        ap("action: REPLACE", "snippet: beta", "content: b"),
        "x.ap",
    )
    check(
        ap(*DELETE, "because: it is old"),
        ABC,
        "unknown_key",
        "Remove `because`",
        ap(*DELETE),
        "x.ap",
    )


def test_a_key_without_effect() -> None:
    check(
        ap(*DELETE, file="    newline: LF\n"),
        ABC,
        "newline_ignored",
        "Remove `newline`",
        ap(*DELETE),
        "x.ap",
    )


def test_a_text_that_loses_its_line_breaks() -> None:
    literal = ap("action: REPLACE", "snippet: beta", "content: |", "  one", "  two")
    check(
        literal.replace("|", ">"),
        ABC,
        "folded_scalar",
        "Write it as a literal block (`|`)",
        literal,
        "x.ap",
    )
    check(
        ap("action: REPLACE", "snippet: beta", "content: one", "  two"),
        ABC,
        "folded_scalar",
        "Write it as a literal block (`|`)",
        literal,
        "x.ap",
    )


def test_a_text_that_is_cut_off_where_a_comment_starts() -> None:
    check(
        ap("action: REPLACE", "snippet: beta", "content: beta = 2 # seconds"),
        ABC,
        "folded_scalar",
        "Write it as a literal block (`|`)",
        ap("action: REPLACE", "snippet: beta", "content: |", "  beta = 2 # seconds"),
        "x.ap",
    )


def test_a_misaligned_key() -> None:
    right = ap("action: REPLACE", "snippet: |", "  beta", "content: |", "  b")
    check(
        right.replace("        content: |\n          b", "          content: |\n            b"),
        ABC,
        "misaligned_key",
        "Move to the right column",
        right,
        "x.ap",
    )
    check(
        right.replace("        content: |", "         content: |"),
        ABC,
        "misaligned_key",
        "Move to the right column",
        right.replace("          b\n", "         b\n"),
        "x.ap",
    )


def test_a_misaligned_list_item() -> None:
    right = ap(*DELETE) + "      - action: DELETE\n        snippet: gamma\n"
    wrong = ap(*DELETE) + "       - action: DELETE\n         snippet: gamma\n"
    check(wrong, ABC, "misaligned_item", "Move to the right column", right, "x.ap")


def test_a_line_that_falls_out_of_its_block() -> None:
    right = ap(
        "action: REPLACE", "snippet: beta", "content: |", "    if x:", "    else:", "anchor: alpha"
    )
    check(
        right.replace("            else:", "        else:"),
        ABC,
        "misindented_block",
        "Move to the right column",
        right,
        "x.ap",
    )
