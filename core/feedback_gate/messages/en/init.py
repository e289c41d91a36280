"""Texts of `feedback-gate init` and `uninstall`."""

TEXTS = {
    "init.settings_broken": "{path}: this is no JSON ({wanted} expected). Next step: correct that place, then run the command again; nothing was changed.",
    "init.settings_shape": "{path}: {key} has another shape than the host reads. Next step: correct it (`hooks` is an object, each event in it a list), then run the command again; nothing was changed.",
}
