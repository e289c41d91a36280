"""Portuguese: words by class (see lexing) and what Portuguese adds to the shared grammar."""

from __future__ import annotations

from feedback_gate.claims.grammar import SHARED

SPACED = True
NEGATION = "right"
JOINED = "tbk"
FINAL = False
VARIANTS: dict[int, str] = {}
SUFFIXES = (
    ("mente", "a"),
    ("ando", "G"),
    ("endo", "G"),
    ("arei", "F"),
    ("erei", "F"),
    ("irei", "F"),
    ("aremos", "F"),
    ("eremos", "F"),
)
REWRITES = (
    (r"(?<=[wtA])b(?=[.,]|$)", "i"),
    # "neither" at the head of a clause denies it; after a negation it only lists
    (r"(?:^|(?<=[.,;:?KU&]))Ñ", "N"),
    (r"Ñ", "&"),
    ("A(?=[xpgfchr])", "a"),
)


def _genders(stems: str) -> str:
    """Participles and adjectives in all four forms."""
    return " ".join(stem + ending for stem in stems.split() for ending in ("o", "a", "os", "as"))


WORDS = (
    ("0", "zero"),
    ("1", "tudo_verde tudo_passa tudo_passou"),
    (
        "3",
        """
            tudo_certo tudo_pronto tudo_ok tudo_em_ordem tudo_feito missão_cumprida pode_ser_mesclado pode_fazer_o_merge
            tudo_funciona tudo_funcionando tudo_no_lugar pronto_para tudo_bem prontinho
        """,
    ),
    (
        "a",
        """
            sempre encontrado encontrada detectado detectada já também agora_sim finalmente enfim aqui totalmente completamente
            por_fim localmente hoje inclusive de_fato ao_todo no_total então depois perfeito ótimo bom legal obrigado beleza
            restantes encontrados restante pendentes_zero de_vez de_primeira
        """,
    ),
    (
        "b",
        """
            erro erros falha falhas bug bugs problema problemas aviso avisos alerta alertas regressão regressões vazamento
            vazamentos travamento travamentos exceção exceções conflito conflitos vulnerabilidade vulnerabilidades defeito defeitos
            quebra quebras warning warnings vazamento_de_memória cintilação inconsistência inconsistências deadlock
            condição_de_corrida
        """,
    ),
    ("d", "o a os as um uma uns umas meu minha seu sua seus suas nosso nossa do da ao à"),
    ("e", "isso isto ele ela eles elas este esta estes estas essa esse"),
    (
        "g",
        """
            um_sucesso verde verdes limpo limpa limpos limpas bem-sucedido bem-sucedida bem-sucedidos ok correto correta corretos
            corretas em_ordem estável saudável aprovado aprovada aprovados aprovadas em_verde no_verde
        """,
    ),
    ("h", "feito feita feitos feitas"),
    (
        "i",
        """
            falham falhando falhou falharam falhava falhavam quebram quebrou quebrando ocorre ocorrem acontece acontecem aparece
            aparecem reproduz trava travam estoura pisca vaza dá_erro vermelho vermelha vermelhos
        """,
    ),
    ("j", "parou_de pararam_de deixou_de deixaram_de"),
    (
        "k",
        """
            tarefa tarefas funcionalidade funcionalidades função implementação migração refatoração trabalho correção ajuste
            alteração alterações mudança mudanças pr branch atualização renomeação conversão limpeza implantação instalação ticket
            tickets recurso integração documentação merge entrega solução comentários patch
        """,
    ),
    (
        "l",
        "inicia iniciam responde respondem carrega carregam sobe executa executam abre conecta constrói responder iniciar",
    ),
    ("m", "eliminado eliminada eliminados eliminadas sumiu sumiram desapareceu desapareceram desaparecido"),
    ("n", "para"),
    ("o", "agora de_novo novamente outra_vez a_partir_de_agora"),
    ("p", "passa passam passou passaram passando aprovaram"),
    ("q", "no na nos nas em com entre sobre desde contra por dentro_de"),
    (
        "r",
        """
            voltou_a_funcionar voltaram_a_funcionar volta_a_funcionar funciona funcionam funcionou compila compilam compilou
            funcionando roda rodam rodando
        """,
    ),
    ("s", "corrige conserta resolve repara soluciona arruma sana"),
    (
        "t",
        """
            resultados unitários unitárias teste testes suíte suíte_de_testes suite build builds linter lint ci pipeline compilação
            verificação verificações checagem checagens validação validações checks specs pytest mypy eslint tsc ruff jest vitest
            cargo tipos verificação_de_tipos checagem_de_tipos bateria critérios requisitos integração_contínua análise_estática
            cenários typecheck casos_de_teste
        """,
    ),
    (
        "v",
        """
            corretamente bem perfeitamente normalmente sem_problemas sem_problema como_esperado conforme_esperado
            conforme_o_esperado como_deveria direitinho de_ponta_a_ponta sem_falhas sem_intercorrências direito certinho
        """,
    ),
    (
        "w",
        """
            com_ou_sem passa_a passa_o passa_as passa_os passa_para passam_para passa_por passa_um passa_uma tudo_o antes_de_tudo
            sobretudo largura_fixa funciona_como funciona_assim funciona_com cada_vez por_todo feito_de feito_com feito_por feito_em
            roda_em
        """,
    ),
    (
        "x",
        """
            é são está estão foi foram ser sido ficou ficaram fica ficam voltou_a voltaram_a volta_a tem têm encontra-se deu dão dá
            resultou saiu saíram terminou_com aponta acusa retorna retornou
        """,
    ),
    ("xc", "terminou terminaram concluiu finalizou acabou"),
    ("z", "inteira inteiro inteiras inteiros tudo todo todos todas toda ambos ambas cada"),
    (
        "!",
        """
            corrigi consertei resolvi reparei terminei concluí completei implementei finalizei implantei solucionei arrumei
            verifiquei validei corrigimos resolvemos terminamos concluímos implementamos finalizamos acabei_de_corrigir
        """,
    ),
    ("#", "dois duas três quatro cinco seis sete oito nove dez doze"),
    ("$", "status estado situação resultado código_de_saída código_de_retorno"),
    ("%", "completo completa completos completas"),
    ("&", "e ou"),
    ("*", "com_sucesso"),
    (
        "<",
        """
            quebrado quebrada quebrados quebradas que_falhava que_falhavam que_falha que_falham que_falharam que_estavam_falhando
            que_estava_falhando que_quebrava com_falha
        """,
    ),
    (">", "operacional operacionais funcional funcionais"),
    ("@", "mais"),
    ("[", "negativo"),
    ("]", "sim exatamente isso_mesmo com_certeza claro"),
    ("_", "depois_de depois_que após"),
    ("_Y", "antes_de antes_que"),
    ("A", "que"),
    ("B", "como mediante"),
    (
        "C",
        """
            uma_vez se quando caso assim_que desde_que enquanto a_menos_que uma_vez_que até_que exceto salvo menos fora tirando
            com_exceção logo_que contanto_que só_se somente_se a_não_ser dependendo à_exceção_de
        """,
    ),
    ("E", "nada ninguém"),
    (
        "F",
        """
            esteja estejam seja sejam passem passe funcione funcionem compile vou vamos vai vão irei deve devem deveria deveriam
            deverá pode podem poderia poderiam podemos preciso precisa precisamos quero queremos gostaria falta faltam pendente
            pendentes tentar tento tentei tentarei próximo por_favor será serão haverá ficará estará estarão para_que tem_que
            têm_que tenho_que temos_que seria seriam em_seguida primeiro_vou estou_trabalhando resta restam estiver estiverem
            passarem passar forem for funcionar funcionarem
        """,
    ),
    (
        "H",
        """
            provavelmente talvez possivelmente quase praticamente parcialmente tomara só somente apenas alguns algumas a_maioria
            metade mais_ou_menos aproximadamente supostamente em_parte vários várias uma_parte até_agora um_dos uma_das
            presumivelmente
        """,
    ),
    ("I", "eu nós"),
    ("Iu", "testei conferi chequei"),
    ("Ix", "tenho temos"),
    ("J", "mesclar uso produção revisão revisar publicar implantar deploy usar ser_mesclado usado usada o_merge a_revisão"),
    ("K", "mas porém contudo todavia no_entanto embora entretanto infelizmente só_que felizmente apesar"),
    ("L", "já_não"),
    (
        "M",
        """
            é_possível pode_ser_que acho creio acredito penso suponho imagino diria parece parecem duvido não_tenho_certeza não_sei
            não_posso_dizer em_teoria teoricamente em_princípio a_princípio aparentemente pelo_visto até_onde_sei que_eu_saiba
            pelo_que_vi espero suspeito ao_que_parece tudo_indica
        """,
    ),
    ("N", "não nunca tampouco jamais longe_de ainda_não incompleto impossível"),
    ("O", "de"),
    ("Od", "dos das"),
    (
        "P",
        """
            garantir assegurar certificar verifique verifica_se confirme verificar verificar_se objetivo meta exige peço para_ver
            ver_se me_avise avise confirmar esperar prova significa certifique-se teste_se dizer_que
        """,
    ),
    ("Q", "qual quais por_que quem quantos"),
    ("R", "pronto pronta prontos prontas preparado preparada"),
    (
        "S",
        """
            diz dizem disse disseram segundo conforme_o_changelog afirma afirmam garante_que sustenta informou_que relata_que
            indica_que escreveu comenta menciona alega de_acordo_com
        """,
    ),
    ("U", "porque onde enquanto_isso cujo pois por_isso já_que visto_que"),
    (
        "V",
        """
            juntei uni separei dividi converti coloquei pus configurei instalei habilitei desabilitei ativei
            desativei introduzi reescrevi refatorei reorganizei limpei formatei gerei aumentei reduzi estendi
            ampliei melhorei inseri passei_o passei_a envolvi acrescentei anexei retirei tirei mesclei unifiquei
            adaptei complementei adicionados adicionadas movido movida renomeado substituído ajustado simplificado
            documentado refatorado reescrito configurado convertido incluído incluída ampliado adicionei alterei
            mudei removi renomeei movi criei atualizei modifiquei extraí substituí ajustei simplifiquei documentei
            apaguei escrevi adicionado adicionada atualizado atualizada removido removida criado criada alterado
            incluí troquei
        """,
    ),
    (
        "Y",
        """
            ontem antes anteriormente anterior na_semana_passada semana_passada no_mês_passado no_ano_passado originalmente
            antigamente na_versão costumava passavam passava funcionava funcionavam era eram sessão_anterior outrora há_tempos
            estavam_passando estava_passando
        """,
    ),
    (
        "Z",
        """
            sem nenhum nenhuma não_há não_houve não_restam não_resta não_tem não_existe não_existem não_foram_encontrados
            não_foi_encontrado não_aponta não_acusa não_reporta não_apresenta não_mostra não_dá
        """,
    ),
    (
        "{",
        """
            próximos_passos próxima_etapa proposta sugestão sugerida sugerido rascunho mensagem_de_commit descrição_do_pr
            notas_da_versão critérios_de_aceitação plano passos pendências exemplo a_fazer tarefas_pendentes objetivos
            resultado_esperado saída_esperada falta_fazer próximas_etapas etapas proposto
        """,
    ),
    ("}", "rascunho_de_resposta rascunho_do_e-mail resposta_sugerida rascunho_da_resposta"),
    ("Ñ", "nem"),
    ("f", _genders("corrigid consertad resolvid reparad sanad solucionad ajeitad contornad_de_vez arrumad remediad atendid")),
    (
        "c",
        _genders(
            "terminad concluíd finalizad implementad implantad entregu publicad mesclad cumprid migrad enviad encerrad desenvolvid integrad"
        )
        + " entregue entregues no_ar em_produção no_lugar completado completada",
    ),
    ("u", _genders("verificad testad validad conferid")),
    ("y", _genders("confirmad checad")),
)

CLAIMS = (
    *SHARED,
    ("finished", "V", "I[aovxzdN]{0,4}V(?![nZ])|^[wtk][wtkO]{0,3}V(?![xn])", "wV"),
    ("passing", "p", "t[aovxdezqOwtkb#=D<V]{0,8}p[z][aov]*$", ""),
    ("passing", "b", "[Z0][dazqeO#wtvo<@]{0,4}b[wO]?[wta]?$", ""),
    # A segunda passa em todas as verificações
    ("passing", "p", "(?<![nd])p[deaovz#=q]{0,4}t", ""),
    ("passing", "Z", "[EZ]+[aovqOdewt#]{0,5}[i<b](?![wk])", ""),
    ("passing", "E", "N[aovx]*i[aovdt#]{0,3}[EZ]", ""),
    ("fixed", "N", "N[aovxe]*[ib<][aovqdew]{0,3}@", ""),
    ("finished", "R", "^[aovz&U]*R[aov]*$|z?[aov]*R[qn]?d?[Jkt]|(?<!I)x[aov]*R[aov]*$|x[aovz]{0,3}R", ""),
    ("finished", "hc", "x[aovz]{0,3}(?:[c%](?![Bw])(?!qd?b)|h(?![nBwq]))", "g"),
    ("finished", "hc", "^[aovz&Uekb]*[hc%][aov]*$", ""),
    ("fixed", "f", "x[aovz]{0,3}f(?!n)", "g"),
    ("fixed", "m", "b[aovxOwdq]{0,6}m|m[dae]{0,2}b", ""),
    ("fixed", "f", "b[aovOwdq]{0,5}f[aov]*$|f[ad]{0,2}b", "e"),
    ("verified", "y", "Ix?[aov]*y[^NZLEMPHCFSYQ/]{0,14}(?:[rpgmfcv>%lR]|[Z0].{0,3}b)", ""),
    ("verified", "u", "^[aovz]*u[aov]*&[aov]*r", ""),
)
