"""The command line itself: help and errors in the language in force, and 64 for a wrong line."""

from __future__ import annotations

import pytest

from feedback_gate.commands import COMMANDS
from feedback_gate.main import main
from feedback_gate.people import completion_command


@pytest.fixture
def said(home, tmp_path, monkeypatch, capsys):
    """What a command line answers: (status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)

    def said(*words, language="en"):
        monkeypatch.setenv("FEEDBACK_GATE_LANGUAGE", language)
        try:
            status = main(list(words))
        except SystemExit as done:
            status = done.code
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return said


ENGLISH = {
    "nope": "feedback-gate: there is no command 'nope'; `feedback-gate --help` lists them",
    "claude Nope": (
        "feedback-gate: claude has no event 'Nope'; it has SessionStart, UserPromptSubmit, PreToolUse, PostToolUse, "
        "PostToolUseFailure, Notification, SubagentStart, Stop, SubagentStop"
    ),
    "report --days 0": "feedback-gate report: --days takes a number from 1 to 366",
    "gate run --all x": "feedback-gate gate: name files, or give --base, or --all: only one of them",
    "report --days x": (
        "feedback-gate report: argument --days: invalid int value: 'x'; `feedback-gate report --help` shows what it takes"
    ),
    "status x y": "feedback-gate status: unrecognized arguments: x y; `feedback-gate status --help` shows what it takes",
    "rules bump": (
        "feedback-gate rules: the following arguments are required: name; `feedback-gate rules bump --help` shows what it takes"
    ),
    "watch --log": "feedback-gate watch: argument --log: expected one argument; `feedback-gate watch --help` shows what it takes",
}
JAPANESE = {
    "nope": "feedback-gate: 'nope' というコマンドはありません。一覧は `feedback-gate --help` で確かめられます",
    "claude Nope": (
        "feedback-gate: claude に 'Nope' というイベントはありません。あるのは SessionStart, UserPromptSubmit, PreToolUse, "
        "PostToolUse, PostToolUseFailure, Notification, SubagentStart, Stop, SubagentStop です"
    ),
    "report --days 0": "feedback-gate report: --days には 1 から 366 の数を指定してください",
    "gate run --all x": "feedback-gate gate: ファイル名、--base、--all のうち一つだけを指定してください",
    "report --days x": (
        "feedback-gate report: 引数 --days: int として読めない値です: 'x'。使い方は `feedback-gate report --help` で確かめられます"
    ),
    "status x y": "feedback-gate status: 知らない引数です: x y。使い方は `feedback-gate status --help` で確かめられます",
    "rules bump": "feedback-gate rules: 必要な引数がありません: name。使い方は `feedback-gate rules bump --help` で確かめられます",
    "watch --log": "feedback-gate watch: 引数 --log: 値が一つ必要です。使い方は `feedback-gate watch --help` で確かめられます",
}


@pytest.mark.parametrize("line", ENGLISH)
def test_a_wrong_line_ends_in_64_with_the_next_step(said, line):
    assert said(*line.split()) == (64, "", ENGLISH[line] + "\n")
    assert said(*line.split(), language="ja") == (64, "", JAPANESE[line] + "\n")


def test_what_cannot_be_done_ends_in_1_in_the_language_in_force(said):
    assert said("rules", "bump", "nope") == (
        1, "", "feedback-gate rules: there is no active rule 'nope'; `feedback-gate rules list` shows all\n"
    )  # fmt: skip
    assert said("rules", "bump", "nope", language="ja") == (
        1, "", "feedback-gate rules: 'nope' という有効なルールはありません。一覧は `feedback-gate rules list` で確かめられます\n"
    )  # fmt: skip


def test_the_settings_file_of_the_person_chooses_the_language(said, home, monkeypatch):
    path = home / ".config" / "feedback-gate" / "settings.conf"
    path.parent.mkdir(parents=True)
    path.write_text("language = ja\n")
    assert said("nope", language="")[2].startswith("feedback-gate: 'nope' という")


def test_help_of_a_command_in_both_languages(said):
    status, shown, _ = said("watch", "--help")
    assert (status, shown.splitlines()) == (
        0,
        [
            "usage: feedback-gate watch [-h] [--once] [--log NAME]",
            "",
            "live view of running gates in this project, all agents",
            "",
            "options:",
            "  -h, --help  show this text and exit",
            "  --once      print the view once",
            "  --log NAME  print the end of the newest log of a command and stop",
        ],
    )
    assert said("watch", "--help", language="ja")[1].splitlines() == [
        "使い方: feedback-gate watch [-h] [--once] [--log NAME]",
        "",
        "このプロジェクトで動いているゲートを、全エージェント分そのつど表示する",
        "",
        "オプション:",
        "  -h, --help  この説明を表示して終了する",
        "  --once      一度だけ表示する",
        "  --log NAME  あるコマンドの最新ログの末尾を表示して終わる",
    ]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_in_both_languages(said, name):
    english, japanese = said(name, "--help"), said(name, "--help", language="ja")
    assert (english[0], japanese[0], english[2], japanese[2]) == (0, 0, "", "")
    assert english[1].startswith(f"usage: feedback-gate {name}")
    assert japanese[1].startswith(f"使い方: feedback-gate {name}")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_word_that_can_be_typed_is_explained(language):
    """But for the names of events, files and kinds, which are what they say."""
    bare = [
        (*level.path, word)
        for level in completion_command.levels(COMMANDS, language)
        for word, about in level.words
        if not about or about.startswith("help.")
    ]
    assert {path[0] for path in bare} <= {"claude", "codex", "rules"}
    assert [path for path in bare if path[0] == "rules"] == [("rules", "explain", "bash"), ("rules", "explain", "edit")]


def test_completions_speak_the_language_in_force(said):
    assert "'status:何が導入され、有効で、未解決かを一画面で示す'" in said("completion", "zsh", language="ja")[1]
