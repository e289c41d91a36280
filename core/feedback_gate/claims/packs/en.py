"""English: words by class (see lexing) and what English adds to the shared grammar.

Longer than other modules because it is a list of words.
"""

from __future__ import annotations

from feedback_gate.claims.grammar import ADVERBS, BETWEEN, SHARED, START
from feedback_gate.claims.tables import made

SPACED = True
NEGATION = "right"
JOINED = "tbkgvu"
FINAL = False
VARIANTS: dict[int, str] = {}
SUFFIXES = (("n't", "N"), ("ing", "G"), ("ed", "D"), ("ly", "a"), ("'s", "x"))

# "the tests that used to fail now pass": the relative clause describes the tests.
REWRITES = (
    # "is deployed with Helm", "is published every month" explain
    (r"(?<=[wtG]x)c(?=q[dw]|ζ[wtk])", "w"),
    # "failed once", "ran once without errors" · "once it has run, …"
    (r"(?<=[iκϊb])ő(?=[.,q]|$)", "@"),
    (r"ő(?=[.,;qωZo]|$)", "a"),
    (r"ő", "τ"),
    # "every commit is built" is a rule, "every file has been built" a report
    (r"ζ(?=[wtbkqd]{1,4}x[aov]*[VDu]|[wkqd]{1,4}x[aov]*c|w{1,2}p)", "S"),
    (r"(?<=[qnBwl&])ζ", "d"),
    (r"ζ", "z"),
    # "requests without a token now get …": describes the requests
    (r"(?<=[wtkb])ω[dwkD~]{1,3}(?=o|x[aov]*[^bZ]|[pr])", "a"),
    (r"(?:^|(?<=[.;:]))ω(?![^.;:]{0,14}o)", "C"),
    (r"ω", "Z"),
    # "now writes JSON", "is as slow as before"
    (r"(?<=[wtk]o)[Sŗ]|(?<=[qdOn#])ŗ", "w"),
    (r"ŗ", "S"),
    (r"(?<=Bw)v", "a"),
    # "the test checks that …"
    # "Turned the handlers into one" · "got the build to work"
    (r"(?:(?<=I)|(?<=Ix)|(?<=Ia)|(?<=^)|(?<=[.&]))θ(?=[d#e][^.]{0,8}n)", "V"),
    (r"θ", "x"),
    (r"Γ(?=[dez][aewtkbDiVG<]{0,3}n[^NZx])", "2"),
    (r"Γ(?=[dez][aewtk]{1,4}[G>])", "2"),
    (r"Γ", "x"),
    (r"(?<=Zt)i(?=β)", "w"),
    # "not seen a single failure" · "the unfinished migration"
    (r"N[aovDwxuVY]{0,4}σ(?=[w<]{0,2}[bi<])", "Z"),
    (r"σ", "d"),
    (r"(?<=d)ν(?=[wktbGJ])", "a"),
    (r"ν", "N"),
    # "this feature" · "neither of which worked" · "didn't stall" · "didn't fail once" · "❌ 0 failed"
    (r"Δ(?=[wtkb])", "d"),
    (r"Δ", "e"),
    (r"(?<=[NZ]O)U", "e"),
    (r"(?:(?<=N)|(?<=Na))ϊ", "i"),
    (r"ϊ", "w"),
    (r"(?<=[ib<])ŝ(?=[.,]|$|d?k)", "@"),
    (r"ŝ", "U"),
    (r"X(?=0)", "a"),
    # "it looks fixed" is a guess, "it looks good" praise
    (r"ł(?=[aov]*[fhcm%u>pr])", "M"),
    (r"ł", "x"),
    # "the regression from yesterday is fixed" · "the previous run was successful"
    (r"(?<=[bwtk]q)Y(?=x{1,2}[aov]*[fmcp])", "a"),
    (r"ϖ(?=[wtkl]{1,2}[xpc3])", "Y"),
    (r"ϖ", "a"),
    # "no failures were reported because the job never started"
    (r"(?<=Z)b(?=[xχaDVwov]{0,3}[βU][^.]{0,9}N)", "w"),
    # "Introduced in React 18, the hook …" describes the hook
    (r"(?:^|(?<=[.]))[VcfuD](?=[qB][^,.&]{1,6},[dwe])", "w"),
    # "the others pass" · "Status: ✅ Complete"
    (r"ŕ(?=[aov]*x?[pg])", "H"),
    (r"ŕ", "d"),
    (r"(?<=:)T(?=[%ghpfc])", "a"),
    # "is implemented in the base class" explains · "in two passes" · "the number of passed tests"
    (r"(?<=[wtGz]x)ĩ(?=[qB])", "w"),
    (r"ĩ", "c"),
    (r"(?<=q#)p", "w"),
    (r"(?<=[Od])p(?=t)", "a"),
    # "it is live" · "no more duplicate rows" · "ok its fixed"
    (r"(?<=x)Ł(?=[.,;&]|$|q)|Ł(?=[?])", "c"),
    (r"Ł", "a"),
    (r"^([Ka&]*)Ż(?=[wtk]{1,2}(?:[.,q]|$))", "2"),
    (r"Ż", "Z"),
    (r"(?:^|(?<=[.,+]))đ(?=[aov]*[fhpg](?:$|[.,o]))", "x"),
    (r"đ", "d"),
    # "the examples that didn't run" · "locked down the bucket" · "6 times faster"
    (r"(?<=[wtkb])Ax?N[aov]*[lrptiu]", "a"),
    # "Changed the mode to be read-only", "Fixed `x` being ignored": no plan
    (r"(?:(?<=[Vf][wtkb])|(?<=[Vf][wtkb]{2})|(?<=[Vf][wtkb]{3}))Φ", "n"),
    (r"Φ", "F"),
    # "this PR adds pagination" · "no tests exist"
    (r"(?<=Ŕ)Ŝ", "V"),
    (r"Ŕ(?=V)", "I"),
    (r"Ŕ", "k"),
    (r"Ŝ", "w"),
    (r"(?<=t)ě", "w"),
    (r"ě", "i"),
    (r"(?:(?<=I)|(?<=Ix)|(?<=Ia))ṕ", "V"),
    (r"ṕ", "P"),
    # "isn't available any more" is bad news, "isn't empty any more" good · "no comments left"
    (r"(?:(?<=xN)|(?<=xNa))[ŵι]|(?<=xL)ŵ", "p"),
    (r"ŵ", "w"),
    (r"[ZE][wtkblJdVD<i]{1,4}ļ", "3"),
    (r"ļ", "a"),
    (r"(?<=[tw])t(?=A)", "P"),
    # "Did I? Of course." · "their tests pass" is others' work, "removed with their tests" is not
    (r"(?<=[?])α(?=[.,]|$)", "]"),
    (r"α", "a"),
    (r"(?:^|(?<=[.,;:&U-]))ϑ", "H"),
    (r"ϑ", "d"),
    # "the required part", "the target branch"
    (r"(?<=d)P(?=[wtbk])", "a"),
    # "it crashes", "the command crashes when …", "but crashes at start"
    (r"(?<=e)κ|(?<=[wtk])κ(?=[aov]*[Cτ])", "i"),
    (r"κ", "b"),
    (r"(?<=K)b(?=[qnvo.]|$)", "i"),
    # "I hoisted the constant", "I have set …": whatever the agent did that was not looking into something
    (r"(?:(?<=I)|(?<=Ix)|(?<=Ia)|(?<=Ixa)|(?<=Io))[ψΨϕ](?![xFN])", "V"),
    (r"(?:^|(?<=[.&]))Ψ(?=[dwtk#z])", "V"),
    # "I ended up rewriting it"
    (r"ē(?=G)", "V"),
    (r"ē", "w"),
    (r"(?:^|(?<=[.&]))ϕ(?=[dwtk#(][^.]{0,8}(?:n[d#]|B[#‰]))", "V"),
    (r"(?<=kx)ψ(?=[.,;&]|$)", "V"),
    (r"(?:^|(?<=[.&]))ψ(?=d[wtkJ]{1,3}n#)", "V"),
    (r"(?<=xx)[ψϕ]", "V"),
    (r"[ψΨϕ]", "w"),
    # "fixed a few typos" is done, "a few tests pass" is a part
    (r"(?:(?<=[fVch*uy])|(?<=o[wl]))η(?!O)", "d"),
    (r"η", "H"),
    (r"(?:(?<=I)|(?<=Ix)|(?<=Ia)|(?<=Ixa)|(?<=Io)|(?<=^)|(?<=[.&]))D(?=[d#ez])", "V"),
    (r"(?:(?<=I)|(?<=Ix)|(?<=Ia)|(?<=Ixa)|(?<=Io))D(?=õ?[dwtkbVGpz#])", "V"),
    (r"õ", "q"),
    # "Hoisted constants into …", "Persisted the order": a participle that opens the line and has an object
    (r"(?:^|(?<=[.]))D(?=[wtkb]{1,3}(?:[qnB,(&-]|$))", "V"),
    # "the number of compiler passes"
    (r"(?<=O)t(?=p)", "w"),
    # "the function was renamed."
    # "is translated into German" is a developer's deed, "is converted to a number" the program's
    (r"(?:(?<=[wtkGeb]x)|(?<=[wtkGeb]xo))ý(?!B|n[^#zζ]|q[dtkΔρ])", "Ξ"),
    # "the new flag is documented in the README"
    (r"(?:(?<=ň[wtk]x)|(?<=ň[wtk]{2}x))ý(?!B)|(?<=ň[wtk~]x)D(?=[.]|$)", "Ξ"),
    (r"ý", "V"),
    (r"ň", "w"),
    (r"(?<=χV)ҁ", "Y"),
    (r"ҁ", "q"),
    (r"(?<=χ)V(?=[.,;:&]|$|[qn][dwtkG])", "Ξ"),
    (r"χ", "x"),
    (r"#[-n](?=0)", "a"),
    (r"(?<=[xo])π|(?<=xz)π", "c"),
    # "prints the right version" is praise, "the right version" alone is not
    (r"(?:(?<=[wrlp])|(?<=[wrlp]q))ρ[wtk#$]{1,2}", "v"),
    (r"ρ", "d"),
    (r"π", "a"),
    # "passes because …" explains
    (r"[pr](?=β)", "w"),
    (r"β", "U"),
    # "get the tests green" asks, "we get no errors" says; "even if …, …" is a condition, "works even if …" is not
    (r"(?:^|(?<=[.?,;:&Ta-]))γ", "F"),
    (r"γ", "x"),
    (r"(?:^|(?<=[.;:]))ε(?![^.?]*o)", "C"),
    (r"ε", "a"),
    # "the crash you reported yesterday is fixed"
    (r"(?<=[aDV<])Y(?=x[aov]*[fm])", "a"),
    (r"τ(?=I[xaov]{0,2}[VDfcur])|(?<=b)τ(?=G[^.,;]{1,6}x[aov]*[fm])", "a"),
    (r"τ", "C"),
    (r"ι", "D"),
    (r"(?<=d#)i(?=[qnBO.,]|$)", "w"),
    (r"(?<=[tbkwze])[AU][xaovY]{0,3}[i<][_YaoqdU#w]{0,3}(?=[aov]*[xpo])", "a"),
    # "You can upload larger files now", "users can log in again": what can be done from now on; "you can run it now" invites
    (r"(?<=[wktze])ć(?=a?[wVlrDkt3sx][^.?;:,NZLEMPHCFSYQAU&]{0,9}o)", "λ"),
    (r"Ĉ(?=a?[wVlrDk3](?!e|d[wtk]{1,2}[^B])[^.?;:,NZLEMPHCFSYQAU&]{0,9}o)", "λ"),
    (r"[ćĈ]", "F"),
    # "sorted by name, as you asked" is done
    (r"(?:^|(?<=[.;:]))[^.?;:NZLEMPHCFSYQib<]{2,14}ř(?=[.,;:]|$)", "3"),
    (r"ř", "v"),
    # "search is back" · "trims each part" · "went from 800 ms to 90 ms" · "both endpoints require a token now"
    (r"(?<=[wkG]x)ß(?=[.,;&]|$)", "c"),
    (r"ß", "w"),
    (r"ğ(?=[#0‰][^.]{0,3}n[#0‰])", "3"),
    (r"ğ", "x"),
    (r"(?<=[wk])P(?=[wdqtk]{1,5}o(?:[.,]|$))", "w"),
    # "returns a 400 instead of crashing" · "every hour now instead of once a day"
    (r"ŉ(?=d?[i<b]|d#|w[bi<])", "Ŋ"),
    (r"(?:(?<=Ŋ)|(?<=Ŋ[dw]))[i<b]", "w"),
    (r"(?<=o)ŉ|ŉ(?=[^.,;:?]{1,6}o(?:[.,]|$))", "q"),
    (r"ŉ", "N"),
    # "we log every request now" is done, "I see the problem now" an insight
    (r"(?<=I)ṃ(?=[^.?,;]{1,9}o(?:[.,]|$))", "M"),
    (r"ṃ", "w"),
    # "checks the file here and again there" · "is only visible to admins now" · "no longer asks"
    (r"(?<=&)oo(?=[qa])", "a"),
    (r"ŏ(?=[^.,;?NZLMPFS]{0,6}o(?:[.,]|$))", "a"),
    (r"ŏ", "H"),
    # "the page is blank again" is trouble, "skips blank lines" is not
    (r"(?:(?<=x)|(?<=x[oaL]))ŧ", "<"),
    (r"ŧ", "w"),
    (r"ṁ(?=#)", "a"),
    (r"ṁ", "M"),
    (r"(?<=L)P|(?<=d)G(?=[wtko.,q]|$)", "w"),
    (r"ō(?=[wkl]{1,2}[rp](?![^.]{0,6}o))", "Y"),
    (r"ō", "w"),
    # "The checkbox keeps its state when you switch tabs now."
    (r"(?:^|(?<=[.;]))(?:[dez]|w(?![de]))[^.?;:NZLEMPHFSYQUC_ib<I]{2,9}C[^.?;:,NZLEMPHFSYQC]{2,8}o(?=[.]|$)", "3"),
    # "the avatar shows up again", "the error shows up again"
    (r"(?<=[wkG])ĭ(?=[^.,;:NZQC]{0,6}o)", "l"),
    (r"ĭ", "i"),
)

WORDS = (
    ("ć", "can"),
    ("wĈ", "you_can"),
    ("wλ", "you_can_now"),
    (
        "ř",
        "as_described as_you_described as_requested as_you_asked as_you_requested as_you_suggested as_asked as_agreed as_you_wanted as_discussed",
    ),
    (
        "ý",
        """
            translated localized localised set_up rewritten rewired renamed refactored reworked upgraded downgraded converted
            optimized optimised tidied tidied_up cleaned_up replaced wired hooked wired_up hooked_up merged extracted documented simplified
            restructured reorganized redesigned modernized polished tightened shortened scaffolded dockerized containerized
            integrated restyled centered centred formatted reformatted deduplicated consolidated unified rebased inlined incorporated streamlined written
        """,
    ),
    ("ň", "new"),
    ("n#", "into_one"),
    ("ŏ", "only"),
    ("a", "only_once"),
    ("ŧ", "blank offline unreachable unavailable unresponsive slower worse"),
    ("x<", "is_down are_down"),
    ("i", "takes_twice takes_longer take_longer"),
    ("ṁ", "at_least"),
    ("ṃ", "see know understand continue proceed"),
    ("ō", "old"),
    ("q", "behind"),
    (
        "a",
        "if_you_look_at if_you_check you'll_see_that you_will_see_that you_can_see_that as_the_log_says as_the_output_says like_you_said as_you_suspected",
    ),
    ("M", "looks_right_to_me look_right_to_me looks_correct_to_me"),
    ("xc.", "are_there_."),
    ("xc", "is_on_pypi is_on_npm is_on_docker_hub"),
    ("ß", "back_in_business back_online online"),
    ("1", "nothing_to_complain nothing_to_complain_about"),
    ("ŉ", "instead_of rather_than"),
    ("ĭ", "appear appears show_up shows_up"),
    ("a", "once_per once_a_day once_a_week once_a_minute once_a_second once_an_hour"),
    ("ß", "back"),
    ("xg", "went_from_red_to_green"),
    ("ğ", "went_from fell_from shrank_from came_down_from is_down_from are_down_from"),
    (
        "w",
        """
            now_see now_know now_understand now_think now_believe now_want now_realize now_realise now_feel
        """,
    ),
    (
        "N",
        """
            no_longer_accepts no_longer_accept no_longer_receives no_longer_receive no_longer_saves no_longer_save
            no_longer_finds no_longer_find no_longer_recognizes no_longer_have no_longer_know
            no_longer_think no_longer_remember no_longer_fits no_longer_gets no_longer_get no_longer_applies no_longer_updates
        """,
    ),
    ("xc", "is_covered_by_tests are_covered_by_tests is_covered_by_a_test are_covered_by_a_test"),
    ("ca", "committed_as tagged_as released_as published_as deployed_as shipped_as"),
    (
        "3",
        """
            pr_opened ready_when_you_are fully_working fully_functional did_what_you_asked did_as_you_asked did_what_you_wanted
            it's_all_there looks_the_way_you looks_right look_right isn't_anything_left_to consider_it_fixed consider_it_solved consider_that_done it's_all_correct
        """,
    ),
    ("IV", "i_did_the i_did_it i_did_both i_did_all"),
    ("2", "issue_closed bug_closed ticket_closed"),
    ("s", "closes_#"),
    ("rv", "works_like_before work_like_before"),
    ("xc", "is_on_main are_on_main is_on_the_branch are_on_the_branch"),
    ("xv", "are_correct are_now_correct"),
    ("3.", "it's_running_. server_running_. app_running_."),
    ("1", "console_is_clean console_is_quiet log_is_clean logs_are_clean diff_is_empty"),
    (
        "4",
        "matches_the_schema matches_the_spec matches_the_design matches_the_original matches_the_mockup looks_the_same match_the_spec checksum_matches checksums_match hashes_match numbers_match counts_match got_the_same_result got_the_same_results",
    ),
    ("b", "timeouts"),
    ("ax", "there's"),
    ("wd", "run_the run_this start_the open_the load_the build_the test_the check_the"),
    ("we", "run_it"),
    ("κ", "crashes hangs freezes panics segfaults deadlocks"),
    (
        "IY",
        """
            i_wrote_that i_said i_claimed  i_reported i_told_you i_stated i_had_said i_announced
        """,
    ),
    ("η", "a_few some several a_couple_of"),
    (
        "wρ",
        """
            returns_the_right returns_the_correct return_the_right return_the_correct shows_the_right
            shows_the_correct gives_the_right gives_the_correct returns_the_expected returned_the_expected
            returned_the_right returned_the_correct
        """,
    ),
    ("χ", "was were"),
    (
        "ι",
        """
            looked searched reviewed compared examined inspected analyzed analysed traced noticed identified
            reproduced investigated explored listed considered wanted hoped assumed expected waited skipped ignored
            paused used followed profiled measured scanned grepped opened downloaded cloned fetched queried
            counted recommended suggested proposed decided learned learnt realized realised missed misread
            overlooked confused encountered received printed dumped called talked mentioned explained described
            summarized summarised outlined estimated calculated focused focussed caused based related compared
            needed liked noted observed interrupted cancelled canceled aborted refused asked hated loved appreciated
            located walked stepped debugged studied watched monitored evaluated benchmarked researched collected
            gathered sketched touched planned preferred   experienced suffered gained triggered
            attached discovered detected checked_out_the found_out spotted assessed weighed discussed questioned
            unused undefined unexpected affected related nested detailed limited advanced embedded
            mixed unrelated figured figured_out pinpointed performed carried carried_out ranked answered killed respected picked
            requested simulated replicated tracked_down logged_in isolated_the_problem isolated_the_issue isolated_the_bug
            isolated_the_cause highlighted avoided hesitated struggled wondered argued_with admitted agreed disagreed apologised
            apologized appeared attended awaited blamed borrowed bothered browsed challenged chatted clicked collaborated
            complained concluded consulted contacted contemplated criticised debated deduced deferred delayed demanded
            demonstrated depended diagnosed differed disliked doubted emphasised emphasized encouraged enjoyed entered envisioned
            exceeded exited flagged glanced grabbed guaranteed handed happened hinted illustrated implied indicated inferred
            inquired intended invited involved judged justified listened matched messaged navigated neglected
            negotiated objected obtained offered omitted opted perceived pinged pondered predicted pressed proceeded promised
            puzzled reached reacted recalled recognised recognized referred reflected refrained regarded remarked remembered
            reminded responded resulted retrieved screened seemed shouted showed signalled skimmed stressed supplied
            surveyed tended timed toured trusted underestimated viewed visited volunteered voted warned witnessed worried
            repeated supported specified referenced desired reserved quoted unquoted selected recorded
            collected attempted_to uploaded_nothing named guessed prepared thanked shared owned allowed denied
        """,
    ),
    ("ψ", "set put hidden chosen drawn_up taken thrown torn given drawn bound shut sent"),
    ("Ψ", "took threw brought tore drew taught chose shrunk shrank spun swept overrode redrew withdrew froze"),
    ("ē", "ended_up wound_up"),
    ("ϕ", "split cut"),
    ("w", "taken_a_look took_a_look given_it_some took_note taken_note"),
    ("%", "up_to_date in_sync"),
    ("w", "up_to_date_with in_sync_with"),
    ("S", "colleague's colleagues colleague teammate teammate's teammates coworker coworker's coworkers co-worker maintainers"),
    ("λ", "can_now"),
    (
        "w",
        "setting heading listing mapping binding billing shipping pricing spacing padding rating meeting anything something thing string ring spring bring king sling ceiling morning evening",
    ),
    ("σ", "a_single any_single"),
    ("ν", "unfinished incomplete unresolved unfixed"),
    (
        "b",
        "anything_left anything_missing anything_open anything_outstanding anything_remaining anything_left_to_do anything_else_to_do differences deviations",
    ),
    ("1", "zero_diff zero_diffs"),
    ("3", "that_wraps_it_up this_wraps_it_up that_wraps_things_up"),
    ("xm", "is_nowhere_to_be_seen are_nowhere_to_be_seen is_nowhere_to_be_found"),
    ("a", "at_the_moment"),
    ("Δ", "this"),
    ("ZO", "neither_of"),
    ("ϊ", "stall flicker blink loop jump overflow stutter lag collide disconnect panic misbehave"),
    ("#i", "one_fails one_failed one_still_fails one_is_failing"),
    ("w", "no_longer_supported no_longer_maintained no_longer_available no_longer_supports no_longer_exists"),
    ("N", "no_longer_match no_longer_matches no_longer_valid no_longer_true"),
    (
        "RnJ",
        "ready_to_be_merged ready_to_be_deployed ready_to_be_reviewed ready_to_be_released ready_to_be_used ready_to_be_shipped",
    ),
    ("M", "feels feel felt"),
    ("Y", "up_to_version until_version"),
    ("ł", "looks look sounds"),
    (
        "M",
        """
            reckon figure presume fancy bet wager gather hunch gut_feeling a_feeling my_feeling i_hear i'm_told im_told dare_say
            i'd_bet i'd_wager i'd_venture i_would_bet odds_are the_odds_are the_odds_say chance_that chance_it chances_it possible_that
            conceivable plausible probable likely_that arguably ostensibly purportedly conceivably plausibly nominally at_first_glance
            at_first_sight at_a_glance at_a_first_glance on_the_face_of_it on_the_surface by_the_looks_of_it from_the_looks_of_it
            by_all_appearances to_all_appearances from_what_i_gather from_what_i_hear as_i_understand_it if_i_understand_it
            if_i_understood in_my_view in_my_estimation in_my_judgement in_my_judgment to_my_mind if_memory_serves if_i'm_not_mistaken
            if_i_am_not_mistaken unless_i'm_mistaken unless_i_missed unless_i_am_mistaken if_i_read if_i'm_reading
            in_all_probability for_all_i_know who_knows can't_swear won't_swear can't_vouch wouldn't_swear touch_wood knock_on_wood
            knock_wood all_being_well all_going_well god_willing remains_to_be_seen don't_know do_not_know doesn't_know didn't_know
            not_entirely_sure not_100%_sure not_completely_sure not_totally_sure not_quite_sure hard_to_be_sure wouldn't_bet
            would_not_bet take_it_with_a_grain one_would_think you'd_think  as_best_i_can_tell
            as_best_as_i_can_tell to_the_best_of_my_understanding i'd_think i_would_think i'd_expect i_would_expect i'd_guess
            i_would_guess i'd_hope i_would_hope by_my_reading on_my_reading safe_bet good_bet best_bet
            wouldn't_be_surprised be_surprised i_trust
        """,
    ),
    (
        "H",
        """
            pretty_much as_good_as just_about virtually practically basically essentially by_and_large for_the_most_part
            to_a_degree to_an_extent to_a_large_extent kinda sorta
        """,
    ),
    ("<", "slow wrong stuck sluggish garbled corrupted misaligned blurry laggy"),
    ("i", "blinks wobbles jerks garbles mangles corrupts clobbers thrashes starves reloads_twice double-counts"),
    ("b", "typo typos misspelling mistake mistakes oversight tests_skipped tests_ignored"),
    ("i", "return_500 returns_500 returning_500 return_a_500 returns_a_500 throw_a_500 throws_a_500 answer_500 answers_500"),
    ("ϖ", "previous"),
    ("M", "i'm_optimistic cautiously_optimistic fairly_optimistic quite_optimistic hopeful convinced"),
    ("a", "along_the_way in_passing on_the_way"),
    ("tV", "tests_cover test_covers"),
    ("ŕ", "the_others the_rest"),
    ("w", "nothing_wrong"),
    ("m", "won't_come_back will_not_come_back won't_return won't_reappear can't_come_back cannot_come_back"),
    ("xm", "is_impossible_now is_now_impossible are_impossible_now are_now_impossible"),
    ("ĩ", "implemented"),
    ("ҁ", "in_commit"),
    (
        "w",
        "easily_fixed easily_solved easily_resolved quickly_fixed is_raised are_raised is_thrown are_thrown is_emitted are_emitted works_on_a",
    ),
    (
        "D",
        "narrowed_down narrowed_it_down pulled_the_latest pulled_latest pulled_main pulled_your pulled_the_branch pulled_the_image",
    ),
    ("b", "side_effects side_effect"),
    ("Y", "this_morning this_afternoon earlier_today"),
    ("2", "there's_no_longer there_is_no_longer there_are_no_longer"),
    ("Ł", "live"),
    ("Ż", "no_more"),
    ("đ", "its"),
    ("õ", "out up down off"),
    ("xca", "is_up_at are_up_at is_up_on is_live_at are_live_at"),
    ("ƒ", "faster smaller shorter quicker lighter leaner fewer"),
    ("w", "faster_than smaller_than shorter_than quicker_than lighter_than fewer_than"),
    ("ϊ", "drift spin shake wobble stick repeat jam creep bounce vanish drop skip"),
    (
        "Y",
        "on_monday on_tuesday on_wednesday on_thursday on_friday on_saturday on_sunday last_monday last_tuesday last_wednesday last_thursday last_friday",
    ),
    (
        "w",
        """
            is_passed are_passed be_passed been_passed being_passed was_passed were_passed arguments_passed argument_passed
            value_passed values_passed parameters_passed as_specified_in as_specified_by as_described_in as_required_by
        """,
    ),
    ("q", "as_part_of"),
    ("w", "the_need_for the_need_to need_for earlier_than older_than the_ability_to ability_to"),
    ("ŗ", "reports writes states"),
    ("Φ", "to_be to_get to_have to_make to_pass to_complete to_finish to_fix to_work to_resolve to_succeed to_become being"),
    ("M", "as_far_as_i so_far_as_i"),
    ("dŔ", "this_pr this_commit this_patch this_change this_branch this_diff this_mr this_update"),
    (
        "Ŝ",
        "adds removes introduces replaces renames moves splits switches improves refactors implements cleans_up extracts drops bumps",
    ),
    ("ě", "exists exist"),
    ("3", "nothing_left_to nothing_more_to nothing_else_to"),
    ("g", "identical"),
    ("ṕ", "made_sure ensured"),
    ("w", "fails_without fail_without failed_without"),
    ("ŵ", "available supported maintained compatible possible reachable accessible alive visible responsive"),
    ("ļ", "left"),
    ("w", "no_time_left no_ideas_left no_room_left no_space_left no_options_left no_choice_left"),
    ("Y", "i_remember remember_that"),
    ("M", "fairly_certain quite_certain reasonably_certain almost_certain pretty_certain i'm_certain"),
    ("θ", "turned"),
    ("Γ", "got"),
    ("ro", "is_back_to are_back_to is_down_to are_down_to it's_back_to"),
    ("ro.", "is_back_up_."),
    ("w", "is_back_to_where is_back_to_square_one back_to_the_drawing_board"),
    ("xc.", "is_in_. are_in_. is_out_. are_out_. is_up_. are_up_. is_live_. are_live_."),
    ("xc,", "is_in_, are_in_, is_out_, are_out_, is_up_, are_up_, is_live_,"),
    ("3", "nothing_else_is_pending nothing_is_pending nothing_is_missing nothing_is_outstanding pr_is_open pr_is_up"),
    ("1", "tests_confirm_it tests_confirm_this tests_confirm_that"),
    ("M", "or_so_i"),
    ("4", "they_are_right they're_right they_match"),
    ("a", "boom voilà voila tada woohoo bingo phew whew finally"),
    ("ϑ", "their his her"),
    ("α", "of_course certainly definitely sure"),
    ("1", "exit_0 exits_0 exited_0 exit_with_0 exits_with_0 exited_with_0 exit_cleanly exits_cleanly exited_cleanly"),
    ("s", "wraps_up closes_out rounds_off finishes_off"),
    ("h:", "what's_done_: what_is_done_: what's_finished_: what_works_: what_works_now_:"),
    ("IV:", "here's_what_i_did_: here_is_what_i_did_: what_i_did_: changes_made_:"),
    ("xxV", "been_raised"),
    ("Yk", "your_code your_version your_implementation"),
    ("Yw", "previous_release previous_version  earlier_version the_old_release"),
    ("ω", "without"),
    ("xv", "got_the_expected got_the_right got_the_correct"),
    ("ζ", "every each every_one_of_the each_of_the"),
    ("x+", "returns_ok reports_ok returned_ok"),
    ("ρ", "the_right the_correct the_expected the_proper the_intended"),
    (
        "FNu",
        """
            please_test please_run_the_tests no_way_for_me_to no_way_to_test no_way_to_verify no_way_of_testing
            no_way_of_verifying no_way_to_check no_means_to_test no_chance_to_test couldn't_run can't_run cannot_run
            could_not_run can't_test couldn't_test
        """,
    ),
    (
        "Nu",
        """
            untested unverified un-tested not_run not_rerun haven't_run didn't_run hasn't_run have_not_run
            not_been_run wasn't_run weren't_run not_yet_run without_running without_testing never_ran never_run
            not_been_able_to_run unable_to_run wasn't_able_to_run
        """,
    ),
    ("&V", "and_set and_put_it"),
    (
        "IxV",
        """
            i've_set i've_put i've_split i've_cut i_have_set we've_set i've_cached i've_linked i've_raised
            i've_sorted i've_written i've_typed i've_taken_out i've_built i've_redone
        """,
    ),
    (
        "IV",
        """
            i_set i_also_set we_set i_split i_put i_cut i_hid i_reset i_cached i_typed i_linked i_sorted i_raised
            i_logged i_disabled i_wrote here's_what_i_changed here_is_what_i_changed what_i_changed
            here's_what_changed here_is_what_changed
        """,
    ),
    ("0", "zero"),
    (
        "1",
        """
            isn't_a_single_failing couldn't_find_a_single_failing can't_find_a_single_failing
            is_not_a_single_failing assertions_hold invariants_hold tests_match all_clear flying_colors
            flying_colours builds_cleanly builds_fine builds_now builds_again builds_successfully
            not_a_single_failure came_back_green came_back_clean
        """,
    ),
    (
        "2",
        """
            no_longer_depends no_longer_depend no_longer_needs no_longer_need no_longer_relies no_longer_requires
            vulnerability_is_closed hole_is_closed gap_is_closed leak_is_closed loophole_is_closed got_it_to_work
            got_it_working got_them_to_work no_longer_possible no_longer_reproducible no_longer_reproduce
            can_no_longer_reproduce can_no_longer_be_reproduced can_no_longer_be_triggered did_the_trick
            does_the_trick do_the_trick fix_works fix_is_working problem_solved no_longer_an_issue
            no_longer_a_problem isn't_an_issue_anymore
        """,
    ),
    (
        "3",
        """
            consider_it_done nothing_left_on
            nothing_remains example_builds package_builds image_builds crate_builds site_builds docs_build
            bundle_builds ready_for_you was_successful were_successful is_successful up_and_responding
            up_and_healthy this_completes that_completes this_concludes that_concludes server_is_running
            app_is_running service_is_running site_is_running container_is_running stack_is_running ready_to_go
            works_like_a_charm work_like_a_charm all_systems_go all_set good_to_go lgtm ship_it mission_accomplished
            up_and_running job_done looks_good look_good all_good checks_out check_out nothing_left_to_do
            nothing_else_to_do in_working_order good_to_merge safe_to_merge over_the_line we're_good that's_a_wrap
            everything_is_fine everything's_fine all_fine everything_is_well all_is_well everything_looks_right
            everything_looks_fine everything_is_good everything_looks_good everything_is_correct you're_set
            a_done_deal fully_operational
        """,
    ),
    (
        "4",
        """
            results_are_identical output_is_identical outputs_are_identical outputs_match results_match
            output_matches match_exactly matches_exactly adds_up add_up works_as_expected_in
        """,
    ),
    (
        "5",
        """
            should_now_be_able_to should_pass should_now_pass should_all_pass should_all_now_pass should_do_it should_do_the_trick
            should_work should_now_work should_be_working should_now_be_working should_be_fixed should_now_be_fixed
            should_be_resolved should_now_be_resolved
        """,
    ),
    (
        "a",
        """
            unlike_the_old_version in_case_you_wonder always consistently since_the_last since_yesterday since_last
            since_monday since_friday if_you_want_to_see if_you_want_to_check if_you_want_to_look if_you_want_to_try
            if_you_want_to_verify if_you_want_to_review if_you_want_to_test if_you_want_to_have_a_look
            should_you_want_to_see should_you_want_to_see_it should_you_want_to_try if_you_were_wondering
            in_case_you_were_wondering contrary_to_what_i_said_earlier contrary_to_what_i_said
            contrary_to_what_i_wrote exactly_once remaining if_you're_wondering in_case_you're_wondering
            if_you_wonder should_you_want_to_check since_you_asked you'll_be_glad_to_hear
            you'll_be_happy_to_hear also already finally just indeed too here together altogether however_many
            locally fully completely entirely nicely happily yet still then next well_and_truly first second third
            last only_then currently at_last as_well at_once today successfully_and found reported detected
            raised anywhere whatsoever at_all overall in_total total actually really no_doubt
            without_doubt in_the_end in_full in_turn everywhere for_now even across_the_board let_me_know
            not_only not_just no_matter_what long since_then by_now so there anyway i_can_report happy_to_report
            glad_to_report pleased_to_report i'm_happy_to_report i'm_pleased_to_report i'm_glad_to_report
            happy_to_say good_news alright right great excellent perfect nice yay hooray thanks note
            again_and_again every_time each_time three_times twice either likewise when_i_ran when_i_run when_run
            when_running when_i_reran when_i_tested when_tested when_rerun even_when regardless even_with
            even_without in_a_row end in-place
        """,
    ),
    (
        "b",
        """
            open_points loose_ends open_ends trouble troubles surprises surprise snag snags hitches
            difficulties difficulty drama quirks regression_failures oddities leftovers blockers blocker race races
            bug bugs issue issues error errors problem problems crash crashes crashed failure failures regression
            regressions warning warnings leak leaks deadlock vulnerability vulnerabilities flake flakes flicker
            defect defects fault faults exception exceptions conflict conflicts hiccup hiccups glitch glitches
            violation violations complaint complaints mismatch mismatches breakage segfault  race_condition
            race_conditions memory_leak panic  hang  freeze  diagnostics offenses findings
            discrepancy discrepancies rejections inconsistency inconsistencies
        """,
    ),
    (
        "c",
        """
            opened_a_pr opened_pr opened_a_pull_request
            opened_the_pr raised_a_pr opened_pull_request filed_a_pr merged_into_main completed finished
            deployed shipped delivered committed pushed released published finalized finalised accomplished landed
            wrapped_up rolled_out feature_complete feature-complete code_complete ported migrated met satisfied
            fulfilled closed_out checked_in concluded finished_up done_and_dusted done_with_it wired_in
            wired_up_and_working done_implementing finished_implementing productionized launched live_now tied_up
        """,
    ),
    ("d", "the_following the a an my our your its another such"),
    ("e", "what_used_to what_was_broken what_was_failing it they these those things them"),
    ("er", "it_builds it_compiles it_runs"),
    ("ex", "it's this's they're it’s theyre these're"),
    (
        "f",
        """
            that's_sorted it's_sorted issue_is_sorted problem_is_sorted bug_is_sorted sorted_now all_sorted
            is_sorted_now eliminated fixed resolved solved repaired cured squashed patched corrected addressed
            remedied rectified mended bugfixed hotfixed fixd sorted_out taken_care_of dealt_with ironed_out
            put_right cleared_up nailed unblocked un-broken unbroken plugged defused hunted_down_and_fixed
            tracked_down_and_fixed
        """,
    ),
    (
        "g",
        """
            gone_green went_green turned_green quiet success from_red_to_green valid silent green clean happy
            passing successful healthy stable error-free all-green warning-free flawless spotless intact consistent
            in_order in_good_shape in_good_order in_good_health free_of_errors free_of_warnings free_of_issues
            up_to_date_and_green a_success
        """,
    ),
    ("h", "done_from_my_side done_on_my_end done_on_my_side done_from_my_end done"),
    (
        "i",
        """
            no_effect still_slow still_broken still_wrong still_empty still_crashes
            still_hangs appeared occurred surfaced popped_up cropped_up grows grow lose loses choke chokes choking
            made_it_worse made_things_worse reverted_my reverted_it was_reverted were_reverted been_reverted
            got_reverted was_rolled_back were_rolled_back been_rolled_back still_takes still_shows still_gets
            still_returns still_needs still_get still_see still_says still_uses still_red still_the_same
            still_happens still_there still_there, finished_with_errors completed_with_errors
            completed_with_warnings finished_with_warnings overlaps overlap jumps blocks duplicates loops truncates
            overflows jitters stutters lags collides spins disconnects swallows double-fires loops_forever clips
            fail fails reproduce reproduces reproducible occur occurs occurring happen happens happening throw
            throws throwing break breaks broke times_out time_out timing_out leaking flickers flickering crashing
            hanging red complain complains complaining error_out errors_out
            misbehaves misbehave misbehaving blows_up stalls stalling panics_out reappears recur recurs
            present persists persist panicking
        """,
    ),
    ("j", "stopped stops ceased quit"),
    (
        "k",
        """
            readme steps task tasks feature features implementation migration migrations refactor
            refactoring refactorings work fix patch change changes pr prs mr ticket tickets branch upgrade setup
            rename conversion cleanup port rollout release deployment deploy installation item items story stories
            rewrite integration commit hotfix bugfix workaround pull_request pull_requests merge_request set-up
            clean-up job jobs documentation docs milestone phase part parts step update updates edit edits
            correction adjustment tweak
        """,
    ),
    (
        "l",
        """
            compile boots starts start loads load renders render responds respond runs run ran opens open connects connect displays display
            resumes scrolls imports installs logs_in builds_up launches validates parses authenticates ran_through runs_through
            come_through came_through comes_through executes finishes completes completed_run started loaded rendered
        """,
    ),
    (
        "m",
        """
            didn't_occur didn't_happen didn't_appear did_not_occur did_not_happen didn't_come_back hasn't_come_back
            did_not_reappear didn't_reappear has_not_come_back gone disappeared vanished went_away out_of_the_way
            put_to_rest laid_to_rest
        """,
    ),
    ("n", "to at into onto like towards relative_to"),
    ("o", "now as_of_now these_days from_now_on"),
    ("oc", "now_possible now_available"),
    ("og", "back_to_normal back_to_green"),
    ("oo", "again once_again once_more"),
    ("p", "went_through goes_through go_through going_through pass passes passed succeed succeeds succeeded"),
    (
        "q",
        "in on for with from across under over through inside within during among between against per via upon",
    ),
    (
        "r",
        """
            held_up holds_up everything_builds everything_compiles app_builds project_builds code_builds works
            worked behaves behave behaved compiles
        """,
    ),
    (
        "rv",
        """
            does_its_job does_the_job do_their_job does_what_you_described does_what_it_should does_what_you_asked
            does_what_you_wanted does_what_you_want do_what_they_should works_both_with works_both
        """,
    ),
    (
        "s",
        """
            fixes resolves solves cures repairs corrects takes_care_of addresses remedies eliminates gets_rid_of got_rid_of
            took_care_of
        """,
    ),
    (
        "t",
        """
            type-checking type-check type-checks test tests spec specs suite suites check checks build builds lint linter linters
            linting lints typecheck typechecks typechecker typechecking ci pipeline pipelines workflow workflows pytest jest vitest
            mocha rspec junit mypy pyright ruff eslint flake8 pylint biome prettier stylelint tsc clippy rustc javac gofmt cargo
            phpunit tox nox golangci-lint detekt ktlint assertion assertions snapshot snapshots scenario scenarios criteria
            criterion requirement requirements compilation compiler type_check type_checks type_checker type_checking
            static_analysis unittests doctests doctest testsuite benchmarks e2e formatter unit_tests test_suite test_suites test_run
            test_runs quality_gate gate gates pre-commit precommit smoke_test
        """,
    ),
    (
        "u",
        """
            checked_it_in_the_browser tried_it_in_the_browser checked_in_the_browser verified tested validated
            double-checked doublechecked re-tested retested smoke-tested sanity-checked re-verified double_checked
            spot-checked
        """,
    ),
    (
        "v",
        """
            like_clockwork like_a_dream
            to_the_letter to_spec the_right_answer the_right_result the_correct_result the_correct_answer
            the_expected_result the_expected_results the_right_value the_right_totals as_before as_it_did_before
            correctly properly cleanly fine well perfectly flawlessly smoothly reliably beautifully as_expected
            as_intended as_designed as_it_should as_they_should as_desired as_planned as_required as_advertised
            as_specified like_a_charm end_to_end end-to-end in_no_time without_a_hitch without_issue
            without_incident out_of_the_box normally both_ways all_the_way_through across_all across_both
        """,
    ),
    (
        "w",
        """
            sorted_by sorted_in sorted_into sorted_alphabetically deprecated made_a_mistake made_an_error
            made_a_note made_an_assumption made_two_assumptions made_some_assumptions made_the_assumption
            made_a_list made_a_plan made_a_guess made_notes changed_my_mind made_no put_on_hold added_up
            included_below configured_as made_up written_in written_for written_by removed_from_the put_simply put_differently
            put_another_way moved_on attempt resolved_from any works_well_for works_well_with works_best
            with_or_without you no_problem no_worries no_need no_surprise no_wonder no_point clean_up cleans_up
            check_in check_out_the read_only all_the_same pass_through passed_through passes_through passed_down
            passed_along well-known fixed-width fixed_width fixed_size fixed_point fixed_amount fixed_set
            fixed_number fixed_list fixed_order fixed_price fixed_rate fixed_string fixed_value resolved_path
            resolved_promise verified_user verified_account working_directory working_tree working_copy
            working_through works_by works_like worked_on works_on_the_principle run_make
            run_npm start_by fixed_by_design error_handling
            error_message error_messages green_button the_work_is_done_by that_way done_callback in_the_works
            hard_work check_your build_a test_a hang_on go_ahead as_done mark_as_done marked_as_done
            status_of
        """,
    ),
    (
        "x",
        """
            end_up ends_up was_able_to_get managed_to_get able_to_get were_able_to_get is are   be been has
            have am 's 're 've gets became becomes become turns turn went go goes going came_back
            comes_back come_back came_out comes_out looking stays stay remains remain  does do
            did completes_with finishes_with exits_with ran_with returns returned
        """,
    ),
    ("xc", "is_merged been_merged is_live is_now_live are_live is_in_now"),
    (
        "xf",
        "succeeded_in_fixing able_to_fix managed_to_fix able_to_resolve able_to_solve managed_to_resolve able_to_reproduce_and_fix",
    ),
    ("xg", "reports_success report_success reported_success reports_ok"),
    ("xm", "is_history are_history is_a_thing_of_the_past are_a_thing_of_the_past"),
    (
        "xN",
        """
            isn't aren't wasn't weren't hasn't haven't hadn't ain't doesn't don't didn't isnt arent wasnt doesnt dont didnt havent
            hasnt
        """,
    ),
    (
        "xZ",
        "couldn't_find_any could_not_find_any can't_find_any didn't_find_any did_not_find_any reports_no shows_no reported_no found_no finds_no showed_no",
    ),
    ("y", "confirmed checked"),
    (
        "z",
        """
            every_single_one every_single_one_of_them each_and_every_one every_one_of_them each_of_them everything all both
             all_of_it all_of_them the_whole_thing every_one every_single everyone all_of
        """,
    ),
    ("zx", "everything's all's"),
    ("β", "because"),
    ("γ", "get"),
    ("ε", "even_if"),
    ("π", "in_place"),
    ("ő", "once"),
    ("τ", "when whenever as_soon_as"),
    (
        "#",
        """
            thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty hundred two three four five six
            seven eight nine ten eleven twelve dozen
        """,
    ),
    (
        "$",
        """
            result results status outcome verdict state exit_code exit_status exits_with_code exit_code_of return_code exited_with
            exits_with_status exited_with_code code_exits result_outcome status_result result_column
        """,
    ),
    ("%", "complete"),
    ("&", "and or plus & +"),
    ("*", "successfully with_success"),
    ("+", "ok okay"),
    (
        "<",
        """
            failing failed broken flaky previously_failing previously_broken formerly_failing previously_flaky once-failing
            crashing_on
        """,
    ),
    (">", "working functioning operational functional"),
    ("@", "anymore any_more any_longer no_more_now"),
    ("[", "nope nah"),
    ("]", "yes yep yeah yup correct exactly affirmative absolutely"),
    ("_", "after following"),
    ("_Y", "before prior_to"),
    ("A", "that"),
    ("Ab", "so_that_bug so_that_issue so_that_problem"),
    ("Ax", "that's thats"),
    ("B", "as by using"),
    (
        "C",
        """
            in_this_mode in_that_mode in_strict_mode with_this_option with_that_option with_this_setting
            with_that_setting with_this_flag with_that_flag were_it were_the if whether unless until till assuming
            provided providing in_case as_long_as only_if only_when the_moment depending except except_for
            apart_from aside_from other_than excluding with_the_exception_of had_the had_it had_we had_i should_you
            given_that on_condition so_long_as in_the_event_of in_the_event_that otherwise where_possible except_when
        """,
    ),
    ("E", "nothing nobody no_one"),
    (
        "F",
        """
            attempt_to make will shall would could may might must should need needs needed needing ought try tries trying
            attempting going_to gonna about_to have_to has_to had_to planning plans planned intend intends 'll i'll we'll it'll
            they'll that'll i'd we'd you'll to_do let_me let's lets please remains_to remaining_to yet_to want_to wants_to
            supposed_to about_to_be on_track remain_to still_to due_to_be awaiting waiting_for left_to pending
            ongoing in_progress underway under_way wip keep_going rerun_until expected_to should_be halfway half_way
        """,
    ),
    ("FN", "can't cannot couldn't won't wouldn't shouldn't mustn't mightn't needn't shan't cant wont couldnt can_not"),
    ("F{", "aim aims plan"),
    (
        "H",
        """
            thirds two_thirds three_quarters a_third a_quarter one_third for_the_wrong_reason for_the_wrong_reasons
            on_none_of in_none_of for_none_of sometimes occasionally usually often in_general now_and_then
            probably likely presumably perhaps maybe possibly apparently hopefully hope hoping almost nearly
            mostly partially partly largely roughly somewhat most few half more_or_less so_far up_to_a_point
            to_some_extent quite_possibly   ideally tentatively all_but in_part part_of
            much_of many sort_of kind_of potentially conceivably about_half one_of
        """,
    ),
    (
        "I",
        """
            found_it_and found_and found_the_bug_and found_the_cause_and found_the_problem_and found_the_issue_and i
            we
        """,
    ),
    ("Ix", "i've we've i'm we're ive im i_am we_are i_have we_have i_had"),
    ("Iy", "i_can_verify i_can_confirm we_can_confirm"),
    (
        "J",
        """
            merge ship review use production testing merging shipping releasing prime publication publish staging handover demo
            inspection download sign-off be_merged be_deployed be_reviewed be_shipped be_released be_used go-live main the_merge code_review
            your_review
        """,
    ),
    (
        "K",
        "but however though although nevertheless nonetheless except_that unfortunately luckily fortunately instead albeit",
    ),
    ("L", "no_longer not_anymore"),
    (
        "M",
        """
            tomorrow soon next_week next_month in_the_next_release in_the_next_version in_a_future by_tomorrow
            by_monday by_friday in_the_coming might_fix may_fix could_fix might_help may_help could_help
            might_resolve may_resolve could_resolve might_solve may_solve could_solve might_work may_work
            might_be_enough may_be_enough might_be_fixed may_be_fixed could_be_fixed with_some_luck with_luck
            with_any_luck with_a_bit_of_luck to_my_knowledge impression seems_to_be seem_to_be appears_to_be
            seemed_to_be looks_to_be or_so_i_hope so_i_hope or_so_i_think i_hope one_hopes rumour_has_it
            rumor_has_it good_chance chances_are thought believed assumed hoped in_all_likelihood
            is_to_be_believed looks_complete look_complete looks_done looks_finished claims claimed alleges pretends
            fingers_crossed in_my_opinion was_told were_told been_told think believe guess suppose suspect assume
            doubt i'd_say i_would_say unsure unclear uncertain no_idea no_evidence no_proof no_guarantee
            no_indication confident fairly_confident pretty_sure fairly_sure not_sure not_certain not_convinced
            not_clear reasonably_sure seem seems seemingly appear_to appears_to appears_that looks_like look_like
            looks_as_if looks_as_though it_appears in_theory theoretically in_principle supposedly allegedly
               afaik iirc imo to_the_best_of_my_knowledge
            hard_to_say hard_to_tell too_early or_so_it_seems from_what_i_can_tell from_what_i_see i_imagine
            guessing not_confident i_suspect feels_like from_the_look_of_it on_paper wrong_to_say premature i_wish
            wish not_know can't_tell cannot_tell can't_guarantee cannot_guarantee suggests suggest
        """,
    ),
    (
        "N",
        """
            gave_up given_up give_up at_no_point little_of nowhere nowhere_near not never neither nor hardly barely
            scarcely rarely seldom far_from by_no_means unable impossible failed_to fails_to
            fail_to failing_to refuses_to not_yet isn't_yet anything_but
            not_all not_every
        """,
    ),
    ("O", "of out_of"),
    (
        "P",
        """
             checks_whether checks_if  tests_whether asserts_that asserts_whether the_idea_is
            idea_is the_intention_is purpose_is expectation_is the_point_is i'm_glad glad_it glad_that confirming
            glad_to_hear happy_to_hear nice_to_hear good_to_hear great_to_hear goals make_sure makes_sure
            making_sure ensure ensures ensuring verify verifying confirm check_that check_whether
            check_if checking_that checking_whether see_if see_whether seeing_if test_whether test_if so_that want
            wants wanted goal objective target requires require required expect expects expecting guarantee
            guarantees aims_to aim_is prove proves promise_that tell_me ask asks asked_whether asked_if guaranteeing
            validate whether_or_not wait waiting determine determines imagine pretend consider considered to_claim
            claim_that to_say definition means mean it_would_be would_be counts_as double-check
        """,
    ),
    ("Q", "how_to tried attempted the_reason how why what whose how_much how_many the_way"),
    ("R", "ready"),
    (
        "S",
        """
            asserts mention_that mentions report_that commented replied posted puts_it put_it says said say states
            reports according_to per_the insists reported_that stated_that claims_that mentions_that mentioned_that
            told_me tells_me told_us announced announced_that you_said you_wrote writes wrote_that noted_that
            notes_that user_says argues argued alleged maintains
        """,
    ),
    ("ŝ", "since"),
    ("U", "while which who where so_i so_the as_it as_the hence therefore thus whereas whereby"),
    (
        "V",
        """
            tagged installed sorted closed gave took_out threw_out threw_away brought closed_the rewrote hoisted
            swapped reworded rephrased reordered rearranged relocated merged_the
            folded squashed_the cherry-picked parametrized parameterised parameterized typed_the
            wrapped guarded hardened loosened relaxed raised_the bumped_the capped trimmed lengthened
            widened narrowed aligned styled themed
             redid rebuilt rearchitected decoupled encapsulated abstracted generalized generalised
             modernised appended prepended inserted injected attached appended_the stripped
            pruned purged scrubbed retired deprecated_the disabled_the silenced commented_out gated scoped memoized
            memoised cached_the sped_up bootstrapped provisioned stubbed
            mocked seeded backfilled populated patched_in backported forward-ported rolled_back undid un-did
            normalized normalised sanitized sanitised escaped_the hid unhid hardcoded parameterised_the factored_out
            pulled_out broke_out broke_up cleaned_out mounted exported_the registered subscribed
            threaded plumbed routed rerouted redirected overhauled augmented enriched supplemented amended revised
            clarified noted_in vendored pointed_the linked_the quoted_the sorted_the
            logged_the set_it turned_on turned_off switched_on switched_off drafted swapped_out swapped_in lifted
            transformed substituted redefined reset retargeted covered handled included accounted_for added
            updated changed removed moved created wrote introduced bumped switched
              adjusted tweaked deleted dropped improved cleaned
             extended enabled disabled exposed applied configured generated regenerated
            pinned reverted restored made
              increased decreased reduced lowered expanded
            modified edited built
""",
    ),
    (
        "Y",
        """
            before_the_update before_the_migration before_the_merge before_the_rewrite before_the_release in_january
            in_february in_march in_april in_may in_june in_july in_august in_september in_october in_november
            in_december by_another by_someone_else by_somebody_else in_those_days years_before at_that_stage
            before_my_change before_my_changes before_the_change before_this_change before_the_upgrade
            before_the_refactor before_that had for_a_moment for_a_while at_one_point briefly once_before
            at_that_time yesterday last_week last_month last_year last_time last_night previously formerly
            originally earlier used_to back_then at_the_time ago historically in_version in_release upstream
            in_the_previous in_a_previous previous_session previous_agent previous_turn in_the_past initially
            in_an_earlier last_session last_release last_sprint in_the_last_release in_the_old by_the_previous
            years_ago some_time_ago at_that_point somebody someone
        """,
    ),
    ("Z", "not_a_thing no none  not_a_single not_one none_of free_of"),
    (
        "{",
        """
            remaining_work remaining_steps remaining_tasks what's_missing what_is_missing could_read open_tasks
            goals placeholder steps plan to_write to_check to_test success_criteria exit_criteria what_remains
            what's_left what_is_left still_missing still_to_come left_to_do next_steps next_step plan: todo: draft
            proposed suggested suggestion commit_message pr_description pull_request_description changelog_entry
            changelog release_notes release_note acceptance_criteria definition_of_done test_plan how_to_test to-do
            to_do_list todo todos outstanding open_items open_questions example expected_output expected_result
            expected_results template roadmap would_read could_say could_write for_instance sample sample_output
            steps_to_verify for_example checklist_for before_merging not_done not_yet_done still_open later
            verification_steps manual_steps hypothetical
        """,
    ),
    (
        "}",
        """
            draft_reply draft_email draft_message draft_of_the_email draft_of_the_reply draft_response reply_draft email_draft
            draft_announcement draft_post draft_for_the_customer proposed_reply suggested_reply reply_you_could_send
            message_you_could_send draft_comment suggested_response
        """,
    ),
    (
        "~",
        """
            promise promises future futures path paths url urls hostname symbol symbols alias deferred placeholders domain width
            widths module_path dependency reference references
        """,
    ),
)

CLAIMS = (
    *SHARED,
    # got the tests to pass · gets the build green
    ("passing", "p", "xd?[zdew]*t+np", ""),
    # The redirect now goes to … · the button is now hidden · the warning is no longer printed · I can't make it crash any more
    ("finished", "o", "(?:[wtkizI]|(?<!n)e)x?a{0,4}o(?![eo])(?:[wlDVj]|x[dnq#z])", "we"),
    ("finished", "λ", "[wktze]λa?[wVlrkDtpuyfs3x]", "we"),
    ("verified", "y", f"{START}yq[dw#z&]", "w"),
    ("finished", "G", "wxG[^NZLEMPHCFSYQ/ib<?]{0,8}o$", "e"),
    ("passing", "<", f"{START}[Z0]a?<[wk]{{1,2}}[aov]*(?:$|[q,])", ""),
    ("finished", "o", "[wki]x[av]*[wDgV]{1,2}o(?![eo])", "we"),
    ("finished", "c%", "[ez]x[aw\\]gDV]&[aov]*[c%](?![Bw])", "g"),
    ("passing", "g", f"{START}gt$", ""),
    ("fixed", "i", "FN[aov]*i[aov]*[o@]$", "e"),
    ("fixed", "Z", "[eaw]xZo$", ""),
    ("passing", "p", f"{START}p[av][qt&aov]{{0,6}}$", ""),
    ("fixed", "@", "F?N[aovxedwnkIb]{0,6}[ib<][aovqdewtk]{0,3}@", "e"),
    ("finished", "fhcp", f"{START}z[aov]*[fhcp](?:$|[oqv])", ""),
    ("finished", "#", "#w?N#", "we"),
    ("passing", "b", "[Z0]lb(?![wtkb])", ""),
    ("fixed", "f", "^d?[wtkbJ]{1,3}f(?:$|qd)", ""),
    ("finished", "o", "axo[da#]?[wtk]", "we"),
    (
        "finished",
        "v",
        "^[&KUa,]*[wtkbJ]{1,3}(?:q[wtkdJ]{1,3})?x[aov]*[DVw]{1,2}v(?:$|q)|&[wtk]{2,3}v{1,2}$|^[tkw]{1,2}q[wJtk]xv$|^zwv$",
        "we",
    ),
    ("passing", "p", "^d?[wk]{0,2}kp[aov]*q", ""),
    ("passing", "g", "^[wk]{0,2}kg$", ""),
    ("finished", "l", "^l[av]{1,3}$", ""),
    ("finished", "c", "^[&aK,]*e[aov]*c(?:$|v|q#w)", ""),
    ("finished", "hc%", "^[tk]#[hc%]$", ""),
    ("finished", "V", "[wkt]Vq#wn#w", "we"),
    ("finished", "z", f"[Ae]xz{ADVERBS}[fhc>]", ""),
    ("finished", "chp", "^d?k[nq]d?[wJtk]{1,2}[chp]$", ""),
    ("passing", "0", "^0t?[<i]$", ""),
    ("verified", "u", "^d[wk]{1,2}xu(?:$|qJ)", "w"),
    ("finished", "o", "^&d?[wtk]{1,3}o$|Y[^NZLEMPHCFSQU/]{1,8}&o[wlxr]", "we"),
    ("fixed", "Ŋ", "^[&KUa,]*[dezwtkA][^NZLEMPHCFSYQUG/]{1,9}Ŋ", "we"),
    ("fixed", "f", "<w?~xf", "e"),
    ("fixed", "m", "^d[i<][wk]?x[aov]*m", ""),
    ("verified", "y", f"(?:Ix?{ADVERBS}yA|^yx)[aov]*[ZE]?[^NZLEMPHCFSYQUib<:/]{{2,12}}(?<!q)$", "w"),
    ("fixed", "j", "[bi<][aov]*j[aov]*(?:$|q)", "e"),
    ("finished", "Vc", "^a?[wtk#]{1,3}[Vc](?:[nqZ][dw#tk]{0,4})?$", "wV"),
    ("fixed", "s", f"I{ADVERBS}s(?![nx])", "e"),
    ("fixed", "L", "Lw[ib<]", "e"),
    ("fixed", "L", "Lxd?b", "e"),
    ("finished", "#", "x#w?[av]*o", "e"),
    ("finished", "o", "^[&Ka,]*o(?:e|d[wtk]{1,2})x?a?[DVw](?![x])", "we"),
    ("finished", "z", "z[aovqdwetIkVD]{0,4}xq[de]?k", ""),
    ("finished", "c%h", "^G[wtk]{0,2}[c%h]$", ""),
    ("finished", "Vcf", "^z[wtkb]{1,2}[Vcf](?:$|q)", "wV"),
    ("passing", "p", "[kwl]px#", "n"),
    ("finished", "ƒ", "[#‰][wa]{0,2}ƒ", "we"),
    ("fixed", "L", "^G[wdtk]{0,3}La?w", "we"),
    ("verified", "yu", "^[wtkb]{1,2}[yu]$", ""),
    ("verified", "u", f"z[wtkb]{{1,2}}x{ADVERBS}u(?![nB])", "w"),
    ("passing", "Z", "^Z[dwtk]{1,3}[xl]d?b", ""),
    (
        "fixed",
        "@",
        "xN[aov]*[D<][aov]*@|(?<=[wkbetA])xN[aov]*[wq][dwkbqn]{0,4}@|xZ[wtkb]{1,3}@|(?<=[wkt])xNF[wdk]{1,3}@|^E[qdwtk]{1,4}@$|^EF[^NZLEMPHCFSYQ/]{1,8}@",
        "e",
    ),
    ("fixed", "L", "(?<!A)xL[aov]*[D<wq]|[wkeGtJIAz{]L[aov]*(?:[wVD]|x(?![GpgrclR]))", "e"),
    ("passing", "g", "<kx[aov]*g", ""),
    ("finished", "{", "{x?:[aov]*[zE]", ""),
    (
        "finished",
        "o",
        "^[&KUa,]*(?:[dezA]|ax|d[<G]|I(?=a?w)|[wtkG](?![de]))(?:[^NZLEMPHCFSYQGUA/ib<?]|(?<!x)(?<!x[ao])G){2,12}(?:(?<!o)o(?:$|[qB])|(?<![DVo])oo[qB])|^d?b[wtk]{0,2}x[aov]*[DVΞ][^NZLEMPHCFSYQGUA/ib<?]{1,7}o$",
        "we",
    ),
    ("finished", "D", f"[wtkez][aovq]{{0,3}}xx{ADVERBS}D(?![UBx])(?!.*[UY])", "w"),
    ("finished", "V", "#[wtk]V$", "w"),
    ("finished", "k", "kxq$", ""),
    ("passing", "g", f"{START}Ixg$", ""),
    ("fixed", "L", "IFL[aovdewkn]{1,5}[bi<]", "e"),
    ("fixed", "N", "FN[aovdewkA]{1,5}b(?:oo|@)", ""),
    ("finished", "o", "(?<!b)xoa?[DV#](?!B?n)|(?<![bIA])xo(?:d[wk]|q[wkd]|‰)", "we"),
    ("fixed", "L", f"b{BETWEEN}L[aov]*[DlrVw]", "e"),
    ("finished", "V", f"{{x{ADVERBS}V$", "wV"),
    ("finished", "V", "^[tk]{1,2}V$", "wV"),
    ("finished", "V", f"z[aovqdwetIkbn~]{{0,8}}xx?{ADVERBS}V(?!B)", "wV"),
    ("verified", "k", "Ix?[aov]*yA[^NZLEMPHCFSYQ/]{1,8}k$", "w"),
    ("finished", "Ξ", "^[^UAQNZEbYCHMPFSL/]{0,9}x[aov]*Ξ", "wV"),
    ("finished", "g", "x[DVcf]&g", "e"),
    ("finished", "r", "or(?![nG])", ""),
    ("verified", "y", "Ix?[aov]*ydk(?:$|[qB])", "w"),
    ("finished", "VcD", "^d[wtk]{1,2}x[DVcu]&[aov]*[cVDu](?:$|n|q[^d])", "w"),
    ("finished", "DV", "x[DV]o(?:$|q)", "we"),
    ("finished", "G", "xq&G", ""),
    ("finished", "l", "[we]t&[lr]", ""),
    ("finished", "v", "&xv", ""),
    ("passing", "E", "t[aov]*x?[wq]?E$", ""),
    ("passing", "=", "=[Oa]{0,2}[dkwt{]{0,2}[cfp]$", ""),
    ("fixed", "@", "FN[aovxedwnki]{0,6}[ib<][aovqdew]{0,3}@", "e"),
)

TABLES = made(globals())
