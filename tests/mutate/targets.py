"""The code that decides, and the tests that hold each part of it: only these run for a mutant, the quickest first."""

from __future__ import annotations

from pathlib import Path

import tomllib

CORE = "core/feedback_gate/"
INSTALLER = "installer/feedback_gate_installer/"
TESTS = "tests/core/"

# Module → its tests. What decides: the outcome, the severity of a rule, the phases of the gate, the breakers, trust, the
# verifier of releases, and the options that a project may only tighten.
MODULES: dict[str, tuple[str, ...]] = {
    CORE + "outcome.py": (TESTS + "test_outcome.py",),
    CORE + "feedback/rule.py": (TESTS + "feedback/test_severity.py", TESTS + "feedback/test_correct.py"),
    CORE + "state/budget.py": (TESTS + "test_budget.py",),
    CORE + "claims/breaker.py": (TESTS + "claims_verification/test_breaker.py",),
    CORE + "claims/policy.py": (TESTS + "claims_verification/test_policy_text.py",),
    CORE + "trust.py": (TESTS + "test_trust_decisions.py",),
    CORE + "state/approvals.py": (TESTS + "test_trust_decisions.py",),
    CORE + "settings.py": (TESTS + "test_settings.py", TESTS + "unreadable/test_options.py"),
    CORE + "quality/reserved.py": (TESTS + "gate/test_reserved.py",),
    CORE + "quality/stopping.py": (TESTS + "gate/test_stopping.py",),
    INSTALLER + "verify.py": ("tests/installer/test_verify.py",),
    INSTALLER + "ed25519.py": ("tests/installer/test_ed25519.py",),
}


def explained() -> dict[str, dict[str, str]]:
    """Module → {mutant that survives: why nobody can notice it}, from `explained.toml`."""
    found: dict[str, dict[str, str]] = {}
    for one in tomllib.loads((Path(__file__).parent / "explained.toml").read_text())["survivor"]:
        found.setdefault(one["module"], {})[one["change"]] = one["why"]
    return found
