# about: codex-apply-patch (native)
# formats: v4a
# loads: codex_apply_patch
# version: {python} -c "from importlib.metadata import version; print(version('codex-apply-patch'))"
import sys
from importlib.util import find_spec

if sys.argv[1] == "--installed":
    raise SystemExit(find_spec("codex_apply_patch") is None)
import codex_apply_patch

told = codex_apply_patch.apply_patch(sys.stdin.buffer.read().decode("utf-8"))
raise SystemExit(not told.startswith("Success"))
