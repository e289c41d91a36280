"""How much Claude Code takes of each kind of text (UTF-16 units, measured on 2.1.332)."""

# Above 10,000 the model gets a 2,000-character preview; above about 50,000 a reason is cut to a preview as well.
CONTEXT = 9_800
REASON = 45_000
NOTICE = 9_800
