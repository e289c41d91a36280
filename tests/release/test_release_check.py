"""`make release-check`: the whole way of a release, with throw-away keys, and that it notices what would stop one."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest
from tests.installer.test_installer_archive import copy_packages

from release import check

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_t9_t10_the_dry_run_goes_through_every_step(tmp_path: Path) -> None:
    drill = check.Drill(str(tmp_path))
    copy_packages(drill.site)
    said: list[str] = []
    check.run(drill, said.append)
    assert [line.split("  ")[1].strip() for line in said] == [step.__name__.replace("_", " ") for step in check.STEPS]
    assert re.search(r"version \d+\.\d+\.\d+, \d+ files", said[1])


def test_a_step_that_goes_wrong_is_named() -> None:
    with pytest.raises(check.Problem, match="an old client: key-revoked instead of installed"):
        check.expect("an old client", "installed", "key-revoked")


def test_a_tool_that_fails_stops_the_run_with_what_it_said(tmp_path: Path) -> None:
    drill = check.Drill(str(tmp_path))
    with pytest.raises(check.Problem, match=r"(?s)sign\.py ended with 1:.*No such file"):
        drill.tool("sign.py", "verify", "--dist", str(tmp_path), "--key", "/nonexistent.pub")


def test_files_that_differ_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drill = check.Drill(str(tmp_path))

    def made(drill: check.Drill, dist: str, *_: object) -> None:
        shutil.os.mkdir(dist)
        for name in check.FILES:
            with open(f"{dist}/{name}", "w") as file:
                file.write("x" if name != "hook.pyz" else dist)

    monkeypatch.setattr(check, "_make", made)
    made(drill, drill.dist)
    with pytest.raises(check.Problem, match=r"these differ: hook\.pyz$"):
        check.reproduce(drill)


def test_what_nobody_signed_is_noticed(tmp_path: Path) -> None:
    from tests.support.releases import PRIMARY, Release, pem

    from release import sign

    folder = Release().write(tmp_path)
    (tmp_path / "primary.pub").write_bytes(pem(PRIMARY))
    words = ["verify", "--whole", "--dist", folder, "--key", str(tmp_path / "primary.pub")]
    assert sign.main(words) == 0
    (tmp_path / "v1.4.0" / "more.whl").touch()
    assert sign.main(words) == 1
    assert sign.main([word for word in words if word != "--whole"]) == 0
