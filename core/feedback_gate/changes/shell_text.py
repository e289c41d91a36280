"""Reads the words of a shell command line: quotes, escapes, and what the shell puts in place."""

from __future__ import annotations

from feedback_gate.changes import escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.changes.shell_words import Script

# What ends a word, and what is not plain inside one.
BREAKS = frozenset(" \t\r\n;|&()<>")
SPECIAL = BREAKS | frozenset("\\'\"$`")
QUOTED_SPECIAL = frozenset('\\"$`')
MAX_DEPTH = 20
# Characters that mean the same with and without quotes.
SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=@%+,")


class Word:
    """A word while it is read: its value, its one spelling, whether no part of it was quoted or put in place, what came before."""

    __slots__ = ("lead", "plain", "spelling", "value")

    def __init__(self) -> None:
        self.value: list[str] = []
        self.spelling: list[str] = []
        self.plain = True
        self.lead = ""

    def add_plain(self, text: str) -> None:
        """Add text without any quote or expansion."""
        self.value.append(text)
        self.spelling.append(text)
        if self.plain:
            self.lead = text

    def add(self, text: str, spelling: str) -> None:
        """Add what is not plain text."""
        self.plain = False
        self.value.append(text)
        self.spelling.append(spelling)

    def add_quoted(self, text: str) -> None:
        """Add text that the shell takes as it is."""
        self.add(text, "".join(letter if letter in SAFE else "\\" + letter for letter in text))


class TextReader:
    """Reads `text` at `position`; `depth` counts what stands inside what."""

    __slots__ = ("depth", "position", "script", "text")

    def __init__(self, text: str, script: Script, depth: int = 0) -> None:
        self.text = text
        self.script = script
        self.depth = depth
        self.position = 0

    def here(self, text: str) -> bool:
        """Whether the text stands at the position."""
        return self.text.startswith(text, self.position)

    def give_up(self, why: str) -> None:
        """Keep the first reason for doubt and read no further."""
        self.script.doubt = self.script.doubt or why
        self.position = len(self.text)

    if TYPE_CHECKING:  # the reader of commands has them

        def commands_inside(self) -> list[str]:
            """Read commands up to the closing bracket; their tokens."""

        def commands_of(self, text: str) -> list[str]:
            """Read all the commands of another text; their tokens."""

    def read_word(self) -> Word:
        """Read up to the next character that ends a word."""
        word = Word()
        while self.position < len(self.text) and self.text[self.position] not in BREAKS:
            letter = self.text[self.position]
            if letter == "\\":
                self.position += 2
                if self.text[self.position - 1 : self.position] != "\n":
                    word.add_quoted(self.text[self.position - 1 : self.position])
            elif letter == "'":
                word.add_quoted(self.up_to("'", self.position + 1))
            elif letter == '"':
                self.position += 1
                word.plain = False
                self.quoted(word, '"')
            elif self.here("$'"):
                self.ansi_quoted(word)
            elif self.here('$"'):  # a text that is to be translated
                self.position += 1
            elif letter in "$`":
                self.expansion(word)
            else:
                start = self.position
                while self.position < len(self.text) and self.text[self.position] not in SPECIAL:
                    self.position += 1
                word.add_plain(self.text[start : self.position])
        return word

    def up_to(self, mark: str, start: int) -> str:
        """The text from `start` up to the mark; the position is behind the mark."""
        end = self.text.find(mark, start)
        if end < 0:
            self.give_up("a quote that is not closed")
            return self.text[start:]
        self.position = end + 1
        return self.text[start:end]

    def quoted(self, word: Word, closing: str) -> None:
        """Read as between double quotes, up to the closing mark; without one up to the end of the text."""
        while self.position < len(self.text):
            letter = self.text[self.position]
            if letter == closing:
                self.position += 1
                return
            if letter == "\\":
                escaped = self.text[self.position + 1 : self.position + 2]
                word.add_quoted("" if escaped == "\n" else escaped if escaped in QUOTED_SPECIAL else letter + escaped)
                self.position += 2
            elif letter in "$`":
                self.expansion(word)
            else:
                start = self.position
                while self.position < len(self.text) and self.text[self.position] not in QUOTED_SPECIAL:
                    self.position += 1
                if start == self.position:  # a double quote inside a here-document
                    self.position += 1
                word.add_quoted(self.text[start : self.position])
        if closing:
            self.give_up("a quote that is not closed")

    # What the shell puts in place

    def expansion(self, word: Word) -> None:
        """Read what begins with a dollar sign or a backtick; what it runs becomes parts of the script."""
        start = self.position
        self.depth += 1
        spelling = ""
        if self.depth > MAX_DEPTH:
            self.give_up("nested too deeply")
        elif self.here("`"):
            spelling = self.backticks()
        elif self.here("$(("):
            self.position += 3
            self.arithmetic()
        elif self.here("$("):
            self.position += 2
            spelling = f"$({' '.join(self.commands_inside())})"
        elif self.here("${"):
            self.position += 2
            self.parameter()
        else:
            self.position += 1
        self.depth -= 1
        text = self.text[start : self.position]
        word.add(text, spelling or text)

    def backticks(self) -> str:
        """Read the commands between backticks; they are spelled as `$(…)`."""
        self.position += 1
        pieces = []
        while self.position < len(self.text) and self.text[self.position] != "`":
            step = 1
            if self.text[self.position] == "\\" and self.text[self.position + 1 : self.position + 2] in {"`", "\\", "$"}:
                self.position += 1
            pieces.append(self.text[self.position : self.position + step])
            self.position += step
        if self.position >= len(self.text):
            self.give_up("a backtick that is not closed")
            return ""
        self.position += 1
        return f"$({' '.join(self.commands_of(''.join(pieces)))})"

    def arithmetic(self) -> None:
        """Pass over `$((…))`, reading what is put in place inside it."""
        level = 0
        while self.position < len(self.text) and level >= 0:
            if level == 0 and self.here("))"):
                self.position += 2
                return
            letter = self.text[self.position]
            level += (letter == "(") - (letter == ")")
            self.inner(letter)
        self.give_up("arithmetic that is not closed, or a group inside a substitution")

    def parameter(self) -> None:
        """Pass over `${…}`, which ends at the first closing brace, reading what is put in place inside it."""
        if self.position < len(self.text) and self.text[self.position] in " \t\n|":
            self.give_up("commands inside braces")
        while self.position < len(self.text):
            letter = self.text[self.position]
            if letter == "}":
                self.position += 1
                return
            if letter == "'":  # a quote here, or a character: shells differ
                break
            self.inner(letter)
        self.give_up("an expansion that is not closed, or holds a quote")

    def inner(self, letter: str) -> None:
        """Pass over one step inside arithmetic or a parameter's expansion."""
        if letter == "\\":
            self.position += 2
        elif letter == '"':
            self.position += 1
            self.quoted(Word(), '"')
        elif letter in "$`":
            self.expansion(Word())
        else:
            self.position += 1

    def ansi_quoted(self, word: Word) -> None:
        """Read `$'…'`, which is no quote inside other quotes."""
        start = self.position
        self.position += 2
        while self.position < len(self.text) and self.text[self.position] != "'":
            self.position += 2 if self.text[self.position] == "\\" else 1
        if self.position >= len(self.text):
            self.give_up("a quote that is not closed")
        self.position += 1
        word.add(escapes.decoded(self.text[start + 2 : self.position - 1]), self.text[start : self.position])
