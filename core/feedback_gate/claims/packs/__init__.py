"""One data module a language: its words by class, and what it says in these classes when it claims success."""
