"""The data everything is about: what a patch says, what became of it, and what can be wrong with
it.
"""
