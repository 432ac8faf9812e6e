"""v4a: where hunks land, what their hints and their order do, and what happens to files as a whole."""

from __future__ import annotations

import pytest

from patchsight.core.model.report import Lines, Report
from support.carets import trim
from support.check import REFUSED, answer, changed, check, codes, grades, outcome, states


def edit(hunks: str, before: str, after: str | None, *, everything: bool = False) -> Report:
    """Update one file; `after` is its new text, None if the patch is refused."""
    patch = f"*** Begin Patch\n*** Update File: f.py\n{trim(hunks)}*** End Patch\n"
    return check(patch, {"f.py": before}, outcome("f.py", before, after), everything=everything)


# ---- the examples of the format's description


def test_add_a_file() -> None:
    check(
        """
        *** Begin Patch
        *** Add File: src/utils/helpers.py
        +def greet(name):
        +    return f"Hello, {name}!"
        *** End Patch
    """,
        {},
        {"src/utils/helpers.py": 'def greet(name):\n    return f"Hello, {name}!"\n'},
        everything=True,
    )


def test_delete_a_file() -> None:
    check(
        """
        *** Begin Patch
        *** Delete File: src/old_module.py
        *** End Patch
    """,
        {"src/old_module.py": "x = 1\n"},
        {"src/old_module.py": None},
        everything=True,
    )


def test_update_a_file() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: src/main.py
        @@ def main():
             print("Hello")
        -    return 0
        +    print("World")
        +    return 1
        *** End Patch
    """,
        {
            "src/main.py": """
        def main():
            print("Hello")
            return 0
    """
        },
        {
            "src/main.py": """
        def main():
            print("Hello")
            print("World")
            return 1
    """
        },
        everything=True,
    )


def test_update_and_rename_a_file() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: old_name.py
        *** Move to: new_name.py
        @@ import os
         import sys
        -import old_dep
        +import new_dep
        *** End Patch
    """,
        {"old_name.py": "import os\nimport sys\nimport old_dep\n"},
        {"old_name.py": None, "new_name.py": "import os\nimport sys\nimport new_dep\n"},
        everything=True,
    )


def test_a_hint_that_is_the_first_line_of_its_hunk() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: src/config.py
        @@ DEFAULT_TIMEOUT = 30
        -DEFAULT_TIMEOUT = 30
        +DEFAULT_TIMEOUT = 60
        @@ def load_config():
             config = {}
        -    config["debug"] = False
        +    config["debug"] = True
        *** End Patch
    """,
        {
            "src/config.py": """
        DEFAULT_TIMEOUT = 30

        def load_config():
            config = {}
            config["debug"] = False
            return config
    """
        },
        {
            "src/config.py": """
        DEFAULT_TIMEOUT = 60

        def load_config():
            config = {}
            config["debug"] = True
            return config
    """
        },
        everything=True,
    )


# ---- the shape of hunks


@pytest.mark.parametrize("marker", ["@@\n", "@@ \n", "@@ @@\n", "@@   \t\n", ""])
def test_ways_to_start_a_hunk_without_a_hint(marker: str) -> None:
    edit(f"{marker} a\n-b\n+B\n", "a\nb\n", "a\nB\n", everything=True)


def test_a_blank_row_is_an_empty_context_line() -> None:
    edit("@@\n a\n\n-b\n+B\n", "a\n\nb\n", "a\n\nB\n", everything=True)


def test_blank_rows_at_the_end_of_a_hunk_may_be_noise() -> None:
    edit("@@\n a\n-b\n+B\n\n\n", "a\nb\nc\n", "a\nB\nc\n", everything=True)


def test_blank_rows_at_the_end_of_a_hunk_may_be_context() -> None:
    edit("@@\n-b\n+B\n\n@@\n-c\n+C\n", "b\n\na\nb\nc\n", "B\n\na\nb\nC\n", everything=True)


def test_what_stands_before_the_cut_is_analysed() -> None:
    report = check(
        """
        *** Begin Patch
        *** Update File: f.py
        @@
        -a
        +A
        @@
        -b
        +B
        ^^ truncated_patch
    """,
        {"f.py": "a\nb\n"},
        REFUSED,
        everything=True,
    )
    assert states(report) == ["fits", "fits"]


def test_context_lines_that_lost_their_space() -> None:
    edit(
        """
        @@
        def f():
        ^^^^^^^^ missing_space_prefix
        -    return 1
        +    return 2
    """,
        "def f():\n    return 1\n",
        "def f():\n    return 2\n",
        everything=True,
    )


def test_a_line_without_prefix_that_is_not_in_the_file() -> None:
    edit(
        """
        @@
        def g():
        ^^^^^^^^ invalid_hunk_line
        -    return 1
        +    return 2
    """,
        "def f():\n    return 1\n",
        None,
        everything=True,
    )


def test_a_hunk_that_changes_nothing() -> None:
    edit(
        """
        @@
        ^^ empty_hunk
         a
    """,
        "a\n",
        "a\n",
    )


# ---- hints

TWINS = """
    class A:
        def run(self):
            return 1

    class B:
        def run(self):
            return 1
"""


def test_a_hint_tells_equal_places_apart() -> None:
    edit(
        """
        @@ class B:
                 return 1
        +        # done
    """,
        TWINS,
        TWINS.rstrip() + "\n            # done\n",
        everything=True,
    )


def test_the_first_block_after_the_hint_is_taken() -> None:
    edit(
        """
        @@ class A:
           ^^^^^^^^ first_after_hint
        -        return 1
        +        return 2
    """,
        TWINS,
        TWINS.replace("1", "2", 1),
        everything=True,
    )


def test_several_hints_must_all_match_in_order() -> None:
    edit(
        """
        @@ class B:
        @@     def run(self):
        -        return 1
        +        return 2
    """,
        TWINS,
        TWINS[:-10] + TWINS[-10:].replace("1", "2"),
        everything=True,
    )


def test_several_hints_in_the_wrong_order() -> None:
    edit(
        """
        @@ def run(self):
        ^^^^^^^^^^^^^^^^^ ambiguous_context
           ^^^^^^^^^^^^^^ ambiguous_anchor
        @@ class B:
        -        return 1
        +        return 2
    """,
        TWINS,
        None,
        everything=True,
    )


def test_a_stacked_hint_that_stands_in_another_block() -> None:
    edit(
        """
        @@ class A:
        ^^^^^^^^^^^ ambiguous_context
        @@ def stop(self):
           ^^^^^^^^^^^^^^^ hint_not_found
        -        return 1
        +        return 2
    """,
        trim(TWINS) + "    def stop(self):\n        return 0\n",
        None,
        everything=True,
    )


def test_neither_hint_nor_block_is_unique() -> None:
    report = edit(
        """
        @@ def run(self):
        ^^^^^^^^^^^^^^^^^ ambiguous_context
           ^^^^^^^^^^^^^^ ambiguous_anchor
        -        return 1
        +        return 2
    """,
        TWINS,
        None,
        everything=True,
    )
    assert [(place.path, place.start) for place in report.problems[0].related] == [
        ("f.py", 2),
        ("f.py", 6),
    ]
    assert [(place.path, place.start) for place in report.problems[1].related] == [
        ("f.py", 1),
        ("f.py", 5),
    ]


@pytest.mark.parametrize(
    "hint",
    [
        "  def run(self): # go",
        "def run(self): # go",
        "def  run(self):  # go",
        "def run(self): # go ",
        "def run(",
        "def",
    ],
)
def test_a_hint_is_looked_for_with_the_ladder_then_as_a_prefix(hint: str) -> None:
    edit(
        f"@@ {hint}\n-x\n+y\n",
        "x\n  def run(self): # go\nx\n",
        "x\n  def run(self): # go\ny\n",
        everything=True,
    )


def test_a_whole_line_comes_before_a_prefix() -> None:
    edit(
        "@@ def run\n-x\n+y\n",
        "def running\nx\ndef run\nx\n",
        "def running\nx\ndef run\ny\n",
        everything=True,
    )


@pytest.mark.parametrize("hint", ["class A:", "class B:"])
def test_a_unique_block_is_applied_whatever_the_hint(hint: str) -> None:
    edit(
        f"@@ {hint}\n-    two\n+    2\n",
        "class A:\n    one\nclass B:\n    two\n",
        "class A:\n    one\nclass B:\n    2\n",
        everything=True,
    )


def test_a_unique_block_above_its_hint() -> None:
    edit(
        "@@ class B:\n-    one\n+    1\n",
        "class A:\n    one\nclass B:\n    two\n",
        "class A:\n    1\nclass B:\n    two\n",
        everything=True,
    )


def test_a_unique_block_needs_no_unique_hint() -> None:
    edit("@@ def run(self):\n-class B:\n+class C:\n", TWINS, TWINS.replace("B", "C"))


def test_a_hint_that_is_not_there_warns_if_the_block_is_unique() -> None:
    edit(
        """
        @@ class C:
           ^^^^^^^^ hint_not_found
        -class B:
        +class D:
             def run(self):
    """,
        TWINS,
        TWINS.replace("B", "D"),
        everything=True,
    )


def test_a_hint_that_is_not_there_and_one_line_that_says_little() -> None:
    edit(
        """
        @@ class C:
           ^^^^^^^^ hint_not_found
        -class B:
        +class D:
    """,
        TWINS,
        None,
        everything=True,
    )


def test_a_hint_that_is_not_there_and_a_block_that_stands_twice() -> None:
    edit(
        """
        @@ class C:
        ^^^^^^^^^^^ ambiguous_context
           ^^^^^^^^ hint_not_found
        -        return 1
        +        return 2
    """,
        TWINS,
        None,
        everything=True,
    )


def test_line_numbers_as_a_hint() -> None:
    edit(
        """
        @@ -7,1 +7,1 @@
        ^^^^^^^^^^^^^^^ line_number_hint
        -        return 1
        +        return 2
    """,
        TWINS,
        TWINS[:-10] + TWINS[-10:].replace("1", "2"),
        everything=True,
    )


def test_the_first_block_below_a_hint_is_in_the_hunk_above() -> None:
    """Hunks are written in the order of the file, so the second `return x` may be meant as well."""
    edit(
        """
        @@
        -x = 1
         f()
        +g()
             return x
        @@ f()
        ^^^^^^ ambiguous_context
             return x
        +h()
    """,
        "x = 1\nf()\n    return x\n    f()\n    return x\n",
        None,
    )


@pytest.mark.parametrize("applied", range(3))
def test_line_numbers_count_in_the_file_before_the_patch(applied: int) -> None:
    """So lines that a hunk above has added before move what they say; the call above stays."""
    calls = ["call\n  one\nend\n", "call\n  one\nend\n", "call\n  two\nend\n"]
    top = ["top\nlow\n", "top\n1\n2\n3\n4\nlow\n"]
    files = [f"{top[applied > 0]}{calls[0]}-\n{calls[applied]}" for applied in range(3)]
    hunks = "@@ -1,2 +1,6 @@\n top\n+1\n+2\n+3\n+4\n low\n@@ -7,3 +11,3 @@\n call\n-  one\n+  two\n end\n"
    patch = f"*** Begin Patch\n*** Update File: f\n{hunks}*** End Patch\n"
    report = answer(patch, {"f": files[applied]})
    assert report.ok
    assert changed(report).get("f", files[applied]) == files[2]


def test_line_numbers_do_not_matter_where_the_block_is_unique() -> None:
    edit(
        """
        @@ -70,1 +70,1 @@
        ^^^^^^^^^^^^^^^^^ line_number_hint
        -class B:
        +class C:
    """,
        TWINS,
        TWINS.replace("B", "C"),
        everything=True,
    )


# ---- order


def test_order_tells_equal_blocks_apart() -> None:
    edit(
        """
        @@
        -c
        +C
        @@
        ^^ placed_by_order
        -x
        +X
    """,
        "x\nc\nx\n",
        "x\nC\nX\n",
        everything=True,
    )


def test_as_many_equal_hunks_as_places() -> None:
    edit(
        """
        @@
        ^^ placed_by_order
        -x
        +1
        @@
        ^^ placed_by_order
        -x
        +2
    """,
        "x\nb\nx\n",
        "1\nb\n2\n",
        everything=True,
    )


def test_fewer_equal_hunks_than_places() -> None:
    edit(
        """
        @@
        ^^ ambiguous_context
        -x
        +1
        @@
        ^^ ambiguous_context
        -x
        +2
    """,
        "x\nb\nx\nb\nx\n",
        None,
        everything=True,
    )


def test_more_equal_hunks_than_places() -> None:
    edit(
        """
        @@
        ^^ overlapping_parts
        -x
        +1
        @@
        ^^ overlapping_parts
        -x
        +2
    """,
        "x\nb\n",
        None,
        everything=True,
    )


def test_a_unique_block_may_stand_out_of_order() -> None:
    edit(
        """
        @@
        -b
        +B
        @@
        ^^ out_of_order
        -a
        +A
    """,
        "a\nb\n",
        "A\nB\n",
        everything=True,
    )


def test_an_ambiguous_block_names_every_place() -> None:
    report = edit(
        """
        @@
        ^^ ambiguous_context
        -x
        +y
    """,
        "x\nb\nx\n",
        None,
        everything=True,
    )
    (problem,) = report.problems
    assert [(place.path, place.start, place.end) for place in problem.related] == [
        ("f.py", 0, 1),
        ("f.py", 2, 3),
    ]
    assert "lines 1 and 3" in problem.message and states(report) == ["ambiguous"]


# ---- hunks that only add


def test_only_added_lines_go_to_the_end() -> None:
    edit("@@\n+z\n", "a\nb\n", "a\nb\nz\n", everything=True)


def test_only_added_lines_after_a_hint() -> None:
    edit("@@ a\n+z\n", "a\nb\n", "a\nz\nb\n", everything=True)


def test_only_added_lines_and_the_end_of_file_marker() -> None:
    edit("@@ a\n+z\n*** End of File\n", "a\nb\n", "a\nb\nz\n", everything=True)


def test_only_added_lines_in_an_empty_file() -> None:
    edit("@@\n+z\n", "", "z\n", everything=True)


def test_only_added_lines_and_a_hint_that_is_not_there() -> None:
    edit(
        """
        @@ q
        ^^^^ cannot_insert
           ^ hint_not_found
        +z
    """,
        "a\nb\n",
        None,
        everything=True,
    )


def test_only_added_lines_and_a_hint_that_stands_twice() -> None:
    edit(
        """
        @@ a
           ^ ambiguous_anchor
        +z
    """,
        "a\nb\na\n",
        None,
        everything=True,
    )


def test_only_added_lines_that_are_there_already() -> None:
    report = edit("@@ a\n+zed = 1\n", "a\nzed = 1\nb\n", "a\nzed = 1\nb\n")
    assert states(report) == ["applied"] and codes(report) == ["already_applied"]


# ---- the end of the file


def test_the_end_of_file_marker_tells_equal_blocks_apart() -> None:
    edit("@@\n-x\n+y\n*** End of File\n", "x\nb\nx\n", "x\nb\ny\n", everything=True)


def test_the_end_of_file_marker_asks_for_the_end() -> None:
    edit(
        """
        @@
        ^^ context_not_found
        -a
        +A
        *** End of File
    """,
        "a\nb\n",
        None,
        everything=True,
    )


@pytest.mark.parametrize(
    ("before", "after"), [("a\nb", "a\nB"), ("a\nb\n", "a\nB\n"), ("a\r\nb", "a\r\nB")]
)
def test_the_final_newline_stays_as_it_is(before: str, after: str) -> None:
    edit("@@\n a\n-b\n+B\n", before, after, everything=True)


def test_lines_added_behind_a_last_line_without_newline() -> None:
    edit("@@\n b\n+c\n", "a\nb", "a\nb\nc", everything=True)


def test_no_newline_rows_as_in_a_unified_diff() -> None:
    edit("@@\n-b\n+c\n\\ No newline at end of file\n", "a\nb\n", "a\nc", everything=True)


# ---- grades


def test_white_space_at_line_ends() -> None:
    report = edit(
        """
        @@
        ^^ loose_match
         a
        -b
        +B
    """,
        "a  \nb\t\n",
        "a  \nB\n",
        everything=True,
    )
    assert grades(report) == ["trailing-space"]


def test_one_uniform_shift_moves_the_added_lines_too() -> None:
    report = edit(
        """
        @@
        ^^ loose_match
         if x:
        -    go()
        +    if y:
        +        stop()
    """,
        "def f():\n    if x:\n        go()\n",
        "def f():\n    if x:\n        if y:\n            stop()\n",
        everything=True,
    )
    assert grades(report) == ["indentation"]


def test_one_uniform_shift_the_other_way() -> None:
    edit(
        """
        @@
        ^^ loose_match
             if x:
        -        go()
        +        stop()
    """,
        "if x:\n    go()\n",
        "if x:\n    stop()\n",
        everything=True,
    )


def test_a_shift_that_an_added_line_does_not_have_room_for() -> None:
    edit(
        """
        @@
        ^^ unclear_indentation
             if x:
        -        go()
        +  stop()
    """,
        "if x:\n    go()\n",
        None,
        everything=True,
    )


def test_indentations_that_contradict_each_other() -> None:
    edit(
        """
        @@
        ^^ unclear_indentation
         class A:
         def f(self):
        -    return x
        +    return y
        +def g(self):
    """,
        "class A:\n    def f(self):\n      return x\n",
        None,
        everything=True,
    )


def test_white_space_inside_lines() -> None:
    report = edit(
        """
        @@
        ^^ loose_match
         f(a, b)
        -g( x )
        +h( x )
    """,
        "f(a,  b)\ng(\tx )\n",
        "f(a,  b)\nh( x )\n",
        everything=True,
    )
    assert grades(report) == ["whitespace"]


def test_added_lines_follow_tabs_for_spaces() -> None:
    report = edit(
        """
        @@
        ^^ loose_match
         if x:
        -    go()
        +    stop()
        +    if y:
        +        wait()
    """,
        "if x:\n\tgo()\n",
        "if x:\n\tstop()\n\tif y:\n\t\twait()\n",
        everything=True,
    )
    assert grades(report) == ["whitespace"]


@pytest.mark.parametrize(
    ("there", "written"),
    [
        ("say(“hi”)", 'say("hi")'),
        ("it’s", "it's"),
        ("a – b", "a - b"),
        ("a\u00a0b", "a b"),
        ("wait…", "wait..."),
        ("cafe\u0301", "café"),
    ],
)
def test_typographic_punctuation(there: str, written: str) -> None:
    hunk = f"@@\n^^ loose_match\n {written}\n-b\n+B\n"
    report = edit(hunk, f"{there}\nb\n", f"{there}\nB\n", everything=True)
    assert grades(report) == ["punctuation"]


def test_a_stricter_grade_decides_first() -> None:
    edit(
        "@@\n-x = 1\n+x = 2\n",
        "    x = 1\nx = 1\nx  = 1\n",
        "    x = 1\nx = 2\nx  = 1\n",
        everything=True,
    )


def test_two_places_at_the_deciding_grade() -> None:
    edit(
        """
        @@
        ^^ ambiguous_context
        -x = 1
        +x = 2
    """,
        "    x = 1\n  x = 1\n",
        None,
        everything=True,
    )


def test_a_similar_text_is_never_taken() -> None:
    report = edit(
        """
        @@
         def total(items):
        -    retrun sum(items)
         ^^^^^^^^^^^^^^^^^^^^^ context_not_found
        +    return sum(items, 0)
    """,
        "def total(items):\n    return sum(items)\n",
        None,
        everything=True,
    )
    (problem,) = report.problems
    assert (problem.data["expected"], problem.data["found"]) == (
        "    retrun sum(items)",
        "    return sum(items)",
    )
    nearest = report.parts[0].nearest
    assert nearest and nearest.lines == Lines(0, 2) and nearest.score > 0.9


# ---- already applied


def test_a_hunk_that_was_applied_before() -> None:
    report = edit(
        """
        @@
        ^^ already_applied
         def f():
        -    return 1
        +    return 2
    """,
        "def f():\n    return 2\n",
        "def f():\n    return 2\n",
        everything=True,
    )
    assert states(report) == ["applied"]


def test_lines_inserted_at_the_edge_of_a_hunk_that_stand_there() -> None:
    edit(
        """
        @@
        ^^ already_applied
         import os
        +import sys
    """,
        "import os\nimport sys\n",
        "import os\nimport sys\n",
        everything=True,
    )


def test_lines_inserted_at_both_edges_that_stand_there() -> None:
    edit(
        """
        @@
        ^^ already_applied
        +first = 1
         second = 2
        +third = 3
    """,
        "first = 1\nsecond = 2\nthird = 3\n",
        "first = 1\nsecond = 2\nthird = 3\n",
        everything=True,
    )


def test_lines_removed_between_others() -> None:
    edit(
        """
        @@
        ^^ already_applied
         first = 1
        -second = 2
         third = 3
    """,
        "first = 1\nthird = 3\n",
        "first = 1\nthird = 3\n",
        everything=True,
    )


def test_lines_removed_at_the_end_of_the_file() -> None:
    edit(
        """
        @@
        ^^ already_applied
         first = 1
         second = 2
        -third = 3
    """,
        "first = 1\nsecond = 2\n",
        "first = 1\nsecond = 2\n",
        everything=True,
    )


def test_lines_removed_elsewhere_leave_no_proof() -> None:
    edit(
        """
        @@
         first = 1
         second = 2
        -third = 3
         ^^^^^^^^^ context_not_found
    """,
        "first = 1\nsecond = 2\nfourth = 4\n",
        None,
        everything=True,
    )


@pytest.mark.parametrize("there", ["second = 2 ", "second  =  2", "\tsecond = 2", "second – 2"])
@pytest.mark.parametrize(
    "hunk", [" first = 1\n-{}\n", "-{}\n third = 3\n", " first = 1\n-{}\n third = 3\n"]
)
def test_lines_to_remove_that_stand_there_but_for_white_space(hunk: str, there: str) -> None:
    removed = there.replace("–", "-").strip().replace("  ", " ")
    edit(
        "@@\n" + hunk.format(removed), f"first = 1\n{there}\nthird = 3\n", "first = 1\nthird = 3\n"
    )


def test_new_text_that_is_part_of_the_old_is_no_proof() -> None:
    edit(
        "@@\n-first = 1\n-second = 2\n+first = 1\n",
        "first = 1\nsecond = 2\n",
        "first = 1\n",
        everything=True,
    )


def test_half_of_a_patch_was_applied_before() -> None:
    """Which its author should hear."""
    report = edit(
        """
        @@
        ^^ already_applied
        -one = 1
        +uno = 1
        @@
        -two = 2
        +due = 2
    """,
        "uno = 1\ntwo = 2\n",
        "uno = 1\ndue = 2\n",
    )
    assert states(report) == ["applied", "fits"]


@pytest.mark.parametrize("more", ["", "\n\nclass C:\n    limit = 1\n"])
def test_a_hunk_that_was_applied_where_its_hint_leads_is_not_applied_to_a_twin(more: str) -> None:
    there = "class A:\n    limit = 2\n\n\nclass B:\n    limit = 1\n" + more
    report = edit(
        """
        @@ class A:
        ^^^^^^^^^^^ already_applied
        -    limit = 1
        +    limit = 2
    """,
        there,
        there,
        everything=True,
    )
    assert states(report) == ["applied"]


def test_new_text_above_the_old_one_in_the_block_of_the_hint() -> None:
    """It may be what a first run left, or what was there before: nobody can tell."""
    there = "class A:\n    def f(self):\n        return None, 0\n\n    def g(self):\n        return None, 1\n"
    edit(
        """
        @@ class A:
        ^^^^^^^^^^^ ambiguous_context
        -        return None, 1
        +        return None, 0
    """,
        there,
        None,
        everything=True,
    )


def test_trivial_new_text_under_the_hint_and_the_old_one_elsewhere() -> None:
    edit(
        """
        @@ class B:
        ^^^^^^^^^^^ ambiguous_context
        -        return 1
        +        return
    """,
        "class A:\n    def f(self):\n        return 1\n\n\nclass B:\n    def f(self):\n        return\n",
        None,
        everything=True,
    )


@pytest.mark.parametrize("trivial", ["}", "pass", "else:", "    return"])
def test_trivial_content_is_no_proof(trivial: str) -> None:
    edit(
        f"@@\n-go_on(now)\n ^^^^^^^^^^ context_not_found\n+{trivial}\n",
        f"start\n{trivial}\nend_of_it\n",
        None,
        everything=True,
    )


# ---- conflicts


def test_two_hunks_that_change_the_same_line() -> None:
    report = edit(
        """
        @@
        ^^ overlapping_parts
         a
        -b
        +B
        @@
        ^^ overlapping_parts
        -b
        +x
         c
    """,
        "a\nb\nc\n",
        None,
        everything=True,
    )
    assert states(report) == ["conflict", "conflict"]
    first, second = report.problems
    assert (
        first.related[0].start == second.span.start and second.related[0].start == first.span.start
    )


def test_hunks_may_share_context() -> None:
    edit(
        """
        @@
        -a
        +A
         b
        @@
         b
        -c
        +C
    """,
        "a\nb\nc\n",
        "A\nb\nC\n",
        everything=True,
    )


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_hunks_that_touch_come_out_in_file_order(order: tuple[int, int, int]) -> None:
    hunks = "@@\n a\n+X\n", "@@\n-b\n", "@@\n-c\n+Y\n"
    edit("".join(hunks[number] for number in order), "a\nb\nc\nd\n", "a\nX\nY\nd\n")


# ---- files as a whole


def test_adding_a_file_that_exists_with_other_content() -> None:
    check(
        """
        *** Begin Patch
        *** Add File: f.py
                      ^^^^ file_exists
        +new
        *** End Patch
    """,
        {"f.py": "old\n"},
        REFUSED,
        everything=True,
    )


@pytest.mark.parametrize("there", ["new\ntext\n", "new\r\ntext\r\n"])
def test_adding_a_file_that_exists_with_this_content(there: str) -> None:
    check(
        """
        *** Begin Patch
        *** Add File: f.py
        ^^^^^^^^^^^^^^^^^^ already_applied
        +new
        +text
        *** End Patch
    """,
        {"f.py": there},
        {},
        everything=True,
    )


def test_adding_an_empty_file() -> None:
    check(
        "*** Begin Patch\n*** Add File: pkg/__init__.py\n*** End Patch\n",
        {},
        {"pkg/__init__.py": ""},
        everything=True,
    )


def test_deleting_a_file_that_is_not_there() -> None:
    check(
        """
        *** Begin Patch
        *** Delete File: f.py
        ^^^^^^^^^^^^^^^^^^^^^ already_applied
        *** End Patch
    """,
        {},
        {},
        everything=True,
    )


def test_lines_given_for_a_deleted_file() -> None:
    check(
        "*** Begin Patch\n*** Delete File: f.py\n-a\n-b\n*** End Patch\n",
        {"f.py": "a\nb\n"},
        {"f.py": None},
        everything=True,
    )


def test_other_lines_given_for_a_deleted_file() -> None:
    check(
        """
        *** Begin Patch
        *** Delete File: f.py
        -a
        -c
         ^ delete_content_differs
        *** End Patch
    """,
        {"f.py": "a\nb\n"},
        {"f.py": None},
        everything=True,
    )


def test_a_rename_without_hunks() -> None:
    check(
        "*** Begin Patch\n*** Update File: a.py\n*** Move to: lib/b.py\n*** End Patch\n",
        {"a.py": "x\n"},
        {"a.py": None, "lib/b.py": "x\n"},
        everything=True,
    )


def test_a_rename_onto_a_file_that_exists() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        *** Move to: b.py
                     ^^^^ file_exists
        @@
        -x
        +y
        *** End Patch
    """,
        {"a.py": "x\n", "b.py": "kept\n"},
        REFUSED,
        everything=True,
    )


def test_a_rename_that_was_done_before() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        *** Move to: b.py
        @@
        ^^ already_applied
        -x = 1
        +y = 2
        *** End Patch
    """,
        {"b.py": "y = 2\n"},
        {},
        everything=True,
    )


def test_the_same_path_twice_works_on_the_new_text() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: f.py
        @@
        -a
        +b
        *** Update File: f.py
                         ^^^^ same_file_again
        @@
        -b
        +c
        *** End Patch
    """,
        {"f.py": "a\n"},
        {"f.py": "c\n"},
        everything=True,
    )


def test_adding_then_updating_a_file() -> None:
    check(
        """
        *** Begin Patch
        *** Add File: f.py
        +a
        *** Update File: f.py
        @@
        -a
        +b
        *** End Patch
    """,
        {},
        {"f.py": "b\n"},
    )


def test_deleting_then_adding_a_file() -> None:
    check(
        """
        *** Begin Patch
        *** Delete File: f.py
        *** Add File: f.py
        +b
        *** End Patch
    """,
        {"f.py": "a\n"},
        {"f.py": "b\n"},
    )


def test_deleting_a_file_then_moving_another_in_its_place() -> None:
    check(
        """
        *** Begin Patch
        *** Delete File: b.py
        *** Update File: a.py
        *** Move to: b.py
        *** End Patch
    """,
        {"a.py": "A\n", "b.py": "B\n"},
        {"a.py": None, "b.py": "A\n"},
    )


def test_moving_a_file_then_adding_another_in_its_place() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        *** Move to: b.py
        *** Add File: a.py
        +new
        *** End Patch
    """,
        {"a.py": "A\n"},
        {"a.py": "new\n", "b.py": "A\n"},
    )


def test_a_file_that_only_the_patch_makes_has_no_place_to_show() -> None:
    report = check(
        """
        *** Begin Patch
        *** Add File: a.py
        +first line of it
        *** Update File: a.py
        @@
        -first line of that
         ^^^^^^^^^^^^^^^^^^ context_not_found
        +other
        *** End Patch
    """,
        {},
        REFUSED,
    )
    assert report.errors[0].related == []


def test_moving_a_file_then_updating_it_at_its_new_place() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        *** Move to: b.py
        *** Update File: b.py
        @@
        -x
        +y
        *** End Patch
    """,
        {"a.py": "x\n"},
        {"a.py": None, "b.py": "y\n"},
    )


def test_two_files_change_places() -> None:
    """They would change back in a second run, so nobody could tell whether that is still to be done."""
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        *** Move to: c.py
        *** Update File: b.py
                         ^^^^ not_repeatable
        *** Move to: a.py
        *** Update File: c.py
        *** Move to: b.py
        *** End Patch
    """,
        {"a.py": "A\n", "b.py": "B\n"},
        REFUSED,
    )


def test_one_bad_hunk_and_nothing_is_applied() -> None:
    report = check(
        """
        *** Begin Patch
        *** Update File: a.py
        @@
        -x
        +y
        *** Update File: b.py
        @@
        -nothing like it
         ^^^^^^^^^^^^^^^ context_not_found
        +y
        *** End Patch
    """,
        {"a.py": "x\n", "b.py": "z\n"},
        REFUSED,
        everything=True,
    )
    assert states(report) == ["fits", "missing"]
