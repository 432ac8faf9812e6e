"""What is made from an answer: receipts, words, outputs, fixes and other wordings, each held to what it promises."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import pairwise

from patchsight.cli.machine_output import as_github, as_json, as_sarif
from patchsight.cli.output import Outcome
from patchsight.cli.screen import Style
from patchsight.cli.text_output import applied_text, as_text
from patchsight.core.describe.feedback import MOST_FOR_ALL
from patchsight.core.describe.receipt import receipt
from patchsight.core.fixes import Surroundings, Trial, find_fixes, fix_all
from patchsight.core.formats.registry import FORMATS
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.patch import Options
from patchsight.core.model.problems import Severity
from patchsight.core.model.report import FilePlan, Report
from patchsight.core.model.target import Target
from patchsight.core.rewrite.convert import reverse, write_patch
from patchsight.core.rewrite.git_diff import as_diff
from patchsight.core.text.buffer import BOM, split_lines
from patchsight.core.text.edits import Edit, apply_edits
from patchsight.core.text.traced import write_out
from support.check import apply, changed, messages, place


def check_receipt(report: Report) -> None:
    """The receipt can be written, and its figures add up."""
    data = receipt(report, "patch")
    json.dumps(data)
    for told, plan in zip(data["files"], report.plan, strict=True):
        before, after = split_lines(plan.before or ""), split_lines(plan.after or "")
        assert told["added"] - told["removed"] == len(after) - len(before), (told, plan)


def check_words(report: Report) -> None:
    """Everything that is printed can be, fits its bounds, and carries no character that a terminal would obey."""
    outcome = Outcome("x.patch", report)
    assert len(json.loads(as_json([outcome]))["feedback"]) <= MOST_FOR_ALL
    for text in (
        as_text(report, "x.patch"),
        applied_text(report, "x.patch"),
        as_text(report, "x.patch", Style(columns=40)),
    ):
        assert not _OBEYED.search(text), text
    assert len(as_github([outcome]).split("\n")) == len(report.problems) + 1
    assert len(json.loads(as_sarif([outcome], "."))["runs"][0]["results"]) == len(report.problems)


#: Control characters, but for the line end, and those that turn the direction of writing.
_OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def check_fixes(report: Report, options: Options) -> None:
    """Every fix is an edit of the patch that can be made, and a safe one changes nothing about what the patch does."""
    size = len(report.patch.buffer.text)
    trial = Trial(report, Surroundings(lambda text: resolve_again(report, text, options)))
    for problem in report.problems[:20]:
        for fix in find_fixes(trial, problem)[:12]:
            assert fix.title and fix.edits, fix
            assert list(fix.edits) == sorted(fix.edits), fix
            for one, two in pairwise(fix.edits):
                assert one.span.end <= two.span.start, fix
            assert all(0 <= change.span.start <= change.span.end <= size for change in fix.edits), (
                fix
            )
            if fix.safe:
                _check_safe(report, fix.edits, options)
    _check_safe(report, fix_all(trial), options)


def _check_safe(report: Report, edits: tuple[Edit, ...], options: Options) -> None:
    buffer = report.patch.buffer
    written = write_out(buffer, edits)  # in the call that a patch was taken out of, if it was
    if written is None:
        return
    after = resolve_again(report, apply_edits(buffer.outer.text, written), options)
    if report.ok:
        assert after.ok and _outcome(after) == _outcome(report), messages(after)


def _outcome(report: Report) -> list[tuple[str, str | None, str | None]]:
    return [(plan.path, plan.new_path, plan.after) for plan in report.plan]


def resolve_again(report: Report, text: str, options: Options) -> Report:
    """Another text on the same files."""
    name = name_of(report.patch.format) if report.patch.format else "x.patch"
    # as targets: a text may begin with what would be read as its byte order mark
    files = {path: Target(path, there) for path, there in report.texts.items()}
    return place(text, files, name=name, options=options)


def check_rewriting(report: Report) -> None:
    """A patch said in another format, as a diff, or backwards, does exactly what it says."""
    if not report.ok or not report.plan:
        return
    before, after = _before(report.plan), changed(report)
    # each in its turn: all of them would take too long
    form = FORMATS[len(report.patch.buffer.text) % len(FORMATS)]
    said, back = write_patch(report.plan, form), write_patch(reverse(report.plan), form)
    diff = as_diff(report.plan)  # made for git, to which a CR is no line end
    unlike = "\r" in diff or any(map(_is_marked_twice, report.plan))
    if said.text is not None:
        _check_same(place(said.text, before, name=name_of(form)), after)
    if not unlike:
        made = place(diff, before, name="x.diff")
        # git does not mind that a second run would change the files again
        if {told.code for told in made.problems if told.severity is Severity.ERROR} != {
            "not_repeatable"
        }:
            _check_same(made, after)
    if back.text is not None:
        there = {path: text for path, text in after.items() if text is not None}
        made = place(back.text, there, name=name_of(form))
        assert made.ok and apply(made, there) == before, (back.text, messages(made))
    assert (said.text is None) == bool(said.reason) and (back.text is None) == bool(back.reason)


def _check_same(made: Report, after: dict[str, str | None]) -> None:
    assert made.ok and changed(made) == after, (made.patch.buffer.text, messages(made))


def name_of(form: FormatSpec) -> str:
    """A file name that suits a format; one without a suffix of its own stands in Markdown."""
    return f"x.{(*form.suffixes, 'md')[0]}"


def _before(plans: Sequence[FilePlan]) -> dict[str, str]:
    return {plan.path: BOM * plan.bom + plan.before for plan in plans if plan.before is not None}


def _is_marked_twice(plan: FilePlan) -> bool:
    """Whether a file holds what reads like its byte order mark, or has it come to the top: which one
    a line of a diff copies cannot be told.
    """
    texts = (plan.before or "", plan.after or "")
    return texts[1].startswith(BOM) or (plan.bom and any(BOM in text for text in texts))
