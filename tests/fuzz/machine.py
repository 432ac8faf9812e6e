"""The server against a model of what the user did: any step after any other."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from fuzz.dice import Dice, dice
from fuzz.servers import PROFILES, Servers
from fuzz.workplace import Workplace
from lsp.client import Profile

Step = Callable[[Workplace, Dice], "Awaitable[None] | None"]
#: What a walk chooses from, what is done most often first and several times.
STEPS: list[Step] = [
    Workplace.type,
    Workplace.type_in_places,
    Workplace.ask,
    Workplace.act,
    Workplace.undo,
    Workplace.type,
    Workplace.ask,
    Workplace.act,
    Workplace.type_over,
    Workplace.open_target,
    Workplace.open_patch,
    Workplace.close,
    Workplace.save,
    Workplace.rename,
    Workplace.write,
    Workplace.remove,
    Workplace.check_texts,
]
_DICE = dice(250)


class Visit:
    """One workspace in front of a lasting server. After anything that goes wrong the server is another one."""

    def __init__(self, servers: Servers, profile: Profile) -> None:
        self._servers, self._session = servers, servers.session(profile)
        self._place = Workplace(self._session)
        self._well = True

    def do(self, step: Step, dice: Dice) -> None:
        """One step; `dice` make its choices."""
        self._servers.steps += 1
        self._well = False
        self._servers.run(self._do(step, dice))
        self._well = True

    async def _do(self, step: Step, dice: Dice) -> None:
        done = step(self._place, dice)
        if inspect.isawaitable(done):
            await done

    def leave(self) -> None:
        """The last look: everything is in step, and nothing was said that nobody looked at."""
        try:
            if self._well:
                self._well = False
                self._servers.run(self._place.check_everything())
                self._servers.run(self._session.leave())
                self._servers.check_log()
                self._well = True
        finally:
            if not self._well:
                self._servers.drop(self._session)


def walk(servers: Servers, dice: Dice) -> None:
    """A visit whose steps the dice choose."""
    visit = Visit(servers, dice.pick(PROFILES))
    try:
        visit.do(Workplace.open_patch, dice)
        for _ in range(dice.number(20, 1)):
            visit.do(dice.pick(STEPS), dice)
    finally:
        visit.leave()


class ServerMachine(RuleBasedStateMachine):
    """A visit whose steps hypothesis chooses."""

    servers: Servers
    visit: Visit | None = None

    def do(self, step: Step, throw: Dice) -> None:
        assert self.visit
        self.visit.do(step, throw)

    @initialize(profile=st.sampled_from(PROFILES), throw=_DICE)
    def begin(self, profile: Profile, throw: Dice) -> None:
        self.visit = Visit(self.servers, profile)
        self.do(Workplace.open_patch, throw)

    @rule(throw=_DICE)
    def open_patch(self, throw: Dice) -> None:
        self.do(Workplace.open_patch, throw)

    @rule(throw=_DICE)
    def open_target(self, throw: Dice) -> None:
        self.do(Workplace.open_target, throw)

    @rule(throw=_DICE)
    def write(self, throw: Dice) -> None:
        self.do(Workplace.write, throw)

    @rule(throw=_DICE)
    def remove(self, throw: Dice) -> None:
        self.do(Workplace.remove, throw)

    @rule(throw=_DICE)
    def close(self, throw: Dice) -> None:
        self.do(Workplace.close, throw)

    @rule(throw=_DICE)
    def save(self, throw: Dice) -> None:
        self.do(Workplace.save, throw)

    @rule(throw=_DICE)
    def rename(self, throw: Dice) -> None:
        self.do(Workplace.rename, throw)

    @rule(throw=_DICE)
    def type(self, throw: Dice) -> None:
        self.do(Workplace.type, throw)

    @rule(throw=_DICE)
    def type_over(self, throw: Dice) -> None:
        self.do(Workplace.type_over, throw)

    @rule(throw=_DICE)
    def type_in_places(self, throw: Dice) -> None:
        self.do(Workplace.type_in_places, throw)

    @rule(throw=_DICE)
    def undo(self, throw: Dice) -> None:
        self.do(Workplace.undo, throw)

    @rule(throw=_DICE)
    def ask(self, throw: Dice) -> None:
        self.do(Workplace.ask, throw)

    @rule(throw=_DICE)
    def act(self, throw: Dice) -> None:
        self.do(Workplace.act, throw)

    @rule(throw=_DICE)
    def check_texts(self, throw: Dice) -> None:
        self.do(Workplace.check_texts, throw)

    def teardown(self) -> None:
        if self.visit:
            self.visit.leave()
