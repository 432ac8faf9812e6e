"""What one answer may cost. Steps are counted, not timed: the same patch and files always get the
same answer.

A step is about a microsecond. What reading a text takes is paid as its rows and values are met; one
that is too dear is not read, and an error says so. Placing parts is paid from one budget; when it
is used up the rest of the patch is not placed, and an error says so. What is only said (the nearest place, did-you-mean)
is paid from another; when that is used up, messages are shorter. Whoever waits for an answer can
withdraw both: the search then ends at its next step.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple


class Cost:
    """What each kind of work costs, in steps: one table, so that prices can be compared."""

    # what reading a text costs, see `effort`
    CHARACTER_READ = 1 / 50
    LINE_READ = 5.0
    RETURN_READ = 5.0  #: a line whose end has one
    HUNK_READ = 10.0  #: its header
    MARK_READ = 60.0  #: a row that opens or closes a section, a block or a fence
    ESCAPE_READ = 2.5  #: where a text may hold JSON
    BRACKET_READ = 1 / 6  #: one that may open JSON
    INNER_ESCAPE_READ = 6.0  #: the same in a string that holds JSON
    VALUE_READ = 12.0  #: of JSON, keys included
    NODE_READ = 20.0  #: of YAML, ends of lists and mappings included
    CALL_READ = 150.0  #: of a tool, in XML or with a patch in it
    EDIT_READ = 240.0  #: one that a call makes, beside its lines
    # what a patch costs by its size, see `workload`
    LINE_PLACED = 8.0  #: of a part
    SECTION = 150.0
    CALL = 250.0  #: a section that was taken out of JSON or XML
    PART = 70.0  #: one that edits; and if it …
    PART_IN_TURN = 350.0  #: works on what the one before left
    PART_BY_CODE = 200.0  #: is looked for by its code
    PART_WITH_HINT = 200.0
    # going through the lines of a file
    LINE_COPIED = 1 / 5  #: also where two texts are compared as a whole
    LINE_REPLACED = 1.0  #: of a file that gets a new text: old and new lines are compared
    LINE_REPLAYED = 1.5  #: before ap modifications, which may be undone and redone
    LINE_WALKED = 1.0
    LINE_SCANNED = 1 / 2  #: down to the line that closes a block
    LINE_POSITIONED = 1 / 4  #: where positions are needed and lines have moved
    LINE_RENUMBERED = 1 / 2
    LINE_OF_WORDS = 3.0  #: whose words go into a table
    INSERTED_LINE_CROSSED = 1 / 10  #: on the way up to a line that the user has
    BLANK_KEPT = 1 / 2  #: beside what ap found
    BLANK_SKIPPED = 1 / 10  #: inside it
    # looking things up
    CHARACTER_SCANNED = 1 / 1000  #: of a text in which another one is looked for
    HIT = 1.0  #: a line that may belong to a block; and for each line of the block …
    HIT_LINE = 1 / 100
    CODE_HIT = 2.0  #: the same where blank lines are skipped
    CODE_HIT_LINE = 1 / 5
    RUN = 4.0  #: what is done with each place of a block
    PLACE_WEIGHED = 4.0  #: of a text that may be a result: whether it proves that
    PLACE_LISTED = 10.0  #: in a text, not by lines
    PLACE_CHANGED = 30.0  #: the same of an exchange that is made in all of them
    PLACE_MEASURED = 1 / 4  #: how far it is from a stated line
    LINE_GRADED = 20.0  #: of a block that stands somewhere, but not to the letter
    REMEMBERED_RUN = 1 / 50  #: a place that was found before
    KEY_TRIED = 1 / 10  #: whether it starts with a text
    KEY_SORTED = 1 / 4  #: once for a text
    KEY_CHOSEN = 1 / 2  #: as one that may be similar
    PATH_COMPARED = 1 / 2  #: for did-you-mean
    # comparing texts
    BLOCK_COMPARED = 50.0  #: with what a file has that may be like it, beside the comparisons
    COMPARISON = 1.0
    CHARACTER_PAIR = 1 / 64_000  #: a machine word of characters is compared at a time
    #: how much more the true Damerau-Levenshtein distance costs, which has no such help
    EXACT_FACTOR = 128


class ExhaustedError(Exception):
    """A budget does not hold what is to be done next."""


class OvertakenError(Exception):
    """Nobody waits for the answer any more."""


class Budget:
    """Steps that are left."""

    def __init__(self, steps: float = inf) -> None:
        self.left = steps
        self.reserved = 0.0  #: of these, for what a patch costs by its size
        self.withdrawn = False
        self.refused = 0  #: how often something was not paid

    def pay(self, cost: float, times: float = 1) -> None:
        """Take steps before they are made; what cannot be paid is not begun, and what is cheaper
        may follow.
        """
        steps = cost * times
        if steps > self.left - self.reserved and not self.holds(steps):
            self.refused += 1
            raise ExhaustedError
        self.left -= steps

    def holds(self, steps: float) -> bool:
        """Whether so many steps are left."""
        if steps <= self.left - self.reserved:
            return True
        if self.withdrawn:
            raise OvertakenError
        return False

    def reserve(self, steps: float) -> bool:
        """Keep steps from being paid for anything else; False if there are not as many."""
        self.reserved = 0.0
        if not self.holds(steps):
            return False
        self.reserved = steps
        return True

    def withdraw(self) -> None:
        """Let whoever pays next give up; may be called from another thread."""
        self.withdrawn, self.left = True, -inf

    def pay_comparison(self, size: int, other: int) -> None:
        """Pay for the edit distance of two texts."""
        self.pay(Cost.COMPARISON + size * other * Cost.CHARACTER_PAIR)


class Account(NamedTuple):
    """How the two budgets stand."""

    search: float
    words: float
    refused: int


class Means:
    """The two budgets of one answer."""

    def __init__(self, steps: float = inf) -> None:
        self.search = Budget(steps)
        self.words = Budget(steps / 5)
        self.exhausted = False  #: whether a section was given up, and with it all that follow

    @property
    def account(self) -> Account:
        """What is left, and how often it was not enough."""
        return Account(self.search.left, self.words.left, self.search.refused + self.words.refused)

    def spent_since(self, held: Account) -> float:
        """The steps that were paid from both budgets since they stood so."""
        return held.search - self.search.left + held.words - self.words.left

    def pay(self, search: float, words: float) -> bool:
        """Pay from both budgets for what was done before; False if they do not hold as much."""
        if self.exhausted or not self.search.holds(search) or not self.words.holds(words):
            return False
        self.search.left -= search
        self.words.left -= words
        return True

    def withdraw(self) -> None:
        """Give up the answer: nobody waits for it any more."""
        self.search.withdraw()
        self.words.withdraw()
