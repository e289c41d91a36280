"""Modules that make tables out of literals: the archive keeps what they make, once for all Pythons, in place of their source."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING

import pytest
from tests.release.conftest import MAIN, write_product
from tests.release.test_archive import ANY, PYTHONS, by_boot, without_bundles

import archive
import contents
import evaluated

if TYPE_CHECKING:
    from pathlib import Path

MAKER = """from __future__ import annotations

import sys

WORDS = "one two"
TABLES: dict[str, object] = {"numbers": dict(zip(WORDS.split(), [(1, "q"), (2, "r")])), "by": sys.version_info[:2]}
"""
PRINTS = MAIN.replace(
    '    if argv == ["yaml"]:\n',
    '    if argv == ["table"]:\n        from feedback_gate import table\n        print(sorted(name for name in vars(table) if name[0] != "_"), table.TABLES)\n        return 0\n    if argv == ["yaml"]:\n',
)
PRINTED = "['TABLES'] {'numbers': {'one': (1, 'q'), 'two': (2, 'r')}, 'by': (3, 11)}\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with a module that makes a table, which no event was seen to import."""
    core = write_product(tmp_path_factory.mktemp("evaluated"))
    (core / "feedback_gate" / "table.py").write_text(MAKER)
    (core / "feedback_gate" / "main.py").write_text(PRINTS)
    path = core.parent / "feedback-gate.pyz"
    path.write_bytes(archive.build(str(core), imports=str(core / "imports.json")).data)
    return path


@pytest.mark.parametrize("version", PYTHONS)
def test_every_python_gets_the_tables_that_the_build_made_and_nothing_else_of_the_module(made: Path, version: str) -> None:
    import sys

    printed = PRINTED.replace("(3, 11)", str(sys.version_info[:2]))
    assert by_boot(PYTHONS[version], made, "table").stdout == printed


def test_a_python_without_a_bundle_gets_them_too(made: Path, tmp_path: Path) -> None:
    bare = without_bundles(made, tmp_path / "bare.pyz")
    assert by_boot(PYTHONS[ANY], bare, "table").stdout.startswith("['TABLES'] {'numbers': {'one': (1, 'q'), 'two': (2, 'r')}")


def test_the_source_of_such_a_module_is_left_out(made: Path) -> None:
    with zipfile.ZipFile(made) as file:
        names = file.namelist()
    assert "feedback_gate/table.py" not in names
    assert "hot/data/feedback_gate.table" in names


@pytest.mark.parametrize(
    ("source", "said"), [("TABLES = {1: object()}\n", "unmarshallable object"), ("TABLES = 1 / 0\n", "ZeroDivisionError")]
)
def test_a_module_that_makes_something_else_fails_the_build_by_name(tmp_path: Path, source: str, said: str) -> None:
    core = write_product(tmp_path)
    (core / "feedback_gate" / "table.py").write_text(source)
    with pytest.raises(contents.BuildError, match=r"the tables of feedback_gate\.table cannot be made") as failed:
        evaluated.tables(str(core), contents.own_files(str(core)))
    assert said in str(failed.value)


def test_what_the_language_packs_make_is_the_same_on_every_python() -> None:
    """The build makes them with one Python, the others read them."""
    files = contents.own_files()
    names = sorted(evaluated.tables(contents.CORE, files))
    assert [name for name in names if ".packs." in name] == [
        f"feedback_gate.claims.packs.{name}" for name in ("de", "en", "es", "fr", "hi", "ja", "ko", "pt", "zh")
    ]
    ask = (
        "import importlib, json, sys; sys.path.insert(0, sys.argv[1]);"
        "print(json.dumps({name: importlib.import_module(name).TABLES for name in sys.argv[2:]}))"
    )
    from tests.release.test_archive import started

    said = {started(python, "-S", "-B", "-c", ask, contents.CORE, *names).stdout for python in PYTHONS.values()}
    (text,) = said
    assert sorted(json.loads(text)) == names
