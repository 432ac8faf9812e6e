"""What a format is: everything that is particular to one, as data and functions.

Each package of `core/formats` has a `spec.py` that fills one in, and `registry` lists them. Nothing
outside this folder asks which format a patch is in; it asks the spec for what it needs to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from patchsight.core.model.patch import FileChange, Grade, Op, Options, Patch, Session
from patchsight.core.model.problems import CATALOGUE, Problem, Severity
from patchsight.core.model.record import field, record
from patchsight.core.text.buffer import Buffer

if TYPE_CHECKING:
    from patchsight.core.formats.completion import Cursor, Ending, Signature
    from patchsight.core.formats.noise import Rows
    from patchsight.core.formats.tokens import Page, Token

#: Every grade but the fuzzy one, which a format has to ask for.
LADDER = (
    Grade.EXACT,
    Grade.TRAILING_SPACE,
    Grade.INDENTATION,
    Grade.WHITESPACE,
    Grade.PUNCTUATION,
)


class Policy(NamedTuple):
    """How parts of a format are placed, and what the format takes for granted."""

    grades: tuple[Grade, ...] = LADDER  #: what may be ignored when a part is looked for
    numbers: bool = False  #: a hunk's header has line numbers, and they come first
    hints: bool = False  #: a hunk's header may name a line above the change
    order: bool = False  #: the order of the parts may tell equal places apart
    fuzzy: bool = False  #: a similar text may be taken
    strict: bool = False  #: what would match more loosely is worth a message of its own
    #: parts look for code, without indentation and blank lines, each in what the one before left
    by_code: bool = False
    in_turn: bool = False  #: each part works on what the one before left, to the letter first
    two_texts: bool = False  #: a part is its old text and then its new one, without prefixes
    reads_bare_lines: bool = False  #: a context line may have lost the space in front of it
    one_section_per_file: bool = False  #: a second section for a file is an error
    many_sections_per_file: bool = False  #: a second section for a file is not worth a word
    repeats_paths: bool = False  #: a section names its path in several rows
    deletion_states_text: bool = False  #: a deleted file's text must stand in the patch
    creates_when_empty: bool = False  #: a part without old text creates the file
    paths_from_patch: bool = False  #: paths start at the patch's own folder
    writes_escapes: bool = False  #: a line may be written with escapes
    #: a line that stands for text left out is neither looked for nor written
    refuses_elision: bool = False
    #: a text that is said to be a whole file may be a piece of it by mistake
    doubts_whole_texts: bool = False
    keeps_bytes: bool = True  #: a part says to the byte what it changes
    session: bool = False  #: patches belong to a session that the model is told about

    @property
    def points_at_lines(self) -> bool:
        """Whether a message about what a part looks for sits at its first line, not its header."""
        return self.by_code or self.two_texts


class Recogniser(NamedTuple):
    """How a text gives away that it is in a format."""

    lead: str  #: what a row starts with that may say something, as a regular expression
    #: the row that proves it, given a row that starts so; what is only a hint is noted
    proves: Callable[[list[str], int, int, dict[str, int]], int | None]
    weak: str  #: rows that mean something only in a text whose name says what it is
    #: the row that proves it once the whole text was seen, by what was noted
    concludes: Callable[[dict[str, int]], int | None] = lambda hints: None
    #: of a format without marks of its own: one of these stands in every text of it …
    glance: tuple[str, ...] = ()
    #: … or a row begins like this, in any case of letters
    glance_row: str = r"(?!)"
    glance_row_words: tuple[str, ...] = ()  #: one of which stands in each of these rows


class Frame(NamedTuple):
    """Where a format that has no markers of its own begins and ends in a text."""

    first_row: Callable[[int, Rows], int]
    last_row: Callable[[int, Rows], int] | None = None
    tells_tail: bool = False  #: prose below the patch is passed over by the reader, so it is told
    #: the two rows that most have above the sections; nothing else gives itself away there
    heads: tuple[str, ...] = ()


class Guidance(NamedTuple):
    """What a model is told about a format: its name, its rules, and an example."""

    language: str
    rules: str
    example: str


class Words(NamedTuple):
    """What kind of failure it is, the rule that failed, and the one thing to do about it."""

    status: str
    rule: str
    action: str
    shows_nearest: bool = False  #: the action is to look at the nearest place
    specified: bool = False  #: the format's own words, told also where a correction can be


class Setting(NamedTuple):
    """A choice that a format leaves to the user."""

    option: str  #: the field of `Options`
    flag: str  #: on the command line
    key: str  #: in an editor's settings
    choices: tuple[str, ...]  #: none for a switch, which is off unless the user turns it on
    help: str


class EditorTable(NamedTuple):
    """What the editors' extensions know of a format; `make docs` writes it into their tables."""

    language: str  #: its language id, or file type; none for what is written in another language
    aliases: tuple[str, ...] = ()  #: what a menu of languages calls it
    suffixes: tuple[str, ...] = ()  #: of files that are opened as it, besides its own
    first_line: str = ""  #: a regular expression that the first row of a patch matches
    openings: tuple[str, ...] = ()  #: how the first row of a patch starts
    #: regular expressions that all match somewhere in a patch, also if that stands in a string of JSON
    signs: tuple[str, ...] = ()
    configuration: str = ""  #: the file with its brackets and comments
    like: str = ""  #: a language that editors know and whose colours fit, or that it is written in
    #: how lines with a sign are told from markers, where an editor does not shade them by itself
    signed_lines: Mapping[str, str] | None = None
    builtin: bool = False  #: editors know it without the extension


#: How a change is put into the words of a format.
Composition = Literal["numbered", "context", "blocks", "modifications", "whole"]


@record(eq=False)
class FormatSpec:
    """One format."""

    name: str  #: on the command line, in receipts and settings
    title: str  #: for people
    suffixes: tuple[str, ...]  #: of file names, the usual one first
    language_ids: tuple[str, ...]  #: what editors call it
    opening: str  #: how a patch starts, for people
    look: str  #: what is typical of it, for people
    editor: EditorTable
    recogniser: Recogniser
    parse: Callable[[Buffer, int, int, list[Problem], Options], list[FileChange]]
    render: Callable[[list[FileChange]], str]
    policy: Policy = field(default_factory=Policy)
    profile_of: str = ""  #: the format whose syntax it shares, where a setting or a name decides
    frame: Frame | None = None
    #: how a text begins that may be nothing but a patch as the format has it …
    plain_openings: tuple[str, ...] = ()
    #: … and what reads such a text at a stroke, to the same as `parse`; nothing if there is more in it
    read_plain: Callable[[Buffer, Options], list[FileChange]] = lambda buffer, options: []
    named_above: bool = False  #: a path may stand above the fence that a patch is in, or on it
    reports_emptiness: bool = False  #: the reader itself says that there is nothing in the text
    #: for a format that has no marks of its own: reads what no other has taken, given a byte for each
    #: row that is not 0 if it is taken
    read_rest: (
        Callable[[Buffer, Sequence[int], list[Problem], Options], list[FileChange]] | None
    ) = None
    #: for the same: rows of blocks of its own in which other formats must not look for anything
    content_rows: Callable[[list[str]], list[tuple[int, int]]] = lambda lines: []
    read_session: Callable[[Buffer, int, int, list[Problem]], Session | None] | None = None
    # ---- writing
    composition: Composition = "context"
    operations: frozenset[Op] = frozenset({Op.UPDATE, Op.CREATE, Op.DELETE, Op.RENAME})
    cannot_say: Callable[[FileChange], str | None] = lambda change: None
    drop_words: str = ""  #: a row above a whole text that lets it leave out what it likes
    hunk_frame: tuple[int, int] = (0, 0)  #: rows that are written above and below a lone hunk
    states_final_newline: bool = True  #: a part can add or remove the newline at the end of a file
    normal_marker: Callable[[str], str | None] = lambda line: None  #: a marker as it should be
    # ---- for those who look at it
    tokens: Callable[[Page], Iterator[Token]] = lambda page: iter(())
    signed: bool = False  #: lines have a sign in front
    complete: Callable[[Cursor], Ending | None] = lambda cursor: None
    sign: Callable[[Cursor], Signature | None] = lambda cursor: None
    glossary: Callable[[], Mapping[str, str]] = dict
    #: the word of the glossary at a column of a row; None for one that a row starts with
    word_at: Callable[[str, int], str | None] | None = None
    # ---- for the model that writes it
    grammar: tuple[str, ...] = ()  #: the files its grammar is put together from
    #: the JSON schema of a call, for a format that is one; instead of a grammar
    schema: Callable[[], dict[str, Any]] | None = None
    guidance: Callable[[], Guidance] = lambda: Guidance("a patch", "", "")
    feedback: Callable[[Problem], Words | None] = lambda problem: None
    applied: Callable[[bool], str] | None = None  #: what it is told once a patch is applied
    #: what an agent would have done about a problem with some code, as a sentence
    would: Callable[[str, str], str] = lambda agent, code: ""
    settings: tuple[Setting, ...] = ()

    @property
    def syntax(self) -> str:
        """The name of the format that wrote the rules of reading it."""
        return self.profile_of or self.name

    def meaning(self, line: str, column: int) -> tuple[str, str] | None:
        """The word of the format that stands at a column of a row, and what it means."""
        words = self.glossary()
        if self.word_at:
            word = self.word_at(line, column)
        else:
            starts = (word for word in words if line.startswith(word) and column <= len(word))
            word = next(starts, None)
        return (word, words[word]) if word is not None and word in words else None

    def words(self, problem: Problem) -> Words:
        """How a problem is told to the model that writes this format."""
        return self.feedback(problem) or default_words(problem)


_STATUSES = {
    Severity.ERROR: "ERROR",
    Severity.WARNING: "WARNING",
    Severity.INFORMATION: "NOTE",
    Severity.HINT: "NOTE",
}


def default_words(problem: Problem, rule: str = "") -> Words:
    """The words of the catalogue, perhaps with another rule."""
    entry = CATALOGUE[problem.code]
    return Words(_STATUSES[problem.severity], rule or entry.why, entry.for_model)


def lazy(module: str, name: str) -> Callable[..., Any]:
    """A function of a module of this package that is loaded when it is first called."""

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"{__package__}.{module}"), name)(*arguments)

    return call


_NO_FORMAT = Policy()


def policy_of(patch: Patch) -> Policy:
    """How the parts of a patch are placed."""
    return patch.format.policy if patch.format else _NO_FORMAT
