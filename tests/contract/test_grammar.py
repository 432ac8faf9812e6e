"""The grammars: what they take, the parser reads; what the parser reads, they can say."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import NamedTuple

import pytest
from llguidance import LLMatcher

from contract.grammars import (
    BEYOND_FORM,
    accepts,
    accepts_without_twins,
    can_be_decoded,
    find_errors,
    spell,
)
from contract.patches import damage, make_patches
from patchsight.core.formats.registry import FORMATS, UNIFIED, V4A
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.formats.tool import read_grammar

MUTANTS = 500
#: The formats that a model can be held to while it writes.
HELD = [spec for spec in FORMATS if spec.grammar]


class Verdict(NamedTuple):
    """What the grammar and the parser say of a text."""

    patch: str
    is_taken: bool
    errors: set[str]


@cache
def made(wanted: FormatSpec) -> list[str]:
    return make_patches(wanted, 40)


@cache
def mutants(wanted: FormatSpec) -> list[Verdict]:
    """The same damaged patches in every run."""
    rng = Random(f"{wanted.name} damaged")
    patches = [damage(rng, rng.choice(made(wanted))) for _ in range(MUTANTS)]
    return [Verdict(patch, accepts(wanted, patch), find_errors(wanted, patch)) for patch in patches]


@pytest.mark.parametrize("wanted", HELD)
def test_a_grammar_keeps_to_what_decoders_know(wanted: FormatSpec) -> None:
    grammar = read_grammar(wanted)
    assert not LLMatcher.validate_grammar(LLMatcher.grammar_from_lark(grammar))
    assert not re.search(r"\(\?|[*+?}]\?|^%|^\w+\.\d", grammar, re.MULTILINE), (
        "look-around, lazy, import or priority"
    )


@pytest.mark.parametrize("wanted", HELD)
def test_the_example_of_the_guidance_is_a_patch(wanted: FormatSpec) -> None:
    example = wanted.guidance().example
    assert accepts(wanted, example) and can_be_decoded(wanted, example)
    assert not find_errors(wanted, example)


@pytest.mark.parametrize("wanted", HELD)
def test_what_is_valid_is_taken(wanted: FormatSpec) -> None:
    for patch in made(wanted):
        assert not find_errors(wanted, patch), patch
        assert accepts(wanted, patch) and can_be_decoded(wanted, patch), patch


@pytest.mark.parametrize("wanted", HELD)
def test_what_is_taken_is_not_malformed(wanted: FormatSpec) -> None:
    """No grammar can count: in a unified diff `--- x` is a removed line or a header, and a hunk is cut off, as the counts
    say.
    """
    counted = {"truncated_patch", "invalid_hunk_header"} if wanted is UNIFIED else set[str]()
    for patch, is_taken, errors in mutants(wanted):
        assert can_be_decoded(wanted, patch) == is_taken, patch
        if is_taken and errors - BEYOND_FORM - counted:
            assert wanted is UNIFIED and not accepts_without_twins(patch), patch
    assert MUTANTS / 10 < sum(verdict.is_taken for verdict in mutants(wanted)) < MUTANTS * 9 / 10


@pytest.mark.parametrize("wanted", [UNIFIED, V4A])
def test_what_is_refused_is_malformed_or_only_spelt_otherwise(wanted: FormatSpec) -> None:
    """The parser puts up with prose, fences, bare blank rows and the like; written anew, the same patch is taken."""
    refused = [verdict for verdict in mutants(wanted) if not verdict.is_taken]
    tolerated = [verdict.patch for verdict in refused if not verdict.errors]
    assert 0 < len(tolerated) < len(refused)
    for patch in tolerated:
        assert accepts(wanted, spell(wanted, patch)), patch


WRONG = {
    UNIFIED: [
        "--- a/x\n+++ b/x\n",  # no hunk
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n@@ -9 +9 @@\n-a\n+b\n",  # a hunk without lines
        "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n",
        "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n",
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n\\ No newline at end of file\n",
        "--- a/x\n@@ -1 +1 @@\n-a\n+b\n",  # half a header
        "--- a/\n+++ b/\n@@ -1 +1 @@\n-a\n+b\n",  # no path
        "--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n+a\n",  # no file
        "--- /dev/null\n+++ b/x\n@@ -1 +1,2 @@\n a\n+b\n",  # context in a new file
        "--- a/x\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n",  # a line for a deleted file
        # the timestamp of a file that is not there
        "--- a/x\t1970-01-01 00:00:00\n+++ b/x\n@@ -0,0 +1 @@\n a\n+b\n",
        "rename from x\nrename to y\n",  # no `diff --git`
        "diff --git a/x b/y\nrename from x\n",  # half a rename
        "diff --git a/x b/y\ncopy from x\ncopy to y\n",  # a copy
        # a submodule
        "diff --git a/x b/x\nold mode 160000\nnew mode 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
    ],
    V4A: [
        "*** Begin Patch\n*** End Patch\n",  # no file
        "*** Begin Patch\n*** Add File: x\n+a\n",  # no end
        "*** Begin Patch\n*** Add File: x\na\n*** End Patch\n",  # no prefix
        "*** Begin Patch\n*** Add File: \n+a\n*** End Patch\n",  # no path
        '*** Begin Patch\n*** Add File: ""\n+a\n*** End Patch\n',
        "*** Begin Patch\n*** Update File: x\n*** End Patch\n",  # no hunk
        "*** Begin Patch\n*** Update File: x\n@@\n*** End Patch\n",  # a hunk without lines
        "*** Begin Patch\n*** Update File: x\n@@\n*** End of File\n*** End Patch\n",
        # a hunk that is no more than a blank row
        "*** Begin Patch\n*** Update File: x\n \n*** End Patch\n",
        # the header of a unified diff
        "*** Begin Patch\n*** Update File: x\n--- a\n+++ b\n-a\n*** End Patch\n",
        # a line behind the end
        "*** Begin Patch\n*** Update File: x\n@@\n-a\n*** End of File\n+b\n*** End Patch\n",
        # a move in the wrong place
        "*** Begin Patch\n*** Update File: x\n@@\n-a\n*** Move to: y\n*** End Patch\n",
        "*** Begin Patch\n*** Rename File: x\n*** End Patch\n",  # no such directive
        "*** Begin Patch\n@@\n-a\n*** End Patch\n",  # a hunk without a file
    ],
}


@pytest.mark.parametrize(
    ("wanted", "patch"), [(wanted, patch) for wanted, patches in WRONG.items() for patch in patches]
)
def test_what_the_format_calls_wrong_is_refused_by_both(wanted: FormatSpec, patch: str) -> None:
    assert find_errors(wanted, patch) - BEYOND_FORM
    assert not accepts(wanted, patch) and not can_be_decoded(wanted, patch)
