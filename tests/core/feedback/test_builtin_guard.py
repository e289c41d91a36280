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
        ("sh ~/.local/share/feedback-gate/hook.sh run trust", "deny"),
        ("env -u CLAUDECODE feedback-gate gate reset", "deny"),
        ("sh /x/hook.sh run gate reset --json", "deny"),
        ("feedback-gate gate run --json", ""),
        ("feedback-gate gate explain reset", ""),
        ("python3 ~/.cache/feedback-gate/1/feedback-gate.pyz trust", "deny"),
        ("echo '{}' | sh /x/shim/hook.sh claude UserPromptSubmit", "deny"),
        ("feedback-gate claude UserPromptSubmit < p.json", "deny"),
        ("claude -p 'feedback-gate trust ABCDEF'", "deny"),
        ("sh -c 'feedback-gate trust'", "deny"),
        ("feedback-gate  trust", "deny"),
        ("uvx feedback-gate trust", "deny"),
        ("python3 -m feedback_gate trust", "deny"),
        ("sudo env A=1 feedback-gate trust", "deny"),
        ("case x in x) feedback-gate trust;; esac", "deny"),
        ("case x in x) sh /x/hook.sh claude Stop;; esac", "deny"),
        ("true;" * 10_001 + "feedback-gate trust", "deny"),
        ("codex exec 'feedback-gate trust ABCDEF'", "deny"),
        ("echo 'feedback-gate trust' | sh", "deny"),
        ("sh <<'E'\nfeedback-gate trust\nE", "deny"),
        ("python3 -c \"import os; os.system('feedback-gate trust')\"", "deny"),
        ("git commit -m 'feedback-gate trust is documented'", ""),
        ("gh issue create --body 'Run feedback-gate trust in a terminal'", ""),
        ("echo 'see: feedback-gate trust' >> README.md", ""),
        ("feedback-gate rules add r --body 'say: run feedback-gate trust'", ""),
        ("feedback-gate rules check ~/.claude/feedback/r.md", ""),
        ("sh shim/hook.sh run correct", ""),
        ("grep -rn 'hook.sh claude' docs", ""),
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


def test_an_administrator_locks_it_to_refuse(product, tmp_path, monkeypatch):
    policy = tmp_path / "policy.conf"
    policy.write_text("selfGuard = deny\n")
    monkeypatch.setattr("feedback_gate.settings.POLICY_FILE", str(policy))
    monkeypatch.setenv("FEEDBACK_GATE_SELF_GUARD", "ask")
    assert write(product, product.root / ".claude/gate.yaml", "") == "deny"
    assert bash(product, "rm -rf .claude") == "deny"


def test_a_project_cannot_take_back_what_the_person_made_of_it(product, home, monkeypatch):
    product.file(".claude/settings.json", '{"env": {"FEEDBACK_GATE_SELF_GUARD": "ask"}}')
    (home / ".config/feedback-gate").mkdir(parents=True)
    (home / ".config/feedback-gate/settings.conf").write_text("selfGuard = deny\n")
    monkeypatch.setenv("FEEDBACK_GATE_SELF_GUARD", "ask")
    assert write(product, product.root / ".claude/gate.yaml", "") == "deny"


def test_where_nothing_is_configured_there_is_nothing_to_guard(tmp_path, home):
    product = Product(tmp_path / "plain").git()
    assert write(product, home / ".claude/settings.json", '{"hooks": {}}') == ""


@pytest.mark.parametrize(
    "command",
    [
        "rm ~/.claude/feedback/*.md",
        "rm ~/.claude/feedback/r*",
        "rm -rf ~/.cl*",
        "rm -rf ~/.claude",
        "rm -rf ~",
        "rm -rf ~/.local",
        "mv ~/.claude/feedback /tmp/x",
        "cd ~/.claude/feedback && rm r.md",
        "cd ~/.claude && cd feedback && sed -i s/4/1/ r.md",
        "cd && rm -r .claude/feedback",
        'truncate -s0 "$HOME"/.claude/feedback/r.md',
        "ln -sf /dev/null ~/.claude/feedback/r.md",
        "find ~/.claude/feedback -name r.md -delete",
        "sh -c 'rm ~/.claude/feedback/r.md'",
        "ls | xargs -I{} rm ~/.claude/feedback/r.md",
        "python3 -c \"open('{home}/.claude/feedback/r.md', 'w')\"",
        "python3 - <<'E'\nopen('{home}/.claude/feedback/r.md', 'w')\nE",
        "perl -pi -e s/4/1/ ~/.claude/feedback/r.md",
        "dd of=$HOME/.claude/feedback/r.md < /dev/null",
        "git rm .claude/gate.yaml",
        "rm -rf .claude",
        "cp -t .claude x/gate.yaml .",
        ">.claude/gate.yaml",
        "tee .claude/gate.yaml",
        "chmod 000 ~/.claude/feedback",
        "cp /bin/true ~/.local/bin/feedback-gate",
        "feedback-gate uninstall",
        "python3 ~/x/feedback-gate-installer.pyz uninstall",
        "claude plugin disable feedback-gate@feedback-gate",
        "claude plugin uninstall feedback-gate",
        "true;" * 10_001 + "rm ~/.claude/feedback/r.md",
        "case x in x) rm ~/.claude/feedback/r.md;; esac",
        "f() { rm ~/.claude/feedback/r.md; }; f",
    ],
)
def test_ways_to_remove_or_change_what_is_watched(product, home, command):
    product.start()
    assert bash(product, command.replace("{home}", str(home))) == "ask"


@pytest.mark.parametrize(
    "command",
    [
        "cp ~/.claude/settings.json backup.json",
        "git add .claude/gate.yaml && git commit -m 'a gate.yaml'",
        "git fetch",
        "git commit -m 'rm -rf ~/.claude/feedback is bad'",
        "rm -rf build",
        "rm -rf ./*.tmp",
        "mv a b",
        "cd ~/.claude/feedback && ls",
        "cat > notes.md <<'E'\nrm ~/.claude/feedback/r.md\nE",
        "echo 'rm -rf ~/.claude'",
        "python3 tools/settings.py",
        "npm run build # settings",
        "touch .agents/gate.yaml",
        "claude plugin uninstall other",
        "claude plugin list",
    ],
)
def test_commands_that_only_look_like_it(product, command):
    assert bash(product, command) == ""


def test_the_folder_a_command_starts_in_counts(product, home):
    reply, _ = product.bash("sed -i s/4/1/ r.md", run=False, cwd=home / ".claude/feedback")
    assert decision(reply) == "ask"


def test_a_link_to_a_watched_file_is_watched(product, home):
    (product.root / "x.json").symlink_to(home / ".claude/settings.json")
    (product.root / "mine").symlink_to(home / ".claude")
    assert write(product, product.root / "x.json", '{"hooks": {}}') == "ask"
    assert bash(product, "rm mine/feedback/r.md") == "ask"


@pytest.mark.parametrize("chosen", ["{home}/own", "~/own", "{home}/own/"])
def test_the_folder_of_claude_feedback_dir_is_watched(product, home, monkeypatch, chosen):
    (home / "own").mkdir()
    (home / "own" / "r.md").write_text(RULE)
    monkeypatch.setenv("CLAUDE_FEEDBACK_DIR", chosen.replace("{home}", str(home)))
    assert edit(product, home / "own/r.md", "count: 4", "count: 1") == "ask"
    assert bash(product, "rm ~/own/r.md") == "ask"
    assert bash(product, "sed -i s/4/1/ ~/own/r.md") == "ask"


@pytest.mark.parametrize("variable", ["CLAUDE_CONFIG_DIR", "CODEX_HOME"])
def test_settings_of_a_client_that_lie_elsewhere_are_watched(product, home, monkeypatch, variable):
    monkeypatch.setenv(variable, f"{home}/conf")
    assert write(product, home / "conf/settings.json", '{"hooks": {}}') == "ask"
    assert bash(product, "printf x > ~/conf/hooks.json") == "ask"


def test_a_new_rule_that_would_keep_another_one_out_of_force_asks(product, home):
    (home / ".agents/feedback").mkdir(parents=True)
    (home / ".agents/feedback/push.md").write_text("---\nname: no-push\ncount: 5\n---\n")
    text = "---\nname: no-push\ncount: 0\n---\n"
    assert write(product, home / ".claude/feedback/new.md", text) == "ask"
    assert write(product, home / ".agents/feedback/new.md", text) == ""
    assert write(product, product.root / ".claude/feedback/new.md", text) == ""
    assert edit(product, home / ".claude/feedback/r.md", "name: r", "name: no-push") == "ask"


def test_an_approved_change_is_only_warned_about_the_next_time(product, home):
    fields = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "rm ~/.claude/feedback/r.md"}}
    assert decision(product.call("PreToolUse", **fields)) == "ask"
    product.call("PostToolUse", tool_response={}, **fields)
    assert decision(product.call("PreToolUse", **fields)) == ""


@pytest.mark.parametrize(
    "configure",
    [
        lambda product, home: product.file(".shoot.config.json", "{}"),
        lambda product, home: product.file(".agents/gate.yaml", "rules: []"),
        lambda product, home: product.gate("claims:\n  checks:\n    test: {cmd: 'true'}\n"),
        lambda product, home: product.file(".claude/feedback/x.md", "no rule"),
    ],
)
def test_it_is_on_wherever_anything_is_configured(tmp_path, home, configure):
    product = Product(tmp_path / "plain")
    configure(product, home)
    assert write(product, home / ".claude/settings.json", '{"hooks": {}}') == "ask"


def test_it_is_on_where_something_was_approved(tmp_path, home):
    from feedback_gate.people.arguments import call_here
    from feedback_gate.state.approvals import Approvals

    product = Product(tmp_path / "plain")
    call = call_here()
    Approvals(call.environ, call.project.id, "gate").approve("rules: []", "terminal", str(product.root), "gate")
    assert write(product, home / ".claude/settings.json", '{"hooks": {}}') == "ask"


def test_explain_and_list_show_it(product, home, capsys):
    from feedback_gate.main import main

    main(["rules", "list"])
    main(["rules", "explain", "bash", "rm ~/.claude/feedback/r.md"])
    main(["rules", "explain", "edit", str(home / ".claude/settings.json"), "--text", '{"hooks": {}}'])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:5] == ["feedback-gate-self", "3", "built", "in", "active"]
    assert [line.split("  ")[-1] for line in lines if line.startswith("ask ")] == [
        f"pre_bash: rule: {home}/.claude/feedback/r.md",
        f"pre_edit: registration: {home}/.claude/settings.json",
    ]
