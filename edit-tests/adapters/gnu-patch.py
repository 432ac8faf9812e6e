# about: GNU patch
# formats: unified
# version: patch --version
import shutil
import subprocess
import sys

if sys.argv[1] == "--installed":
    raise SystemExit(shutil.which("patch") is None)
words = ["-p1", "--batch", "--silent", "--no-backup-if-mismatch", "--reject-file=-"]
raise SystemExit(subprocess.run(["patch", *words], check=False).returncode)
