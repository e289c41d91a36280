"""The pin file: written once, read by sh and Python alike."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.releases import BACKUP, PRIMARY, Release, key_id

from feedback_gate_installer import lines, pins
from feedback_gate_installer.errors import RefusedError

if TYPE_CHECKING:
    from pathlib import Path

READ_BY_SH = r"""
read -r version sha256 size <"$1"
printf '%s|%s|%s\n' "$version" "$sha256" "$size"
while IFS= read -r line || [ -n "$line" ]; do
  case $line in *=*) ;; *) continue ;; esac
  key=${line%%=*}; value=${line#*=}
  key=${key%"${key##*[! ]}"}; value=${value#"${value%%[! ]*}"}
  printf '%s|%s\n' "$key" "$value"
done < "$1"
"""


def code_of(text: str) -> str:
    with pytest.raises(RefusedError) as caught:
        pins.parse(text)
    return caught.value.code


def test_a_pin_is_read_as_it_was_written() -> None:
    release = Release()
    pin = release.pin(base_urls=["https://one.invalid/r", "https://two.invalid/r"])
    assert (pin.version, pin.size, pin.sha256) == ("1.4.0", len(release.data), release.sha256)
    assert [key.id for key in pin.keys] == [key_id(PRIMARY), key_id(BACKUP)]
    assert pin.base_urls == ("https://one.invalid/r", "https://two.invalid/r")


def test_the_folder_of_a_pin_is_version_and_sixteen_digits() -> None:
    release = Release()
    assert release.pin().folder == f"1.4.0-{release.sha256[:16]}"


@pytest.mark.parametrize("shell", ["dash", "bash"])
def test_sh_and_python_read_the_same_pin(tmp_path: Path, shell: str) -> None:
    path = tmp_path / "pin"
    path.write_text(Release().pin_text())
    printed = subprocess.run([shell, "-c", READ_BY_SH, "sh", str(path)], capture_output=True, text=True, check=True).stdout
    first, _, rest = path.read_text().partition("\n")
    assert printed == first.replace(" ", "|") + "\n" + "".join(f"{key}|{value}\n" for key, value in lines.read(rest))


def test_p4_a_pin_with_carriage_returns_is_read() -> None:
    release = Release()
    assert pins.parse(release.pin_text().replace("\n", "\r\n")).sha256 == release.sha256


def test_a_pin_may_name_its_words_in_lines() -> None:
    release = Release()
    first, _, rest = release.pin_text().partition("\n")
    version, sha256, size = first.split()
    pin = pins.parse(f"# a pin\nversion = {version}\nsha256 = {sha256}\nsize = {size}\n{rest}")
    assert (pin.version, pin.sha256, pin.size) == (version, sha256, int(size))


def test_a_pin_from_a_checkout_has_no_keys() -> None:
    assert pins.parse(f"0.1.0 {'a' * 64} 600000\n").keys == ()


def test_a_pin_may_hold_comments_and_words_of_later_versions() -> None:
    assert pins.parse(Release().pin_text() + "# made by the release\n\nlater = word\n").version == "1.4.0"


def spoilt(**words: str) -> str:
    first, _, rest = Release().pin_text().partition("\n")
    values = {**dict(zip(("version", "sha256", "size"), first.split(), strict=True)), **words}
    return f"{values['version']} {values['sha256']} {values['size']}\n{rest}"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"version": "latest"}, "bad-version"),
        ({"version": "1.4.0/../.."}, "bad-version"),
        ({"version": "01.4.0"}, "bad-version"),
        ({"version": ""}, "pin-invalid"),
        ({"size": "9999999999"}, "pin-invalid"),
        ({"size": "-1"}, "pin-invalid"),
        ({"sha256": "x"}, "pin-invalid"),
        ({"sha256": "A" * 64}, "pin-invalid"),
        ({"sha256": ""}, "pin-invalid"),
    ],
)
def test_t1_a_pin_that_is_not_exact_is_refused(words: dict[str, str], code: str) -> None:
    assert code_of(spoilt(**words)) == code


@pytest.mark.parametrize(
    ("line", "broken", "code"),
    [
        ("product = feedback-gate", "product = other", "product-mismatch"),
        ("product = feedback-gate", "product", "pin-invalid"),
        ("product = feedback-gate", "version = 1.4.0", "pin-invalid"),
        ("key_backup = ", "key_backup = 00", "key-weak"),
        ("key_backup = ", "key_primary = ", "pin-invalid"),
    ],
)
def test_t1_a_pin_with_a_wrong_line_is_refused(line: str, broken: str, code: str) -> None:
    assert line in Release().pin_text()
    assert code_of(Release().pin_text().replace(line, broken, 1)) == code


def test_t1_a_small_order_key_is_refused() -> None:
    text = Release().pin_text().splitlines(keepends=True)
    weak = [line if not line.startswith("key_primary") else f"key_primary = 01{'0' * 62}\n" for line in text]
    assert code_of("".join(weak)) == "key-weak"


def test_a_missing_pin_names_its_path(tmp_path: Path) -> None:
    with pytest.raises(RefusedError) as caught:
        pins.load(str(tmp_path / "pin"))
    assert (caught.value.code, caught.value.params["path"]) == ("pin-missing", str(tmp_path / "pin"))


def test_a_pin_of_unknown_bytes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pin").write_bytes(b"\xff\xfe")
    with pytest.raises(RefusedError) as caught:
        pins.load(str(tmp_path / "pin"))
    assert caught.value.code == "pin-invalid"


@given(st.text(max_size=400))
def test_any_text_is_a_pin_or_a_refusal(text: str) -> None:
    try:
        pins.parse(text)
    except RefusedError:
        return
    raise AssertionError("random text was read as a pin")


@given(
    st.lists(st.tuples(st.from_regex(r"[A-Za-z][A-Za-z0-9_.-]{0,10}", fullmatch=True), st.text("abc =#\\\"'$:/é", max_size=20)))
)
def test_lines_that_were_written_are_read_back(pairs: list[tuple[str, str]]) -> None:
    clean = [(key, value.strip(" \t")) for key, value in pairs]
    assert lines.read(lines.write(clean)) == clean
