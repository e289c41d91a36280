"""The documentation: its links lead somewhere, its commands exist, and both READMEs say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cli_docs
import events_docs
from feedback_gate.checks import CHECKS
from feedback_gate.commands import COMMANDS
from feedback_gate.hosts.claude import registration as claude
from feedback_gate.hosts.codex import registration as codex
from feedback_gate.people import completion_command

ROOT = Path(__file__).resolve().parents[2]
SKILLS = sorted((ROOT / "plugins" / "codex" / "skills").glob("*/SKILL.md"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / ".github").rglob("*.md"), *SKILLS])
LEVELS = {level.path: [word for word, _ in level.words] for level in completion_command.levels(COMMANDS, "en")}


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def headings(page: str) -> list[str]:
    return re.findall(r"^(#+) ", prose(page), flags=re.MULTILINE)


def anchors(page: str) -> set[str]:
    lines = re.findall(r"^#+ (.+)$", prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).strip().replace(" ", "-") for line in lines}


def prose(page: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_every_link_leads_to_a_file_and_a_heading_that_are_there(path):
    dead = []
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(text(path))):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        other = (path.parent / file).resolve() if file else path
        if not other.exists() or (anchor and anchor not in anchors(text(other))):
            dead.append(target)
    assert dead == []


def unknown(page: str) -> list[str]:
    """The commands in `feedback-gate WORD …`, in backquotes or on a line of its own, that are not there or lack an option.

    Capitals and dots stand for something else.
    """
    wrong = []
    said = re.findall(r"`(?:[\w./~-]*/)?feedback-gate(?:\.pyz)? ([^`\n|]*)", prose(page))
    for block in re.findall(r"^```.*?\n(.*?)^```", page, flags=re.DOTALL | re.MULTILINE):
        said += re.findall(r"(?:^|[|;] ?|\$ )(?:[\w./~-]*/)?feedback-gate(?:\.pyz)? ([^`\n|]*)", block, flags=re.MULTILINE)
    for line in said:
        words = line.split("#")[0].split()
        if not words or not re.fullmatch(r"[a-z-]+", words[0]) or words[0] == "--help":
            continue
        if (words[0],) not in LEVELS:
            wrong.append(line)
            continue
        level = LEVELS[(words[0],)]
        below = [path for path in LEVELS if len(path) == 2 and path[0] == words[0]]
        if (
            below
            and len(words) > 1
            and re.fullmatch(r"[a-z]+", words[1].strip(","))
            and (words[0], words[1].strip(",")) not in below
        ):
            wrong.append(line)
        options = [word.split("=")[0].strip("[],") for word in words[1:] if word.startswith(("--", "[--"))]
        known = {*level, *(word for path in below for word in LEVELS[path])}
        wrong += [line for option in options if option not in known]
    return wrong


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_every_command_that_is_named_exists(path):
    assert unknown(re.sub(r"<!-- demo -->.*<!-- /demo -->", "", text(path), flags=re.DOTALL)) == []


def test_a_command_a_word_or_an_option_that_is_not_there_is_named():
    page = "Run `feedback-gate correct`, `~/.local/bin/feedback-gate gate run`, `feedback-gate nothing`, `feedback-gate gate jump`,\n"
    page += "`feedback-gate correct --nothing`.\n"
    assert unknown(page) == ["nothing", "gate jump", "correct --nothing"]


@pytest.mark.parametrize("path", SKILLS, ids=name)
def test_every_word_and_option_that_a_skill_passes_on_is_one_of_its_command(path):
    """What stands alone in backquotes, such as `--window 7d` or `apply`, goes to the command of the skill's name."""
    command = path.parent.name
    known = {word for level, words in LEVELS.items() if level[:1] == (command,) for word in (*words, *level[1:])}
    said = [words.split()[0] for words in re.findall(r"`([^`]+)`", text(path))]
    assert f"feedback-gate {command}" in text(path)
    assert [word for word in said if word.startswith("--") and word not in known] == []


def test_the_skills_are_those_of_the_codex_plugin():
    assert [path.parent.name for path in SKILLS] == ["correct", "gate"]


def test_the_japanese_readme_says_what_the_readme_says():
    """The same headings, samples, tables, links and commands in the same order; only the words differ."""
    english, japanese = text(ROOT / "README.md"), text(ROOT / "README.ja.md").replace("[English](README.md)\n\n", "")
    for page in (english, japanese):
        assert page.count("<!-- demo -->") == 1
    assert headings(japanese) == headings(english)
    assert re.findall(r"^ {4}.*$", japanese, flags=re.MULTILINE) == re.findall(r"^ {4}.*$", english, flags=re.MULTILINE)
    assert re.findall(r"\]\([^)]+\)", japanese) == re.findall(r"\]\([^)]+\)", english)
    assert len(re.findall(r"^\|", japanese, flags=re.MULTILINE)) == len(re.findall(r"^\|", english, flags=re.MULTILINE))
    assert len(re.findall(r"^- ", japanese, flags=re.MULTILINE)) == len(re.findall(r"^- ", english, flags=re.MULTILINE))


def test_the_readmes_tables_name_the_same_folders():
    folders = [re.findall(r"^\| (`[^|]+`) \|", text(ROOT / page), flags=re.MULTILINE) for page in ("README.md", "README.ja.md")]
    assert folders[0] == folders[1]


def test_the_picture_of_events_has_every_event_with_its_hosts_and_products():
    lines = events_docs.picture()
    for event in CHECKS:
        assert f"{event}({event})" in lines
        registered = {"claude": claude.REGISTRATIONS, "codex": codex.REGISTRATIONS}
        arrows = {f"{host} --> {event}" for host, entries in registered.items() if event in {entry.event for entry in entries}}
        assert arrows == {line for line in lines if line.endswith(f"--> {event}")}
    known = {line.split("(")[0].split("[")[0].split("{")[0] for line in lines if "-->" not in line}
    assert {word for line in lines if "-->" in line for word in line.split(" --> ")} == known


def test_every_check_says_what_it_does():
    page = events_docs.page()
    assert [line for line in page.splitlines() if re.match(r"\d+\. ", line) and line.endswith("**: ")] == []
    assert len(re.findall(r"^\d+\. ", page, flags=re.MULTILINE)) == sum(map(len, CHECKS.values()))


def test_every_command_and_option_has_its_line_in_the_pages():
    outputs = cli_docs.outputs()
    assert [name for name in COMMANDS if f"| [`{name}`](#{name}) |" not in outputs["docs/commands.md"]] == []
    assert len(re.findall(r"^\| `", outputs["docs/settings.md"], flags=re.MULTILINE)) == 9


def test_nothing_of_a_workplace_is_in_the_documentation():
    private = re.compile(r"/work/|/root/|/tmp/brief|pypi\.org|npmjs|registry\.[a-z]+\.")
    assert [name(path) for path in PAGES if private.search(text(path))] == []
