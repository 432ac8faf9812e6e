"""The site, built once for all tests of a run, whichever process asks first."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.folders import ROOT
from support.once import shared


def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build it as it is published: strictly, so that a link that leads nowhere fails."""
    with shared(tmp_path_factory, "built-site") as site:
        if not site.is_dir():
            begun = site.with_name("begun-site")
            run = subprocess.run(
                [
                    sys.executable,
                    "-m",
                    "mkdocs",
                    "build",
                    "--strict",
                    "--quiet",
                    "--site-dir",
                    begun,
                ],
                cwd=ROOT,
                env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
                capture_output=True,
                check=False,
                encoding="utf-8",
            )
            assert run.returncode == 0, run.stderr
            begun.rename(site)
    return site
