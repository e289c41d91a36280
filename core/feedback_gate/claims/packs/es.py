"""Spanish: words by class (see lexing) and what Spanish adds to the grammar it shares.

Its letters beside the shared ones are those of romance.
Longer than other modules because it is a list of words.
"""

from __future__ import annotations

from feedback_gate.claims.grammar import SHARED, TECHNICAL
from feedback_gate.claims.romance import IBERIAN, IBERIAN_REWRITES, genders
from feedback_gate.claims.tables import made

SPACED = True
NEGATION = "right"
JOINED = "tbk"
FINAL = False
VARIANTS: dict[int, str] = {}
PLAIN = str.maketrans("áéíóúüñ", "aeiouun")
SUFFIXES = (
    ("mente", "a"),
    ("ando", "G"),
    ("iendo", "G"),
    ("aré", "F"),
    ("eré", "F"),
    ("iré", "F"),
    ("aremos", "F"),
    ("eremos", "F"),
    # participles and preterites of verbs that no list has
    *((ending, "δ") for ending in ("ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas")),
    ("é", "IV"),
    ("í", "IV"),
    ("ó", "xV"),
    ("aron", "xV"),
    ("ieron", "xV"),
)
REWRITES = IBERIAN_REWRITES


def _own(verbs: str) -> str:
    """First persons of the preterite of regular verbs in -ar: "arreglé arreglamos"."""
    return " ".join(f"{_before_e(verb[:-2])}é {verb[:-2]}amos" for verb in verbs.split())


def _others(verbs: str) -> str:
    """Third persons of the preterite of regular verbs in -ar: "arregló arreglaron"."""
    return " ".join(f"{verb[:-2]}ó {verb[:-2]}aron" for verb in verbs.split())


def _tried(verbs: str) -> str:
    """Infinitives, alone and with the pronoun that is written at their end: "probar probarlo …"."""
    return " ".join(f"{verb} {verb}lo {verb}la {verb}los {verb}las" for verb in verbs.split())


def _before_e(stem: str) -> str:
    """The stem as it is spelt before an e: "finalic-é", "verifiqu-é", "desplegu-é"."""
    last = {"z": "c", "c": "qu", "g": "gu"}.get(stem[-1], stem[-1])
    return stem[:-1] + last


_FIXING = "arreglar solucionar reparar subsanar parchear solventar rectificar depurar enmendar remediar zanjar sanear"
_FINISHING = "terminar completar finalizar implementar desplegar fusionar acabar publicar migrar integrar desarrollar entregar"
# What does not change the work: verbs of looking for, finding, thinking, happening.
_OTHER = """
    encontrar detectar identificar observar notar buscar investigar analizar examinar estudiar mirar intentar pensar considerar
    usar utilizar basar esperar llamar dejar mencionar comentar explicar indicar optar evaluar comparar fallar tardar
    quedar lograr empezar comenzar iniciar preguntar dudar confirmar mostrar determinar necesitar relacionar asociar
"""

WORDS = (
    (
        "i",
        """
            sin_efecto sin_resultado sin_éxito se_paró se_pararon se_detuvo se_detuvieron romperse fallar darse ocurrir
            producirse caerse romper reproducirse colgarse falla fallan fallando fallaba fallaban falló fallaron falle rompe
            rompe_nada rompió rompen rompió_nada se_rompió se_produce se_producen ocurre ocurren aparece aparecen sucede
            suceden reproduce se_reproduce se_cuelga revienta parpadea salta saltan cuelga peta produce se_bloquea
        """,
    ),
    ("ξw", "mismo misma mismos mismas"),
    ("ξ", "sigue siguen todavía aún continúa continúan persiste persisten"),
    ("c", "al_día cubierto cubierta cubiertos cubiertas"),
    ("ω", "medir medido"),
    ("Yx", "era eran"),
    ("Ht", "unas_pruebas unos_tests"),
    ("ρZ", "no_queda no_quedan no_quedó no_quedaron ya_no_queda ya_no_quedan"),
    ("ь", "ya ya_se"),
    ("4", "coinciden cuadran coincide"),
    ("3.", "ya_está_! ya_está_."),
    ("ε", "había habían estaba estaban"),
    ("exx", "lo_que_se_ha lo_que_ha_sido"),
    ("xa", "vuelve_a vuelven_a volvió_a volvieron_a ha_vuelto_a"),
    ("ro", "ya_funciona ya_funcionan ya_compila ya_compilan ya_responde ya_responden"),
    ("axx", "ya_se_ha ya_se_han"),
    (
        "ν",
        "corrección eliminación actualización creación adición incorporación sustitución reemplazo migración refactorización optimización limpieza renombrado extracción ajuste",
    ),
    ("0", "cero"),
    ("1", "sale_limpio salen_limpios sale_limpia salen_limpias sale_todo_bien sin_errores_ni_avisos pasa_todo"),
    ("2", "asunto_zanjado"),
    (
        "3",
        """
            quedó_todo todo_quedó ahora_se_puede ahora_se_pueden ya_se_puede ya_se_pueden ya_es_posible ya_tienes ya_dispones_de ya_cuentas_con ya_quedó
            ya_quedo todo_en_orden todo_listo todo_bien todo_correcto en_orden_todo misión_cumplida todo_hecho se_puede_fusionar
            listo_para todo_en_su_sitio todo_funciona todo_ok
        """,
    ),
    (
        "a",
        """
            en_vez_de en_lugar_de de_paso por_cierto en_paralelo a_la_vez por_defecto aprovechando siempre encontrado
            encontrada detectado detectada también además por_fin ahora_mismo así aquí bien_todo hoy en_total de_momento
            por_ahora a_la_primera restantes encontrados pendientes_cero muy después luego entonces en_local perfecto genial
            bueno gracias de_verdad solo_entonces podido pude pudimos logrado logré conseguido conseguí conseguimos llegado_a
            llegué_a
        """,
    ),
    (
        "b",
        """
            alerta alertas tirones tirón crash crashes lentitud desbordamiento interbloqueo interbloqueos bucle_infinito error
            errores fallo fallos bug bugs problema problemas incidencia incidencias advertencia advertencias aviso avisos
            regresión regresiones fuga fugas bloqueo bloqueos excepción excepciones conflicto conflictos vulnerabilidad
            vulnerabilidades caída caídas cuelgue cuelgues defecto defectos warning warnings parpadeo fuga_de_memoria
            condición_de_carrera queja quejas
        """,
    ),
    ("d", "el la los las un una unos unas mi su sus tu tus nuestro nuestra lo al del"),
    ("e", "esto eso ello este esta estos estas ahora_sí"),
    (
        "g",
        """
            un_éxito todo_un_éxito en_verde verde verdes limpio limpia limpios limpias exitoso exitosa exitosos correcto
            correcta correctos correctas ok sano superado superada superados superadas aprobado aprobada aprobados aprobadas
            pasado pasadas pasados en_orden impecable estable satisfactorio satisfactoria con_éxito
        """,
    ),
    ("h", "hecho hecha hechos hechas"),
    ("j", "dejó_de dejado_de dejaron_de ha_dejado_de"),
    (
        "k",
        """
            tarea tareas funcionalidad funcionalidades función implementación trabajo arreglo parche cambio cambios pr rama
            conversión despliegue instalación ticket tickets característica solución integración documentación merge
            configuración entrega
        """,
    ),
    (
        "l",
        """
            se_muestra se_muestran se_ve_bien envía envían se_envía guarda se_guarda descarga sube se_comporta se_comportan
            arranca arrancan responde responden carga cargan inicia inician ejecuta ejecutan conecta abre muestra se_ejecuta
            se_ejecutan construye ejecuté ejecutado corrí corrido
        """,
    ),
    (
        "m",
        """
            a_cero desaparece desaparecen eliminado eliminada eliminados eliminadas desaparecido desaparecida desaparecidos
            desapareció desaparecieron eliminado_del_todo
        """,
    ),
    ("n", "a hacia"),
    ("o", "ahora_, ahora de_nuevo otra_vez nuevamente a_partir_de_ahora"),
    ("p", "pasa pasan pasó pasaron superan supera superaron superó pasando aprueban aprobaron"),
    ("q", "en con entre sobre desde hasta tras contra por dentro_de"),
    (
        "r",
        """
            salió_bien salieron_bien vuelve_a_funcionar vuelven_a_funcionar volvió_a_funcionar ha_vuelto_a_funcionar funciona
            funcionan funcionó compila compilan compiló funcionando anda marcha
        """,
    ),
    ("s", "corrige arregla soluciona resuelve repara subsana solventa"),
    (
        "t",
        """
            resultados unitarios unitarias prueba pruebas test tests suite suites batería linter lint build builds compilación
            compilaciones ci pipeline typecheck comprobación comprobaciones chequeo chequeos verificación verificaciones
            validaciones spec specs pytest eslint mypy tsc jest ruff vitest cargo tipos comprobación_de_tipos
            integración_continua construcción validación criterios requisitos casos_de_prueba formateador aserciones escenarios
        """,
    ),
    (
        "v",
        """
            según_lo_planeado según_lo_previsto según_lo_acordado como_estaba_previsto como_esperabas como_querías
            como_se_espera como_debería como_antes como_siempre de_punta_a_punta de_extremo_a_extremo sin_quejas sin_quejarse
            sin_rechistar a_la_perfección correctamente bien perfectamente sin_problemas sin_problema sin_incidencias sin_fallos
            como_se_esperaba como_esperaba según_lo_esperado como_debe con_normalidad normalmente de_principio_a_fin
            sin_contratiempos como_corresponde sin_más
        """,
    ),
    (
        "x",
        """
            existe existen usa usan utiliza utilizan soporta soportan admite tiene tienen hace es son está están ha han sido se
            ser estar estaba estaban sigue_estando se_encuentra se_encuentran resulta resultó sale salen salió salieron
            vuelve_a_estar vuelven_a_estar termina terminan acaba da dio dan dieron se_queda ya_está ya_están
        """,
    ),
    # What was done, whoever did it: "se ha añadido", "fue añadido".
    ("xx", "fue fueron queda quedan quedó quedaron quedado"),
    ("lx", "devuelve devuelven retorna retornan"),
    ("xc", "concluyó concluyeron " + _others(_FINISHING.replace(" acabar", ""))),
    ("z", "todo todos todas toda ambos ambas cada lo_demás el_resto"),
    (
        "!",
        """
            corregí corregimos resolví resolvimos concluí concluimos comprobé_que_funciona eliminé_el_error dejé_funcionando
        """
        + _own(f"{_FIXING} {_FINISHING} verificar validar"),
    ),
    ("#", "dos tres cuatro cinco seis siete ocho nueve diez doce"),
    ("$", "estado resultado situación código_de_salida código_de_retorno"),
    ("%", "completo completa completos completas"),
    ("&", "y e o"),
    ("*", "exitosamente satisfactoriamente"),
    (
        "<",
        """
            fallido fallida fallidos fallidas roto rota rotos rotas que_fallaba que_fallaban que_falla que_fallan que_fallaron
            en_rojo que_estaba_roto que_estaban_rotas
        """,
    ),
    (">", "disponible disponibles arriba en_línea operativo operativa operativos funcional funcionales en_marcha"),
    ("@", "más"),
    ("[", "no_señor"),
    ("]", "sí si_claro correcto_sí claro efectivamente exacto"),
    ("_", "después_de tras_lo_cual luego_de"),
    ("_Y", "antes_de"),
    ("A", "que"),
    ("B", "como mediante"),
    (
        "C",
        """
            suponiendo asumiendo una_vez si cuando siempre_que mientras_que_no en_cuanto una_vez_que hasta_que a_menos_que
            salvo_que en_caso_de con_tal_de excepto salvo menos aparte_de a_excepción_de tan_pronto_como siempre_y_cuando
            sólo_si únicamente_si con_excepción_de dependiendo
        """,
    ),
    ("E", "nada nadie"),
    (
        "F",
        """
            mañana haré daré veré seré iré diré pondré tendré vendré saldré haremos esté estén sea sean pasen pase funcione
            funcionen compile corrija voy vamos va van iré debe deben debería deberían deberá deberán puede pueden podría
            podrían puedes podemos tengo_que hay_que necesito necesita necesitamos quiero quisiera falta faltan pendiente
            intentar intento intenté próximo por_favor será serán habrá quedará estará estarán para_que tiene_que tienen_que
            toca sería serían haría a_continuación primero_voy queda_por quedan_por estoy_trabajando
        """,
    ),
    ("F{", "pendientes"),
    (
        "H",
        """
            probablemente quizá quizás tal_vez seguramente posiblemente casi prácticamente parcialmente mayormente ojalá solo
            sólo algunos algunas la_mayoría la_mitad más_o_menos aproximadamente supuestamente presuntamente a_medias
            salvo_error varios varias únicamente una_de uno_de hasta_ahora
        """,
    ),
    ("I", "yo nosotros"),
    ("Iu", "hice_pruebas realicé_pruebas hice_una_prueba probé testeé"),
    (
        "IV",
        """
            hice_el hice_la hice_los hice_commit hice_push hice_merge aproveché_para aproveché_y fusioné separé puse introduje
            generé regeneré subí_el subí_la bajé_el bajé_la
        """,
    ),
    ("Ix", "dejé dejamos he hemos habíamos"),
    (
        "J",
        """
            fusionar usar producción revisar revisión desplegar publicar integrar la_revisión usarse fusionarse mergear
            la_fusión lanzar entregar
        """,
    ),
    (
        "K",
        """
            pero aunque sin_embargo no_obstante sino salvo_que_dejé eso_sí ahora_bien por_desgracia lamentablemente
            afortunadamente
        """,
    ),
    ("L", "no_se_ha_vuelto_a no_ha_vuelto_a no_han_vuelto_a no_volvió_a no_se_volvió_a ya_no_se ya_no"),
    (
        "M",
        """
            se_supone_que se_suponía_que
            creía creí_que pensé_que pensaba la_impresión_de_que mi_impresión intuyo juraría apostaría a_mi_juicio en_mi_opinión
            a_mi_parecer si_no_me_equivoco entiendo_que calculo_que es_posible puede_que creo pienso supongo imagino diría
            parece parecen parecería dudo no_estoy_seguro no_sé no_puedo_decir según_parece en_teoría teóricamente en_principio
            al_parecer hasta_donde_sé que_yo_sepa estoy_casi_seguro no_me_consta sospecho no_hay_pruebas no_hay_garantía espero
            confío
        """,
    ),
    (
        "N",
        "no_hay_forma no_hay_manera no_hay_modo no_hay_que no_hay_cómo no_existe_forma no tampoco nunca jamás lejos_de apenas todavía_no aún_no incompleto imposible ya_no_pasan",
    ),
    ("O", "de"),
    ("Od", "dos_de"),
    (
        "P",
        """
            asegurarme asegurarse asegurar garantizar comprueba compruebe verifica verifique confirma confirme comprobar
            verificar ver_si objetivo meta exige pide pido dime avísame esperar haya hayan demuestra significa confirmar
            saber_si asegúrate asegúrese
        """,
    ),
    ("Q", "qué cuál cuáles cómo cuándo por_qué quién"),
    ("R", "listo lista listos listas preparado preparada"),
    (
        "S",
        """
            dice dicen dijo dijiste dijeron según afirma afirman asegura aseguró sostiene informó_que reporta_que indica_que
            escribiste comenta comentó menciona anuncia
        """,
    ),
    ("U", "porque donde mientras cuyo cuya pues así_que por_eso ya_que puesto_que"),
    (
        "V",
        """
            pasó_a_ser pasa_a_ser pasaron_a_ser ha_pasado_a_ser reduje unido unidos puesto puestos sustituido sustituida movido
            movida eliminado eliminada ajustado ajustada renombrado refactorizado reescrito añadidos añadidas dividido separado
            convertido incluido incluida incorporado introducido configurado configurada extraído simplificado documentado
            instalado activado desactivado reemplazada borrada quitado quitada escrito generado aumentado reducido ampliado
            mejorado extraje añadido añadida actualizado actualizada renombrado_a creado creada cambiado modificado agregado
            reemplazado borrado
        """,
    ),
    (
        "Y",
        """
            en_enero en_febrero en_marzo en_abril en_mayo en_junio en_julio en_agosto en_septiembre en_octubre en_noviembre
            en_diciembre año_pasado mes_pasado la_primera_vez ayer antes anteriormente anterior la_semana_pasada el_mes_pasado
            el_año_pasado hace_tiempo originalmente antiguamente en_la_versión solía solían en_su_momento en_su_día anoche
            pasaban estaba_pasando funcionaba funcionaban estaban_pasando sesión_anterior de_la_sesión
        """,
    ),
    (
        "Z",
        """
            ni_uno ni_un_solo ni_una_sola sin ningún ninguna ninguno ni_un ni_una no_hay no_hubo ya_no_hay no_se_encontraron
            no_se_detectaron no_se_encontró no_tiene no_detecta no_reporta no_muestra no_da no_aparecen no_informa_de
        """,
    ),
    (
        "{",
        """
            próximos_pasos siguientes_pasos propuesta propuesto propuesta_de borrador mensaje_de_commit descripción_del_pr
            notas_de_la_versión criterios_de_aceptación criterio_de_aceptación criterio_de_éxito definición_de_hecho
            definición_de_terminado siguiente_paso próximo_paso plan pasos ejemplo sugerido sugerencia por_hacer
            tareas_pendientes objetivos resultado_esperado salida_esperada todo_pendiente queda_pendiente faltan_por
        """,
    ),
    ("}", "borrador_de_respuesta borrador_del_correo respuesta_propuesta borrador_del_mensaje"),
    ("Ñ", "ni"),
    ("f", genders("corregid resuelt atendid " + _FIXING.replace("ar ", "ad ").replace("sanear", "sanead"))),
    (
        "f",
        "estabilizado estabilizada estabilizados estabilizadas mitigado mitigada corrigió corrigieron resolvió resolvieron atendió "
        + _others(_FIXING),
    ),
    (
        "ω",
        "lanzar_las lanzar_los pasar_los pasar_las "
        + _tried("ejecutar correr probar testear verificar_que_pasan comprobar validar"),
    ),
    (
        "Nu",
        "sin_probar sin_ejecutar sin_verificar sin_comprobar sin_testear falta_probar falta_ejecutar falta_verificar falta_validar",
    ),
    ("Iy", "comprobé confirmé revisé"),
    ("w", genders(_OTHER.replace("ar\n", "ad ").replace("ar ", "ad ")) + " " + _own(_OTHER) + " " + _others(_OTHER)),
    (
        "w",
        """
            caché bebé cachés con_o_sin por_todo todo_el todo_lo ante_todo sobre_todo del_todo paso_a pasa_a pasa_por pasa_el
            pasa_la pasa_los pasan_a pasan_por función_que por_lo_que lo_que hecho_de de_hecho el_hecho probado_en_vano
            ancho_fijo funciona_como funciona_así funciona_con funciona_mediante cada_vez contenido sentido pedido pedidos
            listado apartado grado mercado teclado cuidado entrada entradas llamada llamadas medida medidas partida válido
            válida válidos válidas inválido inválida rápido rápida sólido café así allí aquí usado debido demasiado adecuado
            avanzado privado privada tipado anidado anidada conocido parecido seguido leído leí descubrí decidido decidí
            entendí comprendí entendido comprendido preferido producido ocurrido ocurrió recibido recibí pedí elegido elegí
            querido sabido tenido método ruido fluido comido sugerido requerido requerida permitido prohibido definido_en
            definida_en indicado venido salido nacido caído cayó reproducido surgió surgido sucedido sucedió existido revirtió
            reportado reportada reportados reportadas lanzó
        """,
    ),
    (
        "c",
        genders(
            """
                terminad completad finalizad implementad desplegad entregad concluid publicad fusionad subid cerrad acabad
                cumplid mergead migrad enviad lanzad instalad_del_tod desarrollad confirmad_en_la_ram
            """
        )
        + " en_su_sitio en_producción",
    ),
    ("u", genders("verificad probad validad testead")),
    ("y", genders("comprobad confirmad revisad")),
    *TECHNICAL,
)

CLAIMS = (
    *SHARED,
    *IBERIAN,
    # Migración de datos completada con …
    ("finished", "c", "^[ktw][wtkOd]{0,4}c(?:$|[qnO])", "e"),
    # Ya no se reinicia en bucle
    ("fixed", "L", "La?w", "e"),
    ("finished", "v", "o[av]*[xl][aov]*v", ""),
    # Se ha corregido el cálculo cuando …
    ("fixed", "f", "xx[aov]*f(?!n)", "e"),
    # Los tests que antes fallaban ahora están en verde
    ("passing", "g", "o[aov]*x[aov]*g", ""),
    # No queda ningún test fallando
    ("passing", "EZ", "N[aovx]*i[aovdt#]{0,3}[EZ]", ""),
    # Listo · listo para fusionar · queda resuelto · está todo hecho
    ("fixed", "L", "L[aovx]*[ib<]", ""),
)

TABLES = made(globals())
