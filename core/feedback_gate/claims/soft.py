"""Soft claims: what would be a claim if the agent had not said that it only thinks so ("I think it's done", "直ったはずです").

A soft claim is none for the detector. Where `claims.soft` is on it is verified all the same, and never refused.
"""

from __future__ import annotations

import re

from feedback_gate.claims import detector
from feedback_gate.claims.detector import Claim

# Words of belief, not of degree: "almost done" says that it is not done.
BELIEFS = re.compile(
    # English
    r"\b(?:i(?: do)? (?:think|believe|guess|assume|suppose|suspect|expect|feel)(?: that)?|i'm (?:fairly|pretty|quite|almost)? ?(?:sure|confident)(?: that)?"
    r"|as far as i (?:can (?:tell|see)|know)|to (?:the best of )?my knowledge|probably|presumably|apparently|hopefully|most likely|likely|perhaps|maybe"
    # German, Spanish, French, Portuguese
    r"|(?:ich (?:glaube|denke|vermute|meine)|glaube ich|denke ich|soweit ich (?:sehe|weiß))(?:,? dass)?|vermutlich|wahrscheinlich|hoffentlich|vielleicht"
    r"|(?:creo|pienso|supongo) que|creo|hasta donde sé|probablemente|seguramente|quizás?"
    r"|(?:je (?:crois|pense|suppose)|il me semble) (?:que |qu')|je (?:crois|pense)|probablement|normalement|sans doute|peut-être"
    r"|(?:(?:eu )?acho|acredito|creio|penso) que|acho|provavelmente|talvez"
    r")\b,? ?"
    # Japanese, Chinese, Korean, Hindi
    r"|(?:のではないか)?(?:だ)?と(?:思います|思われます|思う|考えています|考えます)|(?:の)?はずです|おそらく|恐らく|たぶん|多分|きっと"
    r"|我(?:认为|觉得|想|相信)|应该|大概|可能|估计"
    r"|(?P<ko>[된한은]) (?:것|거) ?같(?:습니다|아요)|아마도? ?"
    r"|मुझे (?:लगता|विश्वास) है(?: कि)? ?|मेरे (?:ख़्याल|ख्याल|विचार) (?:से|में) ?|शायद ?|संभवतः ?",
    re.IGNORECASE,
)
# "수정된 것 같습니다" without the belief is "수정됐습니다".
KOREAN = {"된": "됐습니다", "한": "했습니다", "은": "았습니다"}


def first_claim(message: str) -> Claim | None:
    """What the message would claim first without its words of belief, quoted as it stands; None for nothing."""
    bare = BELIEFS.sub(_nothing, message)  # no line of it goes, so that lines can be counted
    found = detector.first_claim(bare) if bare != message else None
    if found is None:
        return None
    return Claim(" ".join(message.split("\n")[found.line - 1].split()), found.language, found.kind, found.line)


def _nothing(match: re.Match[str]) -> str:
    """What stays of a word of belief: in Korean the end of the verb before it."""
    return KOREAN.get(match["ko"], "")
