# about: git apply
# formats: unified
# version: git --version
import shutil
import subprocess
import sys

if sys.argv[1] == "--installed":
    raise SystemExit(shutil.which("git") is None)
raise SystemExit(
    subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], check=False).returncode
)
