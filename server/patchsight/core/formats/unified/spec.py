"""Everything that is particular to unified diffs."""

from __future__ import annotations

from patchsight.core.formats.spec import EditorTable, FormatSpec, Policy, lazy
from patchsight.core.formats.unified.recognise import FRAME, RECOGNISER

UNIFIED = FormatSpec(
    name="unified",
    title="unified diff",
    suffixes=("diff", "patch"),
    language_ids=("diff", "patch"),
    opening="`--- a/file`",
    look="`--- a/file`, `+++ b/file`, `@@ -1,4 +1,5 @@`; git's rename headers too",
    editor=EditorTable(
        language="diff",
        suffixes=("rej",),
        signs=(
            r"(?:^|\\n|\")(?:diff --git |--- .*(?:\r?\n|\\n)\+\+\+ |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@)",
        ),
        builtin=True,
        signed_lines={
            # After the sign of a file nothing but its name follows; else `-- …` is removed.
            "marker": r"^(?:diff --git |Index: |(?:---|\+\+\+) (?:\"|[^\t]*\t|\S+\s*$|[ab]/)|@@|-- ?$)",
            "section": "^@@",
            "end": r"^(?:diff |Index: |--- |-- ?$)",
        },
    ),
    recogniser=RECOGNISER,
    named_above=True,
    frame=FRAME,
    plain_openings=("diff --git a/", "--- a/"),
    read_plain=lazy("unified.plain", "read_all"),
    parse=lazy("unified.parse", "parse"),
    render=lazy("unified.render", "render"),
    policy=Policy(
        numbers=True,
        reads_bare_lines=True,
        one_section_per_file=True,
        repeats_paths=True,
        deletion_states_text=True,
    ),
    composition="numbered",
    hunk_frame=(4, 1),
    tokens=lazy("unified.tokens", "read"),
    signed=True,
    complete=lazy("unified.complete", "suggest"),
    glossary=lazy("unified.glossary", "glossary"),
    grammar=("unified/grammar.lark", "hunk_lines.lark"),
    guidance=lazy("unified.guidance", "guidance"),
    feedback=lazy("unified.feedback", "feedback"),
)
