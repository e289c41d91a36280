"""How much Codex takes of each kind of text, in bytes of UTF-8 (measured on 0.171.0).

A context, block reason or continuation of more than 10,000 bytes is replaced by its head and tail; the limit counts the text
before it is escaped for XML. Some room is left for the note that says what we cut ourselves.
"""

TEXT = 9_800
