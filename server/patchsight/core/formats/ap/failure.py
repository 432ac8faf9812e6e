"""Why YAML cannot be read, in plain words."""

from __future__ import annotations

import re
from typing import NamedTuple

from ruamel.yaml.error import MarkedYAMLError

_KEY_AND_TEXT = re.compile(r"[ \t]*(?:- +)?([a-z_]+): +[^|>\"'\s].*:(?:[ \t]|$)")


class YamlFailure(NamedTuple):
    """Where reading stopped, and why."""

    offset: int
    message: str
    exact: bool = False  #: the offset is the place itself, not just somewhere in its row
    unclosed: bool = False  #: a quote or bracket opens here and never closes
    documents: bool = False  #: a second document starts here
    #: a tab in a text block; the scanner also refuses some that YAML 1.2 allows
    tab_in_block: bool = False


TAB = "A tab stands where spaces must indent the line: YAML does not allow tabs there. Replace it by spaces."
_MISPLACED = "This line is not at the right indentation, or the text after the colon needs quotes."
#: What the scanner says, and what that means to somebody who wrote a patch; the first that fits is
#: taken.
_WORDS = (
    ("tab character", TAB),
    ("mapping values are not allowed", _MISPLACED),
    (
        "sequence entries are not allowed",
        "A list item cannot stand here. Put the `-` in a line of its own, under its list.",
    ),
    (
        "could not find expected ':'",
        "This line is not at the right indentation, or it lacks the colon of a key (`key: value`).",
    ),
    (
        "escape",
        "In double quotes a backslash starts an escape; this one is unknown. Write `\\\\`, or a literal block (`|`).",
    ),
    (
        "block scalar",
        "After `|` only an indentation number, `+` or `-` and a comment may follow. Write the text in the lines below.",
    ),
    (
        "flow",
        "This bracket opens a list or mapping that is not closed. Close it; or put the text in quotes.",
    ),
    (
        "alias",
        "`*` starts a YAML alias; anchors and aliases are not allowed. Put the text in a literal block (`|`).",
    ),
    (
        "anchor",
        "`&` starts a YAML anchor; anchors and aliases are not allowed. Put the text in a literal block (`|`).",
    ),
    (
        "tag",
        "`!` starts a YAML tag; tags are not allowed. Put the text in quotes or in a literal block (`|`).",
    ),
    (
        "directive",
        "A line that starts with `%` is a YAML directive, and this one is unknown. Remove it.",
    ),
    ("did not find expected", _MISPLACED),
    ("expected <block end>", _MISPLACED),
)
_OTHER = "This place cannot be read as YAML. Check the quotes, colons and indentation around it."
_UNCLOSED = "The quote that opens here is never closed."


def explain(error: Exception, text: str, shift: int) -> YamlFailure:
    """What an exception of the scanner means."""
    if not isinstance(error, MarkedYAMLError):
        return YamlFailure(shift, _OTHER)
    what, context = str(error.problem or ""), str(error.context or "")
    here = _index(error.problem_mark, 0)
    opened = _index(error.context_mark, here)
    if "quoted scalar" in context and "end of stream" in what:
        return YamlFailure(opened + shift, _UNCLOSED, exact=True, unclosed=True)
    if "cannot start any token" in what:
        return _explain_character(text[here : here + 1], here + shift)
    said = f"{what} {context}"
    words = _find_words(said, text, here)
    is_flow = "flow" in said and "',' or" in what
    tab_in_block = "tab character" in what and "block scalar" in context
    return YamlFailure(
        (opened if is_flow or "simple key" in context else here) + shift,
        words,
        exact=is_flow or words is TAB,
        unclosed=is_flow and here >= len(text.rstrip()),
        tab_in_block=tab_in_block,
    )


def _find_words(said: str, text: str, at: int) -> str:
    words = next((words for part, words in _WORDS if part in said), _OTHER)
    return (words is _MISPLACED and _tell_colon(text, at)) or words


def _tell_colon(text: str, at: int) -> str:
    """Of the two causes of a colon too many, the one that a key with a text in its row has."""
    line = text[text.rfind("\n", 0, at) + 1 :].split("\n", 1)[0]
    match = _KEY_AND_TEXT.match(line)
    if match is None:
        return ""
    return (
        f"The text after `{match[1]}:` has a colon in it, which YAML reads as another key. "
        f"Write `{match[1]}: |` and the text in the line below, indented deeper."
    )


def explain_depth(offset: int) -> YamlFailure:
    return YamlFailure(
        offset,
        "This is nested too deeply; an ap patch has lists and mappings five levels deep.",
        exact=True,
    )


def explain_documents(offset: int) -> YamlFailure:
    message = "A second YAML document starts here, but a patch is one document. Put its changes under the first `changes`."
    return YamlFailure(offset, message, documents=True)


def _explain_character(character: str, offset: int) -> YamlFailure:
    if character == "\t":
        return YamlFailure(offset, TAB, exact=True)
    return YamlFailure(
        offset,
        f'A value cannot start with "{character}". Put it in quotes or in a literal block (`|`).',
    )


def _index(mark: object, default: int) -> int:
    index = getattr(mark, "index", default)
    return index if isinstance(index, int) else default
