"""Installs the pinned executable when it is nowhere on this machine: fetched by curl or wget, verified as the installer does it."""

from __future__ import annotations

import argparse
import os

from feedback_gate_installer import budgets, environment, install, origins, permissions, pins, places, policies, removal, texts
from feedback_gate_installer.errors import RefusedError

# Seconds in all. Below the time a host gives SessionStart (60), with room for starting the executable once.
SESSION_SECONDS = 40.0


class Refused(Exception):
    """Nothing was installed: ``code`` is stable, ``text`` says why and what to do."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code)
        self.code = code
        self.text = text


def get(pin: str, cache: str, policy: str, folders: list[str], language: str, seconds: float = SESSION_SECONDS) -> str:
    """Install what the pin names; the path of the executable.

    Args:
        pin: path of the pin file.
        cache: our cache folder, empty where there is none.
        policy: the administrator's file.
        folders: the project's: what its settings put into the environment does not count.
        language: of the refusal.
        seconds: how long it may take in all.

    Raises:
        Refused: it could not be installed; nothing was placed.
    """
    try:
        return _install(pin, cache, policy, folders, seconds)
    except RefusedError as refused:
        sentence, step = texts.refusal(refused, language)
        raise Refused(refused.code, f"{sentence} {step}") from refused
    except Exception as error:
        unforeseen = RefusedError("internal", what=type(error).__name__)
        sentence, step = texts.refusal(unforeseen, language)
        raise Refused(unforeseen.code, f"{sentence} {step}") from error


def _install(pin_path: str, cache: str, policy_path: str, folders: list[str], seconds: float) -> str:
    env = dict(os.environ)
    for folder in folders:
        env, _ = environment.clean({**env, "CLAUDE_PROJECT_DIR": folder}, folder)
    if not cache:
        raise RefusedError("no-cache-dir", variable="XDG_CACHE_HOME")
    policy = policies.load(policy_path, permissions.user_id())
    found = places.find({**env, "FEEDBACK_GATE_CACHE_DIR": cache})
    found = places.with_shared(places.with_fixed(found, policy_path, found.shared), policy.words("cacheDirs"))
    pin = pins.load(pin_path)
    budget = budgets.Budget(seconds)
    opened, _ = origins.openers(argparse.Namespace(source="", base_url=[]), env, found, pin, policy, budget)
    installed = install.install(install.Order(pin, policy, found, opened, budget))
    if installed.fresh:
        removal.prune(found, dry_run=False)
    return installed.path
