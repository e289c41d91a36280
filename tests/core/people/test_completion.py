"""Completions: each shell loads its script and offers the words that the commands themselves take."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import jsonschema
import pytest

import cli_docs
from feedback_gate.commands import COMMANDS
from feedback_gate.main import main
from feedback_gate.people import completion_command
from feedback_gate.settings import OPTIONS

# Word by word what is typed, and what is offered for the last one.
CASES = [
    (("r",), ["redact", "report", "rules"]),
    (("gate", ""), ["check", "explain", "reset", "run", "schema"]),
    (("gate", "run", "--a"), ["--all"]),
    (("init", "--host", ""), ["both", "claude", "codex"]),
    (("rules", "--json", "li"), ["list"]),
    (("correct", "a"), ["apply"]),
    (("codex", "Inter"), ["Interrupt"]),
    (("completion", "z"), ["zsh"]),
]


def script(shell: str, tmp_path, capsys) -> str:
    assert main(["completion", shell]) == 0
    path = tmp_path / f"script.{shell}"
    path.write_text(capsys.readouterr().out)
    return str(path)


def runs(argv: list[str], home) -> str:
    assert shutil.which(argv[0]), f"{argv[0]} is not on PATH"
    env = {"HOME": str(home), "PATH": os.environ["PATH"], "TERM": "dumb", "LANG": "C.UTF-8"}
    done = subprocess.run(argv, capture_output=True, text=True, env=env, check=False, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def offered(lines: list[str], typed: tuple[str, ...]) -> list[str]:
    """What a person would see: words that begin as typed; the option --help is everywhere and says nothing here."""
    return sorted(line for line in lines if line.startswith(typed[-1]) and line != "--help")


@pytest.mark.parametrize(("typed", "words"), CASES)
def test_bash_offers_the_words(typed, words, tmp_path, home, capsys):
    code = (
        'source "$0"; COMP_WORDS=(feedback-gate "$@"); COMP_CWORD=$#; _feedback_gate; printf "%s\\n" "${COMPREPLY[@]}"\n'
        "[[ $(complete -p feedback-gate) == *_feedback_gate* ]]"
    )
    out = runs(["bash", "-euc", code, script("bash", tmp_path, capsys), *typed], home)
    assert offered(out.splitlines(), typed) == words


@pytest.mark.parametrize(("typed", "words"), CASES)
def test_zsh_offers_the_words(typed, words, tmp_path, home, capsys):
    code = (
        "autoload -U compinit; compinit -D -u\n"
        '_describe() { print -rl -- "${(@P)3}" }; _files() { }\n'
        'source "$0"; [[ $_comps[feedback-gate] = _feedback_gate ]] || exit 9\n'
        'words=(feedback-gate "$@"); CURRENT=$(( $# + 1 )); _feedback_gate\n'
    )
    out = runs(["zsh", "-fc", code, script("zsh", tmp_path, capsys), *typed], home)
    assert offered([line.split(":")[0] for line in out.splitlines()], typed) == words


def test_zsh_finds_the_script_in_a_folder_of_its_functions(tmp_path, home, capsys):
    folder = tmp_path / "functions"
    folder.mkdir()
    shutil.copy(script("zsh", tmp_path, capsys), folder / "_feedback_gate")
    code = (
        "fpath=($0 $fpath); autoload -U compinit; compinit -D -u\n"
        "_describe() { print -rl -- ${(@P)3} }; _files() { }\n"
        "words=(feedback-gate gate ''); CURRENT=3; $_comps[feedback-gate]\n"
    )
    assert "reset:" in runs(["zsh", "-fc", code, str(folder)], home)


@pytest.mark.parametrize(("typed", "words"), CASES)
def test_fish_offers_the_words(typed, words, tmp_path, home, capsys):
    code = 'source $argv[1]; complete -C "feedback-gate $argv[2]"'
    out = runs(["fish", "--no-config", "-c", code, script("fish", tmp_path, capsys), " ".join(typed)], home)
    assert offered([line.split("\t")[0] for line in out.splitlines()], typed) == words


def test_every_command_is_known_with_its_own_words():
    levels = {level.path: [word for word, _ in level.words] for level in completion_command.levels(COMMANDS, "en")}
    assert [word for word in levels[()] if not word.startswith("-")] == list(COMMANDS)
    assert {path[0] for path in levels if path} == set(COMMANDS)


def test_the_parsers_work_as_before_after_they_were_asked(capsys):
    completion_command.levels(COMMANDS, "en")
    assert main(["stats", "--nonsense"]) == 64
    assert "unrecognized arguments: --nonsense" in capsys.readouterr().err


def test_an_unknown_shell_is_a_usage_error(capsys):
    assert main(["completion", "tcsh"]) == 64
    assert "bash" in capsys.readouterr().err


def test_the_schema_takes_every_default_and_no_other_word():
    schema = cli_docs.settings_schema()
    jsonschema.Draft7Validator.check_schema(schema)
    defaults = {name: one["default"] for name, one in schema["properties"].items()}
    assert list(defaults) == list(OPTIONS)
    jsonschema.validate(defaults, schema)
    for wrong in ({"failMode": "shut"}, {"autoCount": "true"}, {"colour": "red"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


def test_the_schema_and_the_plugins_manifest_agree():
    with open(os.path.join(os.path.dirname(cli_docs.__file__), "..", ".claude-plugin", "plugin.json"), encoding="utf-8") as file:
        shown = json.load(file)["userConfig"]
    declared = cli_docs.settings_schema()["properties"]
    assert {name: one["default"] for name, one in shown.items()} == {name: one["default"] for name, one in declared.items()}
