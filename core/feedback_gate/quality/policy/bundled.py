"""The policy and schema used where a gate names none and dogwood is there: no command again so soon after its last result."""

from __future__ import annotations

import os

from feedback_gate.state import places
from feedback_gate.system import files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

POLICY = """// Put a command off for two minutes after its last result, and for ten minutes after three failures.
// A command is told from others by its name and the folder it runs in.
@id("not_again_so_soon")
permit (
    principal,
    action == Gate::Action::"Run",
    resource
)
when temporal {
    !(formerly within 2m (
        Gate::Action::"Run"::response{ input.name: context.input.name, input.folder: context.input.folder }
    ))
    && !(formerly within 2m (
        Gate::Action::"Run"::error{ input.name: context.input.name, input.folder: context.input.folder }
    ))
    && exists (failures: Long). (
        (count for (moment: Timepoint). where (
            formerly within 10m (
                Gate::Action::"Run"::error{ input.name: context.input.name, input.folder: context.input.folder }
                && tp(moment)
            )
        )) == failures
        && failures < 3
    )
};
"""
SCHEMA = """// What a policy is asked: may this command of the gate run now?
namespace Gate {
  type Command = {
    name: String,
    cmd: String,
    folder: String
  };

  entity Agent;

  entity Project;

  action "Run" appliesTo {
    principal: [Agent],
    resource: [Project],
    context: { input: Command }
  };
}
"""


def policy(environ: Mapping[str, str]) -> str:
    """The path of the policy as a file, "" where no file can be written."""
    return _file("gate.dw", POLICY, environ)


def schema(environ: Mapping[str, str]) -> str:
    """The path of the schema as a file, "" where no file can be written."""
    return _file("gate.cedarschema", SCHEMA, environ)


def _file(name: str, text: str, environ: Mapping[str, str]) -> str:
    base = places.cache_home(environ)
    if not base:
        return ""
    path = os.path.join(base, "policy", f"{hashing.short(text)}-{name}")
    if files.read_text(path) != text:
        try:
            files.write_atomically(path, text.encode())
        except OSError:
            return ""
    return path
