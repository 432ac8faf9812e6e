"""ap 2.0: search, anchors and ranges, what each action does, and that twice is the same as once."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from patchsight.core.model.patch import Options
from patchsight.core.model.problems import Severity
from patchsight.core.model.report import Report
from patchsight.workspace.workspace import Workspace
from support.carets import trim
from support.check import (
    REFUSED,
    After,
    answer,
    apply,
    changed,
    check,
    codes,
    grades,
    messages,
    outcome,
    states,
)

HEAD = 'version: "2.0"\nchanges:\n  - file_path: "f.py"\n    modifications:\n'


def edit(
    modifications: str,
    before: str,
    after: str | None,
    *,
    everything: bool = True,
    options: Options | None = None,
) -> Report:
    """Modify one file; `after` is its new text, None if the patch is refused."""
    patch = HEAD + indent(trim(modifications), "      ", lambda row: bool(row.strip()))
    return check(
        patch,
        {"f.py": before},
        outcome("f.py", before, after),
        everything=everything,
        options=options or Options(),
    )


# ---- the example of the format's description

CALCULATOR = """
    # A simple calculator module
    import math

    def add(a, b):
        # Deprecated: use sum() for lists
        return a + b

    def get_pi():
        return 3.14
"""
CALCULATOR_PATCH = """
    # Summary: Refactor the calculator module to enhance the `add` function
    # and remove deprecated code.
    #
    # Plan:
    #   1. Import the `List` type for type hinting.
    #   2. Update the `add` function to also handle summing a list of numbers.
    #   3. Remove the unused `get_pi` function.
    #
    version: "2.0"
    changes:
      - file_path: "src/calculator.py"
        modifications:
          - action: INSERT_AFTER
            snippet: |
              import math
            content: |
              from typing import List

          - action: REPLACE
            anchor: |
              def add(a, b):
            snippet: |
              return a + b
            content: |
              # New implementation supports summing a list
              if isinstance(a, List):
                  return sum(a)
              return a + b

          - action: DELETE
            snippet: |
              def get_pi():
                  return 3.14
            include_leading_blank_lines: 1
"""
CALCULATED = """
    # A simple calculator module
    import math
    from typing import List

    def add(a, b):
        # Deprecated: use sum() for lists
        # New implementation supports summing a list
        if isinstance(a, List):
            return sum(a)
        return a + b
"""


def test_the_complete_example() -> None:
    report = check(
        CALCULATOR_PATCH, {"src/calculator.py": CALCULATOR}, {"src/calculator.py": CALCULATED}
    )
    assert states(report) == ["fits", "fits", "fits"] and codes(report) == []


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_complete_example_twice_and_three_times(end: str) -> None:
    files = {"src/calculator.py": trim(CALCULATOR).replace("\n", end)}
    wanted = {"src/calculator.py": trim(CALCULATED).replace("\n", end)}
    for states_wanted in (["fits"] * 3, ["applied"] * 3, ["applied"] * 3):
        report = answer(trim(CALCULATOR_PATCH), files)
        files = apply(report, files)  # type: ignore[assignment]
        assert files == wanted and states(report) == states_wanted, messages(report)


def test_the_three_classic_mistakes_of_indentation() -> None:
    check(
        """
        version: "2.0"
        changes:
          - file_path: "f.py"
            modifications:
              - action: REPLACE
                snippet: |
                  def old_function():
                      pass
                  content: |
                  ^^^^^^^ misaligned_key
                      def new_function():
                    return True
                    ^^^^^^^^^^^ misindented_block
                - action: REPLACE
                ^^^^^^^^^^^^^^^^^ misaligned_item
                  snippet: |
                    // some code
                  content: |
                    // other code
    """,
        {"f.py": "def old_function():\n    pass\n// some code\n"},
        REFUSED,
    )


def test_the_correct_structure() -> None:
    edit(
        """
        - action: REPLACE
          snippet: |
            def old_function():
                pass
          content: |
            def new_function():
                return True
        - action: REPLACE
          snippet: |
            // some code
          content: |
            // other code
    """,
        "def old_function():\n    pass\n// some code\n",
        "def new_function():\n    return True\n// other code\n",
    )


# ---- search


def test_indentation_and_blank_lines_are_not_worth_a_word() -> None:
    report = edit(
        """
        - action: REPLACE
          snippet: |
              if x:

                go()
          content: |
            stop()
    """,
        "def f():\n    if x:\n        go()\n",
        "def f():\n    stop()\n",
    )
    assert codes(report) == [] and grades(report) == ["whitespace"]


def test_the_region_spans_inner_blank_lines() -> None:
    edit(
        """
        - action: DELETE
          snippet: |
            a
            b
    """,
        "zero\na\n\n\nb\n\nc\n",
        "zero\n\nc\n",
    )


def test_lines_are_compared_whole() -> None:
    edit(
        """
        - action: REPLACE
          snippet: |
            x = 1
            ^^^^^ context_not_found
          content: |
            x = 2
    """,
        "x = 1  # one\nmax = 10\n",
        None,
    )


@pytest.mark.parametrize("there", ["f(a,  b)", "f(a,\u00a0b)", "f(a , b)"])
def test_white_space_inside_a_line_counts(there: str) -> None:
    edit(
        """
        - action: REPLACE
          snippet: |
            f(a, b)
            ^^^^^^^ context_not_found
          content: |
            g(a, b)
    """,
        f"{there}\n",
        None,
    )


def test_a_snippet_without_anchor_must_be_unique() -> None:
    report = edit(
        """
        - action: REPLACE
          snippet: |
            return 1
            ^^^^^^^^ ambiguous_context
          content: |
            return 2
    """,
        "def f():\n    return 1\ndef g():\n        return 1\n",
        None,
    )
    assert [place.start for place in report.problems[0].related] == [1, 3]


def test_a_half_line_is_not_a_snippet() -> None:
    edit(
        """
        - action: DELETE
          snippet: |
            def total(items, tax
            ^^^^^^^^^^^^^^^^^^^^ likely_typo
    """,
        "def total(items, tax):\n",
        "def total(items, tax):\n",
    )


# ---- anchors

TWINS = "class A:\n    x = 1\nclass B:\n    x = 1\nclass C:\n    x = 1\n"


def test_the_first_snippet_after_the_anchor_is_taken() -> None:
    edit(
        """
        - action: REPLACE
          anchor: |
            class B:
          snippet: |
            x = 1
          content: |
            x = 2
    """,
        TWINS,
        "class A:\n    x = 1\nclass B:\n    x = 2\nclass C:\n    x = 1\n",
    )


def test_the_search_starts_below_the_anchor() -> None:
    report = edit(
        """
        - action: REPLACE
          anchor: |
            class C:
          snippet: |
            class C:
            ^^^^^^^^ context_not_found
          content: |
            class D:
    """,
        TWINS,
        None,
    )
    assert "not after the anchor" in report.problems[0].message


def test_an_anchor_that_is_not_there() -> None:
    edit(
        """
        - action: REPLACE
          anchor: |
            class D:
            ^^^^^^^^ anchor_not_found
          snippet: |
            x = 1
          content: |
            x = 2
    """,
        TWINS,
        None,
    )


def test_an_anchor_that_stands_twice() -> None:
    report = edit(
        """
        - action: REPLACE
          anchor: |
            x = 1
            ^^^^^ ambiguous_anchor
          snippet: |
            class C:
          content: |
            class D:
    """,
        TWINS,
        None,
    )
    assert [place.start for place in report.problems[0].related] == [1, 3, 5]


def test_an_anchor_of_several_lines() -> None:
    edit(
        """
        - action: INSERT_AFTER
          anchor: |
            x = 1
            class B:
          snippet: |
            x = 1
          content: |
            y = 2
    """,
        TWINS,
        "class A:\n    x = 1\nclass B:\n    x = 1\n    y = 2\nclass C:\n    x = 1\n",
    )


# ---- ranges


def test_a_range_ends_at_the_first_end_after_its_start() -> None:
    edit(
        """
        - action: REPLACE
          start_snippet: |
            begin
          end_snippet: |
            end
          content: |
            done
    """,
        "end\nbegin\n  a\n  b\nend\nend\n",
        "end\ndone\nend\n",
    )


def test_a_range_that_is_deleted() -> None:
    edit(
        """
        - action: DELETE
          start_snippet: |
            begin
          end_snippet: |
            end
          include_trailing_blank_lines: 1
    """,
        "zero\nbegin\n  a\nend\n\n\nrest\n",
        "zero\n\nrest\n",
    )


def test_the_end_of_a_range_is_not_there() -> None:
    report = edit(
        """
        - action: DELETE
          start_snippet: |
            begin
          end_snippet: |
            end
            ^^^ end_not_found
    """,
        "end\nbegin\n  a\n",
        None,
    )
    assert report.problems[0].related[0][1:3] == ("f.py", 1)


def test_the_start_of_a_range_must_be_unique() -> None:
    edit(
        """
        - action: DELETE
          start_snippet: |
            begin
            ^^^^^ ambiguous_context
          end_snippet: |
            end
    """,
        "begin\nend\nbegin\nend\n",
        None,
    )


# ---- actions


def test_insert_before() -> None:
    edit(
        """
        - action: INSERT_BEFORE
          snippet: |
            b
          content: |
            a
    """,
        "  b\nc\n",
        "  a\n  b\nc\n",
    )


def test_content_gets_the_indentation_of_the_snippet_s_first_line() -> None:
    edit(
        """
        - action: REPLACE
          snippet: |
            go()
          content: |
            if x:

                go()
            stop()
    """,
        "def f():\n\tgo()\n",
        "def f():\n\tif x:\n\n\t    go()\n\tstop()\n",
    )


def test_content_that_carries_the_indentation_already() -> None:
    edit(
        """
        - action: REPLACE
          snippet: |
            go()
          content: |2
                stop()
            ^^^^^^^^^^ content_already_indented
    """,
        "def f():\n    go()\n",
        "def f():\n        stop()\n",
    )


def test_an_insertion_below_an_opening_line_may_be_deeper() -> None:
    edit(
        """
        - action: INSERT_AFTER
          snippet: |
            def f():
          content: |2
                start()
    """,
        "class A:\n    def f():\n        go()\n",
        "class A:\n    def f():\n        start()\n        go()\n",
    )


def test_blank_lines_are_included_up_to_a_number() -> None:
    edit(
        """
        - action: DELETE
          snippet: |
            b
          include_leading_blank_lines: 5
          include_trailing_blank_lines: 1
    """,
        "a\n\n\nb\n\n\nc\n",
        "a\n\nc\n",
    )


def test_empty_content_replaces_with_nothing() -> None:
    edit(
        """
        - action: REPLACE
          snippet: |
            b
          content: ""
    """,
        "a\nb\nc\n",
        "a\nc\n",
    )


@pytest.mark.parametrize("action", ["INSERT_AFTER", "INSERT_BEFORE"])
def test_empty_content_inserts_nothing(action: str) -> None:
    edit(
        f"""
        - action: {action}
          snippet: |
            b
          content: ""
    """,
        "a\nb\nc\n",
        "a\nb\nc\n",
        everything=False,
    )


def test_inserting_after_a_last_line_without_newline() -> None:
    edit(
        """
        - action: INSERT_AFTER
          snippet: |
            b
          content: |
            c
    """,
        "a\nb",
        "a\nb\nc",
    )


# ---- one after the other


def test_a_modification_works_on_what_the_one_before_leaves() -> None:
    edit(
        """
        - action: REPLACE
          snippet: |
            a
          content: |
            b
        - action: INSERT_AFTER
          snippet: |
            b
          content: |
            c
    """,
        "a\n",
        "b\nc\n",
    )


def test_a_snippet_that_an_earlier_modification_consumed() -> None:
    report = edit(
        """
        - action: REPLACE
          snippet: |
            old = 1
          content: |
            new = 1
        - action: INSERT_AFTER
          snippet: |
            old = 1
            ^^^^^^^ consumed_by_earlier_part
          content: |
            more = 2
    """,
        "old = 1\n",
        None,
    )
    (problem,) = report.problems
    assert "part 1" in problem.message
    assert problem.related[0].start == report.patch.parts[0].header.start


def test_an_anchor_that_an_earlier_modification_consumed() -> None:
    edit(
        """
        - action: DELETE
          snippet: |
            class A:
        - action: REPLACE
          anchor: |
            class A:
            ^^^^^^^^ consumed_by_earlier_part
          snippet: |
            x = 1
          content: |
            x = 2
    """,
        "class A:\n    x = 1\n",
        None,
    )


def test_the_same_file_in_two_changes() -> None:
    check(
        """
        version: "2.0"
        changes:
          - file_path: "f.py"
            modifications:
              - action: REPLACE
                snippet: |
                  a
                content: |
                  b
          - file_path: "f.py"
                        ^^^^ same_file_again
            modifications:
              - action: REPLACE
                snippet: |
                  b
                content: |
                  c
    """,
        {"f.py": "a\n"},
        {"f.py": "c\n"},
        everything=True,
    )


# ---- twice is once


def twice(modifications: str, before: str, after: str) -> None:
    """Applied once it gives `after`; applied again it changes nothing and is no error."""
    edit(modifications, before, after, everything=False)
    report = edit(modifications, after, after, everything=False)
    assert set(states(report)) <= {"applied", "skipped"}, messages(report)


def test_twice_when_the_content_contains_the_snippet() -> None:
    twice(
        """
        - action: REPLACE
          snippet: |
            return total
          content: |
            log(total)
            return total
    """,
        "def f():\n    return total\n",
        "def f():\n    log(total)\n    return total\n",
    )


def test_twice_when_two_insertions_follow_one_snippet() -> None:
    twice(
        """
        - action: INSERT_AFTER
          snippet: |
            import a
          content: |
            import c
        - action: INSERT_AFTER
          snippet: |
            import a
          content: |
            import b
    """,
        "import a\n",
        "import a\nimport b\nimport c\n",
    )


def test_twice_when_a_later_modification_changes_an_earlier_one_s_content() -> None:
    twice(
        """
        - action: REPLACE
          snippet: |
            one = 1
          content: |
            two = 2
        - action: REPLACE
          snippet: |
            two = 2
          content: |
            three = 3
    """,
        "one = 1\n",
        "three = 3\n",
    )


def test_twice_with_a_range() -> None:
    twice(
        """
        - action: REPLACE
          start_snippet: |
            begin(now)
          end_snippet: |
            end(now)
          content: |
            begin(now)
            shorter()
            end(now)
    """,
        "begin(now)\na()\nb()\nend(now)\n",
        "begin(now)\nshorter()\nend(now)\n",
    )


def test_twice_before_and_after_one_line() -> None:
    twice(
        """
        - action: INSERT_BEFORE
          snippet: |
            middle()
          content: |
            first()
        - action: INSERT_AFTER
          snippet: |
            middle()
          content: |
            last()
    """,
        "middle()\n",
        "first()\nmiddle()\nlast()\n",
    )


def test_twice_with_trailing_white_space_in_the_content() -> None:
    twice(
        """
        - action: INSERT_AFTER
          snippet: |
            a = 1
          content: |
            b = 2\x20\x20
    """,
        "a = 1\n",
        "a = 1\nb = 2\n",
    )


def test_half_of_the_modifications_were_applied_before() -> None:
    report = edit(
        """
        - action: REPLACE
        ^^^^^^^^^^^^^^^^^ already_applied
          snippet: |
            one = 1
          content: |
            uno = 1
        - action: REPLACE
          snippet: |
            two = 2
          content: |
            due = 2
    """,
        "uno = 1\ntwo = 2\n",
        "uno = 1\ndue = 2\n",
        everything=False,
    )
    assert states(report) == ["applied", "fits"]


def test_deleting_what_is_not_there_is_skipped() -> None:
    report = edit(
        """
        - action: DELETE
          snippet: |
            debug(everything)
            ^^^^^^^^^^^^^^^^^ nothing_to_delete
    """,
        "a\nb\n",
        "a\nb\n",
    )
    assert states(report) == ["skipped"]


def test_deleting_what_is_almost_there_is_likely_a_typo() -> None:
    report = edit(
        """
        - action: DELETE
          snippet: |
            debug(everythink)
            ^^^^^^^^^^^^^^^^^ likely_typo
    """,
        "a\ndebug(everything)\nb\n",
        "a\ndebug(everything)\nb\n",
    )
    assert states(report) == ["skipped"] and report.problems[0].severity is Severity.WARNING


def test_insertions_compare_whole_lines() -> None:
    edit(
        """
        - action: INSERT_AFTER
          snippet: |
            import math
          content: |
            from typing import List
    """,
        "import math\nfrom typing import List, Dict\n",
        "import math\nfrom typing import List\nfrom typing import List, Dict\n",
    )


def test_content_that_stands_elsewhere_is_no_proof() -> None:
    edit(
        """
        - action: REPLACE
          snippet: |
            x = compute()
          content: |
            x = cached()
    """,
        "x = cached()\ny = 0\nx = compute()\n",
        "x = cached()\ny = 0\nx = cached()\n",
        everything=False,
    )


def test_content_that_is_part_of_the_snippet_is_no_proof() -> None:
    twice(
        """
        - action: REPLACE
          snippet: |
            first = 1
            second = 2
          content: |
            first = 1
    """,
        "first = 1\nsecond = 2\nthird = 3\n",
        "first = 1\nthird = 3\n",
    )


def test_twice_where_blank_lines_are_left_around_the_content() -> None:
    twice(
        """
        - action: REPLACE
          snippet: |
            old()
          content: |
            new()
          include_leading_blank_lines: 1
          include_trailing_blank_lines: 1
    """,
        "first()\n\n\nold()\n\n\nlast()\n",
        "first()\n\nnew()\n\nlast()\n",
    )


def test_content_that_stands_across_the_end_of_the_snippet_is_no_proof() -> None:
    twice(
        """
        - action: REPLACE
          snippet: |
            first = 1
            second = 2
          content: |
            second = 2
            third = 3
    """,
        "first = 1\nsecond = 2\nthird = 3\n",
        "second = 2\nthird = 3\nthird = 3\n",
    )


def test_a_range_whose_end_still_stands_in_its_block_was_not_replaced() -> None:
    twice(
        """
        - action: REPLACE
          start_snippet: |
            def f(x):
          end_snippet: |
            return x
          content: |
            def f(x):
                first(x)
    """,
        "def f(x):\n    first(x)\n    second(x)\n    return x\ndef g(x):\n    return x\n",
        "def f(x):\n    first(x)\ndef g(x):\n    return x\n",
    )


# ---- some of the modifications were applied before


def go_on(modifications: str, before: str, after: str) -> list[str]:
    """What becomes of a file to which some modifications were applied; their states."""
    patch = HEAD + indent(trim(modifications), "      ", lambda row: bool(row.strip()))
    report = answer(patch, {"f.py": before})
    assert report.ok, messages(report)
    assert changed(report) == {"f.py": after}
    return states(report)


HALF = "import a\nimport b\ndef f():\n    x = 1\n    return x\ndef g():\n    x = 0\n    log(x)\n    return x\n"


@pytest.mark.parametrize(
    ("modification", "old", "new"),
    [
        pytest.param(
            "- action: REPLACE\n  snippet: |\n    x = 1\n  content: |\n    x = 0\n",
            "x = 1",
            "x = 0",
            id="content that stands elsewhere",
        ),
        pytest.param(
            "- action: INSERT_BEFORE\n  anchor: |\n    def f():\n  snippet: |\n    return x\n  content: |\n    log(x)\n",
            "    return x",
            "    log(x)\n    return x",
            id="content that stands beside a later snippet",
        ),
        pytest.param(
            "- action: REPLACE\n  anchor: |\n    def f():\n  snippet: |\n    return x\n  content: |\n    log(x)\n",
            "return x",
            "log(x)",
            id="content that stands below the snippet",
        ),
    ],
)
def test_nothing_goes_in_twice_beside_a_modification_whose(
    modification: str, old: str, new: str
) -> None:
    applied = "- action: INSERT_AFTER\n  snippet: |\n    import a\n  content: |\n    import b\n"
    after = HALF.replace(old, new, 1)
    assert go_on(applied + modification, HALF, after) == ["applied", "fits"]


def test_nothing_goes_in_twice_where_one_builds_on_another() -> None:
    go_on(
        """
        - action: REPLACE
          snippet: |
            last()
          content: |
            end()
        - action: INSERT_BEFORE
          snippet: |
            def g():
          content: |
            def f():
                one()
        - action: INSERT_AFTER
          snippet: |
            one()
          content: |
            two()
    """,
        "first()\ndef f():\n    one()\n    two()\ndef g():\n    last()\n",
        "first()\ndef f():\n    one()\n    two()\ndef g():\n    end()\n",
    )


def test_blank_lines_that_were_left_stay() -> None:
    go_on(
        """
        - action: REPLACE
          snippet: |
            old()
          content: |
            new()
          include_leading_blank_lines: 1
        - action: REPLACE
          snippet: |
            one = 1
          content: |
            uno = 1
    """,
        "first()\n\nnew()\none = 1\n",
        "first()\n\nnew()\nuno = 1\n",
    )


def test_the_end_of_a_range_in_another_block_is_not_reached_for() -> None:
    go_on(
        """
        - action: REPLACE
          start_snippet: |
            def f(x):
          end_snippet: |
            return x
          content: |
            def f(x):
                first(x)
        - action: REPLACE
          snippet: |
            one = 1
          content: |
            uno = 1
    """,
        "def f(x):\n    first(x)\ndef g(x):\n    return x\none = 1\n",
        "def f(x):\n    first(x)\ndef g(x):\n    return x\nuno = 1\n",
    )


def test_how_deep_a_line_stood_that_was_replaced_is_not_made_up() -> None:
    edit(
        """
        - action: INSERT_AFTER
          snippet: |
            return x
            # the end
          content: |
            log()
        - action: REPLACE
        ^^^^^^^^^^^^^^^^^ partly_applied
          start_snippet: |
            def f():
          end_snippet: |
            return x
          content: |
            f = None
    """,
        "f = None\n    # the end\n",
        None,
    )


def test_one_modification_whose_result_stands_beside_one_of_two_places_names_both() -> None:
    edit(
        """
        - action: INSERT_BEFORE
          snippet: |
            check(x)
            ^^^^^^^^ ambiguous_context
          content: |
            save(x)
    """,
        "save(x)\ncheck(x)\nclose(x)\ncheck(x)\n",
        None,
    )


def test_results_that_do_not_go_together_are_refused() -> None:
    """The insertion stands below a line that the modification before it would have taken away."""
    edit(
        """
        - action: DELETE
          snippet: |
            x = 1
            return x
        - action: INSERT_BEFORE
        ^^^^^^^^^^^^^^^^^^^^^^^ partly_applied
          anchor: |
            def f():
          snippet: |
            return x
          content: |
            log(x)
    """,
        "def f():\n    x = 1\n    log(x)\n    return x\ndef g():\n    return x\n",
        None,
    )


# ---- trailing white space


def test_trailing_white_space_goes_from_the_whole_file() -> None:
    report = check(
        HEAD
        + """
      - action: REPLACE
        snippet: |
          b
        content: |
          B
""".lstrip("\n"),
        {"f.py": "a  \nb\nc\t\nd\n"},
        {"f.py": "a\nB\nc\nd\n"},
    )
    (problem,) = report.problems
    assert problem.code == "trailing_space_removed" and "2 untouched lines" in problem.message


def test_trailing_white_space_stays_where_nothing_else_changes() -> None:
    report = edit(
        """
        - action: REPLACE
          snippet: |
            good = 1
          content: |
            better = 2
    """,
        "a  \nbetter = 2\n",
        "a  \nbetter = 2\n",
        everything=False,
    )
    assert states(report) == ["applied"]


def test_a_form_feed_is_not_trailing_white_space() -> None:
    edit(
        """
        - action: INSERT_AFTER
          snippet: |
            a
          content: "\\f\\nb\\n"
    """,
        "a\n\f\nc\n",
        "a\n\f\nb\n\f\nc\n",
    )


def test_a_setting_restricts_it_to_inserted_lines() -> None:
    edit(
        """
        - action: REPLACE
          snippet: |
            b
          content: |
            B\x20
    """,
        "a  \nb\n",
        "a  \nB\n",
        options=Options(ap_whitespace="inserted"),
    )


# ---- creating


def create(keys: str, modifications: str, files: dict[str, str], after: After) -> Report:
    """Create one file with some more keys beside its path."""
    head = HEAD.replace("    modifications", trim(keys) + "    modifications")
    patch = head + indent(trim(modifications), "      ", lambda row: bool(row.strip()))
    return check(patch, files, after)


CREATE = """
    - action: CREATE_FILE
      content: |
        a
        b
"""


@pytest.mark.parametrize(("newline", "end"), [("LF", "\n"), ("CRLF", "\r\n"), ("CR", "\r")])
def test_a_created_file_gets_the_line_ends_it_asks_for(newline: str, end: str) -> None:
    create(f'    newline: "{newline}"\n', CREATE, {}, {"f.py": f"a{end}b{end}"})


def test_else_line_feeds() -> None:
    create("", CREATE, {}, {"f.py": "a\nb\n"})


def test_a_created_file_without_final_newline() -> None:
    create("", CREATE.replace("content: |", "content: |-"), {}, {"f.py": "a\nb"})


def test_a_created_file_may_be_modified_further() -> None:
    more = trim(CREATE) + "- action: INSERT_AFTER\n  snippet: |\n    a\n  content: |\n    half\n"
    create("", more, {}, {"f.py": "a\nhalf\nb\n"})
    assert states(create("", more, {"f.py": "a\nhalf\nb\n"}, {})) == ["applied", "applied"]


def test_newline_has_no_effect_on_a_file_that_exists() -> None:
    create(
        '    newline: "CRLF"\n    ^^^^^^^ newline_ignored\n',
        """
        - action: REPLACE
          snippet: |
            a
          content: |
            A
    """,
        {"f.py": "a\nb\n"},
        {"f.py": "A\nb\n"},
    )


def test_creating_a_file_that_says_something_else() -> None:
    report = answer(HEAD + indent(trim(CREATE), "      "), {"f.py": "other\n"})
    assert codes(report) == ["file_exists"] and not changed(report)


# ---- what keeps a patch from being applied, and what does not


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        ("- action: DELETE\n  snippet: |\n    a\n  content: |\n    b\n", "unexpected_key"),
        ("- action: REPLACE\n  snippet: |\n    a\n", "missing_key"),
        (
            "- action: REPLACE\n  snippet: a\n  start_snippet: a\n  end_snippet: b\n  content: x\n",
            "conflicting_keys",
        ),
        ("- action: REPLACE\n  content:\n  snippet: |\n    a\n", "wrong_type"),
        ("- action: REPLACE\n  snippet: 12\n  content: x\n", "wrong_type"),
        ("- action: replace\n  snippet: |\n    a\n  content: x\n", "invalid_action"),
        (
            "- action: REPLACE\n  snippet: |\n    a\n  snippet: |\n    b\n  content: x\n",
            "duplicate_key",
        ),
        ("- action: DELETE\n  snippet: ' '\n", "empty_snippet"),
        (
            "- action: INSERT_AFTER\n  start_snippet: |\n    a\n  end_snippet: |\n    b\n  content: x\n",
            "unexpected_key",
        ),
    ],
)
def test_a_modification_that_cannot_be_read_is_refused(broken: str, code: str) -> None:
    report = answer(HEAD + indent(broken, "      "), {"f.py": "a\nb\n"})
    assert code in [problem.code for problem in report.errors], messages(report)


def test_one_broken_modification_does_not_hide_the_others() -> None:
    patch = HEAD + indent(
        "- action: REPLACE\n  snippet: |\n    a\n- action: DELETE\n  snippet: |\n    b\n", "      "
    )
    assert states(answer(patch, {"f.py": "a\nb\n"})) == ["invalid", "fits"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("- action: DELETE\n  snippet: >\n    a\n", "folded_scalar"),
        ("- action: DELETE\n  snippet: |\n    a\n  sniped: x\n", "unknown_key"),
    ],
)
def test_what_is_only_worth_a_warning(text: str, code: str) -> None:
    report = answer(HEAD + indent(text, "      "), {"f.py": "a\nb\n"})
    assert report.ok and changed(report) == {"f.py": "b\n"} and codes(report) == [code]


def test_an_unquoted_version_is_a_warning() -> None:
    report = answer(
        HEAD.replace('"2.0"', "2.0") + "      - action: DELETE\n        snippet: |\n          a\n",
        {"f.py": "a\nb\n"},
    )
    assert report.ok and codes(report) == ["unquoted_version"]


@pytest.mark.parametrize("version", ['version: "1.0"\n', ""])
def test_another_version_or_none_is_an_error(version: str) -> None:
    report = answer(
        HEAD.replace('version: "2.0"\n', version)
        + "      - action: DELETE\n        snippet: |\n          a\n",
        {"f.py": "a\n"},
        name="x.ap",
    )
    assert not report.ok


def test_no_changes_at_all() -> None:
    assert answer('version: "2.0"\nchanges: []\n', {}).ok


# ---- where paths start


def test_one_file_named_in_two_ways(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "f.py").write_bytes(b"a\n")
    first = HEAD + "      - action: REPLACE\n        snippet: a\n        content: b\n"
    second = '  - file_path: "sub/f.py"\n    modifications:\n      - action: REPLACE\n        snippet: b\n        content: c\n'
    report = Workspace(tmp_path).analyse(first + second, tmp_path / "sub" / "x.ap")
    assert report.ok and changed(report) == {"sub/f.py": "c\n"}
    assert codes(report) == ["found_from_root", "same_file_again"]


@pytest.mark.parametrize("changed_line", ["one()", "two()", "three()"])
def test_content_that_is_an_end_of_the_snippet_is_no_proof_while_some_of_the_rest_stands(
    changed_line: str,
) -> None:
    patch = HEAD + indent(
        "- action: REPLACE\n  snippet: |\n    keep(1)\n    one()\n    two()\n    three()\n  content: keep(1)\n",
        "      ",
    )
    text = "start()\nkeep(1)\none()\n\ntwo()\nthree()\nlast()\n"
    report = answer(patch, {"f.py": text.replace(changed_line, "other(5)")})
    assert codes(report) == ["context_not_found"], messages(report)
    assert states(answer(patch, {"f.py": "start()\nkeep(1)\nlast()\n"})) == ["applied"]
