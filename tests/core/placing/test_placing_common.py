"""What holds in every format: lines and their ends, byte order marks, ambiguity, proof, paths, targets, all or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from patchsight.core.describe.receipt import receipt
from patchsight.core.model.patch import Grade, Options
from patchsight.core.model.problems import Severity
from patchsight.core.model.report import Lines, Report
from patchsight.core.model.target import Target
from patchsight.workspace.workspace import Workspace
from support.check import REFUSED, After, answer, apply, changed, check, codes, messages, states
from support.five import FORMATS, write

in_every_format = pytest.mark.parametrize("form", FORMATS)


def edit(form: str, lines: str, before: str, after: str | None, *told: str) -> Report:
    """Change one file, without an error or any other warning if it can be changed at all."""
    patch = write(form, ("f.txt", lines))
    report = answer(patch.text, {"f.txt": before}, name=patch.name)
    expected: After = REFUSED if after is None else {"f.txt": after} if after != before else {}
    assert (changed(report) if report.ok else REFUSED) == expected, messages(report)
    assert after is None or worst(report) in ([*told], ["mixed_line_endings"])
    return report


def worst(report: Report) -> list[str]:
    """The codes of errors and warnings."""
    return [problem.code for problem in report.problems if problem.severity <= Severity.WARNING]


# ---- lines and their ends


@in_every_format
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_inserted_lines_end_as_the_file_s_do(form: str, end: str) -> None:
    edit(
        form,
        " one\n-two\n+2\n+2½\n three\n",
        f"one{end}two{end}three{end}",
        f"one{end}2{end}2½{end}three{end}",
    )


@in_every_format
def test_in_a_mixed_file_inserted_lines_end_as_their_neighbours_do(form: str) -> None:
    before, after = "zero\none\r\ntwo\r\nthree\nfour\n", "zero\none\r\n2\r\n2½\r\nthree\nfour\n"
    report = edit(form, " one\n-two\n+2\n+2½\n three\n", before, after)
    assert "mixed_line_endings" in codes(report)


@in_every_format
def test_in_a_mixed_file_no_other_line_end_changes(form: str) -> None:
    edit(
        form,
        " one\n-two\n+2\n three\n",
        "zero\r\none\r\ntwo\nthree\rfour\r\n",
        "zero\r\none\r\n2\nthree\rfour\r\n",
    )


@in_every_format
def test_in_a_mixed_file_lines_below_the_last_one_end_as_the_line_above_it_does(form: str) -> None:
    """The last line itself has no end to go by."""
    edit(form, " one\n two\n+3\n+4\n", "zero\r\none\ntwo", "zero\r\none\ntwo\n3\n4")


@in_every_format
@pytest.mark.parametrize(
    ("before", "after"),
    [("one\ntwo", "one\n2"), ("one\r\ntwo", "one\r\n2"), ("one\ntwo\n", "one\n2\n")],
)
def test_a_missing_final_newline_stays_missing(form: str, before: str, after: str) -> None:
    edit(form, " one\n-two\n+2\n", before, after)


@in_every_format
def test_a_patch_with_crlf_fits_a_file_with_lf(form: str) -> None:
    patch = write(form, ("f.txt", " one\n-two\n+2\n"))
    text = patch.text.replace("\\n", "\\r\\n").replace("\n", "\r\n")
    report = answer(text, {"f.txt": "one\ntwo\n"}, name=patch.name)
    assert report.ok and changed(report) == {"f.txt": "one\n2\n"}, messages(report)


@in_every_format
def test_a_new_file_has_the_line_ends_of_its_lines_in_the_patch(form: str) -> None:
    patch = write(form, ("new.txt", "+one\n+two\n"))
    report = answer(patch.text.replace("\n", "\r\n"), {}, name=patch.name)
    end = "\n" if form == "ap" else "\r\n"  # ap has a key for it
    assert report.ok and changed(report) == {"new.txt": f"one{end}two{end}"}, messages(report)


@in_every_format
def test_line_ends_that_a_tool_has_doubled(form: str) -> None:
    patch = write(form, ("f.txt", " one\n-two\n+2\n"))
    before = "one\r\r\ntwo\r\r\nthree\r\r\n"
    report = answer(patch.text, {"f.txt": before}, name=patch.name)
    assert codes(report).count("mixed_line_endings") == 1
    assert changed(report) == {"f.txt": before.replace("two", "2")}, messages(report)


def test_a_patch_whose_line_ends_a_tool_has_doubled() -> None:
    patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"
    report = answer(patch.replace("\n", "\r\r\n"), {"f": "one\ntwo\n"})
    assert codes(report) == ["mixed_line_endings"]
    assert changed(report) == {"f": "one\n2\n"}, messages(report)
    half = patch.replace("-two\n", "-two\r\r\n")
    assert not answer(half, {"f": "one\ntwo\n"}).ok
    assert not answer(patch, {"f": "one\r\r\ntwo\n"}).ok


def test_a_lone_cr_never_melts_into_the_line_feed_of_an_empty_line() -> None:
    patch = "--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n a\n-X\n \n"
    report = answer(patch, {"f": "a\rX\n\nb\n"})
    assert not report.ok and set(worst(report)) == {"mixed_line_endings"}
    assert changed(answer(patch, {"f": "a\rX\r\rb\r"})) == {"f": "a\r\rb\r"}


@in_every_format
@pytest.mark.parametrize("odd", ["\f", "\v", "\x1c", "\x85", "\u2028", "\u2029"])
def test_no_other_character_ends_a_line(form: str, odd: str) -> None:
    # ap has no context in what it replaces: the line that stays is written once more, and told of too.
    told = ["hidden_characters"] * (2 if form == "ap" else 1) if odd not in "\f\v" else []
    edit(
        form,
        f" a{odd}b\n-two\n+2{odd}3\n",
        f"zero\na{odd}b\ntwo\nx{odd}y\n",
        f"zero\na{odd}b\n2{odd}3\nx{odd}y\n",
        *told,
    )


@in_every_format
@pytest.mark.parametrize(
    "line",
    ["\tx\ty", "😀 = '👨‍👩‍👧'", "e\u0301 = 'e\u0301'", "naïve", "日本語", "𝔘", "a\u00a0b", "#"],
)
def test_lines_of_any_script(form: str, line: str) -> None:
    edit(
        form,
        f" {line}\n-two\n+{line}{line}\n",
        f"zero\n{line}\ntwo\nend",
        f"zero\n{line}\n{line}{line}\nend",
    )


@pytest.mark.parametrize("form", ["unified", "v4a", "zenpatch", "ap"])
@pytest.mark.parametrize("separator", ["\x1c", "\x1f", "\x85", "\u2028"])
def test_a_separator_is_not_white_space(form: str, separator: str) -> None:
    edit(form, f"-one{separator}two\n+2\n three\n", "one two\nthree\n", None)
    edit(form, f"-{separator}\n+2\n three\n", "\nthree\n", None)


# ---- byte order marks


@in_every_format
def test_a_byte_order_mark_is_not_part_of_the_first_line(form: str) -> None:
    edit(form, "-one\n+1\n two\n", "\ufeffone\ntwo\n", "\ufeff1\ntwo\n")


@in_every_format
def test_a_byte_order_mark_that_the_patch_copied(form: str) -> None:
    edit(form, " \ufeffone\n-two\n+2\n", "\ufeffone\ntwo\n", "\ufeffone\n2\n")


@in_every_format
def test_a_byte_order_mark_on_a_first_line_that_is_replaced(form: str) -> None:
    edit(form, "-\ufeffone\n+\ufeffuno\n two\n", "\ufeffone\ntwo\n", "\ufeffuno\ntwo\n")


@in_every_format
def test_a_byte_order_mark_in_the_middle_is_content(form: str) -> None:
    patch = write(form, ("f.txt", " one\n-two\n+\ufeffdue\n"))
    report = answer(patch.text, {"f.txt": "one\ntwo\n"}, name=patch.name)
    assert changed(report) == {"f.txt": "one\n\ufeffdue\n"} and worst(report) == [
        "hidden_characters"
    ]
    edit(
        form,
        "-\ufeff\n two\n+2\n",
        "one\ntwo\nthree\n\ufeff\ntwo\n",
        "one\ntwo\nthree\ntwo\n2\n",
    )


@in_every_format
def test_a_byte_order_mark_in_the_middle_before_what_the_file_begins_with(form: str) -> None:
    edit(form, "-two\n+\ufeffone\n three\n", "one\ntwo\nthree\n", "one\n\ufeffone\nthree\n")


@pytest.mark.parametrize("form", ["unified", "v4a", "applydiff", "searchreplace"])
def test_a_byte_order_mark_before_a_line_that_is_not_the_first(form: str) -> None:
    """It was not copied from there, so the line stands there only loosely, and a new one keeps it."""
    patch = write(form, ("f.txt", "-\ufefftwo\n+\ufeffdue\n three\n"))
    report = answer(patch.text, {"f.txt": "one\ntwo\nthree\n"}, name=patch.name)
    assert report.parts[0].grade is not Grade.EXACT
    assert changed(report) == {"f.txt": "one\n\ufeffdue\nthree\n"}


@pytest.mark.parametrize("form", ["v4a", "zenpatch", "ap", "applydiff", "searchreplace"])
def test_a_byte_order_mark_that_reads_like_a_file_that_begins_with_a_blank_line(form: str) -> None:
    """What it replaces stands below, so that it was not copied from the top."""
    edit(form, "-two\n-three\n+\ufeff\n", "\none\ntwo\nthree\n", "\none\n\ufeff\n")


@pytest.mark.parametrize("form", ["unified", "v4a"])
def test_a_byte_order_mark_in_the_middle_before_a_line_like_the_first_one(form: str) -> None:
    """The block stands elsewhere, so its mark was not copied from the top, and it stands only loosely."""
    patch = write(form, ("f.txt", " \ufeff\n-two\n+due\n three\n"))
    report = answer(patch.text, {"f.txt": "\none\n\ntwo\nthree\n"}, name=patch.name)
    assert report.parts[0].grade is Grade.PUNCTUATION
    assert changed(report) == {"f.txt": "\none\n\ndue\nthree\n"}


@in_every_format
def test_a_byte_order_mark_is_never_doubled(form: str) -> None:
    edit(form, "-one\n+\ufeffuno\n two\n", "\ufeffone\ntwo\n", "\ufeffuno\ntwo\n")
    edit(form, "-one\n+\ufeffuno\n two\n", "\ufeffuno\ntwo\n", "\ufeffuno\ntwo\n")


@in_every_format
def test_a_byte_order_mark_in_front_of_the_patch(form: str) -> None:
    patch = write(form, ("f.txt", " one\n-two\n+2\n"))
    report = answer("\ufeff" + patch.text, {"f.txt": "one\ntwo\n"}, name=patch.name)
    assert report.ok and changed(report) == {"f.txt": "one\n2\n"}, messages(report)


# ---- context keeps the file's bytes


@pytest.mark.parametrize("form", ["unified", "v4a", "applydiff"])
def test_context_lines_keep_the_file_s_bytes_whatever_grade_matched(form: str) -> None:
    patch = write(form, ("f.txt", ' if (a)  {\n   say("hi") \n-  stop()\n+  go()\n }\n'))
    report = answer(
        patch.text, {"f.txt": 'if (a) {\n  say("hi")\n  stop()\n}  \n'}, name=patch.name
    )
    assert report.ok and changed(report) == {"f.txt": 'if (a) {\n  say("hi")\n  go()\n}  \n'}, (
        messages(report)
    )


# ---- ambiguous, missing, already applied


@in_every_format
def test_what_stands_in_several_places_is_never_applied(form: str) -> None:
    report = edit(form, "-x = 1\n+x = 2\n", "zero\nx = 1\nmiddle\nx = 1\n", None)
    (problem,) = report.errors
    assert problem.code == "ambiguous_context" and states(report) == ["ambiguous"]
    assert [(place.path, place.start) for place in problem.related] == [("f.txt", 1), ("f.txt", 3)]


@in_every_format
def test_candidates_are_counted_but_not_all_named(form: str) -> None:
    patch = write(form, ("f.txt", "-x = 1\n+x = 2\n"))
    report = answer(
        patch.text, {"f.txt": "y\nx = 1\n" * 9}, name=patch.name, options=Options(max_candidates=4)
    )
    (resolution,) = report.parts
    assert (len(resolution.candidates), resolution.total_candidates) == (4, 9)
    assert "and 5 more" in report.errors[0].message


@in_every_format
def test_a_missing_text_names_the_first_line_that_differs(form: str) -> None:
    lines = " def total(items):\n     cents = 0\n     for item in items:\n-        cents += item.price\n+        cents += 1\n"
    file = "import os\n\ndef total(items):\n    euros = 0\n    for item in items:\n        euros += item.tag()\n"
    report = edit(form, lines, file, None)
    (problem,) = report.errors
    row = report.patch.buffer.lines[report.patch.buffer.row(problem.span.start)]
    assert problem.code == "context_not_found" and "cents = 0" in row
    assert "`cents = 0`" in problem.message and "line 4 is `euros = 0`" in problem.message
    assert (problem.related[0].path, problem.related[0].start) == ("f.txt", 3)
    nearest = report.parts[0].nearest
    assert nearest and nearest.lines == Lines(2, 6) and states(report) == ["missing"]


@in_every_format
def test_a_text_like_nothing_in_the_file(form: str) -> None:
    report = edit(form, "-something else entirely\n+x\n", "a\nb\n", None)
    assert [problem.code for problem in report.errors] == ["context_not_found"] and report.parts[
        0
    ].nearest is None


@in_every_format
def test_an_empty_file_has_nothing_to_find(form: str) -> None:
    report = edit(form, "-something\n+x\n", "", None)
    assert report.errors[0].message == "f.txt is empty."


@in_every_format
def test_what_is_applied_already_is_told_and_left_alone(form: str) -> None:
    lines, after = " def f():\n-    return 1\n+    return 2\n", "def f():\n    return 2\n"
    report = edit(form, lines, after, after)
    assert states(report) == ["applied"] and "already_applied" in codes(report)


@in_every_format
def test_applying_twice_is_applying_once(form: str) -> None:
    lines, before, after = (
        " one = 1\n+half = 0.5\n two = 2\n",
        "one = 1\ntwo = 2\n",
        "one = 1\nhalf = 0.5\ntwo = 2\n",
    )
    edit(form, lines, before, after)
    assert states(edit(form, lines, after, after)) == ["applied"]


@in_every_format
def test_lines_added_at_the_edge_are_not_added_twice(form: str) -> None:
    lines, after = " import os\n+import sys\n", "import os\nimport sys\n"
    assert states(edit(form, lines, after, after)) == ["applied"]


@in_every_format
@pytest.mark.parametrize("trivial", ["}", "pass", "    end"])
def test_trivial_content_is_no_proof(form: str, trivial: str) -> None:
    report = edit(
        form, f"-launch(rocket)\n+{trivial}\n", f"prepare(rocket)\n{trivial}\nland(shuttle)\n", None
    )
    assert states(report) == ["missing"]


# ---- all or nothing


@in_every_format
def test_one_error_anywhere_and_nothing_changes(form: str) -> None:
    patch = write(form, ("good.txt", " one\n-two\n+2\n"), ("bad.txt", "-not in this file\n+x\n"))
    files = {"good.txt": "one\ntwo\n", "bad.txt": "other\n"}
    report = answer(patch.text, files, name=patch.name)
    assert states(report) == ["fits", "missing"] and not report.ok and apply(report, files) == files


@in_every_format
def test_several_files_in_one_patch(form: str) -> None:
    patch = write(
        form,
        ("a.txt", " one\n-two\n+2\n"),
        ("b/c.txt", "-three\n+3\n four\n"),
        ("new.txt", "+five\n"),
    )
    report = answer(
        patch.text, {"a.txt": "one\ntwo\n", "b/c.txt": "three\nfour\n"}, name=patch.name
    )
    assert report.ok and changed(report) == {
        "a.txt": "one\n2\n",
        "b/c.txt": "3\nfour\n",
        "new.txt": "five\n",
    }


# ---- creating


@in_every_format
def test_creating_a_file(form: str) -> None:
    patch = write(form, ("deep/er/new.txt", "+one\n+\n+two\n"))
    report = answer(patch.text, {}, name=patch.name)
    assert (
        report.ok
        and changed(report) == {"deep/er/new.txt": "one\n\ntwo\n"}
        and states(report) == ["fits"]
    )


@in_every_format
def test_creating_a_file_that_says_something_else(form: str) -> None:
    patch = write(form, ("new.txt", "+one\n"))
    report = answer(patch.text, {"new.txt": "two\n"}, name=patch.name)
    own = {"applydiff": "empty_from", "searchreplace": "empty_search"}
    assert codes(report) == [own.get(form, "file_exists")]
    assert states(report) == ["conflict"]


@in_every_format
@pytest.mark.parametrize("there", ["one\ntwo\n", "one\r\ntwo\r\n", "\ufeffone\ntwo\n"])
def test_creating_a_file_that_says_the_same(form: str, there: str) -> None:
    patch = write(form, ("new.txt", "+one\n+two\n"))
    report = answer(patch.text, {"new.txt": there}, name=patch.name)
    assert (
        report.ok
        and not report.plan
        and states(report) == ["applied"]
        and codes(report) == ["already_applied"]
    )


# ---- paths

HOSTILE = [
    "../f.txt",
    "a/../f.txt",
    "/etc/passwd",
    "C:/f.txt",
    "c:f.txt",
    "//host/share/f.txt",
    "~/f.txt",
    "~root/f.txt",
    ".git/config",
    "sub/.git/hooks/x",
    ".GIT/config",
    "f\x01.txt",
    "folder/",
    ".",
    "a/./../f.txt",
    "%2e%2e/f.txt",
    "file:///etc/passwd",
    "nul.txt",
    "f.txt.",
    "a:b",
]


@in_every_format
@pytest.mark.parametrize("path", HOSTILE)
def test_hostile_paths_are_refused_before_anything_is_read(form: str, path: str) -> None:
    patch = write(form, (path, " one\n-two\n+2\n"))
    report = answer(patch.text, {"f.txt": "one\ntwo\n"}, name=patch.name)
    assert [problem.code for problem in report.errors] == ["path_escape"], messages(report)
    assert not report.plan and states(report) == ["invalid"]
    (problem,) = report.errors
    if form != "ap":
        assert report.patch.buffer.text[slice(*problem.span)] in (path, f"a/{path}")


@in_every_format
@pytest.mark.parametrize(
    "path", ["..\\f.txt", "\\\\host\\share\\f.txt", "C:\\f.txt", "a\\..\\f.txt"]
)
def test_hostile_paths_with_backslashes(form: str, path: str) -> None:
    patch = write(form, (path, " one\n-two\n+2\n"))
    report = answer(patch.text, {"f.txt": "one\ntwo\n"}, name=patch.name)
    assert "path_escape" in codes(report) and not report.ok and not report.plan


@in_every_format
@pytest.mark.parametrize("way", ["root", "link"])
def test_an_absolute_path_below_the_folder_is_read_as_relative(
    form: str, way: str, tmp_path: Path
) -> None:
    (root := tmp_path / "root").mkdir()
    (tmp_path / "link").symlink_to(root)
    (root / "f.txt").write_text("one\n", newline="\n")
    for folder in ("root", way):  # as the folder was given, and as its links lead to it
        patch = write(form, (f"{tmp_path / folder}/f.txt", "-one\n+1\n"))
        report = Workspace(tmp_path / way).analyse(patch.text, root / patch.name)
        assert report.ok and changed(report) == {"f.txt": "1\n"}, messages(report)
        assert codes(report).count("absolute_path") == 1


@in_every_format
@pytest.mark.parametrize(
    "path",
    [
        "{}-evil/f.txt",
        "{}/../outside.txt",
        "{}/.git/config",
        "{}",
        "{}/",
        "/{}/f.txt",
        "file://{}/f.txt",
    ],
)
def test_other_absolute_paths_are_refused(form: str, path: str, tmp_path: Path) -> None:
    (root := tmp_path / "root").mkdir()
    for name in ("root/f.txt", "root-evil/f.txt", "outside.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("one\n", newline="\n")
    patch = write(form, (path.format(root), "-one\n+1\n"))
    report = Workspace(root).analyse(patch.text, root / patch.name)
    assert not report.ok and set(worst(report)) <= {
        "path_escape",
        "rename_path_mismatch",
        "missing_path",
    }, messages(report)


def test_an_absolute_path_in_ap_is_never_looked_up_beside_the_patch(tmp_path: Path) -> None:
    for name in ("f.txt", "sub/f.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("one\n", newline="\n")
    for name, after in (("sub/f.txt", {"sub/f.txt": "1\n"}), ("f.txt", REFUSED)):
        report = Workspace(tmp_path).analyse(
            write("ap", (f"{tmp_path}/{name}", "-one\n+1\n")).text, tmp_path / "sub" / "change.ap"
        )
        assert (changed(report) if report.ok else REFUSED) == after, messages(report)


@in_every_format
def test_a_backslash_is_read_as_a_slash(form: str) -> None:
    patch = write(form, ("src\\f.txt", " one\n-two\n+2\n"))
    report = answer(patch.text, {"src/f.txt": "one\ntwo\n"}, name=patch.name)
    assert (
        report.ok
        and changed(report) == {"src/f.txt": "one\n2\n"}
        and worst(report) == ["backslash_path"]
    )


@in_every_format
def test_a_path_that_does_not_exist_gets_a_guess(form: str) -> None:
    patch = write(form, ("app/main.txt", " one\n-two\n+2\n"))
    report = answer(patch.text, {"src/app/main.txt": "x\n", "main.txt": "y\n"}, name=patch.name)
    (problem,) = report.errors
    assert (
        problem.code == "file_not_found" and "Did you mean `src/app/main.txt`?" in problem.message
    )
    assert states(report) == ["missing"]


@in_every_format
def test_a_misspelt_path_gets_a_guess(form: str) -> None:
    patch = write(form, ("src/mian.txt", " one\n-two\n+2\n"))
    report = answer(patch.text, {"src/main.txt": "x\n", "other.txt": "y\n"}, name=patch.name)
    assert "Did you mean `src/main.txt`?" in report.errors[0].message


@in_every_format
def test_paths_with_spaces_and_emoji(form: str) -> None:
    patch = write(form, ("my files/😀 ü.txt", " one\n-two\n+2\n"))
    report = answer(patch.text, {"my files/😀 ü.txt": "one\ntwo\n"}, name=patch.name)
    assert report.ok and changed(report) == {"my files/😀 ü.txt": "one\n2\n"}, messages(report)


# ---- targets that cannot be patched


@in_every_format
@pytest.mark.parametrize(
    "code", ["is_directory", "not_a_file", "not_text", "target_too_large", "unreadable"]
)
def test_a_target_that_cannot_be_patched_is_one_clear_error(form: str, code: str) -> None:
    patch = write(form, ("f.txt", " one\n-two\n+2\n"))
    report = answer(
        patch.text,
        {"f.txt": Target("f.txt", None, problem=code, detail="it is so")},
        name=patch.name,
    )
    assert [problem.code for problem in report.errors] == [code] and states(report) == ["invalid"]
    said = "is a folder" if code == "is_directory" else "it is so"
    assert said in report.errors[0].message


@in_every_format
def test_creating_a_file_where_something_stands(form: str) -> None:
    patch = write(form, ("f.txt", "+one\n"))
    report = answer(
        patch.text, {"f.txt": Target("f.txt", None, problem="is_directory")}, name=patch.name
    )
    assert [problem.code for problem in report.errors] == ["is_directory"]


# ---- on disk


@in_every_format
def test_an_open_buffer_beats_the_disk(form: str, tmp_path: Path) -> None:
    target = tmp_path / "f.txt"
    target.write_bytes(b"one\ntwo\n")
    patch = write(form, ("f.txt", " eins\n-zwei\n+2\n"))
    workspace = Workspace(tmp_path, buffers={str(target.resolve()): "eins\nzwei\n"})
    report = workspace.analyse(patch.text, tmp_path / patch.name)
    assert report.ok and changed(report) == {"f.txt": "eins\n2\n"}


@in_every_format
def test_an_open_target_is_text_whatever_is_on_disk(form: str, tmp_path: Path) -> None:
    target = tmp_path / "f.txt"
    target.write_bytes("one\ntwo\n".encode("utf-16"))
    patch = write(form, ("f.txt", " one\n-two\n+2\n"))
    report = Workspace(tmp_path, buffers={str(target.resolve()): "one\ntwo\n"}).analyse(
        patch.text, tmp_path / patch.name
    )
    assert report.ok and changed(report) == {"f.txt": "one\n2\n"}


@in_every_format
def test_a_patch_that_names_itself(form: str, tmp_path: Path) -> None:
    patch = write(form, (write(form).name, " one\n-two\n+2\n"))
    own = tmp_path / patch.name
    own.write_text(patch.text, encoding="utf-8")
    report = Workspace(tmp_path).analyse(patch.text, own)
    assert [problem.code for problem in report.errors] == ["patch_targets_itself"]


@in_every_format
def test_a_link_out_of_the_workspace_is_refused(form: str, tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "secret.txt").write_bytes(b"one\ntwo\n")
    (tmp_path / "root" / "f.txt").symlink_to(tmp_path / "secret.txt")
    patch = write(form, ("f.txt", " one\n-two\n+2\n"))
    report = Workspace(tmp_path / "root").analyse(patch.text, tmp_path / "root" / patch.name)
    assert [problem.code for problem in report.errors] == ["path_escape"] and not report.texts


# ---- what is added is shown


@in_every_format
@pytest.mark.parametrize("hidden", ["\u202e", "\u2066", "\u200b"])
def test_hidden_characters_in_added_lines_are_told(form: str, hidden: str) -> None:
    patch = write(form, ("f.txt", f" one\n-two\n+t{hidden}wo\n"))
    report = answer(patch.text, {"f.txt": "one\ntwo\n"}, name=patch.name)
    assert worst(report) == ["hidden_characters"] and report.ok


@pytest.mark.parametrize("line", ["family = '👨‍👩‍👧'", "می‌خواهم", "क्‍ष"])
def test_joiners_inside_scripts_and_emoji_are_not_hidden(line: str) -> None:
    patch = write("v4a", ("f.txt", f" one\n-two\n+{line}\n"))
    assert worst(answer(patch.text, {"f.txt": "one\ntwo\n"})) == []


@pytest.mark.parametrize("line", ["pass\u200dword", "x\u200c", "\u200dx"])
def test_joiners_inside_words_are_hidden(line: str) -> None:
    patch = write("v4a", ("f.txt", f" one\n-two\n+{line}\n"))
    assert worst(answer(patch.text, {"f.txt": "one\ntwo\n"})) == ["hidden_characters"]


# ---- the receipt


@in_every_format
def test_the_receipt_says_where_every_part_landed(form: str) -> None:
    patch = write(form, ("f.txt", " one\n-two\n+2\n"), ("new.txt", "+x\n"))
    report = answer(patch.text, {"f.txt": "zero\none\ntwo\n"}, name=patch.name)
    data = receipt(report, patch.name)
    assert (data["format"], data["applicable"], data["applied"]) == (form, True, False)
    first, second = data["parts"]
    assert (first["state"], first["path"], first["lines"]) == (
        "fits",
        "f.txt",
        {"start": 2, "end": 3},
    )
    assert (first["grade"], first["score"], first["candidate_count"], first["nearest"]) == (
        "exact",
        1.0,
        0,
        None,
    )
    assert (second["state"], second["path"], second["operation"]) == ("fits", "new.txt", "create")
    assert [(file["operation"], file["path"]) for file in data["files"]] == [
        ("edit", "f.txt"),
        ("create", "new.txt"),
    ]


@in_every_format
def test_the_receipt_counts_lines_as_diffs_do(form: str) -> None:
    patch = write(form, ("f.txt", " one\n two\n+three\n"))
    report = answer(patch.text, {"f.txt": "one\ntwo"}, name=patch.name)
    [file] = receipt(report, patch.name)["files"]
    assert changed(report) == {"f.txt": "one\ntwo\nthree"} and (file["added"], file["removed"]) == (
        2,
        1,
    )


def test_a_text_without_a_patch() -> None:
    report = check("Nothing to see here.\n^^^^^^^^^^^^^^^^^^^^ no_patch\n", {}, REFUSED)
    assert codes(report) == ["no_patch"] and receipt(report, "-")["format"] is None


# ---- lines that stand in any file


@pytest.mark.parametrize("form", ["v4a", "applydiff"])
def test_common_lines_fit_only_to_the_letter(form: str) -> None:
    """What says nothing about its place is not taken where only its indentation is another one."""
    lines = "         pass\n+    return None\n \n"
    here = "def f():\n    try:\n        g()\n    except E:\n        pass\n\n\n"
    edit(form, lines, here, here.replace("pass\n", "pass\n    return None\n", 1))
    moved_on = here.replace("        pass", "        raise") + "def h():\n    pass\n\n"
    report = edit(form, lines, moved_on, None)
    assert "lines like these stand in any file" in messages(report)


@pytest.mark.parametrize("form", ["unified", "v4a", "zenpatch"])
def test_context_that_repeats_in_what_is_removed_proves_nothing(form: str) -> None:
    """The new text stands at the top of the old one; while a removed line is there, it is not done."""
    lines = " add(\n one\n )\n-add(\n-two\n-)\n add(\n"
    before = "add(\none\n)\nadd(\ntwo\n)\nadd(\nthree\n)\n"
    after = "add(\none\n)\nadd(\nthree\n)\n"
    edit(form, lines, before, after)
    edit(form, lines, after, after)
    edit(form, lines, before.replace("two\n)", "two\n) # stale"), None)
