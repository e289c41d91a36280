"""French: words by class (see lexing) and what French adds to the shared grammar.

Letters beside those of romance: ϱ "is running", of tests κ "jusqu'à"
Longer than other modules because it is a list of words.
"""

from __future__ import annotations

from feedback_gate.claims.grammar import SHARED, TECHNICAL
from feedback_gate.claims.romance import FIGURES, GOES_ON, NOUNS, ROMANCE
from feedback_gate.claims.tables import made

SPACED = True
NEGATION = "clause"
JOINED = "tbk"
FINAL = False
VARIANTS: dict[int, str] = {}
PLAIN = str.maketrans("àâéèêëîïôùûç", "aaeeeeiiouuc")
SUFFIXES = (
    ("ment", "a"),
    ("erai", "F"),
    ("irai", "F"),
    ("rons", "F"),
    ("era", "F"),
    ("eront", "F"),
    ("ité", "w"),
    ("ités", "w"),
    # participles of verbs that no list has
    *((ending, "δ") for ending in ("é", "ée", "és", "ées")),
)
# "le test qui échouait": the relative clause describes the test.
REWRITES = (
    *GOES_ON,
    NOUNS,
    # "Ce que j'avais corrigé hier …"
    (r"(?<=e)A(?=I)", "Q"),
    # "…, mais le son grésille toujours": what fails goes on
    (r"(?<=t)ϱ", "w"),
    ("ϱ", "r"),
    # "renommées selon les indications": the way it was done
    (r"(?<=[Vδfc])S", "q"),
    # "jusqu'à 100" counts, "jusqu'à …" is a condition
    (r"κ(?=#)", "a"),
    (r"κ", "C"),
    # "neither" at the head of a clause denies it; after a negation it only lists
    (r"(?:^|(?<=[.,;:?KU&]))Ñ", "N"),
    (r"Ñ", "&"),
    # "le délai est passé de 10 à 30 secondes"
    (r"p(?=O[#/=‰][wt]{0,2}[na])|(?<=x)p(?=n[#/=])|(?<=[wk]x)p(?=n[wd])", "V"),
    # "de 10 à 30"
    FIGURES,
)


def _forms(stems: str) -> str:
    """Participles and adjectives in all four forms."""
    return " ".join(stem + ending for stem in stems.split() for ending in ("", "e", "s", "es"))


WORDS = (
    ("ξ", "toujours"),
    ("ξx", "reste restent"),
    # of tests: that they are on their way
    ("ϱ", "tourne tournent"),
    ("R", "à_jour prêt prête prêts prêtes"),
    (
        "i",
        """
            sans_effet sans_résultat sans_succès échoue échouent échouait échouaient plante plantent plantait casse cassent
            cassé produit produisent survient surviennent apparaît apparaissent reproduit reproduisent bloque bloquent
            clignote fuit rouge rouges manque
        """,
    ),
    ("ξw", "même mêmes encore continue continuent persiste persistent"),
    ("κ", "jusqu'à"),
    (
        "f",
        """
            bouché bouchée bouchés rentré_dans_l'ordre viré virée virés virées stabilisé stabilisée stabilisés stabilisées
            fiabilisé fiabilisés
        """,
    ),
    ("4", "concordent correspondent_bien"),
    ("exx", "ce_qui_a_été"),
    ("oo", "désormais dorénavant"),
    (
        "ν",
        "ajout ajouts suppression création remplacement déplacement extraction correction mise_à_jour ajustement renommage migration nettoyage refactorisation factorisation optimisation",
    ),
    ("0", "zéro"),
    ("1", "tout_vert tout_est_vert tout_passe"),
    ("2", "ça_y_est"),
    (
        "3",
        """
            rien_d'anormal rien_de_suspect on_peut_maintenant peut_maintenant peuvent_maintenant on_peut_de_nouveau peut_de_nouveau peuvent_de_nouveau on_peut_à_nouveau
            plus_rien_en_suspens rien_en_suspens plus_rien_à_faire tout_est_en_ordre tout_est_prêt tout_est_bon c'est_bon
            tout_est_ok mission_accomplie tout_fonctionne tout_va_bien tout_roule tout_marche rien_à_signaler tout_est_en_place
            peut_être_fusionné peut_être_fusionnée
        """,
    ),
    (
        "a",
        """
            au_lieu_de plutôt_que par_défaut tout_de_suite au_passage en_passant dans_la_foulée en_prime en_entier
            en_intégralité à_chaque_fois détecté détectée trouvé trouvée aussi également enfin déjà bien_entendu ici
            complètement entièrement bel_et_bien se s' y en_local partout aujourd'hui tout_à_fait parfait super merci voilà
            par_ailleurs ensuite puis alors en_tout au_total encore_une_fois restant restante restants trouvées détectées
            signalée pu réussi_à pas_encore_pu parvenu_à
        """,
    ),
    (
        "b",
        """
            alerte alertes condition_de_concurrence conditions_de_concurrence situation_de_compétition échec échecs
            scintillement saccades lenteur lenteurs ralentissement ralentissements débordement débordements interblocage
            interblocages bug bugs bogue bogues erreur erreurs problème problèmes plantage plantages avertissement
            avertissements régression régressions fuite fuites blocage blocages exception exceptions conflit conflits
            vulnérabilité faille failles défaut défauts souci soucis anomalie anomalies warning warnings dysfonctionnement
            dysfonctionnements incident incidents clignotement fuite_de_mémoire
        """,
    ),
    ("c", "développé développée développés développées menée_à_bien mené_à_bien"),
    ("d", "le la les un une des du au aux mon ma mes ton ta tes votre vos notre nos l' d' cet cette ces"),
    ("e", "ça cela ceci il ils elle elles on c' ce celui-ci ceux-ci"),
    (
        "g",
        """
            un_succès une_réussite au_vert verts verte vertes vert propre propres réussi réussie réussis réussies concluant
            concluants validé validés ok correct corrects correcte correctes en_ordre sain stable impeccable bon_état
        """,
    ),
    ("h", "fait faite faits faites fini finie finis finies"),
    (
        "k",
        """
            tâche tâches fonctionnalité fonctionnalités fonction implémentation refonte travail travaux correctif changement
            changements pr branche conversion déploiement installation ticket tickets demande intégration documentation
            modification modifications remarques livraison patch
        """,
    ),
    (
        "l",
        """
            ouvre ouvrent démarre démarrent répond répondent charge chargent s'exécute s'exécutent construit construite
            construits construites se_lance se_charge s'affiche s'envoie envoie s'enregistre enregistre se_connecte s'ouvre
            s'imprime télécharge lancé lancée lancés lancées exécuté exécutée exécutés exécutées relancé fait_tourner
        """,
    ),
    ("m", "à_zéro disparaît disparaissent disparait disparu disparue disparus de_l'histoire_ancienne"),
    ("n", "à vers en"),
    ("o", "maintenant_, désormais_, maintenant à_nouveau de_nouveau à_présent"),
    ("p", "passée passent passe passé passés passées réussissent réussit"),
    ("q", "dans sous avec chez entre pour"),
    (
        "r",
        "refonctionne refonctionnent remarche remarchent recompile repart fonctionne fonctionnent marche marchent compile compilent",
    ),
    ("s", "corrige résout répare règle rectifie élimine"),
    (
        "t",
        """
            résultats unitaires test tests suite suites build builds linter lint ci pipeline pipelines compilation contrôle
            contrôles vérification vérifications validation vérification_des_types typage types spécifications pytest mypy
            eslint tsc ruff jest vitest cargo batterie analyse_statique critères exigences intégration_continue scénarios
            assertions tests_unitaires typecheck check checks specs suite_de_tests
        """,
    ),
    (
        "v",
        """
            selon_le_plan conformément_au_plan comme_avant comme_convenu sans_broncher sans_se_plaindre sans_sourciller
            à_merveille correctement bien parfaitement normalement sans_problème sans_souci sans_encombre comme_prévu
            comme_attendu comme_il_faut comme_souhaité proprement sans_accroc de_bout_en_bout sans_incident
        """,
    ),
    (
        "w",
        """
            chargement traitement comportement fonctionnement élément événement paiement enregistrement emplacement
            se_met_à_jour se_mettent_à_jour avec_ou_sans passe_la passe_le passe_les passe_à passent_à passe_par passe_un
            passe_une en_fait tout_le tout_à_l'heure tout_d'abord de_plus au_plus plus_tard plus_tôt plus_rapide plus_simple
            plus_lisible fait_que cela_fait fait_de fonctionne_comme largeur_fixe marche_à fonctionne_avec fonctionne_ainsi
            clé clés côté côtés année années durée durées entrée entrées donnée données idée idées café marché résumé journée
            santé fée
        """,
    ),
    (
        "x",
        """
            existe existent utilise utilisent supporte supportent sert servent accepte est sont a ont été était étaient suis
            sommes avons ai as avez redevient redeviennent devient ressort sort sortent se_termine se_terminent s'est se_sont
            est_revenu sont_revenus revient s'achève renvoie affiche donne termine
        """,
    ),
    ("xc", "est_fusionnée est_fusionné"),
    ("z", "tout tous toutes toute chacun chaque les_deux l'ensemble"),
    ("ω", "mesurer mesuré mesurée lancer exécuter relancer rejouer tester essayer faire_tourner"),
    (
        "Nu",
        "sans_tester sans_vérifier sans_lancer sans_exécuter sans_avoir_testé sans_avoir_lancé reste_à_tester reste_à_vérifier",
    ),
    (
        "V",
        """
            profité_pour pris_en_compte prise_en_compte prises_en_compte remis remise réduit réduite réduits construit
            reconstruit inscrit inscrite défini définie définis redéfini élargi élargie réuni réunis fourni fournie ouvert
            ouverte ouverts ouvertes introduite traduit traduite traduits converti convertis inversé étendue rendu rendue
            repris reprise transmis joint restreint réparti assoupli garanti remplacés refait refaite refaits découpée ajouté
            ajoutée ajoutés ajoutées modifié modifiée modifiés changé changée supprimé supprimée supprimés renommé renommée
            déplacé déplacée remplacé remplacée créé créée créés écrit écrite mis mise_à_jour extrait extraite fusionné
            fusionnée scindé divisé séparé simplifié documenté configuré installé activé désactivé intégré introduit réécrit
            refactorisé réorganisé nettoyé formaté généré augmenté étendu enrichi adapté ajusté actualisé retiré enlevé inséré
            branché porté basculé passé_le passé_la regroupé factorisé découpé unifié rattaché commenté annoté allégé
            relevé_le baissé_le mises_à_jour complété complétée
        """,
    ),
    # What does not change the work: verbs of looking for, finding, thinking, happening; and nouns that look like participles.
    (
        "w",
        _forms(
            """
                remarqué observé noté tenté cherché recherché analysé étudié examiné regardé identifié pensé considéré décidé
                utilisé basé lié demandé laissé gardé commencé repéré localisé isolé exploré inspecté évalué comparé expliqué
                mentionné indiqué rencontré oublié hésité envisagé élevé privé dédié donné nommé appelé signalé_hier bloqué
                arrivé resté tombé allé entré souhaité imbriqué typé situé associé concerné approprié limité compliqué annulé
                connecté authentifié déconnecté désolé attendu prévu connu vu lu su reçu eu causé provoqué généré_par lancé_par
                levé retrouvé consulté soulevé
            """
        ),
    ),
    ("#", "deux trois quatre cinq six sept huit neuf dix douze"),
    ("$", "statut état résultat code_de_sortie code_retour code_de_retour"),
    ("%", "complet complète complets complètes"),
    ("&", "et ou ainsi_que"),
    ("*", "avec_succès"),
    (
        "<",
        """
            échoué échouée échoués échouées en_échec cassée cassés cassées défaillant défaillants qui_échouait qui_échouaient
            qui_échoue qui_échouent qui_plantait auparavant_en_échec échouant
        """,
    ),
    (
        ">",
        "disponible disponibles en_ligne fonctionnel fonctionnelle fonctionnels fonctionnelles opérationnel opérationnelle opérationnels",
    ),
    ("@", "plus"),
    ("[", "non"),
    ("]", "oui exactement exact absolument"),
    ("_", "après"),
    ("_Y", "avant_de avant_d' avant_que"),
    ("A", "que qu'"),
    ("B", "comme par"),
    (
        "C",
        """
            en_supposant supposons en_admettant une_fois si s'il s'ils quand lorsque lorsqu' dès_que une_fois_que tant_que
            à_moins_que sauf excepté hormis en_dehors_de à_condition à_l'exception_de au_cas_où pourvu_que mis_à_part à_part
            selon_que
        """,
    ),
    ("E", "rien personne"),
    (
        "F",
        """
            demain soit soient ait aient vais va allons vont vas dois doit doivent devrait devraient devra devrez faut faudra
            faudrait peut peuvent pourrait pourraient pouvez veux voulons voudrais souhaite reste_à restent_à essaie essayé
            tenter prochaine_étape sera seront serait seraient pourra pourront ira fera ferai ferais aurai afin_de pour_que
            besoin en_cours veuillez il_reste il_faut merci_de essaye aimerais prévoit prévois
        """,
    ),
    ("F{", "à_faire"),
    (
        "H",
        """
            seul seule seuls seules moitié un_des une_des l'un_des l'une_des probablement peut-être sans_doute presque quasiment
            partiellement sûrement vraisemblablement en_partie à_moitié plus_ou_moins environ certains certaines la_plupart
            éventuellement à_peu_près seulement uniquement censé censée censés plusieurs quelques possiblement pratiquement
            potentiellement prétendument supposément jusqu'ici
        """,
    ),
    ("I", "je nous j'"),
    ("Ix", "j'avais on_a"),
    ("J", "fusion fusionner production relecture revue utilisé utilisée déployer emploi l'emploi publier usage relu"),
    (
        "K",
        """
            même_si mais cependant toutefois pourtant néanmoins malheureusement bien_que quoique sauf_que or en_revanche
            par_contre heureusement
        """,
    ),
    (
        "M",
        """
            normalement_c'est normalement_ça normalement_tout
            pensais croyais pensait l'impression_que l'impression_qu' mon_impression j'ai_l'impression le_sentiment_que
            selon_moi à_mon_avis d'après_moi parie présume sauf_erreur sauf_erreur_de_ma_part il_se_peut il_est_possible pense
            crois suppose imagine dirais semble semblent doute sais_pas pas_sûr pas_certain il_semble apparemment en_théorie
            théoriquement en_principe a_priori à_ma_connaissance autant_que_je_sache pour_autant_que_je_sache j'espère espère
            on_dirait il_paraît parait paraît soupçonne
        """,
    ),
    (
        "N",
        "pas_moyen pas_de_moyen aucun_moyen sans_moyen pas_de_solution aucune_solution ne n' pas jamais pas_encore guère loin incomplet inachevé impossible",
    ),
    ("O", "sur de sur_un_total_de"),
    ("Od", ""),
    (
        "P",
        """
            m'assurer s'assurer assurer garantir vérifiez vérifie_que vérifier vérifie confirmez confirmer objectif but exige
            demande_que attends dites-moi dis-moi voir_si afin_que prouve signifie veiller assurez-vous teste_si
        """,
    ),
    ("Q", "comment pourquoi quel quelle quels quelles combien qui_a est-ce"),
    (
        "S",
        """
            signale signalent rapporte rapportent dit disent dites disait selon d'après affirme affirment prétend écrit_que
            écrivez écrivait déclare indique_que annonce rapporte_que mentionne soutient assure_que
        """,
    ),
    ("U", "parce_que parce_qu' car où qui tandis_que dont puisque alors_que"),
    (
        "Y",
        """
            avait avaient en_janvier en_février en_mars en_avril en_mai en_juin en_juillet en_août en_septembre en_octobre
            en_novembre en_décembre année_dernière la_première_fois hier auparavant avant précédemment autrefois à_l'origine
            la_semaine_dernière le_mois_dernier l'an_dernier l'année_dernière initialement jadis passaient passait était_corrigé
            fonctionnait fonctionnaient dans_la_version à_l'époque session_précédente version_précédente versions_précédentes
            ancienne_version marchait
        """,
    ),
    (
        "Z",
        "pas_une pas_un aucun aucune sans plus_aucun plus_aucune pas_de pas_d' pas_la_moindre pas_un_seul plus_un_seul plus_une_seule",
    ),
    (
        "{",
        """
            prochaines_étapes étapes_suivantes proposition proposé proposée brouillon message_de_commit description_de_la_pr
            notes_de_version critères_d'acceptation critère_d'acceptation définition_de_terminé plan étapes reste_à_faire
            exemple suggéré suggérée suggestion objectifs résultat_attendu sortie_attendue restant_à
        """,
    ),
    ("}", "brouillon_de_réponse projet_de_réponse brouillon_du_mail réponse_proposée brouillon_de_mail"),
    ("Ñ", "ni"),
    ("f", _forms("rétabli remédié dépanné neutralisé")),
    ("f", _forms("corrigé résolu réparé réglé rectifié patché colmaté éliminé solutionné débogué traité")),
    (
        "c",
        _forms(
            """
                terminé achevé implémenté déployé livré poussé publié finalisé bouclé migré complété intégré satisfait rempli
                accompli conclu réalisé commité
            """
        )
        + " remplis en_place en_production mis_en_place mise_en_place mis_en_production",
    ),
    ("u", "essayé_sur essayé_dans essayé_avec"),
    ("u", _forms("vérifié testé validé éprouvé contrôlé")),
    ("y", _forms("confirmé constaté")),
    (
        "V",
        _forms(
            "fusionné ajouté modifié supprimé renommé déplacé créé remplacé extrait simplifié ajusté documenté retiré porté changé"
        )
        + " mis_à_jour écrit écrite",
    ),
    *TECHNICAL,
)

CLAIMS = (
    *SHARED,
    *ROMANCE,
    # Requête optimisée · ha sido migrado
    (
        "finished",
        "δ",
        "I[aovxzdn]{0,4}δ(?![nZ])|xx[aov]*δ(?![xZ])|^[wtkb][wtkbOd]{0,5}δ(?:$|[qOn])",
        "ewV",
    ),
    ("finished", "Vδ", "^[de#]{0,2}[wtkOadq]{1,6}x[avoz]*(?:[Vδ](?:&[Vδ])?$|V[qOn])", "wV"),
    ("passing", "p", "#p(?=n#)", "n"),
    ("fixed", "N", "b[aovxOwdq]{0,6}Nx@", ""),
    # Ne redémarre plus en boucle
    ("fixed", "@", "N[xae]{0,2}[wmδ]a?@(?![wdq]?A)", "e"),
    ("finished", "o", "^[&KUTaov,_+]*[dz][wtk][wtkOdqVδ]{0,4}a?(?:o[av]*w(?![i<])|w[av]*o)", "ewV"),
    # Ajout d'un index
    ("finished", ">", "x[aov]*>(?=q)", ""),
    ("finished", "V", "I[aovxzdn]{0,4}V(?![nZ])|^[wtk][wtkOd#]{0,5}V(?!x|n(?!#))", "ewV"),
    ("passing", "p", "t[aovxdezqOwtkb#=D<V]{0,8}p[z][aov]*$", ""),
    # Plus aucun test n'échoue · rien ne casse · ne se produit plus
    ("passing", "Z", "[EZ]+[aovqOdewt#]{0,5}N?[aovx]{0,2}[i<](?![wk])", ""),
    ("passing", "ZN", "N?[xa]{0,2}Z[aovdwte]{0,3}[b<i](?![wk])|N[xae]{0,3}@[Z]?[aovdwO]{0,2}b", ""),
    ("finished", "R", "z?x[aovz]{0,3}R", ""),
    ("fixed", "f", "b[aovOwdq]{0,5}f[aov]*$", "e"),
)

TABLES = made(globals())
