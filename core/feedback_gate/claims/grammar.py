"""What a claim looks like in classes (see lexing), for languages that put the subject before the verb; packs add their own forms.

Each entry: kind, the head letters of which one must occur, the pattern over one clause, flags.
Flags: e an event that a following condition does not undo ("Fixed the crash when …")   n counts: void beside a count of failures
       w weak: void in a message that admits a failure   V an edit report, void also beside a guess about its effect
       g may be a general statement: void before "after …"
"""

from __future__ import annotations

# English terms that tools print and every language quotes.
TECHNICAL = (("p", "passed"), ("i", "failed"), ("b", "errors warnings failures"))

ADVERBS = "[aov]*"
# What may stand between a subject and its verb: adverbs, auxiliaries, "in `auth`", "of the parser and the printer".
BETWEEN = "[aovxdezAqOwtkbGI#=&D<V%~]{0,10}"
START = "^[&KUTaov,_+]*"
# "I rebased the branch and …", "Added a guard and …"
DEED = f"{START}(?:I|[VfcuDh](?![wtkb]{{1,3}}x))[^NZLEMPHCFSYQ/]{{0,10}}"
# A participle that describes a noun ("completed orders are …", "resolved path").
NOT_ATTRIBUTE = "(?![wtbkD~]{1,3}[xiFrlN])(?!wwd)"

SHARED = (
    # The tests pass · lint and types pass · tests all green
    ("passing", "p", f"t{BETWEEN}(?<!A)p(?![dwenzIB]|x(?![#=]))", ""),
    ("passing", "p", f"(?:[ez]|(?<![tbkw])A){BETWEEN}p(?![dwenIB]|x(?![#=]))", ""),
    ("passing", "p", "(?<![nd])p[aovdez#=wkqO]{0,4}t", ""),
    ("passing", "g", f"t{BETWEEN}(?<![qn])g(?![wdtbkx])", ""),
    ("passing", "g", "[ez][aovx#=dtqwO]{0,6}g(?![wdtbk])", ""),
    ("passing", "g", "tl[aov]*g", ""),
    ("passing", "g", f"{START}g[aov]*t?(?:[qv].*)?$", ""),
    ("passing", "g]", "x[aov]*o[aov]*[g\\]](?![wdtbk])|x[aov]*[g\\]][av]*o", ""),
    # No errors · zero failures · nothing fails · none of the tests fail
    ("passing", "b", "(?<!Ax)[Z0][dazqeO#wtvo<@&]{0,5}b(?![wtkb]|&[wtk])", ""),
    ("passing", "i<b", "(?<!Ax)[EZ]+(?:[aovxqOdewt#]{0,6}[i<]|[aovqOdewt#]{0,6}b)(?![wk]|&[wk])(?!.*[pg])", ""),
    # 42 passed · 27/27 specs · passed: 51 · exit code 0
    ("passing", "#=", f"(?:[#=][tkwdaoO]{{0,3}}x?{ADVERBS}[pg]|=[tkwdaoO]{{0,3}}x?{ADVERBS}[cfhu])(?![dwenz])", "n"),
    ("passing", "=", "=[a]{0,2}[dkw]?t|t[^.]{0,3}=", "n"),
    ("passing", "p", "^t?x?p[x:]?[#=]", "n"),
    ("passing", "$", r"(?<!B)\$[wx:qn]{0,2}0(?![wPA])", "w"),
    ("passing", "$b", r"\$x[aov]*[pghc%f\]]", ""),
    ("passing", "b", "bx[aoq]*[Z0][aO]*$", "n"),
    ("passing", "+", r"t[xa:]{0,2}\+(?:$|q)|^\+x?#t|\$x?\+", "n"),
    ("passing", "p", f"[kwl]x?{ADVERBS}p{ADVERBS}$", ""),
    ("passing", "Z", "o[aov]*Zx$|xZ[aov]*o$", ""),
    ("passing", "1", "1+", ""),
    # Fixed the crash · I've fixed it · the bug is fixed · bug fixed
    ("fixed", "f", f"{START}f(?![nx]){NOT_ATTRIBUTE}", "e"),
    ("fixed", "f", f"I{ADVERBS}x?{ADVERBS}f(?!n)", "e"),
    ("fixed", "f", f"{DEED}&{ADVERBS}f(?!n)", "e"),
    ("fixed", "f", f"(?<![~A])(?<![~A]x)x{ADVERBS}f(?!n)(?!B(?![aGe]))", "g"),
    ("fixed", "f", f"b{ADVERBS}f(?![nwdt])|b[aovDw]{{0,3}}&{ADVERBS}f$", "e"),
    ("fixed", "s", f"(?:[eA]|[dAe]k|^k){ADVERBS}s(?![nx])|{START}s(?![nxq])", ""),
    ("fixed", "m", f"b{BETWEEN}m|[ezAwk]x{ADVERBS}m|^m", ""),
    ("fixed", "L@", f"L{ADVERBS}[ib<]|Lwd?b|N[aovx]*[ib<][aovqdewn]{{0,4}}@|[ib<]L", "e"),
    ("fixed", "j", f"j{ADVERBS}[i<]|[bi<]{ADVERBS}j{ADVERBS}(?:$|q)", "e"),
    ("fixed", "Z", "b[qdw]{0,3}xZ$", ""),
    ("fixed", "fhc", f"{START}Ax{ADVERBS}[fhc](?![nB])", "g"),
    ("fixed", "2", "2+", ""),
    ("fixed", "5", "5", "w"),
    # Reverting the commit fixed it
    ("fixed", "f", f"(?:{START}G[dwtkbeoq]{{1,6}}|[dA]k|[eA]|d#w?)f(?:d?[wa]?b|e)", "e"),
    ("fixed", "!", "!", "e"),
    # Done · it is done · the task is complete · implemented the cache
    ("finished", "h", f"{START}[ezAxI]*{ADVERBS}h(?![nBwG]|x[dw]|qG)", ""),
    ("finished", "h", f"(?<!A)x{ADVERBS}h(?![nBqwG])", "g"),
    ("finished", "h", f"[kt]{ADVERBS}:?h$", ""),
    ("finished", "c", f"{START}c(?!B){NOT_ATTRIBUTE}", "e"),
    ("finished", "c", f"I{ADVERBS}x?{ADVERBS}c(?![B.]|$)", "e"),
    ("finished", "c", f"I{ADVERBS}x?{ADVERBS}c$", ""),
    ("finished", "c", f"{DEED}&{ADVERBS}c(?!B)", "e"),
    ("finished", "c%", f"(?<!A)x{ADVERBS}[c%](?![Bw%])", "g"),
    ("finished", "c%", f"[ktwz]{ADVERBS}[c%]$|^[av]*%$", ""),
    ("finished", "*", r"\*[VcfuD]|[VcfuDplr]\*", "e"),
    ("finished", "v", f"[kt][xlw]?{ADVERBS}v{ADVERBS}$", ""),
    ("finished", "R", f"R[nq]d?[Jtk]|(?<!I)(?<!y)x{ADVERBS}R[aov]*(?:$|&)|^z?[aov]*R[aov]*$", ""),
    ("finished", "=", "[kt][aovdwOx]*[chf%][dqnav]*=$|[kt][aovdwOx]*[dnq]*=[aov]*[chf%]$", ""),
    ("finished", "3", "3+", ""),
    # It works · search works again · the container starts properly now
    ("finished", "r", f"(?<![nd])r{ADVERBS}$|r[aov]*[vo]|rq[dz]", ""),
    ("finished", "r", f"(?:[ez]{ADVERBS}|{START})r(?![nBG])", ""),
    (
        "finished",
        ">",
        f">{ADVERBS}[vo]|x(?:z|d[wtk]{{1,3}}|e)>|(?<!I)(?<!I[aovx])x{ADVERBS}>(?!q[^z])|[yu]&?>|x[aov]*[wVDfc]&>",
        "",
    ),
    ("finished", "V", f"z[aovqdwetIkbn~]{{0,8}}xx?{ADVERBS}V(?!B)", "wV"),
    ("finished", "o", "^[&KUa,]*(?:[dezA]|w(?![de]))[^NZLEMPHCFSYQA/ib<?]{1,9}oo$", ""),
    ("finished", "v", "zx[ao]*v", ""),
    ("passing", "g", f"I{ADVERBS}xd?gt", ""),
    ("finished", "v", "ov|^[&KUa,+]*[dez][^NZLEMPHCFSYQ/?ib<]{2,8}v(?:$|q)", ""),
    ("finished", "v", "v[av]*o|o[^NZLEMPHCFSYQ/]{1,7}v$", ""),
    ("finished", "k", f"[ez]{ADVERBS}k{ADVERBS}(?:[vo]|$)|[wtb]k{ADVERBS}v", ""),
    (
        "finished",
        "l",
        f"[ezAtkwb&]{ADVERBS}l[aovq]{{0,3}}[vo]|[wtkeb][av]*o[av]*l(?![dw])|[wkt]x?{ADVERBS}l[Z0][daw<O]{{0,3}}b",
        "",
    ),
    # The release is tagged and published · responds with 200 now
    ("finished", "c", "kx[aov]*[DVcu]&[aov]*[cu]$", ""),
    ("finished", "l", "lq[#=w]{1,2}o", ""),
    # Verified that … · tested end to end · confirmed: it works
    ("verified", "u", f"{START}u(?!C){NOT_ATTRIBUTE}(?!.{{0,6}}[i])", "w"),
    ("verified", "u", f"(?:I|&|,){ADVERBS}x?{ADVERBS}u(?!C)(?![wtbk]{{1,3}}[xiFrl])(?!.{{0,6}}i)", "w"),
    ("verified", "u", f"(?:xx{ADVERBS}|x[aov]*o{ADVERBS}|z[aovwtkb]{{0,4}}x?{ADVERBS})u(?![nB])", "w"),
    (
        "verified",
        "y",
        f"(?:{START}|I{ADVERBS}x?{ADVERBS}|&{ADVERBS})y[^NZLEMPHCFSYQ/]{{0,14}}(?:[rpgmfcv>%lR]|[Z0L].{{0,3}}[ib])",
        "",
    ),
    ("verified", "4", "4", ""),
    # Edit reports
    (
        "finished",
        "V",
        f"{START}V(?![xZ?]|:{ADVERBS}N){NOT_ATTRIBUTE}|I{ADVERBS}x?{ADVERBS}V(?![xZ])|{DEED}&{ADVERBS}V(?![xZ])",
        "wVe",
    ),
    ("finished", "V", f"xx{ADVERBS}V|(?:^|(?<=[dz&])|(?<=[dz][wtk]))[tk]x{ADVERBS}V[aov]*$", "wV"),
)
