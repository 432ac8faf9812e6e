"""Which paths a patch may name, by one rule on every platform, before anything is read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from patchsight.core.model.reserved_names import is_kept
from patchsight.core.text.invisible import find_invisible

#: No system takes a longer path; the limit keeps every rule below cheap.
MAX_LENGTH = 4096
#: How often a disguise may be peeled off before the path counts as hostile.
_PASSES = 8
#: How many files of one name are compared as a whole: a workspace may hold thousands of
#: `__init__.py`.
_MAX_RANKED = 1000

_DRIVE = re.compile(r"[A-Za-z]:")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+-]+:(?!\d)")
_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9¹²³]) *(?:\.|$)", re.IGNORECASE
)
#: Most paths: plain words, dots only between them. No rule below has anything to say about such a
#: path.
_PLAIN = re.compile(
    r"(?:(?!(?:con|prn|aux|nul|(?:com|lpt)[1-9])(?:[./]|$))[a-z0-9_-]+(?:\.[a-z0-9_-]+)*(?:/(?!$)|$))+",
    re.IGNORECASE | re.ASCII,
)
_ENCODED = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
#: Overlong UTF-8, which careless decoders read as `.`, `/` and `\`.
_OVERLONG = ((b"\xc0\xae", b"."), (b"\xc0\xaf", b"/"), (b"\xc1\x9c", b"\\"))
#: Look-alikes of `/` and `\` that NFKC leaves alone; it folds the full-width ones and the dot
#: leaders itself.
_LOOKALIKES = str.maketrans("\u2044\u2215\u29f8\u2216\u29f5\u29f9", "///\\\\\\")
#: What no path holds, by category; marks and letters that are blank to the eye are found by
#: `invisible`.
_HIDDEN = {
    "Cc": "the control character",
    "Cf": "the invisible character",
    "Cs": "half of a character,",
    "Zl": "the line separator",
    "Zp": "the paragraph separator",
}


def check(path: str) -> tuple[str, str | None]:
    """The path with `/` and without empty steps, and why it is refused, None if it is not."""
    if len(path) > MAX_LENGTH:
        return path, f"it is longer than {MAX_LENGTH:,} characters"
    return _check(path)


@lru_cache(maxsize=8192)  # a patch's paths are asked for again at every key press
def _check(path: str) -> tuple[str, str | None]:
    if _PLAIN.fullmatch(path):
        return path, None
    plain = path.replace("\\", "/")
    normal = "/".join(_steps(plain))
    return normal, _refuse(plain) or _unmask(plain) or _unmask(normal)


def has_backslash(path: str) -> bool:
    """Whether `check` reads a backslash of this path as `/`, which is worth a warning."""
    return "\\" in path


def off_limits(path: str) -> str | None:
    """Where a real path leads that no patch may go, on any file system; None if nowhere."""
    for step in path.split("/"):
        if _is_git(step):
            return "into `.git`"
        if is_kept(step):
            return "to what `patchsight apply` keeps while it runs"
    return None


def _steps(plain: str) -> list[str]:
    return [step for step in plain.split("/") if step not in ("", ".")]


def _refuse(plain: str) -> str | None:
    """The first rule that a path breaks as it is written."""
    return (
        _refuse_character(plain)
        or _refuse_start(plain)
        or _refuse_whole(plain)
        or _refuse_step(plain)
    )


def _refuse_character(plain: str) -> str | None:
    for char in plain:
        kind = unicodedata.category(char)
        if kind in _HIDDEN:
            return f"it holds {_HIDDEN[kind]} U+{ord(char):04X}"
    hidden = find_invisible(plain)
    return f"it holds the invisible character {hidden[1]}" if hidden else None


def _refuse_start(plain: str) -> str | None:
    if plain.startswith("//"):
        return "it names a network place (it starts with `//`)"
    if plain.startswith("/"):
        return "it is absolute (it starts with `/`)"
    if _DRIVE.match(plain):
        return f"it names a drive (`{plain[:2]}`)"
    if scheme := _SCHEME.match(plain):
        return f"it is an address (`{scheme[0]}`), not a path"
    if next(iter(_steps(plain)), "").startswith("~"):
        return "it starts at a home folder (`~`)"
    return None


def _refuse_whole(plain: str) -> str | None:
    if not plain:
        return "it is empty"
    steps = _steps(plain)
    if ".." in steps:
        return "it leaves its folder with `..`"
    if not steps:
        return "it names the workspace folder itself"
    if plain.endswith(("/", "/.")):
        return "it names a folder (it ends with `/`)"
    return None


def _refuse_step(plain: str) -> str | None:
    for step in _steps(plain):
        if _is_git(step):
            return "it lies in `.git`"
        if is_kept(step):
            return f"`{step}` is a name that `patchsight apply` keeps for itself"
        if not step.strip(". "):
            return f"`{step}` is made of dots and spaces only"
        if step.endswith((".", " ")):
            return f"`{step}` ends in a dot or a space, which Windows drops"
        if ":" in step:
            return f"`{step}` holds a colon, which names a drive or a stream on Windows"
        if _DEVICE.match(step):
            return f"`{step}` is the name of a device on Windows"
    return None


def _is_git(step: str) -> bool:
    """Whether some file system takes this name for `.git`: short names, streams, dots …"""
    visible = "".join(char for char in step if unicodedata.category(char) != "Cf")
    return visible.casefold().split(":")[0].rstrip(". ") in (".git", "git~1")


def _unmask(plain: str) -> str | None:
    """The rule that a path breaks once percent-encoding and look-alikes are decoded."""
    seen = plain
    for _ in range(_PASSES):
        decoded = _ENCODED.sub(_decode, seen).replace("\\", "/")
        if decoded != seen and (reason := _refuse(decoded)):
            return f"its percent-encoding hides a path that is refused: {reason}"
        folded = unicodedata.normalize("NFKC", decoded.translate(_LOOKALIKES)).replace("\\", "/")
        if folded != decoded and _escapes(folded):
            return "look-alike characters hide a path that is refused"
        if folded == seen:
            return None
        seen = folded
    return "it is percent-encoded many times over"


def _decode(match: re.Match[str]) -> str:
    data = bytes.fromhex(match[0].replace("%", ""))
    for overlong, plain in _OVERLONG:
        data = data.replace(overlong, plain)
    return data.decode("utf-8", "replace")


def _escapes(folded: str) -> bool:
    """Whether a folded path leads elsewhere; a full-width colon by itself is a good name."""
    if folded.startswith("/") or (_DRIVE.match(folded) and folded[2:3] == "/"):
        return True
    return any(off_limits(step) or not step.strip(". ") for step in _steps(folded))


def suggest(path: str, known: Sequence[str], limit: int = 3) -> list[str]:
    """The paths probably meant, best first; one alone if only it ends with the whole path."""
    wanted = [
        step for step in _steps(path[:MAX_LENGTH].replace("\\", "/").casefold()) if step != ".."
    ]
    if not wanted:
        return []
    whole = "/".join(wanted)
    folded = [other.casefold() for other in known]
    named = [
        index for index, other in enumerate(folded) if ("/" + other).endswith("/" + wanted[-1])
    ]
    ending = [index for index in named if ("/" + folded[index]).endswith("/" + whole)]
    if len(ending) == 1:
        return _allowed((known[ending[0]],), limit)
    ranked = _rank_named(named, wanted, folded)
    if not ranked or _shared_tail(folded[ranked[0]].split("/"), wanted) < min(2, len(wanted)):
        ranked += [index for index in _rank_similar(whole, folded) if index not in ranked]
    return _allowed((known[index] for index in ranked), limit)


def _rank_named(named: list[int], wanted: list[str], folded: list[str]) -> list[int]:
    """The paths with the file name: most shared folders above it first, then the most alike."""
    if len(named) < 2:
        return named
    from rapidfuzz import fuzz  # slow to import, and seldom needed

    whole = "/".join(wanted)
    tails = {index: _shared_tail(folded[index].split("/"), wanted) for index in named}
    nearest = sorted(named, key=lambda index: -tails[index])[:_MAX_RANKED]
    return sorted(
        nearest, key=lambda index: (-tails[index], -fuzz.ratio(whole, folded[index]), folded[index])
    )


def _shared_tail(steps: list[str], wanted: list[str]) -> int:
    """How many steps, counted from the file name up, two paths have in common."""
    count = 0
    for mine, other in zip(reversed(steps), reversed(wanted), strict=False):
        if mine != other:
            break
        count += 1
    return count


def _rank_similar(whole: str, folded: list[str]) -> list[int]:
    """The paths that are alike as a whole and in the file name, by index, best first."""
    from rapidfuzz import fuzz, process

    name = whole.rpartition("/")[2]
    hits = process.extract(whole, folded, scorer=fuzz.ratio, score_cutoff=60, limit=50)
    graded = [
        ((score + fuzz.ratio(name, other.rpartition("/")[2])) / 2, index)
        for other, score, index in hits
    ]
    return [
        index
        for score, index in sorted(graded, key=lambda hit: (-hit[0], folded[hit[1]]))
        if score >= 60
    ]


def _allowed(candidates: Iterable[str], limit: int) -> list[str]:
    """The first that a patch may name: no hidden characters get into a message."""
    chosen: list[str] = []
    for path in candidates:
        if len(chosen) == limit:
            break
        if check(path)[1] is None:
            chosen.append(path)
    return chosen
