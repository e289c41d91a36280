"""The command line: reads words and environment, does one job, says what came of it, and gives the exit status.

0 done · 1 refused or a problem was found · 64 the command line makes no sense · 130 interrupted. Never 2.
"""

from __future__ import annotations

import os
import sys

from feedback_gate_installer import budgets, environment, payload, permissions, pins, policies, texts
from feedback_gate_installer import places as places_
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping
    from typing import Any

    from feedback_gate_installer.pins import Pin
    from feedback_gate_installer.places import Places
    from feedback_gate_installer.policies import Policy
    from feedback_gate_installer.sources import Opener

    Notes = list[tuple[str, dict[str, str]]]

DONE, PROBLEM, USAGE, INTERRUPTED = 0, 1, 64, 130
# Any of these set means that an agent runs us; it may not allow a downgrade.
_AGENT_VARIABLES = ("CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CODEX_SANDBOX", "CODEX_THREAD_ID", "CODEX_SESSION_ID", "AI_AGENT")


def main(words: list[str] | None = None, find: Callable[[Mapping[str, str]], Places] = places_.find) -> int:
    """Do what the words say and return the exit status.

    Args:
        words: the command line without the program's name; that of the process if None.
        find: works out the places from the environment (tests put them elsewhere).
    """
    words = sys.argv[1:] if words is None else words
    tongue = texts.language(os.environ)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return _do(words, tongue, find)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the one boundary: a person gets a sentence, not a traceback
        return _refuse(_as_refusal(error), tongue, as_json="--json" in words)


def _do(words: list[str], tongue: str, find: Callable[[Mapping[str, str]], Places]) -> int:
    from feedback_gate_installer import commandline

    try:
        options = commandline.parse(words, tongue)
    except commandline.UsageError as usage:
        sys.stderr.write(usage.text)
        return USAGE
    return _Session(options, tongue).run(find)


def _as_refusal(error: Exception) -> RefusedError:
    if isinstance(error, RefusedError):
        return error
    if isinstance(error, ImportError):
        return RefusedError("module-missing", name=error.name or "?")
    return RefusedError("internal", what=f"{type(error).__name__}, {_place_of(error)}")


def _place_of(error: BaseException) -> str:
    """Module and line where an error came from; its text could hold secrets."""
    trace = error.__traceback__
    place = "?"
    while trace is not None:
        place = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _refuse(refused: RefusedError, tongue: str, *, as_json: bool) -> int:
    sentence, step = texts.refusal(refused, tongue)
    if as_json:
        _print_json({"ok": False, "code": refused.code, "message": sentence, "next": step, "values": refused.params})
    else:
        next_line = texts.text("next", tongue, step=step)
        sys.stderr.write(f"feedback-gate-installer: {sentence} [{refused.code}]\n{next_line}\n")
    return PROBLEM


def _print_json(value: dict[str, Any]) -> None:
    import json

    sys.stdout.write(json.dumps(value, ensure_ascii=True, sort_keys=True) + "\n")


class _Session:
    """One run: its words, its language, and the environment without what a project put into it."""

    def __init__(self, options: argparse.Namespace, tongue: str) -> None:
        self.options = options
        self.tongue = tongue
        self.env, ignored = environment.clean(os.environ, _current_folder())
        for name in ignored:
            os.environ.pop(name, None)  # libraries look there by themselves
        self.budget = budgets.Budget(getattr(options, "budget", 0.0))
        self.notes: Notes = [("environment-ignored", {"names": ", ".join(ignored)})] if ignored else []
        self.facts: dict[str, Any] = {}
        self.lines: list[str] = []

    def run(self, find: Callable[[Mapping[str, str]], Places]) -> int:
        if self.options.version:
            return self._version()
        places = find(self.env)
        jobs: dict[str, Callable[[Places], None]] = {
            "install": self._install,
            "verify": self._verify,
            "uninstall": self._uninstall,
            "prune": self._prune,
            "mirror": self._mirror,
            "admin-bundle": self._bundle,
        }
        jobs[self.options.command](places)
        self._speak()
        return DONE

    def say(self, code: str, **params: object) -> None:
        self.lines.append(texts.text(code, self.tongue, **params))

    def _speak(self) -> None:
        notes = [(code, texts.text(code, self.tongue, **self._words(params))) for code, params in self.notes]
        if self.options.json:
            facts = [
                {"code": code, "message": message, "values": params} for (code, message), (_, params) in zip(notes, self.notes)
            ]
            _print_json({"ok": True, **self.facts, "notes": facts})
            return
        for line in self.lines:
            sys.stdout.write(line + "\n")
        for _, message in notes:
            sys.stderr.write(f"note: {message}\n")

    def _words(self, params: dict[str, str]) -> dict[str, str]:
        """Parameters that are codes themselves are spelt out."""
        return {name: texts.text(value, self.tongue) if value.startswith("why-") else value for name, value in params.items()}

    def _version(self) -> int:
        try:
            self.say("version", version=payload.pin().version)
        except RefusedError:
            self.say("version-checkout")
        sys.stdout.write(self.lines[0] + "\n")
        return DONE

    def _pin(self, places: Places) -> Pin:
        """The pin that was named, the installer's own, or for ``verify`` that of the launcher."""
        if self.options.pin:
            return pins.load(self.options.pin)
        try:
            return payload.pin()
        except RefusedError:
            if self.options.command == "verify" and os.path.exists(places.pin):
                return pins.load(places.pin)
            raise

    def _openers(self, places: Places, pin: Pin, policy: Policy) -> list[Opener]:
        from feedback_gate_installer import origins

        opened, note = origins.openers(self.options, self.env, places, pin, policy, self.budget)
        self.notes += note
        return opened

    def _install(self, places: Places) -> None:
        from feedback_gate_installer import install, launcher

        allow = self._allowed_downgrade()
        policy = policies.load(places.policy, permissions.user_id())
        places = places_.with_shared(places, policy.words("cacheDirs"))
        pin = self._pin(places)
        opened = self._openers(places, pin, policy)
        installed = install.install(install.Order(pin, policy, places, opened, self.budget, allow))
        self.notes += installed.notes
        self.facts = {"version": pin.version, "sha256": pin.sha256, "path": installed.path, "fresh": installed.fresh}
        self.say("installed" if installed.fresh else "present", version=pin.version, path=installed.path)
        if installed.fresh:
            self.facts.update(key=installed.key_id, source=installed.source, decided_by=installed.decided_by)
            self.say("facts", sha256=pin.sha256, key=installed.key_id, decided_by=installed.decided_by)
            self.say("source", source=installed.source)
        if self.options.no_launcher:
            return
        placed = launcher.place(places, pin, installed.path, downgrade=pin.version in (allow, policy.allowed_version))
        self.notes += placed.notes
        self.facts.update(launcher=placed.launcher, command=placed.command)
        for code, path in (("launcher", placed.launcher), ("command", placed.command)):
            if path:
                self.say(code, path=path)

    def _allowed_downgrade(self) -> str:
        allow = str(self.options.allow_downgrade)
        agent = next((name for name in _AGENT_VARIABLES if self.env.get(name)), "")
        if allow and agent:
            raise RefusedError("downgrade-by-agent", variable=agent)
        return allow

    def _verify(self, places: Places) -> None:
        from feedback_gate_installer import inspection

        policy = policies.load(places.policy, permissions.user_id())
        places = places_.with_shared(places, policy.words("cacheDirs"))
        pin = self._pin(places)
        proof = inspection.inspect(places, pin, policy)
        self.notes += proof.notes
        source, installed = (proof.record.get(name, "?") for name in ("source", "installed"))
        self.facts = {"version": pin.version, "sha256": pin.sha256, "path": proof.path, "signed": proof.signed}
        self.facts.update(key=proof.key_id, decided_by=proof.decided_by, source=source, installed=installed)
        self.say("verified", version=pin.version, path=proof.path)
        self.say("facts", sha256=pin.sha256, key=proof.key_id or "-", decided_by=proof.decided_by or "SHA-256")
        self.say("when", installed=installed, source=source)

    def _uninstall(self, places: Places) -> None:
        from feedback_gate_installer import removal

        options = self.options
        self._removed(removal.uninstall(places, self.env.get("HOME", ""), keep_log=options.keep_log, dry_run=options.dry_run))

    def _prune(self, places: Places) -> None:
        from feedback_gate_installer import removal

        self._removed(removal.prune(places, dry_run=self.options.dry_run))

    def _removed(self, removed: Any) -> None:
        self.notes += removed.notes
        self.facts = {"removed": removed.paths, "dry_run": self.options.dry_run}
        for path in removed.paths:
            self.say("would-remove" if self.options.dry_run else "removed", path=path)
        if not removed.paths:
            self.say("nothing-to-remove")

    def _release(self, places: Places, base: str) -> tuple[Pin, str]:
        """Mirror the pinned release below ``base`` and return its pin and folder."""
        from feedback_gate_installer import mirror

        policy = policies.load(places.policy, permissions.user_id())
        places = places_.with_shared(places, policy.words("cacheDirs"))
        pin = self._pin(places)
        folder, source = mirror.first(pin, policy, self._openers(places, pin, policy), base)
        self.facts = {"version": pin.version, "sha256": pin.sha256, "path": folder, "source": source}
        return pin, folder

    def _mirror(self, places: Places) -> None:
        from feedback_gate_installer import mirror

        pin, folder = self._release(places, self.options.to)
        if self.options.archive:
            self.facts["archive"] = mirror.archive(folder, pin, self.options.to)
        self.say("mirrored", version=pin.version, path=self.facts.get("archive", folder))

    def _bundle(self, places: Places) -> None:
        from feedback_gate_installer import bundle

        target = str(self.options.to)
        if os.path.isdir(target) and os.listdir(target):
            raise RefusedError("target-exists", path=target)
        pin, folder = self._release(places, os.path.join(target, "release"))
        bundle.make(pin, folder, os.path.join(target, "files"), self.options.fail_mode)
        self.facts["path"] = target
        self.say("bundled", version=pin.version, path=target)


def _current_folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return "/"
