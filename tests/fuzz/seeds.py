"""Where fuzzing starts: a few good inputs of each target, the recorded payloads, and the words that matter."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "contract" / "fixtures"
# Targets whose inputs cost milliseconds get fewer, so that all fit into one run.
LIMITS = {"hook_input": 40_000, "signature": 10_000, "state_file": 20_000, "kept_state": 3_000, "archive": 20_000}

TOKENS = [
    *(
        b"\n",
        b"---\n",
        b"- ",
        b": ",
        b"{",
        b"}",
        b"[",
        b"]",
        b"'",
        b'"',
        b"\\",
        b"\0",
        b"\xff",
        b"\xed\xa0\x80",
        b"\r\n",
        b"\t",
        b"#",
    ),
    *(
        b"$(",
        b"`",
        b"&&",
        b"||",
        b";",
        b"|",
        b"<<EOF\n",
        b"EOF\n",
        b">",
        b"2>&1",
        b"**/",
        b"*",
        b"?",
        b"[!",
        b"{a,b}",
        b"(?i)",
        b"(?P<n>",
    ),
    *(
        b"\\z",
        b"\\b",
        b"+",
        b"{2,3}",
        b"(a+)+$",
        b"null",
        b"true",
        b"name: x\n",
        b"count: 3\n",
        b"enforce:\n",
        b"  - event: pre_bash\n",
    ),
    *(
        b"when: x\n",
        b"rules:\n",
        b"match: '*'\n",
        b"run: [a]\n",
        b"*** Begin Patch\n",
        b"*** End Patch\n",
        b"*** Update File: a\n",
        b"@@\n",
    ),
    *(
        "すべて完了".encode(),
        b"all tests pass",
        b"done",
        b"AKIA",
        b"ghp_",
        b"password=",
        b"-----BEGIN",
        b"<<: *a",
        b"&a",
        b"!!python/object:x",
    ),
]

RULE = b"---\nname: r\ncount: 4\nenforce:\n  - event: pre_bash\n    when: 'git push'\n    message: m\n---\nBody.\n\n**Why:** x\n"
GATE = b"rules:\n  - match: ['**/*.py', 'a/{b,c}/*.ts']\n    dir: x\n    run:\n      - make\n      - {cmd: a, name: n, timeout: 5}\n      - parallel: [a, {cmd: b}]\n    run_checks: [c]\nconsistency_checks:\n  - name: c\n    run: [d]\n"
PATCH = b"*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n@@ def f():\n-x\n+y\n*** Add File: c\n+1\n*** Delete File: d\n*** End Patch\n"
SHELL = [
    b"git status && cat a | sort -o b",
    b"cat <<'E' > f\nx\nE\n",
    b"sh -c 'git stash; python gen.py'",
    b'FOO=$(ls "$x") time sed -i s/a/b/ f',
    b"sudo --user me env -iS 'git push' -C . nice -n5 flock l -c 'git push --force'",
    b"find . -exec sh -euo pipefail -c 'git push' ';' -o -execdir git push {} + | xargs -n 1 -P2 git push",
    b"bash -s -- a <<-E\n\tgit push\n\tE\necho git push | su - me --command='python -Im git'; trap 'git push' EXIT",
]
MESSAGES = [
    b"All tests pass now. The bug is fixed.",
    "修正しました。テストはすべて通りました。".encode(),
    b"I could not verify this; tests may fail.",
    b"- [x] done\n```\nall passed\n```\n> it works",
]
SECRETS = [b"export TOKEN=" + b"gh" + b"p_" + b"a1B2" * 9, b"password: hunter2-hunter2\n", b"Authorization: Bearer abc.def.ghi"]
KEPT = [
    b'{"gate": {"changed": {"/a": 1}, "failed": {}, "pending": {"/": {"all": ["/a"]}}, "deferred": [{"cmd": "true"}]}, "budget": 3}',
    (
        b'{"gate": {"deferred": [{"root": "/", "cwd": "/", "label": "l", "item": {"cmd": "true", "name": "n", "timeout": 1}, '
        b'"timeout": 1, "files": {"/a": 1}}], "gave_up": {"/a": 1}, "attempts": 1, "reported": true}}'
    ),
    b'{"trees": {"/a": {"ns": 1, "head": "x", "deleted": ["b"]}}, "seen": {"/a": 1}, "ran": [1, 2], "products": ["/b"], "skew": 0}',
    b'{"claims": {"blocks": 2, "failure": "x", "receipt": "y"}, "inbox": [{"code": "x"}], "feedback": {"asks": {}}, "lost": true}',
    (
        b'{"feedback": {"asks": {"open": {"-": ["k"]}, "approved": {"k": true}, "refused": {"l": 1}}, "changed": {"/a.md": 1}, '
        b'"raised": ["r"], "prompts": 1, "stop_attempts": 1, "injected": {"text": "x", "rules": {"r": "x"}, "rest": ""}}}'
    ),
    b'{"approved": "rules: []", "how": "first", "pending": "x", "also": {"/": "x"}}',
    b"{}",
    b"[]",
]
PIN = (
    b"1.0.0 "
    + b"a" * 64
    + b" 5\nkey_primary="
    + b"d75a98" * 10
    + b"d75a\nrevoked=0123456789abcdef\nbase_url=https://example.invalid/\n"
)


def packed(method: int) -> bytes:
    """A small archive of the installer's form."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as file:
        file.writestr("environment.json", '{"build_id": "b1"}')
        file.writestr("site-packages/a/__init__.py", "x = 1\n" * 20)
        file.writestr("site-packages/a/b.so", bytes(range(256)))
        file.writestr("checksums.txt", "x\n")
    return made.getvalue()


def of(name: str) -> list[bytes]:
    """The first inputs of a target."""
    payloads = [path.read_bytes() for path in sorted(FIXTURES.rglob("*.json"))]
    found = {
        "hook_input": [
            prefix + payload for payload in payloads for prefix in (b"\x00\x02", b"\xff\x02", b"\x00\x07", b"\xff\x04")
        ],
        "rule_file": [RULE, RULE.replace(b"\n", b"\r\n"), b"---\na: [1\n---\n"],
        "gate_file": [GATE, b"rules: []", b"{}"],
        "glob": [b"**/*.{ts,tsx}\0src/a.tsx", b"a[!b]c\0a/c", b"src/**.py\0src/a/b.py"],
        "glob_meaning": [b"**/*.ts\0src/a.ts", b"src/**\0src/a/b", b"a?/**/b*\0ab/c/d/bx", b"**\0a", b"a**/b\0axx/b"],
        "regex_index": [b"git\\s+push\0git  push", b"(?i)TODO\\b\0todo", b"(a|b)c{1,2}\0xbcc", b"^x$\0x\n"],
        "shell": SHELL,
        "patch": [PATCH, b"apply_patch <<'E'\n" + PATCH + b"E\n"],
        "state_file": [b'{"gate": {"changed": {"/a": 1}}}', b"{}", b"[]"],
        "kept_state": KEPT,
        "redaction": SECRETS,
        "claims": MESSAGES,
        "settings_editor": [
            b'{\n  // c\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]},\n}',
            b"{}",
            b"\xef\xbb\xbf{}",
        ],
        "checksums": [b"# feedback-gate 1.0.0\n# size 5 feedback-gate.pyz\n" + b"a" * 64 + b"  feedback-gate.pyz\n"],
        "pin": [PIN, b"product=feedback-gate\nversion=1.0.0\nsize=5\nsha256=" + b"a" * 64 + b"\n", b""],
        "archive": [
            packed(zipfile.ZIP_STORED),
            packed(zipfile.ZIP_DEFLATED),
            packed(zipfile.ZIP_BZIP2),
            packed(zipfile.ZIP_LZMA),
        ],
        "signature": [b"\0" * 96 + b"message"],
    }[name]
    kept = HERE / "found" / name
    return found + [path.read_bytes() for path in sorted(kept.glob("*"))] if kept.is_dir() else found
