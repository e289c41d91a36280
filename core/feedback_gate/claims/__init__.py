"""Claims: does the agent say that it is finished, and do the real checks bear it out?"""
