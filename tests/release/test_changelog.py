"""The changelog grows by fragments, and a release collects them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import changelog

if TYPE_CHECKING:
    from pathlib import Path

OLD = "# Changelog\n\nNewest first.\n\n## Unreleased\n\n- The house.\n\n## 0.9.0 (2026-01-02)\n\n- Before.\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "changelog.d").mkdir()
    (tmp_path / "changelog.d" / "README.md").write_text("# One file a change\n")
    (tmp_path / "CHANGELOG.md").write_text(OLD)
    return tmp_path


def leave(checkout: Path, name: str, text: str = "It works now.\n") -> None:
    (checkout / "changelog.d" / name).write_text(text)


def test_our_own_fragments_can_be_used() -> None:
    assert changelog.main(["check"]) == 0


def test_a_release_collects_all_fragments_by_kind_and_removes_them(checkout: Path) -> None:
    leave(checkout, "b.fixed.md", "A hole is\nclosed.\n")
    leave(checkout, "a.fixed.md", "A fault is mended.")
    leave(checkout, "c.security.md", "A key was replaced.")
    section = changelog.collect("1.0.0", "2026-12-01", str(checkout))
    assert section == (
        "## 1.0.0 (2026-12-01)\n\n- The house.\n\n### Security\n\n- A key was replaced.\n\n"
        "### Fixed\n\n- A fault is mended.\n- A hole is closed.\n"
    )
    assert (checkout / "CHANGELOG.md").read_text() == (
        f"# Changelog\n\nNewest first.\n\n## Unreleased\n\n{section}\n## 0.9.0 (2026-01-02)\n\n- Before.\n"
    )
    assert [path.name for path in (checkout / "changelog.d").iterdir()] == ["README.md"]
    assert changelog.released(str(checkout)) == "1.0.0"


def test_the_next_release_goes_above_the_last(checkout: Path) -> None:
    changelog.collect("1.0.0", "2026-12-01", str(checkout))
    leave(checkout, "d.added.md")
    changelog.collect("1.1.0", "2026-12-02", str(checkout))
    text = (checkout / "CHANGELOG.md").read_text()
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## Unreleased",
        "## 1.1.0 (2026-12-02)",
        "## 1.0.0 (2026-12-01)",
        "## 0.9.0 (2026-01-02)",
    ]


@pytest.mark.parametrize("name", ["Upper.fixed.md", "no-kind.md", "other.kind.md", "x.fixed.txt", "x.fixed"])
def test_a_fragment_with_another_name_is_refused(checkout: Path, name: str) -> None:
    leave(checkout, name)
    with pytest.raises(changelog.FragmentError, match=name):
        changelog.fragments(str(checkout))


@pytest.mark.parametrize("text", ["", " \n", "- a list", "# a heading", "long " * 100])
def test_a_fragment_that_is_no_sentence_is_refused(checkout: Path, text: str) -> None:
    leave(checkout, "x.fixed.md", text)
    with pytest.raises(changelog.FragmentError, match="one plain sentence"):
        changelog.fragments(str(checkout))


def test_a_version_is_released_once(checkout: Path) -> None:
    with pytest.raises(changelog.FragmentError, match=r"0\.9\.0"):
        changelog.collect("0.9.0", "2026-12-01", str(checkout))


def test_without_a_change_there_is_no_release(checkout: Path) -> None:
    changelog.collect("1.0.0", "2026-12-01", str(checkout))
    with pytest.raises(changelog.FragmentError, match="nothing has changed"):
        changelog.collect("1.1.0", "2026-12-02", str(checkout))
