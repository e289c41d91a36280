"""The built-in guard: what keeps an agent in check is not changed without a question."""

from __future__ import annotations

import pytest
from tests.support.product import Product, denied

RULE = "---\nname: r\ncount: 4\nenforce:\n  - {event: pre_bash, when: 'git push', message: m}\n---\nProse.\n"


@pytest.fixture
def product(tmp_path, home) -> Product:
    folder = home / ".claude/feedback"
    folder.mkdir(parents=True)
    (folder / "r.md").write_text(RULE)
    (home / ".claude/settings.json").write_text('{"model": "x",\n "hooks": {}}')
    product = Product(tmp_path / "app")
    product.gate("rules: []\n")
    return product.git()


def decision(reply) -> str:
    return reply.get("hookSpecificOutput", {}).get("permissionDecision", "")


def edit(product: Product, path, old: str, new: str) -> str:
    given = {"file_path": str(path), "old_string": old, "new_string": new, "replace_all": False}
    return decision(product.call("PreToolUse", tool_name="Edit", tool_input=given))


def write(product: Product, path, text: str) -> str:
    return decision(product.call("PreToolUse", tool_name="Write", tool_input={"file_path": str(path), "content": text}))


def bash(product: Product, command: str) -> str:
    return decision(product.bash(command, run=False)[0])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("count: 4", "count: 5", ""),
        ("Prose.", "Other prose.", ""),
        ("message: m", "message: other", ""),
        ("---\nProse.", "  - {event: pre_bash, when: 'rm', message: n}\n---\nProse.", ""),
        ("count: 4", "count: 1", "ask"),
        ("git push", "git push --all", "ask"),
        ("message: m", "message: m, unless: '.'", "ask"),
        ("count: 4", "count: 4\nexpires: 2001-01-01", "ask"),
        ("name: r", "name: other", "ask"),
    ],
)
def test_an_edit_of_a_rule_asks_only_when_it_loosens(product, home, old, new, expected):
    assert edit(product, home / ".claude/feedback/r.md", old, new) == expected


def test_a_new_rule_passes_and_an_overwritten_one_asks(product, home):
    assert write(product, home / ".claude/feedback/new.md", RULE) == ""
    assert write(product, home / ".claude/feedback/r.md", "no rule any more") == "ask"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("~/.claude/settings.json", "ask"),
        ("app/.claude/settings.local.json", "ask"),
        ("app/.claude/gate.yaml", "ask"),
        ("~/.local/state/feedback-gate/trust/x/gate.json", "ask"),
        ("~/.config/feedback-gate/settings.conf", "ask"),
        ("/etc/feedback-gate/policy.conf", "ask"),
        ("app/src/settings.json", ""),
        ("app/docs/gate.yaml", ""),
        ("app/.agents/gate.yaml", ""),
    ],
)
def test_watched_files_ask(product, home, tmp_path, path, expected):
    full = path.replace("~", str(home)) if path.startswith("~") else path if path.startswith("/") else str(tmp_path / path)
    assert write(product, full, '{"hooks": {}}') == expected


def test_a_setting_that_has_nothing_to_do_with_hooks_passes(product, home):
    assert edit(product, home / ".claude/settings.json", '"model": "x"', '"model": "y"') == ""
    assert edit(product, home / ".claude/settings.json", '"model": "x"', '"disableAllHooks": true') == "ask"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("rm -rf ~/.claude/feedback", "ask"),
        ("sed -i s/4/1/ ~/.claude/feedback/r.md", "ask"),
        ("echo > $HOME/.claude/feedback/r.md", "ask"),
        ("rm -r ~/.local/state/feedback-gate", "ask"),
        ("printf '{}' > .claude/settings.json", "ask"),
        ("cp x .claude/gate.yaml", "ask"),
        ("cat .claude/gate.yaml", ""),
        ("ls ~/.claude/feedback | wc -l", ""),
        ("grep -r x ~/.claude/feedback > out.txt", ""),
        ("cat > ~/.claude/feedback/new.md <<'E'\nx\nE", ""),
        ("feedback-gate rules bump r", ""),
        ("echo feedback", ""),
        ("feedback-gate trust", "deny"),
        ("echo yes | feedback-gate trust", "deny"),
        ("python3 ~/.cache/feedback-gate/1/feedback-gate.pyz trust", "deny"),
        ("echo '{}' | sh /x/shim/hook.sh claude UserPromptSubmit", "deny"),
        ("feedback-gate claude UserPromptSubmit < p.json", "deny"),
        ("claude -p 'feedback-gate trust ABCDEF'", "deny"),
        ("sh -c 'feedback-gate trust'", "deny"),
        ("git commit -m 'feedback-gate trust is documented'", "deny"),
    ],
)
def test_commands(product, command, expected):
    assert bash(product, command) == expected


def test_a_rule_of_its_name_tightens_it(product, home):
    (home / ".claude/feedback/self.md").write_text("---\nname: feedback-gate-self\ncount: 5\n---\n")
    reply = product.call(
        "PreToolUse", tool_name="Write", tool_input={"file_path": str(product.root / ".claude/gate.yaml"), "content": ""}
    )
    assert "says which checks run on your work" in denied(reply)


def test_a_rule_of_its_name_does_not_loosen_it(product, home):
    (home / ".claude/feedback/self.md").write_text("---\nname: feedback-gate-self\ncount: 0\n---\n")
    assert write(product, product.root / ".claude/gate.yaml", "") == "ask"


def test_where_nothing_is_configured_there_is_nothing_to_guard(tmp_path, home):
    product = Product(tmp_path / "plain").git()
    assert write(product, home / ".claude/settings.json", '{"hooks": {}}') == ""
