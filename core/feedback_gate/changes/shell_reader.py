"""Reads the commands of a shell command line into a `Script`: one walk from left to right."""

from __future__ import annotations

from feedback_gate.changes.shell_text import BREAKS, MAX_DEPTH, TextReader, Word
from feedback_gate.changes.shell_words import Part, Redirection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.changes.shell_words import Script

BLANKS = frozenset(" \t\r")
# Longest first. `&>` is bash's; a `sh` that reads it as `&` and `>` writes all the same.
OPERATORS = ("&>>", ";;&", "<<<", "<<-", "&&", "||", "|&", ";;", ";&", "&>", ">>", ">|", ">&", "<<", "<>", "<&", *"|&;<>")
REDIRECTIONS = frozenset(("&>>", "<<<", "<<-", "&>", ">>", ">|", ">&", "<<", "<>", "<&", ">", "<"))
SUBSTITUTIONS = ("<(", ">(")
# Words that only arrange the commands around them: a command follows, or has ended.
BEFORE_COMMANDS = frozenset(("if", "then", "elif", "else", "while", "until", "do", "{", "!"))
AFTER_COMMANDS = frozenset(("fi", "done", "}"))
# Words that begin a grammar which is not read here.
UNREAD = frozenset(("case", "select", "function", "coproc"))
MAX_PARTS = 10_000


class Reader(TextReader):
    """Reads `text` into `script`.

    part: the simple command being read, None between commands; fresh: a command has yet to begin; test: inside `[[ … ]]`;
    documents: here-documents whose text begins at the next line, each with whether its text is taken as it is.
    """

    __slots__ = ("documents", "fresh", "part", "test", "tokens")

    def __init__(self, text: str, script: Script, depth: int = 0, tokens: list[str] | None = None) -> None:
        super().__init__(text, script, depth)
        self.part: Part | None = None
        self.fresh = True
        self.test = False
        self.tokens = script.tokens if tokens is None else tokens
        self.documents: list[tuple[Redirection, bool]] = []

    def whole(self) -> None:
        """Read all of the text."""
        if self.commands():
            self.give_up("a closing bracket that was not opened")
        if self.documents:
            self.give_up("a here-document without its text")

    def commands(self) -> bool:
        """Read commands up to a closing bracket (True; it is taken) or the end of the text (False)."""
        while self.position < len(self.text):
            letter = self.text[self.position]
            if letter in BLANKS:
                self.position += 1
            elif self.here("\\\n"):
                self.position += 2
            elif letter not in BREAKS and letter != "#":
                self.word()
            elif self.text.startswith(SUBSTITUTIONS, self.position):
                self.process_substitution()
            elif self.test and letter != ";":
                self.test_operator(letter)
            elif letter == ")":
                self.end_command("")
                self.position += 1
                return True
            else:
                self.between(letter)
        self.end_command("")
        return False

    def between(self, letter: str) -> None:
        """Take what stands between words and commands."""
        if letter == "\n":
            self.position += 1
            self.end_command(";")
            self.skip_documents()
        elif letter == "#":
            end = self.text.find("\n", self.position)
            self.position = len(self.text) if end < 0 else end
        elif letter == "(":
            self.group()
        else:
            self.operator()

    def command(self) -> Part:
        """The simple command being read; a new one where none is."""
        if self.part is None:
            self.part = Part()
        self.fresh = False
        return self.part

    def end_command(self, separator: str) -> None:
        """End the simple command being read."""
        if self.test:
            self.give_up("a test that is not closed")
            self.test = False
        if self.part is not None:
            self.script.parts.append(self.part)
            self.part = None
            if len(self.script.parts) >= MAX_PARTS:
                self.give_up("too many commands")
        if separator != ";" or not self.fresh:
            self.tokens += [separator] if separator else []
        self.fresh = True

    def test_operator(self, letter: str) -> None:
        """Take one character of an operator inside `[[ … ]]`."""
        self.position += 1
        if letter != "\n":
            self.command().words.append(letter)
            self.tokens.append(letter)

    def operator(self) -> None:
        """Take a redirection or what stands between two commands."""
        operator = next(operator for operator in OPERATORS if self.here(operator))
        self.position += len(operator)
        if operator in REDIRECTIONS:
            self.redirection(operator, "")
        elif operator in {";;", ";&", ";;&"}:
            self.give_up("the grammar of case")
        else:
            self.end_command(operator)

    def group(self) -> None:
        """Read a subshell; elsewhere than at the start of a command a bracket is grammar that is not read here."""
        if self.part is not None or self.here("(("):
            self.give_up("an array, a function, arithmetic or an extended glob")
            return
        self.position += 1
        self.tokens.append("(")
        self.nested(self.tokens)
        self.tokens.append(")")
        self.fresh = False

    def nested(self, tokens: list[str]) -> None:
        """Read the commands inside a bracket that has just been taken."""
        outer = self.part, self.fresh, self.test, self.tokens
        self.part, self.fresh, self.test, self.tokens = None, True, False, tokens
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.give_up("nested too deeply")
        elif not self.commands():
            self.give_up("a bracket that is not closed")
        self.depth -= 1
        self.part, self.fresh, self.test, self.tokens = outer

    def commands_inside(self) -> list[str]:
        """Read commands up to the closing bracket; their tokens."""
        tokens: list[str] = []
        self.nested(tokens)
        return tokens

    def commands_of(self, text: str) -> list[str]:
        """Read all the commands of another text; their tokens."""
        inner = Reader(text, self.script, self.depth, [])
        inner.whole()
        if self.script.doubt:
            self.give_up(self.script.doubt)
        return inner.tokens

    def process_substitution(self) -> None:
        """Read `<(…)` as a word; `>(…)` also counts as a redirection."""
        start = self.position
        mark = self.text[start : start + 2]
        self.position += 2
        tokens = self.commands_inside()
        part = self.command()
        part.words.append(self.text[start : self.position])
        self.tokens.append(f"{mark}{' '.join(tokens)})")
        if mark == ">(":
            part.redirections.append(Redirection(mark, "", ""))

    def redirection(self, operator: str, descriptor: str) -> None:
        """Read the word behind a redirection's operator."""
        while self.position < len(self.text) and (self.text[self.position] in BLANKS or self.here("\\\n")):
            self.position += 2 if self.here("\\\n") else 1
        if self.text.startswith(SUBSTITUTIONS, self.position):
            self.command().redirections.append(Redirection(operator, self.text[self.position : self.position + 2], descriptor))
            self.tokens.append(descriptor + operator)
            return
        if self.position >= len(self.text) or self.text[self.position] in BREAKS:
            self.give_up("a redirection that leads nowhere")
            return
        target = self.read_word()
        value = "".join(target.value)
        redirection = Redirection(operator, value, descriptor)
        self.command().redirections.append(redirection)
        self.tokens += [descriptor + operator, "".join(target.spelling)]
        if operator in {"<<", "<<-"}:
            self.documents.append((redirection, not target.plain))

    def skip_documents(self) -> None:
        """Pass over the here-documents that begin at this line; where theirs is not quoted, what they run is read."""
        for document, literal in self.documents:
            start = self.position
            while True:
                if self.position >= len(self.text):
                    self.give_up("a here-document that does not end")
                    return
                line_start = self.position
                end = self.text.find("\n", line_start)
                self.position = len(self.text) if end < 0 else end + 1
                line = self.text[line_start : self.position].rstrip("\n")
                if (line.lstrip("\t") if document.operator == "<<-" else line) == document.target:
                    break
            body = self.text[start:line_start]
            self.tokens.append(body)
            document.text = body
            if not literal:
                inner = Reader(body, self.script, self.depth)
                inner.quoted(Word(), "")
            if self.script.doubt:
                self.give_up(self.script.doubt)
        self.documents = []

    def word(self) -> None:
        """Read a word and give it its place in the command."""
        word = self.read_word()
        value, spelling = "".join(word.value), "".join(word.spelling)
        if word.plain and value.isdigit() and not self.test and self.text[self.position : self.position + 1] in {"<", ">"}:
            operator = next(operator for operator in OPERATORS if self.here(operator))
            self.position += len(operator)
            self.redirection(operator, value)
            return
        self.tokens.append(spelling or "''")
        if self.part is None and word.plain and (value in BEFORE_COMMANDS or value in AFTER_COMMANDS):
            self.fresh = value in BEFORE_COMMANDS
            return
        if self.part is None and word.plain and value in UNREAD:
            self.give_up(f"the grammar of {value}")
        if word.plain and (value == "]]" if self.test else self.part is None and value == "[["):
            self.test = not self.test
        part = self.command()
        if not part.words and _is_assignment(word):
            part.assignments.append(value)
        else:
            part.words.append(value)


def _is_assignment(word: Word) -> bool:
    """Whether a word before the command's name is `NAME=…` or `NAME+=…` with an unquoted name."""
    name, equals, _ = word.lead.partition("=")
    name = name.removesuffix("+").partition("[")[0]
    return equals == "=" and name.isascii() and name.isidentifier()
