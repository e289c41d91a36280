"""What the second reader learnt: one module of weights a language, made by `release/learn.py`."""
