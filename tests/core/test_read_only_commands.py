"""Which command lines certainly only read; everything unknown or in doubt counts as writing."""

from __future__ import annotations

import pytest

from feedback_gate.changes.commands import is_read_only

TABLE = [
    ("ls -la src", True),
    ("git status && git diff HEAD~1", True),
    ("FOO=1 time rg -n TODO src | head -20", True),
    ("cat a.txt > b.txt", False),
    ("printf x >> log.txt", False),
    ("grep -r x . 2>/dev/null", True),
    ("go list ./... | wc -l", True),
    ("go test ./...", False),
    ("find . -name '*.py' -delete", False),
    ("sed -n 1,20p f.py", True),
    ("sort -o out.txt in.txt", False),
    ("echo $(python gen.py)", False),
    ("cd pkg && make", False),
    ("ls | xargs rm", False),
    ("git log --output=p.txt", False),
    ("sudo ls", False),
    ("awk 'BEGIN{system(\"touch x\")}'", False),
    ("jq . package.json | tee out.json", False),
    ("(cd a; ls)", True),
    ("env X=1 python gen.py", False),
    ("cat a 2> err.txt", False),
    ("ls\npython x.py", False),
    ("git commit -m x", False),
    ("", False),
]


@pytest.mark.parametrize(("command", "expected"), TABLE)
def test_the_table(command: str, expected: bool) -> None:
    assert is_read_only(command) is expected


@pytest.mark.parametrize(
    "command",
    [
        "ls 2>&1 >/dev/null",
        "ls >&2",
        "ls 1>&2",
        "ls &>/dev/null",
        "ls >>/dev/null",
        "wc -l < f",
        "cat <<'EOF'\n> x\nEOF",
        "cat <<< 'x > y'",
        "diff <(ls a) <(ls b)",
        "grep 'a|b' f",
        "grep '->' f | wc -l",
        'rg "a && b > c" src',
        "awk '{print $1}' f",
        "echo '$(rm x)'",
        "echo {a,b}",
        "echo $((1 > 2))",
        "[[ a > b ]] && ls",
        "[ -f x ] || echo no",
        "if test -f x; then cat x; fi",
        'for f in *.py; do head -3 "$f"; done',
        "while ! grep -q x f; do sleep 1; done",
        "{ ls; pwd; }",
        "A=1",
        "A=1 B=2 ls",
        "command -v python",
        "command ls",
        "builtin echo x",
        "nice -n 5 ls",
        "env",
        "env -i X=1 ls",
        "exec ls",
        "ls # > x",
    ],
)
def test_the_shell_grammar_of_reading(command: str) -> None:
    assert is_read_only(command)


@pytest.mark.parametrize(
    "command",
    [
        "ls > /dev/null2",
        "ls >| f",
        "ls <> f",
        "ls &> f",
        "tee >(cat)",
        "ls > $(echo f)",
        "(ls) > f",
        "for f in a; do cat x; done > f",
        'echo "$(python x)"',
        "echo `python x`",
        "cat <<EOF\n$(python x)\nEOF",
        "$CMD x",
        "./ls",
        "ls 'unclosed",
        "case x in a) ls;; esac",
        "f() { ls; }; f",
        "# only a comment",
        ";",
        "env -S 'python x'",
        "env -iS 'python x'",
        "env PATH=. ls",
        "command time -o out ls",
        "PATH=.:$PATH ls",
        "LD_PRELOAD=./x.so ls",
        "GIT_EXTERNAL_DIFF=./x git diff",
        "sudo -u x ls",
        "bash -c ls",
        "eval ls",
        "xargs ls",
        "bun run x",
        "[[ a",
        "[[ a | python x",
        '"[[" a | python x',
    ],
)
def test_the_shell_grammar_of_writing(command: str) -> None:
    assert not is_read_only(command)


@pytest.mark.parametrize(
    ("program", "reads", "writes"),
    [
        (
            "find",
            ["find . -type f", "find . -newer x -print0"],
            [
                f"find . {action} x"
                for action in ("-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls")
            ],
        ),
        (
            "sed",
            [
                "sed -n '1,20p;30q' f",
                "sed -E 's/[a-z]+/x/g' f",
                "sed -e 's|a|b|' -e '/x/d' f",
                "sed 's/w/e/' f",
                "sed '/^#/d; s/[[:space:]]*$//' f",
                "sed -n '$='",
                "sed '1!G;h;$!d' f",
                "sed -n '/a/,/b/{p;=}' f",
                "sed y/abc/xyz/ f",
                "sed --quiet 5p f",
            ],
            [
                "sed -i s/a/b/ f",
                "sed -i.bak s/a/b/ f",
                "sed -ni p f",
                "sed --in-place s/a/b/ f",
                "sed --in-pl s/a/b/ f",
                "sed 's/a/b/w out' f",
                "sed 's/a/b/e' f",
                "sed 's/a/b/gw out' f",
                "sed 'w out' f",
                "sed '1e ls' f",
                "sed -n '/x/w out' f",
                "sed -f script f",
                "sed 's/[/]/x/;w out' f",
                "sed 's/[]/]/x/' f",
                "sed 'y/a/b/;W out' f",
                "sed",
                "sed 's/a/b/\nw out' f",
            ],
        ),
        (
            "sort",
            ["sort -rn f", "sort -k2,2 -t, f"],
            ["sort -o f f", "sort -uof f", "sort --output f", "sort --ou=f f", "sort --o=f f", "sort --compress-program=x f"],
        ),
        (
            "awk",
            ["awk -F: '{print $1}' f", "awk -v n=3 'NR==n' f", "awk '/x/ {c++} END {print c}' f"],
            [
                "awk '{print > \"out\"}' f",
                "awk '{print | \"sh\"}' f",
                "awk -i inplace '{print}' f",
                "awk -f prog f",
                "awk '{ system (\"x\") }'",
                "awk '@load \"x\"'",
            ],
        ),
        (
            "uniq",
            ["uniq", "uniq -c f", "uniq -f 1 f", "sort f | uniq -d"],
            ["uniq in out", "uniq -c in out", "uniq -f 1 in out", "uniq -- in out"],
        ),
        ("tree", ["tree -L 2", "tree --noreport"], ["tree -o f", "tree -fo f", "tree -R"]),
        ("rg", ["rg -n x", "rg --files"], ["rg --pre x y", "rg --pre=x y", "rg --hostname-bin=x y"]),
        ("less", ["less f"], ["less -o f", "less --log-file=f", "less '+!x' f"]),
        ("file", ["file x"], ["file -C -m x", "file --compile"]),
        (
            "git",
            [
                "git log --oneline -5",
                "git -C sub --no-pager show HEAD",
                "git -c color.ui=never diff",
                "git --git-dir=x log",
                "git branch -a",
                "git fetch origin",
                "git ls-tree HEAD",
                "git stash list",
                "git stash show -p",
                "git worktree list",
                "git grep -n x",
                "git reflog",
                "git rev-parse --show-toplevel",
                "GIT_PAGER=cat git log",
                "git version",
            ],
            [
                "git",
                "git -c core.pager=x log",
                "git -c alias.log='!x' log",
                "git --exec-path=x log",
                "git grep -O x",
                "git grep -nOless x",
                "git grep --open-files-in-pager x",
                "git fetch --upload-pack=x",
                "git log --outp=x",
                "git stash",
                "git stash pop",
                "git worktree add x",
                "git add x",
                "git apply p",
                "git am p",
                "git checkout x",
                "git $SUB",
                "git diff > p",
            ],
        ),
        (
            "go",
            ["go env", "go version", "go list ./...", "go doc fmt"],
            ["go env -w X=1", "go list -mod=mod ./...", "go build", "go list -toolexec x", "go"],
        ),
    ],
)
def test_conditions_of_a_program(program: str, reads: list[str], writes: list[str]) -> None:
    assert [command for command in reads if not is_read_only(command)] == []
    assert [command for command in writes if is_read_only(command)] == []


@pytest.mark.parametrize(
    "program",
    [
        "ls",
        "cat",
        "head",
        "tail",
        "grep",
        "wc",
        "cut",
        "tr",
        "diff",
        "stat",
        "du",
        "pwd",
        "echo",
        "printf",
        "which",
        "jq",
        "cd",
        "test",
        "[",
        "[[",
        "egrep",
        "fgrep",
        "less",
        "more",
        "nl",
        "tac",
        "rev",
        "od",
        "hexdump",
        "strings",
        "file",
        "cmp",
        "comm",
        "join",
        "paste",
        "column",
        "fold",
        "basename",
        "dirname",
        "realpath",
        "readlink",
        "date",
        "id",
        "whoami",
        "hostname",
        "uname",
        "uptime",
        "ps",
        "df",
        "type",
        "true",
        "false",
        ":",
        "sleep",
        "seq",
        "expr",
        "printenv",
        "md5sum",
        "sha1sum",
        "sha256sum",
        "shasum",
        "cksum",
        "find",
        "sort",
        "uniq",
        "tree",
        "rg",
    ],
)
def test_programs_that_only_read(program: str) -> None:
    assert is_read_only(f"{program} x{' ]]' if program == '[[' else ''}")


@pytest.mark.parametrize(
    "program", ["tee", "python", "bun", "make", "sudo", "xargs", "rm", "mv", "cp", "touch", "npm", "unknown", "sh", "perl"]
)
def test_programs_that_may_write(program: str) -> None:
    assert not is_read_only(f"{program} x")


def test_a_sed_script_that_fits_nothing_is_judged_at_once() -> None:
    import time

    before = time.process_time()
    for script in (
        "{" * 1900 + "k",
        "\n" * 1900 + "k",
        "p\n\n" * 600 + "k",
        "s/" + "[^a]" * 450,
        "s/a/b/;" * 280 + "k",
        "/a/," * 400,
    ):
        assert not is_read_only(f"sed '{script}' f")
    assert time.process_time() - before < 1
