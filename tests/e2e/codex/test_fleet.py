"""A machine of a fleet, on the real Codex: what `admin-bundle` rolls out needs no review and cannot be switched off."""

from __future__ import annotations

import os

import pytest
from tests.e2e.claude_scenes import bash_rule
from tests.e2e.codex.lab import CODE, say
from tests.e2e.fleet import Published, roll_out

pytestmark = pytest.mark.live


def test_a_rolled_out_machine_enforces_a_rule_without_a_review(codex_lab, plugin, tmp_path):
    lab = codex_lab(CODE)
    lab.at_home(".agents/feedback/push.md", bash_rule(5))
    roll_out(lab, Published(str(tmp_path), plugin).bundle())
    run = lab.exec("Do the task.", [lab.shell("touch ran; git push origin main --force"), say("bye")], trust=False)
    assert "Never force-push" in run.told(1)
    assert not os.path.exists(lab.path("ran"))
