"""The editor of settings texts: nobody else's byte changes, and taking our hooks out undoes putting them in."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from feedback_gate.hosts import json_text, settings_text
from feedback_gate.hosts.claude import registration as claude
from feedback_gate.hosts.codex import registration as codex
from feedback_gate.hosts.settings_text import SettingsError, with_hooks, without_hooks

PATH = "/h/.claude/settings.json"
LAUNCHER = "'/d/feedback-gate/hook.sh'"
OURS = claude.hooks(LAUNCHER)


def put(text):
    return with_hooks(text, OURS, claude.is_ours, PATH)


def take(text):
    return without_hooks(text, claude.is_ours, PATH)


def value_of(text):
    document = settings_text.parsed(text, PATH)
    return {} if document is None else document.root.value


# ---- any text that a person may have

blanks = st.sampled_from(["", " ", "\n", "\n  ", "\r\n\t", "  \n\n ", " \r\r\n", "\r"])
comments = st.sampled_from(["// one\n", "/* two */", "/* a\n * b */", "// \u65e5\u672c \r\n", '// "hooks": {}\n', "/**/"])
trivia = st.lists(st.one_of(blanks, comments), max_size=3).map("".join)
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=6)
).map(json.dumps)
numbers = st.sampled_from(["1e3", "1.50", "-0", "0.10E+2", '"\\u0041\\/"', '"\\ud83d\\ude00"'])


@st.composite
def array(draw, parts):
    items = draw(st.lists(parts, max_size=3))
    return draw(joined(items, "[", "]"))


@st.composite
def joined(draw, items, opening, closing):
    made = opening + draw(trivia)
    for number, item in enumerate(items):
        last = number == len(items) - 1
        comma = "," if not last or draw(st.booleans()) else ""
        made += item + draw(trivia) + comma + draw(trivia)
    return made + closing


@st.composite
def objects(draw, keys, parts):
    names = draw(st.lists(keys, max_size=3))
    members = [json.dumps(name) + draw(trivia) + ":" + draw(trivia) + draw(parts) for name in names]
    return draw(joined(members, "{", "}"))


values = st.recursive(
    st.one_of(scalars, numbers), lambda inner: st.one_of(array(inner), objects(st.text(max_size=4), inner)), max_leaves=6
)
handlers = objects(st.sampled_from(["type", "command", "timeout"]), st.one_of(scalars, numbers))
groups = st.one_of(
    values,
    array(handlers).map(lambda listed: '{"hooks": ' + listed + "}"),
    array(handlers).map(lambda listed: '{"matcher": "Bash",\n "hooks":' + listed + "}"),
)
event_names = st.sampled_from([*OURS, "PreCompact", "Made up"])
hook_tables = objects(event_names, array(groups))
other_names = st.sampled_from(["model", "env", "permissions", "x", ""])


@st.composite
def files(draw):
    """A whole settings text, its `hooks` of the shape that hosts read."""
    members = [json.dumps(draw(other_names)) + ":" + draw(values) for _ in range(draw(st.integers(0, 2)))]
    if draw(st.booleans()):
        members.insert(draw(st.integers(0, len(members))), '"hooks"' + draw(trivia) + ": " + draw(hook_tables))
    mark = settings_text.BOM if draw(st.booleans()) else ""
    return mark + draw(trivia) + draw(joined(members, "{", "}")) + draw(trivia.filter(lambda text: "//" not in text))


@settings(max_examples=400, deadline=None)
@given(files())
@example("{}")
@example('{"a": 1}')
@example('{\n  "a": 1 // note\n}\n')
@example('{\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}')
@example('{"hooks": {}}')
@example("{ }")
@example('{"hooks": {"Stop": [], },}')
@example('{"hooks": {}, "hooks": {"Stop": [1]}}')
def test_taking_our_hooks_out_gives_back_every_byte(text):
    assert take(put(text)) == text


@settings(max_examples=400, deadline=None)
@given(files())
def test_putting_our_hooks_in_adds_them_behind_the_others_and_changes_nothing_else(text):
    before, after = value_of(text), value_of(put(text))
    wanted = {**before, "hooks": {**before.get("hooks", {})}}
    for event, ours in OURS.items():
        wanted["hooks"][event] = [*wanted["hooks"].get(event, []), *ours]
    assert after == wanted


@settings(max_examples=200, deadline=None)
@given(files())
def test_putting_our_hooks_in_twice_changes_nothing(text):
    once = put(text)
    assert put(once) == once


@settings(max_examples=200, deadline=None)
@given(files())
def test_what_was_there_stands_in_the_new_text_in_the_same_order(text):
    rest = iter(put(text))
    assert all(sign in rest for sign in text)


@settings(max_examples=200, deadline=None)
@given(files())
def test_another_launcher_takes_the_place_of_the_old_one_and_comes_out_without_a_trace(text):
    moved = claude.hooks("'/new/feedback-gate/hook.sh'")
    changed = with_hooks(put(text), moved, claude.is_ours, PATH)
    assert value_of(changed) == value_of(with_hooks(text, moved, claude.is_ours, PATH))
    assert take(changed) == text


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=40), st.text('{}[]",:/*\n\\ aohks1', max_size=60)))
def test_any_text_gives_an_edited_text_or_a_settings_error(text):
    try:
        made = put(text)
    except SettingsError:
        return
    assert take(made) == text


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.text(max_size=5), st.recursive(st.integers() | st.text(), st.lists, max_leaves=5), max_size=3))
def test_plain_json_is_read_as_the_json_module_reads_it(value):
    for text in (json.dumps(value), json.dumps(value, indent=1, ensure_ascii=False)):
        assert json_text.parse(text).root.value == value


# ---- files that are not there, or empty


def test_a_file_that_was_not_there_is_made_like_the_host_makes_it_and_goes_again():
    made = put(None)
    assert json.loads(made) == {"hooks": OURS}
    assert made.startswith('{\n  "hooks": {\n    "SessionStart": [\n      {\n        "hooks": [')
    assert made.endswith("\n}\n")
    assert take(made) is None


@pytest.mark.parametrize("blank", ["", "\n", " \r\n\n", settings_text.BOM, settings_text.BOM + "\n"])
def test_an_empty_file_stays_an_empty_file(blank):
    made = put(blank)
    assert value_of(made) == {"hooks": OURS}
    assert take(made) == blank


def test_a_file_that_we_made_stays_when_somebody_put_something_into_it():
    made = put(None).replace("\n}\n", ',\n  "model": "x"\n}\n')
    assert take(made) == '{\n  "model": "x"\n}\n'


def test_a_file_that_we_made_stays_when_somebody_commented_it():
    assert take("// mine\n" + put(None)) == "// mine\n{}\n"
    assert take(put(None).replace('{\n  "hooks"', '{\n  // mine\n  "hooks"')) == "{\n  // mine\n}\n"


def test_an_event_that_somebody_added_to_our_hooks_stays():
    made = put(None).replace('"hooks": {\n', '"hooks": {\n    "PreCompact": [],\n', 1)
    assert take(made) == '{\n  "hooks": {\n    "PreCompact": []\n  }\n}\n'


# ---- layout


def test_a_commented_file_keeps_its_look():
    text = """{
    // who I am
    "model": "opus", // for now
    "hooks": {
        "Stop": [
            { "hooks": [{ "type": "command", "command": "theirs" }] } /* old */
        ]
    }
}
"""
    ours = {"Stop": [{"hooks": [{"type": "command", "command": "x claude Stop"}]}]}
    assert with_hooks(text, ours, claude.is_ours, PATH) == text.replace(
        "] } /* old */",
        """] }, /* old */
            {
                "hooks": [
                    {
                        "type": "command",
                        "command": "x claude Stop"
                    }
                ]
            }""",
    )


def test_tabs_line_ends_and_odd_numbers_stay():
    text = '{\r\n\t"n": 1e3\r\n}\r\n'
    made = put(text)
    assert made.startswith('{\r\n\t"n": 1e3,\r\n\t"hooks": {\r\n\t\t"SessionStart": [\r\n')
    assert made.count("\n") == made.count("\r\n")


# ---- whose is it


def test_a_handler_of_ours_in_a_foreign_group_comes_out_alone():
    handler = json.dumps(OURS["Stop"][0]["hooks"][0])
    text = '{"hooks": {"Stop": [{"hooks": [{"command": "theirs"}, ' + handler + "]}]}}"
    assert take(text) == '{"hooks": {"Stop": [{"hooks": [{"command": "theirs"}]}]}}'
    assert value_of(put(text))["hooks"]["Stop"][0]["hooks"][1] == OURS["Stop"][0]["hooks"][0]


def test_a_second_registration_of_ours_in_one_file_goes():
    twice = {"hooks": {"Stop": [*claude.hooks("'/old/feedback-gate/hook.sh'")["Stop"], {"hooks": []}, *OURS["Stop"]]}}
    assert value_of(put(json.dumps(twice)))["hooks"]["Stop"] == [*OURS["Stop"], {"hooks": []}]


def test_an_event_that_an_older_version_registered_goes():
    old = "test -r '/d/feedback-gate/hook.sh' && exec /bin/sh '/d/feedback-gate/hook.sh' claude PreCompact"
    text = json.dumps({"hooks": {"PreCompact": [{"hooks": [{"type": "command", "command": old}]}]}}, indent=2)
    assert list(value_of(put(text))["hooks"]) == list(OURS)


@pytest.mark.parametrize(
    "line",
    [
        "node scripts/screenshoot.js",
        "sh /x/feedback-gate/hook.sh claude Start",
        "/usr/bin/feedback-gate claude Stop",
        "sh '/x/other/hook.sh' claude Stop",
        "sh '/x/feedback-gate/hook.sh' codex Stop",
    ],
)
def test_another_s_hook_is_not_taken_for_ours(line):
    text = json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": line}]}]}})
    assert take(text) == text
    assert take(put(text)) == text


@pytest.mark.parametrize("value", [{"hooks": OURS}, {"description": "x", "hooks": codex.hooks(LAUNCHER)}])
def test_hooks_of_the_other_host_are_not_ours(value):
    text = json.dumps(value)
    mine = codex if "description" not in value else claude
    assert without_hooks(text, mine.is_ours, PATH) == text


def test_codex_hooks_go_in_and_out_of_their_file():
    text = '{\n  "description": "mine",\n  "hooks": {"Stop": [{"hooks": []}]}\n}'
    made = with_hooks(text, codex.hooks(LAUNCHER), codex.is_ours, "/h/.codex/hooks.json")
    assert json.loads(made) == codex.merged(json.loads(text), LAUNCHER)
    assert without_hooks(made, codex.is_ours, "/h/.codex/hooks.json") == text


# ---- texts that cannot be edited


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{\n "a": 1\n "b": 2\n}', "/h/.claude/settings.json:3: "),
        ("{\n\n", "/h/.claude/settings.json:3: "),
        ('{"a": 01}', "/h/.claude/settings.json:1: "),
        ("[]", "/h/.claude/settings.json:1: "),
        ('\n{"hooks": []}', "/h/.claude/settings.json:2: hooks"),
        ('{"hooks": {\n"Stop": {}}}', "/h/.claude/settings.json:2: hooks.Stop"),
        ('{"hooks": null}', "/h/.claude/settings.json:1: hooks"),
        ("[" * 5000, "/h/.claude/settings.json:1: "),
        ("// only a comment", "/h/.claude/settings.json:1: "),
    ],
)
def test_a_broken_text_is_refused_with_its_line_and_a_next_step(text, told):
    for edit in (put, take):
        with pytest.raises(SettingsError) as refused:
            edit(text)
        assert str(refused.value).startswith(told)
        assert "Next step: " in str(refused.value)
