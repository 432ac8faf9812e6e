# about: whatthepatch
# formats: unified
# loads: whatthepatch
# version: {python} -c "from importlib.metadata import version; print(version('whatthepatch'))"
# leaves: escaping exists
import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.pop(0)  # this file has its name
if sys.argv[1] == "--installed":
    raise SystemExit(find_spec("whatthepatch") is None)
import whatthepatch

results: dict[str, str | None] = {}
for diff in whatthepatch.parse_patch(sys.stdin.buffer.read().decode("utf-8")):
    old, new = diff.header.old_path, diff.header.new_path
    old, new = (path.removeprefix(prefix) for path, prefix in ((old, "a/"), (new, "b/")))
    before = ""
    if old != "/dev/null":
        with Path(old).open(encoding="utf-8", newline="") as file:
            before = file.read()
    lines = whatthepatch.apply_diff(diff, before) if diff.changes else before.splitlines()
    if old not in (new, "/dev/null"):
        results[old] = None
    if new != "/dev/null":
        end = "\n" if not before or before.endswith("\n") else ""
        results[new] = "\n".join(lines) + end
if not results:
    raise SystemExit("no diff")
for path, content in results.items():
    if content is None:
        Path(path).unlink()
    else:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        with Path(path).open("w", encoding="utf-8", newline="") as file:
            file.write(content)
