"""Lines that stand for text a model has left out: `// ... existing code ...`, `# rest unchanged`.

Such a line is never written and never matched. What counts is what the line alone says; whether it
stands in the target, and so is content after all, is for `placing.elided` to see.
"""

from __future__ import annotations

import re

from patchsight.core.text.buffer import WHITE

_DOTS = re.compile(r"\.\.\.|…|\. \. \.")
#: Comments, each around the text that it holds; those with an end of their own come first.
_COMMENTS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\{/\*+(.*?)\*+/\}",
        r"/\*+(.*?)(?:\*+/)?",
        r"<!--+(.*?)--+>",
        r"\(\*+(.*?)\*+\)",
        r"\{#(.*?)#\}",
        r"\{\{!-*(.*?)-*\}\}",
        r"<%(?:--|#)(.*?)(?:--)?%>",
        r"@\*(.*?)\*@",
        r"(?://+!?|#+|--+|;+|%+|!|::)(?![\"'])(.*)",
        r"(?:\*+|rem|\"|')[ \t](.*)",
    )
)
_BRACKETS = tuple(re.compile(pattern) for pattern in (r"\((.*)\)", r"\[(.*)\]", r"<([^/!].*?)/?>"))
#: A body in braces that is dots only, with nothing but code in front of it.
_DOTTED_BODY = re.compile(r"[^\"'`#%*]*\{[ \t]*(?:\.{3,}|…)[ \t]*\}[;,)}]*")
_NUMBERED = re.compile(
    r"(?:\.{3}|…)[ \t]*[0-9]+[ \t]+(?:more[ \t]+)?lines?[ \t]*(?:\.{3}|…)?|"
    r"(?:lines?[ \t]+[0-9]+(?:[ \t]*(?:-|–|to|through|\.\.)[ \t]*[0-9]+)?|[0-9]+(?:[ \t]+\w+)?[ \t]+lines?)[ \t]+"
    r"(?:(?:are|were|is|was)[ \t]+)?(?:omitted|unchanged|elided|skipped|truncated|hidden|not shown|left out)\b.{0,40}",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z]+|[0-9]+")
_SPREAD = re.compile(r"\.\.\.\w+")
#: What no such phrase holds.
_SIGNS = re.compile(r"[=_;{}\"\[\]@$]")
_LUA = ("lua", "luau")
_PYTHON = ("py", "pyi", "pyw", "pyx", "pxd")
_MOST_WORDS = 12
_MOST_DOTS = 12
_LONGEST = 200
#: What a line begins with that may say so, in most cases; see `_may_say_so`.
_OPENING = re.compile(r"[{/<(@#;%!:*\"'\[.…0-9-]|rem|line", re.IGNORECASE)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: What alone says that something is left out.
_LEFT_OUT = _words("unchanged omitted unmodified untouched elided snip snipped")
#: What says so of code, or together with dots.
_PLAIN = _words("existing rest remaining remainder")
_REST = _PLAIN | _words("other others")
_SAME = _words(
    "previous original same above before more current earlier unaltered intact truncated etc"
)
_CODE = _words(
    "code file files content contents implementation implementations method methods function functions logic class "
    "classes body lines script module"
)
#: Of these there may well be others: the comment may be a heading.
_HEADINGS = _words("file files class classes body script module lines contents")
_PIECES = _words(
    "import imports component components test tests definition definitions declaration declarations property properties "
    "field fields setting settings config configuration line section sections part parts block blocks document text "
    "entry entries item items route routes handler handlers option options dependency dependencies variable variables "
    "type types style styles rule rules step steps key keys value values markup template program source stuff things "
    "case cases helper helpers attribute attributes state hook hooks props render jsx html css sql"
)
_FILLERS = _words(
    "the of a an all your my our this that these those its it them is are was were be been remain remains stay stays as "
    "for brevity clarity simplicity here in below to from and or with no not shown goes go continues continue exactly "
    "identical keep kept leave change changes any everything else left out unless"
)
_VOCABULARY = _LEFT_OUT | _REST | _SAME | _CODE | _PIECES | _FILLERS
_PHRASES = re.compile(
    r"(?:.* )?(?:same as (?:before|above|previously|original|the original|in the original)|as (?:above|before)"
    r"|not shown|left out|no changes? (?:here|below|above|needed|required))"
    r"|.+ (?:remains?|stays?) (?:exactly )?the same|(?:the )?rest (?:is|are) (?:exactly )?the same"
    r"|(?:everything|all) else (?:stays|remains|is) (?:the same|as is|as it is|as it was)"
    r"|(?:leave|keep) (?:the )?rest(?: of (?:the |this |your )?\w+)?(?: as is| as it is| the same)?"
    r"|(?:(?:the|your) )?(?:previous|other|existing) code"
    r"|(?:(?:the|your) )?(?:previous|other|existing|original|more) code (?:goes )?here"
)
#: What is left out may be called anything.
_REST_OF = re.compile(
    r"(?:the )?rest of (?:(?:the|this|that|your|my) )?\w+(?: (?:goes )?here)?"
    r"|(?:the )?(?:rest of|remaining) (?:\w+ ){1,4}(?:(?:is|are|remains?|stays?) )?"
    r"(?:unchanged|omitted|untouched|unmodified|the same|as is|as before)"
)
#: Of what a comment rules off, so that what stands between is a heading to the eye.
_RULES = "=-*~#%/"


def is_elision(line: str, path: str = "") -> bool:
    """Whether a line of a file with this path stands for text that is left out."""
    text = line.strip(WHITE)
    if len(text) > _LONGEST or not _may_say_so(text):
        return False
    inner = _unwrap(text)
    if inner is None:
        return _is_bare_elision(text, path)
    inner = inner.strip(_RULES + WHITE)
    return _is_dots(inner) or bool(_NUMBERED.fullmatch(inner)) or _says_so(inner)


def _may_say_so(text: str) -> bool:
    """A cheap test for most lines of most files: no sign of a comment, a bracket or dots."""
    return _OPENING.match(text) is not None or "..." in text or "…" in text


def _unwrap(text: str) -> str | None:
    """What stands in a comment or in brackets, perhaps in both; None if there are none."""
    inner = None
    for shapes in (_COMMENTS, _BRACKETS, _BRACKETS):
        held = _held(text, shapes)
        if held is not None:
            text = inner = held.strip(WHITE)
    return inner


def _held(text: str, shapes: tuple[re.Pattern[str], ...]) -> str | None:
    found = (shape.fullmatch(text) for shape in shapes)
    return next((match[1] for match in found if match), None)


def _is_dots(text: str) -> bool:
    """Whether a text is dots only; a long row of them is a rule."""
    return bool(_DOTS.match(text)) and not text.strip(" \t.…") and len(text) <= _MOST_DOTS


def _is_bare_elision(text: str, path: str) -> bool:
    """Whether a line that is no comment says so. Dots alone are code in Python, and in braces in
    Lua; words are read only behind dots.
    """
    suffix = path.rpartition(".")[2].lower()
    if _is_dots(text):
        return suffix not in _PYTHON
    if _DOTTED_BODY.fullmatch(text):
        return suffix not in _LUA
    return bool(_NUMBERED.fullmatch(text) or (_DOTS.match(text) and _says_so(text, open_=False)))


def _says_so(text: str, *, open_: bool = True) -> bool:
    """Whether words say that code is left out. Between dots, or behind some, a few other words may
    stand among them if the text is `open_`; else every word must belong to such a phrase.
    """
    words = _WORD.findall(text.lower().replace("’", "'").replace("'s", ""))
    if len(words) > _MOST_WORDS or _is_code(text):
        return False
    said = frozenset(words)
    starts, ends = bool(_DOTS.match(text)), text.endswith(("...", "…"))
    phrase = " ".join(words)
    plainly = bool(said & _LEFT_OUT or _PHRASES.fullmatch(phrase))
    if _REST_OF.fullmatch(phrase) or (starts and _dots_say_so(said, plainly, ends, open_)):
        return True
    if not said <= _VOCABULARY:
        return False
    return plainly or (starts and bool(said & (_REST | _SAME))) or _names_code(said, ends)


def _is_code(text: str) -> bool:
    """Whether dots spread a value, or signs stand in a text that no sentence has."""
    return bool(_SPREAD.fullmatch(text.rstrip(" ,")) or _SIGNS.search(text))


def _dots_say_so(said: frozenset[str], plainly: bool, ends: bool, open_: bool) -> bool:
    """Whether words behind dots say so, whatever else stands among them; between dots it is enough
    that they speak of nothing but code.
    """
    if open_ and (plainly or said & (_REST | _SAME if ends else _PLAIN)):
        return True
    return ends and bool(said) and said <= _CODE | _FILLERS


def _names_code(said: frozenset[str], dotted: bool) -> bool:
    """Whether words name the code that is left out, and not a heading over some that is not."""
    if dotted:
        return bool(said & (_REST | _SAME) and said & (_CODE | _PIECES))
    if "rest" in said:
        return bool(said & (_CODE | _PIECES))
    if "existing" in said and said & _PIECES:
        return True
    headings = frozenset[str]() if said & _PLAIN - {"existing"} else _HEADINGS
    return bool(said & _REST and said & (_CODE - headings))
