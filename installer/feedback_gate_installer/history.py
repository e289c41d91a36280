"""The ratchet: the highest version seen for each signing key, kept where no package and no cache can reset it.

It is asked before something *new* is placed. What is already installed and still matches its pin keeps starting, so
two plugin copies that pin different versions live side by side. It is kept per key: whoever signs an absurdly high
version with a stolen key loses that power with the key.
"""

from __future__ import annotations

import os

from feedback_gate_installer import records, versions
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate_installer.places import Places

RECORD = "history.json"


def highest(places: Places, key_id: str) -> str | None:
    """The highest version that was installed with this key, or None."""
    seen = _seen(records.load(os.path.join(places.records, RECORD)))
    return seen.get(key_id)


def is_kept(places: Places) -> bool:
    """Whether there is any history at all."""
    return bool(_seen(records.load(os.path.join(places.records, RECORD))))


def check(places: Places, key_id: str, version: str, allowed: str) -> bool:
    """Refuse a version older than the highest seen, unless exactly it was allowed.

    Returns:
        True if this is a downgrade that was allowed on purpose (to be logged), else False.

    Raises:
        RefusedError: ``version-rollback``.
    """
    seen = highest(places, key_id)
    if seen is None or versions.order(version) >= versions.order(seen):
        return False
    if allowed != version:
        raise RefusedError("version-rollback", version=version, highest=seen, key=key_id)
    return True


def remember(places: Places, key_id: str, version: str) -> bool:
    """Raise the mark for a key; it is never lowered, also by a downgrade that was allowed.

    Returns:
        False if the record could not be kept.
    """

    def raise_mark(record: dict[str, Any]) -> None:
        seen = _seen(record)
        if key_id not in seen or versions.order(version) > versions.order(seen[key_id]):
            seen[key_id] = version
        record["highest"] = seen

    return records.update(places, RECORD, raise_mark)


def _seen(record: dict[str, Any]) -> dict[str, str]:
    seen = record.get("highest")
    if not isinstance(seen, dict):
        return {}
    return {str(key): version for key, version in seen.items() if isinstance(version, str) and versions.is_version(version)}
