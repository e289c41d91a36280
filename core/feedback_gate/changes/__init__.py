"""What changed: git, the shell commands that only read, and the files another tool wrote."""
