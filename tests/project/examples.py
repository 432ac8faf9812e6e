"""The examples that `patchsight explain` shows: a patch that has the problem and the files it meets, from the
tests of every code, and the patch after a quick fix, or as it should be. `make docs` writes them."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from lsp.codes import Case
from lsp.test_every_code import CASES, make
from patchsight.core.fixes import find_fixes
from patchsight.core.fixes.trial import Trial
from patchsight.core.text.edits import apply_edits
from patchsight.core.text.traced import write_out
from patchsight.lsp.settings import read_settings
from patchsight.workspace.workspace import Workspace

_LONGEST = 1200


def examples_json(_: str) -> str:
    """Every example, by code; one that takes more than a screen is left out."""
    found = {code: example(code, case) for code, case in CASES.items()}
    kept = {code: each for code, each in found.items() if len(each["patch"]) <= _LONGEST}
    return json.dumps(kept, ensure_ascii=True, indent=1) + "\n"


def example(code: str, case: Case) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        make(case, root)
        text, _ = case.marked(root)
        settings, _ = read_settings(case.settings)
        buffers = {str(root / name): shown for name, shown in case.buffers.items()}
        report = Workspace(root, settings.options, buffers=buffers).analyse(text, root / case.name)
        problem = next(each for each in report.problems if each.code == code)
        assert report.around
        fix = next(iter(find_fixes(Trial(report, report.around), problem)), None)
        edits = write_out(report.patch.buffer, fix.edits) if fix else None
        after = apply_edits(text, edits) if edits else None
        shown = {
            name: data
            for name, data in case.files.items()
            if isinstance(data, str) and len(data) <= _LONGEST
        }
        made = {
            "message": problem.message,
            "patch": text,
            "files": shown,
            "fix": fix.title if fix else None,
            "after": after,
        }
        there = json.dumps(made).replace(json.dumps(scratch)[1:-1], "/home/me/project")
        plain: dict[str, Any] = json.loads(there)
        return plain
