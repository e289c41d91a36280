"""Sentences, clauses and scope: which success phrases of a sentence are asserted, and which are negated, hedged, asked or planned.

Scope is a matter of clauses, never of a number of words: a negation reaches to the end of its clause, "I think" to the end of its sentence,
a condition over what depends on it, a contrast ("but") ends them all. Works on classes (see lexing), so it is the same for every language.
"""

from __future__ import annotations

import re

from feedback_gate.claims import answers, lexing
from feedback_gate.claims.carried import Carried, reported, subject
from feedback_gate.claims.lexing import INERT, OPERATORS, RIGHT, WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from feedback_gate.claims.pack import Pack

_BREAKS = frozenset(",;:-()KUC_TX")
_FILLER = frozenset("eAIdxaovwqn#z,&()-")
_FAILING = r"^[K&]*[aov]*[i<](?!x?0)|(?<![NZELj])[i<]$|x[aov]*[i<](?!x?0)|(?<![NZELj])i(?!x?0)"
_FAILURES = r"#[twkdaoxn]{0,3}[i<](?![x:]?0)|[i<][:x]{0,2}#|#[twkda]{0,2}b|b[:x]{1,2}#|X"

_SUPPOSED = "[KUa&,]*Q[aov]*F"
# "…, but it does not work", "…, but it still crashes"
_TAKEN_BACK = r"[K&aU,;]*(?:I?[aov]*xZ[wk]|e[aovxF]*(?:N[aov]*(?:[rlpgfcuR>]|k(?:[.,]|$))|[i<])|[awdk,]{0,4}N[aov]*[li]|[awdk,]{0,4}#xN[.,]?$)"

# Reports that are the agent's own or a tool's ("pytest says", "I said") are statements; "Tests: green" is "tests are green".
_OWN = r"t(?:&w)?[axwFeovN]{0,2}S|(?:^|(?<=[.,;:?&KU]))I[axov]{0,2}S"
_LABEL = (
    r"(?<=[pgi<btk$#]):(?=[aov]*[#0=hc%gpfu>])|(?<=b):(?=Z)|(?<=bqw):(?=[Z0])|(?<=bqdw):(?=[Z0])|(?<=bo):(?=[Z0])|(?<=[pg+])\((?=[=#])"
    r"|(?<=^y):|(?<={):(?=[aov]*[EZ])|(?<=[tk])-(?=[aov]*[pg](?:[.,]|$))|(?<=q[wJtk]):(?=[aov]{0,2}[pgv+](?:[.,;]|$))"
)

# ", which had been failing for weeks," or "(unit and e2e)" stands between a subject and its verb.
_ASIDE = r",U[^,.?]{1,14},(?=[aov]*[pxr])|\([^().?NHMFCSY]{1,14}\)(?=[aov]*[pxrg])"


def _skipped(match: re.Match[str]) -> str:
    return "a" * len(match.group())


def _tool(match: re.Match[str]) -> str:
    return match.group()[:-1] + "x"


def _copula(match: re.Match[str]) -> str:
    del match
    return "x"


class Hit:
    """A success phrase that is asserted: what kind, and its letters from `start` to `end`."""

    __slots__ = ("end", "flags", "kind", "number", "start")

    def __init__(self, number: int, kind: str, flags: str, start: int, end: int) -> None:
        self.number = number  # of the pattern in its pack
        self.kind = kind
        self.flags = flags
        self.start = start
        self.end = end


def hits(pack: Pack, classes: str) -> Iterator[Hit]:
    """What one block asserts, sentence by sentence.

    Args:
        pack: the language.
        classes: the letters of the whole block.
    """
    if pack.heads.keys().isdisjoint(classes) and "?" not in classes:
        return
    classes = re.sub(_ASIDE, _skipped, re.sub(_LABEL, _copula, re.sub(_OWN, _tool, classes)))
    failures = re.search(_FAILURES, classes) is not None
    for sentence, offset, question in _statements(classes):
        kind = answers.kind(question, sentence) if question else ""
        if kind:
            yield Hit(-1, kind, "", max(offset - len(question), 0), offset + len(sentence.rstrip(".")))
        for hit in _sentence(pack, sentence):
            if failures and _counts(hit, sentence):
                continue
            hit.start += offset
            hit.end += offset
            yield hit


def _statements(classes: str) -> Iterator[tuple[str, int, str]]:
    """(sentence, its place, the question it may answer) of everything that is not asked."""
    question = ""
    for match in re.finditer(lexing.SENTENCE, classes):
        sentence, offset = match.group(), match.start()
        if "?" in sentence:
            stated = answers.stated_before(sentence)
            if stated:
                yield stated, offset, ""
            question = "" if stated else sentence
        elif re.match(_SUPPOSED, question):
            question = ""  # "What would it take? All tests pass."
        else:
            if question or not INERT.issuperset(sentence):
                yield sentence, offset, question
            if sentence.strip(".,"):
                question = ""


def _counts(hit: Hit, sentence: str) -> bool:
    """Whether the phrase is about numbers: a count of failures beside it voids it ("14 passed, 3 failed")."""
    phrase = sentence[hit.start : hit.end]
    ran = hit.kind == "finished" and "t" in sentence[: hit.end]  # "the tests have finished, but 4 failed"
    return "n" in hit.flags or ran or ("#" in phrase and {"Z", "E"}.isdisjoint(phrase))


def _sentence(pack: Pack, sentence: str) -> Iterator[Hit]:
    if pack.heads.keys().isdisjoint(sentence):
        return
    clauses = list(_clauses(sentence, final=pack.final))
    carried = Carried()
    for index, (start, end) in enumerate(clauses):
        clause = sentence[start:end]
        if index == 0 or clause.lstrip(",")[:1] in ("K", ";"):
            carried.reported = reported(sentence, clauses[index:])
        carried.enter(clause, index)
        if not (carried.silent or (index and clause[0] == "_")):
            later = clauses[index + 1] if index + 1 < len(clauses) else None
            found = False
            for hit in _clause(pack, clause, sentence[later[0] : later[1]] if later else ""):
                found = True
                hit.start += start
                hit.end += start
                yield hit
            if index and not found and _borne_out(sentence[clauses[index - 1][0] : start], clause):
                yield Hit(-2, "verified", "we", end - len(clause.lstrip("&,:;-")), end)
        carried.leave(clause, index)


def _borne_out(before: str, clause: str) -> bool:
    """Whether the agent tried something and this clause says that it came out well ("I compared both files, and they match")."""
    return re.match(_TRIED, before) is not None and re.fullmatch(_WELL, clause) is not None


def _clauses(sentence: str, *, final: bool) -> Iterator[tuple[int, int]]:
    start, filled = 0, False
    for at, letter in enumerate(sentence):
        if final and letter == "C":  # closes its clause instead of opening it
            yield start, at + 1
            start, filled = at + 1, False
            continue
        if filled and (letter in _BREAKS or (letter == "&" and subject(sentence[at : at + 6]))):
            yield start, at
            start, filled = at, False
        filled = filled or letter not in "&,Ka"
    if start < len(sentence):
        yield start, len(sentence)


def _clause(pack: Pack, clause: str, later: str) -> Iterator[Hit]:
    body = clause.strip(".,;:()-")
    lead = clause.find(body) if body else 0
    numbers = {number for letter in set(body) if letter in pack.heads for number in pack.heads[letter]}
    found: list[Hit] = []
    for number in sorted(numbers):
        kind, _, flags = pack.claims[number]
        for match in pack.pattern(number).finditer(body):
            hit = Hit(number, kind, flags, match.start(), match.end())
            if hit.end > hit.start and _free(pack, body, hit, later):
                found.append(hit)
                break
    for hit in _longest(found):
        hit.start += lead
        hit.end += lead
        yield hit


def _longest(found: list[Hit]) -> list[Hit]:
    """Of overlapping phrases the longest, a weak one last, in the order of the text."""
    kept: list[Hit] = []
    for hit in sorted(found, key=_length, reverse=True):
        if all(hit.end <= other.start or hit.start >= other.end for other in kept):
            kept.append(hit)
    return sorted(kept, key=_place)


def _length(hit: Hit) -> tuple[bool, int]:
    return "w" not in hit.flags, hit.end - hit.start


def _place(hit: Hit) -> int:
    return hit.start


def _free(pack: Pack, clause: str, hit: Hit, later: str) -> bool:
    """Whether no operator outside the phrase has it in its scope."""
    before, after = clause[: hit.start], clause[hit.end :]
    if not OPERATORS.isdisjoint(before) and not (_only_past(before) and "o" in clause):
        return False
    if later and clause[0] == "_" and hit.start <= 2:
        return False  # "After the tests pass, …"
    return not _undone(pack, after.replace("Y", "") if "o" in clause else after, hit) and not _undone_later(later, hit.flags)


def _undone(pack: Pack, after: str, hit: Hit) -> bool:
    """Whether the rest of the clause takes it back."""
    kind = hit.kind
    if "V" in hit.flags:
        after = re.split("[AU]", after.replace("/", ""), maxsplit=1)[0]  # "from 30 to 60" is no part; "… tests that only …"
    elif "e" in hit.flags:
        after = after.split("B", 1)[0]  # "Fixed it by taking the lock earlier"
    whole = WHOLE - {"H"} if "V" in hit.flags else WHOLE  # "Cleaned up some of the helpers"
    if not (whole | {"M"}).isdisjoint(after) or (pack.final and "C" in after):
        return True
    if pack.negation == "clause" and not RIGHT.isdisjoint(after):
        return True
    if kind in ("fixed", "finished") and re.match("[aov]*(?:qd?#(?=$|[&,])|q[d#]?[tw]?[b<]|E)", after):
        return True  # "fixed in 4.1" is a version; "finished with errors", "fixed nothing"
    # "All tests passing would be …" · "… on Linux and fail on Windows"
    return re.match("[aov]*[FP]|.*&[aovx]*[i<]", after) is not None


def _only_past(before: str) -> bool:
    return not (OPERATORS - {"Y"}) & set(before)


def _undone_later(later: str, flags: str) -> bool:
    """Whether the next clause takes it back: a condition ("…, if the variable is set") or an afterthought ("…, I think")."""
    bare = later.strip(",.()-&")
    if bare[:1] == "C":
        return "e" not in flags and later[0] != ";"
    if bare[:1] == "_":  # "…, after the merge" · "The tests passed before"
        return re.fullmatch("_Y[dwtkY#xVD]{0,5}", bare) is not None or ("g" in flags and bare[:2] != "_Y")
    if ("o" in bare or _parallel(later)) and re.search(_FAILING, bare):
        return "e" not in flags  # "…, but now it fails", "… but fail on CI"
    return re.match(_TAKEN_BACK, bare) is not None or _afterthought(bare)


def _afterthought(bare: str) -> bool:
    """Whether a short clause holds nothing but a hedge or a time: "I think", "at least on my machine", "in 2022"."""
    if bare[:1] == "M" and len(bare) <= 8:
        return True
    hedged = not {"M", "H"}.isdisjoint(bare) and len(bare) <= 6 and set(bare) <= _FILLER | {"M", "H"}
    return hedged or ("Y" in bare and len(bare) <= 4 and set(bare) <= _FILLER | {"Y"})


def _parallel(later: str) -> bool:
    """Whether a clause goes on with the same subject, or sets another place against it ("in Linux …, in Windows …")."""
    bare = later.lstrip(",a")
    return bare[:1] in ("q", "i", "<") or bare[:2] == "wq" or (bare[:1] in ("K", "&") and not subject(later))


# "I checked the export against last month's file" · "… and the totals match": no operator and no trouble, but something that speaks for it.
_TRIED = "[&KUTa,+]*(?:Ix?[aov]*[uylD]|[uyD])[wdtkezaovqnB#xDAGO,&]{1,14}$"
_WELL = "[&,:;-]?(?=.*[≈rpgv>%fz])[^NZLEMPHCFSYQUXib<?/]{1,12}(?:[.,]|$)"
