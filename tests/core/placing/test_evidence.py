"""Where a part says that it belongs, against what merely stands somewhere: files in which only one of the two is meant."""

from __future__ import annotations

import json

import pytest

from support.carets import trim
from support.check import answer, apply, changed, codes, messages, states
from support.five import write


def numbered(*changes: tuple[int, str], count: int = 90) -> str:
    """A file whose lines are `line 1` to `line 90`, but for some, which may be several lines."""
    lines = [f"line {number}" for number in range(1, count + 1)]
    for number, text in changes:
        lines[number - 1] = text
    return "".join(line + "\n" for line in lines)


OLD, NEW = "def f():\n    return old(1)", "def f():\n    return new(1)"
HUNK = " def f():\n-    return old(1)\n+    return new(1)\n"


def unified(row: int) -> str:
    return f"--- a/f.py\n+++ b/f.py\n@@ -{row},2 +{row},2 @@\n{HUNK}"


def v4a(hunks: str) -> str:
    return f"*** Begin Patch\n*** Update File: f.py\n{trim(hunks)}*** End Patch\n"


# ---- line numbers
def test_a_new_text_far_from_the_stated_line_proves_nothing() -> None:
    """It is nearer to the number than the old text, but neither is near it."""
    report = answer(unified(10), {"f.py": numbered((40, NEW), (80, OLD))})
    assert states(report) == ["fits"], messages(report)
    assert changed(report) == {"f.py": numbered((40, NEW), (80, NEW))}


def test_a_new_text_near_the_stated_line_is_what_is_meant() -> None:
    report = answer(unified(30), {"f.py": numbered((40, NEW), (80, OLD))})
    assert states(report) == ["applied"]


@pytest.mark.parametrize("stated", [32, 50, 70], ids=["nearer", "alone near", "far"])
def test_an_old_text_that_stands_loosely_is_not_taken_beside_a_new_one_to_the_letter(
    stated: int,
) -> None:
    loose = OLD.replace("\n", " \n")
    report = answer(unified(stated), {"f.py": numbered((25, NEW), (38, loose))})
    assert not report.ok
    assert codes(report) == ["ambiguous_context"]


@pytest.mark.parametrize("stated", [30, 10, 70])
def test_a_loose_twin_is_not_edited_by_a_second_run(stated: int) -> None:
    before = {"f.py": numbered((25, OLD), (38, OLD.replace("\n", " \n")))}
    first = answer(unified(stated), before)
    assert first.ok and changed(first)
    second = answer(unified(stated), apply(first, before))
    assert not (second.ok and changed(second))


def test_a_block_with_a_line_number_is_not_done_far_from_it() -> None:
    """The old text stands loosely where the number leads, the new one to the letter elsewhere."""
    there = "\n".join(f"    {line}" for line in OLD.split("\n"))
    patch = (
        f"f.py\n<<<<<<< SEARCH\n:start_line:80\n-------\n{OLD}\n=======\n{NEW}\n>>>>>>> REPLACE\n"
    )
    report = answer(patch, {"f.py": numbered((10, NEW), (80, there))})
    assert not report.ok
    assert codes(report) == ["ambiguous_context"]


@pytest.mark.parametrize("kind", ["unified", "searchreplace"])
def test_a_text_near_the_stated_line_is_not_outweighed_by_one_far_away(kind: str) -> None:
    """It is indented otherwise, so that it stands to the letter only far from where it should."""
    there = "\n".join(f"    {line}" for line in OLD.split("\n"))
    block = (
        f"f.py\n<<<<<<< SEARCH\n:start_line:75\n-------\n{OLD}\n=======\n{NEW}\n>>>>>>> REPLACE\n"
    )
    patch = block if kind == "searchreplace" else unified(75)
    report = answer(patch, {"f.py": numbered((10, OLD), (80, there))})
    assert not report.ok
    assert codes(report) == ["ambiguous_context"]


def test_a_new_text_in_the_stated_line_counts_to_the_letter() -> None:
    """It is indented otherwise there, and the old text stands to the letter in another place."""
    there = "\n".join(f"    {line}" for line in NEW.split("\n"))
    report = answer(unified(30), {"f.py": numbered((30, there), (36, OLD))})
    assert not report.ok
    assert codes(report) == ["ambiguous_context"]


# ---- hints
def test_a_hint_that_nothing_stands_below_is_not_outweighed_by_the_order() -> None:
    """Of two places above the hint only one keeps the hunks in order, but the hint says neither."""
    before = (
        "def a():\n    return x\n\ndef b():\n    one()\n    return x\n\ndef c():\n    return y\n"
    )
    report = answer(
        v4a("""
        @@
        -    one()
        +    two()
        @@ def c():
        -    return x
        +    return z
        """),
        {"f.py": before},
    )
    assert not report.ok
    assert codes(report) == ["ambiguous_context"]


def test_the_first_of_several_below_a_hint_must_keep_the_order() -> None:
    """Hunks are written in file order, so the text above the first one is not what the second means."""
    patch = v4a("""
        @@ codes = {
        -  a,
        +  A,
        @@ codes = {
           500,
        +  new,
        """)
    report = answer(patch, {"f.py": "codes = {\n  500,\n  a,\n  500,\n  b,\n  500,\n}\n"})
    assert not report.ok
    assert codes(report) == ["ambiguous_context"]


def test_zenpatch_asks_for_one_place_below_a_hint() -> None:
    patch = v4a("""
        @@ class A:
             x = 1
        +    y = 2
        """)
    before = "class A:\n    x = 1\n    z = 0\n    x = 1\n"
    assert answer(patch, {"f.py": before}, name="c.v4a").ok
    report = answer(patch, {"f.py": before}, name="c.zenpatch")
    assert codes(report) == ["ambiguous_context"]


@pytest.mark.parametrize("name", ["c.v4a", "c.zenpatch"])
def test_what_is_added_before_a_common_line_that_stands_once_is_found_again(name: str) -> None:
    """The block below the hint was cut off by lines that are not indented, so the hint says little."""
    patch = v4a("""
        @@ class A {
        +    z();
         }
        """)
    before = "class A {\n    x();\nextra = 1\n}\n"
    first = answer(patch, {"f.py": before}, name=name)
    assert changed(first) == {"f.py": "class A {\n    x();\nextra = 1\n    z();\n}\n"}
    second = answer(patch, apply(first, {"f.py": before}), name=name)
    assert states(second) == ["applied"], messages(second)


@pytest.mark.parametrize("twin", ["above", "below"])
def test_a_loose_twin_around_a_hint_is_not_edited_by_a_second_run(twin: str) -> None:
    """To the letter the old text stands below the twin; once that is changed, the twin is left."""
    patch = v4a("""
        @@ class A:
             def f(self):
        -        return old
        +        return new
        """)
    loose, exact = "def f(self):\n    return old\n", "    def f(self):\n        return old\n"
    before = f"{loose}class A:\n{exact}" if twin == "above" else f"class A:\n{loose}{exact}"
    first = answer(patch, {"f.py": before})
    assert first.ok and changed(first)
    second = answer(patch, apply(first, {"f.py": before}))
    assert not (second.ok and changed(second))


# ---- done in the very place of the old text
@pytest.mark.parametrize("kind", ["searchreplace", "v4a", "unified"])
def test_a_change_of_white_space_where_neither_side_stands_to_the_letter(kind: str) -> None:
    """Both sides fit the file's lines but for white space; at one place the old text decides."""
    old, new = "\tpair('a',\t 'b'),", "\tpair('a', 'b'),"
    patch = {
        "searchreplace": f"f.py\n<<<<<<< SEARCH\n{old}\n\tend\n=======\n{new}\n\tend\n>>>>>>> REPLACE\n",
        "v4a": f"*** Begin Patch\n*** Update File: f.py\n@@\n-{old}\n+{new}\n \tend\n*** End Patch\n",
        "unified": f"--- a/f.py\n+++ b/f.py\n@@ -2,2 +2,2 @@\n-{old}\n+{new}\n \tend\n",
    }[kind]
    before = "x = 1\n    pair('a',     'b'),\n    end\n"
    report = answer(patch, {"f.py": before})
    assert changed(report) == {"f.py": "x = 1\n    pair('a', 'b'),\n    end\n"}
    assert states(answer(patch, apply(report, {"f.py": before}))) == ["applied"]


def test_a_line_end_more_proves_nothing() -> None:
    """The new text stands wherever a line with the old one ends, so nothing tells the result from its start."""
    patch = json.dumps({"file_path": "f.py", "old_string": "b = 2", "new_string": "b = 2\n"})
    report = answer(patch, {"f.py": "a = 1\nb = 2\nc = 3\n"})
    assert not report.ok, states(report)


def test_an_indented_text_is_not_done_where_it_stands_deeper() -> None:
    old = "    run(\n        one,\n        two)\n"
    patch = json.dumps(
        {"file_path": "f.py", "old_string": old, "new_string": "    run(one, two)\n"}
    )
    report = answer(patch, {"f.py": "if x:\n        run(one, two)\nrun(\n    one)\n"})
    assert not report.ok, states(report)


def test_an_old_text_is_free_where_the_new_one_does_not_hold_it() -> None:
    """The new text ends like the old one, so the old one stands twice; once in what is done."""
    patch = v4a("""
        @@
         /**
        + * First.
        + */
        +one();
        +/**
          * Second.
         two();
        """)
    done = "/**\n * First.\n */\none();\n/**\n * Second.\ntwo();\n"
    before = f"{done}// below\n/**\n * Second.\ntwo();\n"
    report = answer(patch, {"f.py": before})
    assert changed(report) == {"f.py": f"{done}// below\n{done}"}


HALF = "import os\n\ndef f():\n    return 1\n\n\ndef describe(order):\n    return f'{order.size} of {order.name}'\n"


@pytest.mark.parametrize("kind", ["unified", "v4a"])
def test_a_part_that_was_applied_by_itself_is_not_put_in_again(kind: str) -> None:
    """The other part is still to be applied, but that does not say that this one is, too."""
    first, second = (
        "-import os\n+import sys\n",
        "     return 1\n+\n+\n+def describe(order):\n+    return f'{order.size} of {order.name}'\n",
    )
    patch = {
        "unified": f"--- a/f.py\n+++ b/f.py\n@@ -1,1 +1,1 @@\n{first}@@ -4,1 +4,5 @@\n{second}",
        "v4a": f"*** Begin Patch\n*** Update File: f.py\n@@\n{first}@@\n{second}*** End Patch\n",
    }[kind]
    report = answer(patch, {"f.py": HALF})
    assert not report.ok or changed(report) == {"f.py": HALF.replace("os", "sys")}


def test_a_text_put_in_above_a_line_that_thereby_came_to_the_stated_one() -> None:
    """The file was shorter by just as many lines as the hunk puts in."""
    patch = "--- a/f.py\n+++ b/f.py\n@@ -6,2 +6,4 @@\n+new one\n+new two\n line 6\n line 7 \n"
    before = numbered(count=20).replace("line 2\nline 3\n", "")
    first = answer(patch, {"f.py": before})
    after = apply(first, {"f.py": before})
    assert after == {"f.py": before.replace("line 6\n", "new one\nnew two\nline 6\n")}
    second = answer(patch, after)
    assert not (second.ok and changed(second))


# ---- the same part twice
def test_two_equal_modifications_do_not_stack_up_in_one_place() -> None:
    one = '      - action: REPLACE\n        anchor: "def f():"\n        snippet: |\n          stop()\n        content: |\n          stop()\n          log()\n'
    patch = f'version: "2.0"\nchanges:\n  - file_path: "f.py"\n    modifications:\n{one}{one}'
    report = answer(patch, {"f.py": "def f():\n    stop()\n\ndef g():\n    stop()\n"})
    assert not report.ok, changed(report)


# ---- what is added behind lines that stand elsewhere, too
CLOSED = "load(\n    1,\n)\n"
ADDED = v4a("@@\n import os\n-first(1)\n+begin(1)\n@@\n     1,\n )\n+store(CACHE)\n")


def test_lines_that_were_added_behind_one_of_two_equal_places() -> None:
    """The old text stands where the new one does as well, so it does not say that the other is meant."""
    text = f"import os\nfirst(1)\n{CLOSED}last(1)\n{CLOSED}store(CACHE)\n"
    assert not answer(v4a("@@\n     1,\n )\n+store(CACHE)\n"), {"f.py": text}).ok
    after = f"import os\nbegin(1)\n{CLOSED}store(CACHE)\nlast(1)\n{CLOSED}store(CACHE)\n"
    # the other part is still to be applied, so this one is as well
    assert changed(answer(ADDED, {"f.py": text})) == {"f.py": after}


def test_the_same_in_a_patch_of_which_some_is_applied() -> None:
    patch = ADDED.replace("*** End", "@@\n-last(1)\n+finish(1)\n*** End")
    text = f"import os\nbegin(1)\n{CLOSED}{CLOSED}store(CACHE)\nlast(1)\n"
    report = answer(patch, {"f.py": text})
    assert states(report) == ["applied", "ambiguous", "fits"], messages(report)


# ---- what stands there already
@pytest.mark.parametrize(
    "patch",
    [
        v4a("@@\n head\n+load(1)\n save(1)\n-load(1)\n tail\n"),
        "--- a/f.py\n+++ b/f.py\n@@ -1,4 +1,4 @@\n head\n+load(1)\n save(1)\n-load(1)\n tail\n",
        "f.py\n<<<<<<< SEARCH\nhead\nsave(1)\nload(1)\ntail\n=======\nhead\nload(1)\nsave(1)\ntail\n>>>>>>> REPLACE\n",
    ],
)
def test_a_line_that_moves_inside_a_part_that_matches_loosely(patch: str) -> None:
    """What goes reads like what comes, but in another row."""
    report = answer(patch, {"f.py": "head  \nsave(1)\nload(1)\ntail\n"})
    assert changed(report) == {"f.py": "head  \nload(1)\nsave(1)\ntail\n"}, messages(report)


def test_what_may_be_the_new_text_at_the_stated_line_leaves_no_twin_of_the_old_one_to_be_taken() -> (
    None
):
    """It reads like the end of an old text whose first line has changed, so it proves nothing."""
    patch = "--- a/f\n+++ b/f\n@@ -7,4 +7,2 @@\n save\n-load\n-save\n check\n"
    done = "load\nsave\nload\nsave\ncheck\nload\nsave\ncheck\nend\n"
    fresh = done.replace("check\nend", "load\nsave\ncheck\nend")
    assert answer(patch, {"f": fresh}).files == {"f": done}
    report = answer(patch, {"f": done})
    assert [problem.code for problem in report.errors] == ["ambiguous_context"]
    assert [place.start + 1 for place in report.parts[0].candidates] == [2, 7]


def test_lines_without_context_do_not_go_above_a_hunk_with_a_lower_number() -> None:
    """One header names a line far from where its text stands, and the next hunk counts from there."""
    text = numbered((6, "def run():"), (9, "call()"))
    wrong = "@@ -8 +3 @@\n-line 3\n+three\n"
    above = "@@ -6 +6 @@\n-def run():\n+def go():\n"
    bare = "@@ -9,0 +10 @@\n+new()\n"
    report = answer(f"--- a/f.py\n+++ b/f.py\n{wrong}{above}{bare}", {"f.py": text})
    assert states(report) == ["fits", "fits", "missing"], messages(report)
    assert "cannot_insert" in codes(report)
    assert answer(f"--- a/f.py\n+++ b/f.py\n{above}{bare}", {"f.py": text}).ok


# ---- what goes away without a line around it
def test_removed_lines_that_are_gone_prove_nothing_for_each_other() -> None:
    """The line of the one was changed since; that of the other stands where its header says."""
    patch = "--- a/f.py\n+++ b/f.py\n@@ -30 +29,0 @@\n-line 30\n@@ -36 +34,0 @@\n-line 36\n"
    assert states(answer(patch, {"f.py": numbered((30, "other"))})) == ["missing", "fits"]
    assert not answer(patch, {"f.py": numbered((30, "other"), (36, "other"))}).ok


def test_a_removed_line_is_not_gone_while_it_stands_near_its_number() -> None:
    patch = "--- a/f.py\n+++ b/f.py\n@@ -10 +10 @@\n-line 10\n+ten\n@@ -36 +36,0 @@\n-line 36\n"
    for line in ("added\nline 36", "    line 36"):
        report = answer(patch, {"f.py": numbered((10, "ten"), (36, line))})
        assert not report.ok, messages(report)
    assert states(answer(patch, {"f.py": numbered((10, "ten"), (36, "other"))})) == ["applied"] * 2


def test_a_removed_line_is_not_gone_while_it_stands_near_its_number_in_several_places() -> None:
    """A line came in above it, and the one below is like it: which was meant cannot be told, but
    one of them is still to go.
    """
    patch = "--- a/f.py\n+++ b/f.py\n@@ -10 +10 @@\n-line 10\n+ten\n@@ -36 +36,0 @@\n-line 36\n"
    report = answer(patch, {"f.py": numbered((10, "ten"), (36, "added\nline 36"), (40, "line 36"))})
    assert states(report) == ["applied", "ambiguous"], messages(report)


# ---- numbers that count in a file which has moved on
def block(row: int, old: str, new: str) -> str:
    hint = f":start_line:{row}\n-------\n"
    return f"<<<<<<< SEARCH\n{hint}{old}\n=======\n{new}\n>>>>>>> REPLACE\n"


def test_a_number_means_a_line_as_far_off_as_the_block_before_stood() -> None:
    patch = "f.py\n" + block(5, "line 5", "five") + block(30, "same()", "other()")
    twins = ((20, "same()"), (30, "same()"), (40, "same()"))
    moved = "# a\n# b\n# c\n" + numbered(*twins)
    after = "# a\n# b\n# c\n" + numbered(
        (5, "five"), (20, "same()"), (30, "other()"), (40, "same()")
    )
    assert changed(answer(patch, {"f.py": moved})) == {"f.py": after}
    # ten lines further down, one of the others stands in the very line
    report = answer(patch, {"f.py": "# new\n" * 10 + numbered(*twins)})
    assert states(report) == ["fits", "ambiguous"], messages(report)


@pytest.mark.parametrize("head", ["--- a/f\n+++ b/f\n", "*** Begin Patch\n*** Update File: f\n"])
@pytest.mark.parametrize("applied", range(3))
def test_lines_that_a_hunk_below_has_added_move_nothing(head: str, applied: int) -> None:
    """The hunk that stands below comes first, and is applied: of two calls the upper one is meant."""
    call, changed_call = "call\n  one\nend\n", "call\n  two\nend\n"
    low = ["low\nlast\n", "low\n1\n2\n3\n4\nlast\n"]
    files = [
        f"{changed_call if applied > 1 else call}-\n{call}{low[applied > 0]}"
        for applied in range(3)
    ]
    lower = "@@ -8,2 +8,6 @@\n low\n+1\n+2\n+3\n+4\n last\n"
    upper = "@@ -1,3 +1,3 @@\n call\n-  one\n+  two\n end\n"
    end = "*** End Patch\n" if head.startswith("*") else ""
    report = answer(head + lower + upper + end, {"f": files[applied]})
    assert report.ok
    assert report.files.get("f", files[applied]) == files[2]


@pytest.mark.parametrize("head", ["--- a/f\n+++ b/f\n", "*** Begin Patch\n*** Update File: f\n"])
@pytest.mark.parametrize("applied", range(3))
def test_lines_that_a_hunk_above_has_added_count_though_it_comes_later(
    head: str, applied: int
) -> None:
    """Of two calls the lower one is meant; the lines above it have moved the other to its number."""
    call, changed_call = "call\n  one\nend\n", "call\n  two\nend\n"
    top = ["top\nlow\n", "top\n1\n2\n3\n4\nlow\n"]
    files = [
        f"{top[applied > 0]}{call}-\n{changed_call if applied > 1 else call}"
        for applied in range(3)
    ]
    lower = "@@ -7,3 +11,3 @@\n call\n-  one\n+  two\n end\n"
    upper = "@@ -1,2 +1,6 @@\n top\n+1\n+2\n+3\n+4\n low\n"
    end = "*** End Patch\n" if head.startswith("*") else ""
    report = answer(head + lower + upper + end, {"f": files[applied]})
    assert report.ok
    assert report.files.get("f", files[applied]) == files[2]


def test_a_number_says_nothing_below_lines_that_came_nobody_knows_where() -> None:
    """The first block has no number and is applied: the second number may be meant with its lines."""
    call, blocks = "call\n  one\nend\n", "<<<<<<< SEARCH\n{}=======\n{}>>>>>>> REPLACE\n"
    above = blocks.format("top\n", "top\n1\n2\n3\n4\n")
    below = blocks.format(f":start_line:6\n-------\n{call}", call.replace("one", "two"))
    patch = f"f.py\n{above}{below}"
    fresh = answer(patch, {"f.py": f"top\n{call}-\n{call}"})
    assert fresh.files == {"f.py": f"top\n1\n2\n3\n4\n{call}-\n{call.replace('one', 'two')}"}
    half = answer(patch, {"f.py": f"top\n1\n2\n3\n4\n{call}-\n{call}"})
    assert [problem.code for problem in half.errors] == ["ambiguous_context"]


def test_a_number_says_nothing_while_a_block_that_comes_later_has_moved_it() -> None:
    """The upper block comes later and is applied, so its lines may have moved the other call there."""
    call, blocks = (
        "call\n  one\nend\n",
        "<<<<<<< SEARCH\n:start_line:{}\n-------\n{}=======\n{}>>>>>>> REPLACE\n",
    )
    below = blocks.format(6, call, call.replace("one", "two"))
    above = blocks.format(1, "top\n", "top\n1\n2\n3\n4\n")
    patch = f"f.py\n{below}{above}"
    fresh = answer(patch, {"f.py": f"top\n{call}-\n{call}"})
    assert fresh.files == {"f.py": f"top\n1\n2\n3\n4\n{call}-\n{call.replace('one', 'two')}"}
    half = answer(patch, {"f.py": f"top\n1\n2\n3\n4\n{call}-\n{call}"})
    assert "ambiguous_context" in [problem.code for problem in half.errors]


@pytest.mark.parametrize(
    ("head", "upper", "lower", "end"),
    [
        ("--- a/f\n+++ b/f\n", "@@ -1,2 +1,3 @@\n", "@@ -4,2 +5,4 @@\n", ""),
        ("*** Begin Patch\n*** Update File: f\n", "@@\n", "@@\n", "*** End Patch\n"),
    ],
)
def test_lines_that_stand_between_their_context_do_not_go_in_again(
    head: str, upper: str, lower: str, end: str
) -> None:
    """What the lower hunk adds begins like the line below, so that it fits where it was applied, too."""
    patch = f"{head}{upper} top\n+new\n low\n{lower} call\n+end\n+log\n end\n{end}"
    fresh, half = "top\nlow\n-\ncall\nend\n", "top\nlow\n-\ncall\nend\nlog\nend\n"
    done = half.replace("top\n", "top\nnew\n")
    assert answer(patch, {"f": fresh}).files == {"f": done}
    assert answer(patch, {"f": done}).files == {}
    report = answer(patch, {"f": half})
    assert [problem.code for problem in report.errors] == ["ambiguous_context"]


def test_lines_that_stand_where_they_should_go_are_not_gone() -> None:
    """What the lower hunk leaves is how its old text begins; the upper one is applied."""
    patch = (
        "--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n top\n+new\n low\n"
        "@@ -4,5 +5,2 @@\n call\n-\n-  first\n-  second\n \n"
    )
    half = "top\nnew\nlow\n-\ncall\n\n  first\n  second\n\nend\n"
    done = "top\nnew\nlow\n-\ncall\n\nend\n"
    assert answer(patch, {"f": half}).files == {"f": done}
    assert answer(patch, {"f": half.replace("new\n", "")}).files == {"f": done}
    assert answer(patch, {"f": done}).files == {}


# ---- lines that have nothing but a number, in a file where some of a patch is applied
INSERTIONS = "--- a/f.py\n+++ b/f.py\n@@ -10,0 +11 @@\n+import os\n@@ -20,0 +22 @@\n+import sys\n"


def test_an_insertion_by_number_that_stands_there_is_not_put_in_again() -> None:
    """The other one is not there, and nothing else tells whether the patch is applied."""
    first, second = (10, "line 10\nimport os"), (20, "line 20\nimport sys")
    both = {"f.py": numbered(first, second)}
    assert changed(answer(INSERTIONS, {"f.py": numbered()})) == both
    assert states(answer(INSERTIONS, both)) == ["applied", "applied"]
    for half in (first, second):
        report = answer(INSERTIONS, {"f.py": numbered(half)})
        assert [problem.code for problem in report.errors] == ["ambiguous_context"]


def test_an_insertion_by_number_above_a_hunk_that_stands_where_it_was_goes_before_its_like() -> (
    None
):
    """The hunk below stands unmoved, so the equal line was there before."""
    patch = f"{INSERTIONS}@@ -30 +32 @@\n-line 30\n+thirty\n"
    there = numbered((11, "import os"))
    after = numbered((11, "import os\nimport os"), (20, "line 20\nimport sys"), (30, "thirty"))
    assert changed(answer(patch, {"f.py": there})) == {"f.py": after}
    # it stands one line further down
    report = answer(patch, {"f.py": numbered((10, "line 10\nimport os"))})
    assert states(report) == ["ambiguous", "fits", "fits"]


def test_a_trivial_line_by_number_goes_in_unless_the_hunk_below_has_moved_by_it() -> None:
    patch = (
        "--- a/f.py\n+++ b/f.py\n@@ -10,0 +11 @@\n+}\n@@ -20,0 +22 @@\n+import sys\n"
        "@@ -30 +32 @@\n-line 30\n+thirty\n"
    )
    after = numbered((11, "}\n}"), (20, "line 20\nimport sys"), (30, "thirty"))
    assert changed(answer(patch, {"f.py": numbered((11, "}"))})) == {"f.py": after}
    assert not answer(patch, {"f.py": numbered((10, "line 10\n}"))}).ok


def test_common_lines_that_stand_loosely_in_two_places() -> None:
    """The header leads to one of them, but what differs in white space must stand in one place only."""
    patch = "--- a/f.txt\n+++ b/f.txt\n@@ -1,3 +1,4 @@\n+new()\n \n \n \n"
    for file, after in (
        ("\u00a0\n\u00a0\n\n", "new()\n\u00a0\n\u00a0\n\n"),
        ("\u00a0\n\u00a0\n\n\n", None),
    ):
        report = answer(patch, {"f.txt": file})
        assert report.files == ({"f.txt": after} if after else {}), report.problems


def test_what_stands_loosely_at_its_number_and_to_the_letter_elsewhere() -> None:
    """Also where the change is one of white space, so that the new text stands there loosely as well."""
    patch = "--- a/f\n+++ b/f\n@@ -4,3 +4,3 @@\n a = 1\n-b\n+  b\n c = 3\n"
    report = answer(patch, {"f": "a = 1\nb\nc = 3\na\u00a0= 1\nb\nc = 3\n"})
    assert states(report) == ["ambiguous"] and not report.ok
    report = answer(patch, {"f": "a = 2\nb\nc = 3\na\u00a0= 1\nb\nc = 3\n"})
    assert report.files == {"f": "a = 2\nb\nc = 3\na\u00a0= 1\n  b\nc = 3\n"}


@pytest.mark.parametrize("form", ["v4a", "zenpatch", "applydiff"])
def test_a_place_that_overlaps_what_reads_like_the_result_is_one_of_several(form: str) -> None:
    """The old text stands in two places; that lines of one read like its new text tells nothing."""
    patch = write(form, ("f", " b()\n-a()\n b()\n a()\n"))
    report = answer(patch.text, {"f": "b()\nb()\na()\nb()\na()\nb()\na()\n"}, name=patch.name)
    assert states(report) == ["ambiguous"] and not report.ok


def test_a_place_that_begins_in_what_reads_like_the_result_is_one_of_several() -> None:
    """Where the first of three stands as the part would leave it, that may be so by itself."""
    hunks = "@@\n p()\n q()\n+p()\n@@\n-z()\n+y()\n"
    patch = f"*** Begin Patch\n*** Update File: f\n{hunks}*** End Patch\n"
    report = answer(patch, {"f": "p()\nq()\np()\nq()\nx()\np()\nq()\nw()\nz()\n"})
    assert states(report) == ["ambiguous", "fits"] and not report.ok
