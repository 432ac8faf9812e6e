"""Everything that is particular to ApplyDiff."""

from __future__ import annotations

from patchsight.core.formats.applydiff.recognise import RECOGNISER
from patchsight.core.formats.spec import EditorTable, FormatSpec, Policy, lazy
from patchsight.core.model.patch import Grade, Op

APPLYDIFF = FormatSpec(
    name="applydiff",
    title="ApplyDiff",
    suffixes=("applydiff",),
    language_ids=("applydiff",),
    opening="`>>> file:`",
    look="`>>> file: path`, `--- from`, `--- to`, `<`",
    editor=EditorTable(
        language="applydiff",
        aliases=("ApplyDiff",),
        first_line=r"^(>>> file:|\[SESSION CONTEXT\])",
        openings=(">>> file: ", "[SESSION CONTEXT]"),
        signs=(r"^(?:>>> file: |\[SESSION CONTEXT\])",),
        configuration="./languages/lines.json",
    ),
    recogniser=RECOGNISER,
    parse=lazy("applydiff.parse", "parse"),
    render=lazy("applydiff.parse", "render"),
    read_session=lazy("applydiff.parse", "read_session"),
    plain_openings=(">>> file: ",),
    read_plain=lazy("applydiff.plain", "read_all"),
    policy=Policy(
        # Tiers 2 and 3 are one look-up: what matches without white space, re-indented where that
        # is uniform.
        grades=(Grade.EXACT, Grade.WHITESPACE),
        fuzzy=True,
        two_texts=True,
        many_sections_per_file=True,
        creates_when_empty=True,
        session=True,
    ),
    composition="blocks",
    operations=frozenset({Op.UPDATE, Op.CREATE, Op.REPLACE}),
    cannot_say=lazy("applydiff.parse", "cannot_say"),
    states_final_newline=False,
    tokens=lazy("applydiff.tokens", "read"),
    complete=lazy("applydiff.complete", "suggest"),
    glossary=lazy("applydiff.glossary", "glossary"),
    grammar=("applydiff/grammar.lark",),
    guidance=lazy("applydiff.guidance", "guidance"),
    feedback=lazy("applydiff.feedback", "feedback"),
    applied=lazy("applydiff.feedback", "applied"),
)
