"""Words that tell the languages in Latin script apart; one that several of them have votes for each of them.

Longer than other modules would be because it is a list of words.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VOTES = {
    "en": """
        a to error added updated removed new
        or by at as on an after before then than there here they them their he she its my our us me do does did can could may might
        must shall just only also still yet again because since while where who how why more most some each other one two three
        please thanks let get got make made use used run ran found see the is are was were has have had been be and of it that this
        these with for from not no all now i i've i'm i'll we we're you your it's that's don't doesn't didn't isn't aren't can't
        will should would could every everything nothing none both but so if when which what pass passes passed passing fixed done
        finished complete completed verified works working ready resolved implemented clean green fix fixes issue issues errors
        failures warnings failed failing gone tested confirmed repaired solved addressed yes zero any successfully succeeded shipped
        deployed committed pushed good great
    """,
    "es": """ nuevo nueva datos archivo archivos luego todavía aunque ese esa mismo vuelve quedó caché
        la lo un y a e su sus mi me te le les nos entre desde hasta sobre porque donde qué cómo ni sea eran fue fueron era ser tiene
        tienen puede pueden hace después antes tras hecho cada otra otro solo uno dos tres encontré causa problema también queda
        quedan puedes quiero tengo de código salida sigue siguen hay el los las una que es está están con para por del al se lo no
        ya todo toda todos todas pero si sí cuando he hemos ha han sin más muy en esté cuanto hay tras y ahora aquí también como
        este esta esto eso según prueba pruebas pasan pasa pasaron pasado error errores fallo fallos listo lista hecho hecha
        corregido corregida corregí arreglado arreglé solucionado solucionada resuelto resuelta terminado terminada terminé
        completado completada completo verificado verifiqué verificada comprobado comprobé probado funciona funcionan funcionando
        compila compilación estado verde orden queda implementado implementada implementé ningún ninguna advertencias avisos
        superadas superados tarea cambios crear creé añadí debería creo parece voy desplegado subido validado finalizado finalizada
    """,
    "de": """ neue neu neuer nichts aus wie als immer einem steht alte
        mir mich dir dich uns euch ihn ihm ihr sein seine ihre mein meine dein deine dieser diese dieses damit dann denn weil
        während bis vor über unter zwischen gegen ohne um oder sondern kann konnte können muss soll will hatte hatten gibt gab geht
        ging sehr nur mehr schon doch mal bitte danke zwei drei ursache gefunden der die das den dem des ein eine einen und ist sind
        war wurde wurden hat habe haben ich wir nicht kein keine keinen mit für von zu auf im am alle alles jetzt nun wieder noch
        schon aber wenn ob dass sich auch bei nach es er sie wird werden läuft laufen durch bestanden bestehen fehler behoben fertig
        erledigt abgeschlossen gelöst korrigiert repariert funktioniert funktionieren grün erfolgreich geprüft überprüft getestet
        verifiziert bereit implementiert umgesetzt aufgabe problem fehlerfrei kompiliert warnungen keinerlei sämtliche ja nein
        sollte scheint vermutlich beim zum zur geklappt klappt bestätigt fertiggestellt beendet absturz tritt prüfungen
    """,
    "fr": """ boucle apparemment faute en conteneur rien toujours nouveau nouvelle même était fichier fichiers
        l' d' j' n' qu' s' c' se sa son ses leur leurs ou où donc car ni par chez entre depuis avant après deux trois trouvé cause
        problème peut peuvent doit faut été être avoir fait reste plus très bien aussi puis merci voici voilà ai as a de code_
        sortie il elle ils y le les des du une un est sont été avec pour dans sur et que qui ne pas plus je j'ai nous vous tout tous
        toute toutes mais si quand c'est ça cela ce cette ces au aux maintenant désormais déjà encore aucune aucun sans réussi
        réussis réussie réussissent passent passe corrigé corrigée corrigés résolu résolue terminé terminée terminés fait faite fini
        finie achevé achevée fonctionne fonctionnent vérifié vérifiée testé testée validé validée erreur erreurs échec échecs
        avertissement prêt prête implémenté implémentée compile oui non problème réparé réparée vert verts tâche livré déployé
        semble devrait fonctionnel disparu la l'erreur n'échoue statut
    """,
    "pt": """ esse essa novo nova dá deu dados arquivo arquivos mesmo nunca qualquer voltou inteira inteiro
        de da do e a um uma seu sua meu minha me te lhe nos nas pela pelo pelos pelas entre desde até sobre porque onde nem seja
        eram ser tem têm pode podem faz depois antes cada outra outro só uns dois duas três encontrei causa problema também fica
        ficou ficaram quero tenho preciso de código saída continua há o os as um uma que é está estão com para por do da dos das no
        na ao não já tudo todo todos todas mas se quando foi foram sem mais agora aqui também como este esta isto isso segundo teste
        testes passam passa passou passaram passando erro erros falha falhas pronto pronta feito feita corrigido corrigida corrigi
        consertado consertei resolvido resolvida resolvi terminado terminei concluído concluída concluí completo completa verificado
        verifiquei testado testei funciona funcionam funcionando compila sim ainda nenhum nenhuma implementado implementada
        implementei aprovados aprovadas tarefa mudanças acho parece vou deve deveria validado finalizado finalizada em assim estiver
        e sumiu publicado enviado certo ok? eu você rodei verde verdes avisos
    """,
}


def _languages_of() -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for language, words in VOTES.items():
        for word in dict.fromkeys(words.split()):
            found.setdefault(word, []).append(language)
    return {word: " ".join(found[word]) for word in sorted(found)}


TABLES: dict[str, Any] = {"languages": list(VOTES), "words": _languages_of()}
