"""What the grammars and the parser say of a text."""

from __future__ import annotations

from functools import cache

from lark import Lark, UnexpectedInput
from llguidance import LLMatcher, LLTokenizer

from patchsight.core import formats
from patchsight.core.formats.registry import UNIFIED
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.formats.tool import read_grammar
from patchsight.core.model.patch import Numbers
from patchsight.core.model.path_rules import check
from patchsight.core.model.problems import Severity

#: Whether two names agree is beyond any context-free grammar, and where a path leads is no matter of form.
BEYOND_FORM = frozenset({"rename_path_mismatch", "path_escape"})
#: Rows inside a hunk that read as a file header, too; the counts decide, which a grammar cannot compare.
_LINES = (
    ('REMOVED_LINE: "-" /[^\\r\\n]*/', 'REMOVED_LINE: "-" /([^-\\r\\n][^\\r\\n]*)?/'),
    ('ADDED_LINE: "+" /[^\\r\\n]*/', 'ADDED_LINE: "+" /([^+\\r\\n][^\\r\\n]*)?/'),
)


def accepts(wanted: FormatSpec, text: str) -> bool:
    """Whether a grammar takes a text, by the parser it is named after."""
    return _parses(_compile(read_grammar(wanted)), text)


def accepts_without_twins(text: str) -> bool:
    """Whether the grammar of unified diffs takes a text in which no line of a hunk reads like a header."""
    grammar = read_grammar(UNIFIED)
    for line, stricter in _LINES:
        assert line in grammar
        grammar = grammar.replace(line, stricter)
    return _parses(_compile(grammar), text)


def _parses(grammar: Lark, text: str) -> bool:
    try:
        grammar.parse(text)
    except UnexpectedInput:
        return False
    return True


@cache
def _compile(grammar: str) -> Lark:
    # Whether there is a tree is all that is asked: without choosing one it takes an eighth less.
    return Lark(grammar, parser="earley", ambiguity="forest")


def can_be_decoded(wanted: FormatSpec, text: str) -> bool:
    """Whether an engine that holds models to grammars lets a text through, byte by byte, and lets it end there."""
    matcher = _matcher(wanted).deep_copy()
    tokens = _tokenizer().tokenize_str(text)
    return matcher.try_consume_tokens(tokens) == len(tokens) and matcher.is_accepting()


@cache
def _matcher(wanted: FormatSpec) -> LLMatcher:
    matcher = LLMatcher(_tokenizer(), LLMatcher.grammar_from_lark(read_grammar(wanted)))
    assert not matcher.is_error(), matcher.get_error()
    return matcher


@cache
def _tokenizer() -> LLTokenizer:
    return LLTokenizer("byte")


def find_errors(wanted: FormatSpec, text: str) -> set[str]:
    """What the parser calls malformed, hostile paths included."""
    patch = formats.parse(text, f"x.{wanted.name}")
    if patch.format is not wanted:
        return {"no_patch"}
    refs = [ref for change in patch.files for ref in (change.path, change.new_path) if ref]
    hostile = {"path_escape" for ref in refs for choice in ref.choices[:1] if check(choice)[1]}
    return hostile | {
        problem.code for problem in patch.problems if problem.severity is Severity.ERROR
    }


def spell(wanted: FormatSpec, text: str) -> str:
    """A text as its format should be written: the same patch without noise and lost prefixes."""
    patch = formats.parse(text, f"x.{wanted.name}")
    for part in patch.parts:
        part.lines, part.droppable = part.lines[: len(part.lines) - part.droppable], 0
        # which line a hunk without a number means, only its file tells; a grammar asks for any
        if wanted.policy.numbers and part.numbers is None:
            part.numbers = Numbers(1, None, 1, None, part.header)
    return formats.render(patch)
