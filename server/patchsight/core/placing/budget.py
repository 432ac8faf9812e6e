"""What one answer may cost. Steps are counted, not timed: the same patch and files always get the
same answer.

A step is about a microsecond. Placing parts is paid from one budget; when it is used up the rest of
the patch is not placed, and an error says so. What is only said (the nearest place, did-you-mean)
is paid from another; when that is used up, messages are shorter. Whoever waits for an answer can
withdraw both: the search then ends at its next step.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple


class ExhaustedError(Exception):
    """A budget does not hold what is to be done next."""


class OvertakenError(Exception):
    """Nobody waits for the answer any more."""


class Budget:
    """Steps that are left."""

    def __init__(self, steps: float = inf) -> None:
        self.left = steps
        self.withdrawn = False
        self.refused = 0  #: how often something was not paid

    def pay(self, steps: float) -> None:
        """Take steps before they are made; what cannot be paid is not begun, and what is cheaper
        may follow.
        """
        if steps > self.left:
            if self.withdrawn:
                raise OvertakenError
            self.refused += 1
            raise ExhaustedError
        self.left -= steps

    def withdraw(self) -> None:
        """Let whoever pays next give up; may be called from another thread."""
        self.withdrawn, self.left = True, -inf

    def pay_comparison(self, size: int, other: int) -> None:
        """Pay for the edit distance of two texts, which takes a machine word of characters at a
        time.
        """
        self.pay(1 + size * other / 64_000)


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

    def pay(self, search: float, words: float) -> bool:
        """Pay from both budgets for what was done before; False if they do not hold as much."""
        if self.exhausted or search > self.search.left or words > self.words.left:
            return False
        self.search.left -= search
        self.words.left -= words
        return True

    def withdraw(self) -> None:
        """Give up the answer: nobody waits for it any more."""
        self.search.withdraw()
        self.words.withdraw()
