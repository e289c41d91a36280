"""Writes `dist/sbom.json`: what is inside the two archives and under which licences, as CycloneDX 1.5.

`python release/sbom.py [--dist DIR] [--date YYYY-MM-DD]`, after both archives were built. The same archives give the same
bytes: there is no random serial number in it and no clock.
"""

from __future__ import annotations

import argparse
import email.parser
import hashlib
import json
import os
import sys
import uuid
import zipfile
from typing import TYPE_CHECKING, Any

import contents

if TYPE_CHECKING:
    from email.message import Message

NAME = "sbom.json"
EXECUTABLE = "feedback-gate.pyz"
INSTALLER = "feedback-gate-installer.pyz"
OWN_LICENCE = "MIT"
_CLASSIFIER = "License :: OSI Approved :: "


class SbomError(Exception):
    """Something in an archive has no name, version or licence."""


def make(dist: str, date: str) -> dict[str, Any]:
    """The bill of materials of the archives in `dist`.

    Raises:
        SbomError: a component without a licence.
        OSError: an archive is missing.
    """
    version = contents.version_of(contents.own_files())
    archives = [_archive(os.path.join(dist, name), version) for name in (EXECUTABLE, INSTALLER)]
    inside = {INSTALLER: _packages(os.path.join(dist, INSTALLER)), EXECUTABLE: [_yaml()]}
    found = {component["bom-ref"]: component for components in inside.values() for component in components}
    serial = uuid.uuid5(uuid.NAMESPACE_URL, "".join(archive["hashes"][0]["content"] for archive in archives))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "timestamp": f"{date}T00:00:00Z",
            "component": _component("application", "feedback-gate", version, OWN_LICENCE),
        },
        "components": archives + [found[name] for name in sorted(found)],
        "dependencies": [
            {"ref": name, "dependsOn": sorted(component["bom-ref"] for component in components)}
            for name, components in sorted(inside.items())
        ],
    }


def licence_of(metadata: Message) -> str:
    """The licence a package declares: an SPDX expression, else its free text, else its classifiers.

    Raises:
        SbomError: it declares none.
    """
    stated = metadata.get("License-Expression") or metadata.get("License") or ""
    if stated and "\n" not in stated:
        return str(stated)
    named = [value.removeprefix(_CLASSIFIER) for value in metadata.get_all("Classifier", []) if value.startswith(_CLASSIFIER)]
    if not named:
        raise SbomError(f"{metadata.get('Name')} declares no licence")
    return " AND ".join(named)


def _packages(archive: str) -> list[dict[str, Any]]:
    parser = email.parser.Parser()
    with zipfile.ZipFile(archive) as packed:
        names = sorted(name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        parsed = [parser.parsestr(packed.read(name).decode("utf-8"), headersonly=True) for name in names]
    return [_component("library", str(each["Name"]), str(each["Version"]), licence_of(each)) for each in parsed]


def _yaml() -> dict[str, Any]:
    """PyYAML's pure part, the only foreign code in the executable."""
    import importlib.metadata

    installed = importlib.metadata.distribution("PyYAML")
    stated = email.parser.Parser().parsestr(installed.read_text("METADATA") or "", headersonly=True)
    return _component("library", "PyYAML", installed.version, licence_of(stated))


def _archive(path: str, version: str) -> dict[str, Any]:
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    name = os.path.basename(path)
    component = _component("file", name, version, OWN_LICENCE)
    return {**component, "bom-ref": name, "hashes": [{"alg": "SHA-256", "content": digest}]}


def _component(kind: str, name: str, version: str, licence: str) -> dict[str, Any]:
    purl = f"pkg:pypi/{name.lower().replace('_', '-')}@{version}"
    licences = [{"license": {"name": licence}}]
    made: dict[str, Any] = {"type": kind, "bom-ref": purl, "name": name, "version": version, "licenses": licences}
    return {**made, "purl": purl} if kind == "library" else made


def main(argv: list[str] | None = None) -> int:
    """Write the file and return the exit status."""
    parser = argparse.ArgumentParser(prog="sbom.py", description="Write the bill of materials.")
    parser.add_argument("--dist", default="dist", help="folder with both archives, and for the result (default: dist)")
    parser.add_argument("--date", default="1980-01-01", help="date of the release")
    options = parser.parse_args(argv)
    try:
        text = json.dumps(make(options.dist, options.date), indent=1, sort_keys=True) + "\n"
        with open(os.path.join(options.dist, NAME), "w", encoding="utf-8") as file:
            file.write(text)
    except (SbomError, contents.BuildError, OSError) as problem:
        print(f"sbom: {problem}", file=sys.stderr)
        return 1
    print(os.path.join(options.dist, NAME))
    return 0


if __name__ == "__main__":
    sys.exit(main())
