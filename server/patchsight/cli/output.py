"""Results in the format asked for: text for people, patch by patch; one document for programs."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

from patchsight.cli.screen import Style
from patchsight.cli.source import STANDARD_INPUT
from patchsight.cli.streams import write
from patchsight.core.model.report import Report


class Outcome(NamedTuple):
    """What is said of one patch, and whether this run has applied it."""

    name: str
    report: Report
    applied: bool = False
    context: str = ""  #: the session's block, if the run belongs to one
    deed: str = "Applied"  #: what that is called


class Output:
    """Shows outcomes; use it in a `with` block, whose end also ends the document."""

    def __init__(self, output_format: str, style: Style) -> None:
        self._format, self._style = output_format, style
        self._outcomes: list[Outcome] = []

    @property
    def for_people(self) -> bool:
        return self._format == "text"

    def show(self, outcome: Outcome) -> None:
        """Say it now to people; later to programs, which want one document."""
        self._outcomes.append(outcome)
        if self.for_people:
            from patchsight.cli.text_output import applied_text, as_text

            name = "<stdin>" if outcome.name == STANDARD_INPUT else outcome.name
            report, style = outcome.report, self._style
            text = (
                applied_text(report, name, style, outcome.deed)
                if outcome.applied
                else as_text(report, name, style)
            )
            context = f"{outcome.context}\n" if outcome.applied and outcome.context else ""
            write("\n" * (len(self._outcomes) > 1) + text + context)

    def __enter__(self) -> Output:
        return self

    def __exit__(self, *_: object) -> None:
        """Write the document also when a later patch fails: what was done before it is done."""
        if not self.for_people:
            write(self._document())

    def _document(self) -> str:
        from patchsight.cli import machine_output

        if self._format == "sarif":
            return machine_output.as_sarif(self._outcomes, self._style.root)
        if self._format == "github":
            return machine_output.as_github(self._outcomes)
        if self._format == "feedback":
            return machine_output.as_feedback(self._outcomes)
        return machine_output.as_json(self._outcomes)


def choose_style(color: str, root: str) -> Style:
    """Colour and width as the terminal has them, unless told otherwise."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    style = Style(color == "always" or (color == "auto" and terminal and not plain), root=root)
    try:
        if terminal:
            return style._replace(columns=os.get_terminal_size(sys.stdout.fileno()).columns)
        return style
    except (OSError, ValueError):
        return style
