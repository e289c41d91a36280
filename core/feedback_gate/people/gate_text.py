"""The text of a first `gate.yaml`, made of the commands a person chose; and the claims put behind a gate that is there."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from feedback_gate import yamlfile

if TYPE_CHECKING:
    from collections.abc import Mapping

HEAD = "# The quality gate of this project. `feedback-gate gate check` says what is wrong in it, `gate run` runs it now.\n"
# What is run at once after an edit, the quicker one first; the others wait until the agent wants to stop.
AT_ONCE = ("lint", "typecheck")
AT_THE_END = ("typecheck", "test")
# File of a tool → the sources it is about.
SOURCES = (
    ("package.json", ("js", "jsx", "ts", "tsx", "mjs", "cjs", "vue", "svelte")),
    ("pyproject.toml", ("py",)),
    ("setup.py", ("py",)),
    ("setup.cfg", ("py",)),
    ("tox.ini", ("py",)),
    ("Cargo.toml", ("rs",)),
    ("go.mod", ("go",)),
    ("Gemfile", ("rb",)),
    ("composer.json", ("php",)),
    ("build.gradle", ("java", "kt", "groovy")),
    ("build.gradle.kts", ("java", "kt")),
    ("pom.xml", ("java", "kt")),
)
_PLAIN = re.compile(r"[A-Za-z./][A-Za-z0-9_./ =+,@^-]*")


def whole(chosen: Mapping[str, str], present: frozenset[str], *, claimed: bool = True) -> str:
    """A whole gate.

    Args:
        chosen: kind → command.
        present: names of the files at the root, which tell what the sources are.
        claimed: with a `claims:` block.
    """
    return HEAD + _rules(chosen, present) + ("\n" + claims(chosen) if claimed else "")


def claims(chosen: Mapping[str, str]) -> str:
    """The `claims:` block; it says which commands bear out what an agent claims."""
    if not chosen:
        return ""
    lines = [f"    {kind}: {_scalar(command)}" for kind, command in chosen.items()]
    return "claims:\n  checks:\n" + "".join(line + "\n" for line in lines)


def with_claims(text: str, chosen: Mapping[str, str]) -> str | None:
    """A gate with a `claims:` block behind it; None where it has one, or where only a person can tell where it belongs."""
    before = _value(text)
    if not chosen or not isinstance(before, dict) or "claims" in before:
        return None
    newline = "" if text.endswith("\n") else "\n"
    made = text + newline + "\n" + claims(chosen)
    after = _value(made)
    return made if after == {**before, "claims": {"checks": dict(chosen)}} else None


def _rules(chosen: Mapping[str, str], present: frozenset[str]) -> str:
    first = next((kind for kind in AT_ONCE if kind in chosen), "")
    if not first:
        return "rules: []\n"
    last = [kind for kind in AT_THE_END if kind in chosen and kind != first]
    text = f"rules:\n  - match: {json.dumps(_globs(present))}\n    run:\n      - name: {first}\n"
    text += f"        cmd: {_scalar(chosen[first])}\n"
    if last:
        text += f"    run_checks: [{', '.join(last)}]\nconsistency_checks:\n"
        text += "".join(f"  - name: {kind}\n    run: {_scalar(chosen[kind])}\n" for kind in last)
    return text


def _globs(present: frozenset[str]) -> list[str]:
    endings = [ending for name, listed in SOURCES if name in present for ending in listed]
    return [f"**/*.{ending}" for ending in dict.fromkeys(endings)] or ["**"]


def _scalar(text: str) -> str:
    """A text as YAML: bare where it is read as the same text, else in double quotes."""
    if _PLAIN.fullmatch(text) and _value(f"x: {text}\n") == {"x": text}:
        return text
    return json.dumps(text, ensure_ascii=False)


def _value(text: str) -> Any:
    try:
        return yamlfile.load(text).value
    except yamlfile.YamlError:
        return None
