"""The log of an agent's session: which edits it asked for, which failed, and why."""
