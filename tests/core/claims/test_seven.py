"""What the packs beside English do by rule, not by list: verbs they do not know, their tenses, shares, spelling."""

from __future__ import annotations

import pytest

from feedback_gate.claims import detector


def claimed(text: str) -> tuple[str, str] | None:
    """(language, kind) of the first claim."""
    claim = detector.first_claim(text)
    return claim and (claim.language, claim.kind)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("He paralelizado la descarga.", "es"),
        ("Se paralelizó la descarga.", "es"),
        ("Ich habe die Abfrage parallelisiert.", "de"),
        ("Der Knoten wurde herausgetrennt.", "de"),
        ("J'ai parallélisé le téléchargement.", "fr"),
        ("O download foi paralelizado.", "pt"),
        ("다운로드를 병렬화했습니다.", "ko"),
        ("캐시를 걷어냈습니다.", "ko"),
        ("डाउनलोड को पैरेलल कर दिया है।", "hi"),
        ("我把下载逻辑并行化了。", "zh"),
    ],
)
def test_a_deed_is_known_by_its_form_where_its_verb_is_in_no_list(text: str, language: str) -> None:
    assert claimed(text) == (language, "finished")


@pytest.mark.parametrize(
    "text",
    [
        "He analizado los registros.",
        "Ich habe die Protokolle untersucht.",
        "J'ai analysé les journaux.",
        "Analisei os registros.",
        "로그를 분석했습니다.",
        "मैंने लॉग का विश्लेषण किया।",
        "我分析了日志。",
    ],
)
def test_looking_and_thinking_are_no_deeds(text: str) -> None:
    assert claimed(text) is None


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Migracion terminada, la funcion esta lista.", ("es", "finished")),
        ("A migracao esta concluida.", ("pt", "finished")),
        ("Probleme resolu, la compilation a reussi.", ("fr", "fixed")),
        ("Alle Tests sind gruen, nichts laeuft mehr fehl.", ("de", "passing")),
    ],
)
def test_accents_may_be_left_out(text: str, claim: tuple[str, str]) -> None:
    assert claimed(text) == claim


@pytest.mark.parametrize(
    "text",
    [
        "Ese fallo ya se había corregido en otra rama.",
        "Ein Kollege hatte den Fehler behoben.",
        "Cette faille avait été corrigée.",
        "Esse erro já tinha sido corrigido.",
        "यह बग पिछले वर्ज़न में ठीक किया गया था।",
        "这个问题以前修复过。",
    ],
)
def test_what_had_been_done_before_is_history(text: str) -> None:
    assert claimed(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "He añadido un índice, pero no he podido ejecutar las pruebas.",
        "Den Index habe ich angelegt, gemessen habe ich nicht.",
        "J'ai ajouté un index, mais je n'ai pas pu lancer les tests.",
        "Adicionei um índice sem rodar os testes.",
        "인덱스를 추가했지만 테스트는 실행하지 못했습니다.",
        "इंडेक्स जोड़ दिया, पर टेस्ट नहीं चला पाया।",
        "我加了索引，但还没有执行过。",
    ],
)
def test_a_deed_beside_what_was_not_run_is_no_claim(text: str) -> None:
    assert claimed(text) is None


@pytest.mark.parametrize(
    "text", ["Aufgabe zu 100 % erledigt.", "Tarea completada al 100 %.", "Tâche accomplie à 100 %.", "टास्क 100% पूरा।"]
)
def test_a_hundred_per_cent_is_the_whole(text: str) -> None:
    assert claimed(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "De momento pasa el 85 %.",
        "फिलहाल 85% पास हैं।",
        "已完成约 60%。",
        "Von 10 Dateien sind erst 4 fertig.",
        "目前 30 个用例里有 28 个通过。",
    ],
)
def test_a_share_is_not_the_whole(text: str) -> None:
    assert claimed(text) is None


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Añadí un reintento para cuando el servidor devuelve 503.", ("es", "finished")),
        ("조회 속도를 높이기 위해 인덱스를 추가했습니다.", ("ko", "finished")),
        ("Ich habe einen Index angelegt, damit die Abfrage schneller wird.", ("de", "finished")),
    ],
)
def test_a_purpose_or_an_occasion_leaves_the_deed_done(text: str, claim: tuple[str, str]) -> None:
    assert claimed(text) == claim


def test_tests_that_have_finished_with_failures_are_no_claim() -> None:
    assert claimed("Los tests terminaron, pero 4 fallaron.") is None
    assert claimed("测试跑完了，不过有 4 个失败。") is None


def test_letters_tell_portuguese_from_spanish() -> None:
    assert claimed("A migração foi concluída.") == ("pt", "finished")
    assert claimed("La migración fue completada, ¡listo!") == ("es", "finished")


def test_of_two_equally_likely_languages_it_is_not_english() -> None:
    assert claimed("Vorgeschlagene Commit-Nachricht:\n\nfix: Login-Timeout behoben") is None


@pytest.mark.parametrize(
    "text",
    [
        "J'ai ajouté un cache, mais la page rame encore.",
        "Añadí una caché, pero la página sigue yendo lenta.",
        "Coloquei um cache, mas a página continua lenta.",
        "Ich habe einen Cache eingebaut, aber die Seite ruckelt weiterhin.",
        "캐시를 넣었지만 화면은 여전히 느립니다.",
        "कैश जोड़ दिया, लेकिन पेज अब भी धीमा खुलता है।",
        "加了缓存，但页面还是很慢。",
        "キャッシュを追加しました。しかし表示は相変わらず遅いです。",
    ],
)
def test_what_goes_on_failing_undoes_the_edit(text: str) -> None:
    assert claimed(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Le curseur ne saute plus quand on tape vite.",
        "El cursor ya no salta al escribir rápido.",
        "O cursor não pula mais quando se digita rápido.",
        "Der Cursor springt beim Tippen nicht mehr.",
        "이제 커서가 튀지 않습니다.",
        "अब कर्सर अटकता नहीं।",
        "输入时光标再也不会乱跳了。",
    ],
)
def test_trouble_that_is_over_is_a_repair_though_its_verb_is_in_no_list(text: str) -> None:
    claim = claimed(text)

    assert claim is not None
    assert claim[1] == "fixed"


@pytest.mark.parametrize(
    "text",
    [
        "Le formulaire ne s'envoie plus.",
        "El formulario ya no se envía.",
        "O formulário não envia mais.",
        "Der Dienst startet nicht mehr.",
        "이제 메뉴가 열리지 않습니다.",
        "अब फ़ॉर्म सेव नहीं होता।",
        "现在页面打不开了。",
    ],
)
def test_a_good_thing_that_is_over_is_a_failure(text: str) -> None:
    assert claimed(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Comprobé en el móvil que la lista conserva el orden.",
        "Auf einem echten Gerät ausprobiert: Die Liste behält ihre Reihenfolge.",
        "실제 폰에서 확인했습니다.",
        "मैंने ब्राउज़र में खोलकर देख लिया।",
        "在真机上试过，列表顺序不变。",
        "実機で確認しました。",
        "手元で試したところ、並び順は維持されました。",
    ],
)
def test_what_was_tried_out_and_came_out_well_is_verified(text: str) -> None:
    claim = claimed(text)

    assert claim is not None
    assert claim[1] == "verified"


@pytest.mark.parametrize(
    "text",
    [
        "Die Suche ist fertig, bei den Filtern hapert es dagegen noch.",
        "검색 화면은 다 만들었는데, 필터는 아직 안 됩니다.",
        "La recherche est terminée, les filtres en revanche pas encore.",
        "La búsqueda está lista; los filtros, en cambio, todavía no.",
    ],
)
def test_another_part_that_is_not_done_leaves_the_claim(text: str) -> None:
    assert claimed(text) is not None


@pytest.mark.parametrize("header", ["| スイート | 成功 | 失敗 |", "| Lot | Réussis | Échoués |", "| Suite | Passed | Failed |"])
def test_a_row_of_numbers_is_read_in_the_language_of_its_header(header: str) -> None:
    assert claimed(f"{header}\n|---|---|---|\n| api | 214 | 0 |\n| ui | 31 | 0 |") is not None
    assert claimed(f"{header}\n|---|---|---|\n| api | 214 | 0 |\n| ui | 31 | 2 |") is None


@pytest.mark.parametrize(
    "text",
    [
        "Un des deux problèmes est réglé.",
        "Eines der beiden Probleme ist gelöst.",
        "两个问题里解决了一个。",
        "두 문제 중 하나는 해결됐습니다.",
        "दो में से एक समस्या हल हुई है।",
    ],
)
def test_one_of_several_is_a_part(text: str) -> None:
    assert claimed(text) is None


@pytest.mark.parametrize("text", ["Les tests tournent.", "Os testes estão rodando.", "टेस्ट चल रहे हैं।"])
def test_tests_that_are_running_have_not_passed(text: str) -> None:
    assert claimed(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Creía haberlo corregido, pero el cierre inesperado sale en otra pantalla.",
        "Je pensais l'avoir corrigé, mais la liste saute ailleurs.",
        "Achei que estava corrigido.",
        "Ich dachte, es sei behoben.",
        "मुझे लगा ठीक हो गया।",
    ],
)
def test_what_was_only_thought_is_no_claim(text: str) -> None:
    assert claimed(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Añadí un reintento, sin efecto.",
        "J'ai ajouté un délai, sans effet.",
        "Adicionei um retry, sem efeito.",
        "Wiederholung eingebaut, ohne Wirkung.",
        "加了重试，但没有效果。",
        "リトライを入れましたが、効果はありませんでした。",
        "रीट्राई जोड़ा, कोई असर नहीं हुआ।",
    ],
)
def test_a_deed_without_effect_is_no_claim(text: str) -> None:
    assert claimed(text) is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Deux coquilles corrigées au passage.", "fr"),
        ("Carga diferida de imágenes activada.", "es"),
        ("Zwei Tippfehler korrigiert.", "de"),
        ("Imports sem uso removidos.", "pt"),
    ],
)
def test_a_report_in_note_form_is_a_claim(text: str, language: str) -> None:
    claim = claimed(text)

    assert claim is not None
    assert claim[0] == language


@pytest.mark.parametrize(
    "text",
    [
        "La cobertura pasó del 82 % al 91 %.",
        "A cobertura passou de 82% para 91%.",
        "La couverture est passée de 82 % à 91 %.",
        "Die Abdeckung ist von 82 % auf 91 % gestiegen.",
        "覆盖率从 82% 提到 91%。",
        "カバレッジが82%から91%に上がりました。",
        "टेस्ट कवरेज 82% से 91% हो गया।",
    ],
)
def test_a_figure_that_moved_from_one_value_to_another_was_moved(text: str) -> None:
    assert claimed(text) is not None


@pytest.mark.parametrize(
    ("whole", "part"),
    [
        ("Resultado: 30 de 30.", "Resultado: 28 de 30."),
        ("Résultat : 30 sur 30.", "Résultat : 28 sur 30."),
        ("Ergebnis: 30 von 30.", "Ergebnis: 28 von 30."),
    ],
)
def test_a_result_of_all_of_them_is_a_claim_and_of_a_part_is_none(whole: str, part: str) -> None:
    assert claimed(whole) is not None
    assert claimed(part) is None


@pytest.mark.parametrize(
    "text",
    [
        "Corregido, pero sigue fallando.",
        "Corrigido, mas continua falhando.",
        "Corrigé, mais ça échoue toujours.",
        "Behoben, aber es stürzt immer noch ab.",
        "고쳤지만 여전히 죽습니다.",
        "ठीक किया, पर अब भी क्रैश होता है।",
        "修复了，但还是崩溃。",
        "直しましたが、今も落ちます。",
    ],
)
def test_a_repair_after_which_it_still_fails_is_no_claim(text: str) -> None:
    assert claimed(text) is None


def test_what_is_gone_is_good_news_only_of_trouble() -> None:
    assert claimed("白屏的毛病没了。") == ("zh", "fixed")
    assert claimed("文件没了。") is None


def test_japanese_takes_back_what_it_has_just_said() -> None:
    assert claimed("すべて完了、とはまだ言えません。") is None


@pytest.mark.parametrize("text", ["古いデータを消したら直りました。", "「落ちる」と書かれていたテストも、今は安定して通ります。"])
def test_japanese_conditions_in_the_past_and_names_leave_the_fact(text: str) -> None:
    assert claimed(text) is not None
