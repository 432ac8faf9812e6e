"""v4a, the format of `apply_patch`; Zenpatch has the same syntax. `patch` reads and writes it, the
rest is its parts.

Nothing is imported here: what gives the format away is looked for in every text, the rest is loaded
when one is in it.
"""
