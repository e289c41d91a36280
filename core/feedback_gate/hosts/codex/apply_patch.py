"""Owns the apply_patch format of Codex: which files a patch adds, updates, moves or deletes, and the lines it adds.

Every rule here was seen on codex 0.171.0. The parser reads each line once, never raises and never touches a file.
"""

from __future__ import annotations

BEGIN, END = "*** Begin Patch", "*** End Patch"
ADD, DELETE, UPDATE = "*** Add File: ", "*** Delete File: ", "*** Update File: "
MOVE, ENVIRONMENT, END_OF_FILE = "*** Move to: ", "*** Environment ID: ", "*** End of File"
HEREDOC_OPENINGS = ("<<EOF", "<<'EOF'", '<<"EOF"')

# The client trims Unicode's White_Space; str.strip() would also take the separators U+001C to U+001F.
BLANKS = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)


class Operation:
    """One section of a patch.

    Attributes:
        kind: "add", "update", "delete" or "move".
        path: the file it leaves behind (the new name of a move, the old name of a delete), as written in the patch.
        old_path: the former name of a move, else "".
        added: the added text, each line with its newline; the whole new file for an add.
        removed: the removed text of an update or move; a delete does not name it, so it is "" there.
    """

    __slots__ = ("added", "kind", "old_path", "path", "removed")

    def __init__(self, kind: str, path: str, old_path: str = "", added: str = "", removed: str = "") -> None:
        self.kind, self.path, self.old_path, self.added, self.removed = kind, path, old_path, added, removed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Operation) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return "Operation({!r}, {!r}, {!r}, {!r}, {!r})".format(*self._key())

    def _key(self) -> tuple[str, str, str, str, str]:
        return (self.kind, self.path, self.old_path, self.added, self.removed)


def parse(text: str) -> list[Operation]:
    """Reads a patch the way the client does.

    Args:
        text: the raw patch, as in ``tool_input.command``.

    Returns:
        One operation a section, in the order of the patch; [] for a text that the client would not take as a patch.
    """
    lines = _sections(text)
    if lines is None:
        return []
    found: list[Operation] = []
    at = _after_environment(lines)
    while at < len(lines):
        operation, at = _section(lines, at)
        if operation is not None:
            found.append(operation)
        elif _is_spare_end(lines, at - 1):
            break
        else:
            return []
    return found


def skim(text: str) -> list[Operation]:
    """Reads what can be read of a patch that this parser does not take, but a newer client may.

    Args:
        text: the raw patch.

    Returns:
        One operation for each line that looks like a section header, with the lines behind a plus sign as added text.
    """
    found: list[Operation] = []
    added: list[str] = []
    for line in text.split("\n"):
        if line.startswith("+"):
            added.append(line[1:].rstrip("\r"))
        elif "*** " in line:
            bare = line.strip(BLANKS)
            header = next((mark for mark in (ADD, DELETE, UPDATE, MOVE) if bare.startswith(mark)), "")
            _close(found, added)
            if header:
                _open(found, header, bare[len(header) :])
    _close(found, added)
    return found


def _open(found: list[Operation], header: str, path: str) -> None:
    """Begins a skimmed operation; a move renames the update before it."""
    if header == MOVE and found and found[-1].kind == "update":
        found[-1] = Operation("move", path, found[-1].path, found[-1].added)
    elif header != MOVE:
        found.append(Operation({ADD: "add", DELETE: "delete", UPDATE: "update"}[header], path))


def _close(found: list[Operation], added: list[str]) -> None:
    """Hands the lines collected so far to the last skimmed operation."""
    if found and added and found[-1].kind != "delete":
        last = found[-1]
        found[-1] = Operation(last.kind, last.path, last.old_path, last.added + _joined(added))
    added.clear()


def _sections(text: str) -> list[str] | None:
    """The lines between the first and the last marker, or None where a marker is missing."""
    lines = [line.removesuffix("\r") for line in text.strip(BLANKS).split("\n")]
    if lines[0] in HEREDOC_OPENINGS and len(lines) > 3 and lines[-1].endswith("EOF"):
        lines = lines[1:-1]
    if len(lines) < 2 or lines[0].strip(BLANKS) != BEGIN or lines[-1].strip(BLANKS) != END:
        return None
    return lines[1:-1]


def _after_environment(lines: list[str]) -> int:
    """The number of the first line behind the optional environment line; an empty id leaves that line to be refused."""
    return int(bool(lines) and lines[0].strip(BLANKS).startswith(ENVIRONMENT))


def _is_spare_end(lines: list[str], at: int) -> bool:
    """Whether only a second end marker and blank lines are left: the client takes that."""
    return lines[at].strip(BLANKS) == END and not any(line.strip(BLANKS) for line in lines[at + 1 :])


def _section(lines: list[str], at: int) -> tuple[Operation | None, int]:
    """One section that begins at a line, and the number of the line after it."""
    header = lines[at].strip(BLANKS)
    at += 1
    if header.startswith(ADD):
        start = at
        while at < len(lines) and lines[at].startswith("+"):
            at += 1
        return Operation("add", header[len(ADD) :], added=_joined([line[1:] for line in lines[start:at]])), at
    if header.startswith(DELETE):
        return Operation("delete", header[len(DELETE) :]), at
    if header.startswith(UPDATE):
        return _update(lines, at, header[len(UPDATE) :])
    return None, at


def _update(lines: list[str], at: int, path: str) -> tuple[Operation | None, int]:
    """The rest of an update section, behind its header."""
    new_path, at = _new_path(lines, at)
    added: list[str] = []
    removed: list[str] = []
    start = at
    while at < len(lines) and (at == start or _is_chunk_header(lines[at])):
        at += _is_chunk_header(lines[at])
        body = at
        at = _body(lines, at, added, removed)
        if at == body:
            return None, at
        at = _after_end_of_file(lines, at)
    if at == start or (at < len(lines) and not lines[at].startswith("*** ")):
        return None, at
    old_path, kind = (path, "move") if new_path else ("", "update")
    return Operation(kind, new_path or path, old_path, _joined(added), _joined(removed)), at


def _new_path(lines: list[str], at: int) -> tuple[str, int]:
    """The name behind a move line, or "", and the number of the first line of the chunks."""
    new_path = ""
    while at < len(lines):
        line = lines[at].rstrip(BLANKS)
        if line.startswith(MOVE) and not new_path:
            new_path = line[len(MOVE) :]
        elif line != END_OF_FILE:  # the client passes over an end of file that ends nothing
            break
        at += 1
    return new_path, at


def _after_end_of_file(lines: list[str], at: int) -> int:
    """The number of the first line behind an end of file and its empty lines; the same number if there is none."""
    if at < len(lines) and lines[at].rstrip(BLANKS) == END_OF_FILE:
        at += 1
        while at < len(lines) and not lines[at].strip(BLANKS):
            at += 1
    return at


def _is_chunk_header(line: str) -> bool:
    return line.startswith("@@") and (line.startswith("@@ ") or line.rstrip(BLANKS) == "@@")


def _body(lines: list[str], at: int, added: list[str], removed: list[str]) -> int:
    """Sorts the lines of one chunk into added and removed; the number of the first line that is none of it."""
    while at < len(lines):
        line = lines[at]
        mark = line[:1]
        if mark == "+":
            added.append(line[1:])
        elif mark == "-":
            removed.append(line[1:])
        elif mark not in ("", " "):
            break
        at += 1
    return at


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n" if lines else ""
