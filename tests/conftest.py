"""What every test run shares: skips count as failures in CI, in which order tests run, how long hypothesis searches, and where
journals are kept.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("support.carets", "support.check")

IN_CI = os.environ.get("CI", "").lower() not in ("", "0", "false")

settings.register_profile("fast", max_examples=50, deadline=None, derandomize=IN_CI)
settings.register_profile("long", max_examples=5000, deadline=None)
# again and again in `make fuzz`
settings.register_profile("round", max_examples=100, deadline=None, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))


#: Folders whose tests take long one by one, or wait for others: they come first, and what is left at the end is small.
LONG = ("site", "editors", "workspace", "vscode", "project")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    tests = Path(__file__).parent
    items.sort(key=lambda item: item.path.relative_to(tests).parts[0] not in LONG)


@pytest.fixture(scope="session", autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory) -> Generator[None, None, None]:
    """Journals are kept in a folder of the tests, never in the home folder of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


AnyReport = TypeVar("AnyReport", pytest.TestReport, pytest.CollectReport)


def refuse_skip(report: AnyReport) -> AnyReport:
    """Turn a skip into a failure in CI: a check that did not run proves nothing. Expected failures stay as they are."""
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"skipped, which counts as a failure in CI: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return refuse_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return refuse_skip((yield))
