"""Feedback: what a model gets back about its patch, whole texts as examples."""

from __future__ import annotations

from textwrap import dedent

import pytest

from patchsight.core import formats
from patchsight.core.feedback import MOST_FOR_ALL, MOST_FOR_ONE, explain, feedback
from patchsight.core.model import Format, Patch
from patchsight.core.problems import CATALOGUE, problem
from patchsight.core.resolve import paths_of, resolve
from patchsight.core.result import Lines, Report, Resolution, State
from patchsight.core.targets import Target
from patchsight.core.text import Buffer, Span

FILE = "def f():\n    return 1\n\n\ndef g():\n    return 1\n"


def check(patch: str, files: dict[str, str], expected: str, name: str = "x.patch") -> None:
    parsed = formats.parse(dedent(patch).lstrip(), name)
    report = resolve(parsed, {path: Target(path, files.get(path)) for path in paths_of(parsed)})
    assert feedback(report) + "\n" == dedent(expected).lstrip("\n")


def test_an_ambiguous_applydiff_block_gets_the_words_of_its_specification() -> None:
    check(
        """
        >>> file: a.py
        --- from
            return 1
        --- to
            return 2
        <
        """,
        {"a.py": FILE},
        """
        1 problem; nothing was applied.
        ❌ Ambiguous match detected [ambiguous_context] line 3 of the patch, for a.py
        This text stands in 2 places in a.py: lines 2 and 6. Add lines around the change until it fits one place only.
        Rule: Your "from" block matched multiple locations in the file with near-equal confidence.
        The patch says:
            3 |     return 1
        a.py says at line 2:
            1 | def f():
            2 |     return 1
            3 |
            4 |
        a.py says at line 6:
            4 |
            5 | def g():
            6 |     return 1
        Action: Submit the same patch content but use MORE surrounding context lines (5+) to uniquely define the target location.
        """,
        "x.applydiff",
    )


def test_a_stale_hunk_names_the_rule_of_unified_diffs_and_shows_the_file() -> None:
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
        This text is not in a.py. The nearest place is line 1 (95% alike): the patch expects `def h():`, but line 1 is `def f():`.
        Rule: The hunk's context and removed lines must match the current file.
        The patch says:
            4 |  def h():
        a.py says there (95% alike):
            1 | def f():
            2 |     return 1
            3 |
            4 |
            5 | def g():
        Action: Take the file's present text; the message names the first line that differs.
        """,
        "x.diff",
    )


def test_a_patch_that_fits_says_so() -> None:
    check("*** Begin Patch\n*** Add File: b.py\n+x = 1\n*** End Patch\n", {}, "OK: every part fits; 1 file changes.\n")


@pytest.mark.parametrize("patch_format", list(Format))
@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_has_feedback_that_is_short_even_with_many_candidates(code: str, patch_format: Format) -> None:
    parsed = formats.parse("*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch\n")
    patch = Patch(patch_format, Buffer(parsed.buffer.text), parsed.files)
    patch.number_parts()
    lines = "\n".join(f"line {i} " + "x" * 300 for i in range(1000))
    found = Resolution(patch.parts[0], patch.files[0], "a.py", State.AMBIGUOUS)
    found.candidates = [Lines(i, i + 40) for i in range(0, 900, 9)]
    found.total_candidates = 100
    finding = problem(code, Span(0, 5), "What is wrong. " * 20, part=0)
    report = Report(patch, [found], [finding] * 50, [], {"a.py": lines})
    text = explain(report, finding)
    assert code in text and len(text) <= MOST_FOR_ONE
    assert len(feedback(report)) <= MOST_FOR_ALL
