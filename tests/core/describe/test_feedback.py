"""Feedback: what a model gets back about its patch, whole texts as examples. All others are in `tests/snapshots`."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from lsp.codes import Case
from lsp.test_every_code import CASES, NO_PATCH_ALONE_HAS_THEM, make
from patchsight.core import formats
from patchsight.core.describe.feedback import MOST_FOR_ALL, MOST_FOR_ONE, explain, feedback
from patchsight.core.formats.registry import FORMATS
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.patch import Patch
from patchsight.core.model.problems import CATALOGUE, Severity, problem
from patchsight.core.model.report import Lines, Report, Resolution, State
from patchsight.core.session.changed_share import sample_lines
from patchsight.core.session.figures import Figures, FileFigures, render
from patchsight.core.text.buffer import Buffer, Span
from patchsight.lsp.settings import read_settings
from patchsight.workspace.workspace import Workspace
from project.test_samples import PATCHES, TABLE, WORKSPACE
from support.check import answer
from support.snapshots import check_snapshot

FILE = "def f():\n    return 1\n\n\ndef g():\n    return 1\n"
BLOCK = ">>> file: a.py\n--- from\n    return 1\n--- to\n    return 2\n<\n"


def check(patch: str, files: dict[str, str], expected: str, name: str = "x.patch") -> None:
    report = answer(dedent(patch).lstrip(), files, name=name)
    assert feedback(report) + "\n" == dedent(expected).lstrip("\n")


# ---- as the specifications word it


def test_an_ambiguous_applydiff_block_gets_the_words_of_its_specification() -> None:
    check(
        BLOCK,
        {"a.py": FILE},
        """
        1 problem; nothing was applied.
        ❌ Ambiguous match detected [ambiguous_context] line 3 of the patch, for a.py
        This text stands in 2 places in a.py: line 2 in `def f()` and line 6 in `def g()`. Add lines around the change until it fits one place only.
        Rule: Your "from" block matched multiple locations in the file with near-equal confidence. The application cannot proceed safely.
        Action: Submit the same patch content but use MORE surrounding context lines (5+) to uniquely define the target location.
        To target the one at a.py:2 (in `def f()`):
        Put above line 3 (`return 1`) and put above line 5 (`return 2`) of the patch:
        ```
        def f():
        ```
        or target the one at a.py:6 (in `def g()`):
        Put above line 3 (`return 1`) and put above line 5 (`return 2`) of the patch:
        ```
        def g():
        ```
        """,
        "x.applydiff",
    )


def test_an_applydiff_block_that_matches_nothing() -> None:
    check(
        ">>> file: a.py\n--- from\ndef h():\n    pass\n--- to\ndef h():\n    go()\n<\n",
        {"a.py": "def h(x):\n    pass_it_on(x)\n"},
        """
        1 problem; nothing was applied.
        ❌ No match found [context_not_found] line 3 of the patch, for a.py
        Expected `def h():`, but line 1 is `def h(x):`. This text is not in a.py; the nearest place is line 1 (63% alike).
        Rule: Your "from" block did not match any location in the file. Possible causes: File changed, whitespace differs, or code moved.
        Action: Request current state of the relevant function/section.
        Write in place of lines 1-8 of the patch:
        ```
        >>> file: a.py
        --- from
        def h(x):
            pass_it_on(x)
        --- to
        def h(x):
            go()
        <
        ```
        """,
        "x.applydiff",
    )


def test_an_applydiff_block_without_its_end() -> None:
    check(
        ">>> file: a.py\n--- from\nx\n<\n",
        {"a.py": "x\n"},
        """
        1 problem; nothing was applied.
        ❌ Patch Format Invalid [invalid_block] line 4 of the patch, for a.py
        Patch Format Invalid: the block ends, but the line `--- to` is missing.
        Rule: The output did not conform to the required Classic Style (`>>> file:`, `--- from`, `--- to`, `<`).
        Action: Regenerate output strictly adhering to the mandated format.
        The patch says:
            3 | x
            4 | <
        """,
        "x.applydiff",
    )


def test_an_applydiff_patch_that_was_applied_tells_the_health_of_the_session() -> None:
    report = answer(BLOCK, {"a.py": "x\n\n    return 1\n"})
    assert feedback(report, applied=True, context=render(Figures(exchange=1))) == dedent("""\
        ✅ Patch Applied
        Apply succeeded. Health updated in [SESSION CONTEXT].
        Action: Continue to next task step or end.
        [SESSION CONTEXT]
        Modified: none
        Guidance: none
        Health: 0 errors, 0 ambiguous matches, exchange 1/10
        [/SESSION CONTEXT]""")
    assert (
        feedback(report, applied=True)
        == "✅ Patch Applied\nApply succeeded.\nAction: Continue to next task step or end."
    )
    assert feedback(report) == "OK: every part fits; 1 file would change."


def test_a_stale_hunk_names_the_rule_of_unified_diffs_and_is_told_anew_where_its_header_says() -> (
    None
):
    check(
        """
        --- a/a.py
        +++ b/a.py
        @@ -5,2 +5,2 @@
         def h():
        -    return 1
        +    return 2
        """,
        {"a.py": FILE},
        """
        1 problem; nothing was applied.
        ERROR [context_not_found] line 4 of the patch, for a.py
        Expected `def h():`, but line 5 is `def g():`. This text is not in a.py; the nearest place is line 5 (95% alike).
        Rule: The hunk's context and removed lines must match the current file.
        Action: Write in place of lines 3-6 of the patch:
        ```
        @@ -5,2 +5,2 @@
         def g():
        -    return 1
        +    return 2
        ```
        """,
        "x.diff",
    )


def test_where_nothing_is_alike_the_file_is_shown_from_the_line_the_header_names() -> None:
    lines = "".join(f"{number}\n" for number in range(1, 2000))
    report = answer(
        "--- a/a\n+++ b/a\n@@ -1000,1 +1000,1 @@\n-something else altogether\n+y\n", {"a": lines}
    )
    text = feedback(report)
    assert (
        "\na says:\n      | …\n" in text
        and "\n 1000 | 1000\n" in text
        and text.endswith("\n      | …")
    )


def test_a_patch_that_fits_says_so() -> None:
    added = "*** Begin Patch\n*** Add File: b.py\n+x = 1\n*** End Patch\n"
    check(added, {}, "OK: every part fits; 1 file would change.\n")
    check(added, {"b.py": "x = 1\n"}, "OK: nothing left to change.\n")
    assert feedback(answer(added, {}), applied=True) == "OK: applied; 1 file changed."


HALF = "*** Begin Patch\n*** Update File: b.py\n@@\n-one = 1\n+one = 11\n@@\n-two = 2\n+two = 22\n*** End Patch\n"


def test_a_patch_of_which_a_part_was_there_before_says_which() -> None:
    report = answer(HALF, {"b.py": "one = 11\ntwo = 2\n"})
    fits, applied = feedback(report), feedback(report, applied=True)
    assert fits.startswith(
        "OK: 1 part fits, 1 is there already (line 1); 1 file would change.\n"
        "WARNING [already_applied] line 3 of the patch, for b.py\n"
        "Already applied: the new text stands at b.py:1.\n"
    )
    assert applied.startswith("OK: 1 part applied, 1 was there already (line 1); 1 file changed.\n")


def test_a_patch_that_was_there_before_as_a_whole_warns_of_nothing() -> None:
    check(HALF, {"b.py": "one = 11\ntwo = 22\n"}, "OK: nothing left to change.\n")


def test_applied_parts_of_several_files_are_named_with_them() -> None:
    more = HALF.replace("*** End", "*** Update File: c.py\n@@\n-three = 3\n+three = 33\n*** End")
    report = answer(more, {"b.py": "one = 11\ntwo = 2\n", "c.py": "\nthree = 33\n"})
    assert feedback(report, applied=True).startswith(
        "OK: 1 part applied, 2 were there already (line 1 of b.py and line 2 of c.py); 1 file changed.\n"
    )


def test_an_applied_applydiff_text_says_what_was_there_before() -> None:
    blocks = "".join(
        f">>> file: b.py\n--- from\n{name} = 1\n--- to\n{name} = 2\n<\n" for name in ("one", "two")
    )
    report = answer(blocks, {"b.py": "one = 2\ntwo = 1\n"}, name="x.applydiff")
    assert "\n1 part applied, 1 was there already (line 1).\n" in feedback(report, applied=True)


# ---- about a part of the patch


def test_a_call_is_told_as_the_json_that_the_model_wrote() -> None:
    """Rows are those of the JSON, and so is what to write in their place."""
    check(
        r"""
        {
          "file_path": "a.py",
          "edits": [
            {"old_string": "one\ntoo", "new_string": "1\n2"}
          ]
        }
        """,
        {"a.py": "one\ntwo\n"},
        r"""
        1 problem; nothing was applied.
        Error: old_string was not found in the file [context_not_found] line 4 of the patch, for a.py
        Expected `too`, but line 2 is `two`. This text is not in a.py; the nearest place is line 1 (86% alike).
        Rule: The old text must be in the file to the character, white space and line breaks included.
        Action: Write in place of line 4 of the patch:
        ```
            {"old_string": "one\ntwo", "new_string": "1\n2"}
        ```
        """,
    )


def test_of_a_call_without_a_correction_the_json_is_quoted() -> None:
    check(
        """
        [
          {"file_path": "a.py", "path": "b.py", "old_string": "one", "new_string": "1"}
        ]
        """,
        {"a.py": "one\n"},
        """
        1 problem; nothing was applied.
        Error: keys that contradict each other [conflicting_keys] line 2 of the patch, for a.py
        `file_path` and `path` mean the same and say different things. Keep the one that is meant.
        Rule: Two keys say the same thing differently, or each rules out what the other one says.
        Action: Keep the one that is meant.
        The patch says:
            2 |   {"file_path": "a.py", "path": "b.py", "old_string": "one", "new_string": "1"}
        """,
    )


def test_feedback_on_some_parts_only() -> None:
    report = answer(
        "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** Update File: b\n@@\n-x\n+y\n*** End Patch\n",
        {"a": "x\n"},
    )
    assert feedback(report, [1]).startswith(
        "1 problem; nothing was applied.\nERROR [file_not_found] line 6 of the patch, for b\n"
    )
    assert feedback(report, [0]) == "OK: this part fits."


# ---- every one there is


def report_of(case: Case, root: Path) -> Report:
    """What a case is about, as its editor would be told."""
    make(case, root)
    settings, _ = read_settings(case.settings)
    buffers = {str(root / name): text for name, text in case.buffers.items()}
    text, _ = case.marked(root)
    return Workspace(root, settings.options, buffers=buffers).analyse(text, root / case.name)


def report_late(root: Path) -> Report:
    """A block that comes late in a session: the file took many patches, and much was ambiguous."""
    (root / "a.py").write_text("one\ntwo\n", newline="\n")
    session = Figures({"a.py": FileFigures(9, sample_lines("one\n2\n"))}, ambiguous=3)
    return Workspace(root, session=session).analyse(
        ">>> file: a.py\n--- from\none\ntwo\n--- to\none\ndue\n<\n"
    )


def test_snapshots_of_every_code(tmp_path: Path) -> None:
    found = {}
    for code in CATALOGUE:
        (root := tmp_path / code).mkdir()
        report = (
            report_late(root) if code in NO_PATCH_ALONE_HAS_THEM else report_of(CASES[code], root)
        )
        about = next(one for one in report.problems if one.code == code)
        found[code] = explain(report, about).replace(str(root), "ROOT")
    check_snapshot("feedback_codes", found)


def test_snapshots_of_every_sample() -> None:
    workspace = Workspace(WORKSPACE)
    reports = {
        name: workspace.analyse((PATCHES / name).read_bytes().decode("utf-8"), PATCHES / name)
        for name in TABLE
    }
    check_snapshot("feedback_samples", {name: feedback(report) for name, report in reports.items()})


# ---- bounds


@pytest.mark.parametrize("patch_format", FORMATS)
@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_has_feedback_that_is_short_even_with_many_candidates(
    code: str, patch_format: FormatSpec
) -> None:
    parsed = formats.parse("*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch\n")
    patch = Patch(patch_format, Buffer(parsed.buffer.text), parsed.files)
    patch.number_parts()
    lines = "\n".join(f"line {i} " + "x" * 300 for i in range(1000))
    found = Resolution(patch.parts[0], patch.files[0], "a.py", State.AMBIGUOUS)
    found.candidates = [Lines(i, i + 4) for i in range(0, 900, 9)]
    found.total_candidates = 100
    finding = problem(code, Span(0, 5), "What is wrong. " * 50, part=0)
    report = Report(patch, [found], [finding] * 50, [], {"a.py": lines})
    text = explain(report, finding)
    assert code in text and len(text) < MOST_FOR_ONE
    assert "\nAction: " in text
    if finding.severity is Severity.ERROR and "```" not in text:
        for said in (
            "\nRule: ",
            "\nThe patch says:\n",
            "\na.py says at line 1:\n    1 | line 0 ",
            "\na.py says at line 28:\n",
        ):
            assert said in text
        assert text.endswith("\n… and in 96 more places.")
    assert len(feedback(report)) <= MOST_FOR_ALL or finding.severity > Severity.WARNING


def test_what_does_not_fit_is_named_and_counted_errors_first() -> None:
    hunks = "".join(f"@@\n-nothing like it {number}\n+y\n" for number in range(300))
    report = answer(
        f"*** Begin Patch\n*** Update File: a\n{hunks}*** End Patch\n", {"a": "x\n" * 500}
    )
    report.problems.insert(0, problem("fuzzy_match", Span(0, 0), "A warning."))
    rows = feedback(report, context="[SESSION CONTEXT]").split("\n")
    assert sum(len(row) + 1 for row in rows) <= MOST_FOR_ALL + 1
    assert rows[:2] == [
        "300 problems; nothing was applied.",
        "ERROR [context_not_found] line 4 of the patch, for a",
    ]
    assert sum(row.startswith("Rule: ") for row in rows) == 1, "which is the same for all"
    assert sum(row.startswith("ERROR [context_not_found] ") for row in rows) >= 10
    assert rows[-2].endswith(" more problems.")
    assert rows[-1] == "[SESSION CONTEXT]"


def test_a_hunk_too_long_to_be_told_anew_shows_the_file_around_the_line_that_differs() -> None:
    lines = [f"line number {number} with some text in it" for number in range(200)]
    patch = "".join(f" {line}\n" for line in lines[50:150]).replace(
        "number 120 with", "number 120 without"
    )
    report = answer(
        f"--- a/a\n+++ b/a\n@@ -51,100 +51,101 @@\n{patch}+y\n", {"a": "\n".join(lines)}
    )
    text = feedback(report)
    assert (
        "  121 | line number 120 with some text in it\n" in text
        and "   74 |  line number 120 without some" in text
    )
    assert len(text) < MOST_FOR_ONE + 50


def test_lines_are_quoted_to_the_letter_or_marked_as_cut() -> None:
    long = "x" * 1000
    report = answer(
        "*** Begin Patch\n*** Update File: a\n@@\n-\tabd  \n-\x1b\n+y\n*** End Patch\n",
        {"a": f"\tabc  \n\x1b[2J\u202e\n{long}\n"},
    )
    text = feedback(report)
    assert "    1 | \tabc  \n" in text and "x" * 300 + " …" in text and "xx" * 151 not in text
    assert "    2 | <U+001B>[2J<U+202E>" in text
    assert "```" not in text, "what cannot be quoted to the letter is not to be copied"


# ---- one cause


def test_a_problem_that_is_gone_with_another_one_is_told_with_it() -> None:
    patch = dedent("""\
        version: "2.0"
        changes:
          - file_path: a.py
            modifications:
              - action: DELETE
                snipet: |
                  return 1
        """)
    text = feedback(answer(patch, {"a.py": "def f():\n    return 1\n"}, name="x.ap"))
    assert text.startswith("1 problem; nothing was applied.\nERROR [missing_key] line 5")
    assert "Write in place of line 6 of the patch:\n```\n        snippet: |\n```" in text


def test_the_same_rule_is_told_once() -> None:
    hunks = "".join(f"@@\n-number = {value}00\n+number = 0\n" for value in (1, 2, 3))
    files = {"a.py": "number = 1\n\nnumber = 2\n\nnumber = 3\n"}
    text = feedback(
        answer(f"*** Begin Patch\n*** Update File: a.py\n{hunks}*** End Patch\n", files)
    )
    assert text.startswith("3 problems; nothing was applied.\n")
    assert text.count("Rule: ") == 1 and text.count("[context_not_found]") == 3


# ---- what the file has changed is kept


@pytest.mark.parametrize(
    ("remembered", "kept"),
    [("-x = 1", "+x = 2  # seconds"), ("-x = 4", "+x = 2")],
)
def test_an_added_line_keeps_what_the_file_has_beside_the_change(
    remembered: str, kept: str
) -> None:
    report = answer(
        f"*** Begin Patch\n*** Update File: a.py\n@@\n def f():\n{remembered}\n+x = 2\n*** End Patch\n",
        {"a.py": "def f():\nx = 1  # seconds\n"},
    )
    assert f"```\n@@\n def f():\n-x = 1  # seconds\n{kept}\n```" in feedback(report)


def test_a_patch_of_one_endless_line_stays_within_bounds() -> None:
    for patch in (
        "x" * 100_000,
        "*** Update File: " + "y" * 100_000,
        ">>> file: " + "\u202e" * 100_000 + "\n--- from\n",
    ):
        report = answer(patch, {})
        assert len(feedback(report)) <= MOST_FOR_ALL
        assert all(len(explain(report, one)) <= MOST_FOR_ONE for one in report.problems)
