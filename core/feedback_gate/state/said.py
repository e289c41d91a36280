"""Lines that are said once per session and reason: one empty marker file each, gone after 24 hours."""

from __future__ import annotations

import os

from feedback_gate.state import places
from feedback_gate.system import files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def first_time(environ: Mapping[str, str], session: str, reason: str) -> bool | None:
    """True when this reason was not said in this session before; None when that cannot be kept."""
    folder = places.seen_folder(environ)
    if not folder:
        return None
    try:
        files.make_folder(folder)
        path = os.path.join(folder, f"said.{hashing.short(session or 'unknown', 12)}.{hashing.short(reason, 12)}")
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return False
    except OSError:
        return None
    return True
