"""Portuguese: words by class (see lexing) and what Portuguese adds to the shared grammar.

Letters beside those of romance: ϱ "is running", of tests ς "se"
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
PLAIN = str.maketrans("áàâãéêíóôõúç", "aaaaeeiooouc")
SUFFIXES = (
    ("mente", "a"),
    ("ando", "G"),
    ("endo", "G"),
    ("arei", "F"),
    ("erei", "F"),
    ("irei", "F"),
    ("aremos", "F"),
    ("eremos", "F"),
    # participles and first persons of verbs that no list has
    *((ending, "δ") for ending in ("ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas", "uído", "uída", "uídos", "uídas")),
    *((ending, "IV") for ending in ("ei", "uzi", "ini", "eri", "erti", "bri", "umi", "igi", "idi", "uí", "aí", "amos")),
)
REWRITES = (
    *IBERIAN_REWRITES,
    # "O que corrigi ontem …"
    (r"(?<=d)A(?=I|!)", "Q"),
    # "…, mas o som continua falhando": what fails goes on
    (r"(?<=t)ϱ|(?<=tx)ϱ", "w"),
    ("ϱ", "r"),
    # "Tudo se comporta …"
    (r"(?<=[zoE])ς(?=[wlr])", "a"),
    ("ς", "C"),
    (r"i(?=[ao]*v)", "l"),
    # "de 10 a 30"
    (r"(?<=[wtA])b(?=[.,]|$)", "i"),
)


def _own(verbs: str) -> str:
    """First persons of the past of regular verbs in -ar: "arrumei arrumamos"."""
    return " ".join(f"{_before_e(verb[:-2])}ei {verb[:-2]}amos" for verb in verbs.split())


def _others(verbs: str) -> str:
    """Third persons of the past of regular verbs in -ar: "arrumou arrumaram"."""
    return " ".join(f"{verb[:-2]}ou {verb[:-2]}aram" for verb in verbs.split())


def _before_e(stem: str) -> str:
    """The stem as it is spelt before an e: "verifiqu-ei", "carregu-ei"."""
    last = {"c": "qu", "g": "gu", "ç": "c"}.get(stem[-1], stem[-1])
    return stem[:-1] + last


_FIXING = "consertar reparar solucionar arrumar ajeitar sanar remediar contornar depurar sanear eliminar"
_FINISHING = "terminar completar implementar finalizar implantar publicar mesclar migrar integrar encerrar entregar"
# What does not change the work: verbs of looking for, finding, thinking, happening.
_OTHER = """
    encontrar detectar identificar observar notar buscar procurar investigar analisar examinar estudiar olhar tentar pensar considerar
    usar utilizar basear esperar chamar deixar mencionar comentar explicar indicar optar avaliar comparar falhar demorar
    ficar precisar perguntar começar iniciar continuar duvidar confirmar mostrar determinar relacionar associar achar localizar causar
"""


WORDS = (
    (
        "i",
        """
            sem_efeito sem_resultado sem_sucesso existir ocorrer acontecer quebrar falhar travar cair falham falhando falhou
            falharam falhava falhavam quebram quebrou quebrando ocorre ocorrem acontece acontecem aparece aparecem reproduz
            trava travam estoura pisca vaza dá_erro vermelho vermelha vermelhos
        """,
    ),
    ("ξw", "mesmo mesma mesmos mesmas"),
    ("ξ", "ainda continua continuam persiste persistem segue seguem"),
    (
        "m",
        """
            zeraram zerou zerado zerados some somem desaparece desaparecem eliminado eliminada eliminados eliminadas sumiu
            sumiram desapareceu desapareceram desaparecido
        """,
    ),
    ("c", "em_dia"),
    (
        "ω",
        """
            medir medi medido testar testá-lo testá-la testá-los testá-las rodar rodá-lo rodá-los rodá-las executar executá-lo
            executá-los executá-las
        """,
    ),
    # of tests: that they are on their way
    ("ϱ", "roda rodam rodando"),
    ("ς", "se"),
    ("Yx", "era eram"),
    ("Ht", "uns_testes"),
    ("ρZ", "não_resta não_restam não_restou não_restaram não_sobra não_sobram não_sobrou não_sobraram não_ficou"),
    ("ь", "já"),
    ("2", "não_se_repetiu não_se_repetiram"),
    ("4", "batem coincidem conferem"),
    ("ε", "tinha tinham havia haviam estava estavam"),
    ("ro", "já_funciona já_funcionam já_compila já_responde já_roda"),
    ("xa", "voltou_a voltaram_a volta_a voltam_a"),
    (
        "ν",
        "correção remoção atualização criação adição inclusão substituição migração refatoração otimização limpeza renomeação extração ajuste",
    ),
    ("0", "zero"),
    ("1", "tudo_verde tudo_passa tudo_passou"),
    (
        "3",
        """
            já_pode_ser já_podem_ser já_dá_para agora_dá_para agora_é_possível você_já_tem já_pode_usar tudo_certo tudo_pronto
            tudo_ok tudo_em_ordem tudo_feito missão_cumprida pode_ser_mesclado pode_fazer_o_merge tudo_funciona tudo_funcionando
            tudo_no_lugar pronto_para tudo_bem prontinho
        """,
    ),
    (
        "a",
        """
            em_vez_de ao_invés_de de_quebra por_padrão de_passagem em_paralelo sempre encontrado encontrada detectado
            detectada também agora_sim enfim aqui por_fim hoje inclusive de_fato ao_todo no_total então depois perfeito ótimo
            bom legal obrigado beleza restantes encontrados restante pendentes_zero de_vez de_primeira consegui conseguimos
            pude pudemos conseguido cheguei_a
        """,
    ),
    (
        "b",
        """
            engasgo engasgos ocorrência ocorrências lentidão pisca-pisca estouro estouros loop_infinito erro erros falha falhas
            bug bugs problema problemas aviso avisos alerta alertas regressão regressões vazamento vazamentos travamento
            travamentos exceção exceções conflito conflitos vulnerabilidade vulnerabilidades defeito defeitos quebra quebras
            warning warnings vazamento_de_memória cintilação inconsistência inconsistências deadlock condição_de_corrida
        """,
    ),
    ("d", "o a os as um uma uns umas meu minha seu sua seus suas nosso nossa do da ao à"),
    ("e", "isso isto ele ela eles elas este esta estes estas essa esse"),
    (
        "g",
        """
            um_sucesso verde verdes limpo limpa limpos limpas bem-sucedido bem-sucedida bem-sucedidos ok correto correta
            corretos corretas em_ordem estável saudável aprovado aprovada aprovados aprovadas em_verde no_verde
        """,
    ),
    ("h", "feito feita feitos feitas"),
    ("j", "parou_de pararam_de deixou_de deixaram_de"),
    (
        "k",
        """
            tarefa tarefas funcionalidade funcionalidades função implementação trabalho alteração alterações mudança mudanças pr
            branch conversão implantação instalação ticket tickets recurso integração documentação merge entrega solução
            comentários patch
        """,
    ),
    (
        "l",
        """
            inicia iniciam responde respondem carrega carregam sobe executa executam abre conecta constrói envia enviam salva
            salvam baixa responder iniciar executei executado rodei rodado
        """,
    ),
    ("n", "para"),
    ("o", "agora_, agora de_novo novamente outra_vez a_partir_de_agora"),
    ("p", "passa passam passou passaram passando aprovaram"),
    ("q", "no na nos nas em com entre sobre desde contra por dentro_de"),
    (
        "r",
        """
            deu_certo deram_certo voltou_a_funcionar voltaram_a_funcionar volta_a_funcionar funciona funcionam funcionou compila
            compilam compilou funcionando
        """,
    ),
    ("s", "corrige conserta resolve repara soluciona arruma sana"),
    (
        "t",
        """
            resultados unitários unitárias teste testes suíte suíte_de_testes suite build builds linter lint ci pipeline
            compilação verificação verificações checagem checagens validação validações checks specs pytest mypy eslint tsc ruff
            jest vitest cargo tipos verificação_de_tipos checagem_de_tipos bateria critérios requisitos integração_contínua
            análise_estática cenários typecheck casos_de_teste
        """,
    ),
    (
        "v",
        """
            conforme_o_planejado como_planejado conforme_o_previsto conforme_combinado como_antes como_sempre sem_reclamar
            à_perfeição sem_engasgos corretamente bem perfeitamente normalmente sem_problemas sem_problema como_esperado
            conforme_esperado conforme_o_esperado como_deveria direitinho de_ponta_a_ponta sem_falhas sem_intercorrências
            direito certinho
        """,
    ),
    (
        "w",
        """
            com_ou_sem passa_a passa_o passa_as passa_os passa_para passam_para passa_por passa_um passa_uma tudo_o
            antes_de_tudo largura_fixa funciona_como funciona_assim funciona_com cada_vez por_todo feito_de feito_com
            feito_por feito_em roda_em sentido pedido pedidos mercado teclado cuidado entrada entradas chamada chamadas medida
            medidas partida partidas saída saídas válido válida válidos válidas inválido inválida rápido rápida sólido devido
            adequado avançado privado privada tipado aninhado aninhada conhecido parecido seguido decidido decidi preferido
            produzido ocorrido recebido escolhido escolhida escolhidos escolhidas querido sabido ruído conteúdo revertido
            revertida errado errada sugerido requerido requerida permitido proibido nascido caído reproduzido surgido
            acontecido existido usuário obrigado obrigada reportado reportada reportados reportadas estamos vamos esperamos
            temos estado todavia inesperado logado tabelada camada camadas jogada madrugada ainda
        """,
    ),
    (
        "x",
        """
            existe existem usa usam utiliza utilizam suporta suportam aceita_apenas é são está estão ser voltou_a voltaram_a
            volta_a tem têm encontra-se deu dão dá resultou saiu saíram terminou_com aponta acusa retorna retornou
        """,
    ),
    # What was done, whoever did it: "foi adicionado", "foram criados".
    ("xx", "foi foram sido ficou ficaram fica ficam"),
    ("xc", "concluiu concluíram " + _others(_FINISHING)),
    ("lx", "devolve devolvem"),
    (
        "Nu",
        "falta_verificar falta_conferir falta_checar sem_testar sem_executar sem_rodar sem_verificar sem_validar falta_testar falta_executar falta_rodar falta_validar",
    ),
    ("Iy", "confirmei revisei chequei"),
    ("w", genders(_OTHER.replace("ar\n", "ad ").replace("ar ", "ad ")) + " " + _own(_OTHER) + " " + _others(_OTHER)),
    ("z", "inteira inteiro inteiras inteiros tudo todo todos todas toda ambos ambas cada"),
    (
        "!",
        """
            corrigi resolvi concluí corrigimos resolvemos concluímos acabei_de_corrigir
        """
        + _own(f"{_FIXING} {_FINISHING} verificar validar"),
    ),
    ("#", "dois duas três quatro cinco seis sete oito nove dez doze"),
    ("$", "status estado situação resultado código_de_saída código_de_retorno"),
    ("%", "completo completa completos completas"),
    ("&", "e ou"),
    ("*", "com_sucesso"),
    (
        "<",
        """
            quebrado quebrada quebrados quebradas que_falhava que_falhavam que_falha que_falham que_falharam
            que_estavam_falhando que_estava_falhando que_quebrava com_falha
        """,
    ),
    (">", "disponível disponíveis no_ar operacional operacionais funcional funcionais"),
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
            supondo assumindo uma_vez quando caso assim_que desde_que enquanto a_menos_que uma_vez_que até_que exceto salvo
            menos fora tirando com_exceção logo_que contanto_que só_se somente_se a_não_ser dependendo à_exceção_de
        """,
    ),
    ("E", "nada ninguém"),
    (
        "F",
        """
            amanhã farei direi irei verei darei serei terei porei esteja estejam seja sejam passem passe funcione funcionem
            compile vou vamos vai vão irei deve devem deveria deveriam deverá pode podem poderia poderiam podemos preciso
            precisa precisamos quero gostaria falta faltam pendente pendentes tentar tento tentei próximo por_favor será serão
            haverá ficará estará estarão para_que têm_que tenho_que temos_que seria seriam em_seguida primeiro_vou
            estou_trabalhando resta restam estiver estiverem passarem passar forem for funcionar funcionarem
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
    (
        "IV",
        """
            fiz_o fiz_a fiz_os fiz_as abri subi aproveitei_para aproveitei_e uni separei pus reescrevi estendi passei_o
            passei_a envolvi retirei mesclei alterei removi movi escrevi
        """,
    ),
    ("V", genders("escrit abert cobert post")),
    ("Iu", "fiz_testes realizei_testes fiz_um_teste testei conferi chequei"),
    ("Ix", "deixei deixamos tenho temos"),
    ("J", "mesclar uso produção revisão revisar publicar implantar deploy usar ser_mesclado usado usada o_merge a_revisão"),
    (
        "K",
        "mesmo_que ainda_que apesar_de_que mas porém contudo todavia no_entanto embora entretanto infelizmente só_que felizmente apesar",
    ),
    ("L", "não_voltou_a não_tornou_a não_voltaram_a já_não"),
    (
        "M",
        """
            em_tese em_princípio supõe-se_que
            achei_que achava_que pensei_que pensava_que a_impressão_de_que minha_impressão intuo apostaria ao_meu_ver
            na_minha_opinião se_não_me_engano desconfio presumo é_possível pode_ser_que acho creio acredito penso suponho
            imagino diria parece parecem duvido não_tenho_certeza não_sei não_posso_dizer em_teoria teoricamente em_princípio
            a_princípio aparentemente pelo_visto até_onde_sei que_eu_saiba pelo_que_vi espero suspeito ao_que_parece tudo_indica
        """,
    ),
    (
        "N",
        "não_há_como não_tem_como não_há_forma não_há_maneira não_tem_jeito não_há_jeito não nunca tampouco jamais longe_de ainda_não incompleto impossível",
    ),
    ("O", "de"),
    ("Od", "dos das"),
    (
        "P",
        """
            ter_certeza garantir assegurar certificar verifique verifica_se confirme verificar verificar_se objetivo meta exige
            peço para_ver ver_se me_avise avise confirmar esperar prova significa certifique-se teste_se dizer_que
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
            passou_a_ser passaram_a_ser adicionados adicionadas movido movida renomeado substituído ajustado simplificado
            documentado refatorado reescrito configurado convertido incluído incluída ampliado extraí substituí adicionado
            adicionada atualizado atualizada removido removida criado criada alterado incluí
        """,
    ),
    (
        "Y",
        """
            em_janeiro em_fevereiro em_março em_abril em_maio em_junho em_julho em_agosto em_setembro em_outubro em_novembro
            em_dezembro ano_passado mês_passado na_primeira_vez ontem antes anteriormente anterior na_semana_passada
            semana_passada no_mês_passado no_ano_passado originalmente antigamente na_versão costumava passavam passava
            funcionava funcionavam sessão_anterior outrora há_tempos estavam_passando estava_passando
        """,
    ),
    (
        "Z",
        """
            nem_um nem_uma sem nenhum nenhuma não_há não_houve não_tem não_existe não_existem não_foram_encontrados
            não_foi_encontrado não_aponta não_acusa não_reporta não_apresenta não_mostra não_dá
        """,
    ),
    (
        "{",
        """
            próximos_passos próxima_etapa proposta sugestão sugerida sugerido rascunho mensagem_de_commit descrição_do_pr
            notas_da_versão critérios_de_aceitação critério_de_aceitação critério_de_aceite critérios_de_aceite
            definição_de_pronto próximo_passo plano passos pendências exemplo a_fazer tarefas_pendentes objetivos
            resultado_esperado saída_esperada falta_fazer próximas_etapas etapas proposto
        """,
    ),
    ("}", "rascunho_de_resposta rascunho_do_e-mail resposta_sugerida rascunho_da_resposta"),
    ("Ñ", "nem"),
    (
        "f",
        genders(
            "corrigid resolvid atendid "
            + _FIXING.replace("contornar ", "").replace(" eliminar", "").replace("ar ", "ad ").replace("sanear", "sanead")
        ),
    ),
    (
        "f",
        "estabilizado estabilizada estabilizados estabilizadas mitigado mitigada corrigiu corrigiram resolveu resolveram "
        + _others(_FIXING),
    ),
    (
        "c",
        genders(
            "terminad concluíd finalizad implementad implantad entregu publicad mesclad cumprid migrad enviad encerrad desenvolvid integrad"
        )
        + " entregue entregues no_ar em_produção no_lugar completado completada",
    ),
    ("u", genders("verificad testad validad conferid")),
    ("y", genders("confirmad checad")),
    *TECHNICAL,
)

CLAIMS = (
    *SHARED,
    *IBERIAN,
    # Não reinicia mais
    ("fixed", "NE", "[NE][ewa]?wa?@", "e"),
    ("finished", "v", "xaw[ao]*v", ""),
    # Correção de um erro
    ("finished", ">", "x[aov]*>(?=q)", ""),
)

TABLES = made(globals())
