"""Quick fixes: the patch before, the title of the fix, the patch after; and it then stands where the fix said."""

from __future__ import annotations

from textwrap import dedent

import pytest

from patchsight.core import formats
from patchsight.core.fixes import edited, find_fixes, fix_all
from patchsight.core.resolve import paths_of, resolve
from patchsight.core.result import Report, State
from patchsight.core.targets import Target

TWICE = "class A:\n    def f(self):\n        return 1\n\n\nclass B:\n    def f(self):\n        return 1\n"


def analyse(patch: str, files: dict[str, str], name: str = "x.patch") -> Report:
    parsed = formats.parse(patch, name)
    targets = {path: Target(path, files.get(path)) for path in paths_of(parsed)}
    return resolve(parsed, targets, known=lambda: list(files))


def check(patch: str, files: dict[str, str], code: str, title: str, after: str, name: str = "x.patch") -> None:
    """Make one fix of one problem and compare the text."""
    patch, after = dedent(patch).lstrip("\n"), dedent(after).lstrip("\n")
    report = analyse(patch, files, name)
    fixes = [fix for problem in report.problems if problem.code == code for fix in find_fixes(report, problem)]
    chosen = next((fix for fix in fixes if fix.title == title), None)
    assert chosen is not None, [fix.title for fix in fixes]
    assert edited(patch, chosen.changes) == after
    assert len(analyse(after, files, name).errors) < max(1, len(report.errors))


def test_a_hint_is_added_to_target_one_of_two_places() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        @@
        -        return 1
        +        return 2
        *** End Patch
        """,
        {"a.py": TWICE}, "ambiguous_context", "Target the one at a.py:8 (in `def f(self):`)",
        """
        *** Begin Patch
        *** Update File: a.py
        @@ class B:
        -        return 1
        +        return 2
        *** End Patch
        """,
    )


def test_context_grows_where_the_format_has_no_hints() -> None:
    check(
        """
        >>> file: a.py
        --- from
                return 1
        --- to
                return 2
        <
        """,
        {"a.py": TWICE}, "ambiguous_context", "Target the one at a.py:3 (in `def f(self):`)",
        """
        >>> file: a.py
        --- from
            def f(self):
                return 1

        --- to
            def f(self):
                return 2

        <
        """,
        "x.applydiff",
    )


def test_the_line_number_is_corrected() -> None:
    check(
        """
        --- a/a.py
        +++ b/a.py
        @@ -5,1 +5,1 @@
        -        return 1
        +        return 2
        """,
        {"a.py": TWICE}, "ambiguous_context", "Target the one at a.py:8 (in `def f(self):`)",
        """
        --- a/a.py
        +++ b/a.py
        @@ -8,1 +8,1 @@
        -        return 1
        +        return 2
        """,
        "x.diff",
    )


def test_an_anchor_is_added() -> None:
    check(
        """
        version: "2.0"
        changes:
          - file_path: a.py
            modifications:
              - action: REPLACE
                snippet: |
                  return 1
                content: |
                  return 2
        """,
        {"a.py": TWICE}, "ambiguous_context", "Target the one at a.py:8 (in `def f(self):`)",
        """
        version: "2.0"
        changes:
          - file_path: a.py
            modifications:
              - action: REPLACE
                anchor: |
                  class B:
                snippet: |
                  return 1
                content: |
                  return 2
        """,
        "x.ap",
    )


def test_the_files_text_is_taken_where_the_patch_is_stale() -> None:
    check(
        """
        *** Begin Patch
        *** Update File: a.py
        @@
         def total(items):
        -    return sum(items)
        +    return sum(items) * 2
        *** End Patch
        """,
        {"a.py": "def total(items: list[int]):\n    return sum(items)\n"}, "context_not_found", "Use the file's text (line 1, 78%)",
        """
        *** Begin Patch
        *** Update File: a.py
        @@
         def total(items: list[int]):
        -    return sum(items)
        +    return sum(items) * 2
        *** End Patch
        """,
    )


@pytest.mark.parametrize(
    ("code", "title", "before", "after"),
    [
        ("unquoted_version", 'Write `"2.0"`', "version: 2.0\n", 'version: "2.0"\n'),
        ("hunk_count_mismatch", "Write `-1,1 +1,1`", "@@ -1,7 +1,9 @@\n", "@@ -1,1 +1,1 @@\n"),
    ],
)
def test_small_things_are_written_right(code: str, title: str, before: str, after: str) -> None:
    ap = "changes:\n  - file_path: a.py\n    modifications:\n      - action: DELETE\n        snippet: x\n"
    diff = "--- a/a.py\n+++ b/a.py\n{}-x\n+y\n"
    patch = before + ap if code == "unquoted_version" else diff.format(before)
    report = analyse(patch, {"a.py": "x\n"}, "x.ap" if code == "unquoted_version" else "x.diff")
    problem = next(problem for problem in report.problems if problem.code == code)
    fix = find_fixes(report, problem)[0]
    assert edited(patch, fix.changes) == patch.replace(before, after), fix
    assert fix.safe


def test_a_path_is_corrected_in_both_headers() -> None:
    check(
        """
        --- a/src/chart.py
        +++ b/src/chart.py
        @@ -1 +1 @@
        -x
        +y
        """,
        {"src/cart.py": "x\n"}, "file_not_found", "Use `src/cart.py`",
        """
        --- a/src/cart.py
        +++ b/src/cart.py
        @@ -1 +1 @@
        -x
        +y
        """,
        "x.diff",
    )


def test_safe_fixes_are_made_together() -> None:
    patch = dedent(
        """
        *** Begin Patch
        *** Update File: a.py
        @@
        one
         two
        -three
        +3
        four
        *** End Patch
        """
    ).lstrip()
    report = analyse(patch, {"a.py": "one\ntwo\nthree\nfour\n"})
    fixed = edited(patch, fix_all(report))
    assert fixed == patch.replace("\none", "\n one").replace("\nfour", "\n four")
    assert not analyse(fixed, {"a.py": "one\ntwo\nthree\nfour\n"}).problems


def test_every_candidate_of_an_ambiguous_part_gets_a_fix_that_lands_there() -> None:
    text = "".join(f"def f{i}():\n    try:\n        go()\n    except E:\n        return None\n\n\n" for i in range(6))
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n     except E:\n-        return None\n+        raise\n*** End Patch\n"
    report = analyse(patch, {"a.py": text})
    [problem] = report.errors
    places = report.resolutions[0].candidates
    fixes = find_fixes(report, problem)
    assert len(fixes) == len(places) == 6
    for place, fix in zip(places, fixes, strict=True):
        [found] = analyse(edited(patch, fix.changes), {"a.py": text}).resolutions
        assert found.state is State.FITS
        assert found.where is not None and found.where.start <= place.start < found.where.end
