"""The one exception of the installer: a refusal with a stable code."""

from __future__ import annotations


class RefusedError(Exception):
    """Something was not done, and why: ``code`` is a key of ``reasons.REASONS``.

    ``params`` are the values its sentence names. They hold no secrets: addresses are passed through
    ``addresses.shown`` first.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = {name: str(value) for name, value in params.items()}

    def __str__(self) -> str:
        return f"{self.code} {self.params}" if self.params else self.code
