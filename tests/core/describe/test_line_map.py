"""From a line of a patch to the lines of its target that it is about, and back, in every format.

Rows of the patch are marked with carets and a word; rows of the target carry the same words. `gap` behind a word marks the
place above a row.
"""

from __future__ import annotations

from patchsight.core.describe.line_map import Trace
from patchsight.core.describe.lookup import subject_at
from patchsight.core.model.report import Lines, State
from patchsight.core.text.buffer import Buffer
from support.carets import split_marks, trim
from support.check import answer


def check(patch: str, target: str, *, name: str = "") -> None:
    """See that each marked row of the patch leads exactly to the rows of the target with its mark."""
    text, marks = split_marks(trim(patch))
    there, wanted = split_marks(trim(target))
    report = answer(text, {"app.py": there}, name=name)
    for row, column, _, word in marks:
        found = subject_at(report, Buffer(text).offset(row, column))
        assert found is not None and found.path == "app.py"
        assert found.lines == _lines(wanted, word), word


def _lines(marks: list[tuple[int, int, int, str]], word: str) -> list[Lines]:
    """Neighbouring rows with one mark are one place."""
    gaps = [Lines(row, row) for row, _, _, code in marks if code == f"{word}_gap"]
    places: list[Lines] = []
    for row, _, _, code in marks:
        if code == word:
            if places and places[-1].end == row:
                places[-1] = Lines(places[-1].start, row + 1)
            else:
                places.append(Lines(row, row + 1))
    return [*gaps, *places]


def test_lines_of_a_hunk() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: app.py
        @@
        ^^ whole
         def f():
         ^ context
        -    a = 1
             ^ removed
        -    b = 2
             ^ removed_too
             return a
        *** End Patch
        """,
        """
        import os
        def f():
        ^ whole
        ^ context
            a = 1
        ^ whole
        ^ removed
            b = 2
        ^ whole
        ^ removed_too
            return a
        ^ whole
        """,
    )


def test_an_added_line_leads_to_the_lines_it_replaces() -> None:
    check(
        """
        --- a/app.py
        +++ b/app.py
        @@ -1,4 +1,4 @@
         one
        -two
        -three
        +2
         ^ new
        +3
         ^ new
         four
        """,
        """
        one
        two
        ^ new
        three
        ^ new
        four
        """,
    )


def test_an_added_line_leads_between_the_lines_where_it_goes() -> None:
    check(
        """
        --- a/app.py
        +++ b/app.py
        @@ -1,2 +1,4 @@
        +zero
         ^ first
         one
        +one and a half
         ^ second
         two
        """,
        """
        one
        ^ first_gap
        two
        ^ second_gap
        """,
    )


def test_a_part_without_context_leads_to_its_gap() -> None:
    check(
        """
        --- a/app.py
        +++ b/app.py
        @@ -1,0 +2 @@
        ^^ whole
        +new
         ^ whole
        """,
        """
        one
        two
        ^ whole_gap
        """,
    )


def test_every_candidate_of_an_ambiguous_part() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: app.py
        @@
         x = 1
        -y = 2
         ^ old
        +y = 3
         ^ old
        *** End Patch
        """,
        """
        x = 1
        y = 2
        ^ old

        x = 1
        y = 2
        ^ old
        """,
    )


def test_the_nearest_place_of_a_missing_part() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: app.py
        @@
        ^^ whole
         def greet(name):
         ^ first
        -    return "hallo " + name
             ^ second
        +    return name
        *** End Patch
        """,
        """
        import os

        def greet(name):
        ^ whole
        ^ first
            return "hello " + name
        ^ whole
        ^ second
        """,
    )


def test_an_applied_part_leads_to_its_new_lines() -> None:
    check(
        """
        --- a/app.py
        +++ b/app.py
        @@ -1,3 +1,3 @@
         def f():
        -    return 1
             ^ gone
        +    return 2
             ^ new
             ^ new
        """,
        """
        def f():
            return 2
        ^ gone_gap
        ^ new
        """,
    )


def test_an_applied_insertion_at_the_edge() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: app.py
        @@
        +import sys
         ^ new
         import os
         ^ old
        *** End Patch
        """,
        """
        import sys
        ^ new
        import os
        ^ old
        """,
    )


def test_a_part_that_is_applied_once_the_same_one_above_is() -> None:
    """In the file as it is there are fewer lines than in the new text."""
    check(
        """
        *** Begin Patch
        *** Update File: app.py
        @@
         one
        -two
        +2
        +2.5
         three
        *** Update File: app.py
        @@
         one
         ^ first
        -two
        +2
         ^ second
        +2.5
         three
         ^ last
        *** End Patch
        """,
        """
        one
        ^ first
        ^ last
        two
        ^ second
        ^ last
        three
        ^ last
        """,
    )


def test_hints_lead_to_their_line_above_the_part() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: app.py
        @@ class B
           ^ outer
        @@ def f
           ^ inner
        -    return 1
             ^ old
        +    return 2
        *** End Patch
        """,
        """
        class A:
          def f():
            return 1
        class B:
        ^ outer
          def f():
        ^ inner
            return 1
        ^ old
        """,
    )


def test_a_hint_that_stands_in_several_places() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: app.py
        @@ def f
           ^ hint
        +    pass
             ^ hint
        *** End Patch
        """,
        """
        def f():
        ^ hint
            a
        def f():
        ^ hint
            b
        """,
    )


def test_both_copies_of_a_line_in_an_applydiff_block() -> None:
    check(
        """
        >>> file: app.py
        ^^^ whole
        --- from
        one
        ^ first
        two
        three
        ^ third
        --- to
        one
        ^ first
        2
        ^ second
        three
        ^ third
        <
        """,
        """
        zero
        one
        ^ whole
        ^ first
        two
        ^ whole
        ^ second
        three
        ^ whole
        ^ third
        """,
    )


def test_a_similar_block_is_followed_line_by_line() -> None:
    check(
        """
        >>> file: app.py
        --- from
        def greet(name, greeting):
        ^ first
            print(greeting + name)
            ^ second
            return greeting
            ^ third
        --- to
        def greet(name, greeting):
            return greeting
        <
        """,
        """
        def greet(name, greting):
        ^ first

            print(greeting + name)
        ^ second
            return greeting
        ^ third
        """,
    )


def test_added_lines_of_a_missing_part_lead_to_a_stretch_from_its_first_line_to_its_last() -> None:
    """The lines that they replace are looked for one by one, and some stand nowhere."""
    old = [
        "1",
        "2",
        "\t",
        "4",
        "5",
        "new()",
        "beta()",
        "new()",
        "6",
        "\t",
        "8",
        "item",
        "10",
        "+- b",
        "*** x",
        "11",
        "12",
        "\t",
    ]
    new = [
        "1",
        "2",
        "\t",
        "4",
        "5",
        "new()",
        "- b",
        "item",
        "10",
        "new()",
        "12",
        "\t",
        "    new()",
        "new()",
        "new()",
    ]
    file = ["0", "1", "2", "\t", "4", "5", "6", "\t", "8", "item", "10", "11", "12", "\t"]
    numbered = [
        [f"call() # {line}" if line.isdigit() else line for line in lines]
        for lines in (old, new, file)
    ]
    rows = ["b.py", "<<<<<<< SEARCH", *numbered[0], "=======", *numbered[1], ">>>>>>> REPLACE", ""]
    patch = "\n".join(rows)
    report = answer(patch, {"b.py": "\n".join([*numbered[2], ""])}, name="p.sr")
    assert report.parts[0].nearest is not None
    for offset in range(len(patch) + 1):
        found = subject_at(report, offset)
        assert all(place.start <= place.end for place in (found.lines if found else ())), offset


def test_a_whole_text_is_followed_by_its_difference() -> None:
    check(
        """
        >>> file: app.py | mode=replace
        --- from
        --- to
        one
        ^ first
        2
        ^ second
        three
        ^ third
        four
        ^ fourth
        <
        """,
        """
        one
        ^ first
        two
        ^ second
        three
        ^ third
        five
        ^ fourth
        """,
    )


def test_a_whole_text_that_is_written_twice_leads_to_the_lines_that_are_there() -> None:
    """The second copy is applied once the first one is, and has more lines than the file."""
    check(
        """
        app.py
        ```
        one
        TWO
        three
        ```

        app.py
        ```
        one
        ^ first
        TWO
        ^ second
        three
        ^ third
        ```
        """,
        """
        one
        ^ first
        ^ second_gap
        ^ third_gap
        two
        """,
    )


def test_a_whole_text_that_cannot_be_put_in_leads_to_the_top() -> None:
    check(
        """
        >>> file: app.py | mode=replace
        --- from
        --- to
        one
        two
        three
        ^ top
        """,
        """
        one
        ^ top_gap
        """,
    )


def test_locators_and_content_of_ap() -> None:
    check(
        """
        version: "2.0"
        changes:
          - file_path: app.py
            modifications:
              - action: REPLACE
                ^^^^^^ whole
                anchor: |
                  class B:
                  ^ anchor
                start_snippet: |
                  def f():
                  ^ first
                    a = 1
                    ^ second
                end_snippet: |
                  return a
                  ^ end
                content: |
                  def f():
                  ^ whole
        """,
        """
        class A:
          def f():
            a = 1
            return a
        class B:
        ^ anchor
          def f():
        ^ whole
        ^ first

        ^ whole
            a = 1
        ^ whole
        ^ second
            b = 2
        ^ whole
            return a
        ^ whole
        ^ end
        """,
        name="p.ap",
    )


def test_an_insertion_of_ap() -> None:
    check(
        """
        version: "2.0"
        changes:
          - file_path: app.py
            modifications:
              - action: INSERT_AFTER
                snippet: import os
                         ^ old
                content: import sys
                         ^ below
              - action: INSERT_BEFORE
                snippet: |
                  def f():
                content: |
                  x = 1
                  ^ above
        """,
        """
        import os
        ^ old

        ^ below_gap
        def f():
        ^ above_gap
            pass
        """,
        name="p.ap",
    )


def test_an_applied_modification_of_ap() -> None:
    check(
        """
        version: "2.0"
        changes:
          - file_path: app.py
            modifications:
              - action: INSERT_AFTER
                snippet: |
                  import os
                  ^ old
                content: |
                  import sys
                  ^ new
        """,
        """
        import os
        ^ old
        import sys
        ^ new
        """,
        name="p.ap",
    )


def test_a_modification_of_ap_that_is_applied_once_the_same_one_above_is() -> None:
    """Its last line stands nowhere yet; the place where it will is at the end of the file."""
    check(
        """
        version: "2.0"
        changes:
          - file_path: app.py
            modifications:
              - action: REPLACE
                snippet: |
                  two
                content: |
                  two
                  three
          - file_path: app.py
            modifications:
              - action: REPLACE
                snippet: |
                  two
                content: |
                  two
                  ^ first
                  three
                  ^ last
        """,
        """
        one
        two
        ^ first
        ^ last
        """,
        name="x.ap",
    )


def test_rows_of_a_section_lead_to_the_file() -> None:
    patch = "diff --git a/app.py b/app.py\nindex 1..2 100644\n--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n-a\n+b\n"
    report = answer(patch, {"app.py": "a\n"})
    for word in ("diff", "index", "--- ", "+++ ", "app.py\n+++"):
        found = subject_at(report, patch.index(word))
        assert found is not None and (found.path, found.lines) == ("app.py", [Lines(0, 0)])


def test_a_new_path_leads_to_its_file_once_it_is_there() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n@@\n-a\n+b\n*** End Patch\n"
    waiting, moved = answer(patch, {"a.py": "a\n"}), answer(patch, {"b.py": "b\n"})
    assert subject_at(waiting, patch.index("b.py")) == (
        (patch.index("*** Move"), patch.index("\n@@")),
        "a.py",
        [Lines(0, 0)],
    )
    found = subject_at(moved, patch.index("b.py"))
    assert found is not None and found.path == "b.py"


def test_what_leads_nowhere() -> None:
    for patch in (
        "*** Begin Patch\n*** Add File: new.py\n+a\n*** End Patch\n",
        "*** Begin Patch\n*** Update File: ../app.py\n@@\n-a\n+b\n*** End Patch\n",
        "*** Begin Patch\n*** Update File: gone.py\n@@\n-a\n+b\n*** End Patch\n",
        "Dear reader,\n\n",
        "",
    ):
        report = answer(patch, {"app.py": "a\n"}, name="p.v4a")
        assert all(subject_at(report, offset) is None for offset in range(len(patch) + 1))


def test_the_way_back() -> None:
    patch = "--- a/app.py\n+++ b/app.py\n@@ -2,3 +2,3 @@\n b\n-c\n+C\n d\n"
    report = answer(patch, {"app.py": "a\nb\nc\nd\ne\n"})
    trace = Trace(report, report.parts[0])
    shown = {line: trace.touching(line) for line in range(5)}
    texts = {line: patch[slice(*span)] if span else None for line, span in shown.items()}
    assert texts == {0: None, 1: "b", 2: "-c", 3: "d", 4: None}


def test_a_part_that_is_missing_touches_nothing() -> None:
    report = answer(
        "--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n-def foo(a):\n+x\n", {"app.py": "def fooo(a):\n"}
    )
    assert report.parts[0].nearest is not None
    assert Trace(report, report.parts[0]).touching(0) is None


def test_a_second_whole_text_leads_to_the_lines_that_are_there() -> None:
    """It works on what the first one leaves, which nobody sees."""
    check(
        """
        >>> file: app.py | mode=replace
        --- from
        --- to
        1
        2
        3
        4
        <

        >>> file: app.py | mode=replace
         ^ whole
        --- from
        --- to
        1
        2
        5
        ^ whole
        <
        """,
        """
        one
        ^ whole
        two
        ^ whole
        """,
    )


def test_a_part_that_stands_in_what_another_one_puts_into_an_empty_file() -> None:
    """The user sees no line there yet."""
    patch = "*** Update File: f\n@@\n+one = 1\n+two = 2\n"
    report = answer(f"*** Begin Patch\n{patch}{patch}*** End Patch\n", {"f": ""})
    second = report.parts[1]
    assert (second.state, second.where) == (State.APPLIED, Lines(0, 0))
    assert Trace(report, second).at(7) == [Lines(0, 0)]


def test_a_file_that_is_deleted_once_another_part_has_added_to_it() -> None:
    patch = "*** Begin Patch\n*** Update File: f\n@@\n+one = 1\n*** Delete File: f\n*** End Patch\n"
    assert answer(patch, {"f": ""}).parts[1].where == Lines(0, 0)


def test_an_empty_file_that_is_deleted_with_lines_it_does_not_have() -> None:
    report = answer("*** Begin Patch\n*** Delete File: f\n-one\n*** End Patch\n", {"f": ""})
    assert Trace(report, report.parts[0]).at(2) == [Lines(0, 0)]


def test_a_part_that_adds_below_what_another_one_puts_into_an_empty_file() -> None:
    sections = "*** Update File: f\n@@\n+one = 1\n*** Update File: f\n@@\n+two = 2\n+three = 3\n"
    report = answer(f"*** Begin Patch\n{sections}*** End Patch\n", {"f": ""})
    assert [part.where for part in report.parts] == [Lines(0, 0), Lines(0, 0)]
