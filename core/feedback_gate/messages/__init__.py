"""Every text that is shown: a code and values become a sentence in English or Japanese.

The texts lie in `en/<room>.py` and `ja/<room>.py`; the room is the code's part before the dot. Both languages have the same
codes with the same placeholders.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

LANGUAGES = ("en", "ja")
LOCALE_VARIABLES = ("FEEDBACK_GATE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def text(code: str, params: Mapping[str, Any] | None = None, language: str = "en") -> str:
    """The sentence of a code with its values put in as they are; an unknown code gives itself."""
    template = template_of(code, language)
    if not params or "{" not in template:
        return template
    return re.sub(r"\{([a-z_]+)\}", lambda found: str(params.get(found.group(1), found.group(0))), template)


def template_of(code: str, language: str) -> str:
    """The text of a code with its placeholders; the code itself when it is unknown."""
    room = code.partition(".")[0]
    try:
        module = __import__(f"feedback_gate.messages.{language}.{room}", fromlist=("TEXTS",))
    except ImportError:
        return code
    found = module.TEXTS.get(code, code)
    return found if isinstance(found, str) else code


def language_of(option: str, environ: Mapping[str, str]) -> str:
    """The language in force.

    Args:
        option: the option `language`; anything but "en" and "ja" means automatic.
        environ: the first non-blank of LOCALE_VARIABLES decides; FEEDBACK_GATE_LANG only if it names a known language.
    """
    if option in LANGUAGES:
        return option
    for variable in LOCALE_VARIABLES:
        value = environ.get(variable, "").strip().lower()
        japanese = value.startswith("ja") and not value[2:3].isalpha()
        if variable == "FEEDBACK_GATE_LANG" and not japanese and value[:2] != "en":
            continue
        if value:
            return "ja" if japanese else "en"
    return "en"
