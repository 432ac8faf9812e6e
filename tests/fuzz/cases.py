"""Whole cases: a patch that means something, what went wrong with it, and the files it meets."""

from __future__ import annotations

from typing import NamedTuple

from fuzz.damage import damaged, drifted, spliced
from fuzz.dice import Dice
from fuzz.material import body
from fuzz.wording import Script, script
from patchsight.core.model.patch import Options
from support.five import FORMATS

#: Every way in which settings change what a patch means.
_OPTIONS = (
    Options(),
    Options(),
    Options(duplicate_files="sequential"),
    Options(ap_whitespace="inserted"),
    Options(profile="zenpatch"),
    Options(fuzzy_threshold=0.6),
    Options(max_candidates=1),
)


class Case(NamedTuple):
    """A patch, the files it meets, and what it is called."""

    text: str
    files: dict[str, str]
    name: str
    options: Options = _OPTIONS[0]


def true_case(dice: Dice) -> tuple[Script, Case]:
    """A patch as it was written for the files as they are."""
    found = script(dice, dice.pick(FORMATS))
    return found, Case(found.text, found.before, found.name)


def drifted_case(dice: Dice) -> Case:
    """A sound patch that meets files on which someone else has worked."""
    found, case = true_case(dice)
    return case._replace(files=_drift(dice, found))


def broken_case(dice: Dice) -> Case:
    """A patch with something wrong with it, and files that may be other ones by now."""
    found, case = true_case(dice)
    text = damaged(dice, case.text)
    if dice.one_in(8):
        text = spliced(dice, text, script(dice, dice.pick(FORMATS)).text)
    name = dice.pick([case.name] * 6 + ["x.patch", "x.txt", "", "x.ap", "x.zenpatch"])
    return Case(text, _drift(dice, found), name, dice.pick(_OPTIONS))


def _drift(dice: Dice, found: Script) -> dict[str, str]:
    """The files of a patch after someone worked on them; some gone, some where one is to be made, some with mixed line ends."""
    files = {}
    for change in found.changes:
        if change.before and not dice.one_in(12):
            page = change.before._replace(lines=drifted(dice, change.before.lines))
            files[change.path] = (
                page.file.replace("\n", "\r\n", 2) if dice.one_in(12) else page.file
            )
        if (change.before is None or change.new_path) and dice.one_in(6):
            files[change.place] = "\n".join(body(dice))
    return files
