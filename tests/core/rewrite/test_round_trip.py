"""Every format says the same: converted, refreshed, reversed or taken back, a patch leads to the very same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from patchsight.core.formats.registry import find_format
from patchsight.core.model.patch import Options, Patch
from patchsight.core.model.report import FilePlan, Report
from patchsight.core.placing.resolver import paths_of, resolve
from patchsight.core.rewrite.convert import Rewritten, reverse, write_patch
from patchsight.core.rewrite.refresh import refresh
from patchsight.core.rewrite.reverse import take_back, undo
from patchsight.core.text.buffer import BOM
from support.check import answer, apply, as_target
from support.five import FORMATS
from support.projects import Project, make_project

SEEDS = range(24)
#: Why a format may refuse to say a change, or a patch to be taken back: nothing else is accepted.
UNSAYABLE = re.compile(
    r"(ap|applydiff|searchreplace) cannot (delete|rename) a file"
    r"|ap cannot describe the change of .*: it removes white space at the ends of lines"
    r"|(ap|applydiff|searchreplace) cannot describe the change of .*: it cannot add or remove the newline at the end of a file"
    r"|(unified|v4a|zenpatch|applydiff|searchreplace) cannot describe the change of .*: it makes files with line feeds only"
)
UNTOLD = re.compile(
    r"ap ignores indentation|The patch deletes .* cannot be told|The patch replaces the whole text"
)

in_every_format = pytest.mark.parametrize("form", FORMATS)
with_every_seed = pytest.mark.parametrize("seed", SEEDS)


@cache
def project(seed: int) -> Project:
    return make_project(seed)


@cache
def told(seed: int, form: str) -> Report | None:
    """The project's change as a patch in a format and the answer for it; None where the format cannot say it."""
    said = write_patch(project(seed).plans, find_format(form))
    return read(said, project(seed).before, form)


def read(said: Rewritten, files: dict[str, str], form: str) -> Report | None:
    if said.text is None:
        assert UNSAYABLE.match(said.reason), said.reason
        return None
    return answer(said.text, files, name=f"x.{form}")


def place(patch: Patch, files: dict[str, str]) -> Report:
    return resolve(patch, {path: as_target(path, files.get(path)) for path in paths_of(patch)})


def carry_out(plans: list[FilePlan], files: dict[str, str]) -> dict[str, str]:
    """The files as plans leave them, byte order marks and all."""
    after = {
        path: text for path, text in files.items() if path not in {plan.path for plan in plans}
    }
    return after | {
        plan.new_path or plan.path: BOM * plan.bom + plan.after
        for plan in plans
        if plan.after is not None
    }


def reports(seed: int) -> Iterator[tuple[str, Report]]:
    for form in FORMATS:
        report = told(seed, form)
        if report:
            yield form, report


@with_every_seed
def test_every_format_leads_to_the_same_files(seed: int) -> None:
    found = dict(reports(seed))
    assert {"unified", "v4a", "zenpatch"} <= found.keys()
    for report in found.values():
        assert apply(report, project(seed).before) == project(seed).after


@in_every_format
def test_each_format_can_say_most_of_it(form: str) -> None:
    assert sum(told(seed, form) is not None for seed in SEEDS) >= {
        "ap": 6,
        "applydiff": 6,
        "searchreplace": 6,
    }.get(form, len(SEEDS))


@with_every_seed
@in_every_format
def test_a_converted_patch_does_the_same(seed: int, form: str) -> None:
    for _, report in reports(seed):
        converted = read(write_patch(report.plan, find_format(form)), project(seed).before, form)
        if converted:
            assert apply(converted, project(seed).before) == project(seed).after


@with_every_seed
def test_a_fresh_patch_stays_as_it_is(seed: int) -> None:
    for _, report in reports(seed):
        assert refresh(report).text == report.patch.buffer.text


@with_every_seed
def test_a_stale_patch_is_refreshed_to_one_that_does_the_same(seed: int) -> None:
    before = {path: _with_lines_above(path, text) for path, text in project(seed).before.items()}
    for form, fresh in reports(seed):
        stale = answer(fresh.patch.buffer.text, before, name=f"x.{form}")
        again = read(refresh(stale), before, form)
        assert again is not None and {problem.code for problem in again.problems} <= {
            "move_in_zenpatch"
        }
        assert apply(again, before) == apply(stale, before)
        assert refresh(again).text == again.patch.buffer.text


def _with_lines_above(path: str, text: str) -> str:
    """A text that moved on: some lines more above all others, unless the whole file is about to go."""
    end = "\r\n" if "\r\n" in text else "\n"
    above = end.join(f"// line {number} of something new" for number in range(7))
    return (
        text if path in GONE else BOM * text.startswith(BOM) + above + end + text.removeprefix(BOM)
    )


GONE = {plan.path for seed in SEEDS for plan in project(seed).plans if plan.after is None}


@with_every_seed
def test_the_reverse_of_the_reverse_means_the_patch(seed: int) -> None:
    for form, report in reports(seed):
        back = read(write_patch(reverse(report.plan), find_format(form)), project(seed).after, form)
        if back is None:
            continue
        assert apply(back, project(seed).after) == project(seed).before
        again = read(write_patch(reverse(back.plan), find_format(form)), project(seed).before, form)
        assert again is None or apply(again, project(seed).before) == project(seed).after


@with_every_seed
def test_what_was_applied_is_taken_back_to_the_byte(seed: int) -> None:
    before, after = project(seed).before, project(seed).after
    for form, report in reports(seed):
        texts = {path: text.removeprefix(BOM) for path, text in after.items()}
        plans = undo(report.plan, texts)
        assert plans is not None and carry_out(plans, after) == before
        applied = answer(report.patch.buffer.text, after, name=f"x.{form}")
        turned = take_back(applied.patch, lambda patch: place(patch, after), Options())
        if turned.reason:
            assert UNTOLD.match(turned.reason), turned.reason
        else:
            assert turned.report is not None and apply(turned.report, after) == before


def test_files_that_moved_on_are_not_taken_back_from_memory() -> None:
    plan = project(0).plans[0]
    assert undo([plan], {plan.path: f"{plan.after}more"}) is None
    assert undo([plan], {}) is None
    assert undo([], {}) is None


@in_every_format
def test_a_line_that_becomes_a_byte_order_mark_at_the_top_is_not_written_as_a_patch_that_misses_it(
    form: str,
) -> None:
    """Once the lines above it are gone, its first character is no text any more."""
    before = {"f.txt": f"one\ntwo\n{BOM}three\nfour\n"}
    done = answer(
        f"--- a/f.txt\n+++ b/f.txt\n@@ -1,4 +1,2 @@\n-one\n-two\n {BOM}three\n four\n", before
    )
    after = carry_out(done.plan, before)
    assert after == {"f.txt": f"{BOM}three\nfour\n"}
    back = write_patch(reverse(done.plan), find_format(form))
    if back.text is None:
        assert back.reason
    else:
        assert carry_out(answer(back.text, after, name=f"x.{form}").plan, after) == before
