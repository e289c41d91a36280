"""Whether what stands in a state file has the shape we write: what others put there must not reach code that relies on it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# In a shape of a mapping: whatever the name is.
ANY = "*"


def fits(value: Any, shape: Any) -> bool:
    """Whether a value has a shape.

    Args:
        value: as it was read from JSON.
        shape: a type; `[shape]`: a list of such; `{ANY: shape}`: a mapping to such; `{"name": shape, …}`: a mapping in which
            each of these names has that shape or is missing, and other names are nobody's business.
    """
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if not isinstance(shape, dict):
        return isinstance(value, shape)
    if not isinstance(value, dict):
        return False
    if ANY in shape:
        return all(fits(one, shape[ANY]) for one in value.values())
    return all(fits(value[name], inner) for name, inner in shape.items() if name in value)
