"""Rule folders as a stranger's repository, a full disk or a restless clock may leave them: the person's own rules always hold."""

from __future__ import annotations

import json
import os
import time

import pytest
from tests.core.feedback.conftest import RuleFolder
from tests.support.product import Product, context, decision, denied, shown

from feedback_gate.feedback import rebuild, rules, store
from feedback_gate.feedback.rules import Rules
from feedback_gate.people.arguments import call_here
from feedback_gate.system import clock

DENY = {"event": "pre_bash", "when": "git push", "message": "Ask first."}
SAID = "own (count: 5): Ask first."


@pytest.fixture
def own(rule, product):
    """The person's rule that must hold whatever the project does."""
    rule("own", 5, DENY)
    return lambda: denied(product.bash("git push", run=False)[0])


# ---- what may lie in a rule folder


@pytest.mark.parametrize(
    "make",
    [
        "mkfifo x.md",
        "mkdir x.md",
        "ln -s /dev/zero x.md",
        "ln -s x.md x.md",
        "ln -s /etc/hostname x.md",
        "ln -s nowhere x.md",
        "ln -s . sub.md",
        "ln -s / root.md",
        "printf '%01048600d' 0 > x.md",
        "printf '\\000\\001\\377' > x.md",
        "printf -- '---\\nname: x\\n' > x.md",
        "printf -- '---\\nname: r\\nexpires: 2001\\n---\\n' > \"$(printf 'a\\nb\\033[31m.md')\"",
        ": > -rf.md",
    ],
)
def test_whatever_lies_in_the_projects_folder_the_persons_rule_holds(own, product, project_rule, make):
    project_rule.path.mkdir(parents=True)
    product.sh(make, cwd=project_rule.path)
    began = time.monotonic()
    product.start()
    product.prompt()
    assert own() == SAID
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("make", [": > {F}", "ln -s {F} {F}", "mkfifo {F}", "ln -s /proc/self/fd {F}", "mkdir -m 000 {F}"])
def test_whatever_stands_in_place_of_the_projects_folder(own, product, project_rule, make):
    project_rule.path.parent.mkdir(parents=True)
    product.sh(make.replace("{F}", str(project_rule.path)))
    assert own() == SAID


def test_a_file_that_is_no_rule_file_is_named_and_a_folder_is_not(product, rule):
    rule.path.mkdir(parents=True)
    for name in ("fifo", "gone", "sub"):
        product.sh({"fifo": "mkfifo fifo.md", "gone": "ln -s nowhere gone.md", "sub": "mkdir sub.md"}[name], cwd=rule.path)
    problems = Rules(call_here(), thorough=True).problems()
    assert [(os.path.basename(file), reason) for file, _, _, reason in problems] == [
        (name, "cannot be read, is no file, or is larger than 1 MiB") for name in ("fifo.md", "gone.md")
    ]


def test_a_file_that_becomes_readable_is_read(product, rule):
    rule.path.mkdir(parents=True)
    (rule.path / "r.md").symlink_to(rule.path / "later")
    assert decision(product.bash("git push", run=False)[0]) == ""
    RuleFolder(rule.path)("own", 5, DENY).rename(rule.path / "later")
    assert denied(product.bash("git push", run=False)[0]) == SAID


@pytest.mark.parametrize(
    "front",
    [
        "name: x\nprojects: '[a'\n",
        "name: x\nwhen_exists: '[a'\n",
        "name: x\nexpires: '9999999999999999'\n",
        "name: x\nenforce:\n  - {event: pre_edit, path: '**', absent_glob: '[{stem}'}\n",
        "name: x\nenforce:\n  - {event: pre_bash, when: '(a+)+$', examples: {match: " + "a" * 5000 + "b}}\n",
        "name: x\nenforce: &a [*a]\n",
        "name: x\nenforce: [" + "{event: pre_bash, when: a}, " * 900 + "]\n",
        "name: x\nenforce:\n  - {event: pre_bash, when: '" + "(a|" * 300 + "b" + ")" * 300 + "'}\n",
        "name: x\na: " + "[" * 2000 + "]" * 2000 + "\n",
        "name: x\ncount: " + "9" * 5000 + "\n",
        "name: x\nenforce:\n  - {event: pre_bash, when: '^', check: 'exit 1'}\n",
        "name: x\nenforce:\n  - {event: pre_bash, program: '" + "{a,b}" * 12 + "'}\n",
    ],
)
def test_whatever_a_project_rule_says_the_persons_rule_holds(own, product, project_rule, front):
    project_rule.write("x.md", f"---\n{front}---\n")
    began = time.process_time()
    assert own() == SAID
    assert time.process_time() - began < 3


def test_a_projects_slow_pattern_does_not_take_the_persons_time(own, product, project_rule):
    project_rule("a", 5, *({"event": "pre_bash", "when": f"(a+)+{letter}$"} for letter in "bcdefgh"))
    reply, _ = product.bash("git push " + "a" * 5000, run=False)
    assert denied(reply) == SAID
    assert "not checked: a (its pattern ran out of time)" in shown(reply)


# ---- names and texts that would steer what shows them


def test_names_and_texts_stay_one_line_without_control_characters(product, project_rule, capsys):
    project_rule(
        "a\n■ fake (raised 9 times)\x1b[2J", 5, body="x\x1b]0;title\x07y\x85z\u2028w", description="d\r\n# Heading\u202e"
    )
    text = context(product.prompt())
    assert "■ a ■ fake (raised 9 times) [2J (raised 5 times) [a rule of this project]" in text
    assert "d # Heading" in text
    assert not [letter for letter in text if not letter.isprintable() and letter != "\n"]
    from feedback_gate.main import main

    main(["rules", "list"])
    assert "\x1b" not in capsys.readouterr().out


def test_a_message_keeps_its_lines_and_scripts_but_steers_no_terminal(product, rule):
    rule("r", 5, {**DENY, "message": "1行目　全角\n\t2: \x1b[31mred\u202e 👨‍👩‍👧 ن\u200cن\r\n3"})
    assert denied(product.bash("git push", run=False)[0]) == ("r (count: 5): 1行目　全角\n\t2:  [31mred  👨‍👩‍👧 ن\u200cن\n3")


def test_a_folder_of_thousands_of_broken_files_does_not_fill_the_log(product, project_rule, log):
    for number in range(400):
        project_rule.write(f"bad{number:03}.md", "---\na: [\n---\n")
    for _ in range(2):
        product.prompt()
    assert len(log("errors")) == 200


@pytest.mark.parametrize("name", ["{count}", "{name}", "%s", "\\g<0>", "${HOME}", "`id`", "■"])
def test_placeholders_in_names_and_messages_stay_as_they_are(product, rule, name):
    rule(name, 5, {**DENY, "message": "{rule} {count} {detail}"}) if "/" not in name else None
    assert denied(product.bash("git push", run=False)[0]) == name + " (count: 5): {rule} {count} {detail}"
    assert f"■ {name} (raised 5 times)" in context(product.prompt())


def test_a_file_name_with_a_line_end_stays_one_line(product, project_rule, capsys, log):
    project_rule.write("a\nfake.md:1: b\x1b[2J.md", "---\na: [\n---\n")
    shown_name = "a\\nfake.md:1: b\\x1b[2J.md"
    (line,) = [line for line in context(product.prompt()).splitlines() if "fake" in line]
    assert line.startswith(f"- {project_rule.path}/{shown_name}:")
    from feedback_gate.main import main

    for command in (["rules", "check"], ["rules", "list"], ["correct"]):
        main(command)
    assert "\x1b" not in capsys.readouterr().out
    assert log("errors")[0]["file"] == f"{project_rule.path}/{shown_name}"


def test_a_file_name_that_is_no_utf8_is_recorded_once(product, project_rule, log):
    project_rule.path.mkdir(parents=True)
    with open(os.fsencode(project_rule.path) + b"/\xff\xfe.md", "wb") as file:
        file.write(b"---\na: [\n---\n")
    for _ in range(2):
        assert "\\udcff\\udcfe.md" in context(product.prompt())
    assert len(log("errors")) == 1


# ---- very many


@pytest.mark.slow
def test_five_thousand_rules_of_a_repository_cost_bounded_time_and_room(own, product, project_rule):
    project_rule.path.mkdir(parents=True)
    text = "---\nname: {0}\ncount: 9\ndescription: {1}\nenforce:\n  - {{event: pre_bash, when: 'w{0}'}}\n---\n{1}\n"
    for number in range(5000):
        (project_rule.path / f"r{number}.md").write_text(text.format(f"rule_{number}", "x" * 200))
    began = time.monotonic()
    product.start()
    assert time.monotonic() - began < 30
    told = context(product.prompt())
    assert len(told) < 9800
    assert "more rules are in force" in told
    assert own() == SAID
    assert os.path.getsize(call_here_state(product)) < 40_000
    assert product.prompt() == {}


def call_here_state(product: Product) -> str:
    from feedback_gate.state.session import AgentState

    call = call_here()
    return AgentState(call.environ, call.project.id, product.session).path


def test_what_cannot_be_read_in_time_is_said_and_read_by_the_next_calls(own, product, project_rule, monkeypatch):
    for number in range(40):
        project_rule(f"r{number:02}", 5, {"event": "pre_bash", "when": f"word{number:02}", "message": "m"})
    monkeypatch.setattr(store, "RACY_NS", 0)  # else what is younger than two seconds is read each time
    ticks = iter(range(10_000))
    monkeypatch.setattr(clock, "monotonic", lambda: float(next(ticks)) / 4)
    reply, _ = product.bash("git push", run=False)
    assert denied(reply) == SAID
    assert f"not checked: {project_rule.path} (" in shown(reply)
    assert "rule files are not read yet; the next calls go on)" in shown(reply)
    for _ in range(20):
        product.bash("true", run=False)
    assert denied(product.bash("word39", run=False)[0]) == "r39 (count: 5): m"


def test_with_fail_mode_closed_nothing_runs_before_all_rules_are_read(rule, product, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
    rule("r", 1, DENY)
    monkeypatch.setattr(rules, "AT_A_TOOL", -1.0)
    assert "not read yet" in denied(product.bash("true", run=False)[0])


@pytest.mark.parametrize(
    ("room", "limit", "value"),
    [(store, "MOST_FILES", 3), (rebuild, "MOST_ENTRIES", 3), (rebuild, "MOST_RECORD_BYTES", 1200), (rebuild, "MOST_BYTES", 400)],
)
def test_a_folder_that_is_too_large_says_from_where_on_it_is_not_read(product, rule, monkeypatch, room, limit, value):
    monkeypatch.setattr(room, limit, value)
    for number in range(6):
        rule(f"r{number}", 5, {**DENY, "message": str(number)})
    (problem,) = Rules(call_here(), thorough=True).problems()
    assert problem[3] == "too many rules: this file and those behind it are left out"
    reason = denied(product.bash("git push", run=False)[0])
    assert "r0 (count: 5): 0" in reason
    assert "r5" not in reason


def test_long_texts_are_cut_with_a_mark(product, rule):
    rule("r", 5, body="word " * 5000, description="d" * 5000)
    (found,) = Rules(call_here(), thorough=True).active()
    assert (len(found.record["description"]), found.record["description"][-1]) == (1000, "…")
    assert (len(found.record["intro"]), found.record["intro"][-1]) == (2000, "…")


def test_more_than_two_hundred_entries_are_named(product, rule):
    rule("r", 5, *[{"event": "pre_bash", "when": f"word{number:03}", "message": "m"} for number in range(205)])
    assert denied(product.bash("word199", run=False)[0]) == "r (count: 5): m"
    assert product.bash("word200", run=False)[0] == {}
    assert "more than 200 entries; the rest is left out" in context(product.prompt())


# ---- the cache


@pytest.fixture
def cached(product, rule, home, monkeypatch):
    """The two cache files of a folder whose rules are long since read."""
    monkeypatch.setattr(store, "RACY_NS", 0)
    for number in range(3):
        rule(f"r{number}", 5, {"event": "pre_bash", "when": f"word{number}", "message": "m"})
    product.prompt()
    folder = home / ".cache/feedback-gate/parsed"
    (index,) = folder.glob("rules-*.index")
    (records,) = folder.glob("rules-*.records")
    return index, records


def verdicts(product: Product) -> list[str]:
    return [decision(product.bash(f"word{number}", run=False)[0]) for number in range(3)]


@pytest.mark.slow
def test_a_cache_cut_off_at_any_byte_or_gone_changes_no_verdict(product, cached):
    for path in cached:
        whole = path.read_bytes()
        for size in [*range(0, len(whole), 7), len(whole) - 1]:
            path.write_bytes(whole[:size])
            assert decision(product.bash("word1", run=False)[0]) == "deny", (path.name, size)
        for path_of in cached:
            path_of.unlink(missing_ok=True)
        product.prompt()
    for path in cached:
        path.unlink()
        assert verdicts(product) == ["deny"] * 3


@pytest.mark.parametrize("value", ["[]", "{}", "null", '"x"', "[" * 100_000, '{"version": 1}'])
def test_an_index_of_another_shape_is_made_again(product, cached, value):
    cached[0].write_text(value)
    assert verdicts(product) == ["deny"] * 3


@pytest.mark.parametrize(
    "name", ["folder", "stat", "racy", "unread", "unreadable", "again", "build", "meta", "rows", "events", "digest", "size"]
)
@pytest.mark.parametrize("value", [None, "x", -1, [], {}])
def test_an_index_with_a_part_of_another_kind_changes_no_verdict(product, cached, name, value):
    line, _, text = cached[0].read_text().partition("\n")
    head = json.loads(line)
    if type(head[name]) is type(value):
        value = None
    cached[0].write_text(json.dumps({**head, name: value}) + "\n" + text)
    assert verdicts(product) == ["deny"] * 3


def test_an_index_whose_text_was_changed_is_made_again(product, cached):
    cached[0].write_text(cached[0].read_text().replace("word1", "worx1"))
    assert verdicts(product) == ["deny"] * 3


def test_records_of_another_content_are_found_out_at_the_next_prompt(product, cached, rule):
    cached[1].write_bytes(cached[1].read_bytes().replace(b"word1", b"worxx"))
    product.prompt()
    assert verdicts(product) == ["deny"] * 3


def test_a_cache_inside_the_project_is_never_read(product, rule, project_rule, cached, monkeypatch):
    """Where the cache lies is the person's and the machine's to say; nothing of the project is taken for one."""
    poison = product.root / ".cache/feedback-gate/parsed"
    poison.mkdir(parents=True)
    for path in cached:
        (poison / path.name).write_bytes(path.read_bytes().replace(b"word", b"nope"))
    assert verdicts(product) == ["deny"] * 3


def test_a_cache_that_cannot_be_written_costs_no_verdict(product, rule, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/x")
    rule("own", 5, DENY)
    assert denied(product.bash("git push", run=False)[0]) == SAID


# ---- time


def test_rules_changed_within_the_same_moment_are_seen(product, rule):
    path = rule("own", 5, {**DENY, "message": "1"})
    info = os.stat(path)
    for number in range(2, 8):
        with open(path, "r+", encoding="utf-8") as file:
            text = file.read().replace(f'"{number - 1}"', f'"{number}"')
            file.seek(0)
            file.write(text)
        os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))
        assert denied(product.bash("git push", run=False)[0]) == f"own (count: 5): {number}"


def test_a_rule_added_in_the_same_tick_as_another_was_removed_is_seen(product, rule):
    rule("old", 5, DENY)
    path = rule("own", 5, {**DENY, "when": "never"})
    os.utime(path, (1, 1))
    time.sleep(2.1)
    product.prompt()
    (rule.path / "old.md").unlink()
    product.bash("true", run=False)
    stat = os.stat(rule.path)
    rule("new", 5, {**DENY, "message": "new"})
    os.utime(rule.path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert denied(product.bash("git push", run=False)[0]) == "new (count: 5): new"


@pytest.mark.parametrize("days", [-400, -1, 1, 400])
def test_a_clock_that_jumps_costs_no_verdict_and_no_time(product, rule, monkeypatch, days):
    for number in range(30):
        rule(f"r{number}", 5, {"event": "pre_bash", "when": f"word{number:02}", "message": "m"})
    product.prompt()
    now = time.time() + days * 86400
    monkeypatch.setattr(clock, "now", lambda: now)
    product.prompt()
    reads = []
    real = rebuild.read
    monkeypatch.setattr(rebuild, "read", lambda path, **more: reads.append(path) or real(path, **more))
    assert decision(product.bash("word07", run=False)[0]) == "deny"
    assert reads == []


@pytest.mark.parametrize(("made", "racy"), [(10.0, True), (11.9, True), (12.1, False), (8.1, True), (7.9, False)])
def test_a_time_stamp_near_the_moment_of_reading_may_hide_a_change(made, racy):
    assert store.may_hide_a_change(10_000_000_000, made) is racy


# ---- homes and folders


@pytest.mark.parametrize("home_value", [None, "", "relative/home", "."])
def test_without_a_usable_home_the_projects_rules_still_hold(product, project_rule, monkeypatch, home_value):
    if home_value is None:
        monkeypatch.delenv("HOME")
    else:
        monkeypatch.setenv("HOME", home_value)
    project_rule("own", 5, DENY)
    before = sorted(os.listdir(product.root))
    assert denied(product.bash("git push", run=False)[0]) == SAID
    assert context(product.prompt()).count("■ own") == 1
    assert sorted(os.listdir(product.root)) == before


@pytest.mark.parametrize("value", ["{D}", "{D}/", "{D}/../own", "~/own", " {D} "])
def test_claude_feedback_dir_names_the_one_folder_of_the_person(product, rule, home, monkeypatch, value):
    rule("other", 5, {**DENY, "message": "other"})
    RuleFolder(home / "own")("own", 5, DENY)
    monkeypatch.setenv("CLAUDE_FEEDBACK_DIR", value.replace("{D}", str(home / "own")))
    assert denied(product.bash("git push", run=False)[0]) == SAID


def test_a_relative_claude_feedback_dir_is_seen_from_the_project_wherever_the_agent_is(product, monkeypatch):
    RuleFolder(product.root / "team rules")("own", 5, DENY)
    (product.root / "sub").mkdir()
    monkeypatch.setenv("CLAUDE_FEEDBACK_DIR", "team rules")
    for cwd in (product.root, product.root / "sub"):
        monkeypatch.chdir(cwd)
        assert denied(product.bash("git push", run=False, cwd=cwd)[0]) == SAID


@pytest.mark.parametrize("value", ["", "  "])
def test_an_empty_claude_feedback_dir_is_none(product, rule, monkeypatch, value):
    rule("own", 5, DENY)
    monkeypatch.setenv("CLAUDE_FEEDBACK_DIR", value)
    assert denied(product.bash("git push", run=False)[0]) == SAID


@pytest.mark.parametrize("value", ["/nowhere", "/etc/hostname", "/dev/null", "/x\x00y"])
def test_a_claude_feedback_dir_that_is_no_folder_holds_nothing_and_is_named(product, rule, value):
    rule("own", 5, DENY)
    environ = {**os.environ, "CLAUDE_FEEDBACK_DIR": value}
    from feedback_gate import hook

    payload = {"session_id": "s", "cwd": str(product.root), "tool_name": "Bash", "tool_input": {"command": "git push"}}
    answer = hook.answer("claude", "PreToolUse", json.dumps(payload).encode(), environ).stdout
    assert answer.startswith('{"systemMessage": "[feedback-gate] not checked: ' + value.replace("\0", "\\\\u0000") + " (")


def test_a_project_cannot_empty_the_persons_folder_through_its_settings(product, rule, monkeypatch):
    rule("own", 5, DENY)
    product.file(".claude/settings.json", '{"env": {"CLAUDE_FEEDBACK_DIR": "/nowhere"}}')
    monkeypatch.setenv("CLAUDE_FEEDBACK_DIR", "/nowhere")
    assert denied(product.bash("git push", run=False)[0]) == SAID


def test_the_home_as_the_project_has_its_rules_once(product, rule, home, monkeypatch):
    rule("own", 5, DENY)
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(home))
    assert denied(product.bash("git push", run=False)[0]) == SAID


@pytest.mark.parametrize("name", ["a[b]", "a b", "日本", "a\nb", "-rf", "a'b\"c", "a$HOME`id`"])
def test_a_project_of_any_name(home, tmp_path, name, monkeypatch):
    product = Product(tmp_path / name)
    RuleFolder(product.root / ".claude/feedback")("own", 5, DENY, {"event": "post_edit", "path": "src/*.txt", "when": "x"})
    assert denied(product.bash("git push", run=False)[0]) == SAID
    assert product.write("src/a.txt", "x")["decision"] == "block"
