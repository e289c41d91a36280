"""`python -m feedback_gate` and `python feedback-gate.pyz`."""

import sys

from feedback_gate.main import main

sys.exit(main())
