"""What a person may answer when `init` asks for commands."""

from __future__ import annotations


def test_a_yes_to_a_command_keeps_it_and_a_yes_to_none_is_asked_again(machine):
    machine.file("package.json", '{"scripts": {"lint": "eslint ."}}')
    code, said = machine.on_terminal("init", "--host", "claude", typed="\ny\ny\nmake test\nno\ny\n")
    assert (code, said.count("  test [-]: ")) == (0, 2)
    assert (
        (machine.project / ".claude" / "gate.yaml")
        .read_text()
        .endswith("claims:\n  checks:\n    lint: npm run lint\n    test: make test\n")
    )
