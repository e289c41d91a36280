"""What the seven packs beside English and Japanese do by rule, not by list: verbs they do not know, their tenses, shares, spelling."""

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
