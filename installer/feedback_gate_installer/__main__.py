"""``python -m feedback_gate_installer``."""

import sys

from feedback_gate_installer.cli import main

sys.exit(main())
