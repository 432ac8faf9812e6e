# about: Patchsight
# formats: unified v4a zenpatch ap applydiff searchreplace stringedit wholefile
# profiles: aider claude-code
"""Claims a format only if the version that is installed reads it."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.pop(0)  # this file has its name
if sys.argv[1] == "--installed":
    raise SystemExit(find_spec("patchsight") is None)
form, profile = sys.argv[1:3]
words = [
    "--root",
    ".",
    *(["--profile", form] if form == "zenpatch" else []),
    *(["--agent", profile] if profile else []),
]
program = str(Path(sys.executable).with_name("patchsight"))
raise SystemExit(subprocess.run([program, "apply", *words, "-"], check=False).returncode)
