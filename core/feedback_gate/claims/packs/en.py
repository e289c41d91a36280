"""English: words by class (see lexing) and what English adds to the shared grammar.

Longer than other modules because it is a list of words.

Letters of its own, which REWRITES turn into others by what stands beside them:
    β because        Ċ apart from    ć can, λ "can … now"    Δ this        ε even if       ğ went from    ħ perhaps    ĭ shows up    ι looked, compared: no deed
    π in place       ρ the right     ŗ reports, writes       ß back, live  ś still         Š should       τ when, once  θ turned
    χ was, were      Ẃ whether       Ż no more               ζ every, each ψ Ψ ϕ set, took, split: a deed after "I" or where it opens the line
    ý translated, merged: what a developer does, Ξ when it was done to something
"""

from __future__ import annotations

from feedback_gate.claims.grammar import ADVERBS, SHARED, START
from feedback_gate.claims.tables import made

SPACED = True
NEGATION = "right"
JOINED = "tbkgvu"
FINAL = False
VARIANTS: dict[int, str] = {}
SUFFIXES = (("n't", "N"), ("ing", "G"), ("ed", "D"), ("ly", "a"), ("'s", "x"))

REWRITES = (
    # "I'm fairly, but not completely, sure that …"
    (r"(?<=M),K[aNv]{1,3},", "a"),
    # "Apart from the docs, the renaming is complete"
    (r"(?:^|(?<=[.;]))Ċ(?=[^.?ib<#]*,)", "a"),
    ("Ċ", "C"),
    # "0 tests passed"
    (r"0(?=[wtk]{1,2}[aovx]*[pg])", "Z"),
    # "this release"
    (r"Δ(?=[wtkb])", "d"),
    ("Δ", "e"),
    # "Perhaps that was it, and it works now" · "it is perhaps done"
    (r"(?:^|(?<=[.;:]))ħ", "M"),
    ("ħ", "H"),
    # "Whether or not the vendor answers, our side is complete"
    (r"(?:^|(?<=[.;:]))Ẃ(?=[^.?;]*,)", "a"),
    ("Ẃ", "C"),
    # "the mutex I added only narrows …": describes the mutex
    (r"(?<=d[wtk])I[VψΨϕ](?=[aovH]*[wlrpix])", "a"),
    # "There is no test left that doesn't pass"
    (r"Z[wtk]{1,2}a?Ax?N[aov]*[prg]", "1"),
    # "The feature is in."
    (r"(?<=[wkt]x)q(?=[.&]|$)", "c"),
    # "every commit is built" is a rule, "every file has been built" a report
    (r"ζ(?=[wtbkqd]{1,4}x[aov]*[VDuc])", "S"),
    (r"(?<=[qnBwl&])ζ", "d"),
    ("ζ", "z"),
    # "even if the tests pass, …" is a condition, "works even if …" is not
    (r"(?:^|(?<=[.;:]))ε", "C"),
    ("ε", "a"),
    # "No more duplicate rows."
    (r"(?:^|(?<=[.;]))Ż(?=[wtk<D]{1,3}(?:[.,q]|$))", "2"),
    ("Ż", "Z"),
    # "14 → 0" · "❌ 0 failed"
    (r"#[-n](?=0)|X(?=0)", "a"),
    # "the nested loops", "the breaks": nouns
    (r"(?<=d)i|(?<=d[Dι])i", "w"),
    # "…, but the event still fires" · "the build still passes"
    (r"(?:(?<=K)|(?<=K[dwtkeb])|(?<=K[dwtkeb]{2})|(?<=K[dwtkeb]{3}))ś(?![aov]*[prgl>cf])|(?<=x)ś(?=[DV<])", "i"),
    ("ś", "a"),
    # "The animation should be smooth now"
    (r"(?<=[wtkbezAG])Š(?=o|[aov]*[lr][aov]*v|[^.,;:?NZLEMPHCFSYQU]{1,8}o(?:[.,;]|$))", "5"),
    ("Š", "F"),
    # "the watchdog didn't trigger once"
    (r"(?<=x)N[wib]τ(?=[.,;q]|$)", "m"),
    # "the error shows up again", "the order shows up in the list"
    (r"(?<=b)ĭ", "i"),
    ("ĭ", "w"),
    # "80 % of the warnings"
    ("‰(?=O)", "H"),
    # "Set the limit to 200 and turned on pooling"
    (r"(?:^|(?<=[.]))[ψϕ](?=[^.?NZF]{1,16}&[VD])|^[ψϕ](?=[dwtkD#()]{1,8}n)", "V"),
    # "now writes JSON", "is as slow as before"
    (r"(?<=[wtk]o)[Sŗ]|(?<=[qdOn#N])ŗ", "w"),
    ("ŗ", "S"),
    # "Turned the handlers into one"
    (r"(?:(?<=I)|(?<=Ix)|(?<=Ia)|(?<=^)|(?<=[.&]))θ(?=[d#e][^.]{0,8}n)", "V"),
    ("θ", "x"),
    # "I hoisted the constant", "I have set …": whatever the agent did that was not looking into something
    (r"(?:(?<=I)|(?<=Ix)|(?<=Ia)|(?<=Ixa)|(?<=Io))[ψΨϕ](?![xFN.,;:]|$)", "V"),
    (r"[ψΨϕ]", "w"),
    (r"(?:(?<=I)|(?<=Ix)|(?<=Ia)|(?<=Ixa)|(?<=Io)|(?<=^)|(?<=[.&]))D(?=[d#ez])", "V"),
    # "is translated into German" is a developer's deed, "is converted to a number" the program's
    (r"(?:(?<=[wtkGeb]x)|(?<=[wtkGeb]xo))ý(?!B|n[^#z]|q[dtkeρ])", "Ξ"),
    ("ý", "V"),
    # "the function was renamed."
    (r"(?<=χ)V(?=[.,;:&]|$|[qn][dwtkG])", "Ξ"),
    ("χ", "x"),
    # "the guard is in place"
    (r"(?<=[xo])π|(?<=xz)π", "c"),
    ("π", "a"),
    # "prints the right version" is praise, "the right version" alone is not
    (r"(?:(?<=[wrlp])|(?<=[wrlp]q))ρ[wtk#$]{1,2}", "v"),
    ("ρ", "d"),
    # "passes because …" explains
    (r"[pr](?=β)", "w"),
    ("β", "U"),
    # "search is back", "it's live"
    (r"(?<=[wkGte]x)ß(?=[.,;&]|$)", "c"),
    ("ß", "w"),
    # "Once I removed the file, everything passed"
    (r"τ(?=I[xaov]{0,2}[VDfcur][^.?FP]{0,40}(?:[.?]|$))", "a"),
    ("τ", "C"),
    ("ι", "D"),
    # "the tests that used to fail now pass": the relative clause describes the tests
    (r"(?<=[tbkwze])[AU][xaovY]{0,3}[i<][_YaoqdU#w]{0,3}(?=[aov]*[xpo])", "a"),
    # "the crash you reported yesterday is fixed", "the bug from last week is gone"
    (r"(?<=[aDV<q])Y(?=x{1,2}[aov]*[fmchpg])", "a"),
    # "You can upload larger files now", "users can log in again"
    (r"(?<=[wktze])ć(?=a?[wVlrDkt3sx][^.?;:,NZLEMPHCFSYQAU&]{0,9}o)", "λ"),
    ("ć", "F"),
    # "went from 800 ms to 90 ms"
    (r"(?:(?<=b)|(?<=b[wk]))ğ(?![#‰][^.]{0,3}n0)", "w"),
    (r"ğ(?=[#0‰][^.]{0,3}n[#0‰])", "3"),
    ("ğ", "x"),
    # "The checkbox keeps its state when you switch tabs now."
    (r"(?:^|(?<=[.;]))(?:[dez]|w(?![de]))[^.?;:NZLEMPHFSYQUC_ib<I]{2,9}C[^.?;:,NZLEMPHFSYQC]{2,8}o(?=[.]|$)", "3"),
)

WORDS = (
    (
        "Nu",
        "haven't_been_able_to_ have_not_been_able_to_ wasn't_able_to_ was_not_able_to_ not_able_to_ unable_to_",
        "run test try verify check build reproduce start deploy",
    ),
    (
        "a",
        "didn't_ did_not_ haven't_ have_not_",
        "touch touched change changed alter altered modify modified break broken remove removed rename renamed",
    ),
    ("xNp", "isn't_ aren't_ wasn't_ weren't_", "supported available maintained accessible reachable compatible possible"),
    ("3", "here's_the_ here_is_the_", "finished fixed updated corrected complete working refactored rewritten"),
    ("FNu", "can't_ couldn't_ could_not_ cannot_", "try verify check build reproduce"),
    (
        "i",
        "keep_ keeps_ kept_",
        "freezing crashing failing happening breaking hanging flickering coming_back reappearing dropping timing_out",
    ),
    (
        "M",
        "might_ may_ could_ might_well_ may_well_ could_well_",
        "stop prevent avoid cure explain cause reduce remove cut lower",
    ),
    ("exc", "it's_", "there_, there_. there_:"),
    ("x<", "is_ are_ is_now_ are_now_", "blank offline unreachable unavailable unresponsive slower worse"),
    ("M", "looks_ look_ sounds_ sound_ feels_ seems_", "fixed done finished complete completed resolved solved stable"),
    ("a", "if_you_ if_you'd_ unless_you_ unless_you'd_", "want want_to like like_to prefer need"),
    ("xZ", "haven't_ hasn't_ didn't_ have_not_", "seen_a_single seen_any see_a_single see_any find_a_single had_a_single"),
    ("xZ", "isn't_ aren't_ wasn't_ weren't_", "a_single any_single"),
    ("i", "run_ runs_ fire_ fires_ sent_ shown_ called_ executed_ charged_ printed_ rendered_", "twice"),
    (
        "#",
        """
            dozen eight eighteen eighty eleven fifteen fifty five forty four fourteen hundred nine nineteen ninety
            seven seventeen seventy six sixteen sixty ten thirteen thirty thousand three twelve twenty two
        """,
    ),
    ("#i", "one_failed one_fails"),
    (
        "$",
        """
            outcome result results state status verdict code_exits exit_code exit_status exited_with exits_with_code
            result_column result_outcome return_code status_result
        """,
    ),
    ("%", "complete in_sync up_to_date"),
    ("&", "& + and or plus"),
    ("&V", "and_put_it and_set"),
    ("*", "successfully with_success"),
    ("+", "ok okay"),
    (",K", ",_yet"),
    ("0", "zero"),
    (
        "1",
        """
            all_clear assertions_hold builds_again builds_cleanly builds_fine builds_now builds_successfully
            console_is_quiet couldn't_find_a_single_failing exit_0 exit_cleanly exited_0 exited_cleanly exits_0
            exits_cleanly exits_with_0 flying_colors flying_colours invariants_hold nothing_to_complain_about
            tests_confirm_it tests_match zero_diff zero_diffs
        """,
    ),
    (
        "2",
        """
            bug_closed can_no_longer_be_reproduced can_no_longer_reproduce does_the_trick fix_works got_it_to_work
            hole_is_closed issue_closed no_longer_a_problem no_longer_an_issue no_longer_depend no_longer_depends
            no_longer_need no_longer_needs no_longer_possible no_longer_relies no_longer_reproduce
            no_longer_reproducible no_longer_requires problem_solved there's_no_longer ticket_closed
            vulnerability_is_closed
        """,
    ),
    (
        "3",
        """
            lgtm all_fine all_good all_set all_systems_go app_is_running bundle_builds check_out checks_out
            consider_it_done crate_builds docs_build everything's_fine example_builds fully_functional
            fully_operational fully_working good_to_go image_builds in_working_order is_successful
            isn't_anything_left_to job_done look_good look_right looks_good looks_right mission_accomplished
            nothing_else_is_pending nothing_left_on nothing_left_to nothing_remains over_the_line package_builds
            pr_is_open pr_is_up pr_opened ready_for_you server_is_running ship_it site_builds that's_a_wrap
            that_completes that_concludes that_wraps_it_up this_completes this_concludes up_and_running was_successful
            we're_good were_successful works_like_a_charm you're_set
        """,
    ),
    (
        "4",
        """
            add_up adds_up checksum_matches checksums_match counts_match hashes_match looks_the_same match_exactly
            match_your matches_exactly matches_the_schema matches_the_spec matches_your numbers_match
            output_is_identical output_matches outputs_match results_match they're_right they_are_right they_match
        """,
    ),
    (
        "5",
        """
            should_address should_be_fixed should_be_working should_cover should_do should_fix should_pass
            should_resolve should_solve should_work
        """,
    ),
    (
        "<",
        """
            blurry broken corrupted dead failed failing flaky garbled incomplete laggy misaligned once-failing slow
            sluggish stuck unfinished unfixed unresolved wrong crashing_on formerly_failing previously_broken
            previously_failing previously_flaky
        """,
    ),
    (">", "functional functioning operational working"),
    ("@", "anymore any_longer any_more"),
    ("[", "nah nope"),
    ("]", "absolutely affirmative correct exactly yeah yep yes yup"),
    ("_", "after following"),
    ("_Y", "before prior_to"),
    ("A", "that"),
    (
        "a",
        """
            actually already alright also altogether always anyway anywhere bingo boom certainly completely
            consistently currently definitely either end entirely even everywhere excellent finally first found fully
            great happily here hooray in-place indeed just last left likewise locally long next nice nicely note
            overall perfect phew previous raised really regardless remaining reported right second so sure tada thanks
            then there third today together too total twice voila voilà whatsoever whew woohoo yay yet again_and_again
            along_the_way as_the_log_says as_well at_all at_last at_once at_the_moment before_and_after beyond_doubt
            both_times by_now contrary_to_what_i_said_earlier each_time even_when even_with even_without every_time
            exactly_once for_now good_news happy_to_say however_many i'm_certain i'm_glad_to_report
            i'm_happy_to_report i_can_say_with_certainty_that if_you're_wondering if_you_look_at if_you_were_wondering
            if_you_wonder in_case_you're_wondering in_case_you_wonder in_full in_passing in_total in_turn no_doubt
            not_just not_only of_course once_a_day once_per only_once only_then should_you_want_to_check
            should_you_want_to_see_it since_friday since_last since_monday since_the_last since_then since_yesterday
            successfully_and three_times unlike_the_old_version when_i_ran when_i_run when_rerun when_run when_running
            when_tested without_a_doubt without_any_doubt without_doubt you'll_be_glad_to_hear you_can_see_that
        """,
    ),
    ("Ax", "that's thats"),
    ("ax", "there's"),
    ("B", "as by using"),
    (
        "b",
        """
            404s 4xx 4xxs 500s 502s 503s 5xx 5xxs blocker blockers breakage bug bugs complaint complaints conflict
            conflicts crash crashed deadlock defect defects deviations diagnostics differences difficulties difficulty
            discrepancies discrepancy drama drift error errors exception exceptions failure failures fault faults
            findings flake flakes freeze glitch glitches hang hiccup hiccups hitches inconsistencies inconsistency
            issue issues leak leaks leftovers mismatch mismatches misspelling mistake mistakes oddities offenses
            oversight problem problems quirks race races regression regressions rejections segfault snag snags
            surprise surprises timeouts trouble troubles typo typos violation violations vulnerabilities vulnerability
            warning warnings 500_responses 5xx_responses anything_left anything_missing anything_open
            anything_outstanding anything_remaining error_responses loose_ends memory_leak open_ends open_points
            race_condition race_conditions regression_failures side_effect side_effects tests_ignored tests_skipped
        """,
    ),
    (
        "C",
        """
            assuming depending except excluding if otherwise provided providing till unless until as_long_as
            except_when given_that had_i had_it had_the had_we in_case in_strict_mode in_that_mode in_the_event_of
            in_the_event_that in_this_mode on_condition only_if only_when should_you so_long_as the_moment were_it
            were_the where_possible with_that_flag with_that_option with_that_setting with_this_flag with_this_option
            with_this_setting
        """,
    ),
    (
        "c",
        """
            accomplished committed completed delivered deployed feature-complete finalised finalized finished
            fulfilled implemented landed launched met migrated ported productionized published pushed released
            satisfied shipped checked_in checked_off closed_out code_complete done_implementing feature_complete
            finished_implementing finished_up live_now opened_pr rolled_out tied_up wired_in wrapped_up
        """,
    ),
    ("ca", "committed_as deployed_as published_as released_as shipped_as tagged_as"),
    ("D", "narrowed_down pulled_latest pulled_main pulled_your"),
    (
        "d",
        """
            a an another her his its my our such the their your a_single any_single the_following the_others the_rest
        """,
    ),
    ("dk", "this_branch this_change this_commit this_diff this_mr this_patch this_pr this_update"),
    ("E", "nobody nothing no_one"),
    ("e", "it them these they things those what_used_to what_was_broken"),
    ("er", "it_builds it_compiles it_runs"),
    ("ex", "it's it’s these're they're theyre this's"),
    (
        "F",
        """
            'll attempting awaiting being could gonna halfway i'd i'll intend intends it'll let's lets make may might
            must need needing needs ongoing ought pending planning plans please shall that'll they'll tries try trying
            underway we'd we'll will wip would you'll about_to about_to_be attempt_to due_to_be expected_to going_to
            had_to half_way has_to have_to i_should in_progress keep_going left_to let_me on_track one_should
            remain_to remaining_to remains_to rerun_until still_to supposed_to they_should to_be to_become to_complete
            to_do to_finish to_fix to_get to_have to_make to_pass to_resolve to_succeed to_work under_way waiting_for
            want_to wants_to we_should yet_to you_should
        """,
    ),
    (
        "f",
        """
            addressed bugfixed corrected cured defused eliminated fixd fixed hotfixed mended nailed patched plugged
            rectified remedied repaired resolved solved squashed un-broken unblocked unbroken all_sorted cleared_up
            dealt_with ironed_out it's_sorted put_right sorted_now sorted_out taken_care_of that's_sorted
        """,
    ),
    (
        "FN",
        """
            can't cannot cant couldn't couldnt mightn't mustn't needn't shan't shouldn't won't wont wouldn't can_not
        """,
    ),
    (
        "FNu",
        """
            can't_run can't_test cannot_run could_not_run couldn't_run couldn't_test no_chance_to_test
            no_means_to_test no_way_for_me_to no_way_of_testing no_way_of_verifying no_way_to_check no_way_to_test
            no_way_to_verify please_run_the_tests please_test
        """,
    ),
    ("F{", "aim aims plan"),
    (
        "g",
        """
            all-green clean consistent error-free flawless green happy healthy identical intact passing quiet spotless
            stable success successful valid warning-free a_success gone_green in_order turned_green went_green
        """,
    ),
    (
        "H",
        """
            almost basically essentially few half hope hopefully hoping ideally kinda largely likely many most mostly
            nearly occasionally often only partially partly potentially practically roughly several some sometimes
            somewhat sorta tentatively thirds usually virtually a_couple_of a_few a_quarter a_third about_half all_but
            as_good_as by_and_large for_none_of for_the_most_part for_the_wrong_reason for_the_wrong_reasons
            in_general in_none_of in_part just_about kind_of more_or_less much_of now_and_then on_none_of one_of
            one_third part_of per_cent_of percent_of pretty_much quite_possibly so_far sort_of three_quarters
            to_a_degree to_a_large_extent to_an_extent to_some_extent two_thirds up_to_a_point
        """,
    ),
    ("h", "done done_from_my_side"),
    ("h:", "what's_done_:"),
    ("I", "i we found_and found_it_and"),
    (
        "i",
        """
            blinks break breaks broke choke chokes choking clobbers collides complain complaining complains corrupts
            crashes crashing deadlocks disconnects double-counts double-fires fail fails flickering flickers freezes
            garbles grow grows hanging hangs happen happening happens jerks jitters lags leaking lose loses mangles
            misbehaves misbehaving occur occurred occurring occurs overflows panicking panics persist persists present
            reappears recur recurs red reproduce reproduces reproducible segfaults stalling stalls starves stutters
            surfaced swallows thrashes throw throwing throws truncates wobbles answer_500 answers_500 been_reverted
            been_rolled_back blows_up came_back_empty came_out_empty come_out_empty comes_back_empty comes_out_empty
            completed_with_errors completed_with_warnings cropped_up error_out errors_out finished_with_errors
            finished_with_warnings got_reverted loops_forever made_it_worse made_things_worse no_effect panics_out
            popped_up reloads_twice return_500 return_a_500 returning_500 returns_500 returns_a_500 reverted_it
            reverted_my still_broken still_crashes still_empty still_get still_gets still_hangs still_happens
            still_needs still_red still_returns still_says still_see still_shows still_slow still_takes still_the_same
            still_there still_there, still_uses still_wrong take_longer takes_longer takes_twice throw_a_500
            throws_a_500 time_out times_out timing_out was_reverted was_rolled_back were_reverted were_rolled_back
        """,
    ),
    ("IM", "i_know i_now_understand i_see_that i_see_the i_see_why i_understand"),
    (
        "IV",
        """
            i_cached i_cut i_disabled i_got_rid_of i_hid i_linked i_logged i_put i_raised i_reset i_set i_sorted
            i_split i_typed i_wrote we_set what_i_changed
        """,
    ),
    ("IV:", "changes_: things_changed_: what_changed_:"),
    ("Ix", "i'm i've im ive we're we've i_am i_had i_have we_are we_have"),
    (
        "IxV",
        """
            i've_built i've_cached i've_cut i've_linked i've_put i've_raised i've_redone i've_set i've_sorted
            i've_split i've_typed i've_written we've_set
        """,
    ),
    ("IY", "i_announced i_claimed i_had_said i_reported i_said i_stated i_told_you i_wrote_that"),
    ("Iy", "i_can_confirm i_made_sure"),
    (
        "J",
        """
            demo download go-live handover inspection main merge merging prime production publication publish
            releasing review ship sign-off staging testing use be_deployed be_merged be_released be_reviewed
            be_shipped be_used code_review the_merge your_review
        """,
    ),
    ("j", "ceased quit stopped stops"),
    (
        "K",
        """
            albeit although but fortunately however instead luckily nevertheless nonetheless though unfortunately
            even_though except_that
        """,
    ),
    (
        "k",
        """
            adjustment branch bugfix change changelog changes clean-up cleanup commit conversion correction deploy
            deployment docs documentation edit edits feature features fix hotfix implementation installation
            integration item items job jobs migration migrations milestone mr part parts patch phase port pr prs
            readme refactor refactoring refactorings release rename rewrite rollout set-up setup step steps stories
            story task tasks ticket tickets tweak update updates upgrade work workaround merge_request pull_request
            pull_requests release_note release_notes
        """,
    ),
    ("L", "no_longer not_anymore"),
    (
        "l",
        """
            authenticates boots compile completes connect connects display displays executes finishes imports installs
            launches load loaded loads open opens parses ran render rendered renders respond responds resumes run runs
            scrolls start started starts validates builds_up came_through come_through comes_through completed_run
            logs_in ran_through runs_through
        """,
    ),
    (
        "M",
        """
            afaik allegedly alleges arguably assume believe believed bet claimed claims conceivable conceivably
            confident convinced doubt fancy feel feels felt figure gather guess guessing hoped hopeful hunch iirc imo
            impression nominally ostensibly plausible plausibly premature presume pretends probable purportedly reckon
            seem seemingly seems soon suggest suggests suppose supposedly suspect theoretically think thought tomorrow
            uncertain unclear unsure wager wish a_feeling all_being_well all_going_well almost_certain appear_to
            appears_that appears_to appears_to_be as_best_as_i_can_tell as_best_i_can_tell as_far_as_i
            as_i_understand_it at_a_first_glance at_a_glance at_first_glance at_first_sight at_least be_surprised
            been_told best_bet by_all_appearances by_friday by_monday by_my_reading by_the_looks_of_it by_tomorrow
            can't_guarantee can't_swear can't_tell can't_vouch cannot_guarantee cannot_tell cautiously_optimistic
            chance_it chance_that chances_are chances_it could_be_fixed could_fix could_help could_resolve could_solve
            dare_say didn't_know do_not_know doesn't_know don't_know fairly_certain fairly_confident fairly_optimistic
            fairly_sure feels_like fingers_crossed for_all_i_know from_the_look_of_it from_the_looks_of_it
            from_what_i_can_tell from_what_i_gather from_what_i_hear from_what_i_see god_willing good_bet good_chance
            gut_feeling hard_to_be_sure hard_to_say hard_to_tell i'd_bet i'd_expect i'd_guess i'd_hope i'd_say
            i'd_think i'd_venture i'd_wager i'm_fairly i'm_optimistic i'm_told i_am_fairly i_hear i_hope i_imagine
            i_suspect i_trust i_wish i_would_bet i_would_expect i_would_guess i_would_hope i_would_say i_would_think
            if_i'm_not_mistaken if_i'm_reading if_i_am_not_mistaken if_i_read if_i_understand_it if_i_understood
            if_memory_serves im_told in_a_future in_all_likelihood in_all_probability in_my_estimation in_my_judgement
            in_my_judgment in_my_opinion in_my_view in_principle in_the_coming in_the_next_release in_the_next_version
            in_theory is_to_be_believed it_appears knock_on_wood knock_wood likely_that look_complete look_like
            look_right_to_me looks_as_if looks_as_though looks_complete looks_correct_to_me looks_done looks_finished
            looks_like looks_right_to_me looks_to_be may_be_enough may_be_fixed may_fix may_help may_resolve may_solve
            may_work might_be_enough might_be_fixed might_fix might_help might_resolve might_solve might_work
            my_feeling next_month next_week no_evidence no_guarantee no_idea no_indication no_proof not_100%_sure
            not_certain not_clear not_completely_sure not_confident not_convinced not_entirely_sure not_know
            not_quite_sure not_sure not_totally_sure odds_are on_my_reading on_paper on_the_face_of_it on_the_surface
            one_hopes one_would_think or_so_i or_so_i_hope or_so_i_think or_so_it_seems possible_that pretty_certain
            pretty_sure quite_certain quite_optimistic reasonably_certain reasonably_sure remains_to_be_seen
            rumor_has_it rumour_has_it safe_bet seem_to_be seemed_to_be seems_to_be so_far_as_i so_i_hope
            take_it_with_a_grain the_odds_are the_odds_say to_all_appearances to_my_knowledge to_my_mind
            to_the_best_of_my_knowledge to_the_best_of_my_understanding too_early touch_wood unless_i'm_mistaken
            unless_i_am_mistaken unless_i_missed was_told were_told who_knows with_a_bit_of_luck with_any_luck
            with_luck with_some_luck won't_swear would_not_bet wouldn't_be_surprised wouldn't_bet wouldn't_swear
            wrong_to_say you'd_think
        """,
    ),
    (
        "m",
        """
            disappeared gone vanished didn't_appear didn't_happen didn't_occur didn't_reappear out_of_the_way
            put_to_rest went_away won't_reappear won't_return
        """,
    ),
    (
        "N",
        """
            barely hardly impossible neither never nor not nowhere rarely scarcely seldom unable anything_but
            at_no_point by_no_means fail_to failed_to failing_to fails_to far_from gave_up give_up given_up instead_of
            isn't_yet little_of neither_of_which no_longer_accept no_longer_accepts no_longer_applies no_longer_find
            no_longer_finds no_longer_fits no_longer_get no_longer_gets no_longer_have no_longer_know no_longer_match
            no_longer_matches no_longer_receive no_longer_receives no_longer_recognizes no_longer_remember
            no_longer_save no_longer_saves no_longer_think no_longer_true no_longer_updates no_longer_valid not_all
            not_every not_yet nowhere_near rather_than refuses_to still_not
        """,
    ),
    ("n", "at into like onto to towards relative_to"),
    ("n#", "into_one"),
    (
        "Nu",
        """
            un-tested untested unverified didn't_run hasn't_run have_not_run haven't_run never_ran never_run
            not_been_able_to_run not_been_run not_rerun not_run not_yet_run unable_to_run wasn't_able_to_run
            wasn't_run weren't_run without_running without_testing
        """,
    ),
    ("O", "of out_of"),
    ("o", "now as_of_this_commit these_days"),
    ("oc", "now_available now_possible"),
    ("og", "back_to_green"),
    ("oo", "again once_again once_more"),
    (
        "P",
        """
            ask asks confirm confirming consider definition determine determines double-check ensure ensured ensures
            ensuring expect expecting expects goal goals guarantee guaranteeing guarantees imagine mean means
            objective pretend prove proves require required requires target validate verify verifying wait waiting
            want wants aim_is aims_to asked_if asked_whether asserts_that asserts_whether check_if check_that
            check_whether checking_that checking_whether checks_if checks_that checks_whether claim_that counts_as
            expectation_is glad_it glad_that glad_to_hear good_to_hear great_to_hear happy_to_hear i'm_glad idea_is
            it_would_be made_sure make_sure makes_sure making_sure nice_to_hear promise_that purpose_is see_if
            see_whether seeing_if so_that tell_me test_if test_whether tests_whether the_idea_is the_intention_is
            the_point_is to_claim to_say would_be
        """,
    ),
    ("p", "pass passed passes succeed succeeded succeeds go_through goes_through going_through went_through"),
    (
        "Q",
        """
            attempted how tried what whose why attempted_to how_many how_much how_to the_reason the_way tried_to
        """,
    ),
    (
        "q",
        """
            across against among behind between down during for from in inside off on out over per through under up
            upon via with within in_commit
        """,
    ),
    ("R", "ready"),
    (
        "r",
        """
            behave behaved behaves compiles worked works app_builds code_builds everything_builds everything_compiles
            held_up holds_up project_builds
        """,
    ),
    ("RnJ", "ready_to_be_merged"),
    ("ro", "is_back_to"),
    (
        "rv",
        """
            does_its_job does_the_job does_what_it_should does_what_you_described does_what_you_wanted works_both
        """,
    ),
    (
        "S",
        """
            alleged announced argued argues asserts assured assures co-worker colleague colleague's colleagues
            commented coworker coworker's coworkers insists maintainers maintains mentions posted replied said say
            says teammate teammate's teammates according_to announced_that claims_that mention_that mentioned_that
            mentions_that noted_that notes_that per_the put_it puts_it report_that reported_that stated_that tells_me
            told_me told_us user_says wrote_that you_said you_wrote
        """,
    ),
    (
        "s",
        """
            addresses corrects cures eliminates fixes remedies repairs resolves solves closes_# closes_out
            finishes_off got_rid_of rounds_off takes_care_of took_care_of wraps_up
        """,
    ),
    (
        "t",
        """
            assertion assertions benchmarks biome build builds cargo check checks ci clippy compilation compiler
            criteria criterion detekt doctest doctests e2e eslint flake8 formatter gate gates gofmt golangci-lint
            javac jest junit ktlint lint linter linters linting lints mocha mypy nox phpunit pipeline pipelines
            pre-commit precommit prettier pylint pyright pytest requirement requirements rspec ruff rustc scenario
            scenarios snapshot snapshots spec specs stylelint suite suites test tests testsuite tox tsc type-check
            type-checking type-checks typecheck typechecker typechecking typechecks unittests vitest workflow
            workflows quality_gate smoke_test static_analysis terraform_apply terraform_plan test_run test_runs
            test_suite test_suites type_check type_checker type_checking type_checks unit_tests
        """,
    ),
    ("tV", "test_covers tests_cover"),
    ("U", "hence since therefore thus where whereas whereby which while who as_it as_the so_i so_the"),
    (
        "u",
        """
            confirmed double-checked doublechecked re-tested re-verified retested sanity-checked smoke-tested
            spot-checked tested validated verified checked_it_in_the_browser double_checked
        """,
    ),
    (
        "V",
        """
            abstracted added adjusted aligned amended appended applied augmented backfilled backported bootstrapped
            built bumped capped changed cherry-picked clarified cleaned closed configured covered created decoupled
            decreased deleted disabled drafted dropped edited enabled encapsulated enriched expanded exposed extended
            folded forward-ported gated gave generalised generalized generated guarded handled hardcoded hardened hid
            hoisted improved included increased injected inserted installed introduced lengthened lifted loosened
            lowered made memoised memoized mocked modernised modified mounted moved narrowed normalised normalized
            overhauled parameterised parameterized parametrized pinned plumbed populated prepended provisioned pruned
            purged rearchitected rearranged rebuilt redefined redid redirected reduced regenerated registered relaxed
            relocated removed reordered rephrased rerouted reset restored retargeted retired reverted revised reworded
            rewrote routed sanitised sanitized scoped scrubbed seeded silenced sorted stripped stubbed styled
            subscribed substituted supplemented swapped switched tagged themed threaded transformed trimmed tweaked
            un-did undid unhid updated vendored widened wrapped wrote accounted_for appended_the broke_out broke_up
            bumped_the cached_the cleaned_out closed_the commented_out deprecated_the disabled_the escaped_the
            exported_the factored_out linked_the logged_the merged_the noted_in parameterised_the patched_in
            pointed_the pulled_out quoted_the raised_the rolled_back set_it sorted_the sped_up squashed_the swapped_in
            swapped_out switched_off switched_on threw_away threw_out took_out turned_off turned_on typed_the
        """,
    ),
    (
        "v",
        """
            beautifully cleanly correctly end-to-end fine flawlessly normally perfectly properly reliably smoothly
            well across_all across_both as_advertised as_agreed as_asked as_before as_described as_designed as_desired
            as_discussed as_expected as_intended as_it_should as_planned as_requested as_required as_specified
            as_they_should as_you_described as_you_wanted both_ways end_to_end like_clockwork to_spec without_incident
            without_issue
        """,
    ),
    (
        "w",
        """
            anything billing binding bring ceiling deprecated evening exist exists fixed-width heading king listing
            maintained mapping meeting morning padding pricing proceed rating ring setting shipping sling something
            spacing spring string thing well-known ability_to added_up are_emitted are_passed are_raised are_thrown
            argument_passed arguments_passed as_done back_online be_passed been_passed being_passed build_a check_in
            check_out_the check_your clean_up cleans_up confident_about configured_as done_callback earlier_than
            easily_fixed easily_resolved easily_solved ended_up error_handling error_message error_messages
            fail_without failed_without fails_without faster_than fewer_than fixed_amount fixed_list fixed_number
            fixed_order fixed_point fixed_price fixed_rate fixed_set fixed_size fixed_string fixed_value fixed_width
            go_ahead green_button hang_on hard_work included_below is_back_to_where is_emitted is_passed is_raised
            is_thrown lighter_than made_a_guess made_a_list made_a_mistake made_a_note made_a_plan made_an_assumption
            made_an_error made_no made_notes made_some_assumptions made_the_assumption made_two_assumptions made_up
            moved_on need_for no_longer_available no_longer_exists no_longer_maintained no_longer_supported
            no_longer_supports no_need no_point no_problem no_surprise no_wonder no_worries nothing_wrong now_believe
            now_feel now_know now_realise now_realize now_see now_think now_understand now_want older_than
            parameters_passed pass_through passed_along passed_down passed_through passes_through put_differently
            put_simply quicker_than quickly_fixed read_only resolved_from resolved_path resolved_promise run_make
            run_npm shorter_than smaller_than sorted_alphabetically sorted_by sorted_in sorted_into start_by status_of
            taken_note test_a that_way the_point_where took_note value_passed values_passed verified_account
            verified_user was_passed were_passed worked_on working_copy working_directory working_through working_tree
            works_best works_by works_like works_well_for wound_up written_by written_for written_in
        """,
    ),
    ("wd", "build_the check_the load_the open_the run_the run_this start_the test_the"),
    ("we", "run_it"),
    ("wF", "you_can"),
    ("wλ", "you_can_now"),
    ("wρ", "returns_the_expected returns_the_right"),
    (
        "x",
        """
            're 's 've am are be became become becomes been did do does get gets go goes going got has have is look
            looking looks remain remains returned returns sounds stay stays turn turns went came_back came_out
            come_back comes_back comes_out completes_with end_up ends_up exits_with finishes_with ran_with
            was_able_to_get
        """,
    ),
    ("x+", "reports_ok returned_ok returns_ok"),
    ("x<", "are_down is_down"),
    ("xc", "are_live been_merged is_live is_merged is_on_npm is_on_pypi"),
    ("xc,", "is_in_, is_out_, is_up_,"),
    ("xc.", "are_there_."),
    ("xca", "is_up_at is_up_on"),
    ("xf", "able_to_fix able_to_reproduce_and_fix"),
    ("xg", "is_flat report_success reported_success reports_success stay_flat stays_flat went_from_red_to_green"),
    ("xm", "are_history is_history is_nowhere_to_be_seen"),
    (
        "xN",
        """
            ain't aren't arent didn't didnt doesn't doesnt don't dont hadn't hasn't hasnt haven't havent isn't isnt
            wasn't wasnt weren't
        """,
    ),
    ("xv", "are_correct"),
    ("xxV", "been_raised"),
    (
        "xZ",
        """
            can't_find_any could_not_find_any couldn't_find_any did_not_find_any didn't_find_any finds_no found_no
            reported_no reports_no showed_no shows_no
        """,
    ),
    (
        "Y",
        """
            ago briefly earlier formerly had historically initially originally previously somebody someone upstream
            yesterday at_one_point at_that_point at_that_stage at_that_time at_the_time back_then before_my_change
            before_my_changes before_that before_the_change before_the_merge before_the_migration before_the_refactor
            before_the_release before_the_rewrite before_the_update before_the_upgrade before_this_change by_another
            by_somebody_else by_someone_else by_the_previous earlier_today for_a_moment for_a_while i_remember
            in_a_previous in_an_earlier in_april in_august in_december in_february in_january in_july in_june in_march
            in_may in_november in_october in_release in_september in_the_last_release in_the_old in_the_past
            in_the_previous in_those_days in_version last_friday last_monday last_month last_night last_release
            last_session last_sprint last_thursday last_time last_tuesday last_wednesday last_week last_year on_friday
            on_monday on_saturday on_sunday on_thursday on_tuesday on_wednesday once_before previous_agent
            previous_session previous_turn remember_that some_time_ago this_afternoon this_morning until_version
            up_to_version used_to years_ago years_before
        """,
    ),
    ("y", "checked"),
    ("Yk", "your_code your_implementation your_version"),
    (
        "Yw",
        """
            earlier_version old_code old_implementation old_version previous_build previous_release previous_run
            previous_version the_old_release
        """,
    ),
    ("Z", "no none without free_of none_of not_a_single not_a_thing not_one"),
    (
        "z",
        """
            all both everyone everything all_of all_of_it all_of_them each_and_every_one each_of_them every_one
            every_one_of_them every_single every_single_one every_single_one_of_them the_whole_thing
        """,
    ),
    ("zx", "all's everything's"),
    ("{:", "changelog_: release_note_: release_notes_: to_do_: todo_:"),
    (
        "~",
        """
            alias dependency domain future futures hostname path paths placeholders promise promises reference
            references symbol symbols url urls width widths module_path
        """,
    ),
    ("ß", "back live online"),
    (
        "ý",
        """
            centered centred consolidated containerized converted deduplicated dockerized documented downgraded
            extracted formatted hooked incorporated inlined integrated localised localized merged modernized optimised
            optimized polished rebased redesigned refactored reformatted renamed reorganized replaced restructured
            restyled rewired reworked rewritten scaffolded shortened simplified streamlined tidied tightened
            translated unified upgraded wired written cleaned_up hooked_up set_up tidied_up wired_up
        """,
    ),
    ("ć", "can"),
    ("Ċ", "apart_from aside_from except_for other_than"),
    ("ğ", "fell_from improved_from is_down_from shrank_from went_from"),
    ("ħ", "apparently maybe perhaps possibly presumably probably"),
    ("ĭ", "appear appears show_up shows_up"),
    ("ŗ", "reports states writes"),
    ("ś", "still"),
    ("Š", "should"),
    ("Šx", "should_be"),
    ("Ż", "no_more"),
    ("ƒ", "faster fewer leaner lighter quicker shorter smaller"),
    ("β", "because"),
    ("Δ", "this"),
    ("ε", "even_if"),
    ("ζ", "each every"),
    ("θ", "turned"),
    (
        "ι",
        """
            aborted admitted advanced affected agreed allowed analysed analyzed answered apologised apologized
            appeared appreciated asked assessed assumed attached attended avoided awaited based benchmarked blamed
            borrowed bothered browsed calculated called canceled cancelled carried caused challenged chatted clicked
            cloned collaborated collected compared complained concluded confused considered consulted contacted
            contemplated counted criticised debated debugged decided deduced deferred delayed demanded demonstrated
            denied depended described desired detailed detected diagnosed differed disagreed discovered discussed
            disliked doubted downloaded dumped embedded emphasised emphasized encountered encouraged enjoyed entered
            envisioned estimated evaluated examined exceeded exited expected experienced explained explored fetched
            figured flagged focused focussed followed gained gathered glanced grabbed grepped guaranteed guessed
            handed happened hated hesitated highlighted hinted identified ignored illustrated implied indicated
            inferred inquired inspected intended interrupted investigated invited involved judged justified killed
            learned learnt liked limited listed listened located looked loved measured mentioned messaged misread
            missed mixed monitored named navigated needed neglected negotiated nested noted noticed objected observed
            obtained offered omitted opened opted outlined overlooked owned paused perceived performed picked pinged
            pinpointed planned pondered predicted preferred prepared pressed printed proceeded profiled promised
            proposed puzzled queried questioned quoted ranked reached reacted realised realized recalled received
            recognised recognized recommended recorded referenced referred reflected refrained refused regarded
            related remarked remembered reminded repeated replicated reproduced requested researched reserved
            respected responded resulted retrieved reviewed scanned screened searched seemed selected shared shouted
            showed signalled simulated sketched skimmed skipped specified spotted stepped stressed struggled studied
            suffered suggested summarised summarized supplied supported surveyed talked tended thanked timed touched
            toured traced triggered trusted undefined underestimated unexpected unquoted unrelated unused used viewed
            visited volunteered voted waited walked wanted warned watched weighed witnessed wondered worried
            argued_with carried_out figured_out found_out logged_in tracked_down uploaded_nothing
        """,
    ),
    ("λ", "can_now"),
    ("π", "in_place"),
    ("ρ", "the_correct the_expected the_intended the_proper the_right"),
    ("τ", "once when whenever as_soon_as"),
    ("χ", "was were"),
    ("Ψ", "brought chose drew froze overrode redrew shrank shrunk spun swept taught threw took tore withdrew"),
    ("ψ", "bound chosen drawn given hidden put sent set shut taken thrown torn drawn_up"),
    ("ϕ", "cut split"),
    ("Ẃ", "whether"),
    ("≈", "agree agrees match matched matches tallies tally"),
    (
        "{",
        """
            draft example hypothetical later outstanding placeholder plan: roadmap sample suggestion template to-do
            todo todo: todos acceptance_criteria before_merging changelog_entry checklist_for commit_message
            could_read could_say could_write definition_of_done exit_criteria expected_output expected_result
            expected_results for_example for_instance how_to_test left_to_do manual_steps next_step next_steps
            not_done not_yet_done open_items open_questions open_tasks pr_description pull_request_description
            remaining_steps remaining_tasks remaining_work sample_output steps_to_verify still_missing still_open
            still_to_come success_criteria test_plan to_check to_do_list to_test to_write verification_steps
            what's_left what's_missing what_is_left what_is_missing what_remains would_read
        """,
    ),
    (
        "}",
        """
            draft_announcement draft_comment draft_email draft_for_the_customer draft_message draft_of_the_email
            draft_of_the_reply draft_post draft_reply draft_response email_draft message_you_could_send proposed_reply
            reply_draft reply_you_could_send suggested_reply suggested_response
        """,
    ),
)

CLAIMS = (
    *SHARED,
    # The redirect now goes to … · the button is now hidden
    ("finished", "o", "(?:[wtkizI]|(?<!n)e)x?a{0,4}o(?![eo])(?:[wlDVj]|x[dnq#z])", "we"),
    ("finished", "λ", "[wktze]λa?[wVlrkDtpuyfs3x]", "we"),
    # Checked on two devices · I checked that the totals match
    ("verified", "y", f"(?:Ix?{ADVERBS}yA|^yx)[aov]*[ZE]?[^NZLEMPHCFSYQUib<:/]{{2,12}}(?<!q)$", "we"),
    # 500 lines lighter, not one test lost · the export opens correctly
    ("finished", "#", "#w?N#", "we"),
    (
        "finished",
        "v",
        "^[&KUa,]*[wtkbJ]{1,3}(?:q[wtkdJ]{1,3})?x[aov]*[DVw]{1,2}v(?:$|q)|&[wtk]{2,3}v{1,2}$|^[tkw]{1,2}q[wJtk]xv$|^zwv$",
        "we",
    ),
    # It's built, with two pages
    # The warning is no longer printed · the list isn't empty any more
    (
        "fixed",
        "@",
        "xN[aov]*[D<][aov]*@|(?<=[wkbetAqG])xN[aov]*[wq][dwkbqn]{0,4}@|xZ[wtkb]{1,3}@|(?<=[wkt])xNF[wdk]{1,3}@|^E[qdwtk]{1,4}@$|^EF[^NZLEMPHCFSYQ/]{1,8}@",
        "e",
    ),
    ("fixed", "@o", "(?:F?N|[EZ])[aovxedwnkIbA]{0,6}[ib<][aovqdewtk]{0,3}(?:@|oo)", "e"),
    ("fixed", "L", "(?<!A)xL[aov]*[D<wq]|[wkeGtJIAz{]L[aov]*(?:[wVD]|x(?![GpgrclR]))", "e"),
    # Fix confirmed · docs updated · all tickets closed · the linter found nothing
    ("verified", "yu", "^d?[wtkb]{1,2}x?[yu](?:$|q)", "w"),
    ("finished", "Vcf", "^a?z?[wtkb#]{1,3}[Vcf](?:$|BG)", "wV"),
    # Not only is the importer repaired, … · neither compiler emits a warning · no broken links remain
    ("fixed", "f", f"{START}x(?:d[wtk]{{1,3}}|e)f", "e"),
    ("passing", "b", "^N[dwtk]{1,4}(?:N[dwtk]{1,4})?[wx]{1,2}d?b", "e"),
    ("passing", "E", f"t{ADVERBS}(?:x[wq]?|w)E$", ""),
    # I tested some edge cases and found no problems
    # The form asks for the phone number now · files with spaces can be uploaded again
    (
        "finished",
        "o",
        "^[&KUa,]*(?:[dezA]|ax|d[<G]|I(?=a?w)|[wtk](?![de])|G(?![deq]))(?:[^NZLEMPHCFSYQGUA/ib<?]|(?<!x)(?<!x[ao])G){2,12}(?:(?<!o)o(?:$|[qB])|(?<![DVo])oo[qB])|^d?b[wtk]{0,2}x[aov]*[DVΞ][^NZLEMPHCFSYQGUA/ib<?]{1,7}o$",
        "we",
    ),
    # The config has been split into three · the menu is translated · the branch was rebased and pushed
    ("finished", "D", f"[wtkez][aovq]{{0,3}}xx{ADVERBS}D(?![UBx])(?!.*[UY])", "w"),
    ("finished", "Ξ", "^[^UAQNZEbYCHMPFSL/]{0,9}x[aov]*Ξ", "wV"),
    ("finished", "VcD", "^d?[wtk#]{1,3}x[DVcu]&[aov]*[cVDu](?:$|n|q[^d])", "w"),
)

TABLES = made(globals())
