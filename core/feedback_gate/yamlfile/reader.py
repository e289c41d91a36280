"""Turns YAML text into a `Document` with PyYAML's pure scanner and parser, and bounds what hostile text can cost."""

from __future__ import annotations

from feedback_gate.yamlfile import BOM, MAX_CHARACTERS, MAX_DEPTH, MAX_DIGITS, MAX_VALUES, Document, Place, YamlError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from yaml import Mark, Node

TAGS = "tag:yaml.org,2002:"
AS_WRITTEN = frozenset(TAGS + name for name in ("str", "timestamp", "value", "merge"))
BOOLEANS = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False}
TOO_MANY = f"more than {MAX_VALUES} values, aliases written out"

_loader: Any = None


def read(text: str, first_line: int) -> Document:
    """See `feedback_gate.yamlfile.load`."""
    text = text[1:] if text.startswith(BOM) else text
    if len(text) > MAX_CHARACTERS:
        raise YamlError(first_line, 1, f"longer than {MAX_CHARACTERS} characters")
    loader, root = _parsed(text, first_line - 1)
    if root is None:
        return Document(None, Place(first_line), [])
    builder = Builder(loader, first_line - 1)
    value, place, _ = builder.build(root, ())
    return Document(value, Place(first_line, place.inside), builder.duplicates)


def _parsed(text: str, lines_before: int) -> tuple[Any, Node | None]:
    """(the loader, the root of the node graph); every way in which PyYAML fails becomes one error."""
    import yaml

    loader = None
    try:
        loader = _loader_class()(text)
        return loader, loader.get_single_node()
    except yaml.reader.ReaderError as problem:
        before = text[: problem.position]
        column = len(before) - before.rfind("\n")
        reason = f"the character U+{ord(text[problem.position]):04X} is not allowed"
        raise YamlError(before.count("\n") + 1 + lines_before, column, reason) from None
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        reason = ", ".join(part for part in (problem.context, problem.problem) if part)
        raise _error(mark, reason, lines_before) from None
    except Exception as problem:  # noqa: BLE001  a third-party parser on hostile text; what else it raises is unknown
        line = loader.line if loader is not None else 0
        raise YamlError(line + 1 + lines_before, 1, str(problem) or type(problem).__name__) from None


def _error(mark: Mark | None, reason: str, lines_before: int) -> YamlError:
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    return YamlError(line + lines_before, column, " ".join(reason.split()))


def _loader_class() -> Any:
    """PyYAML's pure safe loader without timestamps, and with limits to depth and size (keys are nodes too); made once."""
    global _loader  # noqa: PLW0603  the class can only be made once yaml is imported
    if _loader is not None:
        return _loader
    import yaml

    class Loader(yaml.SafeLoader):
        depth = 0
        nodes = 0
        yaml_implicit_resolvers = {  # noqa: RUF012  PyYAML's own name and shape
            letter: [(tag, pattern) for tag, pattern in resolvers if tag != TAGS + "timestamp"]
            for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
        }

        def compose_node(self, parent: Node | None, index: Any) -> Node | None:
            self.depth += 1
            self.nodes += 1
            if self.depth > MAX_DEPTH or self.nodes > 2 * MAX_VALUES:
                mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
                excess = f"nested more than {MAX_DEPTH} deep" if self.depth > MAX_DEPTH else TOO_MANY
                raise yaml.MarkedYAMLError(problem=excess, problem_mark=mark)
            node: Node | None = super().compose_node(parent, index)
            self.depth -= 1
            return node

    _loader = Loader
    return _loader


class Builder:
    """Builds values from a node graph, each node once, counting what it would be with every alias written out.

    A build is (value, place, number of values).
    """

    __slots__ = ("built", "duplicates", "lines_before", "loader", "open")

    def __init__(self, loader: Any, lines_before: int) -> None:
        self.loader = loader
        self.lines_before = lines_before
        self.duplicates: list[tuple[tuple[str | int, ...], int]] = []
        self.built: dict[int, tuple[Any, Place, int]] = {}
        self.open: set[int] = set()

    def build(self, node: Any, path: tuple[str | int, ...]) -> tuple[Any, Place, int]:
        """The build of one node, which stands at `path`.

        Raises:
            YamlError: a tag of another kind, a key that is no text, an alias inside itself, or too many values.
        """
        number = id(node)
        if number in self.built:
            return self.built[number]
        if number in self.open:
            raise self.error(node, "an alias stands inside what it stands for")
        self.open.add(number)
        make: Callable[..., tuple[Any, Place, int]]
        make = {"scalar": self.scalar, "sequence": self.sequence, "mapping": self.mapping}[node.id]
        build = make(node, path)
        if build[2] > MAX_VALUES:
            raise self.error(node, TOO_MANY)
        self.open.remove(number)
        self.built[number] = build
        return build

    def error(self, node: Any, reason: str) -> YamlError:
        """The error for a node."""
        return _error(node.start_mark, reason, self.lines_before)

    def line(self, node: Any) -> int:
        """The line of the file on which a node begins."""
        return int(node.start_mark.line) + 1 + self.lines_before

    def scalar(self, node: Any, _path: tuple[str | int, ...]) -> tuple[Any, Place, int]:
        """Build a plain value."""
        place = Place(self.line(node))
        kind = node.tag[len(TAGS) :] if node.tag.startswith(TAGS) else ""
        if "\0" in node.value:  # written as an escape: neither a path nor a command can hold it
            raise self.error(node, "the character U+0000 is not allowed")
        if node.tag in AS_WRITTEN:
            return node.value, place, 1
        if kind == "null":
            return None, place, 1
        if kind == "bool" and node.value.lower() in BOOLEANS:
            return BOOLEANS[node.value.lower()], place, 1
        if kind in {"int", "float"}:
            return self.number(node, kind), place, 1
        raise self.error(node, f"{node.value[:40]!r} is no {kind}" if kind == "bool" else f"the tag {node.tag} is not supported")

    def number(self, node: Any, kind: str) -> int | float:
        """The number that a scalar says."""
        construct = self.loader.construct_yaml_int if kind == "int" else self.loader.construct_yaml_float
        unusable = self.error(node, f"{node.value[:40]!r} is no number that can be used")
        if len(node.value) > MAX_DIGITS:
            raise unusable
        try:
            number: int | float = construct(node)
        except (ValueError, IndexError, OverflowError):
            raise unusable from None
        return number

    def sequence(self, node: Any, path: tuple[str | int, ...]) -> tuple[Any, Place, int]:
        """Build a list."""
        if node.tag != TAGS + "seq":
            raise self.error(node, f"the tag {node.tag} is not supported")
        values: list[Any] = []
        places: dict[str | int, Place] = {}
        count = 1
        for position, item in enumerate(node.value):
            value, place, size = self.build(item, (*path, position))
            values.append(value)
            places[position] = place
            count += size
        return values, Place(self.line(node), places), count

    def mapping(self, node: Any, path: tuple[str | int, ...]) -> tuple[Any, Place, int]:
        """Build a dict: merged keys first, then its own."""
        if node.tag != TAGS + "map":
            raise self.error(node, f"the tag {node.tag} is not supported")
        values: dict[str, Any] = {}
        places: dict[str | int, Place] = {}
        count = 1
        own = [pair for pair in node.value if pair[0].tag != TAGS + "merge"]
        for key, source in node.value:
            if key.tag == TAGS + "merge":
                count += self.merge(source, path, values, places)
        written = set()
        for key, item in own:
            name = self.key(key)
            value, place, size = self.build(item, (*path, name))
            if name in written:
                self.duplicates.append(((*path, name), self.line(key)))
            written.add(name)
            values[name] = value
            places[name] = Place(self.line(key), place.inside)
            count += size
        return values, Place(self.line(node), places), count

    def key(self, node: Any) -> str:
        """A key as it is written."""
        if node.id != "scalar":
            raise self.error(node, "a key must be text")
        name: str = node.value
        return name

    def merge(self, source: Any, path: tuple[str | int, ...], values: dict[str, Any], places: dict[str | int, Place]) -> int:
        """Add the keys of the mappings behind `<<`, the first mapping that has a key wins; how many values they hold."""
        count = 0
        for node in source.value if source.id == "sequence" else [source]:
            if node.id != "mapping":
                raise self.error(node, "only a mapping, or a list of mappings, can be merged")
            merged, place, size = self.build(node, (*path, "<<"))
            count += size
            for name, value in merged.items():
                if name not in values:
                    values[name] = value
                    places[name] = place.inside[name]
        return count
