"""A folder's files by name, for did-you-mean and completion; none of tools, no links."""
# Which call follows a link matters here, and pathlib hides it.
# ruff: noqa: PTH118

from __future__ import annotations

import os
import time
from collections import deque

_SKIPPED = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        "node_modules",
        "bower_components",
        ".venv",
        "venv",
        "site-packages",
        "__pycache__",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".hypothesis",
        ".tox",
        ".nox",
        ".eggs",
        ".gradle",
        ".terraform",
        ".next",
        ".yarn",
        ".cache",
    }
)
_WALK_SECONDS = 1.0


def list_files(root: str, limit: int) -> list[str]:
    """Relative paths of regular files, nearest first."""
    end = time.monotonic() + _WALK_SECONDS
    folders, files = deque([""]), list[str]()
    while folders and len(files) < limit and time.monotonic() < end:
        prefix = folders.popleft()
        for name, is_folder in _list(os.path.join(root, prefix)):
            if is_folder:
                folders.append(f"{prefix}{name}/")
            else:
                files.append(prefix + name)
    return files[:limit]


def _list(folder: str) -> list[tuple[str, bool]]:
    """The folders and regular files of a folder; links and what tools keep are left out."""
    try:
        with os.scandir(folder) as entries:
            return sorted(
                (entry.name, entry.is_dir(follow_symlinks=False))
                for entry in entries
                if entry.name not in _SKIPPED
                and (entry.is_dir(follow_symlinks=False) or entry.is_file(follow_symlinks=False))
            )
    except OSError:
        return []
