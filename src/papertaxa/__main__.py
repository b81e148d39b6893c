"""``python -m papertaxa``."""

import sys

from papertaxa.cli import main

sys.exit(main())
