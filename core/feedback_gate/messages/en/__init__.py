"""English texts, one module a room."""
