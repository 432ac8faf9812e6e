# about: openai-agents
# formats: v4a
# version: {python} -c "from importlib.metadata import version; print(version('openai-agents'))"
# loads: agents
# leaves: escaping exists
"""It takes the hunks of one file; the parting of a patch into files is done here, as its documentation has it."""

import re
import sys
from importlib.util import find_spec
from pathlib import Path

if sys.argv[1] == "--installed":
    raise SystemExit(find_spec("agents") is None)
from agents import apply_diff

text = sys.stdin.buffer.read().decode("utf-8")
body = re.fullmatch(r"\*\*\* Begin Patch\r?\n(.*?)\*\*\* End Patch\s*", text, re.DOTALL)
if not body:
    raise SystemExit("no envelope")
results: dict[str, str | None] = {}
for verb, path, diff in re.findall(
    r"^\*\*\* (Add|Update|Delete) File: (.*?)\r?\n(.*?)(?=^\*\*\* (?:Add|Update|Delete) File: |\Z)",
    body[1], re.DOTALL | re.MULTILINE,
):  # fmt: skip
    target = path
    if verb == "Delete":
        Path(path).stat()
        results[path] = None
    elif verb == "Add":
        results[path] = apply_diff("", diff, mode="create")
    else:
        if moved := re.match(r"\*\*\* Move to: (.*?)\r?\n", diff):
            target, diff, results[path] = moved[1], diff[moved.end() :], None
        with Path(path).open(encoding="utf-8", newline="") as file:
            results[target] = apply_diff(file.read(), diff)
if not results:
    raise SystemExit("no section")
for path, content in results.items():
    if content is None:
        Path(path).unlink()
    else:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        with Path(path).open("w", encoding="utf-8", newline="") as file:
            file.write(content)
