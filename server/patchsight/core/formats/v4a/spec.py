"""Everything that is particular to v4a."""

from __future__ import annotations

from patchsight.core.formats.spec import EditorTable, FormatSpec, Policy, Setting, lazy
from patchsight.core.formats.v4a.recognise import RECOGNISER

V4A = FormatSpec(
    name="v4a",
    title="v4a",
    suffixes=("v4a",),
    language_ids=("v4a",),
    opening="`*** Begin Patch`",
    look="`*** Begin Patch`, `*** Update File: path`, `@@ def f():`",
    editor=EditorTable(
        language="v4a",
        aliases=("v4a patch", "v4a"),
        first_line=r"^\*\*\* Begin Patch",
        openings=(
            "*** Begin Patch",
            "*** Update File: ",
            "*** Add File: ",
            "*** Delete File: ",
        ),
        signs=(r"(?:^[ \t]*|\\n|[\"'])\*\*\* (?:Begin Patch|(?:Update|Add|Delete) File: )",),
        configuration="./languages/lines.json",
        signed_lines={
            "marker": r"^\s*\*\*\* ",
            "section": r"^\s*\*\*\* (?:Update|Add|Delete) File:",
            "end": "End Patch",
        },
    ),
    recogniser=RECOGNISER,
    plain_openings=("*** Begin Patch\n",),
    read_plain=lazy("v4a.plain", "read_all"),
    parse=lazy("v4a.parse", "parse"),
    render=lazy("v4a.parse", "render"),
    policy=Policy(hints=True, order=True, reads_bare_lines=True),
    hunk_frame=(3, 2),
    normal_marker=lazy("v4a.envelope", "normal_marker"),
    tokens=lazy("v4a.tokens", "read"),
    signed=True,
    complete=lazy("v4a.complete", "suggest"),
    glossary=lazy("v4a.glossary", "glossary"),
    grammar=("v4a/grammar.lark", "v4a/envelope.lark", "hunk_lines.lark"),
    guidance=lazy("v4a.guidance", "guidance"),
    settings=(
        Setting(
            "profile",
            "--profile",
            "v4aProfile",
            ("v4a", "zenpatch"),
            "how to read `*** Begin Patch`",
        ),
    ),
)
