"""Loads what an adapter needs once, then starts it anew for each line of its input: a copy of the process per case.

    python _preload.py ADAPTER MODULE...

A line is JSON with `root`, `edit`, `words` and `seconds`; the answer is the exit status, on a line.
"""

import importlib
import json
import os
import runpy
import signal
import sys

adapter, *modules = sys.argv[1:]
here = sys.path.pop(0)  # adapters have the names of what they load
for module in modules:
    importlib.import_module(module)
sys.path.insert(0, here)


def run(root: str, edit: str, words: list[str], seconds: int) -> int:
    signal.alarm(seconds)
    os.chdir(root)
    for path, flags, number in ((edit, os.O_RDONLY, 0), (os.devnull, os.O_WRONLY, 1)):
        os.dup2(os.open(path, flags), number)
    os.dup2(1, 2)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.argv = [adapter, *words]
    try:
        runpy.run_path(adapter, run_name="__main__")
    except SystemExit as end:
        return int(end.code) if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        return 1
    return 0


for line in sys.stdin:
    child = os.fork()
    if not child:
        os._exit(run(**json.loads(line)))
    print(os.waitpid(child, 0)[1], flush=True)
