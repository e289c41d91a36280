"""The files Claude Code reads at the plugin's root come from the declarations and from nowhere else."""

from __future__ import annotations

import json
import os

import pytest

import manifests
from feedback_gate import __version__
from feedback_gate.settings import OPTIONS

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def checked_in(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


@pytest.mark.parametrize("name", sorted(manifests.outputs()))
def test_a_checked_in_file_is_what_the_generator_writes(name):
    assert checked_in(name) == manifests.outputs()[name]


def test_the_manifest_has_the_one_version_and_every_option():
    manifest = json.loads(checked_in(".claude-plugin/plugin.json"))
    assert manifest["version"] == __version__
    assert list(manifest["userConfig"]) == list(OPTIONS)


def test_the_options_defaults_are_the_programs_defaults():
    shown = json.loads(checked_in(".claude-plugin/plugin.json"))["userConfig"]
    assert {name: shown[name]["default"] for name in shown} == {
        "language": "auto",
        "agentLaunchGuard": False,
        "autoCount": True,
        "rulesFile": "~/.claude/feedback-gate/feedback_rules.md",
        "failMode": "open",
        "trust": "tofu",
        "selfGuard": "ask",
        "notify": "auto",
        "inject": "changed",
    }


def test_the_marketplace_offers_the_folder_itself():
    market = json.loads(checked_in(".claude-plugin/marketplace.json"))
    assert market["name"] == "feedback-gate"
    assert [(plugin["name"], plugin["source"]) for plugin in market["plugins"]] == [("feedback-gate", "./")]
