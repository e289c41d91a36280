"""The one line that starts an archive, and the places that repeat it."""

from __future__ import annotations

import re

import pytest
from tests.release.conftest import ROOT

import boot


def test_the_launcher_and_the_build_agree_on_the_line() -> None:
    launcher = (ROOT / "shim" / "hook.sh").read_text(encoding="utf-8")
    assert re.findall(r"^fg_boot='(.*)'$", launcher, re.MULTILINE) == [boot.BOOT]


def test_the_line_is_one_line_that_a_shell_takes_in_single_quotes() -> None:
    assert not set("'\n\\") & set(boot.BOOT)


def test_the_head_is_text_of_fixed_length_with_every_place() -> None:
    head = boot.head({"cpython-39-610d0d0a": (1077, 20), "source": (2000, 3)})
    assert len(head) == boot.HEAD_BYTES
    assert head.rstrip() == b"#!/usr/bin/env python3\nfeedback-gate-archive-1 cpython-39-610d0d0a:1077:20 source:2000:3"
    assert head.endswith(b" \n")


def test_more_bundles_than_the_head_can_hold_are_refused() -> None:
    with pytest.raises(ValueError, match="40 bundles do not fit into the archive's head of 1024 bytes"):
        boot.head({f"cpython-{number}-610d0d0a": (100000, 100000) for number in range(40)})
