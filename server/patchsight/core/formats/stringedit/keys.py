"""The keys of string edits, by what they mean: agents agree on that, not on the names."""

from __future__ import annotations

from enum import Enum


class Means(Enum):
    """What the value of a key is."""

    PATH = "the file"
    OLD = "the text that is there"
    NEW = "the text that takes its place"
    ALL = "whether every place is meant"
    COUNT = "the number of places"
    WHOLE = "the whole text of a file"
    LIST = "several edits"
    COMMAND = "what to do"
    INSERT = "the line below which lines go in"
    LINE = "the line at which the old text stands"
    CODE = "a text with parts left out"


NAMES: dict[Means, tuple[str, ...]] = {
    Means.PATH: (
        "file_path",
        "path",
        "filePath",
        "relative_path",
        "filepath",
        "target_file",
        "file",
    ),
    Means.OLD: ("old_string", "oldString", "old_str", "old_text", "oldText", "search"),
    Means.NEW: (
        "new_string",
        "newString",
        "new_str",
        "new_text",
        "newText",
        "insert_text",
        "replace",
    ),
    Means.ALL: ("replace_all", "replaceAll", "allow_multiple", "all"),
    Means.COUNT: ("expected_replacements",),
    Means.WHOLE: ("content", "contents", "file_text", "text"),
    Means.LIST: ("edits", "replacements", "changes"),
    Means.COMMAND: ("command",),
    Means.INSERT: ("insert_line",),
    Means.LINE: ("line",),
    Means.CODE: ("code", "code_edit"),
}
MEANINGS = {name: means for means, names in NAMES.items() for name in names}
#: Names that other JSON has as well; alone they say nothing.
COMMON = frozenset({"search", "replace", "path", "file", "text", "line", "all", "code"})


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Keys that say something to people, or to the program that makes the call.
PROSE = _words(
    "explanation instruction instructions description display_description id type name tool tool_name toolName mode thought "
    "thoughts thinking reasoning reason rationale summary title label comment task_progress requires_approval language status "
    "security_risk intent goal kind call_id index overwrite view_range"
)
#: Tools whose call edits texts, writes a whole file, or makes a new one.
EDITORS = _words(
    "Edit MultiEdit edit multiedit multi_edit edit_file replace str_replace str_replace_editor str_replace_based_edit_tool "
    "replace_string_in_file multi_replace_string_in_file text_editor replace_in_file search_and_replace"
)
WRITERS = frozenset({"Write", "write", "write_file", "write_to_file"})
CREATORS = frozenset({"create", "create_file", "createFile"})
INSERTERS = frozenset({"insert_edit_into_file"})
#: What the text editor of Anthropic can be told to do, and what else it once could.
COMMANDS = frozenset({"str_replace", "create", "insert"})
OTHER_COMMANDS = frozenset({"undo_edit", "redo_edit", "delete", "rename", "move"})

#: What JSON that cannot be read holds if it is a string edit.
TELLING = (
    r"[\"'](?:old_string|oldString|old_str|old_text|oldText|new_string|newString|new_str|new_text|newText|insert_text"
    r"|insert_line|file_text|expected_replacements)\\*[\"']\s*:"
    r"|\"(?:name|tool)\\*\"\s*:\s*\\*\"(?:Edit|MultiEdit|Write|write_file|write_to_file|create_file|replace_string_in_file"
    r"|str_replace_editor|str_replace_based_edit_tool)\\*\""
)


def nearest_key(name: str) -> str | None:
    """The key that a word is likely a misspelling of."""
    from difflib import get_close_matches

    words = [known for known in MEANINGS if known not in COMMON or known == "path"]
    return next(iter(get_close_matches(name, words, 1, 0.8)), None)
