# about: Patchsight
# version: {python} -c "import patchsight; print(patchsight.__version__)"
# formats: those of the version that is installed
# profiles: claude-code
# loads: patchsight.cli patchsight.cli.text_output patchsight.core.placing.resolver patchsight.workspace.apply

import sys
from importlib.util import find_spec

sys.path.pop(0)  # this file has its name
if sys.argv[1] == "--installed":
    if find_spec("patchsight") is None:
        raise SystemExit(1)
    from patchsight.core.formats.registry import names

    print(*names())
    raise SystemExit
from patchsight.cli import main

form, profile = sys.argv[1:3]
words = [
    *(["--profile", form] if form == "zenpatch" else []),
    *(["--agent", profile] if profile else []),
]
raise SystemExit(main(["apply", "--root", ".", *words, "-"]))
