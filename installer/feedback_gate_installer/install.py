"""Installs: looks whether the pinned executable is there, else gets, verifies and places it."""

from __future__ import annotations

import math
import os
import time

from feedback_gate_installer import (
    archives,
    attestation,
    checksums,
    files,
    history,
    locks,
    permissions,
    placement,
    policies,
    records,
    verify,
)
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate_installer.budgets import Budget
    from feedback_gate_installer.pins import Pin
    from feedback_gate_installer.places import Places
    from feedback_gate_installer.policies import Policy
    from feedback_gate_installer.sources import Opener, Source
    from feedback_gate_installer.verify import Verdict

LOCK_SECONDS = 60.0
_SIGNATURE_LIMIT = 4096  # bytes; 64 are right, a web page in its place is worth naming
_OLD_RELEASE = 400  # days after which a release is called stale (only ever a note)
# Refusals that no other source can mend.
_FINAL = frozenset(
    (
        "time-budget-spent",
        "disk-full",
        "cache-unwritable",
        "cache-unsafe",
        "denied-by-system",
        "link-refused",
        "removed-after-write",
        "no-sha256-tool",
        "module-missing",
        "fetcher-unavailable",
        "version-rollback",
        "attestation-missing",
        "verifiers-disagree",
    )
)


class Order:
    """What to install: ``sources`` are opened one after the other, ``allow`` is a version a person allowed."""

    __slots__ = ("allow", "budget", "pin", "places", "policy", "sources")

    def __init__(
        self,
        pin: Pin,
        policy: Policy,
        places: Places,
        sources: list[Opener],
        budget: Budget,
        allow: str = "",
    ) -> None:
        self.pin = pin
        self.policy = policy
        self.places = places
        self.sources = sources
        self.budget = budget
        self.allow = allow


class Installed:
    """The result: ``path`` of the executable, ``fresh`` if it was placed now, ``notes`` as (code, parameters)."""

    __slots__ = ("decided_by", "fresh", "key_id", "notes", "path", "source")

    def __init__(self, path: str, *, fresh: bool = False, source: str = "", key_id: str = "", decided_by: str = "") -> None:
        self.path = path
        self.fresh = fresh
        self.source = source
        self.key_id = key_id
        self.decided_by = decided_by
        self.notes: list[tuple[str, dict[str, str]]] = []


def install(order: Order) -> Installed:
    """Make sure that the pinned executable is installed.

    Raises:
        RefusedError: it is not, and why; whatever was installed before is still there.
    """
    policies.check_pin(order.pin, order.policy)
    policies.trusted_keys(order.pin, order.policy)
    present = _present(order)
    if present is not None:
        return present
    folder = placement.prepare(order.places, order.pin, permissions.user_id(), time.time())
    wait = min(LOCK_SECONDS, order.budget.remaining() / 2)
    with locks.held(os.path.join(order.places.cache, placement.LOCK), wait) as locked:
        present = _present(order)
        if present is None:
            present = _place(order, folder, locked=locked)
    return present


def _place(order: Order, folder: str, *, locked: bool) -> Installed:
    """Get and place the executable; what another process placed meanwhile is as good."""
    try:
        installed = _from_first(order, folder)
    except RefusedError as refused:
        present = _present(order)
        if present is not None:
            return present
        records.log(order.places, "refused", code=refused.code, pinned=order.pin.version, values=refused.params)
        if locked:
            _drop_if_empty(folder)
        raise
    if locked:
        files.sweep(folder, math.inf)
    return installed


def _present(order: Order) -> Installed | None:
    """The executable that is there already: verified then, and its hash is the pinned one now."""
    path = placement.find(order.places, order.pin, permissions.user_id())
    return None if path is None else Installed(path)


def _from_first(order: Order, folder: str) -> Installed:
    """Try the sources in turn; a wrong one is named, never used."""
    failures: list[tuple[str, RefusedError]] = []
    for opener in order.sources:
        order.budget.check()
        name = "?"
        try:
            source = opener()
            name = source.name
            installed = _from_one(order, source, folder)
        except RefusedError as refused:
            if refused.code in _FINAL:
                raise
            failures.append((name, refused))
            continue
        installed.notes += [("source-failed", {"source": name, "code": refused.code}) for name, refused in failures]
        return installed
    if not failures:
        raise RefusedError("no-release-address")
    if len(failures) == 1:
        raise failures[0][1]
    raise RefusedError("mirrors-failed", tried="; ".join(f"{name}: {_short(refused)}" for name, refused in failures))


def _short(refused: RefusedError) -> str:
    found = refused.params.get("found", "")
    return f"{refused.code} {found}".rstrip()


def _from_one(order: Order, source: Source, folder: str) -> Installed:
    papers, verdict = _decide(order, source)
    on_purpose = history.check(order.places, verdict.key_id, order.pin.version, order.allow or order.policy.allowed_version)
    attested = attestation.check(verdict, source, required=order.policy.requires_attestation)
    finished = _fetch(source, verdict, files.temporary(folder))
    order.budget.check()
    record = _record(order.pin, verdict, source)
    path = placement.place(order.places, order.pin, verdict, finished, papers, record)
    installed = Installed(path, fresh=True, source=source.name, key_id=verdict.key_id, decided_by=verdict.decided_by)
    installed.notes = _notes(verdict, attested=attested, on_purpose=on_purpose)
    if not history.remember(order.places, verdict.key_id, order.pin.version):
        installed.notes.append(("history-not-kept", {"path": order.places.records}))
    records.log(order.places, "downgraded" if on_purpose else "installed", **record)
    return installed


def _decide(order: Order, source: Source) -> tuple[dict[str, bytes], Verdict]:
    sums = source.read(checksums.NAME, checksums.MAX_BYTES)
    signature = source.read(checksums.SIGNATURE_NAME, _SIGNATURE_LIMIT) if sums is not None else None
    verdict = verify.release(order.pin, order.policy, sums, signature)
    return {checksums.NAME: sums or b"", checksums.SIGNATURE_NAME: signature or b""}, verdict


def _fetch(source: Source, verdict: Verdict, path: str) -> str:
    """Get the executable and check it; a part that an earlier run left is trusted for one try only."""
    try:
        resumed = source.save(verdict.entry, path)
        try:
            _check_file(path, verdict)
        except RefusedError:
            if not resumed:
                raise
            source.save(verdict.entry, path)
            _check_file(path, verdict)
    except OSError as error:
        files.remove(path)
        raise permissions.unwritable(path, error) from error
    return path


def _check_file(path: str, verdict: Verdict) -> None:
    try:
        verify.file(path, verdict.entry)
        archives.check(path, verdict.entry.name)
    except RefusedError:
        files.remove(path)
        raise


def _record(pin: Pin, verdict: Verdict, source: Source) -> dict[str, str]:
    return {
        "version": pin.version,
        "sha256": pin.sha256,
        "key": verdict.key_id,
        "source": source.name,
        "decided_by": verdict.decided_by,
        "released": verdict.sums.date,
        "installed": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }


def _notes(verdict: Verdict, *, attested: bool, on_purpose: bool) -> list[tuple[str, dict[str, str]]]:
    notes: list[tuple[str, dict[str, str]]] = []
    if verdict.decided_by == verify.PLAIN_ALONE:
        notes.append(("stage-one-alone", {}))
    if not attested:
        notes.append(("no-attestation", {}))
    if on_purpose:
        notes.append(("downgrade-allowed", {"version": verdict.sums.version}))
    age = days_since(verdict.sums.date, time.time())
    if age is not None and age > _OLD_RELEASE:
        notes.append(("release-old", {"date": verdict.sums.date, "days": str(age)}))
    return notes


def days_since(date: str, now: float) -> int | None:
    """Whole days from a YYYY-MM-DD date to ``now`` (seconds since 1970), or None if it is no date of the calendar."""
    import datetime as dt

    try:
        return (dt.datetime.fromtimestamp(now, dt.timezone.utc).date() - dt.date.fromisoformat(date)).days
    except (ValueError, OverflowError, OSError):
        return None


def _drop_if_empty(folder: str) -> None:
    try:
        os.rmdir(folder)
    except OSError:
        pass
