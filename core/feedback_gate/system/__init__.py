"""The only modules that touch the operating system: files, processes, clock, hashing."""
