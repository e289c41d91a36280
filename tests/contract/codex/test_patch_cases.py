"""Every recorded patch and every spelling of a here-document, against what the real client made of it."""

from __future__ import annotations

import json
import os

import pytest

from feedback_gate.hosts.codex.apply_patch import parse
from feedback_gate.hosts.codex.heredoc import patches_in_command

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fixtures", "codex")
PATCH = "*** Begin Patch\n*** Add File: n.txt\n+x\n*** End Patch"


def recorded(name):
    with open(os.path.join(FIXTURES, name), encoding="utf-8") as handle:
        return json.load(handle)


def listed(change):
    """A change of the recording in the order of our fields; a patch does not hold the text that a delete removes."""
    return (change["operation"], change["path"], change.get("from") or "", change["added"] or "", change["removed"] or "")


CASES = recorded("apply-patch-cases.json")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_recorded_patch_gives_exactly_the_listed_changes(case):
    read = patches_in_command if case["tool_name"] == "Bash" else parse
    found = [(one.kind, one.path, one.old_path, one.added, one.removed) for one in read(case["command"])]
    assert found == [listed(change) for change in case["changes"]]


@pytest.mark.parametrize("case", recorded("heredoc-cases.json"), ids=lambda case: ascii(case["command"])[1:60])
def test_a_here_document_is_an_edit_where_the_client_takes_it_over(case):
    found = patches_in_command(case["command"].replace("PATCH", PATCH))
    places = [os.path.normpath(os.path.join("/home/user/project", one.path)) for one in found]
    path = "n.txt" if case.get("wider") else case["path"]
    assert places == ([] if path is None else [os.path.join("/home/user/project", path)])
