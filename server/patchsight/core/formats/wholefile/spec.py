"""Everything that is particular to whole files."""

from __future__ import annotations

from patchsight.core.formats.spec import EditorTable, FormatSpec, Policy, Recogniser, Setting, lazy
from patchsight.core.model.patch import Op

_find_row = lazy("wholefile.parse", "find_row")
_GLANCE = ("```", "~~~", "<file", "<write_to_file>")
#: How a row may begin that says that a file is deleted or renamed.
_GONE_WORDS = ("delete", "move", "rename")
_GONE = r" {0,3}(?:#{1,6}[ \t]+|[-*+][ \t]+)?[*`_]*(?:deleted?|removed?|renamed?|moved?)[ \t]+file"


def _proves(lines: list[str], row: int, last: int, hints: dict[str, int]) -> int | None:
    found: int | None = _find_row(lines[:last])
    return found


WHOLEFILE = FormatSpec(
    name="wholefile",
    title="whole file",
    suffixes=(),
    language_ids=(),
    opening="a fence below the path of its file",
    look="`### path` and a fence with the whole text, `<file path=…>`",
    editor=EditorTable(
        language="",
        signs=(
            # a path and below it a fence, a fence that names one, a tag
            r"^(?:[#* \t]*`?[\w./-]+\.\w+`?[*:]*[ \t]*\r?\n\s*(?:```|~~~)"
            r"|(?:```|~~~)[\w+-]*[ :][\w./-]+\.\w+\s*$"
            r"|[ \t]*<(?:file path=|write_to_file>))",
        ),
        like="markdown",
    ),
    recogniser=Recogniser(
        r"(?!)", _proves, r"(?!)", glance=_GLANCE, glance_row=_GONE, glance_row_words=_GONE_WORDS
    ),
    parse=lazy("wholefile.parse", "parse"),
    read_rest=lazy("wholefile.parse", "read_rest"),
    content_rows=lazy("wholefile.parse", "content_rows"),
    render=lazy("wholefile.render", "render"),
    policy=Policy(one_section_per_file=True, refuses_elision=True, doubts_whole_texts=True),
    composition="whole",
    drop_words="<!-- allow-drop -->",
    operations=frozenset({Op.CREATE, Op.REPLACE}),
    cannot_say=lazy("wholefile.render", "cannot_say"),
    states_final_newline=False,
    tokens=lazy("wholefile.tokens", "read"),
    complete=lazy("wholefile.complete", "suggest"),
    glossary=lazy("wholefile.words", "glossary"),
    guidance=lazy("wholefile.words", "guidance"),
    feedback=lazy("wholefile.words", "feedback"),
    settings=(
        Setting(
            "allow_drop",
            "--allow-drop",
            "allowDrop",
            (),
            "let the whole text of a file leave out more than half of its lines",
        ),
    ),
)
