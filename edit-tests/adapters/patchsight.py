# about: Patchsight
# version: {python} -c "import patchsight; print(patchsight.__version__)"
# formats: those of the version that is installed

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.pop(0)  # this file has its name
if sys.argv[1] == "--installed":
    if find_spec("patchsight") is None:
        raise SystemExit(1)
    from patchsight.core.formats.registry import names

    print(*names())
    raise SystemExit
form, profile = sys.argv[1:3]
words = [
    "--root",
    ".",
    *(["--profile", form] if form == "zenpatch" else []),
    *(["--agent", profile] if profile else []),
]
program = str(Path(sys.executable).with_name("patchsight"))
raise SystemExit(subprocess.run([program, "apply", *words, "-"], check=False).returncode)
