"""What people would use instead, in process: parse a patch and apply it in memory, which is less than the whole answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast
from urllib.parse import quote

from bench.contest import Contestant, Outcome, Turn
from bench.scenes import Hunk, Scene
from bench.writers import write, write_v4a_hunks

Files = dict[str, str]


def make_peers() -> dict[str, Contestant]:
    """The peers that are installed, by name."""
    return {
        name: Contestant(name, prepare, reads)
        for name, (module, prepare, reads) in _PEERS.items()
        if find_spec(module)
    }


def missing() -> list[str]:
    return [name for name, (module, _, _) in _PEERS.items() if not find_spec(module)]


def _try(work: Callable[[], Files]) -> Outcome:
    """What a tool makes of a scene; whatever it raises means that it refuses."""
    try:
        return work()
    except Exception:
        return None


def _turn(work: Callable[[], Files]) -> Turn:
    return Turn(partial(_try, work), lambda outcome: cast(Outcome, outcome))


# ---- v4a


def _prepare_codex(scene: Scene) -> Turn:
    apply: Any = import_module("codex_apply_patch").apply_patch_in_memory
    patch = write("v4a", scene)
    return _turn(lambda: cast(Files, apply(patch, scene.files).files))


def _prepare_agents(scene: Scene) -> Turn:
    """It takes one file's hunks at a time; nobody is timed parting the patch into files for it."""
    apply: Any = import_module("agents").apply_diff
    parts = {path: write_v4a_hunks(hunks) for path, hunks in scene.hunks.items()}
    return _turn(lambda: {path: apply(scene.files[path], part) for path, part in parts.items()})


# ---- unified diff


def _prepare_whatthepatch(scene: Scene) -> Turn:
    module: Any = import_module("whatthepatch")
    patch = write("unified", scene)

    def work() -> Files:
        diffs = module.parse_patch(patch)
        return {
            path: "\n".join([*module.apply_diff(diff, scene.files[path]), ""])
            for diff in diffs
            for path in [_strip(diff.header.new_path)]
        }

    return _turn(work)


def _prepare_mpatch(scene: Scene) -> Turn:
    module: Any = import_module("mpatch")
    patch = write("unified", scene)

    def work() -> Files:
        after = {}
        for one in module.parse_patches(patch):
            path = _strip(str(one.file_path))
            result = one.apply_to_content(scene.files[path])
            if not result.report.all_applied_cleanly:
                raise ValueError(path)
            after[path] = result.new_content
        return after

    return _turn(work)


def _strip(path: str) -> str:
    return path.removeprefix("b/")


# ---- its own format


def _prepare_match_patch(scene: Scene) -> Turn:
    """It has no files: one patch text for each. Like everyone else, it may look for a block in the whole file."""
    tool: Any = import_module("diff_match_patch").diff_match_patch()
    tool.Match_Distance = max(map(len, scene.files.values()))
    patches = {
        path: _write_match_patch(scene.files[path], hunks) for path, hunks in scene.hunks.items()
    }

    def work() -> Files:
        after = {}
        for path, patch in patches.items():
            after[path], done = tool.patch_apply(tool.patch_fromText(patch), scene.files[path])
            if not all(done):
                raise ValueError(path)
        return after

    return _turn(work)


def _write_match_patch(text: str, hunks: list[Hunk]) -> str:
    """Hunks with offsets of characters, after what the hunks before have changed."""
    offsets = [0]
    for line in text.split("\n"):
        offsets.append(offsets[-1] + len(line) + 1)
    pieces, drift = [], 0
    for hunk in hunks:
        sides = [(" ", hunk.before), ("-", hunk.old), ("+", hunk.new), (" ", hunk.after)]
        sizes = {
            sign: sum(len(line) + 1 for other, lines in sides if other == sign for line in lines)
            for sign in " -+"
        }
        start = offsets[hunk.row] + drift + 1
        pieces.append(
            f"@@ -{start},{sizes[' '] + sizes['-']} +{start},{sizes[' '] + sizes['+']} @@\n"
        )
        pieces += [
            f"{sign}{quote(''.join(line + chr(10) for line in lines), safe=_SAFE)}\n"
            for sign, lines in sides
            if lines
        ]
        drift += sizes["+"] - sizes["-"]
    return "".join(pieces)


_SAFE = "!~*'();/?:@&=+$,# "
_PEERS: dict[str, tuple[str, Callable[[Scene], Turn], str]] = {
    "codex-apply-patch (native)": ("codex_apply_patch", _prepare_codex, "v4a"),
    "openai-agents": ("agents", _prepare_agents, "v4a"),
    "whatthepatch": ("whatthepatch", _prepare_whatthepatch, "unified"),
    "mpatch (native, fuzzy)": ("mpatch", _prepare_mpatch, "unified"),
    "diff-match-patch (fuzzy)": ("diff_match_patch", _prepare_match_patch, "unified"),
}
ALL = tuple(_PEERS)
PYTHON = ("openai-agents", "whatthepatch", "diff-match-patch (fuzzy)")
FUZZY = ("mpatch (native, fuzzy)", "diff-match-patch (fuzzy)")
