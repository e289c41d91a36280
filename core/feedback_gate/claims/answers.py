"""Short answers to questions: "Did it pass? Yes." asserts what "It passed." asserts; and what a sentence states before it asks."""

from __future__ import annotations

import re

from feedback_gate.claims.lexing import OPERATORS

# Short answers, without the adverbs around them: "Yes." "They do." "All of it." · "No." "None." "I found none." "Not any more." "It didn't."
_YES = r"[eAtdbIk]{1,3}x[ao]?|z[#tk]?"
_NO = r"I?[ax]*Z[daw#]{0,2}|N|E|L|ZN|N?@|0|[eA]xN"
# Questions about success ("Did it pass?"), and those that are so only if they are not about trouble.
_SUCCESS = r"[pgfhcrum>%12345R!]|^xe[VDt]$|^x(?:d[wtk]{1,2}|e)[wlD][^?NZF]{0,4}o$|[ez]qd?J|^x[dz][wtk]{1,3}x[VD]|Vd$|l[^?]{1,8}D$|[ez]l|ld?t|^t$"
_MAYBE_SUCCESS = r"k[aov]*$|kx+$|kD$|^x(?:d[wtk]{1,2}|e)kq"


def stated_before(question: str) -> str:
    """What a sentence states before it asks ("The feature is complete — shall I open the pull request?")."""
    at = max(question.rfind(mark) for mark in "-;:,")
    if at < 1 or re.match("[KUa&,]*[xFQ]", question) or not re.match("[-;:,][aK&]*(?!xN)[FxQ]", question[at:]):
        return ""
    return question[:at]


def kind(question: str, answer: str) -> str:
    """The kind of success that a question and the short answer after it assert together; empty if none."""
    body = question.rstrip("?.")
    first = re.split(r"[,;:.(K-]", answer.strip("., "), maxsplit=1)[0].strip("a")
    if not OPERATORS.isdisjoint(first.strip("ZNEL")) or not {"H", "M", "C"}.isdisjoint(answer):
        return ""
    if re.fullmatch("[prg>][advwkq#to]{0,8}", first) and OPERATORS.isdisjoint(body):
        return "passing"  # "And the memory test? Passes."
    trouble = re.search("[bi<j]", body) is not None
    yes = first[:1] == "]" or (re.fullmatch(_YES, first) is not None and not (first[:1] == "z" and "K" in answer))
    if re.search(_SUCCESS, body) or (not trouble and re.search(_MAYBE_SUCCESS, body)):
        said = yes and "N" not in first and not (first[:1] == "]" and re.match("[aK&]*F", body))
        return _of(body) if said else ""
    if first[:1] == "]" and re.search("I[aov]*x?[aov]*[uy]", answer):
        return "verified"  # "Does it survive a restart? Yes, I checked."
    if yes and first[:1] != "z" and re.match("[aK&]*xI", body):
        return "finished"  # "Did I update the docs? Of course."
    no = first[:1] == "[" or re.fullmatch(_NO, first)
    return "passing" if no and (trouble or body == "{") else ""  # "Any errors?" · "What's left?"


def _of(body: str) -> str:
    return "fixed" if re.search("[fsm]", body) else "passing" if re.search("[pg]", body) else "finished"
