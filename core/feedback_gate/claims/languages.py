"""Which languages a block of a message can be in, and loading only their packs."""

from __future__ import annotations

import re

from feedback_gate.claims import lexing, prose
from feedback_gate.claims.pack import Pack
from feedback_gate.claims.votes import TABLES as VOTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.claims.prose import Block

# Characters that Chinese sentences are full of and Japanese ones without kana do not have, and the other way round.
_CHINESE = frozenset("的没这们吗过还么说话时间试测错误问题编译验证检查绿們沒這過還說時間試測錯誤編譯嗎個")
_JAPANESE = frozenset("敗検証対応済変実発緑帰込処効残単図続総覧戻")
# Letters that only one or two of the languages in Latin script have.
_LETTERS = (
    (frozenset("ñ¿¡"), "es"),
    (frozenset("ãõ"), "pt"),
    (frozenset("âêôç"), "pt"),
    (frozenset("âêôç"), "fr"),
    (frozenset("äß"), "de"),
    (frozenset("èùœîû"), "fr"),
)

SHORT = 500  # characters: a longer text without a word that tells its language is no prose

_PACKS: dict[str, Pack] = {}


def pack(language: str) -> Pack:
    """The pack of a language, loaded at the first call."""
    if language not in _PACKS:
        module = f"feedback_gate.claims.packs.{language}"
        _PACKS[language] = Pack(language, __import__(module, fromlist=("TABLES",)).TABLES)
    return _PACKS[language]


def choose(blocks: list[Block]) -> list[tuple[Pack, ...]]:
    """For each block the packs that can apply to it, the likeliest first."""
    votes = [_votes(block.text) for block in blocks]
    total: dict[str, int] = {}
    for vote in votes:
        for language, count in vote.items():
            total[language] = total.get(language, 0) + count
    # Terms of the trade are English in every language: at a tie it is the other one.
    main = max(total, key=lambda language: (total[language], language != "en")) if total else "en"
    kana = any(_script(block.text) == "kana" for block in blocks)
    if not total and sum(len(block.text) for block in blocks) <= SHORT:  # nothing that tells them apart: a few words at most
        votes = [dict.fromkeys(VOTES["languages"], 0)] * len(blocks)
    chosen: list[list[str]] = []
    for block, vote in zip(blocks, votes):
        own = _block(block.text, vote, main, kana=kana)
        if block.kind == prose.ROW and chosen:  # a row of numbers is in the language of its header
            own += [language for language in chosen[-1] if language not in own]
        chosen.append(own)
    return [tuple(map(pack, languages)) for languages in chosen]


def _script(text: str) -> str:
    """The script beside Latin that a block is written in: "kana", "hangul", "devanagari", "han", or empty."""
    if text.isascii():
        return ""
    found = ""
    for char in set(text):
        if char < "\u0900":
            continue
        if "\u3040" <= char <= "\u30ff":
            return "kana"
        if "\uac00" <= char <= "\ud7a3":
            found = "hangul"
        elif char <= "\u097f":
            found = "devanagari"
        elif "\u3400" <= char <= "\u9fff":
            found = found or "han"
    return found


def _foreign(text: str, script: str, *, kana: bool) -> list[str]:
    if script != "han":
        return [{"kana": "ja", "hangul": "ko", "devanagari": "hi"}[script]]
    if not _CHINESE.isdisjoint(text) or re.search("(?<![完終])了", text):
        return ["zh"]
    if kana or not _JAPANESE.isdisjoint(text):
        return ["ja"]
    if "w" in lexing.classify(pack("ja"), text).classes:
        return ["zh"]
    return ["ja"] if "w" in lexing.classify(pack("zh"), text).classes else ["zh", "ja"]  # all words known in one of them only


def _votes(text: str) -> dict[str, int]:
    words, found = VOTES["words"], dict[str, int]()
    for word, _, _ in lexing.tokens(text):
        for language in words.get(word.replace("’", "'"), "").split():
            found[language] = found.get(language, 0) + 1
    for letters, language in () if text.isascii() else _LETTERS:
        if not letters.isdisjoint(text):
            found[language] = found.get(language, 0) + 1
    return found


def _block(text: str, votes: dict[str, int], main: str, *, kana: bool) -> list[str]:
    if not text.strip():
        return []
    chosen = []
    script = _script(text)
    if script:
        chosen = _foreign(text, script, kana=kana)
        if votes.get("en", 0) < 3:
            return chosen
    best = max(votes.values(), default=0)
    tied = [language for language, count in votes.items() if count == best]
    if tied and not best:
        return chosen + tied
    if best == 1 and main not in tied:  # one word may be anybody's
        tied.append(main)
    if len(tied) > 1:
        tied.sort(key=lambda language: (lexing.classify(pack(language), text).classes.count("w"), language != main))
    chosen += tied[:1] or [main]
    if "en" not in chosen and not votes.get(main):
        chosen.append("en")
    return chosen
