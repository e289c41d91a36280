"""German: words by class (see lexing) and what German adds to the shared grammar.

Letters of its own: D the particle of "läuft … durch" δ what is a participle or a present ("verlagert")
ψ "werden", γ "es gibt": with "now" they tell what is new ξ "still" ζ "on the other hand"
Longer than other modules because it is a list of words.
"""

from __future__ import annotations

from feedback_gate.claims.grammar import SHARED, TECHNICAL
from feedback_gate.claims.romance import ALL_OF_THEM, FIGURES, GOES_ON, NONE_NOW
from feedback_gate.claims.tables import made

SPACED = True
NEGATION = "clause"
JOINED = "tbk"
FINAL = False
VARIANTS: dict[int, str] = {}
PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
SUFFIXES = (
    ("tests", "t"),
    ("test", "t"),
    ("suite", "t"),
    ("prüfung", "t"),
    ("prüfungen", "t"),
    ("lauf", "t"),
    ("pipeline", "t"),
    ("leck", "b"),
    ("lecks", "b"),
    ("fehler", "b"),
    ("fehlern", "b"),
    ("fehlers", "b"),
    ("problem", "b"),
    ("probleme", "b"),
    ("warnungen", "b"),
    ("warnung", "b"),
    ("absturz", "b"),
    ("abstürze", "b"),
    ("lücke", "b"),
    ("konflikte", "b"),
    ("konflikt", "b"),
    ("aufgabe", "k"),
    ("funktion", "k"),
    ("migration", "k"),
    ("änderungen", "k"),
    ("änderung", "k"),
    ("umbau", "k"),
    ("umstellung", "k"),
    ("build", "t"),
    ("builds", "t"),
)
_APART = """
    ab an auf aus bei ein durch fest frei heraus herunter hinzu hoch los nach um vor weg zurück zusammen raus rein runter herab
    weiter wieder
"""
# Participles of verbs that no list has: (beginnings, endings, classes).
SHAPES = (
    (tuple(prefix + "ge" for prefix in _APART.split()), ("t", "en"), "V"),
    (("ge",), ("t",), "V"),
    (("be", "ver", "ent", "er", "zer", "über", "unter", "durch", "um"), ("t",), "δ"),
    (("",), ("iert",), "δ"),
    (("ge", "be", "ver", "über", "unter", "zer"), ("oben", "ogen", "ossen", "orfen", "ochen", "rieben", "ichen", "unden"), "δ"),
)
REWRITES = (
    *GOES_ON,
    # "Das Problem bleibt bestehen" · "kommen nicht mehr vor"
    (r"(?<=b)p|(?<=bx)p", "i"),
    (r"_Y(?=[.,;]|$)", "a"),
    # "Im Browser ausprobiert: das Menü wird korrekt angezeigt"
    (r"ω(?=[:,][^.?NZbi<FCQ]{1,14}(?:[.]|$))|[yω](?=[:,][^.?NZbi<CQ]{1,14}v[^.?NZbi<CQ]{0,4}(?:[.]|$))", "u"),
    # "Die Karte ist fertig, bei der Planung hakt es dagegen noch": something else
    (r"q(?=[^.,;?]{1,10}ζ)", "n"),
    ("ζ", "a"),
    # "wurde schon in 2.1 behoben"
    (r"q#(?=[aov]*[fc])", "Y"),
    # "Ohne neue Abhängigkeit habe ich …"
    (r"(?:^|(?<=[.;:]))Z(?=[wd]{1,4}xI)", "a"),
    # "zwei der drei Probleme" · "Ist es wahr, gilt …"
    (r"#(?=d#)", "/"),
    (r"ψ(?![ewtkd]{0,3}o)", "F"),
    (r"γ(?!e?o)(?<!oγ)", "w"),
    (r"(?:^|(?<=[.;?:]))x(?=w[aovw]{0,2},)", "C"),
    # "ist alles grün, …": a condition without a word for it
    (r"(?:^|(?<=[.;?:]))x(?=[ezdt1])", "C"),
    # "damit ist es fertig" (with that), "damit es läuft" (so that)
    (r"\"(?=[xrlpP])|(?<=x)\"", "a"),
    # "ist komplett"; before another word it is an adverb
    (r"%(?=[^.,;:)!?])", "a"),
    (r"\"", "C"),
    # "aber" in the middle of a clause is no contrast between clauses
    (r"(?<=[a-zA-Z#=0])K", "a"),
    (r"(?<!Z)<(?=[tbkw])", "a"),
    (r"(?<=d)[fch%u](?=[wbkt])", "w"),
    # "von 10 auf 30"
    FIGURES,
)

WORDS = (
    ("ξ", "nach_wie_vor"),
    ("ξx", "bleibt bleiben"),
    (
        "c",
        """
            auf_dem_neuesten_stand entwickelt vollzogen abgearbeitet ausgerollt freigegeben übernommen verlinkt eingerichtet
            aufgesetzt abgeschlossen umgesetzt implementiert fertiggestellt beendet ausgeliefert bereitgestellt deployt
            deployed gepusht committet veröffentlicht gemergt erfüllt migriert eingespielt durchgeführt erreicht abgehakt
            vollendet eingecheckt live released zusammengeführt drin
        """,
    ),
    (
        "i",
        """
            ohne_wirkung ohne_effekt ohne_erfolg verloren durchgefallen ausgefallen gecrasht stehengeblieben hängengeblieben
            kaputt schlägt schlagen schlug fehl bricht brechen abbricht tritt treten auftritt auftreten stürzt stürzen
            abstürzt kracht hängt hakt auf_null erscheint erscheinen leckt flackert reproduzieren reproduzierbar scheitert
            scheitern rot fehlschlägt fehlschlagen hängen kaputtgegangen
        """,
    ),
    ("ξw", "derselbe dieselbe dasselbe denselben gleiche gleichen immer_noch noch_immer weiterhin noch"),
    ("ζ", "dagegen wiederum"),
    (
        "ω",
        """
            laufen_zu_lassen zu_testen auszuführen messen gemessen ausführen ausgeführt laufen_lassen laufen_gelassen anstoßen
            testen ausprobieren ausprobiert nachprüfen durchspielen
        """,
    ),
    ("xκ", "hat"),
    ("xo", "heißt_jetzt heißt_nun heißen_jetzt"),
    ("γ", "gibt"),
    ("ψ", "werden wird"),
    ("0", "null"),
    ("1", "alles_grün alles_im_grünen durchweg_grün rundum_grün"),
    ("2", "problem_gelöst erledigt_sich hat_sich_erledigt"),
    (
        "3",
        """
            lässt_sich_wieder lassen_sich_wieder kann_man_jetzt kann_man_nun lässt_sich_jetzt lassen_sich_jetzt lässt_sich_nun lassen_sich_nun
            alles_in_ordnung kann_gemergt_werden können_gemergt_werden alles_bereit alles_fertig alles_erledigt passt_alles
            alles_passt alles_gut kann_zusammengeführt_werden bereit_zum alles_steht alles_sitzt alles_bestens alles_läuft
        """,
    ),
    (
        "a",
        """
            bis_zu immer jedes_mal auch schon bereits endlich nur_noch inzwischen mittlerweile hier insgesamt lokal überall sich
            ganz durchweg gerade tatsächlich sofort heute danach anschließend dann dabei daher gut_so prima super perfekt danke
            so allesamt durchgehend mehr_als wie_gewünscht gemeldet gefunden übrig offen_null vorhanden zuletzt nachweislich
            zudem außerdem am_ende aus ab auf heraus raus rein
        """,
    ),
    (
        "b",
        """
            fehlermeldung fehlermeldungen fehlschlag fehlschläge ruckler befund befunde auffälligkeit fehler fehlern fehlers bug
            bugs problem probleme problems absturz abstürze abstürzen warnung warnungen regression regressionen leck lecks
            deadlock ausnahme ausnahmen konflikt konflikte sicherheitslücke lücke störung beanstandungen beanstandung hänger
            flackern defekt defekte verletzungen auffälligkeiten race_condition schwachstelle
        """,
    ),
    (
        "d",
        "der die den dem des ein eine einen einem einer eines mein meine dein deine deinen ihr ihre euer eure unser unsere",
    ),
    ("e", "es das dies sie dieser diese dieses"),
    (
        "f",
        """
            dicht gerade_gerückt geradegerückt stabilisiert ausgemerzt eliminiert unterbunden abgestellt nachgebessert
            wiederhergestellt kuriert behoben gefixt korrigiert repariert gelöst bereinigt beseitigt gestopft geflickt
            ausgeräumt geschlossen gepatcht ausgebügelt aufgelöst entschärft
        """,
    ),
    (
        "g",
        """
            mit_erfolg ein_erfolg ein_voller_erfolg grün grüne grünen erfolgreich in_ordnung sauber_durch fehlerlos
            im_grünen_bereich ok okay heil
        """,
    ),
    ("gp", ""),
    ("h", "gemacht fertig erledigt geschafft getan vollbracht"),
    (
        "k",
        """
            aufgabe aufgaben funktion funktionen feature features implementierung umsetzung migration refactoring arbeit
            arbeiten korrektur fix patch änderung änderungen pr branch upgrade umbenennung umstellung umzug bereinigung
            bereitstellung installation ticket tickets merge_request pull_request anpassung anpassungen integration
            dokumentation punkt punkte doku readme changelog konfiguration abhängigkeiten übersetzungen einrichtung umbau
            release deployment anmerkungen
        """,
    ),
    (
        "l",
        "existiert existieren speichert sendet druckt verbindet lädt_hoch läuft laufen lief liefen startet starten antwortet antworten lädt laden baut reagiert öffnet zeigt_an lässt_sich",
    ),
    ("m", "vergangenheit passé verschwindet verschwinden weg verschwunden passé vom_tisch aus_der_welt geschichte vorbei"),
    ("n", "zu zum zur"),
    ("o", "jetzt nun wieder erneut fortan ab_sofort"),
    (
        "p",
        """
            stimmen stimmt bestehen besteht bestanden durchgelaufen durchlaufen durchläuft erfolgreich_durchlaufen laufen_durch
            läuft_durch liefen_durch lief_durch passen passt gehen_durch geht_durch passieren läuft_sauber_durch
        """,
    ),
    ("q", "in im auf_dem für mit unter bei an über zwischen innerhalb gegen am beim"),
    (
        "r",
        """
            geklappt funktioniert funktionieren funktionierte klappt klappen klappte kompiliert kompilieren geht läuft_wieder
            laufen_wieder läuft_jetzt laufen_jetzt tut greift
        """,
    ),
    ("s", "behebt löst repariert_damit beseitigt_damit korrigiert_damit fixt"),
    (
        "t",
        """
            abnahmekriterien akzeptanzkriterien ergebnisse test tests suite suiten build builds linter lint ci pipeline
            pipelines typprüfung typprüfungen typecheck prüfung prüfungen check checks kompilierung spezifikationen mypy eslint
            tsc ruff jest cargo testfälle testfall statische_analyse kriterien anforderungen specs typen
        """,
    ),
    (
        "u",
        "nachvollzogen nachgestellt verifiziert getestet überprüft geprüft validiert nachgeprüft durchgetestet gegengeprüft abgenommen",
    ),
    (
        "v",
        """
            planmäßig nach_plan wie_besprochen wie_abgesprochen wie_vorher wie_früher wie_zuvor wie_gehabt ohne_beanstandungen
            ohne_murren ohne_zu_murren korrekt richtig einwandfrei fehlerfrei problemlos wie_erwartet wie_vorgesehen wie_geplant
            sauber ordnungsgemäß reibungslos ohne_probleme ohne_fehler stabil zuverlässig gut wie_es_soll bestens
            ohne_beanstandung tadellos anstandslos
        """,
    ),
    (
        "w",
        """
            gefunden verglichen gesprochen versprochen verbunden befunden mit_oder_ohne fertig_machen gut_möglich vor_allem
            wie_folgt auf_jeden_fall nach_hause im_test im_build unter_test
        """,
    ),
    (
        "x",
        """
            steht stehen bin bist seid ist sind war waren worden haben habe sieht wird_nun ergab ergibt meldet melden zeigt
            zeigen liefert endet enden endete lautet
        """,
    ),
    # What was done, whoever did it: "wurde angepasst".
    ("xx", "wurde wurden"),
    ("Nu", "ohne_zu_testen ohne_test ohne_tests ungeprüft"),
    # What does not change the work: verbs of looking for, finding, thinking, happening; and what only looks like a participle.
    (
        "w",
        """
            bericht gesamt gehört geht gelangt gedacht gesucht gefragt gewünscht gewohnt geeignet gezeigt gemeint gebraucht gewartet
            gerät gewicht gebiet geschieht gesagt gehabt geführt geklärt genügt gewollt gekonnt gemusst gewusst geplant
            geschätzt gezählt gestellt gemerkt gewählt geschaut geguckt gespannt genannt gehofft getippt geschickt angegeben
            aufgetreten ausgegeben angesehen abgelaufen aufgefallen abgebrochen aufgerufen vorgekommen vorgesehen durchgelesen
            zusammengebrochen vorgegeben ausgegangen angefragt nachgefragt angemerkt ausgelöst abgestürzt angezeigt
            vorgeschlagen aufgeschlagen angegangen angefangen abgewartet nachgedacht bemerkt bekannt beobachtet benötigt benutzt
            verwendet verursacht vermutet erkannt entdeckt ermittelt untersucht überlegt unterstützt betrachtet betrifft
            befindet bewirkt erhält erfährt enthält verhält erlaubt erfordert beantwortet besteht entsteht erlebt erinnert
            verlangt verlässt verrät entspricht erstreckt bezieht beginnt bezeichnet befürchtet verpasst vergleicht verglichen
            berührt unterscheidet umfasst erreicht_nicht analysiert identifiziert lokalisiert recherchiert diskutiert existiert
            passiert resultiert reproduziert basiert interessiert ignoriert probiert studiert inspiziert zurückgenommen
        """,
    ),
    # As a state they describe ("ist deaktiviert"); as a deed they report.
    ("δ", "deaktiviert aktiviert konfiguriert gesetzt hinterlegt installiert reduziert begrenzt dokumentiert vorhanden"),
    ("y", "bestätigt kontrolliert nachgesehen"),
    ("z", "alles alle beide beides sämtliche jeder jede jedes jeweils"),
    ('"', "damit"),
    ("#", "zwei drei vier fünf sechs sieben acht neun zehn zwölf"),
    ("$", "ergebnis status stand zustand exit-code exitcode rückgabewert rückgabecode"),
    ("%", "komplett vollständig vollständig_umgesetzt komplett_fertig"),
    ("&", "und oder sowie"),
    (
        "<",
        """
            fehlgeschlagen fehlgeschlagene fehlgeschlagenen fehlschlagende fehlschlagenden fehlerhafte fehlerhaften kaputte
            kaputten kaputter gescheitert gescheiterte zuvor_fehlschlagende zuvor_fehlschlagenden zuvor_roten roten
        """,
    ),
    (">", "online erreichbar verfügbar zur_verfügung funktionsfähig lauffähig betriebsbereit funktional"),
    ("@", "mehr"),
    ("[", "nein nö"),
    ("]", "ja jawohl genau richtig_ja"),
    ("_", "nachdem"),
    ("_Y", "bevor vor"),
    ("A", "dass"),
    ("B", "als mittels"),
    (
        "C",
        """
            wenn falls sofern sobald solange ob bis bis_auf außer es_sei_denn abgesehen_von vorausgesetzt angenommen
            mit_ausnahme_von ausgenommen je_nachdem unter_der_bedingung nur_wenn nur_falls erst_wenn
        """,
    ),
    ("D", "durch"),
    ("E", "nichts niemand"),
    (
        "F",
        """
            morgen geht_es_weiter geht_weiter weitermachen wäre wären sei seien hätte werde würde würden sollte sollten soll
            sollen kann können könnte könnten muss müssen müsste darf dürfte will wollen möchte brauche braucht versuche
            versuchte versucht muss_noch plane als_nächstes bitte noch_zu ausstehend offen steht_noch_aus stehen_noch_aus
            dürften wirst werdet lass lasse in_arbeit dran zu_beheben zu_testen bald demnächst fehlt fehlen ansteht
        """,
    ),
    (
        "H",
        """
            vermutlich wahrscheinlich vielleicht möglicherweise hoffentlich fast beinahe nahezu größtenteils teilweise zum_teil
            überwiegend weitgehend mehr_oder_weniger halb zur_hälfte hälfte eines_der einer_der eine_der einer_von eines_von
            ungefähr etwa einige manche die_meisten meisten nur eventuell womöglich im_wesentlichen mutmaßlich mehrere bisher
            bislang
        """,
    ),
    ("I", "ich wir"),
    ("J", "merge mergen review einsatz produktion merge-bereit durchsicht zusammenführen nutzung"),
    ("K", "auch_wenn aber jedoch allerdings obwohl trotzdem dennoch doch sondern leider zwar hingegen nur_dass außer_dass"),
    ("L", "nicht_mehr nicht_länger"),
    (
        "M",
        """
            dachte glaubte eindruck meines_erachtens meiner_meinung_nach meiner_ansicht_nach schätze gefühlt tippe
            wenn_ich_mich_nicht_irre möglich es_kann_sein glaube denke vermute nehme_an meine_ich scheint scheinen bezweifle
            unsicher nicht_sicher ich_weiß_nicht soweit_ich_weiß soweit_ich_sehe meines_wissens theoretisch in_der_theorie
            im_prinzip angeblich anscheinend offenbar augenscheinlich dem_anschein_nach hoffe wohl sieht_so_aus sieht_danach_aus
            sieht_aus_als allem_anschein_nach gehe_davon_aus zweifle behaupten
        """,
    ),
    (
        "N",
        """
            keine_möglichkeit kein_weg keine_lösung nicht nie niemals weder noch_nicht längst_nicht kaum unvollständig unfertig
            unmöglich ungelöst ungetestet weit_davon_entfernt noch_lange_nicht keineswegs mitnichten
        """,
    ),
    ("O", "von"),
    ("Od", ""),
    (
        "P",
        """
            um_sicherzugehen sicherzugehen sicher_zu_sein zu_überprüfen erwartet sicherstellen sicherzustellen stelle_sicher
            gewährleisten prüfe überprüfe verifiziere damit_auch ziel verlangt fordert frage fragt erwarte warte um_zu bedeutet
            heißt beweist bestätige sag_mir gib_bescheid zu_sagen
        """,
    ),
    ("Q", "wie warum was welche welcher welches wer wann woher"),
    ("R", "an_ort_und_stelle bereit startklar einsatzbereit mergebereit produktionsreif"),
    (
        "S",
        """
            steht_,_dass steht_geschrieben ist_zu_lesen sagt sagen sagst sagte laut gemäß behauptet schreibt schreibst schrieb
            meldete_dass berichtet berichtete zufolge angibt gibt_an erklärt meint versichert
        """,
    ),
    ("U", "weil da denn wobei während wo deshalb sodass so_dass indem"),
    (
        "V",
        """
            versehen geschrieben beschrieben verschoben überschrieben kamen_dazu kam_dazu kamen_hinzu kam_hinzu dazugekommen
            hinzugefügt ergänzt geändert gelöscht entfernt umbenannt verschoben ersetzt aktualisiert erstellt geschrieben
            eingefügt zusammengeführt vereinfacht refaktoriert extrahiert erweitert gekürzt erhöht reduziert dokumentiert
            kommentiert formatiert konfiguriert eingerichtet installiert deaktiviert aktiviert übernommen verlegt eingeführt
            vereinheitlicht konvertiert gesetzt hinterlegt bereinigt aufgeräumt gestrichen überarbeitet verdrahtet verschlankt
        """,
    ),
    (
        "Y",
        """
            letzter_woche letzten_woche vergangene_woche vergangenen_woche voriger_woche letzten_release hatte hatten im_januar
            im_februar im_märz im_april im_mai im_juni im_juli im_august im_september im_oktober im_november im_dezember
            letzten_jahres vorigen_jahres beim_ersten_mal anfangs zunächst letzten_version letzte_version vorigen_version
            gestern vorher früher zuvor ehemals ursprünglich letzte_woche letzten_monat letztes_jahr damals seinerzeit bisherige
            vorherige vorige vor_dem_upgrade in_version vormals einst letzte_sitzung in_der_vorherigen bis_gestern
        """,
    ),
    ("Z", "keine kein keinen keinerlei keiner keines ohne kein_einziger keine_einzige keinem"),
    (
        "{",
        """
            abnahmekriterium akzeptanzkriterium erfolgskriterium definition_of_done nächste_schritte nächster_schritt vorschlag
            entwurf commit-nachricht commit-message pr-beschreibung änderungseintrag versionshinweise release_notes plan
            schritte todo offene_punkte beispiel erwartetes_ergebnis ziele vorlage noch_offen ausstehende beispielausgabe
            noch_zu_tun
        """,
    ),
    ("}", "antwortentwurf entwurf_der_antwort entwurf_der_mail e-mail-entwurf antwortvorschlag vorschlag_für_die_antwort"),
    *TECHNICAL,
)

CLAIMS = (
    *SHARED,
    NONE_NOW,
    ALL_OF_THEM,
    # Ich habe den Port geändert · Zwei Tests ergänzt · das Log-Level steht jetzt auf …
    (
        "finished",
        "V",
        "(?:Ix?|xI)[^NZLEMPHCFSYQ]{0,12}V[av]*(?:$|(?=&))|^&?[wtkqd#bOanD]{1,9}V(?:&[Vδ])?$|^[dez]?#?[wtk#]{1,3}x[avqzd#w%n]{0,6}V(?:&[Vδ])?$|xx[^NZLEMPHCFSYQ/]{0,9}V$",
        "ewV",
    ),
    # Läuft. · die Schritte stehen jetzt in …
    ("finished", "l", "^l$", ""),
    ("finished", "o", "^[deq]{0,2}[wtkV]{1,3}x[av]*o[aovqd]*w|^[aov]*xd?[wtkδ]{1,2}o[av]*w$", "ewV"),
    # Die Suche ignoriert jetzt …
    ("finished", "o", "^[&KUTaov,_+]*[dz][wtk]{1,4}[wδl]?o[aov]*[wdtkz](?![i<])", "ewV"),
    # Push-Nachrichten kommen wieder an
    ("passing", "z", "t[aov]*l[aov]*z$", ""),
    ("finished", "v", "^[dz][wtk]{1,3}va$", ""),
    ("finished", "#", "^[de]?[wtkOqad]{1,6}xo[aovd]*#$", "ewV"),
    # Dateinamen werden jetzt richtig heruntergeladen
    ("finished", "ψ", "ψo[aov]*vw?$|ψo[aov]*[Vδ]$", "w"),
    # Seit dem Umbau gibt es jetzt einen Button
    ("finished", "γ", "γ[e]?o|oγ", "w"),
    ("passing", "v", "^d?t(?:&w|&t)?x[ao]*v$", ""),
    ("finished", "δ", "(?:Ix|xI|xx)[^NZLEMPHCFSYQ/]{0,12}δ$|^[wtkq#bl][wtkqd#bOl]{0,6}δ$", "ewV"),
    # Alle Tests laufen durch · läuft der Build durch
    ("passing", "D", "[lr][aovtdezkw#q=]{0,8}D$", ""),
    # Ich habe den Fehler behoben · habe ich umgesetzt
    ("fixed", "f", "(?:Ix|xI|x)[^NZLEMPHCFSYQ/]{0,12}f$", "e"),
    ("finished", "ch", "x[^NZLEMPHCFSYQ/]{0,9}[ch%](?:$|(?=&[lrw]))", "g"),
    ("finished", "hc", "^[zaovkwtd]{0,5}[hc][aov]*$", ""),
    ("verified", "u", "(?:Ix|xI)[^NZLEMPHCFSYQ/]{0,9}u$", "w"),
    ("verified", "y", "(?:Ix|xI)[^NZLEMPHCFSYQ/]{0,9}y$", "w"),
    ("fixed", "m", "b[aovxdwqltkO]{0,7}m", ""),
    ("fixed", "L", "[ib<][aovedwkbtxq]{0,7}L", ""),
    ("passing", "Z", "Z[awt#@]{0,4}[i<b]", ""),
    ("passing", "E", "[i<][aov]{0,2}E|wE@$", ""),
    ("finished", "D", "[ktJ]x[aov]*D$", ""),
    # von 2 GB auf 300 MB gesunken
    ("finished", "O", "xO{3,8}w{0,2}[wVδ]$", "ewV"),
    # Der Cursor springt … nicht mehr
    # Die Mail kommt jetzt an · die Summe stimmt jetzt
    ("finished", "o", "^[&KUTa]*[de]?[wtkndq]{1,5}[wl]o[aDq]?$", "ewV"),
    ("finished", "p", "[wk]p[av]*o$", ""),
    # … aktualisiert sich die Seite jetzt sofort
    ("finished", "o", "[wlVδ]a?d?[wtk]{1,2}o[aov]*$", "ewV"),
    ("fixed", "L", "^[&KUTa]*[dez]?[wtk]{1,2}w[aovdwqtk]{0,5}L[aovqdwtk]{0,4}$", "e"),
    ("fixed", "f", "^(?:[aovqdwtkbze&]|#(?!b)){0,8}f$", "e"),
    ("verified", "u", "^[aovqdwtkbz#e&]{0,8}u$", "w"),
    ("finished", "r", "r[aov]*[ezdtkw]{0,3}[aov]*$", ""),
)

TABLES = made(globals())
