"""Texts about the policy that puts commands off."""

TEXTS = {
    "policy.not_found": "dogwood was not found (looked at DOGWOOD_BIN, PATH, ~/.cargo/bin and the mise shims)",
    "policy.not_run": "dogwood could not be run: {error}",
    "policy.exited": "dogwood ended with status {code}: {detail}",
    "policy.bad_json": "dogwood did not print JSON",
    "policy.no_verdict": "dogwood's answer holds no verdict",
    "policy.bad_verdict": "dogwood gave an unknown verdict: {verdict}",
    "policy.denied": "put off by the policy on purpose, nothing to look into; it runs before the stop",
    "policy.unevaluated": "put off, the policy gave no answer: {reason}; it runs before the stop",
    "policy.missing": "[gate] there is no policy file {path}; commands run unjudged",
    "policy.without_program": "[gate] {path} names a policy, but {reason}. Commands are put off until the stop.",
    "policy.folder_gone": "[gate] skip: {label} $ {command} (put off earlier; cwd missing: {cwd})",
}
