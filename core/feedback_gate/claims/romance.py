"""What Spanish, Portuguese and French have in common beyond the shared grammar; German takes of it what it needs.

Letters: ξ "still"   ν a noun that names a deed ("ajout de …")   Ñ "neither"   δ a participle that is in no list
ь "already", ε an auxiliary of what had been, ρ of what remains (Spanish and Portuguese only)
"""

from __future__ import annotations

GOES_ON = (
    # "Corrigé, mais ça échoue toujours", "pero sigue fallando": it still fails
    (r"(?<=K)ξ(?=[aovx]{0,2}[i<])", "e"),
    # "…, mais le son grésille toujours": what fails goes on
    (r"K(?=[^.?ZELDpgrvfci<]{0,16}ξ[^.?ZELDpgrvfci<]{0,12}(?:[.;]|$))", "X"),
    ("ξ", "a"),
)
# "de 10 a 30", "del 82 % al 91 %"
FIGURES = (r"O[/‰][wt]{0,2}[an][/‰]|d‰d‰", "O")
# Such a noun reports when nothing but its object follows.
NOUNS = (r"(?<=[^.])ν|ν(?![dO][wdbtkOνδVaq&]{1,14}(?:[.;(]|$))", "k")

IBERIAN_REWRITES = (
    *GOES_ON,
    # Before an auxiliary it is "already"; before a verb, "by now". "Ya está traducido" is done.
    (r"(?<=ьx)[δV]", "c"),
    (r"ь(?=[aov]*[xεFfchV])", "a"),
    (r"ь", "o"),
    # What was repaired then is history; what failed then may pass now.
    (r"ε(?=[aovx]*[fch])", "F"),
    (r"ε", "x"),
    NOUNS,
    # "pasó de 4 s a 1 s"
    FIGURES,
    (r"p(?=O{3})", "V"),
    # "neither" at the head of a clause denies it; after a negation it only lists
    (r"(?:^|(?<=[.,;:?KU&a]))Ñ", "N"),
    (r"Ñ", "&"),
    # "la migracion esta lista", the accent left out
    ("(?<=[ktbw])e(?=[aov]*[fchuR>])", "x"),
)

ALL_OF_THEM = ("passing", "=", r"\$[xda:]{0,2}=", "n")  # Resultado: 30 de 30
NONE_NOW = ("passing", "EZ", "^[&KUa,;]*o[aov]*[EZ][aovd@#N]{0,3}$", "")  # Antes fallaban tres; ahora, ninguno

ROMANCE = (
    NONE_NOW,
    ALL_OF_THEM,
    # L'API renvoie désormais 404
    ("finished", "o", "(?:o[lx]|[lx]o)[aolx]*#(?![wtka]{0,2}[b<i])", ""),
    # El botón ahora es azul · le titre est maintenant bleu
    ("finished", "o", "^[&KUTaov,_+]*[dz][wtk][wtkOdq]{0,4}(?:ox|xo)[av]*w$", "ewV"),
    # Ajout d'un index
    ("finished", "ν", "^[&KUTaov,_+]*ν", "ewV"),
    # Deux coquilles corrigées au passage · carga diferida de imágenes activada · imports sin usar eliminados
    ("fixed", "f", "^(?:[wtkbOdqna&]|#(?!b)){1,9}f[aov]*$", "e"),
    ("finished", "Vδm", "^[wtklb#][wtklOdδ#bJZn]{1,7}[Vδm](?:&[Vδcf])?$", "ewV"),
    # Je n'ai rencontré aucun problème
    ("passing", "Z", "N[xw]{0,2}Z[aovdw]{0,2}b", ""),
    # Tout démarre
    ("finished", "l", "z[aov]*l[aov]*$", ""),
    # J'ai constaté que …
    ("verified", "y", "Ix?[aov]*y[^NZLEMPHCFSYQ/ib<?]{0,6}A[^NZLEMPHCFSYQ/ib<?]{1,14}$", ""),
    # De los enlaces rotos no queda ni uno
    ("passing", "Z", "[b<][aov]*ρ?Z{1,2}$", ""),
)

IBERIAN = (
    *ROMANCE,
    # Las funcionales han pasado todas
    ("passing", "pg", "(?<!A)(?:p|x[gp])[aov]*z$", ""),
    # Ha sido migrado · timeout aumentado para 60
    (
        "finished",
        "δ",
        "I[aovxzd]{0,4}δ(?![nZ])|xx[aov]*δ(?![xZ])|^[wtk][wtkO]{0,3}δ(?:$|[nq][#d])|^[dez#]{0,2}[wtkOdδ]{1,6}x[avoz]*δ$",
        "ewV",
    ),
    ("finished", "δ", "^[&KUTaov,_+]*δ(?=[dO])", "ewV"),
    ("finished", "V", "^[de]?[wtkOadql]{1,6}x?[av]*V(?:$|[qOn#]|&[Vδ]$)", "wV"),
    ("finished", "V", "^[wtk][wtkOd#]{0,5}V(?!x|n(?!#))", "ewV"),
    # La app ahora tiene en cuenta … · el cron ahora se dispara … · la lista carga ahora …
    (
        "finished",
        "o",
        "^[&KUTaov,_+]*[dz][wtk][wtkOdq]{0,4}(?:ox[qd]{1,2}w[^NZLEMPHCFSYQ/?ib<]{0,6}$|o[av]*w(?![i<])|w[av]*o)",
        "ewV",
    ),
    # …, lo comprobé
    ("verified", "y", "^d?Iy$", "w"),
    # No queda ningún enlace roto
    ("finished", "ρ", "ρZ{1,2}[ad]*[wtkbi]", ""),
    ("finished", "R", "x[aovz]{0,3}R", ""),
    ("fixed", "m", "[wk]xx[aov]*m|m[dae]{0,2}b", ""),
)


def genders(stems: str) -> str:
    """Participles and adjectives of Spanish and Portuguese in all four forms."""
    return " ".join(stem + ending for stem in stems.split() for ending in ("o", "a", "os", "as"))
