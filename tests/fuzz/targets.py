"""What is fuzzed: functions of bytes that raise where something does not hold. Hypothesis, atheris and chance call them alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from fuzz.cases import Case, broken_case, drifted_case, true_case
from fuzz.dice import Dice
from fuzz.disk import check_disk
from fuzz.judge import check_truth, look
from fuzz.machine import walk
from fuzz.servers import InMemory
from patchsight.core.model.patch import Options

_NAMES = ("", "x.diff", "x.v4a", "x.zenpatch", "x.ap", "x.applydiff", "x.sr", "x.patch", "x.txt")
_FILES = {
    "a.txt": "one\ntwo\n\nthree\n",
    "dir/b.py": "def f():\r\n    return 1\r\n\r\ndef g():\r\n    return 1",
}


def sound(data: bytes) -> None:
    """Patches that meet the files they were written for."""
    script, case = true_case(Dice(data))
    check_truth(script, look(case))


def drifted(data: bytes) -> None:
    """Sound patches that meet files which others have worked on."""
    look(drifted_case(Dice(data)))


def broken(data: bytes) -> None:
    """Patches with something wrong with them."""
    look(broken_case(Dice(data)))


def parsers(data: bytes) -> None:
    """Any text at all, under any name."""
    name, text = (
        _NAMES[data[0] % len(_NAMES)] if data else "",
        data[1:].decode("utf-8", "surrogateescape"),
    )
    look(Case(text, _FILES, name))


def disk(data: bytes) -> None:
    """Patches applied to real files, and taken back."""
    dice = Dice(data)
    case = dice.pick([drifted_case, broken_case])(dice)
    options = Options(
        case.options.profile,
        duplicate_files=case.options.duplicate_files,
        ap_whitespace=case.options.ap_whitespace,
    )
    if case.text.isascii() or not any("\ud800" <= char <= "\udfff" for char in case.text):
        check_disk(case._replace(options=options))


def server(data: bytes) -> None:
    """A walk through everything that an editor can do with the server."""
    walk(_servers(), Dice(data))


@cache
def _servers() -> InMemory:
    return InMemory()


TARGETS: dict[str, Callable[[bytes], None]] = {
    "sound": sound,
    "drifted": drifted,
    "broken": broken,
    "parsers": parsers,
    "disk": disk,
    "server": server,
}
