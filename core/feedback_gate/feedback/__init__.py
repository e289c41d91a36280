"""Feedback rules: the user's corrections, loaded, injected and enforced."""
