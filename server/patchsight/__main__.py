"""`python -m patchsight` is the command line."""

import sys

from patchsight.cli import main

sys.exit(main())
