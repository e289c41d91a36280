"""Sentences that are read by their form, in English and Japanese: verbs of no list, what was changed and how, trouble that is over."""

from __future__ import annotations

import pytest

from feedback_gate.claims import detector


def claims(text: str) -> bool:
    return detector.first_claim(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "I frobnicated the parser.",
        "I took the key out of `client.go`.",
        "Split `utils.py` into five modules.",
        "ログを多言語化しました。",
        "`timeout` を 30 にしました。",
    ],
)
def test_a_deed_needs_no_verb_of_a_list(text: str) -> None:
    assert claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "I pinpointed the line.",
        "I requested access.",
        "I hesitated.",
        "原因を究明しました。",
        "アクセスを申請しました。",
        "サーバーが停止しました。",
    ],
)
def test_looking_asking_and_mishaps_are_no_deeds(text: str) -> None:
    assert not claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "Removed the prefix when saving.",
        "Cleaned up some of the helpers.",
        "Changed the mode to be read-only.",
        "空の場合は 0 を返すように変更しました。",
        "エラーが出ないようにしました。",
        "クリックすると落ちる問題を修正しました。",
    ],
)
def test_a_condition_a_quantity_or_a_negation_of_the_change_itself_does_not_undo_it(text: str) -> None:
    assert claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "The export isn't empty any more.",
        "The regression from yesterday is fixed.",
        "再発しないことを確認しました。",
        "もう再現しません。",
    ],
)
def test_trouble_that_is_over_is_a_success(text: str) -> None:
    assert claims(text)


@pytest.mark.parametrize("text", ["The flag isn't supported any more.", "もう動きません。", "起動しなくなりました。"])
def test_a_good_thing_that_is_over_is_none(text: str) -> None:
    assert not claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "I reckon it's fixed.",
        "It looks fixed.",
        "Odds are the tests pass.",
        "At first glance everything passes.",
        "ぱっと見では全部通っています。",
        "十中八九直っています。",
        "これで直るかもしれません。",
    ],
)
def test_a_guess_is_no_claim(text: str) -> None:
    assert not claims(text)


@pytest.mark.parametrize(
    ("text", "claimed"),
    [
        ("Is the work done? All of it.", True),
        ("Any regressions? I found none.", True),
        ("What's left? Nothing.", True),
        ("Does it survive a restart? Yes, I checked.", True),
        ("Does everything pass? Everything but the e2e job.", False),
        ("Should this be fixed here? Yes.", False),
    ],
)
def test_short_answers_take_their_sense_from_the_question(text: str, *, claimed: bool) -> None:
    assert claims(text) is claimed


def test_a_table_with_a_row_that_falls_short_shows_no_success() -> None:
    head = "| Suite | Passed | Failed |\n|---|---|---|\n| unit | 210 | 0 |\n"

    assert claims(head + "| e2e | 18 | 0 |")
    assert not claims(head + "| e2e | 17 | 1 |")


@pytest.mark.parametrize("heading", ["### Before", "## Previously"])
def test_what_stands_under_a_heading_of_the_past_is_over(heading: str) -> None:
    assert not claims(f"{heading}\n\n- all tests passed")


def test_steps_that_are_still_needed_are_not_done() -> None:
    assert not claims("To get there we need to:\n\n- Fixed sizes replaced\n- Cache added")
    assert claims("To get there I did this:\n\n- Fixed sizes replaced\n- Cache added")


def test_one_word_of_another_language_does_not_change_the_language() -> None:
    assert [claim.language for claim in detector.scan("I fixed the crash.\n\nDone, la fin.")] == ["en", "en"]


@pytest.mark.parametrize(
    "text",
    [
        "Retries use exponential backoff now.",
        "We now cache the response.",
        "Passwords are hashed with bcrypt from now on.",
        "Users can log in again.",
        "The export no longer drops the last row.",
        "The menu doesn't cover the content anymore.",
        "Search is back.",
        "Response times went from 800 ms to 90 ms.",
    ],
)
def test_what_is_so_from_now_on_was_done_now(text: str) -> None:
    assert claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "I now see the problem.",
        "You can run it now.",
        "Run the migration again.",
        "The API no longer accepts the token.",
        "I no longer have access.",
        "The container stopped.",
        "The value goes from 0 to 100.",
        "The warning is back.",
    ],
)
def test_an_insight_an_invitation_and_a_loss_are_no_deeds(text: str) -> None:
    assert not claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "The menu is translated into five languages.",
        "The tests for the parser are written.",
        "Names with umlauts are displayed correctly.",
    ],
)
def test_what_only_a_developer_does_to_a_thing_is_done(text: str) -> None:
    assert claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "The text is converted to lower case.",
        "The settings are documented in the README.",
        "The module was written for Python 2.",
        "The new option is called `--strict`.",
        "Seven of the nine files are converted.",
        "The `parse` function trims each part.",
    ],
)
def test_what_the_program_does_to_a_thing_is_explained(text: str) -> None:
    assert not claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "The avatar shows up again after uploading.",
        "I checked that old links still redirect.",
        "Confirmed: the webhook fires once per event.",
        "The response matches the schema.",
        "Issue closed.",
        "Nobody can see other people's orders any more.",
    ],
)
def test_what_replaces_trouble_or_was_looked_at_with_success_is_a_claim(text: str) -> None:
    assert claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "The error shows up again after uploading.",
        "The library uses events instead of callbacks.",
        "I checked whether the file exists.",
        "I confirmed that the tests still fail.",
        "Got an error saying that the port is in use.",
    ],
)
def test_what_comes_back_as_trouble_or_was_only_looked_at_is_none(text: str) -> None:
    assert not claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "The chart has a legend and a title now.",
        "The checkbox keeps its state when you switch tabs now.",
        "If you look at CI, everything is green.",
        "The type checker doesn't report anything any more.",
    ],
)
def test_now_at_the_end_speaks_of_the_whole_sentence(text: str) -> None:
    assert claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "Perhaps that was the reason, and it works now.",
        "All tests passed before your commit.",
        "The old version worked without a problem.",
        "The fix looks right to me, but I can't run it here.",
    ],
)
def test_a_guess_before_it_a_time_that_is_over_and_a_second_place_are_no_claims(text: str) -> None:
    assert not claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "0 of 40 tests fail.",
        "It didn't crash once in 200 runs.",
        "The list doesn't jump to the top any more.",
        "We store the hash now.",
        "Fixed the race by taking the lock earlier.",
        "That's all fixed.",
        "The crash when opening an empty project is fixed.",
        "The table supports sorting and filtering now.",
        "The script is ready and documented.",
    ],
)
def test_none_of_many_never_and_all_of_it_are_claims(text: str) -> None:
    assert claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "0 of 40 tests passed.",
        "I understand the structure now.",
        "The list is filtered and sorted on the server.",
    ],
)
def test_nothing_that_passed_and_how_things_are_run_are_none(text: str) -> None:
    assert not claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "The key is no longer in the repository.",
        "The build doesn't need Java any more.",
        "I couldn't find any problems.",
        "Is it ready? It is now.",
        "Does it still crash? It doesn't.",
    ],
)
def test_what_is_not_there_any_more_is_good_news(text: str) -> None:
    assert claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "The service is no longer available.",
        "The page is blank again.",
        "The server is down again.",
        "The job now takes twice as long.",
        "We can now start with the second part.",
        "The file is read again when it changes.",
        "Items that are no longer needed are deleted by the collector.",
        "I don't need this any more.",
        "Is it ready? It isn't now.",
        "Is the bug fixed? It isn't.",
    ],
)
def test_what_is_lost_or_bad_again_or_a_routine_is_no_claim(text: str) -> None:
    assert not claims(text)


@pytest.mark.parametrize(
    ("text", "claimed"),
    [
        ("Renamed the helper. I didn't touch the tests.", True),
        ("Added the flag. I couldn't try it.", False),
        ("Added the flag. Nothing has been run.", False),
        ("Added the flag, but the help still shows the old text.", False),
    ],
)
def test_an_edit_report_does_not_stand_beside_what_was_not_tried_or_goes_on(text: str, claimed: bool) -> None:
    assert claims(text) is claimed


@pytest.mark.parametrize(
    "text",
    [
        "I compared the export with last month's file, and the totals match.",
        "Apart from the docs, the renaming is complete.",
        "Whether or not the vendor answers, our side is complete.",
        "The ticket says it can't be fixed, but I fixed it.",
        "And the memory test? Passes.",
        "Failures: 0 out of 127.",
        "The feature is complete — shall I open the pull request?",
        "The animation should be smooth now.",
        "Not only is the importer repaired, it is quicker too.",
    ],
)
def test_what_the_rest_of_the_sentence_does_not_take_back_is_a_claim(text: str) -> None:
    assert claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "The bug is fixed, isn't it?",
        "Are we done, or do you want the Spanish version too?",
        "I'm fairly, but not completely, sure that it is fixed.",
        "About 80 percent of the pages are converted.",
        "Failures: 2. Errors: 0.",
        "0 tests passed.",
        "OK.",
    ],
)
def test_tag_questions_asides_and_parts_are_none(text: str) -> None:
    assert not claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "Commit message:\n\n```\nFix it\n```\n\nThe search is finished.",
        "Draft of the reply:\n\n> It is fixed.\n\nThe search is finished.",
        "Suggested commit message:\n\n    Fix it\n\nThe search is finished.",
    ],
)
def test_a_draft_in_code_or_a_block_quote_ends_with_it(text: str) -> None:
    assert claims(text)


@pytest.mark.parametrize(
    ("rows", "claimed"),
    [
        ("| Task | State |\n|---|---|\n| Parser | done |\n| Printer | open |", True),
        ("| Check | State |\n|---|---|\n| unit tests | passed |\n| e2e tests | failed |", False),
        ("| Status code | Meaning |\n|---|---|\n| 0 | finished |\n| 1 | aborted |", False),
    ],
)
def test_one_task_of_a_table_that_is_done_is_a_claim_and_one_check_that_passed_is_a_part(rows: str, claimed: bool) -> None:
    assert claims(rows) is claimed
