"""Texts of the agent launch guard."""

CHECKLIST = "--- Does it state the goal, the reasons, the present state of the code, the limits, and when it is done?"

TEXTS = {
    "launch.start": "Text for agent {type}:\n\n{text}\n\n" + CHECKLIST,
    "launch.send": "Text for {recipient}:\n\n{text}\n\n" + CHECKLIST,
    "launch.send_unknown": "Text for (no recipient given):\n\n{text}\n\n" + CHECKLIST,
}
