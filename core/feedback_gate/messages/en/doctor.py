"""Texts of `feedback-gate doctor`."""

TEXTS = {
    "doctor.older_shoot": "Shoot is still registered in {path} and runs beside us. Next step: `{remove}`",
    "doctor.older_plugin": "The older feedback-gate plugin is still enabled in {path} and runs beside us. Next step: `{remove}`",
    "doctor.older_hook": "A hook of the older feedback-gate plugin is still registered in {path} and runs beside us. Next step: remove that entry.",
}
