"""A Claude Code hook that writes down what it was given and answers as its rules file says.

Run as ``claude_probe.py NAME``. ``PROBE_DIR`` names a folder. Each call adds one file there,
``NNN-<event>-<NAME>.json``, with argv, environment, stdin and the times. If the folder has a
``rules.json``, the first rule that fits is the answer; every condition is optional:

    [{"name": "regex", "event": "regex", "tool": "regex", "when": "regex in the raw stdin", "times": 2,
      "sleep": 1.5, "stdout": "text" or {...}, "stderr": "text", "exit": 2}]
"""

from __future__ import annotations

import json
import os
import re
import sys
import time


def claim(path):
    """True for the one process that gets to make this file."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def fits(number, rule, folder, name, given, raw):
    event, tool = given.get("hook_event_name", "unknown"), given.get("tool_name") or ""
    wanted = (("name", name), ("event", event), ("tool", tool))
    if not all(re.fullmatch(rule.get(key, ".*"), value) for key, value in wanted):
        return False
    if not re.search(rule.get("when", ""), raw):
        return False
    uses = [os.path.join(folder, f".used-{number}-{use}") for use in range(rule.get("times", 0))]
    return "times" not in rule or any(claim(path) for path in uses)


def read_rules(folder):
    try:
        with open(os.path.join(folder, "rules.json"), encoding="utf-8") as handle:
            return json.load(handle)
    except OSError:
        return []


def save(path, row):
    with open(path + ".part", "w", encoding="utf-8") as out:
        json.dump(row, out, indent=1)
    os.replace(path + ".part", path)


def main():
    began = time.time()
    name = sys.argv[1] if len(sys.argv) > 1 else "probe"
    folder = os.environ["PROBE_DIR"]
    raw = sys.stdin.read()
    given = json.loads(raw)
    event = given.get("hook_event_name", "unknown")
    rules = read_rules(folder)
    answer = next((r for n, r in enumerate(rules) if fits(n, r, folder, name, given, raw)), {})
    number = 1
    while not claim(os.path.join(folder, f".seq-{number:03d}")):
        number += 1
    row = {"number": number, "name": name, "event": event, "argv": sys.argv, "cwd": os.getcwd(), "stdin": given}
    row.update(env=dict(os.environ), began=began, answer=answer)
    save(os.path.join(folder, f"{number:03d}-{event}-{name}.json"), row)
    time.sleep(answer.get("sleep", 0))
    out = answer.get("stdout", "")
    sys.stdout.write(out if isinstance(out, str) else json.dumps(out))
    sys.stderr.write(answer.get("stderr", ""))
    return answer.get("exit", 0)


if __name__ == "__main__":
    sys.exit(main())
