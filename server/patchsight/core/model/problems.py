"""Every problem Patchsight can report, in one catalogue: its code, what it means, why it matters,
how to fix it.

The README's table, `patchsight explain CODE` and the links in an editor are made from `CATALOGUE`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from patchsight.core.model.record import field, record
from patchsight.core.text.buffer import Span


class Severity(IntEnum):
    """As LSP counts them."""

    ERROR = 1
    WARNING = 2
    INFORMATION = 3
    HINT = 4


class Entry(NamedTuple):
    """One line of the catalogue."""

    severity: Severity
    title: str
    why: str
    fix: str
    action: str = ""  #: what a model can do about it, where `fix` is for people only

    @property
    def for_model(self) -> str:
        return self.action or self.fix


class Related(NamedTuple):
    """A place that explains a problem: a candidate, the nearest place, the other part."""

    message: str
    path: str | None  #: a target, as a workspace path; None for the patch's own buffer
    start: int  #: target: first line, from 0; patch: offset
    end: int  #: target: line after the last; patch: offset


@record
class Problem:
    """One finding: `span` in the patch's buffer, `part` the index of its part, if any."""

    code: str
    span: Span
    message: str
    severity: Severity = Severity.ERROR
    part: int | None = None
    related: list[Related] = field(default_factory=list)
    data: dict[str, object] = field(default_factory=dict)
    count: int = 1  #: how many problems this one stands for


def problem(
    code: str,
    span: Span,
    message: str,
    *,
    severity: Severity | None = None,
    part: int | None = None,
    related: list[Related] | None = None,
    **data: object,
) -> Problem:
    """A problem with the severity its catalogue entry gives it, unless said otherwise."""
    return Problem(
        code, span, message, severity or CATALOGUE[code].severity, part, related or [], data
    )


def fold(problems: Iterable[Problem], most: int) -> list[Problem]:
    """Sorted by place, at most so many of each code and severity; one stands for the rest."""
    kept: list[Problem] = []
    seen: Counter[tuple[str, Severity]] = Counter()
    rests: dict[tuple[str, Severity], Problem] = {}
    for found in sorted(problems, key=lambda found: (found.span.start, found.severity)):
        kind = (found.code, found.severity)
        seen[kind] += 1
        if seen[kind] <= most:
            kept.append(found)
        elif kind not in rests:
            rests[kind] = problem(
                "more_problems", found.span, "", severity=found.severity, of=found.code
            )
            kept.append(rests[kind])
    for kind, rest in rests.items():
        rest.count = seen[kind] - most
        rest.message = f"{rest.count:,} more `{kind[0]}` {'is' if rest.count == 1 else 'are'} not listed, this one and what follows."
    return kept


_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFORMATION

CATALOGUE: dict[str, Entry] = {
    # ---- reading: any format
    "invalid_json": Entry(
        _E,
        "The JSON cannot be read",
        "A patch or an edit in JSON is read only if the JSON is whole and spelt as it should be.",
        "Correct the JSON at this character.",
    ),
    "loose_json": Entry(
        _W,
        "JSON that is not spelt as it should be",
        "A raw line break or tab in a string, or a comma too many, which strict readers refuse.",
        "Escape the character, or remove the comma.",
    ),
    "unsupported_command": Entry(
        _E,
        "A command that is not carried out here",
        "It does more, or other, than apply a patch or edit a text, and what it goes with may not be meant without it.",
        "Write the patch or the edit alone; a patch may stand in `cd folder && apply_patch` with a heredoc.",
    ),
    "conflicting_paths": Entry(
        _E,
        "Two paths for one change",
        "What stands around the patch names another file than the patch itself.",
        "Write the same path in both.",
    ),
    "ignored_call": Entry(
        _I,
        "A call that is left alone",
        "It applies no patch, or its result stands in the same text, so that it was carried out before.",
        "Nothing to do.",
    ),
    "no_patch": Entry(
        _E,
        "No patch found",
        "Nothing in this text reads as one of the patch formats.",
        "Start with `*** Begin Patch`, `--- a/file`, `>>> file:`, a path and `<<<<<<< SEARCH`, or an ap document with `version` and `changes`.",
    ),
    "mixed_formats": Entry(
        _E,
        "Two formats in one text",
        "Another patch format starts where the first one does not end, so what belongs to which cannot be told.",
        "Write the whole patch in one format, or each in a fence of its own.",
    ),
    "surrounding_noise": Entry(
        _I,
        "Text around the patch is ignored",
        "Models wrap patches in prose, Markdown fences, heredocs or decorated markers; that is not part of the patch.",
        "Nothing to do; remove it if you like.",
    ),
    "ignored_block": Entry(
        _I,
        "A block that is left alone",
        "Nothing names a file for it: no path on the fence, right above it or in its first line. It shows something.",
        "Nothing to do; if it is a file, write its path right above it.",
    ),
    "ambiguous_block": Entry(
        _E,
        "Several blocks for one path",
        "They stand under one heading that names a file, and nothing says which of them is its text.",
        "Write the path right above the block that is the file.",
    ),
    "ambiguous_fence": Entry(
        _E,
        "Where the block ends cannot be told",
        "There are fences in it as long as its own, and what closes it depends on how they are counted.",
        "Write the outer fence with more signs than any inside.",
    ),
    "patch_too_large": Entry(
        _E,
        "The patch is too large",
        "A patch of this size would slow the editor down.",
        "Split it, or raise the size limit in the settings.",
        "Split it into several patches.",
    ),
    "budget_exceeded": Entry(
        _E,
        "Reading or placing the patch takes too long",
        "It is so long, or its parts stand in so many places or are so hard to compare, that an answer would keep the editor busy.",
        "Split the patch, or give its parts lines that stand in one place only.",
    ),
    "more_problems": Entry(
        _I,
        "More problems of the same kind",
        "Only the first problems of each kind are listed.",
        "Solve the ones that are listed, then look again.",
    ),
    "unfinished_part": Entry(
        _E,
        "The last part is not finished",
        "The text ends in the middle of a part.",
        "Go on writing; or ask for the rest of the patch.",
    ),
    "truncated_patch": Entry(
        _E,
        "The patch is cut off",
        "The end marker, or lines that a header counts, are missing, so the rest of the patch may be missing too.",
        "Add the end marker if the patch is complete; else ask for the whole patch again.",
    ),
    "missing_envelope": Entry(
        _W,
        "`*** Begin Patch` is missing",
        "The patch starts without its opening line; it may have been cut off at the top.",
        "Add `*** Begin Patch` as the first line.",
    ),
    "prefixed_marker": Entry(
        _W,
        "The end marker has a `+` in front of it",
        "The text ends in `+*** End Patch` and no other end marker: it is read as the marker, not as content.",
        "Remove the `+`.",
    ),
    "doubled_prefix": Entry(
        _W,
        "Every changed line has two signs",
        "The lines stand nowhere with the second sign, and exactly in one place without it.",
        "Remove one sign of each.",
    ),
    "copied_line_numbers": Entry(
        _W,
        "The lines carry line numbers",
        "The numbers of a listing stand in front of the lines; without them they stand exactly in one place.",
        "Remove the numbers.",
    ),
    "unknown_directive": Entry(
        _E,
        "Unknown directive",
        "Only Add File, Update File, Delete File, Move to, End of File and End Patch are known.",
        "Use one of the known directives.",
    ),
    "misplaced_line": Entry(
        _E,
        "A line stands where it cannot",
        "A hunk or line comes before the file it belongs to, or a directive follows one it cannot follow.",
        "Move the line below its file header.",
    ),
    "missing_path": Entry(
        _E,
        "The path is missing",
        "A section without a path has no target.",
        "Write the path of the file, relative to the workspace folder.",
    ),
    "missing_file_header": Entry(
        _E,
        "The file header is missing",
        "A unified diff names each file with `--- old_path` followed by `+++ new_path`.",
        "Write both header lines above the first hunk of the file.",
    ),
    "invalid_hunk_header": Entry(
        _E,
        "The hunk header is malformed",
        "A hunk starts with `@@ -old_start,old_count +new_start,new_count @@`.",
        "Rewrite the header with the line numbers of the file.",
    ),
    "invalid_hunk_line": Entry(
        _E,
        "A hunk line has no valid prefix",
        "Each line starts with a space (context), `-` (removed) or `+` (added).",
        "Put the right prefix in front of the line.",
    ),
    "empty_hunk": Entry(
        _E,
        "The hunk is empty",
        "A hunk without any line, or without any change where one is needed, does nothing.",
        "Remove the hunk or write its lines.",
    ),
    "no_hunks": Entry(
        _E,
        "The file section changes nothing",
        "A file is named, but no hunk follows.",
        "Add a hunk or remove the section.",
    ),
    "unsupported_git_patch_feature": Entry(
        _E,
        "Not a text change",
        "Binary patches, copies and submodules cannot be applied as text.",
        "Apply this part with git, or leave it out.",
    ),
    "rename_path_mismatch": Entry(
        _E,
        "The paths disagree",
        "The rename headers, or `---` and `+++`, name different files.",
        "Make the paths agree, or add `rename from` and `rename to`.",
    ),
    "duplicate_file_patch": Entry(
        _E,
        "The file appears twice",
        "Two file patches for one path: it is unclear whether the second one knows of the first.",
        "Merge the hunks under one header, or allow several patches per file in the settings.",
        "Merge the hunks under one header.",
    ),
    "hunk_count_mismatch": Entry(
        _W,
        "The counts in the header are wrong",
        "The numbers after the commas do not count the lines of the hunk. They are not used to find the place.",
        "Rewrite the header with the right counts.",
    ),
    "ignored_metadata": Entry(
        _I,
        "Metadata is ignored",
        "File modes and index lines are accepted but change nothing.",
        "Change the file mode yourself if it matters.",
    ),
    "missing_space_prefix": Entry(
        _W,
        "A context line lost its leading space",
        "Context lines start with one space; this one fits the file if the space is added.",
        "Add the space in front of the line.",
    ),
    "delete_leaves_content": Entry(
        _E,
        "The deletion would leave content",
        "A deleted file must be removed whole, but the hunks do not cover all of it.",
        "Remove every line of the file in the hunk.",
    ),
    "delete_content_differs": Entry(
        _W,
        "The deleted text differs",
        "The lines given for the deleted file are not what the file says; the file is deleted all the same.",
        "Check that this is the file to delete.",
    ),
    "move_in_zenpatch": Entry(
        _W,
        "Zenpatch has no move",
        "`*** Move to:` is v4a; it is carried out all the same.",
        "Nothing to do, or use v4a.",
    ),
    "line_number_hint": Entry(
        _W,
        "Line numbers in a v4a hunk",
        "v4a hunks carry a line of code after `@@`, not numbers; the numbers serve only to tell equal places apart.",
        "Write `@@` alone, or `@@` and a line above the change.",
    ),
    # ---- reading: ap
    "yaml_error": Entry(
        _E,
        "Not valid YAML",
        "An ap patch is a YAML document; this place cannot be read.",
        "Check quotes, colons and indentation around this line.",
    ),
    "unsupported_version": Entry(
        _E,
        "This ap version is not supported",
        "Patchsight reads ap 2.0.",
        'Write the patch as ap 2.0: `version: "2.0"`.',
    ),
    "unquoted_version": Entry(
        _W,
        "The version is not quoted",
        '`version: 2.0` is a number in YAML; the format asks for the text "2.0".',
        'Write `version: "2.0"`.',
    ),
    "missing_key": Entry(
        _E,
        "A required key is missing",
        "Without this key the entry says nothing that can be applied.",
        "Add the key.",
    ),
    "unknown_key": Entry(
        _W,
        "Unknown key",
        "The key is not part of ap 2.0 and is ignored.",
        "Remove it, or correct its spelling.",
    ),
    "duplicate_key": Entry(
        _E,
        "The key stands twice",
        "YAML keeps one of the two values and drops the other without a word.",
        "Remove one of them, or start a new list item.",
    ),
    "wrong_type": Entry(
        _E,
        "The value has the wrong type",
        "The format asks for another kind of value here.",
        "Write the value as the message says.",
    ),
    "invalid_action": Entry(
        _E,
        "Unknown action",
        "The action is one of REPLACE, INSERT_AFTER, INSERT_BEFORE, DELETE, CREATE_FILE.",
        "Use one of these, in capitals.",
    ),
    "conflicting_keys": Entry(
        _E,
        "Keys that contradict each other",
        "Two keys say the same thing differently, or each rules out what the other one says.",
        "Keep the one that is meant.",
    ),
    "unexpected_key": Entry(
        _E,
        "The key does not belong to this action",
        "DELETE takes no `content`; CREATE_FILE takes no locator; only REPLACE and DELETE take a range.",
        "Remove the key or choose the action that fits.",
    ),
    "empty_snippet": Entry(
        _E,
        "The text to look for is empty",
        "Blank lines alone stand everywhere and nowhere.",
        "Write the lines to look for.",
    ),
    "misaligned_key": Entry(
        _E,
        "A key is indented too far",
        "The key is swallowed by the text block above it, because it is indented as deep as that block.",
        "Indent the key like its siblings.",
    ),
    "misindented_block": Entry(
        _E,
        "A line is indented too little",
        "Every line of a text block must be indented at least as deep as its first line.",
        "Indent the line like the first line of the block.",
    ),
    "misaligned_item": Entry(
        _E,
        "A list item is out of line",
        "All `-` of one list must stand in the same column.",
        "Indent the `-` like the one of the item before.",
    ),
    "folded_scalar": Entry(
        _W,
        "The text is not a literal block",
        "Folded (`>`) and plain multi-line texts lose their line breaks; only `|` keeps code as it is.",
        "Write `|` after the key and the code below it.",
    ),
    "newline_ignored": Entry(
        _W,
        "`newline` has no effect here",
        "It is used for CREATE_FILE only; an existing file keeps its line ends.",
        "Remove the key.",
    ),
    # ---- reading: SEARCH/REPLACE
    "conflict_markers": Entry(
        _E,
        "A merge conflict, not an edit",
        "What a merge leaves has two sides and does not say which one to keep.",
        "Write a block with `SEARCH` and `REPLACE`, or solve the conflict first.",
    ),
    "ambiguous_divider": Entry(
        _E,
        "Several lines read like the divider",
        "Where the new text starts cannot be told, because the texts hold a line like `=======` themselves.",
        "Search for fewer lines, without the one that reads like the divider.",
    ),
    "mixed_markers": Entry(
        _W,
        "Markers that do not belong together",
        "A block that starts with one kind of signs ends with another kind, or with another number of them.",
        "Write all markers of a block alike.",
    ),
    "same_path": Entry(
        _I,
        "The path of the block before",
        "No path stands above this block, so it is taken to be for the same file.",
        "Nothing to do; or write the path above it.",
    ),
    "empty_search": Entry(
        _E,
        "The text to search for is empty",
        "An empty text creates a file, and this one exists. Agents differ: some append the new text, some replace the file.",
        "Write the lines to replace.",
    ),
    # ---- reading: ApplyDiff
    "invalid_block": Entry(
        _E,
        "A block is not written as its format has it",
        "A block needs all of its markers, each as it is spelt: an ApplyDiff block is `>>> file: path`, `--- from`, old lines, "
        "`--- to`, new lines, `<`.",
        "Write the missing line, or the marker as it should be.",
    ),
    "invalid_option": Entry(
        _E,
        "Invalid header option",
        "`mode` is patch or replace; `fuzz` is a number from 0 to 1.",
        "Correct the value.",
    ),
    "unknown_option": Entry(
        _W,
        "Unknown header option",
        "Only `mode` and `fuzz` are known; this one is ignored.",
        "Remove it, or correct its spelling.",
    ),
    "stray_terminator": Entry(
        _W,
        "`<` inside the content",
        "The line reads like the end of the block but more text follows, so it is taken as content.",
        "Nothing to do if it is content; else move it to the end of the block.",
    ),
    "invalid_session": Entry(
        _W,
        "The session context is malformed",
        "The `[SESSION CONTEXT]` block has lines Modified, Guidance and Health and ends with `[/SESSION CONTEXT]`.",
        "Correct the block or remove it.",
    ),
    "empty_from": Entry(
        _E,
        "`--- from` is empty",
        "An empty `from` creates a file; this one exists.",
        "Write the lines to replace, or `mode=replace` to replace the whole file.",
    ),
    "few_context_lines": Entry(
        _I,
        "Few context lines",
        "ApplyDiff asks for at least three context lines; fewer make a match less certain.",
        "Add lines around the change.",
    ),
    "high_ambiguity": Entry(
        _W,
        "Many ambiguous matches in this session",
        "Three or more blocks of this session were ambiguous.",
        "Use five or more context lines.",
    ),
    "keystone_file": Entry(
        _W,
        "A keystone file is patched",
        "The settings name this file as one that is written whole, not patched.",
        "Write `mode=replace` with the whole file.",
    ),
    "large_change": Entry(
        _W,
        "Much of the file has changed",
        "After many patches a whole-file block is more reliable.",
        "Consider `mode=replace` with the whole file.",
    ),
    # ---- paths and targets
    "path_escape": Entry(
        _E,
        "The path is not allowed",
        "A patch may only touch files inside the workspace folder, never `.git` or files that Patchsight keeps for itself, and only by a relative path.",
        "Write the path relative to the workspace folder, without `..`.",
    ),
    "absolute_path": Entry(
        _I,
        "The path is absolute",
        "It lies below the workspace folder and is read as relative to it.",
        "Write the path relative to the workspace folder.",
    ),
    "diff_prefix": Entry(
        _W,
        "The path has the prefix of a diff",
        "`a/` and `b/` belong to unified diffs; here they are part of the path, and no such file exists.",
        "Write the path without it.",
    ),
    "backslash_path": Entry(
        _W,
        "Backslashes in the path",
        "Paths use `/`; the backslashes are read as `/`.",
        "Write `/`.",
    ),
    "found_from_root": Entry(
        _W,
        "The path is not relative to the patch",
        "ap paths start at the patch file's folder; this file was found from the workspace folder instead.",
        "Write the path relative to the patch file, or move the patch.",
    ),
    "file_not_found": Entry(
        _E,
        "The file does not exist",
        "The patch changes a file that is not there.",
        "Correct the path, or create the file first.",
    ),
    "file_exists": Entry(
        _E,
        "The file exists already",
        "Creating or moving it here would lose what is in it.",
        "Update the file instead, or choose another path.",
    ),
    "is_directory": Entry(_E, "The path is a folder", "Only files can be patched.", "Name a file."),
    "not_a_file": Entry(
        _E,
        "Not a regular file",
        "Pipes, devices and sockets cannot be patched.",
        "Name a regular file.",
    ),
    "not_text": Entry(
        _E,
        "The file is not UTF-8 text",
        "Changing it could destroy bytes.",
        "Convert the file to UTF-8, or edit it by hand.",
    ),
    "target_too_large": Entry(
        _E,
        "The file is too large",
        "It is above the size limit.",
        "Raise the limit in the settings.",
        "Leave this file out of the patch, and say that it is too large to be patched.",
    ),
    "unreadable": Entry(
        _E,
        "The file cannot be read",
        "The system refused to read it.",
        "Check the file's permissions.",
    ),
    "unsaved_changes": Entry(
        _E,
        "The file has unsaved changes",
        "Deleting it now would lose what was typed but not saved.",
        "Save or close the file first.",
    ),
    "patch_targets_itself": Entry(
        _E,
        "The patch changes itself",
        "A patch that edits its own text has no clear meaning.",
        "Correct the path.",
    ),
    "mixed_line_endings": Entry(
        _W,
        "Mixed line endings",
        "The file mixes kinds of line ends; some editors make them all alike when they save.",
        "Check the line ends after applying.",
    ),
    "hard_link": Entry(
        _W,
        "The file has another name",
        "A hard link gives a file a second name, and what an editor saves under one of them is seen under both.",
        "Check who uses the other name; `patchsight apply` gives this one a file of its own.",
    ),
    # ---- matching
    "context_not_found": Entry(
        _E,
        "The text was not found",
        "The lines the patch expects are nowhere in the file.",
        "Take the file's present text; the message names the first line that differs.",
    ),
    "context_not_exact": Entry(
        _E,
        "The text differs in white space or punctuation",
        "Zenpatch asks for an exact match; the lines fit only when white space or punctuation is ignored.",
        "Take the file's lines as they are.",
    ),
    "ambiguous_context": Entry(
        _E,
        "The text stands in several places",
        "Nothing in the patch tells which one is meant.",
        "Add lines around the change until it stands in one place only.",
    ),
    "not_repeatable": Entry(
        _E,
        "The result cannot be told from its start",
        "Applied a second time the patch would change the file again, so nobody could tell whether it was applied.",
        "Add lines around the change that stand in one place only.",
    ),
    "elided_content": Entry(
        _E,
        "A line stands for text that is left out",
        "What it stands for cannot be told, and the line itself must not end up in the file.",
        "Write out the lines it stands for, or change only lines that are written out.",
    ),
    "excerpt_only": Entry(
        _E,
        "A part of the file, not all of it",
        "The text is nothing but some lines of the file as they stand there one after the other: a quotation.",
        "Write the whole file with the change in it, or change only some lines of it.",
    ),
    "large_drop": Entry(
        _W,
        "Most of the file would be gone",
        "Little is left of the file. A text that is said to be the whole file may be a piece of it, and is refused then.",
        "Look at what goes, or write the whole file; what shall go, a quick fix, `--allow-drop` or `allowDrop` lets go.",
    ),
    "no_change": Entry(
        _W,
        "The part changes nothing",
        "Its old and its new text are equal. Most agents refuse such an edit: something else was meant.",
        "Remove the part, or write what should change.",
    ),
    "count_mismatch": Entry(
        _E,
        "The text stands in another number of places",
        "The part says in how many places its old text stands, and that is not so.",
        "Correct the count, or add text around the change.",
    ),
    "partly_applied": Entry(
        _E,
        "The part is applied in some places only",
        "Its old text stands inside of the new one in some places and alone in others, so that replacing all would double "
        "something.",
        "Write one part for each place that is still to be changed.",
    ),
    "over_escaped": Entry(
        _E,
        "The text is escaped once too often",
        'It stands in the file only once `\\n` and `\\"` in it are read as escapes; the new text may mean them as they are.',
        "Write both texts with one level of escapes less.",
    ),
    "line_out_of_range": Entry(
        _E,
        "The file does not have this line",
        "Lines are to be put in below a line that does not exist.",
        "Correct the number; 0 is the top.",
    ),
    "ambiguous_position": Entry(
        _E,
        "Where the lines go cannot be told",
        "Agents read the number differently, or the same common lines stand there already.",
        "Replace a text that stands once instead.",
    ),
    "unverified_position": Entry(
        _W,
        "Only a line number says where the lines go",
        "Nothing in the part can be compared with the file, so a number that is off by some lines goes unnoticed.",
        "Look at the place, or replace a text instead.",
    ),
    "joins_lines": Entry(
        _W,
        "Two lines become one",
        "The old text ends in a line break and the new one does not.",
        "End the new text in a line break if that is not meant.",
    ),
    "empty_line_left": Entry(
        _I,
        "An empty line is left",
        "The text of a line is removed, but not its line break. Some agents take that away as well.",
        "End the old text in a line break to remove the line.",
    ),
    "replaced_all": Entry(
        _I,
        "The text is replaced wherever it stands",
        "The part asks for that; the number of places is told.",
        "Nothing to do.",
    ),
    "anchor_not_found": Entry(
        _E,
        "The anchor was not found",
        "The search for the snippet starts after the anchor.",
        "Take the anchor from the file's present text.",
    ),
    "ambiguous_anchor": Entry(
        _E,
        "The anchor stands in several places",
        "An anchor must stand in one place only.",
        "Choose a line that is unique in the file.",
    ),
    "hint_not_found": Entry(
        _W,
        "The hint was not found",
        "The line after `@@` is not in the file; the block is placed without it.",
        "Correct the hint or remove it.",
    ),
    "end_not_found": Entry(
        _E,
        "The end of the range was not found",
        "`end_snippet` does not stand after `start_snippet`.",
        "Take the end from the file's present text.",
    ),
    "consumed_by_earlier_part": Entry(
        _E,
        "An earlier part changed this text",
        "The text was in the file, but a modification before this one replaced or removed it.",
        "Describe the text as it is after that modification, or merge the two.",
    ),
    "overlapping_parts": Entry(
        _E,
        "Two parts change the same lines",
        "Which one should win is unclear.",
        "Merge the two parts.",
    ),
    "cannot_insert": Entry(
        _E,
        "The place to insert at is unclear",
        "The part only adds lines and its position is not in the file.",
        "Add context lines, or correct the line number.",
    ),
    "already_applied": Entry(
        _I,
        "Already applied",
        "The new text stands where it should and the old text does not.",
        "Nothing to do.",
    ),
    "nothing_to_delete": Entry(
        _I,
        "Nothing to delete",
        "The text to delete is not in the file; it counts as deleted.",
        "Nothing to do.",
    ),
    "likely_typo": Entry(
        _W,
        "The text to delete is almost there",
        "A very similar text is in the file; it is not deleted.",
        "Correct the snippet if that is what should go.",
    ),
    "loose_match": Entry(
        _I,
        "Matches, but not to the letter",
        "The text was found after ignoring differences in white space or punctuation.",
        "Nothing to do; refresh the patch to make it exact.",
    ),
    "unclear_indentation": Entry(
        _E,
        "The depth of the added lines is unclear",
        "The file indents the block differently, and its lines do not say how deep the added lines belong.",
        "Take the lines as the file has them.",
    ),
    "fuzzy_match": Entry(
        _W,
        "A similar text is taken",
        "No exact match; the most similar place is above the threshold and no other comes close.",
        "Check the place; refresh the patch to make it exact.",
    ),
    "line_drift": Entry(
        _I,
        "Found at another line",
        "The block stands at another line than the header says.",
        "Nothing to do; refresh the patch to correct the numbers.",
    ),
    "out_of_order": Entry(
        _I,
        "Out of order",
        "The block stands above one that comes before it in the patch.",
        "Nothing to do.",
    ),
    "placed_by_order": Entry(
        _I,
        "Told apart by order",
        "The block stands in several places; only one of them keeps the parts in file order.",
        "Add context to be certain.",
    ),
    "first_after_hint": Entry(
        _W,
        "The first place after the hint is taken",
        "More places follow after the hint.",
        "Add context lines to be certain.",
    ),
    "same_file_again": Entry(
        _I,
        "The file was changed above",
        "This section works on the text as the sections above leave it.",
        "Nothing to do.",
    ),
    "before_brace": Entry(
        _W,
        "Lines between a signature and its brace",
        "What is inserted after the line of a signature stands before the `{` of the next line, and outside of the body.",
        "End the snippet with the `{`.",
    ),
    "content_already_indented": Entry(
        _W,
        "The content is indented twice",
        "ap adds the indentation of the snippet to every content line; these lines carry it already.",
        "Remove the common indentation from the content.",
    ),
    "trailing_space_removed": Entry(
        _I,
        "Trailing white space is removed",
        "ap 2.0 removes trailing white space from the whole file when it changes it.",
        "Nothing to do; a setting restricts this to inserted lines.",
        "Nothing to do.",
    ),
    "hidden_characters": Entry(
        _W,
        "Hidden characters in an added line",
        "Bidirectional or invisible characters can make code read otherwise than it runs.",
        "Look at the line byte by byte, or remove the characters.",
    ),
    "lookalike_characters": Entry(
        _W,
        "Letters that look like others",
        "A letter of another script can make one name look like another, in code and in names of files; so can blanks in a name.",
        "Write the word in letters of one script, or look closely at what it names.",
    ),
    "unusual_space": Entry(
        _I,
        "A blank that is no space",
        "It looks like a space and is another character: compilers, shells and searches treat it otherwise.",
        "Write a space, unless the other blank is meant.",
    ),
    "text_out_of_sight": Entry(
        _W,
        "Text far to the right",
        "Very many blanks in a row push what follows them out of sight, where nobody reviews it.",
        "Scroll to the end of the line, or put the text where it can be seen.",
    ),
}
