"""`python -m tools.bench`."""

import sys

from tools.bench.program import main

sys.exit(main())
