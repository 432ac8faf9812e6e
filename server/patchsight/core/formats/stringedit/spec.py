"""Everything that is particular to string edits."""

from __future__ import annotations

from patchsight.core.formats.spec import EditorTable, FormatSpec, Policy, Recogniser, lazy
from patchsight.core.model.patch import Op

STRINGEDIT = FormatSpec(
    name="stringedit",
    title="String edits",
    suffixes=("stringedit",),
    language_ids=("stringedit",),
    opening='`{"old_string": …}`',
    look='`{"file_path": …, "old_string": …, "new_string": …}`, calls of edit tools',
    editor=EditorTable(
        language="stringedit",
        aliases=("String edits",),
        # Also where the JSON stands in a string, and where a call is written as XML.
        signs=(
            r"\\*\"(?:old_?[sS]tr(?:ing)?|old_?[tT]ext|file_text)\\*\"\s*:|<parameter name=\"old_str|<old_text\b",
        ),
        configuration="./languages/lines.json",
        like="json",
    ),
    # No row alone gives it away: calls are found in the text as a whole (`formats.opening`).
    recogniser=Recogniser(r"(?!)", lambda lines, row, last, hints: None, r"\s*[{\[<]"),
    parse=lazy("stringedit.parse", "parse"),
    render=lazy("stringedit.parse", "render"),
    policy=Policy(
        in_turn=True,
        two_texts=True,
        many_sections_per_file=True,
        refuses_elision=True,
        doubts_whole_texts=True,
    ),
    composition="blocks",
    operations=frozenset({Op.UPDATE, Op.CREATE, Op.REPLACE}),
    tokens=lazy("stringedit.tokens", "read"),
    complete=lazy("stringedit.complete", "suggest"),
    glossary=lazy("stringedit.glossary", "glossary"),
    word_at=lazy("stringedit.glossary", "word_at"),
    schema=lazy("stringedit.guidance", "schema"),
    guidance=lazy("stringedit.guidance", "guidance"),
    feedback=lazy("stringedit.feedback", "feedback"),
)
