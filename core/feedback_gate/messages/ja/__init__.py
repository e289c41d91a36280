"""Japanese texts, one module a room."""
