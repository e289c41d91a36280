"""The policy: an external program, dogwood, decides whether a command runs now or is put off until the stop."""
