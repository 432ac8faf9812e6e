"""Everything that is particular to ap."""

from __future__ import annotations

from patchsight.core.formats.ap.recognise import FRAME, RECOGNISER
from patchsight.core.formats.spec import EditorTable, FormatSpec, Policy, Setting, lazy
from patchsight.core.model.patch import Op

AP = FormatSpec(
    name="ap",
    title="ap",
    suffixes=("ap",),
    language_ids=("ap",),
    opening="`version:` and `changes:`",
    look='a YAML document: `version: "2.0"`, `changes:`, snippets and anchors',
    editor=EditorTable(
        language="ap",
        aliases=("ap patch", "ap"),
        signs=(r"^changes:\s*$", "^version:"),
        configuration="./languages/ap.json",
        like="yaml",
    ),
    recogniser=RECOGNISER,
    frame=FRAME,
    reports_emptiness=True,
    parse=lazy("ap.parse", "parse"),
    plain_openings=FRAME.heads,
    read_plain=lazy("ap.plain", "read_all"),
    render=lazy("ap.render", "render"),
    policy=Policy(by_code=True, paths_from_patch=True, writes_escapes=True, keeps_bytes=False),
    composition="modifications",
    operations=frozenset({Op.UPDATE, Op.CREATE}),
    cannot_say=lazy("ap.render", "cannot_say"),
    states_final_newline=False,
    tokens=lazy("ap.tokens", "read"),
    complete=lazy("ap.complete", "suggest"),
    sign=lazy("ap.complete", "sign"),
    glossary=lazy("ap.glossary", "glossary"),
    word_at=lazy("ap.glossary", "word_at"),
    grammar=("ap/grammar.lark",),
    guidance=lazy("ap.guidance", "guidance"),
    settings=(
        Setting(
            "ap_whitespace",
            "--ap-whitespace",
            "ap.trailingWhitespace",
            ("file", "inserted"),
            "ap: strip trailing white space in the whole changed file, or in inserted lines only",
        ),
    ),
)
