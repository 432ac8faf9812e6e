# about: mpatch (native, fuzzy)
# formats: unified searchreplace
# loads: mpatch
# version: {python} -c "from importlib.metadata import version; print(version('mpatch'))"
import sys
from importlib.util import find_spec

sys.path.pop(0)  # this file has its name
if sys.argv[1] == "--installed":
    raise SystemExit(find_spec("mpatch") is None)
import mpatch

patches = mpatch.parse_auto(sys.stdin.buffer.read().decode("utf-8"))
if not patches:
    raise SystemExit("no patch")
result = mpatch.apply_patches_to_dir(patches, ".", atomic=True)
raise SystemExit(not result.all_applied_cleanly)
