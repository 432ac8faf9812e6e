"""String edits on files: to the character first, then as whole lines; what they leave, and what they refuse."""

from __future__ import annotations

import json
from typing import Any

import pytest

from patchsight.core.fixes import find_fixes
from patchsight.core.formats.registry import STRINGEDIT, UNIFIED
from patchsight.core.model.patch import Options
from patchsight.core.model.report import Report
from patchsight.core.rewrite.convert import write_patch
from patchsight.core.text.edits import apply_edits
from patchsight.core.text.traced import write_out
from support.check import answer, apply, changed, codes, messages, states
from support.fixing import trial_of

CODE = "def f():\n    x = foo(1)\n    y = foo(1)\n    return x\n"


def edit(old: str, new: str, path: str = "a.py", **more: Any) -> dict[str, Any]:
    return {"file_path": path, "old_string": old, "new_string": new, **more}


def place(value: object, *texts: str, agent: str = "none") -> Report:
    """What a call does to a.py, or to a.py and b.py."""
    files = dict(zip(("a.py", "b.py"), texts, strict=False))
    text = value if isinstance(value, str) else json.dumps(value)
    return answer(text, files, options=Options(agent=agent))


def after(value: object, text: str) -> str | None:
    report = place(value, text)
    assert report.ok, messages(report)
    return changed(report).get("a.py", text)


def refused(value: object, *texts: str) -> list[str]:
    report = place(value, *texts)
    assert not report.ok
    return [problem.code for problem in report.errors]


# ---- to the character
@pytest.mark.parametrize(
    ("old", "new", "text", "wanted"),
    [
        ("x = foo(1)", "x = bar()", CODE, CODE.replace("x = foo(1)", "x = bar()")),
        # in the middle of lines, and across them
        ("1)\n    y", "2)\n    z", CODE, CODE.replace("1)\n    y", "2)\n    z")),
        # a text that grows, shrinks or goes
        ("    return x\n", "", CODE, CODE.replace("    return x\n", "")),
        (" = foo(1)\n    y", "\n    y", CODE, CODE.replace(" = foo(1)\n    y", "\n    y")),
        ("return x", "a\n    return x", CODE, CODE.replace("return x", "a\n    return x")),
        # at the end of a file without a line end, and adding one
        ("two", "2", "one\ntwo", "one\n2"),
        ("two", "2\n", "one\ntwo", "one\n2\n"),
        ("two\n", "2", "one\ntwo\n", "one\n2"),
        # in the line ends of the file, whatever those of the edit
        ("one\ntwo", "1\n2\n3", "one\r\ntwo\r\n", "1\r\n2\r\n3\r\n"),
        ("one\r\ntwo", "1\r\n2", "one\ntwo\n", "1\n2\n"),
        # plain characters, not those of a pattern
        ("two", r"$1 $& \1 & %s {0}", "one\ntwo\n", "one\n" + r"$1 $& \1 & %s {0}" + "\n"),
        # beyond the basic plane
        ("é 😀", "ü 𝔘", "a é 😀 b\n", "a ü 𝔘 b\n"),
    ],
)
def test_a_text_gives_way_to_another(old: str, new: str, text: str, wanted: str) -> None:
    assert after(edit(old, new), text) == wanted


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    report = place(edit("one", "1"), "\ufeffone\ntwo\n")
    assert changed(report) == {"a.py": "\ufeff1\ntwo\n"}


def test_a_text_of_three_lines_is_compared_to_its_end_after_many_edits_too() -> None:
    """Then the file's words are looked up, and its blank lines are too many to look at."""
    code = "".join(f"name{i} = value{i} + 1\n" for i in range(20))
    edits = [edit(f"= value{i} +", f"= value{i} -") for i in range(20)]
    last = edit("def f(a, b):\n\nother one", "def g(a, b):\n\nother one")
    text = code + "\ndef f(a, b):\n\nother two\n\nend\n"
    assert refused([*edits, last], text) == ["context_not_found"]


@pytest.mark.parametrize("text", ["foo(1) foo(1)\n", CODE, "foo(1)\nbar\nfoo(1)\n"])
def test_a_text_in_several_places_is_ambiguous(text: str) -> None:
    report = place(edit("foo(1)", "foo(2)"), text)
    assert not report.ok and codes(report) == ["ambiguous_context"]
    assert len(report.problems[0].related) == 2


def test_overlapping_places_count_each() -> None:
    assert refused(edit("----", "=="), "-----\n") == ["ambiguous_context"]


# ---- everywhere, or in so many places
def test_replace_all_takes_every_place_from_left_to_right() -> None:
    report = place(edit("foo(1)", "foo(2)", replace_all=True), CODE)
    assert changed(report) == {"a.py": CODE.replace("foo(1)", "foo(2)")}
    assert codes(report) == ["replaced_all"]
    assert after(edit("--", "+", replace_all=True), "-----\n") == "++-\n"


def test_replace_all_needs_one_place_to_the_letter() -> None:
    assert refused(edit("foo( 1 )", "foo(2)", replace_all=True), CODE) == ["context_not_found"]
    assert refused(edit("  x = foo(1)", "z", replace_all=True), "x = foo(1)\n") == [
        "context_not_found"
    ]


def test_what_is_replaced_in_some_places_only_is_refused() -> None:
    text = "old_name()\nnew_old_name()\n"
    assert refused(edit("old_name", "new_old_name", replace_all=True), text) == ["partly_applied"]


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("}", "}\nx", "}\nx\n}\nx\n}\nx\n"),
        ("a()", "a()\na()", "a()\na()\n"),  # which may be what it is for, or what it leaves
    ],
)
def test_a_count_of_what_stands_inside_of_the_new_text_only(old: str, new: str, text: str) -> None:
    assert refused(edit(old, new, expected_replacements=2), text) == ["count_mismatch"]


@pytest.mark.parametrize(("count", "code"), [(1, "count_mismatch"), (3, "count_mismatch")])
def test_another_number_of_places_than_is_expected_is_refused(count: int, code: str) -> None:
    value = edit("foo(1)", "foo(2)", expected_replacements=count)
    assert refused(value, CODE) == [code]


def test_as_many_places_as_are_expected_are_all_taken() -> None:
    value = edit("foo(1)", "foo(2)", expected_replacements=2)
    assert after(value, CODE) == CODE.replace("foo(1)", "foo(2)")


def test_places_that_overlap_cannot_all_be_taken() -> None:
    """They are counted each, so that neither number is right."""
    for count in (1, 2):
        value = edit("aa", "b", expected_replacements=count)
        assert refused(value, "aaa\n") == ["count_mismatch"]


def test_a_count_means_places_to_the_letter() -> None:
    value = edit("x  = 1\n", "x = 2\n")
    assert after(value, "x = 1\n") == "x = 2\n"
    assert refused({**value, "expected_replacements": 1}, "x = 1\n") == ["context_not_found"]


# ---- as whole lines
def test_lines_that_are_indented_otherwise_are_found_and_the_new_ones_follow() -> None:
    text = "if a:\n    if b:\n        c()\n"
    report = place(edit("if b:\n    c()", "if b:\n    c()\n    d()"), text)
    assert changed(report) == {"a.py": "if a:\n    if b:\n        c()\n        d()\n"}
    assert codes(report) == ["loose_match"]


def test_what_is_common_to_both_texts_keeps_the_bytes_of_the_file() -> None:
    text = "say “hi”\nsize = 1\n"
    assert after(edit('say "hi"\nsize = 1', 'say "hi"\nsize = 2'), text) == "say “hi”\nsize = 2\n"


def test_what_is_only_indented_anew_is_not_done_where_the_old_lines_stand() -> None:
    """Both texts are in the file but for white space; the old lines stand there to the letter."""
    text = "on:\n- a\n- b\nrun: “x”\n"
    value = edit('on:\n- a\n- b\nrun: "x"', 'on:\n  - a\n  - b\nrun: "x"')
    wanted = "on:\n  - a\n  - b\nrun: “x”\n"
    assert after(value, text) == wanted
    assert states(place(value, wanted)) == ["applied"]


def test_a_fragment_that_matches_loosely_inside_of_a_line_is_not_taken() -> None:
    assert refused(edit("foo( 1 )", "foo(2)"), "x = foo(1)\n") == ["context_not_found"]


def test_a_similar_text_is_never_taken() -> None:
    assert refused(edit("def f():\n    z = foo(1)", "def g():"), CODE) == ["context_not_found"]


# ---- in turn
def test_edits_of_one_call_work_on_what_the_one_before_left() -> None:
    edits = [
        {"old_string": "x = foo(1)", "new_string": "x = bar(1)"},
        {"old_string": "bar(1)", "new_string": "bar(2)"},
    ]
    value = {"file_path": "a.py", "edits": edits}
    wanted = CODE.replace("x = foo(1)", "x = bar(2)")
    assert after(value, CODE) == wanted
    assert states(place(value, wanted)) == ["applied", "applied"]


def test_a_text_that_an_earlier_edit_took_away_is_consumed() -> None:
    edits = [edit("x = foo(1)\n", "z = 1\n"), edit("x = foo(1)", "w = 2")]
    assert refused(edits, CODE) == ["consumed_by_earlier_part"]


def test_one_bad_edit_and_nothing_is_applied() -> None:
    assert refused([edit("return x", "return y"), edit("gone", "x")], CODE) == ["context_not_found"]


# ---- already applied
def test_an_edit_that_was_applied_is_done() -> None:
    report = place(edit("x = foo(1)", "x = bar()"), CODE.replace("x = foo(1)", "x = bar()"))
    assert report.ok and states(report) == ["applied"] and not changed(report)


def test_a_scrap_of_a_line_proves_nothing() -> None:
    assert refused(edit("retries = 5", "60"), "timeout = 60\n") == ["context_not_found"]
    assert states(place(edit("5", "60"), "60\n")) == ["applied"]
    assert states(place(edit("old()", "new()"), "x = new() + 1\n")) == ["applied"]


def test_a_text_that_grows_is_not_doubled() -> None:
    value = edit("alpha", "alpha beta")
    assert after(value, "alpha\n") == "alpha beta\n"
    assert after(value, "alpha beta\n") == "alpha beta\n"


def test_a_deletion_leaves_nothing_that_proves_it() -> None:
    assert refused(edit("gone()\n", ""), CODE) == ["context_not_found"]


def test_equal_texts_change_nothing() -> None:
    report = place(edit("return x", "return x"), CODE)
    assert report.ok and codes(report) == ["no_change"] and not changed(report)


# ---- files that are made, filled or written anew
def test_an_empty_old_text_makes_a_file_or_fills_an_empty_one() -> None:
    value = edit("", "one\ntwo\n")
    assert changed(answer(json.dumps(value), {})) == {"a.py": "one\ntwo\n"}
    assert after(value, "") == "one\ntwo\n"
    assert states(place(value, "one\ntwo\n")) == ["applied"]
    assert refused(value, "other\n") == ["empty_search"]


def test_a_file_that_is_made_and_edited_by_one_call_is_done_as_a_whole() -> None:
    edits = [
        {"old_string": "", "new_string": "one\ntwo\n"},
        {"old_string": "two", "new_string": "2"},
    ]
    value = {"file_path": "a.py", "edits": edits}
    assert changed(answer(json.dumps(value), {})) == {"a.py": "one\n2\n"}
    assert states(place(value, "one\n2\n")) == ["applied", "applied"]


def test_a_file_that_is_written_and_edited_is_done_as_a_whole() -> None:
    value = [
        {"name": "Write", "input": {"file_path": "a.py", "content": "one\ntwo\n"}},
        {
            "name": "Edit",
            "input": {"file_path": "a.py", "old_string": "two", "new_string": "three"},
        },
    ]
    assert changed(place(value)) == {"a.py": "one\nthree\n"}
    assert states(place(value, "one\nthree\n")) == ["applied", "applied"]


def test_creating_loses_nothing() -> None:
    value = {"command": "create", "path": "a.py", "file_text": "one"}
    assert changed(answer(json.dumps(value), {})) == {"a.py": "one"}
    assert states(place(value, "one")) == ["applied"]
    assert refused(value, "other\n") == ["file_exists"]


def test_writing_replaces_what_there_is_line_by_line() -> None:
    text = "".join(f"line {number}\r\n" for number in range(9))
    value = {
        "name": "Write",
        "input": {"file_path": "a.py", "content": text.replace("4", "four").replace("\r", "")},
    }
    report = place(value, text)
    assert changed(report) == {"a.py": text.replace("4", "four")}
    assert len(report.plan[0].edits) == 1
    assert states(place(value, text.replace("4", "four"))) == ["applied"]


# ---- lines put in by number
@pytest.mark.parametrize(
    ("line", "wanted"), [(0, "x\none\ntwo\n"), (1, "one\nx\ntwo\n"), (2, "one\ntwo\nx\n")]
)
def test_lines_go_in_below_a_line(line: int, wanted: str) -> None:
    value = {"command": "insert", "path": "a.py", "insert_line": line, "insert_text": "x"}
    report = place(value, "one\ntwo\n")
    assert changed(report) == {"a.py": wanted}
    assert codes(report) == ["unverified_position"]
    assert states(place(value, wanted)) == ["applied"]


@pytest.mark.parametrize("line", [-1, 3])
def test_a_line_that_is_not_there_is_refused(line: int) -> None:
    value = {"command": "insert", "path": "a.py", "insert_line": line, "insert_text": "x"}
    assert refused(value, "one\ntwo\n") == ["line_out_of_range"]


def test_common_lines_that_stand_there_already_prove_nothing() -> None:
    value = {"command": "insert", "path": "a.py", "insert_line": 1, "insert_text": "\n"}
    assert refused(value, "one\n\ntwo\n") == ["ambiguous_position"]


# ---- line ends
def test_lines_that_become_one_are_told() -> None:
    report = place(edit("y = foo(1)\n", "y = foo(2)"), CODE)
    assert report.ok and codes(report) == ["joins_lines"]


def test_an_empty_line_that_is_left_is_told() -> None:
    report = place(edit("    return x", ""), CODE)
    assert changed(report) == {"a.py": CODE.replace("    return x", "")}
    assert codes(report) == ["empty_line_left"]


@pytest.mark.parametrize(
    ("old", "text", "wanted"),
    [
        ("two", "one\ntwo\nthree\n", "one\nthree\n"),
        ("one\ntwo", "one\ntwo\nthree\n", "three\n"),
        ("two", "one\r\ntwo\r\nthree\r\n", "one\r\nthree\r\n"),
        ("two", "one\ntwo\n", "one\n"),
        # only where nothing else is left of the line
        ("wo", "one\ntwo\nthree\n", "one\nt\nthree\n"),
    ],
)
def test_an_agent_that_takes_the_line_break_as_well(old: str, text: str, wanted: str) -> None:
    report = place(edit(old, ""), text, agent="claude-code")
    assert changed(report) == {"a.py": wanted}
    if old != "wo":
        [told] = report.problems
        assert told.code == "empty_line_left" and "Claude Code takes" in told.message


def test_a_file_that_is_made_and_loses_a_line_is_done_as_a_whole() -> None:
    made = {"old_string": "", "new_string": "one\ntwo\nthree\n"}
    value = {"file_path": "a.py", "edits": [made, {"old_string": "two", "new_string": ""}]}
    assert changed(place(value, agent="claude-code")) == {"a.py": "one\nthree\n"}
    assert states(place(value, "one\nthree\n", agent="claude-code")) == ["applied", "applied"]


def test_a_line_that_is_written_otherwise_is_not_emptied() -> None:
    """By the grades only whole lines are meant, and whether this one should stay empty is not said."""
    assert refused(edit("two  ", ""), "one\ntwo\nthree\n") == ["context_not_found"]
    assert after(edit("two  \n", ""), "one\ntwo\nthree\n") == "one\nthree\n"


# ---- what is left out, and what is too much
def test_a_line_that_stands_for_others_is_not_written() -> None:
    value = edit("def f():", "def g():\n    # ... existing code ...")
    assert refused(value, CODE) == ["elided_content"]
    assert after(edit("# ...\nx", "# ...\ny"), "# ...\nx\n") == "# ...\ny\n"


def test_a_text_that_is_escaped_once_too_often_is_never_taken_by_itself() -> None:
    value = edit("def f():\\n    x = foo(1)", "def g():\\n    x = foo(1)")
    assert refused(value, CODE) == ["over_escaped"]


@pytest.mark.parametrize(
    "value",
    [
        edit("// filepath: a.py\nreturn x", "// filepath: a.py\nreturn y"),
        edit("4→    return x", "4→    return y"),
        edit("```python\n    return x\n```", "```python\n    return y\n```"),
        '<invoke name="Edit">\n<parameter name="file_path">a.py</parameter>\n<parameter name="old_string">\nreturn x\n'
        '</parameter>\n<parameter name="new_string">\nreturn y\n</parameter>\n</invoke>\n',
        '<invoke name="Edit">\n<parameter name="file_path">a.py</parameter>\n<parameter name="old_string">return &lt;x'
        '</parameter>\n<parameter name="new_string">return &lt;y</parameter>\n</invoke>\n',
    ],
)
def test_what_was_copied_along_is_left_out_where_the_text_then_stands_once(value: object) -> None:
    text = "one()\nreturn x\n" if "filepath" in str(value) else CODE
    text = text.replace("return x", "return <x") if "&lt;" in str(value) else text
    report = place(value, text)
    assert report.ok, messages(report)
    assert changed(report) == {"a.py": text.replace("return x", "return y").replace("<x", "<y")}
    assert len(codes(report)) == 1
    assert not place(value, text + text).ok


# ---- fixes are written with the escapes of the JSON
@pytest.mark.parametrize("levels", [1, 2])
@pytest.mark.parametrize(
    ("value", "text", "code", "title", "wanted"),
    [
        (
            edit('say("a")', 'say("b")'),
            'x = say("a")\ny = say("a")\n',
            "ambiguous_context",
            "Target the one at a.py:2",
            'x = say("a")\ny = say("b")\n',
        ),
        (
            edit('def f("é"):\n\tz = 1', 'def f("é"):\n\tz = 2'),
            'def f("é"):\n\tx = 1\n',
            "context_not_found",
            "Use the file's text",
            'def f("é"):\n\tx = 2\n',
        ),
        (
            edit("a\\nb", "a\\nc"),
            "a\nb\n",
            "over_escaped",
            "Write both texts with one level",
            "a\nc\n",
        ),
        (edit("", "z\n"), "one\ntwo\n", "empty_search", "Append it to the file", "one\ntwo\nz\n"),
        (edit("", "z\n"), "one\ntwo\n", "empty_search", "Replace the whole file by it", "z\n"),
        (edit("a\n", "c"), "a\nb\n", "joins_lines", "End the new text", "c\nb\n"),
    ],
)
def test_a_fix_is_written_with_escapes(
    value: dict[str, Any], text: str, code: str, title: str, wanted: str, levels: int
) -> None:
    call = json.dumps(value if levels == 1 else {"arguments": json.dumps(value)})
    trial = trial_of(call, {"a.py": text}, "x.json")
    problem = next(problem for problem in trial.report.problems if problem.code == code)
    fix = next(fix for fix in find_fixes(trial, problem) if fix.title.startswith(title))
    edits = write_out(trial.buffer, fix.edits)
    assert edits is not None
    fixed = apply_edits(call, edits)
    json.loads(fixed)
    assert after(fixed, text) == wanted


def test_a_fix_writes_json_as_it_should_be() -> None:
    call = '{"file_path": "a.py", "old_string": "a\nb", "new_string": "a\tc",}'
    trial = trial_of(call, {"a.py": "a\nb\n"}, "x.json")
    [fix] = [fix for problem in trial.report.problems for fix in find_fixes(trial, problem)]
    edits = write_out(trial.buffer, fix.edits)
    assert edits is not None and fix.safe
    assert apply_edits(call, edits) == call.replace("\n", "\\n").replace("\t", "\\t").replace(
        ",}", "}"
    )


# ---- in other words, and backwards
@pytest.mark.parametrize(
    ("value", "text"),
    [
        (edit("x = foo(1)", "x = bar()"), CODE),
        (edit("foo(1)", "foo(2)", replace_all=True), CODE),
        (edit("two", "2\n"), "one\ntwo"),
        (edit("two\n", "2"), "one\ntwo\n"),
        ({"command": "insert", "path": "a.py", "insert_line": 1, "insert_text": "x"}, CODE),
        ({"name": "Write", "input": {"file_path": "b.py", "content": "x\ny\n"}}, CODE),
    ],
)
@pytest.mark.parametrize("wanted", [UNIFIED, STRINGEDIT])
def test_a_change_can_be_said_in_other_words(value: object, text: str, wanted: Any) -> None:
    report = place(value, text)
    written = write_patch(report.plan, wanted)
    assert written.text is not None, written.reason
    again = answer(written.text, {"a.py": text})
    assert again.patch.format is wanted
    assert apply(again, {"a.py": text}) == apply(report, {"a.py": text})


def test_a_list_of_edits_whose_path_is_empty_is_refused() -> None:
    """It was called applicable, and nothing was done."""
    value = {"file_path": "", "edits": [{"old_string": "a", "new_string": "b"}] * 2}
    assert codes(answer(json.dumps(value), {"a.py": "a\n"}, name="p.json")) == ["missing_path"]
