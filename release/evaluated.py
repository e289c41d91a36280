"""Runs the modules that make tables out of literals (they end in `TABLES = …`), so that the archive keeps the result once for all Pythons."""

from __future__ import annotations

import ast
import marshal
import os
import subprocess
import sys

import compiler
import contents
import literals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAME = "TABLES"
# Prints {module name: value of TABLES} of the modules that are named.
RUN = f"""
import importlib, marshal, sys
sys.path.insert(0, sys.argv[1])
found = {{name: importlib.import_module(name).{NAME} for name in sys.argv[2:]}}
sys.stdout.buffer.write(marshal.dumps(found, {compiler.PLAIN}))
"""


def tables(core: str, files: dict[str, bytes]) -> dict[str, dict[str, Any]]:
    """Module name → {{"TABLES": value}} of every module that makes tables.

    Args:
        core: the folder that holds `feedback_gate`.
        files: name → content of its files.

    Raises:
        contents.BuildError: one cannot be run, or makes something other than plain values.
    """
    names = [contents.module_name(path)[0] for path, source in files.items() if path.endswith(".py") and _makes_tables(source)]
    if not names:
        return {}
    environ = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C"}
    run = subprocess.run(
        [sys.executable, "-S", "-c", RUN, os.path.abspath(core), *names], check=False, capture_output=True, env=environ
    )
    if run.returncode:
        raise contents.BuildError(f"the tables of {', '.join(names)} cannot be made:\n{run.stderr.decode(errors='replace')}")
    return {name: {NAME: value} for name, value in marshal.loads(run.stdout).items()}


def _makes_tables(source: bytes) -> bool:
    if NAME.encode() not in source:
        return False
    return any(literals.assignment(statement)[0] == NAME for statement in ast.parse(source).body)
