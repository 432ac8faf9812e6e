# about: aider
# formats: unified v4a searchreplace wholefile
# version: {python} -c "from importlib.metadata import version; print(version('aider-chat'))"
# python: EDIT_TESTS_AIDER
# loads: aider.coders aider.io
"""Its coders read the answer and apply it; all files of the folder are in the chat."""

import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.pop(0)  # this file has its name
if sys.argv[1] == "--installed":
    raise SystemExit(find_spec("aider") is None)
from aider.coders import EditBlockCoder, PatchCoder, UnifiedDiffCoder, WholeFileCoder
from aider.io import InputOutput

CODERS = {
    "unified": UnifiedDiffCoder,
    "v4a": PatchCoder,
    "searchreplace": EditBlockCoder,
    "wholefile": WholeFileCoder,
}
kind = CODERS[sys.argv[1]]
root = Path.cwd()
text = sys.stdin.buffer.read().decode("utf-8")
if sys.argv[1] == "unified" and "```" not in text:
    text = f"```diff\n{text}```\n"  # it reads diffs in fences only
coder = kind.__new__(kind)
coder.io = InputOutput(pretty=False, yes=True, fancy_input=False)
coder.root, coder.fence, coder.partial_response_content = str(root), ("```", "```"), text
coder.multi_response_content = ""
coder.abs_fnames = {str(path) for path in root.rglob("*") if path.is_file()}
coder.abs_read_only_fnames, coder.shell_commands, coder.abs_root_path_cache = set(), [], {}
edits = coder.apply_edits_dry_run(coder.get_edits())
edits = coder.get_edits() if edits is None else edits
if not edits:
    raise SystemExit("no edit")
for edit in edits:
    path = root / edit[0]  # once the user has agreed, a new file is made and filled then
    if not path.exists() and sys.argv[1] != "v4a":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
coder.apply_edits(edits)
