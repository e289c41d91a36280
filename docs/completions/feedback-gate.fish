# fish completion of feedback-gate; load it with: feedback-gate completion fish | source
function __feedback_gate_at
    set -l line ''
    for word in (commandline -opc)[2..]
        switch "$line $word"
            case ' claude' ' codex' ' init' ' uninstall' ' status' ' doctor' ' rules' ' rules list' ' rules check' ' rules explain' ' rules add' ' rules bump' ' correct' ' gate' ' gate check' ' gate run' ' gate explain' ' gate reset' ' gate schema' ' trust' ' notify' ' statusline' ' watch' ' claims' ' claims scan' ' redact' ' verify' ' stats' ' report' ' migrate' ' install-command' ' completion' ' version'
                set line "$line $word"
        end
    end
    test "$line" = "$argv[1]"
end
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a claude -d 'answer a Claude Code hook: claude EVENT, JSON on standard input'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a codex -d 'answer a Codex hook: codex EVENT, JSON on standard input'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a init -d 'set up: launcher, registration with a host, a first gate; nothing is written before you agree'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a uninstall -d 'take all of it away again, byte for byte'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a status -d 'one screen: what is installed, in force and open here'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a doctor -d 'examine what is installed: each hook has to refuse a forbidden command and a false claim'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a rules -d 'feedback rules: list, check, explain, add, bump'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a correct -d 'review the rules against the log of violations; `correct apply` raises counts'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a gate -d 'the quality gate: check, run, explain, reset, schema'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a trust -d 'see and approve what a project changed in the commands it may run'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a notify -d 'notifications: which backend is used and why; --test sends one'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a statusline -d 'one line for the client\'s status line, its JSON on standard input'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a watch -d 'live view of running gates in this project, all agents'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a claims -d 'scan messages for claims of success: JSON lines in, JSON lines out'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a redact -d 'copy standard input to standard output without its secrets'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a verify -d 'run the claim checks of this project now'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a stats -d 'how often claims held, and which did not'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a report -d 'claims, gate, rules and hooks of some weeks; --html draws them'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a migrate -d 'move over from the older feedback-gate plugin and from Shoot'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a install-command -d 'put `feedback-gate` in its fixed place, without any hook'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a completion -d 'print the completion script of bash, zsh or fish'
complete -c feedback-gate -n '__feedback_gate_at ""' -f -a version -d 'print the version'
complete -c feedback-gate -n '__feedback_gate_at ""' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " claude"' -f -a SessionStart
complete -c feedback-gate -n '__feedback_gate_at " claude"' -f -a UserPromptSubmit
complete -c feedback-gate -n '__feedback_gate_at " claude"' -f -a PreToolUse
complete -c feedback-gate -n '__feedback_gate_at " claude"' -f -a PostToolUse
complete -c feedback-gate -n '__feedback_gate_at " claude"' -f -a PostToolUseFailure
complete -c feedback-gate -n '__feedback_gate_at " claude"' -f -a Notification
complete -c feedback-gate -n '__feedback_gate_at " claude"' -f -a SubagentStart
complete -c feedback-gate -n '__feedback_gate_at " claude"' -f -a Stop
complete -c feedback-gate -n '__feedback_gate_at " claude"' -f -a SubagentStop
complete -c feedback-gate -n '__feedback_gate_at " codex"' -f -a SessionStart
complete -c feedback-gate -n '__feedback_gate_at " codex"' -f -a UserPromptSubmit
complete -c feedback-gate -n '__feedback_gate_at " codex"' -f -a PreToolUse
complete -c feedback-gate -n '__feedback_gate_at " codex"' -f -a PermissionRequest
complete -c feedback-gate -n '__feedback_gate_at " codex"' -f -a PostToolUse
complete -c feedback-gate -n '__feedback_gate_at " codex"' -f -a SubagentStart
complete -c feedback-gate -n '__feedback_gate_at " codex"' -f -a SubagentStop
complete -c feedback-gate -n '__feedback_gate_at " codex"' -f -a Stop
complete -c feedback-gate -n '__feedback_gate_at " codex"' -f -a Interrupt
complete -c feedback-gate -n '__feedback_gate_at " init"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " init"' -l host -x -a 'claude codex both' -d 'whom to register with (default: who is used here)'
complete -c feedback-gate -n '__feedback_gate_at " init"' -l scope -x -a 'user project' -d 'for all your projects, or this one alone'
complete -c feedback-gate -n '__feedback_gate_at " init"' -l yes -d 'agree to everything'
complete -c feedback-gate -n '__feedback_gate_at " init"' -s y -d 'agree to everything'
complete -c feedback-gate -n '__feedback_gate_at " init"' -l dry-run -d 'only show what would be written'
complete -c feedback-gate -n '__feedback_gate_at " init"' -l json -d 'machine readable; needs --yes or --dry-run'
complete -c feedback-gate -n '__feedback_gate_at " uninstall"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " uninstall"' -l keep-state -d 'keep counts, logs and approvals'
complete -c feedback-gate -n '__feedback_gate_at " uninstall"' -l yes -d 'agree to everything'
complete -c feedback-gate -n '__feedback_gate_at " uninstall"' -s y -d 'agree to everything'
complete -c feedback-gate -n '__feedback_gate_at " status"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " status"' -l json -d 'machine readable'
complete -c feedback-gate -n '__feedback_gate_at " doctor"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " doctor"' -l host -x -a 'claude codex' -d 'only this host (default: every host that is used here)'
complete -c feedback-gate -n '__feedback_gate_at " doctor"' -l perf -d 'only measure how long a hook takes, and how much of it is the machine'
complete -c feedback-gate -n '__feedback_gate_at " doctor"' -l json -d 'machine readable'
complete -c feedback-gate -n '__feedback_gate_at " rules"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " rules"' -f -a list -d 'every rule, whether it is active, and why not'
complete -c feedback-gate -n '__feedback_gate_at " rules"' -f -a check -d 'what is broken or without effect, with file and line'
complete -c feedback-gate -n '__feedback_gate_at " rules"' -f -a explain -d 'which rules a command or an edit triggers, and on which line'
complete -c feedback-gate -n '__feedback_gate_at " rules"' -f -a add -d 'record a new rule'
complete -c feedback-gate -n '__feedback_gate_at " rules"' -f -a bump -d 'raise a rule\'s count by one'
complete -c feedback-gate -n '__feedback_gate_at " rules list"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " rules list"' -l json -d 'machine readable'
complete -c feedback-gate -n '__feedback_gate_at " rules check"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " rules check"' -l json -d 'machine readable'
complete -c feedback-gate -n '__feedback_gate_at " rules explain"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " rules explain"' -f -a bash
complete -c feedback-gate -n '__feedback_gate_at " rules explain"' -f -a edit
complete -c feedback-gate -n '__feedback_gate_at " rules explain"' -l text -r -d 'the text an edit would bring in (default: the file as it is)'
complete -c feedback-gate -n '__feedback_gate_at " rules explain"' -l json -d 'machine readable'
complete -c feedback-gate -n '__feedback_gate_at " rules add"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " rules add"' -l description -r -d 'one line'
complete -c feedback-gate -n '__feedback_gate_at " rules add"' -l body -r -d 'the rule, why, how to apply'
complete -c feedback-gate -n '__feedback_gate_at " rules add"' -l count -r -d 'how often it was said (default: 1)'
complete -c feedback-gate -n '__feedback_gate_at " rules add"' -l project -d 'for this project only'
complete -c feedback-gate -n '__feedback_gate_at " rules add"' -l enforce -r -d 'a YAML list of entries, or @FILE'
complete -c feedback-gate -n '__feedback_gate_at " rules bump"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " correct"' -l window -d 'days or hours looked back, such as 30d or 36h'
complete -c feedback-gate -n '__feedback_gate_at " correct"' -l min -d 'violations that make a suggestion'
complete -c feedback-gate -n '__feedback_gate_at " correct"' -f -a apply -d 'write the suggested counts'
complete -c feedback-gate -n '__feedback_gate_at " correct"' -l json -d 'machine readable'
complete -c feedback-gate -n '__feedback_gate_at " correct"' -l context -d 'also what the agent is told'
complete -c feedback-gate -n '__feedback_gate_at " gate"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " gate"' -f -a check -d 'what is wrong in gate.yaml, with file, line, key and what to write'
complete -c feedback-gate -n '__feedback_gate_at " gate"' -f -a run -d 'run the rules and the checks they reserve now, as hooks would'
complete -c feedback-gate -n '__feedback_gate_at " gate"' -f -a explain -d 'which rules files meet, and what would run where'
complete -c feedback-gate -n '__feedback_gate_at " gate"' -f -a reset -d 'forget files and checks that are open, in all sessions of this project'
complete -c feedback-gate -n '__feedback_gate_at " gate"' -f -a schema -d 'print the JSON Schema of gate.yaml'
complete -c feedback-gate -n '__feedback_gate_at " gate check"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " gate check"' -l strict -d 'end in 1 for warnings too'
complete -c feedback-gate -n '__feedback_gate_at " gate check"' -l json -d 'machine readable'
complete -c feedback-gate -n '__feedback_gate_at " gate run"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " gate run"' -l base -r -d 'also what changed since the common ancestor with this commit'
complete -c feedback-gate -n '__feedback_gate_at " gate run"' -l all -d 'every file of the project'
complete -c feedback-gate -n '__feedback_gate_at " gate run"' -l json -d 'machine readable'
complete -c feedback-gate -n '__feedback_gate_at " gate explain"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " gate explain"' -l json -d 'machine readable'
complete -c feedback-gate -n '__feedback_gate_at " gate reset"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " gate reset"' -l json -d 'machine readable'
complete -c feedback-gate -n '__feedback_gate_at " gate schema"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " trust"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " trust"' -l list -d 'show everything that can be approved and its state'
complete -c feedback-gate -n '__feedback_gate_at " trust"' -l json -d 'the list, machine readable'
complete -c feedback-gate -n '__feedback_gate_at " trust"' -l forget -d 'forget every approval of this project'
complete -c feedback-gate -n '__feedback_gate_at " notify"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " notify"' -l test -d 'send a notification now'
complete -c feedback-gate -n '__feedback_gate_at " watch"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " watch"' -l once -d 'print the view once'
complete -c feedback-gate -n '__feedback_gate_at " watch"' -l log -r -d 'print the end of the newest log of a command and stop'
complete -c feedback-gate -n '__feedback_gate_at " claims"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " claims"' -f -a scan -d 'JSON lines with id and text on standard input → with id, claim, phrase and language'
complete -c feedback-gate -n '__feedback_gate_at " claims scan"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " redact"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " verify"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " verify"' -l json -d 'machine readable'
complete -c feedback-gate -n '__feedback_gate_at " stats"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " stats"' -l all -d 'every project of this machine, not only this one'
complete -c feedback-gate -n '__feedback_gate_at " stats"' -l days -r -d 'only the last N days'
complete -c feedback-gate -n '__feedback_gate_at " stats"' -l json -d 'machine readable'
complete -c feedback-gate -n '__feedback_gate_at " report"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " report"' -l html -r -d 'write one HTML file (default: feedback-gate-report.html)'
complete -c feedback-gate -n '__feedback_gate_at " report"' -l days -r -d 'how many days, 1 to 366 (default: 30)'
complete -c feedback-gate -n '__feedback_gate_at " report"' -l all -d 'every project of this machine, not only this one'
complete -c feedback-gate -n '__feedback_gate_at " report"' -l json -d 'machine readable'
complete -c feedback-gate -n '__feedback_gate_at " migrate"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " migrate"' -l yes -d 'agree to what is taken over'
complete -c feedback-gate -n '__feedback_gate_at " migrate"' -s y -d 'agree to what is taken over'
complete -c feedback-gate -n '__feedback_gate_at " migrate"' -l dry-run -d 'only show'
complete -c feedback-gate -n '__feedback_gate_at " migrate"' -l json -d 'machine readable; asks nothing, and without --yes only shows'
complete -c feedback-gate -n '__feedback_gate_at " install-command"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " completion"' -l help -d 'show this text and exit'
complete -c feedback-gate -n '__feedback_gate_at " completion"' -f -a bash -d 'for which shell'
complete -c feedback-gate -n '__feedback_gate_at " completion"' -f -a zsh -d 'for which shell'
complete -c feedback-gate -n '__feedback_gate_at " completion"' -f -a fish -d 'for which shell'
