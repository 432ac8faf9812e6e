"""Everything that is particular to SEARCH/REPLACE blocks."""

from __future__ import annotations

from patchsight.core.formats.searchreplace.recognise import RECOGNISER
from patchsight.core.formats.spec import EditorTable, FormatSpec, Policy, lazy
from patchsight.core.model.patch import Op

SEARCHREPLACE = FormatSpec(
    name="searchreplace",
    title="SEARCH/REPLACE",
    suffixes=("sr",),
    language_ids=("searchreplace",),
    opening="`<<<<<<< SEARCH`",
    look="a path, `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`",
    editor=EditorTable(
        language="searchreplace",
        aliases=("SEARCH/REPLACE",),
        first_line=r"^(<{5,9}|-{5,9}) (SEARCH|ORIGINAL)\b",
        openings=("<<<<<<< SEARCH", "------- SEARCH", "<<<<<<< ORIGINAL"),
        signs=(
            r"(?:^|\\n|\")(?:<{5,9}|-{5,9}) (?:SEARCH|ORIGINAL)\b",
            r"(?:^|\\n)={5,9}(?:\s*$|\\n)",
        ),
        configuration="./languages/lines.json",
    ),
    recogniser=RECOGNISER,
    named_above=True,
    parse=lazy("searchreplace.parse", "parse"),
    render=lazy("searchreplace.parse", "render"),
    policy=Policy(
        in_turn=True,
        two_texts=True,
        many_sections_per_file=True,
        creates_when_empty=True,
        refuses_elision=True,
    ),
    composition="blocks",
    operations=frozenset({Op.UPDATE, Op.CREATE}),
    cannot_say=lazy("searchreplace.parse", "cannot_say"),
    hunk_frame=(1, 0),
    states_final_newline=False,
    tokens=lazy("searchreplace.tokens", "read"),
    complete=lazy("searchreplace.complete", "suggest"),
    glossary=lazy("searchreplace.glossary", "glossary"),
    word_at=lazy("searchreplace.glossary", "word_at"),
    grammar=("searchreplace/grammar.lark",),
    guidance=lazy("searchreplace.guidance", "guidance"),
    feedback=lazy("searchreplace.feedback", "feedback"),
    applied=lazy("searchreplace.feedback", "applied"),
    would=lazy("searchreplace.feedback", "would"),
)
