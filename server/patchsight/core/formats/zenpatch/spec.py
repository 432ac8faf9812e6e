"""Everything that is particular to Zenpatch: that it is stricter than v4a."""

from __future__ import annotations

from patchsight.core.formats.spec import EditorTable, FormatSpec, Policy, lazy
from patchsight.core.formats.v4a.spec import V4A
from patchsight.core.model.patch import Grade
from patchsight.core.model.record import replace

ZENPATCH: FormatSpec = replace(
    V4A,
    name="zenpatch",
    title="Zenpatch",
    suffixes=("zenpatch",),
    language_ids=("zenpatch",),
    look="as v4a, but every line must match to the letter",
    editor=EditorTable(
        language="zenpatch",
        aliases=("Zenpatch",),
        configuration="./languages/lines.json",
        signed_lines=V4A.editor.signed_lines,
    ),
    profile_of=V4A.name,
    parse=lazy("v4a.parse", "parse_zenpatch"),
    policy=Policy(grades=(Grade.EXACT,), order=True, strict=True, reads_bare_lines=True),
    grammar=("zenpatch/grammar.lark", "v4a/envelope.lark", "hunk_lines.lark"),
    guidance=lazy("zenpatch.guidance", "guidance"),
    settings=(),
)
