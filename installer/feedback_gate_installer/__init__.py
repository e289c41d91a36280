"""Puts the verified executable on a machine, proves what is there, and takes it away again."""
