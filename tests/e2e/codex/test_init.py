"""Set up from the executable itself, on the real Codex; and several registrations that answer once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest
from tests.e2e.claude_lab import contents, put
from tests.e2e.claude_scenes import bash_rule
from tests.e2e.codex.app import AppServer
from tests.e2e.codex.lab import CODE, DIRECT, say
from tests.e2e.codex.product import ROOT, add_plugin, unreadable

from feedback_gate import __version__
from feedback_gate.hosts.codex import registration

pytestmark = pytest.mark.live

FORCED = "touch ran; git push origin main --force"


def ours(lab, plugin, *arguments, path=""):
    """Run the executable as a person does; its output and status."""
    archive = os.path.join(plugin, "shim", "feedback-gate.pyz")
    env = lab.env({"MOCK_KEY": None})
    env["PATH"] = path + env["PATH"]
    argv = [sys.executable, "-I", "-S", archive, *arguments]
    done = subprocess.run(argv, cwd=lab.project, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr, done.returncode


def next_version(version):
    """The version after this one, X.Y.Z → X.Y.Z+1."""
    head, _, last = version.rpartition(".")
    return f"{head}.{int(last) + 1}"


@pytest.fixture(scope="session")
def next_plugin(tmp_path_factory):
    """The plugin of the version after this one, built from a copy of the checkout whose version was bumped."""
    folder = tmp_path_factory.mktemp("next")
    copied = folder / "checkout"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.rstrip("\0").split("\0"):
        if os.path.isfile(os.path.join(ROOT, name)):
            os.makedirs(copied / os.path.dirname(name), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, name), copied / name)
    built = str(folder / "dist")
    scripts = (("bump.py", next_version(__version__)), ("build.py", "--out", built), ("plugin.py", "--out", built + "/plugin"))
    for script, *arguments in scripts:
        argv = [sys.executable, str(copied / "release" / script), *arguments]
        done = subprocess.run(argv, cwd=copied, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
    return built + "/plugin"


def violations(lab):
    """How many violations were logged."""
    path = os.path.join(lab.home, ".local", "state", "feedback-gate", "log", "violations.jsonl")
    return len(contents(path).splitlines()) if os.path.exists(path) else 0


def heard(lab):
    """The copies of ours that the client started in its session."""
    folder = os.path.join(lab.home, ".local", "state", "feedback-gate", "seen")
    (name,) = [name for name in os.listdir(folder) if name.startswith("owner.codex.") and not name.endswith(".lock")]
    return json.loads(contents(os.path.join(folder, name)).rpartition("\n? ")[2])["heard"]


def refused(run):
    return "Never force-push" in run.told(1)


def test_after_init_and_the_persons_trust_a_rule_is_enforced(codex_lab, plugin):
    lab = codex_lab(CODE)
    lab.at_home(".agents/feedback/push.md", bash_rule(5))
    said, code = ours(lab, plugin, "init", "--host", "codex", "--yes")
    assert (code, "/hooks" in said) == (0, True), said
    assert not refused(lab.exec("go", [lab.shell(FORCED), say("bye")], trust=False))
    with AppServer(lab) as app:
        assert [status for _event, status in app.hooks()] == ["untrusted"] * 9
        app.trust_hooks()
    os.remove(lab.path("ran"))
    assert refused(lab.exec("go", [lab.shell(FORCED), say("bye")], trust=False))
    assert not os.path.exists(lab.path("ran"))


def test_the_next_version_over_this_one_keeps_the_definition_the_trust_and_the_rules(codex_lab, plugin, next_plugin):
    lab = codex_lab(CODE)
    lab.at_home(".agents/feedback/push.md", bash_rule(5))
    hooks = os.path.join(lab.codex_home, "hooks.json")
    lab.configure()
    definitions = []
    for built, version, expected in (
        (plugin, __version__, "untrusted"),
        (next_plugin, next_version(__version__), "trusted"),
    ):
        said, code = ours(lab, built, "init", "--host", "codex", "--yes")
        assert code == 0, said
        definitions.append(contents(hooks))
        pin = contents(os.path.join(lab.home, ".local", "share", "feedback-gate", "pin"))
        assert pin.split()[0] == version
        with AppServer(lab) as app:
            assert [status for _event, status in app.hooks()] == [expected] * 9
            if expected == "untrusted":
                app.trust_hooks()
    assert definitions[0] == definitions[1]
    run = lab.exec("go", [lab.shell(FORCED), say("bye")], trust=False)
    assert refused(run)
    assert not os.path.exists(lab.path("ran"))


def test_the_doctor_asks_the_client_and_proves_the_registered_commands(codex_lab, plugin):
    lab = codex_lab(CODE)
    lab.configure()
    lab.at_home(".agents/feedback/push.md", bash_rule(5))
    ours(lab, plugin, "init", "--host", "codex", "--yes")
    folder = os.path.dirname(lab.client) + os.pathsep
    said, code = ours(lab, plugin, "doctor", "--host", "codex", path=folder)
    assert (code, "9 hooks are installed in Codex, 0 are trusted" in said) == (1, True), said
    assert "user: a false claim was refused" in said
    with AppServer(lab) as app:
        app.trust_hooks()
    said, code = ours(lab, plugin, "doctor", "--host", "codex", path=folder)
    assert (code, "all of them trusted" in said) == (0, True), said


def test_uninstall_leaves_the_client_without_a_hook_of_ours(codex_lab, plugin):
    lab = codex_lab(CODE)
    lab.configure()
    ours(lab, plugin, "init", "--host", "codex", "--yes")
    ours(lab, plugin, "uninstall", "--yes")
    with AppServer(lab) as app:
        assert app.hooks() == []
    assert sorted(os.listdir(lab.codex_home))[:1] != ["hooks.json"]


@pytest.mark.parametrize("model", [DIRECT, CODE], ids=["direct", "code"])
def test_managed_requirements_plugin_user_and_project_hooks_together_answer_each_event_once(codex_lab, plugin, model):
    lab = codex_lab(model)
    lab.at_home(".agents/feedback/push.md", bash_rule(5))
    lab.more = f'[projects."{lab.project}"]\ntrust_level = "trusted"\n'
    add_plugin(lab)
    ours(lab, plugin, "init", "--host", "codex", "--yes")
    ours(lab, plugin, "init", "--host", "codex", "--scope", "project", "--yes")
    lab.commit("hooks")
    managed = os.path.join(lab.root, "managed", "feedback-gate")
    shutil.copytree(os.path.join(plugin, "shim"), managed)
    lab.etc = os.path.join(lab.root, "etc")
    shutil.copytree("/etc", lab.etc, symlinks=True, ignore=unreadable)
    word = registration.quoted(os.path.join(managed, "hook.sh"))
    put(os.path.join(lab.etc, "codex", "requirements.toml"), registration.requirements(word))
    run = lab.exec("go", [lab.shell(FORCED), lab.shell(FORCED), say("bye")])
    assert refused(run)
    assert not os.path.exists(lab.path("ran"))
    assert violations(lab) == 2
    assert len(heard(lab)) == 4


def test_a_plugin_that_nobody_trusted_does_not_silence_the_persons_hooks(codex_lab, plugin):
    lab = codex_lab(CODE)
    lab.at_home(".agents/feedback/push.md", bash_rule(5))
    ours(lab, plugin, "init", "--host", "codex", "--yes")
    lab.configure()
    with AppServer(lab) as app:
        app.trust_hooks()
    add_plugin(lab)
    run = lab.exec("go", [lab.shell(FORCED), say("bye")], trust=False)
    assert refused(run)
    assert violations(lab) == 1
